import { Link } from '@tanstack/react-router';
import { Store } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { Hours } from '../format.ts';
import { useActiveIndustries } from '../industries.ts';
import { useMe } from '../me.ts';
import { texts as importTexts } from '../site-import/texts.ts';
import { getButtonClass } from '../ui/button.tsx';
import { Card, PageHeader } from '../ui/card.tsx';
import { EmptyState, Loaded, Skeleton } from '../ui/states.tsx';
import { TabLinks } from '../ui/tabs.tsx';
import { useUrlParams } from '../url.ts';
import { type Closure, Closures } from './closures.tsx';
import type { Entry } from './csv.ts';
import { type EditableDocument, useDraft, useEditableDocument } from './draft.ts';
import { EntryTable } from './entry-table.tsx';
import { HoursEditor } from './hours.tsx';
import { DocumentContext } from './references.ts';
import { SampleNotice } from './sample-notice.tsx';
import { SaveBar } from './save-bar.tsx';
import { getLabel, isScalarSchema, type Schema } from './schema.ts';
import { SchemaField } from './schema-form.tsx';
import { SECTIONS } from './sections.ts';
import { texts } from './texts.ts';
import { useSchema } from './use-schema.ts';

const WidgetEditor = lazy(() =>
  import('../widget/widget-editor.tsx').then((module) => ({ default: module.WidgetEditor })),
);

export function BusinessPage() {
  const documentQuery = useEditableDocument();
  const schemaQuery = useSchema();
  const { hasRoleAtLeast } = useMe();
  const [urlParams] = useUrlParams<{ section: string }>();
  const findCurrentSection = ({ industries }: EditableDocument) =>
    [...Object.keys(SECTIONS), ...industries].find((name) => name === urlParams.section) ?? 'about';
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.about}
        action={
          hasRoleAtLeast('admin') &&
          documentQuery.data?.industry && (
            <Link to="/business/import" search={{ from: 'business' }} className={getButtonClass('secondary')}>
              {importTexts.start.link}
            </Link>
          )
        }
      />
      <Loaded query={documentQuery}>
        {(business) => (
          <Loaded query={schemaQuery}>
            {({ schema: documentSchema, industries }) =>
              business.industry ? (
                <>
                  <SectionTabs
                    currentSection={findCurrentSection(business)}
                    industries={industries.filter(({ name }) => business.industries.includes(name))}
                  />
                  {findCurrentSection(business) === 'widget' ? (
                    <Suspense fallback={<Skeleton />}>
                      <WidgetEditor businessDocument={business} />
                    </Suspense>
                  ) : (
                    <Section
                      key={findCurrentSection(business)}
                      section={findCurrentSection(business)}
                      businessDocument={business}
                      schema={documentSchema}
                    />
                  )}
                </>
              ) : (
                <EmptyState
                  icon={Store}
                  title={texts.noIndustry}
                  text={texts.noIndustryText}
                  action={
                    <Link to="/setup" className={getButtonClass()}>
                      {texts.start}
                    </Link>
                  }
                />
              )
            }
          </Loaded>
        )}
      </Loaded>
    </>
  );
}

export function SectionTabs({
  currentSection,
  industries,
}: {
  currentSection: string;
  industries: { name: string; title: string }[];
}) {
  const industryTabs = industries.map(({ name, title }): [string, string] => [name, title]);
  const { about, hours, faqs, policies, booking, widget } = texts.sections;
  const tabs: [string, string][] = [
    ['about', about],
    ['hours', hours],
    ...industryTabs,
    ['faqs', faqs],
    ['policies', policies],
    ['booking', booking],
    ['widget', widget],
  ];
  return (
    <TabLinks
      label={texts.sections.label}
      tabs={[
        ...tabs.map(([section, label]) => ({
          label,
          link: { to: '/business' as const, search: { section } },
          isActive: section === currentSection,
        })),
        {
          label: texts.sections.versions,
          link: { to: '/business/versions' as const },
          isActive: currentSection === 'versions',
        },
      ]}
    />
  );
}

/** The schema with these fields only, because a restaurant, for example, has no return policy. */
const pickFields = (schema: Schema, names: string[]): Schema => ({
  ...schema,
  properties: Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => names.includes(name))),
});

