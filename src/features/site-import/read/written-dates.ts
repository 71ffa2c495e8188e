// Reads the dates that a text names, however they are written: "Dec 24–26, 2026", "24. und 25. Dezember", "02.01.2027".
import { DAYS } from '../../../capability/document.ts';
import { collectMonthNames, createDayParser, type Day, LIST_WORDS, RANGE_WORDS } from './words.ts';

/** The year may be written only with another date of the text: "Dec 24 – 26, 2026". */
export type WrittenDate = { day: number; month: number; year?: number; weekday?: Day };
/** One date, or the two ends of a range. */
export type DateSpan = { start: number; end: number; from: WrittenDate; to: WrittenDate };

const buildAlternation = (words: ReadonlySet<string>) =>
  [...words]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[+*?.|/]/g, '\\$&'))
    .join('|');
const SEPARATOR_PATTERN = String.raw`\s*(?:,\s*(?:and|und|et)|${buildAlternation(RANGE_WORDS)}|${buildAlternation(LIST_WORDS)})\s*`;
/** Not a time of day, and not part of a longer number. */
const DAY_NUMBER_PATTERN = String.raw`\d{1,2}(?:\.(?!\d)|er|st|nd|rd|th)?(?![\d:]|[.,]\d|\s?[ap]\.?m|\s?uhr|h\b)`;
/** With dots, the day comes first in every country. */
const NUMERIC_DATE_PATTERN =
  /(?<![\d.])(?<dottedDay>\d{1,2})\.(?<dottedMonth>\d{1,2})\.(?<dottedYear>20\d\d)?(?!\d)|(?<isoYear>20\d\d)-(?<isoMonth>\d\d)-(?<isoDay>\d\d)/
    .source;

const SLASHED_DATE_PATTERN = /(?<![\d/])(?<slashed>\d{1,2}\/\d{1,2}\/20\d\d)(?![\d/])/.source;
const MONTHS_PER_YEAR = 12;

/** Which of the numbers is the day in "12/24/2026", if one of a text's dates shows it; in "1/2/2027" either may be. */
function findDayPosition(text: string): number | undefined {
  const dates = (text.match(new RegExp(SLASHED_DATE_PATTERN, 'g')) ?? []).map((date) => date.split('/').map(Number));
  const [dayPosition, ...others] = new Set(
    dates.flatMap((numbers) => [0, 1].filter((position) => (numbers[position] ?? 0) > MONTHS_PER_YEAR)),
  );
  return others.length ? undefined : dayPosition;
}

/** The parts of a date with slashes, named as the groups of an ISO date. */
function toDateGroups(slashed: string, dayPosition: number | undefined): DateGroups | undefined {
  if (dayPosition === undefined) return undefined;
  const numbers = slashed.split('/');
  return { isoDay: numbers[dayPosition], isoMonth: numbers[1 - dayPosition], isoYear: numbers[2] };
}

