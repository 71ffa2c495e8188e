// Derives a booking form from its schema: fields, choices and the request body.
import { referencedEntries } from '../business/references.ts';
import { labelOf, type Schema } from '../business/schema.ts';
import { texts } from './texts.ts';

type Choice = { value: string; label: string };
export type Field = { path: string; name: string; schema: Schema; required: boolean; choices?: Choice[] };
/** The controls' values by field path. */
export type Values = Record<string, string>;
type Document = Record<string, unknown>;

/** Flattens nested objects, and skips fields that have no choices. */
export function fieldsOf(form: Schema, document: Document, pathPrefix = ''): Field[] {
  return Object.entries(form.properties ?? {}).flatMap(([name, schema]) => {
    const path = pathPrefix + name;
    if (schema.properties) return fieldsOf(schema, document, `${path}/`);
    const required = form.required?.includes(name) ?? false;
    const choices = choicesOf(schema, document);
    if (choices?.length === 0) return [];
    const blankChoice = required ? [] : [{ value: '', label: texts.form.any }];
    return [{ path, name, schema, required, ...(choices ? { choices: [...blankChoice, ...choices] } : {}) }];
  });
}

function choicesOf(schema: Schema, document: Document): Choice[] | undefined {
  if (schema.enum) return schema.enum.map((value) => ({ value, label: labelOf(value) }));
  return referencedEntries(schema, document)?.map(({ id, name }) => ({ value: id, label: name }));
}

/** The field that chooses the person or table, if the form has one. */
export const findResourceField = (fields: Field[], resources: { id: string }[]): Field | undefined =>
  fields.find(({ choices }) => choices?.some(({ value }) => resources.some(({ id }) => id === value)));

/** The field's value, or its default. */
export const currentValue = ({ path, schema, choices }: Field, values: Values): string =>
  values[path] ?? (schema.default === undefined ? (choices?.[0]?.value ?? '') : String(schema.default));

/** Empty fields are omitted. */
export function requestBody(fields: Field[], values: Values): object {
  const body: Record<string, unknown> = {};
  for (const field of fields) {
    const value = currentValue(field, values);
    if (value === '') continue;
    const pathSegments = field.path.split('/');
    let parent = body;
    for (const name of pathSegments.slice(0, -1))
      parent = parent[name] = (parent[name] ?? {}) as Record<string, unknown>;
    parent[field.name] = parseValue(field.schema, value);
  }
  return body;
}

function parseValue({ type }: Schema, value: string): unknown {
  if (type === 'boolean') return value === 'true';
  return type === 'integer' || type === 'number' ? Number(value) : value;
}
