import { must } from '../../kernel/must.ts';
import { dayOf, nthWeekday, onOrAfter, yearOf } from './civil.ts';

type Holiday = { name: string; pattern: string; on: (year: number) => number };

const fixed = (month: number, date: number) => (year: number) => must(dayOf(year, month, date), 'a date of that year');
const nth = (month: number, weekday: number, count: number) => (year: number) =>
  nthWeekday(year, month, weekday, count);

/** Western Easter Sunday, by Gauss's rule as Meeus and Butcher write it. */
function easter(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return must(dayOf(year, Math.floor(f / 31), (f % 31) + 1), 'a date of that year');
}

/** As the rules' pieces have it: "new years eve", "4th of m7". Longer names stand before those they contain. */
const HOLIDAYS: readonly Holiday[] = [
  { name: 'Christmas Eve', pattern: 'christmas eve', on: fixed(12, 24) },
  { name: 'Christmas Day', pattern: 'christmas(?: day)?', on: fixed(12, 25) },
  { name: 'Boxing Day', pattern: 'boxing day', on: fixed(12, 26) },
  { name: "New Year's Eve", pattern: 'new (?:years?|year s) eve|nye', on: fixed(12, 31) },
  { name: "New Year's Day", pattern: 'new (?:years?|year s) day|new years', on: fixed(1, 1) },
  { name: 'Thanksgiving', pattern: 'thanksgiving(?: day)?|turkey day', on: nth(11, 4, 4) },
  { name: 'Black Friday', pattern: 'black d5', on: (year) => nthWeekday(year, 11, 4, 4) + 1 },
  { name: 'Cyber Monday', pattern: 'cyber d1', on: (year) => nthWeekday(year, 11, 4, 4) + 4 },
  { name: 'Good Friday', pattern: 'good d5', on: (year) => easter(year) - 2 },
  { name: 'Easter Saturday', pattern: 'easter d6', on: (year) => easter(year) - 1 },
  { name: 'Easter Monday', pattern: 'easter d1', on: (year) => easter(year) + 1 },
  { name: 'Easter Sunday', pattern: 'easter(?: d7)?', on: easter },
  { name: 'Independence Day', pattern: 'independence day|(?:the )?4thw? of m7|m7 (?:the )?4thw?', on: fixed(7, 4) },
  { name: 'Labor Day', pattern: 'labou?r day', on: nth(9, 1, 1) },
  { name: 'Memorial Day', pattern: 'memorial day', on: nth(5, 1, -1) },
  { name: 'Martin Luther King Jr. Day', pattern: 'mlk day|martin luther king(?: jr)?(?: day)?', on: nth(1, 1, 3) },
  { name: "Presidents' Day", pattern: 'presidents? day', on: nth(2, 1, 3) },
  { name: 'Juneteenth', pattern: 'juneteenth', on: fixed(6, 19) },
  { name: 'Columbus Day', pattern: 'columbus day|indigenous peoples day', on: nth(10, 1, 2) },
  { name: 'Veterans Day', pattern: 'veterans? day', on: fixed(11, 11) },
  { name: 'Halloween', pattern: 'hallowe?en', on: fixed(10, 31) },
  { name: "Valentine's Day", pattern: 'valentines?(?: day)?', on: fixed(2, 14) },
  { name: "Mother's Day", pattern: '(?:mother|mum|mom)s? day', on: nth(5, 7, 2) },
  { name: "Father's Day", pattern: '(?:father|dad)s? day', on: nth(6, 7, 3) },
  {
    name: "St Patrick's Day",
    pattern: '(?:st|saint) (?:patricks?|pattys?|paddys?)(?: day)?|(?:patricks?|pattys?|paddys?) day',
    on: fixed(3, 17),
  },
  { name: 'Cinco de Mayo', pattern: 'cinco de mayo', on: fixed(5, 5) },
  { name: 'Mardi Gras', pattern: 'mardi gras|(?:pancake|shrove) d2', on: (year) => easter(year) - 47 },
  { name: 'Burns Night', pattern: 'burns night', on: fixed(1, 25) },
  { name: 'Bonfire Night', pattern: 'bonfire night', on: fixed(11, 5) },
  { name: 'Election Day', pattern: 'election day', on: (year) => onOrAfter(fixed(11, 2)(year), 2) },
];

export const HOLIDAY = HOLIDAYS.map(({ pattern }) => pattern).join('|');

const NAMES = HOLIDAYS.map(({ name, pattern, on }) => ({ name, whole: new RegExp(`^(?:${pattern})$`), on }));

/** The holiday of that name which comes next, today included. */
export function holidayNamed(said: string, today: number): { day: number; name: string } | undefined {
  const holiday = NAMES.find(({ whole }) => whole.test(said));
  if (!holiday) return undefined;
  const year = yearOf(today);
  const day = holiday.on(year);
  return { day: day >= today ? day : holiday.on(year + 1), name: holiday.name };
}