function Section({
  section,
  businessDocument,
  schema,
}: {
  section: string;
  businessDocument: EditableDocument;
  schema: Schema;
}) {
  const { hasRoleAtLeast } = useMe();
  const draft = useDraft(businessDocument, SECTIONS[section] ?? [section]);
  const fields = Object.keys(draft.values);
  const policies = useActiveIndustries().flatMap((industry) => industry.policies);
  const getFieldSchema = (name: string) => {
    const fieldSchema = schema.properties?.[name] ?? {};
    return name === 'policies'
      ? pickFields(fieldSchema, [...policies, ...Object.keys(businessDocument.policies ?? {})])
      : fieldSchema;
  };
  const scalarNames = fields.filter((name) => isScalarSchema(getFieldSchema(name)));
  const createFieldProps = (name: string): TopLevelFieldProps => ({
    name,
    schema: getFieldSchema(name),
    value: draft.values[name],
    onChange: (newValue) => draft.setField(name, newValue),
    currency: businessDocument.currency,
    errors: draft.errors,
  });
  return (
    <>
      {!hasRoleAtLeast('admin') && <p className="text-muted">{texts.readOnly}</p>}
      <fieldset disabled={!hasRoleAtLeast('admin')} className="flex min-w-0 flex-col gap-6">
        <legend className="sr-only">{getLabel(section)}</legend>
        <DocumentContext value={{ ...businessDocument, ...draft.values, contact: businessDocument.contact }}>
          <SampleNotice businessDocument={businessDocument} draft={draft} />
          {/* Scalar values share one card, at the position of the first. */}
          {fields
            .filter((name) => !scalarNames.includes(name) || name === scalarNames[0])
            .map((name) =>
              scalarNames.includes(name) ? (
                <Card key={name}>
                  <div className="fields max-w-3xl">
                    {scalarNames.map((name) => (
                      <SchemaField key={name} {...createFieldProps(name)} pointer={`/${name}`} />
                    ))}
                  </div>
                </Card>
              ) : (
                <TopLevelField key={name} {...createFieldProps(name)} />
              ),
            )}
        </DocumentContext>
      </fieldset>
      <SaveBar draft={draft} />
    </>
  );
}

type TopLevelFieldProps = {
  name: string;
  schema: Schema;
  value: unknown;
  onChange(value: unknown): void;
  currency: string;
  errors: { pointer: string; detail: string }[];
};

const isTable = ({ type, items }: Schema) => type === 'array' && items?.properties !== undefined;

function TopLevelField({ name, schema, value, onChange, currency, errors }: TopLevelFieldProps) {
  const commonProps = { currency, errors };
  if (name === 'hours')
    return (
      <Card title={texts.sections.hours}>
        <HoursEditor value={(value ?? {}) as Hours} onChange={onChange} errors={errors} />
      </Card>
    );
  if (name === 'closures')
    return (
      <Card title={texts.closures.title} description={texts.closures.about}>
        <Closures value={(value ?? []) as Closure[]} onChange={onChange} errors={errors} pointer="/closures" />
      </Card>
    );
  if (isTable(schema))
    return (
      <Card title={getLabel(name)}>
        <EntryTable
          {...commonProps}
          schema={schema.items!}
          value={(value ?? []) as Entry[]}
          onChange={onChange}
          pointer={`/${name}`}
        />
      </Card>
    );
  return <ObjectSection {...commonProps} name={name} schema={schema} value={value} onChange={onChange} />;
}

/** An object of the document: one card for each of its tables, and one for the rest. */
function ObjectSection({ name, schema, value, onChange, ...commonProps }: TopLevelFieldProps) {
  const values = (value ?? {}) as Record<string, unknown>;
  const fields = Object.entries(schema.properties ?? {});
  const setField = (field: string, newValue: unknown) => {
    const { [field]: _, ...rest } = values;
    onChange(newValue === undefined ? rest : { ...rest, [field]: newValue });
  };
  const otherFields = fields.filter(([, fieldSchema]) => !isTable(fieldSchema) || name === 'booking');
  return (
    <>
      {fields
        .filter((entry) => !otherFields.includes(entry))
        .map(([field, fieldSchema]) => (
          <Card key={field} title={getLabel(field)}>
            <EntryTable
              {...commonProps}
              schema={fieldSchema.items!}
              value={(values[field] ?? []) as Entry[]}
              onChange={(newValue) => setField(field, newValue)}
              pointer={`/${name}/${field}`}
            />
          </Card>
        ))}
      {otherFields.length > 0 && (
        <Card title={getLabel(name)}>
          <div className="fields max-w-3xl">
            {otherFields.map(([field, fieldSchema]) => (
              <SchemaField
                {...commonProps}
                key={field}
                name={field}
                schema={fieldSchema}
                value={values[field]}
                onChange={(newValue) => setField(field, newValue)}
                pointer={`/${name}/${field}`}
              />
            ))}
          </div>
        </Card>
      )}
    </>
  );
}
