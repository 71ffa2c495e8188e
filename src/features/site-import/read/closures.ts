import type { Finding, Note } from './findings.ts';
import { quoteOf } from './findings.ts';
import type { Line } from './outline.ts';
import { CLOSED_WORDS, hasWord, monthsOf, RANGE_WORDS } from './words.ts';

type Found = { findings: Finding<'closure'>[]; notes: Note[] };
/** A date as written. The year may stand only at the end of a range: "Dec 24 – 26, 2026". */
type WrittenDate = { day: number; month: number; year?: number };

const MAX_CHARACTERS = 200;
const RANGE = String.raw`\s*(?:${[...RANGE_WORDS].join('|')})\s*`;
const DAY = String.raw`\d{1,2}(?!\d)`;
const ORDINAL = String.raw`(?:\.|er|st|nd|rd|th)?`;
const IS_RANGE = new RegExp(`^,?${RANGE}$`, 'iu');
/** With dots, the day comes first in every country. */
const NUMERIC =
  /(?<![\d.])(?<dottedDay>\d{1,2})\.(?<dottedMonth>\d{1,2})\.(?<dottedYear>20\d\d)|(?<isoYear>20\d\d)-(?<isoMonth>\d\d)-(?<isoDay>\d\d)/
    .source;

/** Days on which a line says that the business is closed. Only complete dates count. */
export function findClosures(lines: readonly Line[], language: string): Found {
  const datesIn = dateReader(language);
  const found: Found = { findings: [], notes: [] };
  for (const { text } of lines) {
    if (text.length > MAX_CHARACTERS || !hasWord(text, CLOSED_WORDS)) continue;
    const [from, to = from, ...more] = datesIn(text);
    if (from && to && !more.length && from <= to)
      found.findings.push({ kind: 'closure', value: { from, to }, certainty: 'text', quote: quoteOf(text) });
  }
  return found;
}

/** Reads the dates of a text; none if one of them has no year. */
function dateReader(language: string): (text: string) => string[] {
  const months = monthsOf(language);
  const name = `(?:${[...months.keys()].sort((a, b) => b.length - a.length).join('|')})(?!\\p{L})`;
  const dates = new RegExp(
    `${NUMERIC}|(?<![\\d.\\p{L}])(?:(?:(?<first>${DAY})${ORDINAL}${RANGE})?(?<day>${DAY})${ORDINAL}(?: de)? (?<month>${name})|` +
      `(?<monthBefore>${name})\\.? (?<dayAfter>${DAY})${ORDINAL}(?:${RANGE}(?<last>${DAY})${ORDINAL})?)` +
      '(?:\\.?,?(?: de)? (?<year>20\\d\\d))?',
    'giu',
  );
  return (text) => {
    const matches = [...text.matchAll(dates)].map(({ 0: { length }, index, groups = {} }) => ({
      index,
      end: index + length,
      written: writtenDates(groups, months),
    }));
    const written = matches.flatMap((match, position) => {
      const next = matches[position + 1];
      const isStart = next && IS_RANGE.test(text.slice(match.end, next.index));
      return match.written.map((date) => (isStart ? withYearOf(date, next.written[0]) : date));
    });
    const complete = written.map(isoDate).filter((date) => date !== undefined);
    return complete.length === written.length ? complete : [];
  };
}

function writtenDates(groups: Record<string, string | undefined>, months: ReadonlyMap<string, number>): WrittenDate[] {
  const {
    dottedDay,
    isoDay = dottedDay,
    dottedMonth,
    isoMonth = dottedMonth,
    dottedYear,
    isoYear = dottedYear,
  } = groups;
  if (isoDay) return [{ day: Number(isoDay), month: Number(isoMonth), year: Number(isoYear) }];
  const month = months.get((groups.month ?? groups.monthBefore ?? '').toLowerCase()) ?? 0;
  return [groups.first, groups.day, groups.dayAfter, groups.last]
    .filter((day) => day !== undefined)
    .map((day) => ({ day: Number(day), month, ...(groups.year ? { year: Number(groups.year) } : {}) }));
}

/** "December 24 – January 2, 2027" starts in the year before. */
function withYearOf(start: WrittenDate, end: WrittenDate | undefined): WrittenDate {
  if (start.year || !end?.year) return start;
  return { ...start, year: end.year - (start.month > end.month ? 1 : 0) };
}

function isoDate({ day, month, year }: WrittenDate): string | undefined {
  const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return isDate(date) ? date : undefined;
}

export const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
