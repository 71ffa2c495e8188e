import type { Format } from '../locale-format.ts';
import type { Document } from './draft.ts';
import { type ReadableText, readableEntry, readableHours, readableValue } from './readable-text.ts';
import { samplesIn, valueAt } from './samples.ts';
import { isHours, type Schema } from './schema.ts';

/** The content of the sample at the pointer, for the owner to read before keeping or removing it. */
export function sampleTexts(document: Document, pointer: string, schema: Schema, format: Format): ReadableText[] {
  const context = { document, format };
  const value = valueAt(document, pointer);
  const fieldSchema = pointer
    .split('/')
    .slice(1)
    .reduce<Schema>((parent, name) => parent.properties?.[name] ?? {}, schema);
  if (isHours(fieldSchema)) return readableHours((value ?? {}) as Parameters<typeof readableHours>[0], format);
  if (Array.isArray(value))
    return samplesIn(value).map((entry) => readableEntry(entry ?? {}, fieldSchema.items ?? {}, context));
  return [{ text: readableValue(value, fieldSchema, context) }];
}
