// Describes a business in plain text for a language model: in full if it is small, otherwise as an outline.
import { getCustomerPolicies } from '../../../capability/deposits.ts';
import type { Business } from '../../../capability/document.ts';
import { type Formatter, formatterFor } from '../../../capability/formatter.ts';
import type { AnyIndustry } from '../../../capability/industry.ts';

/** Most documents have four to six thousand characters. Of larger ones the model looks up the details with tools. */
const MAX_FULL_DESCRIPTION_CHARS = 14_000;

/** Deterministic, so that providers can cache the prompt. */
export function describeBusiness(business: Business, industry: AnyIndustry | undefined): string {
  const format = formatterFor(business);
  const { name, description, contact, hours, closures, services, faqs } = business;
  const industryData = industry && business[industry.name];
  const parts = [
    `# ${name}${industry ? ` (${industry.title})` : ''}`,
    description,
    renderSection('Contact', renderFields(contact, format)),
    renderSection('Opening hours', renderWeek(hours)),
    renderSection(
      'Closed on',
      closures.map((closure) => renderEntry(closure, format)),
    ),
    renderSection('Booking rules', renderBookingRules(business)),
    renderSection('Policies', renderFields(getCustomerPolicies(business, format), format)),
    renderSection(
      'Services',
      services.map((service) => renderEntry(service, format)),
    ),
    ...(industryData
      ? renderSections(industryData as Record<string, unknown>, format, industry.publicFields ?? [])
      : []),
    renderSection(
      'Questions and answers',
      faqs.map(({ question, answer }) => `${question} ${answer}`),
    ),
  ];
  const text = parts.filter(Boolean).join('\n\n');
  return text.length <= MAX_FULL_DESCRIPTION_CHARS ? text : shortenToOutline(text);
}

/** The first lines of a large document, each shortened. */
function shortenToOutline(text: string): string {
  const outline: string[] = [];
  let length = 0;
  for (const line of text.split('\n')) {
    const shortLine = line.length > MAX_OUTLINE_LINE_CHARS ? `${line.slice(0, MAX_OUTLINE_LINE_CHARS)}…` : line;
    length += shortLine.length;
    if (length > MAX_FULL_DESCRIPTION_CHARS / 2) break;
    outline.push(shortLine);
  }
  return outline.join('\n');
}
const MAX_OUTLINE_LINE_CHARS = 90;

const renderSection = (title: string, content: readonly string[]): string =>
  content.length > 0 ? `## ${title}\n${content.map((item) => `- ${item}`).join('\n')}` : '';

/** Only public fields: never data about customers, such as a shop's orders. */
const renderSections = (
  industryData: Record<string, unknown>,
  format: Formatter,
  publicFields: readonly string[],
): string[] =>
  Object.entries(industryData)
    .filter(([name]) => publicFields.includes(name))
    .map(([name, value]) => {
      if (!Array.isArray(value))
        return renderSection(toWords(name), renderFields(toRecord(value) ?? { [name]: value }, format));
      return renderSection(
        toWords(name),
        value.map((entry) => renderEntry(entry, format)),
      );
    });

function renderBookingRules({ booking }: Business): string[] {
  const { noticeMinutes, horizonDays, cancelUntilMinutes } = booking;
  return [
    `Bookings are taken from ${renderMinutes(noticeMinutes)} to ${horizonDays} days ahead`,
    cancelUntilMinutes > 0
      ? `Bookings can be changed or canceled here until ${renderMinutes(cancelUntilMinutes)} before`
      : 'Bookings can be changed or canceled here until they begin',
  ];
}

const MINUTES_PER_DAY = 24 * 60;
const renderMinutes = (minutes: number): string =>
  minutes % MINUTES_PER_DAY === 0 && minutes > 0
    ? `${minutes / MINUTES_PER_DAY} day${minutes === MINUTES_PER_DAY ? '' : 's'}`
    : minutes % 60 === 0 && minutes > 0
      ? `${minutes / 60} hour${minutes === 60 ? '' : 's'}`
      : `${minutes} minutes`;

const renderFields = (record: object, format: Formatter): string[] =>
  Object.entries(record)
    .filter(([name, value]) => isShown(name, value))
    .map(([name, value]) => `${toWords(name)}: ${renderValue(name, value, format)}`);

/** An entry of a list in one line, its name first. */
function renderEntry(entry: unknown, format: Formatter): string {
  const record = toRecord(entry);
  if (!record) return renderValue('', entry, format);
  const { name, payer, description, ...rest } = record;
  const facts = Object.entries(rest)
    .filter(([key, value]) => isShown(key, value))
    .map(([key, value]) => `${toWords(key)} ${renderValue(key, value, format)}`);
  const displayName = String(name ?? payer ?? '');
  return [[displayName, facts.join('; ')].filter(Boolean).join(': '), description].filter(Boolean).join('. ');
}

const AMOUNT_FIELD_PATTERN = /price|copay|amount|deposit|fee|cost/i;

function renderValue(name: string, value: unknown, format: Formatter): string {
  if (typeof value === 'number' && AMOUNT_FIELD_PATTERN.test(name)) return format.money(value);
  if (typeof value === 'number' && name.endsWith('Minutes')) return renderMinutes(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map((element) => renderValue(name, element, format)).join(', ') || 'none';
  const record = toRecord(value);
  if (!record) return String(value);
  if (name === 'hours') return renderWeek(record as Business['hours']).join(', ');
  if (typeof record.name === 'string' || typeof record.payer === 'string') return renderEntry(record, format);
  // The fields of a price, such as "from" and "to", are amounts too.
  const amountName = AMOUNT_FIELD_PATTERN.test(name) ? name : '';
  return Object.entries(record)
    .filter(([key, fieldValue]) => isShown(key, fieldValue))
    .map(([key, fieldValue]) => `${toWords(key)} ${renderValue(amountName || key, fieldValue, format)}`)
    .join(' ');
}

const DAY_NAMES: Readonly<Record<string, string>> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
};

const renderWeek = (hours: Business['hours']): string[] =>
  Object.entries(DAY_NAMES).map(([day, name]) => {
    const periods = hours[day as keyof typeof hours] ?? [];
    return `${name} ${periods.map(([from, to]) => `${from} to ${to}`).join(' and ') || 'closed'}`;
  });

/** Fields that mean nothing to a customer. */
const HIDDEN_FIELDS = new Set(['id', 'sample', 'bufferMinutes', 'bufferBeforeMinutes', 'joins', 'turnMinutes']);
const isShown = (name: string, value: unknown): boolean =>
  !HIDDEN_FIELDS.has(name) &&
  value !== undefined &&
  value !== null &&
  !(Array.isArray(value) && value.length === 0 && name !== 'contains');

/** "bookingRules" → "booking rules" */
const toWords = (name: string): string =>
  name
    .replace(/([A-Z])/g, ' $1')
    .replaceAll('_', ' ')
    .toLowerCase();

const toRecord = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