export function createDateReader(language: string): (text: string) => DateSpan[] {
  const months = collectMonthNames(language);
  const readDay = createDayParser(language);
  const monthPattern = `(?:${[...months.keys()].sort((a, b) => b.length - a.length).join('|')})(?!\\p{L})`;
  const weekdayPattern = String.raw`(?:(?!${monthPattern})\p{L}{2,12}[.,]?\s+)?`;
  const daysPattern = (name: string) =>
    String.raw`(?<${name}>${DAY_NUMBER_PATTERN}(?:(?:${SEPARATOR_PATTERN})(?:on\s|am\s|le\s)?${weekdayPattern}${DAY_NUMBER_PATTERN}(?!\s*${monthPattern}\.?\s*\d{1,2}\b))*)`;
  const datePattern = new RegExp(
    String.raw`(?:(?<weekday>\p{L}{2,12})[.,]?\s+(?:the\s+|den\s+|dem\s+|le\s+)?)?(?:${NUMERIC_DATE_PATTERN}|${SLASHED_DATE_PATTERN}|(?<![\d.\p{L}])(?:${daysPattern('daysBefore')}(?:\sof|\sde)?\s(?<month>${monthPattern})|(?<monthBefore>${monthPattern})\.?\s${daysPattern('daysAfter')})(?:\.?,?(?:\sde)?\s(?<year>20\d\d))?)`,
    'giu',
  );
  return (text) => {
    const dayPosition = findDayPosition(text);
    return [...text.matchAll(datePattern)].flatMap(({ 0: match, index, groups = {} }): DateSpan[] => {
      const [namedWeekday] = readDay(groups.weekday ?? '') ?? [];
      const start = namedWeekday || !groups.weekday ? index : index + match.search(/\s/) + 1;
      const end = index + match.length;
      const dateGroups = groups.slashed ? toDateGroups(groups.slashed, dayPosition) : groups;
      return (dateGroups ? toSpans(dateGroups, months) : []).map(({ from, to }) => ({
        start,
        end,
        from: { ...from, ...(namedWeekday ? { weekday: namedWeekday } : {}) },
        to,
      }));
    });
  };
}

type DateGroups = Record<string, string | undefined>;

function toSpans(groups: DateGroups, months: ReadonlyMap<string, number>): Pick<DateSpan, 'from' | 'to'>[] {
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
  const writtenDays = groups.daysBefore ?? groups.daysAfter ?? '';
  const spans: Pick<DateSpan, 'from' | 'to'>[] = [];
  let previousEnd = 0;
  for (const { 0: number, index } of writtenDays.matchAll(/\d{1,2}/g)) {
    const date = { day: Number(number), month, ...year };
    const between = writtenDays.slice(previousEnd, index).toLowerCase();
    const isRange = between.split(/[\s.]+/).some((word) => RANGE_WORDS.has(word)) || /[-–—−]/.test(between);
    const lastSpan = spans.at(-1);
    if (isRange && lastSpan) lastSpan.to = date;
    else spans.push({ from: date, to: date });
    previousEnd = index + number.length;
  }
  return spans;
}

/** Dates without a year get that of the next or previous date in the sentence, or the one in which their weekday is right. */
export function withYears(spans: readonly DateSpan[], years: readonly number[]): DateSpan[] {
  const dates = spans.flatMap(({ from, to }) => [from, to]);
  const yearOf = (date: WrittenDate, index: number): number | undefined => {
    if (date.year) return date.year;
    const nextDate = dates.slice(index + 1).find((candidate) => candidate.year);
    if (nextDate?.year) return nextDate.year - (isLater(date, nextDate) ? 1 : 0);
    const previousDate = dates.slice(0, index).findLast((candidate) => candidate.year);
    if (previousDate?.year) return previousDate.year + (isLater(previousDate, date) ? 1 : 0);
    const fitting = date.weekday ? years.filter((year) => findWeekday(date, year) === date.weekday) : [];
    return fitting.length === 1 ? fitting[0] : undefined;
  };
  const datedDates = dates.map((date, index) => {
    const year = yearOf(date, index);
    return { ...date, ...(year ? { year } : {}) };
  });
  return spans.map((span, index) => {
    const [from = span.from, to = span.to] = datedDates.slice(index * 2, index * 2 + 2);
    return { ...span, from, to: to.year || !from.year ? to : { ...to, year: from.year + (isLater(from, to) ? 1 : 0) } };
  });
}

const isLater = (a: WrittenDate, b: WrittenDate) => a.month > b.month || (a.month === b.month && a.day > b.day);
const findWeekday = ({ day, month }: WrittenDate, year: number): Day | undefined =>
  DAYS[(new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7];

export function formatIsoDate({ day, month, year }: WrittenDate): string | undefined {
  const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return isIsoDate(date) ? date : undefined;
}

export const isIsoDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;

const MS_PER_DAY = 86_400_000;
export const findDayBefore = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) - MS_PER_DAY).toISOString().slice(0, 10);
