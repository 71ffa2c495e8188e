// Formats values of the document as text, for the owner to read before keeping or removing them.
import { clockMinutes } from '../bookings/hours.ts';
import type { Format } from '../locale-format.ts';
import type { Entry } from './csv.ts';
import { entryName } from './entry.ts';
import { referencedEntries } from './references.ts';
import { isClock, isHours, isMoney, labelOf, type Schema } from './schema.ts';
import { texts } from './texts.ts';

export type ReadableText = { title?: string; text?: string };
type Context = { document: Record<string, unknown>; format: Format };

const MANAGED_FIELDS = ['id', 'sample'];
/** Fields whose text is clear without a label. */
const PROSE_FIELDS = ['answer', 'description', 'reason'];
const TITLE_FIELDS = ['question', 'name', 'payer', 'number', 'from', 'to'];

/** An entry's name, and its other fields in a line. Closures have dates instead of a name. */
export function readableEntry(entry: Entry, schema: Schema, context: Context): ReadableText {
  const { from, to } = entry;
  const title = from && to ? readableDates(String(from), String(to), context.format) : entryName(entry);
  const fields = Object.entries(schema.properties ?? {})
    .filter(([name]) => ![...MANAGED_FIELDS, ...TITLE_FIELDS].includes(name))
    .map(([name, field]) => ({ name, text: readableValue(entry[name], field, context) }))
    .filter(({ text }) => text);
  const prose = fields.filter(({ name }) => PROSE_FIELDS.includes(name)).map(({ text }) => text);
  const facts = fields
    .filter(({ name }) => !PROSE_FIELDS.includes(name))
    .map(({ name, text }) => `${labelOf(name)}: ${text}`);
  const text = [...prose, ...facts].join(' · ');
  return { title, ...(text ? { text } : {}) };
}

const readableDates = (from: string, to: string, { calendarDate }: Format) =>
  from === to ? calendarDate(from) : `${calendarDate(from)} – ${calendarDate(to)}`;

/** Opening hours by day. */
export const readableHours = (hours: Record<string, [string, string][]>, { clock }: Format): ReadableText[] =>
  Object.entries(hours).map(([day, periods]) => ({
    title: labelOf(day),
    text:
      periods.map((period) => period.map((time) => clock(clockMinutes(time))).join(' – ')).join(', ') ||
      texts.hours.closed,
  }));

/** The value as text; empty if it is not set. */
export function readableValue(value: unknown, schema: Schema, context: Context): string {
  const { format, document } = context;
  if (value === undefined || value === null) return '';
  if (isHours(schema))
    return readableHours(value as Record<string, [string, string][]>, format)
      .map(({ title, text }) => `${title} ${text}`)
      .join('; ');
  if (isMoney(schema)) return format.money(Number(value));
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (typeof value === 'number') return format.number(value);
  const entries = referencedEntries(schema, document);
  const nameOfKey = (key: string) => entries?.find(({ id }) => id === key)?.name ?? key;
  if (Array.isArray(value))
    return value
      .map((item) => (entries ? nameOfKey(String(item)) : readableItem(item, schema.items ?? {}, context)))
      .join(', ');
  if (typeof value === 'object') {
    const schemaOf = (name: string) => schema.properties?.[name] ?? Object.values(schema.patternProperties ?? {})[0];
    return Object.entries(value)
      .map(([name, field]) => {
        const text = readableValue(field, schemaOf(name) ?? {}, context);
        return text && `${schema.properties ? labelOf(name) : nameOfKey(name)}: ${text}`;
      })
      .filter(Boolean)
      .join(', ');
  }
  if (isClock(schema)) return format.clock(clockMinutes(String(value)));
  if (schema.format === 'date') return format.calendarDate(String(value));
  return schema.enum ? labelOf(String(value)) : String(value);
}

/** An item of a list inside an entry, such as "Monday 6:30 AM" or "PPO (Accepted: Yes)". */
function readableItem(item: unknown, schema: Schema, context: Context): string {
  if (!schema.properties) return readableValue(item, schema, context);
  const entry = item as Entry;
  if (entry.name !== undefined) {
    const { title, text } = readableEntry(entry, schema, context);
    return text ? `${title} (${text})` : String(title);
  }
  return Object.entries(schema.properties)
    .map(([name, field]) => readableValue(entry[name], field, context))
    .filter(Boolean)
    .join(' ');
}
