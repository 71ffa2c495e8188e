// Days in a sentence: weekdays, relative days such as "tomorrow", and dates.
import { buildNamePattern, DAYS_FROM_TODAY_BY_WORD, MONTH_BY_NAME, WEEKDAY_BY_NAME } from './calendar-words.ts';
import type { TextSpan } from './text-span.ts';

/** Weekday 0 is Monday and month 0 is January; `daysFromToday` is 0 for today. */
export type Day = { weekday?: number; daysFromToday?: number; date?: { month: number; day: number; year?: number } };

const MONTH_NAME_PATTERN = buildNamePattern(MONTH_BY_NAME.keys());
const YEAR_PATTERN = String.raw`[12][09]\d\d`;
const DATE_PATTERN = new RegExp(
  [
    String.raw`(?<year>20\d\d)-(?<month>\d\d)-(?<day>\d\d)`,
    String.raw`(?:(?<year>20\d\d)年)?(?<month>\d{1,2})月(?<day>\d{1,2})[日号號]?`,
    String.raw`(?<![\d:])(?<day>\d{1,2})(?:st|nd|rd|th|º|er|\.)?(?:\s+(?:de|of|di))?\s+(?<name>${MONTH_NAME_PATTERN})\.?(?:,?\s+(?:de\s+)?(?<year>${YEAR_PATTERN}))?`,
    String.raw`(?<name>${MONTH_NAME_PATTERN})\.?\s+(?:the\s+)?(?<day>\d{1,2})(?:st|nd|rd|th)?(?![\d:])(?:,?\s+(?<year>${YEAR_PATTERN}))?`,
    String.raw`(?<!\d)(?<day>\d{1,2})\.(?<month>0?[1-9]|1[0-2])\.(?:(?<year>${YEAR_PATTERN}))?(?!\d)`,
    String.raw`(?<!\d)(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>${YEAR_PATTERN})(?!\d)`,
  ].join('|'),
  'giu',
);
const NAMED_DAY_PATTERN = new RegExp(
  `(?<near>${buildNamePattern(DAYS_FROM_TODAY_BY_WORD.keys())})(?!-là)|(?<week>${buildNamePattern(WEEKDAY_BY_NAME.keys())})`,
  'giu',
);
const ENGLISH_SHORT_DAY_PATTERN =
  /(?<![\p{L}\p{M}])(?:Mon|Tue|Tues|Wed|Thu|Thur|Thurs|Fri|Sat|Sun)s?(?![\p{L}\p{M}])/gu;
const SHORT_DAY_PREFIXES = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'];
/** After these, Spanish "mañana" means morning rather than tomorrow. */
const MORNING_LEAD_IN_PATTERN = /(?:de la|por la|la)\s+$/iu;

/** The text between the first and last day of a range. */
export const RANGE_SEPARATOR_PATTERN =
  /^s?\s*(?:to|through|thru|till|until|[-–—~～]|a|al|à|au|bis|até|à|tot|t\/m|do|到|至|から|إلى|से)\s*$/iu;
const NUMBER_BEFORE_PATTERN = /(?<![\d:.,])(\d{1,2})(?:st|nd|rd|th|\.)?(\D{1,8})$/u;
const NUMBER_AFTER_PATTERN = /^(\D{1,8})(\d{1,2})(?:st|nd|rd|th)?(?![\d:%]|[.,]\d|\s?[\p{L}$€£])/u;
const MAX_DAY_OF_MONTH = 31;

/** A number next to a date is the other end of a range, not a time: "November 19 to 21". */
function findOtherRangeEnd(text: string, { start, matchedText, date }: TextSpan & Day): (TextSpan & Day) | undefined {
  if (!date) return undefined;
  const end = start + matchedText.length;
  const [textBefore = '', numberBefore, separatorBefore = ''] = NUMBER_BEFORE_PATTERN.exec(text.slice(0, start)) ?? [];
  const firstDay = Number(numberBefore);
  if (RANGE_SEPARATOR_PATTERN.test(separatorBefore) && firstDay > 0 && firstDay < date.day)
    return {
      start: start - textBefore.length,
      matchedText: textBefore.slice(0, -separatorBefore.length),
      date: { ...date, day: firstDay },
    };
  const [textAfter = '', separatorAfter = '', numberAfter] = NUMBER_AFTER_PATTERN.exec(text.slice(end)) ?? [];
  const lastDay = Number(numberAfter);
  if (
    (RANGE_SEPARATOR_PATTERN.test(separatorAfter) || /^\s*(?:and|&)\s*$/.test(separatorAfter)) &&
    lastDay > date.day &&
    lastDay <= MAX_DAY_OF_MONTH
  )
    return {
      start: end + separatorAfter.length,
      matchedText: textAfter.slice(separatorAfter.length),
      date: { ...date, day: lastDay },
    };
  return undefined;
}

