import { Plus, X } from 'lucide-react';
import { useContext, useState } from 'react';
import type { Hours } from '../format.ts';
import { texts as sharedTexts } from '../texts.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Switch } from '../ui/switch.tsx';
import { findChoices } from './choices.ts';
import { type Closure, Closures } from './closures.tsx';
import { type Draft, type EditableDocument, findErrorMessage } from './draft.ts';
import { isDurationField } from './duration.ts';
import { DurationField } from './duration-field.tsx';
import type { FieldProps } from './field-props.ts';
import { DAYS, HoursEditor } from './hours.tsx';
import { emptyListTexts, fieldDefaults, fieldHints, fieldLabels } from './labels.ts';
import { EnumField, FieldGroup, ReferenceField } from './list-fields.tsx';
import { DocumentContext, useReferencedEntries } from './references.ts';
import { isPlaceholder } from './samples.ts';
import { ScalarField } from './scalar-field.tsx';
import { createEntry, getLabel, isHoursSchema, isScalarSchema, type Schema } from './schema.ts';
import { texts } from './texts.ts';

/** Renders a field of the document from its schema, recursively. */
export function SchemaField(props: FieldProps) {
  const { name, schema, value, onChange, currency, errors, pointer } = props;
  const businessDocument = useContext(DocumentContext) as EditableDocument;
  if (isHoursSchema(schema)) return <OptionalHoursField {...props} />;
  if (schema.type === 'object' && schema.properties) return <ObjectField {...props} />;
  if (schema.type === 'array' && schema.items?.properties) {
    if (name === 'timeOff' || name === 'closures')
      return (
        <FieldGroup title={getLabel(name)}>
          <Closures value={(value ?? []) as Closure[]} onChange={onChange} errors={errors} pointer={pointer} />
        </FieldGroup>
      );
    return <ListField {...props} />;
  }
  if (schema.type === 'array' && schema.items?.type === 'array') return <ListField {...props} />;
  if (schema.type === 'array' && schema.items?.enum) return <EnumField {...props} />;
  if (schema.type === 'array' && schema.items && isScalarSchema(schema.items)) return <ReferenceField {...props} />;
  if (schema.patternProperties) return <RecordField {...props} />;
  if (!isScalarSchema(schema)) return null;
  const isUnchangedPlaceholder =
    isPlaceholder(businessDocument, pointer) && value === (businessDocument.contact as Record<string, unknown>)[name];
  const fieldProps = {
    label: getLabel(name),
    hint: fieldHints[name] ?? (fieldLabels[name] ? undefined : schema.description),
    error: findErrorMessage(errors, pointer),
    ...(isUnchangedPlaceholder ? { value: undefined, placeholder: String(value) } : { value }),
    onChange,
  };
  if (isDurationField(name)) return <DurationField {...fieldProps} />;
  const schemaWithDefault = { default: fieldDefaults[name], ...schema };
  return (
    <ScalarField {...fieldProps} schema={schemaWithDefault} choices={findChoices(name, value)} currency={currency} />
  );
}

/** A person's own hours; if not set, the business's hours apply. */
function OptionalHoursField({ value, onChange, errors, pointer }: FieldProps) {
  return (
    <FieldGroup title={getLabel('hours')}>
      <Switch
        label={texts.hours.customHours}
        hint={texts.hours.customHoursHint}
        checked={value !== undefined}
        onChange={(isOn) => onChange(isOn ? Object.fromEntries(DAYS.map((day) => [day, []])) : undefined)}
      />
      {value !== undefined && (
        <HoursEditor value={value as Hours} onChange={onChange} errors={errors} pointer={pointer} />
      )}
    </FieldGroup>
  );
}

/** The fields of an object, except those the server manages. */
export function ObjectFields({ schema, value, onChange, currency, errors, pointer }: Omit<FieldProps, 'name'>) {
  const values = (value ?? {}) as Record<string, unknown>;
  const visibleFields = Object.entries(schema.properties ?? {}).filter(([name]) => name !== 'id' && name !== 'sample');
  return visibleFields.map(([name, fieldSchema]) => (
    <SchemaField
      key={name}
      name={name}
      schema={fieldSchema}
      value={values[name]}
      onChange={(newValue) => onChange(cleanEntry({ ...values, [name]: newValue }))}
      currency={currency}
      errors={errors}
      pointer={`${pointer}/${name}`}
    />
  ));
}

