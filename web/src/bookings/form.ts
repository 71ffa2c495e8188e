// Derives a booking form from its schema: fields, choices and the request body.
import { findReferencedEntries } from '../business/references.ts';
import { getLabel, type Schema } from '../business/schema.ts';
import { texts } from './texts.ts';

type Choice = { value: string; label: string };
export type Field = { path: string; name: string; schema: Schema; required: boolean; choices?: Choice[] };
/** The controls' values by field path. */
export type FormValues = Record<string, string>;

/** Flattens nested objects, and skips fields whose list of choices is empty. */
export function collectFields(form: Schema, businessDocument: Record<string, unknown>, pathPrefix = ''): Field[] {
  return Object.entries(form.properties ?? {}).flatMap(([name, schema]) => {
    const path = pathPrefix + name;
    if (schema.properties) return collectFields(schema, businessDocument, `${path}/`);
    const required = form.required?.includes(name) ?? false;
    const choices = findFieldChoices(schema, businessDocument);
    if (choices?.length === 0) return [];
    const blankChoice = required ? [] : [{ value: '', label: texts.form.any }];
    return [{ path, name, schema, required, ...(choices ? { choices: [...blankChoice, ...choices] } : {}) }];
  });
}

function findFieldChoices(schema: Schema, businessDocument: Record<string, unknown>): Choice[] | undefined {
  if (schema.enum) return schema.enum.map((value) => ({ value, label: getLabel(value) }));
  return findReferencedEntries(schema, businessDocument)?.map(({ id, name }) => ({ value: id, label: name }));
}

/** The field that chooses the person or table, if the form has one. */
export const findResourceField = (fields: Field[], resources: { id: string }[]): Field | undefined =>
  fields.find(({ choices }) => choices?.some(({ value }) => resources.some(({ id }) => id === value)));

/** The field's value, or its default. */
export const getCurrentValue = ({ path, schema, choices }: Field, values: FormValues): string =>
  values[path] ?? (schema.default === undefined ? (choices?.[0]?.value ?? '') : String(schema.default));

/** Empty fields are omitted. */
export function buildRequestBody(fields: Field[], values: FormValues): object {
  const body: Record<string, unknown> = {};
  for (const field of fields) {
    const value = getCurrentValue(field, values);
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