export function extractDays(text: string): (TextSpan & Day)[] {
  const days: (TextSpan & Day)[] = [];
  const dateMatches = [...text.matchAll(DATE_PATTERN)];
  for (const { 0: matchedText, index: start, groups = {} } of dateMatches) {
    const { name, year } = groups as Record<string, string | undefined>;
    const month = name === undefined ? Number(groups.month) - 1 : parseMonthName(name);
    days.push({
      start,
      matchedText,
      date: { month, day: Number(groups.day), ...(year ? { year: Number(year) } : {}) },
    });
  }
  days.push(...days.flatMap((day) => findOtherRangeEnd(text, day) ?? []));
  const isInsideMatch = (position: number) =>
    days.some((day) => position >= day.start && position < day.start + day.matchedText.length);
  for (const { 0: matchedText, index: start, groups = {} } of text.matchAll(NAMED_DAY_PATTERN)) {
    if (isInsideMatch(start)) continue;
    const word = withoutArabicPrefix(matchedText);
    if (word === 'mañana' && MORNING_LEAD_IN_PATTERN.test(text.slice(0, start))) continue;
    days.push(
      groups.near
        ? { start, matchedText, daysFromToday: DAYS_FROM_TODAY_BY_WORD.get(word) }
        : { start, matchedText, weekday: WEEKDAY_BY_NAME.get(word) },
    );
  }
  for (const { 0: matchedText, index: start } of text.matchAll(ENGLISH_SHORT_DAY_PATTERN))
    if (!isInsideMatch(start))
      days.push({ start, matchedText, weekday: SHORT_DAY_PREFIXES.indexOf(matchedText.slice(0, 2).toLowerCase()) });
  const sortedDays = days.sort((a, b) => a.start - b.start);
  return sortedDays.filter(
    ({ start, matchedText, weekday }, index) =>
      weekday === undefined ||
      !isWeekdayOfDate(text.slice(start + matchedText.length), sortedDays[index + 1], start + matchedText.length),
  );
}

/** The weekdays in a text, including those inside a range such as "Monday to Friday". */
export function findWeekdays(text: string, days: readonly (TextSpan & Day)[]): Set<number> {
  const weekdays = new Set<number>();
  let previousDay: (TextSpan & Day) | undefined;
  for (const day of days) {
    if (day.weekday === undefined) continue;
    const textBetween = previousDay ? text.slice(previousDay.start + previousDay.matchedText.length, day.start) : '';
    if (previousDay?.weekday !== undefined && RANGE_SEPARATOR_PATTERN.test(textBetween))
      for (let weekday = previousDay.weekday; weekday !== day.weekday; weekday = (weekday + 1) % 7)
        weekdays.add(weekday);
    weekdays.add(day.weekday);
    previousDay = day;
  }
  return weekdays;
}

/** The weekday only repeats the date after it: "Thursday, November 26". */
function isWeekdayOfDate(textAfter: string, nextDay: (TextSpan & Day) | undefined, end: number): boolean {
  return (
    nextDay?.date !== undefined &&
    /^[\s,،、(（]*(?:the|den|dem|le|el|il|de|dia|día|em)?[\s,]*$/iu.test(textAfter.slice(0, nextDay.start - end))
  );
}

/** Arabic attaches one-letter prepositions to the word. */
function withoutArabicPrefix(matchedText: string): string {
  const word = matchedText.toLowerCase();
  return DAYS_FROM_TODAY_BY_WORD.has(word) || WEEKDAY_BY_NAME.has(word) || MONTH_BY_NAME.has(word)
    ? word
    : word.slice(1);
}

const parseMonthName = (name: string) => MONTH_BY_NAME.get(withoutArabicPrefix(name)) ?? -1;
