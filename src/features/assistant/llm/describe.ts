// The business as a person would read it: what a language model is told of it, whole where it is small.
import type { Business } from '../../../capability/document.ts';
import { type Formatter, formatterFor } from '../../../capability/formatter.ts';
import type { AnyIndustry } from '../../../capability/industry.ts';

/** Most documents have four to six thousand characters. A larger one is looked up in parts. */
const WHOLE = 14_000;

export type BusinessDescription = { text: string; isWhole: boolean };

/** Always the same text for a document, so that providers can keep it. */
export function describeBusiness(business: Business, industry: AnyIndustry | undefined): BusinessDescription {
  const say = formatterFor(business);
  const { name, description, contact, hours, closures, services, faqs, policies } = business;
  const own = industry && business[industry.name];
  const parts = [
    `# ${name}${industry ? ` (${industry.title})` : ''}`,
    description,
    section('Contact', lines(contact, say)),
    section('Opening hours', weekIn(hours)),
    section(
      'Closed on',
      closures.map((closure) => line(closure, say)),
    ),
    section('Booking rules', rulesOf(business)),
    section('Policies', lines(policies, say)),
    section(
      'Services',
      services.map((service) => line(service, say)),
    ),
    ...(own ? sectionsOf(own as Record<string, unknown>, say, industry.open ?? []) : []),
    section(
      'Questions and answers',
      faqs.map(({ question, answer }) => `${question} ${answer}`),
    ),
  ];
  const text = parts.filter(Boolean).join('\n\n');
  return text.length <= WHOLE ? { text, isWhole: true } : { text: outline(text), isWhole: false };
}

/** What is left of a large document: its first part, line by line, shortened. */
function outline(text: string): string {
  const kept: string[] = [];
  let length = 0;
  for (const each of text.split('\n')) {
    const short = each.length > LINE ? `${each.slice(0, LINE)}…` : each;
    length += short.length;
    if (length > WHOLE / 2) break;
    kept.push(short);
  }
  return kept.join('\n');
}
const LINE = 90;

const section = (title: string, content: readonly string[]): string =>
  content.length > 0 ? `## ${title}\n${content.map((each) => `- ${each}`).join('\n')}` : '';

/** What anybody may read: never what is known of customers, such as a shop's orders. */
const sectionsOf = (own: Record<string, unknown>, say: Formatter, open: readonly string[]): string[] =>
  Object.entries(own)
    .filter(([name]) => open.includes(name))
    .map(([name, value]) => {
      if (!Array.isArray(value)) return section(inWords(name), lines(asRecord(value) ?? { [name]: value }, say));
      return section(
        inWords(name),
        value.map((entry) => line(entry, say)),
      );
    });

function rulesOf({ booking }: Business): string[] {
  const { noticeMinutes, horizonDays, cancelUntilMinutes } = booking;
  return [
    `Bookings are taken from ${minutesIn(noticeMinutes)} to ${horizonDays} days ahead`,
    cancelUntilMinutes > 0
      ? `Bookings can be changed or cancelled here until ${minutesIn(cancelUntilMinutes)} before`
      : 'Bookings can be changed or cancelled here until they begin',
  ];
}

const minutesIn = (minutes: number): string =>
  minutes % 1440 === 0 && minutes > 0
    ? `${minutes / 1440} day${minutes === 1440 ? '' : 's'}`
    : minutes % 60 === 0 && minutes > 0
      ? `${minutes / 60} hour${minutes === 60 ? '' : 's'}`
      : `${minutes} minutes`;

const lines = (record: object, say: Formatter): string[] =>
  Object.entries(record)
    .filter(([name, value]) => isTold(name, value))
    .map(([name, value]) => `${inWords(name)}: ${valueIn(name, value, say)}`);

/** An entry of a list in one line, its name first. */
function line(entry: unknown, say: Formatter): string {
  const record = asRecord(entry);
  if (!record) return valueIn('', entry, say);
  const { name, payer, description, ...rest } = record;
  const facts = Object.entries(rest)
    .filter(([key, value]) => isTold(key, value))
    .map(([key, value]) => `${inWords(key)} ${valueIn(key, value, say)}`);
  const called = String(name ?? payer ?? '');
  return [[called, facts.join('; ')].filter(Boolean).join(': '), description].filter(Boolean).join('. ');
}

const AMOUNT = /price|copay|amount|deposit|fee|cost/i;

function valueIn(name: string, value: unknown, say: Formatter): string {
  if (typeof value === 'number' && AMOUNT.test(name)) return say.money(value);
  if (typeof value === 'number' && name.endsWith('Minutes')) return minutesIn(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map((each) => valueIn(name, each, say)).join(', ') || 'none';
  const record = asRecord(value);
  if (!record) return String(value);
  if (name === 'hours') return weekIn(record as Business['hours']).join(', ');
  if (typeof record.name === 'string' || typeof record.payer === 'string') return line(record, say);
  const inner = AMOUNT.test(name) ? name : '';
  return Object.entries(record)
    .filter(([key, each]) => isTold(key, each))
    .map(([key, each]) => `${inWords(key)} ${valueIn(inner || key, each, say)}`)
    .join(' ');
}

const DAYS: Readonly<Record<string, string>> = {
  ...{ mon: 'Monday', tue: 'Tuesday', wed: 'Wednesday', thu: 'Thursday' },
  ...{ fri: 'Friday', sat: 'Saturday', sun: 'Sunday' },
};

const weekIn = (hours: Business['hours']): string[] =>
  Object.entries(DAYS).map(([day, name]) => {
    const periods = hours[day as keyof typeof hours] ?? [];
    return `${name} ${periods.map(([from, to]) => `${from} to ${to}`).join(' and ') || 'closed'}`;
  });

/** What only programs use. */
const HIDDEN = new Set(['id', 'sample', 'bufferMinutes', 'bufferBeforeMinutes', 'joins', 'turnMinutes']);
const isTold = (name: string, value: unknown): boolean =>
  !HIDDEN.has(name) &&
  value !== undefined &&
  value !== null &&
  !(Array.isArray(value) && value.length === 0 && name !== 'contains');

/** "bookingRules" → "booking rules" */
const inWords = (name: string): string =>
  name
    .replace(/([A-Z])/g, ' $1')
    .replaceAll('_', ' ')
    .toLowerCase();

const asRecord = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
