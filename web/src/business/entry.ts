// Helpers for showing a list entry in a table.
import type { FieldError } from '../api.ts';
import type { Column, Entry } from './csv.ts';
import { isScalarSchema, type Schema } from './schema.ts';
import { texts } from './texts.ts';

const HIDDEN_FIELDS = new Set(['id', 'sample', 'description', 'bufferMinutes', 'bufferBeforeMinutes', 'trackingUrl']);

/** The scalar fields of an entry, which fit in a table. The rest are in the edit dialog. */
export function listTableColumns(schema: Schema): Column[] {
  return Object.entries(schema.properties ?? {})
    .filter(([name, fieldSchema]) => isScalarSchema(fieldSchema) && !HIDDEN_FIELDS.has(name))
    .map(([name, fieldSchema]) => ({
      name,
      schema: fieldSchema,
      required: (schema.required ?? []).includes(name) && fieldSchema.default === undefined,
    }));
}

export const getEntryName = (entry: Entry) =>
  String(entry.name ?? entry.question ?? entry.payer ?? entry.number ?? texts.entries.unnamed);

/** The first error of an entry's fields that only the edit dialog shows. */
export function findHiddenFieldError(errors: FieldError[], pointer: string, columns: Column[]): string | undefined {
  const visiblePointers = new Set(columns.map(({ name }) => `${pointer}/${name}`));
  return errors.find((error) => `${error.pointer}/`.startsWith(`${pointer}/`) && !visiblePointers.has(error.pointer))
    ?.detail;
}

export function addDescriptionColumn(schema: Schema, columns: Column[]): Column[] {
  const description = schema.properties?.description;
  return description ? [...columns, { name: 'description', schema: description, required: false }] : columns;
}
