// Days named by the calendar: "the 23rd", "3 Dec", "12/3", "first Monday in December", "Thanksgiving".
import { addMonths, dayOf, daysIn, firstOf, monthOf, nthWeekday, weekdayOf, yearOf } from './civil.ts';
import { HOLIDAY, holidayNamed } from './holidays.ts';
import { END_OR, FOLLOW, MONTH, NOT, QUANTITY, type Reading, type Rule, rule, type Scene, WEEKDAY } from './rule.ts';

const NOTHING: Reading = { kind: 'nothing' };
const date = (day: number | undefined): Reading => (day === undefined ? NOTHING : { kind: 'date', day });
const numberIn = (said: string) => Number(said.match(/\d+/)![0]);

/** A year as written; two digits lie in this century unless that would be years ahead. */
export function yearSaid(said: string, today: number, ahead: number): number {
  const year = numberIn(said);
  if (year >= 100) return year;
  return year + 2000 <= yearOf(today) + ahead ? year + 2000 : year + 1900;
}

/** Without a year the next such day; a year gone by makes it a day of birth or of an order, and none to book. */
function onDate({ today }: Scene, month: number, of: number, year?: string): Reading {
  const thisYear = yearOf(today);
  if (year) {
    const said = yearSaid(year, today, 5);
    return said < thisYear ? NOTHING : date(dayOf(said, month, of));
  }
  for (let next = thisYear; next < thisYear + 9; next++) {
    const day = dayOf(next, month, of);
    if (day !== undefined && day >= today) return date(day);
  }
  return NOTHING;
}

/** "the 23rd": in the first month that has one to come; with a weekday, in the first of four that fits. */
function onDayOfMonth({ today }: Scene, of: number, weekday?: number): Reading {
  const days: number[] = [];
  for (let ahead = 0; ahead < 5; ahead++) {
    const first = firstOf(yearOf(today), monthOf(today) + ahead);
    const day = first + of - 1;
    if (of >= 1 && of <= daysIn(yearOf(first), monthOf(first)) && day >= today) days.push(day);
  }
  return date(days.find((day) => weekday === undefined || weekdayOf(day) === weekday) ?? days[0]);
}

function inOrder({ context }: Scene, first: number, second: number): [month: number, of: number] {
  const dayFirst = context.dayFirst ? second <= 12 : first > 12;
  return dayFirst ? [second, first] : [first, second];
}

const THE = '(?:on )?(?:the )?';
const LEAD = `(?:(${WEEKDAY})(?: ,)? ${THE})?`;
const OF_MONTH = '([1-9]|[12]\\d|3[01]|0[1-9])(?:thw?|w)?';
const YEAR = "(?:(?: ,)?(?: of)? ((?:19|20)\\d\\d|'\\d\\d|(?:2[5-9]|[3-9]\\d)(?= )(?! [a-z%-]))| this year)?";
const ORDER: Readonly<Record<string, number>> = { last: -1, final: -1 };

function nthOf({ today }: Scene, nth: string, weekday: string, month: string): Reading {
  const count = ORDER[nth] ?? numberIn(nth);
  const year = yearOf(today);
  const find = (first: number) => nthWeekday(yearOf(first), monthOf(first), numberIn(weekday), count);
  if (!month.startsWith('m')) {
    const day = find(firstOf(year, monthOf(today) + (month.includes('next') ? 1 : 0)));
    return date(day >= today ? day : find(firstOf(year, monthOf(today) + 1)));
  }
  const day = find(firstOf(year, numberIn(month)));
  return date(day >= today ? day : find(firstOf(year + 1, numberIn(month))));
}

/** What people add to a holiday when they do not mean the day. */
const NOT_THE_DAY =
  '(?:menu|menus|party|parties|gift|gifts|card|cards|present|presents|tree|sale|sales|deal|deals|special|specials|' +
  'season|decorations?|shopping|jumper|hours|costumes?|eggs?|flowers|package|packages|offers?|bonus|themed)';
const FRACTION = '(?:price|off|hour|portion|cup|stars?|of|lb|dozen|a|an|size|bottle|pint|carafe)';

/** What is wished, not planned. */
const COURTESIES = [
  'how (?:are|is|was|were) (?:you|u|ya|things|everyone|everything|it going)(?: all| guys| doing)? (?:today|tonight|this \\S+)',
  '(?:have|enjoy) (?:a|your|the|an)(?: \\S+)? (?:day|weekend|evening|night|morning|afternoon|d\\d|rest of (?:your|the) \\S+)',
  `(?:happy|merry|blessed) (?:d\\d|new year|weekend|holidays|${HOLIDAY})`,
  'd7 roasts?',
];

