import { fieldLabels } from './labels.ts';

/** The subset of JSON Schema that the document's schema uses. */
export type Schema = {
  type?: string | string[];
  title?: string;
  description?: string;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: string[];
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  default?: unknown;
};

/** The field's label, or its name with spaces. A capitalized name is already a label. */
export const getLabel = (name: string): string =>
  fieldLabels[name] ?? (/^[a-z]/.test(name) ? capitalize(name.replace(/([A-Z_])/g, ' $1').toLowerCase()) : name);

const capitalize = (text: string) =>
  text
    .replace(/_/g, '')
    .trim()
    .replace(/^\w/, (first) => first.toUpperCase());

export const isMoneySchema = ({ title }: Schema) => title === 'Money';
/** A time of day, such as 18:00. */
export const isClockSchema = ({ pattern = '' }: Schema) => pattern.includes(':[0-5][0-9]');
export const isHoursSchema = ({ properties }: Schema) => properties?.mon !== undefined && properties.sun !== undefined;
export const isScalarSchema = ({ type }: Schema) => ['string', 'integer', 'number', 'boolean'].includes(String(type));

/** A new entry with the schema's defaults. */
export function createEntry(schema: Schema): Record<string, unknown> {
  const fieldsWithDefault = Object.entries(schema.properties ?? {}).filter(
    ([, fieldSchema]) => fieldSchema.default !== undefined,
  );
  return Object.fromEntries(
    fieldsWithDefault.map(([name, fieldSchema]) => [name, structuredClone(fieldSchema.default)]),
  );
}
