import { must } from '../../kernel/must.ts';
import { dayNumberOf, findNthWeekday, weekdayOnOrAfter, yearOf } from './civil-dates.ts';

type Holiday = { name: string; pattern: string; dayInYear: (year: number) => number };

const makeFixedDay = (month: number, date: number) => (year: number) =>
  must(dayNumberOf(year, month, date), 'a date of that year');
const makeNthWeekdayOfMonth = (month: number, weekday: number, nth: number) => (year: number) =>
  findNthWeekday(year, month, weekday, nth);

/** Western Easter Sunday, by the Meeus/Jones/Butcher algorithm. */
function findEasterSunday(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return must(dayNumberOf(year, Math.floor(f / 31), (f % 31) + 1), 'a date of that year');
}

/** Patterns over canonical pieces: "new years eve", "4th of m7". Longer names come before the names they contain. */
const HOLIDAYS: readonly Holiday[] = [
  { name: 'Christmas Eve', pattern: 'christmas eve', dayInYear: makeFixedDay(12, 24) },
  { name: 'Christmas Day', pattern: 'christmas(?: day)?', dayInYear: makeFixedDay(12, 25) },
  { name: 'Boxing Day', pattern: 'boxing day', dayInYear: makeFixedDay(12, 26) },
  { name: "New Year's Eve", pattern: 'new (?:years?|year s) eve|nye', dayInYear: makeFixedDay(12, 31) },
  { name: "New Year's Day", pattern: 'new (?:years?|year s) day|new years', dayInYear: makeFixedDay(1, 1) },
  { name: 'Thanksgiving', pattern: 'thanksgiving(?: day)?|turkey day', dayInYear: makeNthWeekdayOfMonth(11, 4, 4) },
  { name: 'Black Friday', pattern: 'black d5', dayInYear: (year) => findNthWeekday(year, 11, 4, 4) + 1 },
  { name: 'Cyber Monday', pattern: 'cyber d1', dayInYear: (year) => findNthWeekday(year, 11, 4, 4) + 4 },
  { name: 'Good Friday', pattern: 'good d5', dayInYear: (year) => findEasterSunday(year) - 2 },
  { name: 'Easter Saturday', pattern: 'easter d6', dayInYear: (year) => findEasterSunday(year) - 1 },
  { name: 'Easter Monday', pattern: 'easter d1', dayInYear: (year) => findEasterSunday(year) + 1 },
  { name: 'Easter Sunday', pattern: 'easter(?: d7)?', dayInYear: findEasterSunday },
  {
    name: 'Independence Day',
    pattern: 'independence day|(?:the )?4thw? of m7|m7 (?:the )?4thw?',
    dayInYear: makeFixedDay(7, 4),
  },
  { name: 'Labor Day', pattern: 'labou?r day', dayInYear: makeNthWeekdayOfMonth(9, 1, 1) },
  { name: 'Memorial Day', pattern: 'memorial day', dayInYear: makeNthWeekdayOfMonth(5, 1, -1) },
  {
    name: 'Martin Luther King Jr. Day',
    pattern: 'mlk day|martin luther king(?: jr)?(?: day)?',
    dayInYear: makeNthWeekdayOfMonth(1, 1, 3),
  },
  { name: "Presidents' Day", pattern: 'presidents? day', dayInYear: makeNthWeekdayOfMonth(2, 1, 3) },
  { name: 'Juneteenth', pattern: 'juneteenth', dayInYear: makeFixedDay(6, 19) },
  { name: 'Columbus Day', pattern: 'columbus day|indigenous peoples day', dayInYear: makeNthWeekdayOfMonth(10, 1, 2) },
  { name: 'Veterans Day', pattern: 'veterans? day', dayInYear: makeFixedDay(11, 11) },
  { name: 'Halloween', pattern: 'hallowe?en', dayInYear: makeFixedDay(10, 31) },
  { name: "Valentine's Day", pattern: 'valentines?(?: day)?', dayInYear: makeFixedDay(2, 14) },
  { name: "Mother's Day", pattern: '(?:mother|mum|mom)s? day', dayInYear: makeNthWeekdayOfMonth(5, 7, 2) },
  { name: "Father's Day", pattern: '(?:father|dad)s? day', dayInYear: makeNthWeekdayOfMonth(6, 7, 3) },
  {
    name: "St Patrick's Day",
    pattern: '(?:st|saint) (?:patricks?|pattys?|paddys?)(?: day)?|(?:patricks?|pattys?|paddys?) day',
    dayInYear: makeFixedDay(3, 17),
  },
  { name: 'Cinco de Mayo', pattern: 'cinco de mayo', dayInYear: makeFixedDay(5, 5) },
  { name: 'Mardi Gras', pattern: 'mardi gras|(?:pancake|shrove) d2', dayInYear: (year) => findEasterSunday(year) - 47 },
  { name: 'Burns Night', pattern: 'burns night', dayInYear: makeFixedDay(1, 25) },
  { name: 'Bonfire Night', pattern: 'bonfire night', dayInYear: makeFixedDay(11, 5) },
  {
    name: 'Election Day',
    pattern: 'election day',
    dayInYear: (year) => weekdayOnOrAfter(makeFixedDay(11, 2)(year), 2),
  },
];

export const HOLIDAY_PATTERN = HOLIDAYS.map(({ pattern }) => pattern).join('|');

const HOLIDAY_MATCHERS = HOLIDAYS.map(({ name, pattern, dayInYear }) => ({
  name,
  pattern: new RegExp(`^(?:${pattern})$`),
  dayInYear,
}));

/** The next holiday of that name, today included. */
export function findHoliday(text: string, today: number): { day: number; name: string } | undefined {
  const holiday = HOLIDAY_MATCHERS.find(({ pattern }) => pattern.test(text));
  if (!holiday) return undefined;
  const year = yearOf(today);
  const day = holiday.dayInYear(year);
  return { day: day >= today ? day : holiday.dayInYear(year + 1), name: holiday.name };
}
