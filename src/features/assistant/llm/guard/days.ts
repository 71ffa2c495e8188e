// Days that a sentence names: weekdays, today and tomorrow, and dates.
import { anyOf, MONTHS, NEAR_DAYS, WEEKDAYS } from './calendar-words.ts';
import type { Said } from './said.ts';

/** 0 is Monday and January; `fromToday` is 0 for today. */
export type Day = { weekday?: number; fromToday?: number; date?: { month: number; day: number; year?: number } };

const MONTH = anyOf(MONTHS.keys());
const DATES = new RegExp(
  [
    String.raw`(?<year>20\d\d)-(?<month>\d\d)-(?<day>\d\d)`,
    String.raw`(?:(?<year>20\d\d)年)?(?<month>\d{1,2})月(?<day>\d{1,2})[日号號]?`,
    String.raw`(?<!\d)(?<day>\d{1,2})(?:st|nd|rd|th|º|er|\.)?(?:\s+(?:de|of|di))?\s+(?<name>${MONTH})\.?(?:,?\s+(?:de\s+)?(?<year>20\d\d))?`,
    String.raw`(?<name>${MONTH})\.?\s+(?:the\s+)?(?<day>\d{1,2})(?:st|nd|rd|th)?(?![\d:])(?:,?\s+(?<year>20\d\d))?`,
    String.raw`(?<!\d)(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?:(?<year>20\d\d))?(?!\d)`,
    String.raw`(?<!\d)(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>20\d\d)(?!\d)`,
  ].join('|'),
  'giu',
);
const NAMED = new RegExp(`(?<near>${anyOf(NEAR_DAYS.keys())})|(?<week>${anyOf(WEEKDAYS.keys())})`, 'giu');
const SHORT = /(?<![\p{L}\p{M}])(?:Mon|Tue|Tues|Wed|Thu|Thur|Thurs|Fri|Sat|Sun)s?(?![\p{L}\p{M}])/gu;
const SHORT_DAYS = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'];
/** "Mañana" is also the morning, "morgen" and "amanhã" are not. */
const IN_THE_MORNING = /(?:de la|por la|la)\s+$/iu;

export function daysIn(text: string): (Said & Day)[] {
  const found: (Said & Day)[] = [];
  const dated = [...text.matchAll(DATES)];
  for (const { 0: said, index: at, groups = {} } of dated) {
    const { name, year } = groups as Record<string, string | undefined>;
    const month = name === undefined ? Number(groups.month) - 1 : monthOf(name);
    found.push({ at, said, date: { month, day: Number(groups.day), ...(year ? { year: Number(year) } : {}) } });
  }
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

/** "Thursday, November 26": the date says which Thursday. */
function isOfDate(after: string, next: (Said & Day) | undefined, end: number): boolean {
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
