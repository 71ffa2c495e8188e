// Reads the dates that a text names, however they are written: "Dec 24–26, 2026", "24. und 25. Dezember", "02.01.2027".
import { DAYS } from '../../../capability/document.ts';
import { type Day, dayReader, LIST_WORDS, monthsOf, RANGE_WORDS } from './words.ts';

/** The year may stand at another date of the text: "Dec 24 – 26, 2026". */
export type WrittenDate = { day: number; month: number; year?: number; weekday?: Day };
/** One date, or the two ends of a range. */
export type Span = { start: number; end: number; from: WrittenDate; to: WrittenDate };

const escaped = (words: ReadonlySet<string>) =>
  [...words]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[+*?.|/]/g, '\\$&'))
    .join('|');
const SEPARATOR = String.raw`\s*(?:,\s*(?:and|und|et)|${escaped(RANGE_WORDS)}|${escaped(LIST_WORDS)})\s*`;
/** Not a time of day, and not part of a longer number. */
const DAY_NUMBER = String.raw`\d{1,2}(?:\.(?!\d)|er|st|nd|rd|th)?(?![\d:]|[.,]\d|\s?[ap]\.?m|\s?uhr|h\b)`;
/** With dots, the day comes first in every country. */
const NUMERIC =
  /(?<![\d.])(?<dottedDay>\d{1,2})\.(?<dottedMonth>\d{1,2})\.(?<dottedYear>20\d\d)?(?!\d)|(?<isoYear>20\d\d)-(?<isoMonth>\d\d)-(?<isoDay>\d\d)/
    .source;

const SLASHED = /(?<![\d/])(?<slashed>\d{1,2}\/\d{1,2}\/20\d\d)(?![\d/])/.source;
const MONTHS = 12;

/** Which of the numbers is the day in "12/24/2026", if one of a text's dates shows it; in "1/2/2027" either may be. */
function dayPositionIn(text: string): number | undefined {
  const dates = (text.match(new RegExp(SLASHED, 'g')) ?? []).map((date) => date.split('/').map(Number));
  const [place, ...others] = new Set(
    dates.flatMap((numbers) => [0, 1].filter((place) => (numbers[place] ?? 0) > MONTHS)),
  );
  return others.length ? undefined : place;
}

/** Dates as those with dots or dashes are found. */
function slashedGroups(slashed: string, place: number | undefined): Groups | undefined {
  if (place === undefined) return undefined;
  const numbers = slashed.split('/');
  return { isoDay: numbers[place], isoMonth: numbers[1 - place], isoYear: numbers[2] };
}

export function dateReader(language: string): (text: string) => Span[] {
  const months = monthsOf(language);
  const readDay = dayReader(language);
  const month = `(?:${[...months.keys()].sort((a, b) => b.length - a.length).join('|')})(?!\\p{L})`;
  const weekday = String.raw`(?:(?!${month})\p{L}{2,12}[.,]?\s+)?`;
  const days = (name: string) =>
    String.raw`(?<${name}>${DAY_NUMBER}(?:(?:${SEPARATOR})(?:on\s|am\s|le\s)?${weekday}${DAY_NUMBER}(?!\s*${month}\.?\s*\d{1,2}\b))*)`;
  const dates = new RegExp(
    String.raw`(?:(?<weekday>\p{L}{2,12})[.,]?\s+(?:the\s+|den\s+|dem\s+|le\s+)?)?(?:${NUMERIC}|${SLASHED}|(?<![\d.\p{L}])(?:${days('daysBefore')}(?:\sof|\sde)?\s(?<month>${month})|(?<monthBefore>${month})\.?\s${days('daysAfter')})(?:\.?,?(?:\sde)?\s(?<year>20\d\d))?)`,
    'giu',
  );
  return (text) => {
    const place = dayPositionIn(text);
    return [...text.matchAll(dates)].flatMap(({ 0: match, index, groups = {} }): Span[] => {
      const [weekdayOf] = readDay(groups.weekday ?? '') ?? [];
      const start = weekdayOf || !groups.weekday ? index : index + match.search(/\s/) + 1;
      const end = index + match.length;
      const written = groups.slashed ? slashedGroups(groups.slashed, place) : groups;
      return (written ? spansOf(written, months) : []).map(({ from, to }) => ({
        start,
        end,
        from: { ...from, ...(weekdayOf ? { weekday: weekdayOf } : {}) },
        to,
      }));
    });
  };
}

type Groups = Record<string, string | undefined>;

function spansOf(groups: Groups, months: ReadonlyMap<string, number>): Pick<Span, 'from' | 'to'>[] {
  const {
    dottedDay,
    isoDay = dottedDay,
    dottedMonth,
    isoMonth = dottedMonth,
    dottedYear,
    isoYear = dottedYear,
  } = groups;
  if (isoDay) {
    const date = { day: Number(isoDay), month: Number(isoMonth), ...(isoYear ? { year: Number(isoYear) } : {}) };
    return [{ from: date, to: date }];
  }
  const month = months.get((groups.month ?? groups.monthBefore ?? '').toLowerCase()) ?? 0;
  const year = groups.year ? { year: Number(groups.year) } : {};
  const written = groups.daysBefore ?? groups.daysAfter ?? '';
  const spans: Pick<Span, 'from' | 'to'>[] = [];
  let previousEnd = 0;
  for (const { 0: number, index } of written.matchAll(/\d{1,2}/g)) {
    const date = { day: Number(number), month, ...year };
    const between = written.slice(previousEnd, index).toLowerCase();
    const isRange = between.split(/[\s.]+/).some((word) => RANGE_WORDS.has(word)) || /[-–—−]/.test(between);
    const last = spans.at(-1);
    if (isRange && last) last.to = date;
    else spans.push({ from: date, to: date });
    previousEnd = index + number.length;
  }
  return spans;
}

/** The dates of one sentence share their year: the next one's, or the previous one's. A weekday says which year it is. */
export function withYears(spans: readonly Span[], years: readonly number[]): Span[] {
  const all = spans.flatMap(({ from, to }) => [from, to]);
  const yearOf = (date: WrittenDate, at: number): number | undefined => {
    if (date.year) return date.year;
    const next = all.slice(at + 1).find((each) => each.year);
    if (next?.year) return next.year - (isLater(date, next) ? 1 : 0);
    const previous = all.slice(0, at).findLast((each) => each.year);
    if (previous?.year) return previous.year + (isLater(previous, date) ? 1 : 0);
    const fitting = date.weekday ? years.filter((year) => weekdayIn(date, year) === date.weekday) : [];
    return fitting.length === 1 ? fitting[0] : undefined;
  };
  const dated = all.map((date, at) => {
    const year = yearOf(date, at);
    return { ...date, ...(year ? { year } : {}) };
  });
  return spans.map((span, at) => {
    const [from = span.from, to = span.to] = dated.slice(at * 2, at * 2 + 2);
    return { ...span, from, to: to.year || !from.year ? to : { ...to, year: from.year + (isLater(from, to) ? 1 : 0) } };
  });
}

const isLater = (a: WrittenDate, b: WrittenDate) => a.month > b.month || (a.month === b.month && a.day > b.day);
const weekdayIn = ({ day, month }: WrittenDate, year: number): Day | undefined =>
  DAYS[(new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7];

export function isoDate({ day, month, year }: WrittenDate): string | undefined {
  const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return isDate(date) ? date : undefined;
}

export const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;

const MS_PER_DAY = 86_400_000;
export const dayBefore = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) - MS_PER_DAY).toISOString().slice(0, 10);
