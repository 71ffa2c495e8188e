// An entry of a list as a table shows it.
import type { FieldError } from '../api.ts';
import type { Column, Entry } from './csv.ts';
import { isScalar, type Schema } from './schema.ts';
import { texts } from './texts.ts';

const HIDDEN = new Set(['id', 'sample', 'description', 'bufferMinutes', 'bufferBeforeMinutes', 'trackingUrl']);

/** What of an entry fits in a table: its plain values. The rest is behind the pencil. */
export function columnsOf(schema: Schema): Column[] {
  return Object.entries(schema.properties ?? {})
    .filter(([name, own]) => isScalar(own) && !HIDDEN.has(name))
    .map(([name, own]) => ({
      name,
      schema: own,
      required: (schema.required ?? []).includes(name) && own.default === undefined,
    }));
}

export const nameOf = (entry: Entry) =>
  String(entry.name ?? entry.question ?? entry.payer ?? entry.number ?? texts.entries.unnamed);

/** JSON has no undefined, and what is somebody's own is no sample. */
export const cleaned = ({ sample: _, ...entry }: Entry): Entry =>
  Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined));

/** Something is wrong behind the pencil. */
export function deeper(errors: FieldError[], pointer: string, columns: Column[]): string | undefined {
  const shown = new Set(columns.map(({ name }) => `${pointer}/${name}`));
  return errors.find((own) => `${own.pointer}/`.startsWith(`${pointer}/`) && !shown.has(own.pointer))?.detail;
}

export function withDescription(schema: Schema, columns: Column[]): Column[] {
  const description = schema.properties?.description;
  return description ? [...columns, { name: 'description', schema: description, required: false }] : columns;
}
