import { Plus, X } from 'lucide-react';
import { useContext, useState } from 'react';
import type { Hours } from '../format.ts';
import { texts as shared } from '../texts.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Switch } from '../ui/switch.tsx';
import { choicesOf } from './choices.ts';
import { type Closure, Closures } from './closures.tsx';
import { type Document, type Draft, errorFor } from './draft.ts';
import { isDuration } from './duration.ts';
import { DurationField } from './duration-field.tsx';
import type { FieldProps } from './field-props.ts';
import { DAYS, HoursEditor } from './hours.tsx';
import { defaults, emptyLists, hints, labels } from './labels.ts';
import { EnumField, Group, ReferenceField } from './list-fields.tsx';
import { Surroundings, useEntries } from './references.ts';
import { isPlaceholder } from './samples.ts';
import { Scalar } from './scalar.tsx';
import { blank, isHours, isScalar, labelOf, type Schema } from './schema.ts';
import { texts } from './texts.ts';

/** A field of the document, drawn from its schema, however deep. */
export function SchemaField(props: FieldProps) {
  const { name, schema, value, onChange, currency, errors, pointer } = props;
  const document = useContext(Surroundings) as Document;
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
  if (schema.type === 'array' && schema.items?.type === 'array') return <ListField {...props} />;
  if (schema.type === 'array' && schema.items?.enum) return <EnumField {...props} />;
  if (schema.type === 'array' && schema.items && isScalar(schema.items)) return <ReferenceField {...props} />;
  if (schema.patternProperties) return <RecordField {...props} />;
  if (!isScalar(schema)) return null;
  const isLeft = isPlaceholder(document, pointer) && value === (document.contact as Record<string, unknown>)[name];
  const field = {
    label: labelOf(name),
    hint: hints[name] ?? (labels[name] ? undefined : schema.description),
    error: errorFor(errors, pointer),
    ...(isLeft ? { value: undefined, placeholder: String(value) } : { value }),
    onChange,
  };
  if (isDuration(name)) return <DurationField {...field} />;
  const known = { default: defaults[name], ...schema };
  return <Scalar {...field} schema={known} choices={choicesOf(name, value)} currency={currency} />;
}

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

/** A list of objects, or of lists. */
function ListField({ name, schema, value, onChange, ...rest }: FieldProps) {
  const entries = (value ?? []) as unknown[];
  const of = schema.items!;
  const nameOf = (entry: unknown, index: number) => String((entry as { name?: string }).name ?? index + 1);
  return (
    <Group title={labelOf(name)}>
      {!entries.length && emptyLists[name] && (
        <p className="text-sm text-muted">{emptyLists[name][value === undefined ? 'unset' : 'none']}</p>
      )}
      {entries.map((entry, index) => {
        const props = { ...rest, schema: of, value: entry, pointer: `${rest.pointer}/${index}` };
        const set = (next: unknown) => onChange(entries.with(index, next ?? []));
        return (
          <Row
            key={index}
            label={nameOf(entry, index)}
            onRemove={() => onChange(entries.filter((_, at) => at !== index))}
          >
            {of.properties ? (
              <ObjectFields {...props} onChange={set} />
            ) : (
              <div className="sm:col-span-2">
                <SchemaField {...props} name={nameOf(entry, index)} onChange={set} />
              </div>
            )}
          </Row>
        );
      })}
      <Add onClick={() => onChange([...entries, of.properties ? blank(of) : []])} />
    </Group>
  );
}

type RowProps = { label: string; onRemove(): void; children: React.ReactNode };

const Row = ({ label, onRemove, children }: RowProps) => (
  <div className="flex items-start gap-2">
    <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-2">{children}</div>
    <IconButton label={texts.entries.remove(label)} onClick={onRemove} className="mt-7">
      <X aria-hidden />
    </IconButton>
  </div>
);

const Add = ({ onClick }: { onClick(): void }) => (
  <Button look="secondary" small className="self-start" onClick={onClick}>
    <Plus className="size-4" aria-hidden />
    {shared.actions.add}
  </Button>
);

/** What is named freely, such as a product's sizes and colours; or by another entry, such as a copay by kind of visit. */
function RecordField({ name, schema, value, onChange, ...rest }: FieldProps) {
  const known = useEntries(schema);
  const own = (value ?? {}) as Record<string, unknown>;
  const [rows, setRows] = useState(() => Object.entries(own));
  const of = Object.values(schema.patternProperties ?? {})[0] ?? {};
  const change = (next: [string, unknown][]) => {
    setRows(next);
    const filled = next.filter(([key, each]) => key && each !== undefined);
    onChange(filled.length ? Object.fromEntries(filled) : undefined);
  };
  if (known) {
    const others = Object.keys(own).filter(
      (key) => !known.some(({ id, name: called }) => key === id || key === called),
    );
    const fields = [...known, ...others.map((key) => ({ id: key, name: key }))];
    return (
      <Group title={labelOf(name)}>
        <div className="grid gap-3 sm:grid-cols-2">
          {fields.map(({ id, name: called }) => {
            const key = called in own ? called : id;
            const set = (next: unknown) => change(Object.entries({ ...own, [key]: next }));
            const pointer = `${rest.pointer}/${key}`;
            return (
              <SchemaField
                {...rest}
                key={id}
                name={called}
                schema={of}
                value={own[key]}
                onChange={set}
                pointer={pointer}
              />
            );
          })}
        </div>
      </Group>
    );
  }
  return (
    <Group title={labelOf(name)}>
      {schema.description && <p className="text-sm text-muted">{schema.description}</p>}
      {rows.map(([key, each], index) => (
        <Row key={index} label={key || String(index + 1)} onRemove={() => change(rows.filter((_, at) => at !== index))}>
          <TextField
            label={texts.key}
            value={key}
            onChange={({ target }) => change(rows.with(index, [target.value, each]))}
          />
          <SchemaField
            {...rest}
            name={texts.value}
            schema={of}
            value={each}
            onChange={(next) => change(rows.with(index, [key, next]))}
            pointer={`${rest.pointer}/${key}`}
          />
        </Row>
      ))}
      <Add onClick={() => change([...rows, ['', of.type === 'array' ? [] : '']])} />
    </Group>
  );
}

type Fields = { names: readonly string[]; document: Document; schema: Schema; draft: Draft };

/** Some fields of the document itself. */
export const SchemaFields = ({ names, document, schema, draft }: Fields) => (
  <Surroundings value={document}>
    {names.map((name) => (
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
    ))}
  </Surroundings>
);
