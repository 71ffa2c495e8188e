import type { Finding } from './findings.ts';
import { quoteOf } from './findings.ts';
import { createHoursReader } from './hours.ts';
import type { Line } from './outline.ts';
import { CLOSED_WORDS, FROM_WORDS, hasWord, monthsOf, RANGE_WORDS, wordsOf } from './words.ts';

type Closure = { from: string; to: string };
/** A date as written. The year may stand only at the end of a range: "Dec 24 – 26, 2026". */
type WrittenDate = { day: number; month: number; year?: number };
/** One date, or the two ends of a range. */
type Span = { start: number; end: number; dates: WrittenDate[] };

const MAX_CHARACTERS = 200;
const RANGE = String.raw`\s*(?:${[...RANGE_WORDS].join('|')})\s*`;
const DAY = String.raw`\d{1,2}(?!\d)`;
const ORDINAL = String.raw`(?:\.|er|st|nd|rd|th)?`;
/** With dots, the day comes first in every country. */
const NUMERIC =
  /(?<![\d.])(?<dottedDay>\d{1,2})\.(?<dottedMonth>\d{1,2})\.(?<dottedYear>20\d\d)|(?<isoYear>20\d\d)-(?<isoMonth>\d\d)-(?<isoDay>\d\d)/
    .source;

/** Not after "24." */
const SENTENCE_END = /(?<=(?:[\p{L})]|\d{4})[.!?])\s+(?=\p{Lu})/u;

/** Days on which a sentence says that the business is closed. Only complete dates count. */
export function findClosures(lines: readonly Line[], language: string): Finding<'closure'>[] {
  const closuresIn = closureReader(language);
  return lines
    .flatMap(({ text }) => (text.length <= MAX_CHARACTERS ? text.split(SENTENCE_END) : []))
    .filter((text) => hasWord(text, CLOSED_WORDS))
    .flatMap((text) =>
      closuresIn(text).map((value) => ({ kind: 'closure', value, certainty: 'text', quote: quoteOf(text) }) as const),
    );
}

/** None if a date is incomplete, or if it is unclear how the dates of the text belong together. */
function closureReader(language: string): (text: string) => Closure[] {
  const datesIn = dateReader(language);
  const { tokens } = createHoursReader(language);
  const linkOf = (between: string) => {
    const kinds = new Set(tokens(between).map(({ kind }) => kind));
    return kinds.has('other') ? undefined : (['range', 'list'] as const).find((kind) => kinds.has(kind));
  };
  return (text) => {
    const spans: Span[] = [];
    for (const span of datesIn(text)) {
      const before = spans.at(-1);
      const link = before ? linkOf(text.slice(before.end, span.start)) : 'list';
      if (link === 'list') spans.push(span);
      else if (link === 'range' && before) spans.splice(-1, 1, joined(before, span));
      else return [];
    }
    const closures = spans.map((span) => (isOpenEnded(text, span) ? undefined : closureOf(span)));
    return closures.every((closure) => closure !== undefined) ? closures : [];
  };
}

/** "December 24 – January 2, 2027" starts in the year before. */
function joined({ start, dates: [from, ...more] }: Span, { end, dates }: Span): Span {
  const [to] = dates;
  const year = from && to?.year && !from.year ? to.year - (from.month > to.month ? 1 : 0) : from?.year;
  return { start, end, dates: [...(from ? [{ ...from, ...(year ? { year } : {}) }] : []), ...more, ...dates] };
}

/** "Closed until May 4, 2026" is not closed on that day alone. */
function isOpenEnded(text: string, { start, dates }: Span): boolean {
  const word = wordsOf(text.slice(0, start)).at(-1) ?? '';
  return dates.length === 1 && (RANGE_WORDS.has(word) || FROM_WORDS.has(word));
}

function closureOf({ dates: [first, last = first, ...more] }: Span): Closure | undefined {
  const [from, to] = [first && isoDate(first), last && isoDate(last)];
  return from && to && from <= to && !more.length ? { from, to } : undefined;
}

function dateReader(language: string): (text: string) => Span[] {
  const months = monthsOf(language);
  const name = `(?:${[...months.keys()].sort((a, b) => b.length - a.length).join('|')})(?!\\p{L})`;
  const dates = new RegExp(
    `${NUMERIC}|(?<![\\d.\\p{L}])(?:(?:(?<first>${DAY})${ORDINAL}${RANGE})?(?<day>${DAY})${ORDINAL}(?: de)? (?<month>${name})|` +
      `(?<monthBefore>${name})\\.? (?<dayAfter>${DAY})${ORDINAL}(?:${RANGE}(?<last>${DAY})${ORDINAL})?)` +
      '(?:\\.?,?(?: de)? (?<year>20\\d\\d))?',
    'giu',
  );
  return (text) =>
    [...text.matchAll(dates)].map(({ 0: { length }, index, groups = {} }) => ({
      start: index,
      end: index + length,
      dates: writtenDates(groups, months),
    }));
}

function writtenDates(groups: Record<string, string | undefined>, months: ReadonlyMap<string, number>): WrittenDate[] {
  const { dottedDay, isoDay = dottedDay, dottedMonth, isoMonth = dottedMonth, dottedYear } = groups;
  if (isoDay) return [{ day: Number(isoDay), month: Number(isoMonth), year: Number(groups.isoYear ?? dottedYear) }];
  const month = months.get((groups.month ?? groups.monthBefore ?? '').toLowerCase()) ?? 0;
  return [groups.first, groups.day, groups.dayAfter, groups.last]
    .filter((day) => day !== undefined)
    .map((day) => ({ day: Number(day), month, ...(groups.year ? { year: Number(groups.year) } : {}) }));
}

function isoDate({ day, month, year }: WrittenDate): string | undefined {
  const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return isDate(date) ? date : undefined;
}

export const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
