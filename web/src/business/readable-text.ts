// Formats values of the document as text, for the owner to read before keeping or removing them.
import { clockToMinutes } from '../bookings/hours.ts';
import type { Format } from '../locale-format.ts';
import type { Entry } from './csv.ts';
import { getEntryName } from './entry.ts';
import { findReferencedEntries } from './references.ts';
import { getLabel, isClockSchema, isHoursSchema, isMoneySchema, type Schema } from './schema.ts';
import { texts } from './texts.ts';

export type ReadableText = { title?: string; text?: string };
type FormatContext = { businessDocument: Record<string, unknown>; format: Format };

const MANAGED_FIELDS = ['id', 'sample'];
/** Fields whose text is clear without a label. */
const PROSE_FIELDS = ['answer', 'description', 'reason'];
const TITLE_FIELDS = ['question', 'name', 'payer', 'number', 'from', 'to'];

/** An entry's name, and its other fields in a line. Closures have dates instead of a name. */
export function formatEntry(entry: Entry, schema: Schema, context: FormatContext): ReadableText {
  const { from, to } = entry;
  const title = from && to ? formatDates(String(from), String(to), context.format) : getEntryName(entry);
  const fields = Object.entries(schema.properties ?? {})
    .filter(([name]) => ![...MANAGED_FIELDS, ...TITLE_FIELDS].includes(name))
    .map(([name, fieldSchema]) => ({ name, text: formatValue(entry[name], fieldSchema, context) }))
    .filter(({ text }) => text);
  const prose = fields.filter(({ name }) => PROSE_FIELDS.includes(name)).map(({ text }) => text);
  const facts = fields
    .filter(({ name }) => !PROSE_FIELDS.includes(name))
    .map(({ name, text }) => `${getLabel(name)}: ${text}`);
  const text = [...prose, ...facts].join(' · ');
  return { title, ...(text ? { text } : {}) };
}

const formatDates = (from: string, to: string, { calendarDate }: Format) =>
  from === to ? calendarDate(from) : `${calendarDate(from)} – ${calendarDate(to)}`;

/** Opening hours by day. */
export const formatHours = (hours: Record<string, [string, string][]>, { clock }: Format): ReadableText[] =>
  Object.entries(hours).map(([day, periods]) => ({
    title: getLabel(day),
    text:
      periods.map((period) => period.map((time) => clock(clockToMinutes(time))).join(' – ')).join(', ') ||
      texts.hours.closed,
  }));

/** The value as text; empty if it is not set. */
export function formatValue(value: unknown, schema: Schema, context: FormatContext): string {
  const { format, businessDocument } = context;
  if (value === undefined || value === null) return '';
  if (isHoursSchema(schema))
    return formatHours(value as Record<string, [string, string][]>, format)
      .map(({ title, text }) => `${title} ${text}`)
      .join('; ');
  if (isMoneySchema(schema)) return format.money(Number(value));
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (typeof value === 'number') return format.number(value);
  const entries = findReferencedEntries(schema, businessDocument);
  const findNameOfKey = (key: string) => entries?.find(({ id }) => id === key)?.name ?? key;
  if (Array.isArray(value))
    return value
      .map((item) => (entries ? findNameOfKey(String(item)) : formatListItem(item, schema.items ?? {}, context)))
      .join(', ');
  if (typeof value === 'object') {
    const findFieldSchema = (name: string) =>
      schema.properties?.[name] ?? Object.values(schema.patternProperties ?? {})[0];
    return Object.entries(value)
      .map(([name, fieldValue]) => {
        const text = formatValue(fieldValue, findFieldSchema(name) ?? {}, context);
        return text && `${schema.properties ? getLabel(name) : findNameOfKey(name)}: ${text}`;
      })
      .filter(Boolean)
      .join(', ');
  }
  if (isClockSchema(schema)) return format.clock(clockToMinutes(String(value)));
  if (schema.format === 'date') return format.calendarDate(String(value));
  return schema.enum ? getLabel(String(value)) : String(value);
}

/** An item of a list inside an entry, such as "Monday 6:30 AM" or "PPO (Accepted: Yes)". */
function formatListItem(item: unknown, schema: Schema, context: FormatContext): string {
  if (!schema.properties) return formatValue(item, schema, context);
  const entry = item as Entry;
  if (entry.name !== undefined) {
    const { title, text } = formatEntry(entry, schema, context);
    return text ? `${title} (${text})` : String(title);
  }
  return Object.entries(schema.properties)
    .map(([name, fieldSchema]) => formatValue(entry[name], fieldSchema, context))
    .filter(Boolean)
    .join(' ');
}