/** Drops undefined values and the sample flag, because an edited entry is no longer a sample. */
const cleanEntry = ({ sample: _, ...values }: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

const ObjectField = ({ name, ...props }: FieldProps) => (
  <FieldGroup title={getLabel(name)}>
    <div className="fields">
      <ObjectFields {...props} />
    </div>
  </FieldGroup>
);

/** A list of objects, or of lists. */
function ListField({ name, schema, value, onChange, ...rest }: FieldProps) {
  const entries = (value ?? []) as unknown[];
  const itemSchema = schema.items!;
  const formatEntryLabel = (entry: unknown, index: number) => String((entry as { name?: string }).name ?? index + 1);
  return (
    <FieldGroup title={getLabel(name)}>
      {!entries.length && emptyListTexts[name] && (
        <p className="text-sm text-muted">{emptyListTexts[name][value === undefined ? 'unset' : 'none']}</p>
      )}
      {entries.map((entry, index) => {
        const itemProps = { ...rest, schema: itemSchema, value: entry, pointer: `${rest.pointer}/${index}` };
        const setEntry = (changedEntry: unknown) => onChange(entries.with(index, changedEntry ?? []));
        return (
          <RemovableRow
            key={index}
            label={formatEntryLabel(entry, index)}
            onRemove={() => onChange(entries.filter((_, otherIndex) => otherIndex !== index))}
          >
            {itemSchema.properties ? (
              <ObjectFields {...itemProps} onChange={setEntry} />
            ) : (
              <div className="sm:col-span-2">
                <SchemaField {...itemProps} name={formatEntryLabel(entry, index)} onChange={setEntry} />
              </div>
            )}
          </RemovableRow>
        );
      })}
      <AddButton onClick={() => onChange([...entries, itemSchema.properties ? createEntry(itemSchema) : []])} />
    </FieldGroup>
  );
}

type RowProps = { label: string; onRemove(): void; children: React.ReactNode };

const RemovableRow = ({ label, onRemove, children }: RowProps) => (
  <div className="flex items-start gap-2">
    <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-2">{children}</div>
    <IconButton label={texts.entries.remove(label)} onClick={onRemove} className="mt-7">
      <X aria-hidden />
    </IconButton>
  </div>
);

const AddButton = ({ onClick }: { onClick(): void }) => (
  <Button variant="secondary" small className="self-start" onClick={onClick}>
    <Plus className="size-4" aria-hidden />
    {sharedTexts.actions.add}
  </Button>
);

/** A record with free keys, such as a product's options, or with entries as keys, such as copays by visit type. */
function RecordField({ name, schema, value, onChange, ...rest }: FieldProps) {
  const referencedEntries = useReferencedEntries(schema);
  const values = (value ?? {}) as Record<string, unknown>;
  const [rows, setRows] = useState(() => Object.entries(values));
  const valueSchema = Object.values(schema.patternProperties ?? {})[0] ?? {};
  const changeRows = (newRows: [string, unknown][]) => {
    setRows(newRows);
    const filledRows = newRows.filter(([key, value]) => key && value !== undefined);
    onChange(filledRows.length ? Object.fromEntries(filledRows) : undefined);
  };
  if (referencedEntries) {
    const otherKeys = Object.keys(values).filter(
      (key) => !referencedEntries.some(({ id, name: entryName }) => key === id || key === entryName),
    );
    const fields = [...referencedEntries, ...otherKeys.map((key) => ({ id: key, name: key }))];
    return (
      <FieldGroup title={getLabel(name)}>
        <div className="grid gap-3 sm:grid-cols-2">
          {fields.map(({ id, name: entryName }) => {
            const key = entryName in values ? entryName : id;
            const setValue = (newValue: unknown) => changeRows(Object.entries({ ...values, [key]: newValue }));
            const pointer = `${rest.pointer}/${key}`;
            return (
              <SchemaField
                {...rest}
                key={id}
                name={entryName}
                schema={valueSchema}
                value={values[key]}
                onChange={setValue}
                pointer={pointer}
              />
            );
          })}
        </div>
      </FieldGroup>
    );
  }
  return (
    <FieldGroup title={getLabel(name)}>
      {schema.description && <p className="text-sm text-muted">{schema.description}</p>}
      {rows.map(([key, rowValue], index) => (
        <RemovableRow
          key={index}
          label={key || String(index + 1)}
          onRemove={() => changeRows(rows.filter((_, otherIndex) => otherIndex !== index))}
        >
          <TextField
            label={texts.key}
            value={key}
            onChange={({ target }) => changeRows(rows.with(index, [target.value, rowValue]))}
          />
          <SchemaField
            {...rest}
            name={texts.value}
            schema={valueSchema}
            value={rowValue}
            onChange={(newValue) => changeRows(rows.with(index, [key, newValue]))}
            pointer={`${rest.pointer}/${key}`}
          />
        </RemovableRow>
      ))}
      <AddButton onClick={() => changeRows([...rows, ['', valueSchema.type === 'array' ? [] : '']])} />
    </FieldGroup>
  );
}

type SchemaFieldsProps = { names: readonly string[]; businessDocument: EditableDocument; schema: Schema; draft: Draft };

/** Some top-level fields of the document. */
export const SchemaFields = ({ names, businessDocument, schema, draft }: SchemaFieldsProps) => (
  <DocumentContext value={businessDocument}>
    {names.map((name) => (
      <SchemaField
        key={name}
        name={name}
        schema={schema.properties?.[name] ?? {}}
        value={draft.values[name]}
        onChange={(value) => draft.setField(name, value)}
        currency={businessDocument.currency}
        errors={draft.errors}
        pointer={`/${name}`}
      />
    ))}
  </DocumentContext>
);
