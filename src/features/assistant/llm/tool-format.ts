// Simplifies the schemas and results of tools for a language model.
import type { Formatter } from '../../../capability/formatter.ts';
import type { Tool } from '../../../capability/tool.ts';

type Schema = Tool['inputSchema'];
type SchemaNode = Record<string, unknown>;

/** Inputs that only the system sets. */
const HIDDEN_INPUTS = ['checkOnly', 'action', 'force'];
const KEPT_KEYWORDS = [
  'type',
  'properties',
  'items',
  'enum',
  'const',
  'anyOf',
  'oneOf',
  'description',
  'minimum',
  'maximum',
];

/** No input of a write tool is required, because the dialogue asks for what is missing. */
export function createModelSchema(schema: Schema, effect: Tool['effect']): Schema {
  return { ...shortenSchema(schema, effect === 'write'), type: 'object', additionalProperties: false };
}

function shortenSchema(node: SchemaNode, isOptional: boolean): SchemaNode {
  const entries = Object.entries(node).filter(
    ([key, value]) =>
      (KEPT_KEYWORDS.includes(key) && !namesHiddenInput(key, value)) || (key === 'required' && !isOptional),
  );
  return Object.fromEntries(
    entries.map(([key, value]) => {
      if (key === 'properties') return [key, shortenProperties(value as Record<string, SchemaNode>, isOptional)];
      if (key === 'items') return [key, shortenSchema(value as SchemaNode, isOptional)];
      if (key === 'anyOf' || key === 'oneOf')
        return [key, (value as SchemaNode[]).map((alternative) => shortenSchema(alternative, isOptional))];
      return [key, value];
    }),
  );
}

/** A description that depends on what the model is not shown would only confuse it. */
const namesHiddenInput = (key: string, value: unknown): boolean =>
  key === 'description' && HIDDEN_INPUTS.some((name) => String(value).includes(`\`${name}\``));

const shortenProperties = (properties: Record<string, SchemaNode>, isOptional: boolean): SchemaNode =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => !HIDDEN_INPUTS.includes(name))
      .map(([name, property]) => [name, shortenSchema(property, isOptional)]),
  );

const AMOUNT_FIELD_PATTERN = /price|copay|amount|deposit|fee|cost|total/i;
const RFC3339_TIME_PATTERN = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
/** Fields that mean nothing to a customer. */
const HIDDEN_FIELD_PATTERN = /^(?:id|(?!occurrence).+Id|timezone|currency|kind|industry|version|createdAt|updatedAt)$/;

/** Formats amounts and times, and leaves out internal fields. */
export function toModelValue(value: unknown, format: Formatter, name = ''): unknown {
  if (typeof value === 'number') return AMOUNT_FIELD_PATTERN.test(name) ? format.money(value) : value;
  if (typeof value === 'string') return RFC3339_TIME_PATTERN.test(value) ? format.time(value) : value;
  if (Array.isArray(value)) return value.map((element) => toModelValue(element, format, name));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(
    ([key, field]) => !HIDDEN_FIELD_PATTERN.test(key) && field !== null && field !== undefined,
  );
  return Object.fromEntries(
    fields.map(([key, field]) => [key, toModelValue(field, format, AMOUNT_FIELD_PATTERN.test(name) ? name : key)]),
  );
}
