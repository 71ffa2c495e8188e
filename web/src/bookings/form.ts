// A booking's form as its schema has it: what is asked for, what is there to choose from, and what is sent.
import { entriesIn } from '../business/references.ts';
import { labelOf, type Schema } from '../business/schema.ts';
import { texts } from './texts.ts';

type Choice = { value: string; label: string };
export type Field = { path: string; name: string; schema: Schema; required: boolean; choices?: Choice[] };
/** As they stand in the controls, by the field's path. */
export type Values = Record<string, string>;
type Document = Record<string, unknown>;

/** Of objects the fields within; what is chosen from an empty list is not asked for. */
export function fieldsOf(form: Schema, document: Document, within = ''): Field[] {
  return Object.entries(form.properties ?? {}).flatMap(([name, schema]) => {
    const path = within + name;
    if (schema.properties) return fieldsOf(schema, document, `${path}/`);
    const required = form.required?.includes(name) ?? false;
    const choices = choicesOf(schema, document);
    if (choices?.length === 0) return [];
    const any = required ? [] : [{ value: '', label: texts.form.any }];
    return [{ path, name, schema, required, ...(choices ? { choices: [...any, ...choices] } : {}) }];
  });
}

function choicesOf(schema: Schema, document: Document): Choice[] | undefined {
  if (schema.enum) return schema.enum.map((value) => ({ value, label: labelOf(value) }));
  return entriesIn(schema, document)?.map(({ id, name }) => ({ value: id, label: name }));
}

/** What stands there before anybody has chosen. */
export const standingIn = ({ path, schema, choices }: Field, values: Values): string =>
  values[path] ?? (schema.default === undefined ? (choices?.[0]?.value ?? '') : String(schema.default));

/** What was left empty is left out. */
export function bodyOf(fields: Field[], values: Values): object {
  const body: Record<string, unknown> = {};
  for (const field of fields) {
    const value = standingIn(field, values);
    if (value === '') continue;
    const names = field.path.split('/');
    let part = body;
    for (const name of names.slice(0, -1)) part = part[name] = (part[name] ?? {}) as Record<string, unknown>;
    part[field.name] = readAs(field.schema, value);
  }
  return body;
}

function readAs({ type }: Schema, value: string): unknown {
  if (type === 'boolean') return value === 'true';
  return type === 'integer' || type === 'number' ? Number(value) : value;
}