export const CALENDAR_RULES: readonly Rule[] = [
  rule(`${LEAD}${OF_MONTH}(?: ,)?(?: of)?(?: the month of)?(?: -)? (${MONTH})${YEAR}`, ([, , of, month, year], scene) =>
    onDate(scene, numberIn(month!), Number(of), year),
  ),
  rule(`${LEAD}(${MONTH})(?: ,| -)? (?:the )?${OF_MONTH}${NOT(QUANTITY)}${YEAR}`, ([, , month, of, year], scene) =>
    onDate(scene, numberIn(month!), Number(of), year),
  ),
  rule('(\\d{4})/(\\d{1,2})/(\\d{1,2})', ([, year, month, of], scene) =>
    onDate(scene, Number(month), Number(of), year),
  ),
  rule(
    `${LEAD}(?!24/7 )(\\d{1,2})/(\\d{1,2})(?:/(\\d{2,4})?| this year)?${NOT(FRACTION)}`,
    ([said, , first, second, year], scene) => {
      // 10/10 and 5/5 are praise, unless a weekday or a year says otherwise.
      if (first === second && !said.includes(' ') && !year && Number(first) > 4) return undefined;
      return onDate(scene, ...inOrder(scene, Number(first), Number(second)), year);
    },
  ),
  rule(
    `(${WEEKDAY})(?: ,)? ${THE}(\\d{1,2})thw?(?: of (this|next) month)?${NOT('(?:floor|street|avenue|birthday)')}`,
    ([, weekday, of, which], scene) =>
      which ? onDayOfMonth(nextMonth(scene, which), Number(of)) : onDayOfMonth(scene, Number(of), numberIn(weekday!)),
  ),
  rule(`(${WEEKDAY}) the (\\d{1,2})${END_OR(FOLLOW)}`, ([, weekday, of], scene) =>
    onDayOfMonth(scene, Number(of), numberIn(weekday!)),
  ),
  rule(`(${WEEKDAY}) (1[3-9]|2\\d|3[01])${END_OR('(?:\\.|,|at|for|please|around|and|or)')}`, ([, weekday, of], scene) =>
    onDayOfMonth(scene, Number(of), numberIn(weekday!)),
  ),
  rule(
    `(?<!(?:my|her|his|our|their|your|a|every|each) )(?:the )?(\\d{1,2})th(?: of (?:this|the) month)?${END_OR(FOLLOW)}`,
    ([, of], scene) => onDayOfMonth(scene, Number(of)),
  ),
  rule(
    `(?<= (?:on|for|by|until|from|to|about|is|or|before|after|and|not|but|between|of) )the (\\d{1,2})thw${END_OR(FOLLOW)}`,
    ([, of], scene) => onDayOfMonth(scene, Number(of)),
  ),
  rule(`(?:the )?(\\d{1,2})thw?(?: of)? next month`, ([, of], scene) =>
    onDayOfMonth(nextMonth(scene, 'next'), Number(of)),
  ),
  rule(`(?<= (?:on|for|by|until|to) )the (\\d{1,2})${END_OR(FOLLOW)}`, ([, of], scene) =>
    onDayOfMonth(scene, Number(of)),
  ),
  rule(
    `(?<=^ (?:(?:on|for|maybe|say|umm?|uh|yes|yeah|the|ok) )*)(\\d{1,2})(?:thw?|w)?${END_OR(FOLLOW)}`,
    ([, of], scene) => (scene.context.expects === 'date' ? onDayOfMonth(scene, Number(of)) : undefined),
  ),
  rule(
    `(?:the )?(?:very )?([1-5]thw?|last|final) (${WEEKDAY}) (?:of|in) (${MONTH}|the month|this month|(?:the )?next month)`,
    ([, nth, weekday, month], scene) => nthOf(scene, nth!, weekday!, month!),
  ),
  rule(`(?:${HOLIDAY})${NOT(NOT_THE_DAY)}(?: this year)?`, ([said], { today }) => {
    const holiday = holidayNamed(said.replace(/ this year$/, ''), today);
    return holiday ? { kind: 'date', day: holiday.day, holiday: holiday.name } : undefined;
  }),
  rule(`(?:${HOLIDAY}) (?:long )?weekend`, ([said], { today }) => {
    const holiday = holidayNamed(said.replace(/ (?:long )?weekend$/, ''), today);
    if (!holiday) return undefined;
    const saturday = holiday.day + 6 - weekdayOf(holiday.day);
    const from = weekdayOf(holiday.day) < 3 ? saturday - 7 : Math.min(saturday, holiday.day);
    return { kind: 'days', from, to: Math.max(from + 1, holiday.day, saturday - 7 >= from ? 0 : saturday + 1) };
  }),
  ...COURTESIES.map((words) => rule(words, NOTHING)),
  rule(`(?:bank|public|federal|national) holiday(?: weekend| (?:${WEEKDAY}))?`, NOTHING),
];

function nextMonth(scene: Scene, which: string): Scene {
  if (which !== 'next') return scene;
  const day = addMonths(scene.today, 1);
  return { ...scene, today: firstOf(yearOf(day), monthOf(day)) };
}
