import { labels } from './labels.ts';

/** As much of JSON Schema as the document's uses. */
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

/** What a field is called: by the catalogue, or by its name with spaces. What has a capital is a name already. */
export const labelOf = (name: string): string =>
  labels[name] ?? (/^[a-z]/.test(name) ? sentence(name.replace(/([A-Z_])/g, ' $1').toLowerCase()) : name);

const sentence = (text: string) =>
  text
    .replace(/_/g, '')
    .trim()
    .replace(/^\w/, (first) => first.toUpperCase());

export const isMoney = ({ title }: Schema) => title === 'Money';
export const isHours = ({ properties }: Schema) => properties?.mon !== undefined && properties.sun !== undefined;
export const isScalar = ({ type }: Schema) => ['string', 'integer', 'number', 'boolean'].includes(String(type));

/** A new entry: what has a default has it. */
export function blank(schema: Schema): Record<string, unknown> {
  const filled = Object.entries(schema.properties ?? {}).filter(([, own]) => own.default !== undefined);
  return Object.fromEntries(filled.map(([name, own]) => [name, structuredClone(own.default)]));
}
