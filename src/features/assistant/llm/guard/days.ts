// Days that a sentence names: weekdays, today and tomorrow, and dates.
import { anyOf, MONTHS, NEAR_DAYS, WEEKDAYS } from './calendar-words.ts';
import type { TextSpan } from './text-span.ts';

/** 0 is Monday and January; `fromToday` is 0 for today. */
export type Day = { weekday?: number; fromToday?: number; date?: { month: number; day: number; year?: number } };

const MONTH = anyOf(MONTHS.keys());
const YEAR = String.raw`[12][09]\d\d`;
const DATES = new RegExp(
  [
    String.raw`(?<year>20\d\d)-(?<month>\d\d)-(?<day>\d\d)`,
    String.raw`(?:(?<year>20\d\d)年)?(?<month>\d{1,2})月(?<day>\d{1,2})[日号號]?`,
    String.raw`(?<![\d:])(?<day>\d{1,2})(?:st|nd|rd|th|º|er|\.)?(?:\s+(?:de|of|di))?\s+(?<name>${MONTH})\.?(?:,?\s+(?:de\s+)?(?<year>${YEAR}))?`,
    String.raw`(?<name>${MONTH})\.?\s+(?:the\s+)?(?<day>\d{1,2})(?:st|nd|rd|th)?(?![\d:])(?:,?\s+(?<year>${YEAR}))?`,
    String.raw`(?<!\d)(?<day>\d{1,2})\.(?<month>0?[1-9]|1[0-2])\.(?:(?<year>${YEAR}))?(?!\d)`,
    String.raw`(?<!\d)(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>${YEAR})(?!\d)`,
  ].join('|'),
  'giu',
);
const NAMED = new RegExp(`(?<near>${anyOf(NEAR_DAYS.keys())})(?!-là)|(?<week>${anyOf(WEEKDAYS.keys())})`, 'giu');
const SHORT = /(?<![\p{L}\p{M}])(?:Mon|Tue|Tues|Wed|Thu|Thur|Thurs|Fri|Sat|Sun)s?(?![\p{L}\p{M}])/gu;
const SHORT_DAYS = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'];
/** "Mañana" is also the morning, "morgen" and "amanhã" are not. */
const IN_THE_MORNING = /(?:de la|por la|la)\s+$/iu;

/** What stands between the first and the last of some days. */
export const RANGE =
  /^s?\s*(?:to|through|thru|till|until|[-–—~～]|a|al|à|au|bis|até|à|tot|t\/m|do|到|至|から|إلى|से)\s*$/iu;
const NUMBER_BEFORE = /(?<![\d:.,])(\d{1,2})(?:st|nd|rd|th|\.)?(\D{1,8})$/u;
const NUMBER_AFTER = /^(\D{1,8})(\d{1,2})(?:st|nd|rd|th)?(?![\d:%]|[.,]\d|\s?[\p{L}$€£])/u;
const LAST_OF_MONTH = 31;

/** "November 19 to 21", "19–21 November": a number beside a date is the other end of a range, and no time. */
function otherEnd(text: string, { at, said, date }: TextSpan & Day): (TextSpan & Day) | undefined {
  if (!date) return undefined;
  const end = at + said.length;
  const before = NUMBER_BEFORE.exec(text.slice(0, at));
  const after = NUMBER_AFTER.exec(text.slice(end));
  const first = Number(before?.[1]);
  if (before && RANGE.test(before[2]!) && first > 0 && first < date.day)
    return { at: before.index, said: before[0].slice(0, -before[2]!.length), date: { ...date, day: first } };
  const last = Number(after?.[2]);
  if (
    after &&
    (RANGE.test(after[1]!) || /^\s*(?:and|&)\s*$/.test(after[1]!)) &&
    last > date.day &&
    last <= LAST_OF_MONTH
  )
    return { at: end + after[1]!.length, said: after[0].slice(after[1]!.length), date: { ...date, day: last } };
  return undefined;
}

export function daysIn(text: string): (TextSpan & Day)[] {
  const found: (TextSpan & Day)[] = [];
  const dated = [...text.matchAll(DATES)];
  for (const { 0: said, index: at, groups = {} } of dated) {
    const { name, year } = groups as Record<string, string | undefined>;
    const month = name === undefined ? Number(groups.month) - 1 : monthOf(name);
    found.push({ at, said, date: { month, day: Number(groups.day), ...(year ? { year: Number(year) } : {}) } });
  }
  found.push(...found.flatMap((each) => otherEnd(text, each) ?? []));
  const isTaken = (at: number) => found.some((each) => at >= each.at && at < each.at + each.said.length);
  for (const { 0: said, index: at, groups = {} } of text.matchAll(NAMED)) {
    if (isTaken(at)) continue;
    const word = bare(said);
    if (word === 'mañana' && IN_THE_MORNING.test(text.slice(0, at))) continue;
    found.push(
      groups.near ? { at, said, fromToday: NEAR_DAYS.get(word)! } : { at, said, weekday: WEEKDAYS.get(word)! },
    );
  }
  for (const { 0: said, index: at } of text.matchAll(SHORT))
    if (!isTaken(at)) found.push({ at, said, weekday: SHORT_DAYS.indexOf(said.slice(0, 2).toLowerCase()) });
  const sorted = found.sort((a, b) => a.at - b.at);
  return sorted.filter(
    ({ at, said, weekday }, index) =>
      weekday === undefined || !isOfDate(text.slice(at + said.length), sorted[index + 1], at + said.length),
  );
}

/** The weekdays that a text names, also those between the first and the last of a range. */
export function weekdaysIn(text: string, days: readonly (TextSpan & Day)[]): Set<number> {
  const found = new Set<number>();
  let last: (TextSpan & Day) | undefined;
  for (const day of days) {
    if (day.weekday === undefined) continue;
    const between = last ? text.slice(last.at + last.said.length, day.at) : '';
    if (last?.weekday !== undefined && RANGE.test(between))
      for (let at = last.weekday; at !== day.weekday; at = (at + 1) % 7) found.add(at);
    found.add(day.weekday);
    last = day;
  }
  return found;
}

/** "Thursday, November 26": the date says which Thursday. */
function isOfDate(after: string, next: (TextSpan & Day) | undefined, end: number): boolean {
  return (
    next?.date !== undefined &&
    /^[\s,،、(（]*(?:the|den|dem|le|el|il|de|dia|día|em)?[\s,]*$/iu.test(after.slice(0, next.at - end))
  );
}

/** Without what Arabic writes to it. */
function bare(said: string): string {
  const word = said.toLowerCase();
  return NEAR_DAYS.has(word) || WEEKDAYS.has(word) || MONTHS.has(word) ? word : word.slice(1);
}

const monthOf = (name: string) => MONTHS.get(bare(name)) ?? -1;
