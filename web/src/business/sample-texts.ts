import type { Format } from '../locale-format.ts';
import type { EditableDocument } from './draft.ts';
import { formatEntry, formatHours, formatValue, type ReadableText } from './readable-text.ts';
import { findSamples, getValueAt } from './samples.ts';
import { isHoursSchema, type Schema } from './schema.ts';

/** The content of the sample at the pointer, for the owner to read before keeping or removing it. */
export function formatSample(
  businessDocument: EditableDocument,
  pointer: string,
  schema: Schema,
  format: Format,
): ReadableText[] {
  const context = { businessDocument, format };
  const value = getValueAt(businessDocument, pointer);
  const fieldSchema = pointer
    .split('/')
    .slice(1)
    .reduce<Schema>((parent, name) => parent.properties?.[name] ?? {}, schema);
  if (isHoursSchema(fieldSchema)) return formatHours((value ?? {}) as Parameters<typeof formatHours>[0], format);
  if (Array.isArray(value))
    return findSamples(value).map((entry) => formatEntry(entry ?? {}, fieldSchema.items ?? {}, context));
  return [{ text: formatValue(value, fieldSchema, context) }];
}
