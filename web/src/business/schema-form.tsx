import { Plus, X } from 'lucide-react';
import type { FieldError } from '../api.ts';
import type { Hours } from '../format.ts';
import { texts as shared } from '../texts.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Checkbox, TextArea } from '../ui/field.tsx';
import { Switch } from '../ui/switch.tsx';
import { type Closure, Closures } from './closures.tsx';
import { type Document, type Draft, errorFor } from './draft.ts';
import { DAYS, HoursEditor } from './hours.tsx';
import { labels } from './labels.ts';
import { Scalar } from './scalar.tsx';
import { blank, CHOICES, isHours, isScalar, labelOf, type Schema } from './schema.ts';
import { texts } from './texts.ts';

export type FieldProps = {
  name: string;
  schema: Schema;
  value: unknown;
  onChange(value: unknown): void;
  currency: string;
  errors: FieldError[];
  pointer: string;
};

/** A field of the document, drawn from its schema, however deep. */
export function SchemaField(props: FieldProps) {
  const { name, schema, value, onChange, currency, errors, pointer } = props;
  if (isHours(schema)) return <OwnHours {...props} />;
  if (schema.type === 'object' && schema.properties) return <ObjectField {...props} />;
  if (schema.type === 'array' && schema.items?.properties) {
    if (name === 'timeOff' || name === 'closures')
      return (
        <Group title={labelOf(name)}>
          <Closures value={(value ?? []) as Closure[]} onChange={onChange} errors={errors} pointer={pointer} />
        </Group>
      );
    return <ListField {...props} />;
  }
  if (schema.type === 'array' && schema.items?.enum) return <ChoiceField {...props} />;
  if (schema.type === 'array' && schema.items && isScalar(schema.items)) return <LinesField {...props} />;
  if (!isScalar(schema)) return null;
  return (
    <Scalar
      schema={CHOICES[name] ? { ...schema, enum: CHOICES[name]() } : schema}
      label={labelOf(name)}
      value={value}
      onChange={onChange}
      currency={currency}
      hint={labels[name] ? undefined : schema.description}
      error={errorFor(errors, pointer)}
    />
  );
}

const Group = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <fieldset className="flex flex-col gap-3 rounded-lg border border-line p-4">
    <legend className="px-1 font-medium">{title}</legend>
    {children}
  </fieldset>
);

/** Where it is left out, the business's hours hold. */
function OwnHours({ value, onChange, errors, pointer }: FieldProps) {
  return (
    <Group title={labelOf('hours')}>
      <Switch
        label={texts.hours.own}
        hint={texts.hours.ownHint}
        checked={value !== undefined}
        onChange={(on) => onChange(on ? Object.fromEntries(DAYS.map((day) => [day, []])) : undefined)}
      />
      {value !== undefined && (
        <HoursEditor value={value as Hours} onChange={onChange} errors={errors} pointer={pointer} />
      )}
    </Group>
  );
}

/** The fields of an object, without what is the service's own. */
export function ObjectFields({ schema, value, onChange, currency, errors, pointer }: Omit<FieldProps, 'name'>) {
  const own = (value ?? {}) as Record<string, unknown>;
  const shown = Object.entries(schema.properties ?? {}).filter(([name]) => name !== 'id' && name !== 'sample');
  return shown.map(([name, field]) => (
    <SchemaField
      key={name}
      name={name}
      schema={field}
      value={own[name]}
      onChange={(next) => onChange(without({ ...own, [name]: next }))}
      currency={currency}
      errors={errors}
      pointer={`${pointer}/${name}`}
    />
  ));
}

/** JSON has no undefined: what is left out is not there. And what is changed is no sample any more. */
const without = ({ sample: _, ...own }: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));

const ObjectField = ({ name, ...props }: FieldProps) => (
  <Group title={labelOf(name)}>
    <div className="fields">
      <ObjectFields {...props} />
    </div>
  </Group>
);

function ListField({ name, schema, value, onChange, ...rest }: FieldProps) {
  const entries = (value ?? []) as Record<string, unknown>[];
  return (
    <Group title={labelOf(name)}>
      {entries.map((entry, index) => (
        <div key={index} className="flex items-end gap-2">
          <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-2">
            <ObjectFields
              {...rest}
              schema={schema.items!}
              value={entry}
              onChange={(next) => onChange(entries.with(index, next as Record<string, unknown>))}
              pointer={`${rest.pointer}/${index}`}
            />
          </div>
          <IconButton
            label={texts.entries.remove(String(entry.name ?? index + 1))}
            onClick={() => onChange(entries.filter((_, at) => at !== index))}
          >
            <X aria-hidden />
          </IconButton>
        </div>
      ))}
      <Button
        look="secondary"
        small
        className="self-start"
        onClick={() => onChange([...entries, blank(schema.items!)])}
      >
        <Plus className="size-4" aria-hidden />
        {shared.actions.add}
      </Button>
    </Group>
  );
}

function ChoiceField({ name, schema, value, onChange }: FieldProps) {
  const chosen = (value ?? []) as string[];
  return (
    <Group title={labelOf(name)}>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {schema.items!.enum!.map((own) => (
          <Checkbox
            key={own}
            label={labelOf(own)}
            checked={chosen.includes(own)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, own] : chosen.filter((other) => other !== own))
            }
          />
        ))}
      </div>
    </Group>
  );
}

function LinesField({ name, schema, value, onChange, errors, pointer }: FieldProps) {
  const lines = (value ?? []) as string[];
  return (
    <TextArea
      label={labelOf(name)}
      hint={schema.description ? `${schema.description}. ${texts.listHint}` : texts.listHint}
      defaultValue={lines.join('\n')}
      onBlur={({ target }) => {
        const next = target.value
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean);
        if (next.join('\n') !== lines.join('\n')) onChange(next.length || value !== undefined ? next : undefined);
      }}
      error={errors.find((own) => own.pointer.startsWith(pointer))?.detail}
    />
  );
}

type Fields = { names: readonly string[]; document: Document; schema: Schema; draft: Draft };

/** Some fields of the document itself. */
export const SchemaFields = ({ names, document, schema, draft }: Fields) =>
  names.map((name) => (
    <SchemaField
      key={name}
      name={name}
      schema={schema.properties?.[name] ?? {}}
      value={draft.values[name]}
      onChange={(value) => draft.set(name, value)}
      currency={document.currency}
      errors={draft.errors}
      pointer={`/${name}`}
    />
  ));
