// Days named by the calendar: "the 23rd", "3 Dec", "12/3", "first Monday in December", "Thanksgiving".
import { must } from '../../kernel/must.ts';
import { addMonths, dayOf, daysIn, firstOf, mondayOf, monthOf, nthWeekday, weekdayOf, yearOf } from './civil.ts';
import { isCounted, isFollowed } from './follow.ts';
import { HOLIDAY, holidayNamed } from './holidays.ts';
import { wide } from './patterns.ts';
import { MONTH, NOT, type Reading, type Rule, rule, type Scene, WEEKDAY } from './rule.ts';

const NOTHING: Reading = { kind: 'nothing' };
const date = (day: number | undefined): Reading => (day === undefined ? NOTHING : { kind: 'date', day });
const numberIn = (said: string) => Number(must(said.match(/\d+/), 'a number')[0]);

/** A year as written; two digits lie in this century unless that would be years ahead. */
export function yearSaid(said: string, today: number, ahead: number): number {
  const year = numberIn(said);
  if (year >= 100) return year;
  return year + 2000 <= yearOf(today) + ahead ? year + 2000 : year + 1900;
}

/** What is told of has been. */
const HAPPENED = / (?:ordered|bought|purchased|received|visited|since|arrived|delivered|happened) /;

/** Without a year the next such day; a year gone by makes it a day of birth or of an order, and none to book. */
function onDate({ today, phrase }: Scene, month: number, of: number, year?: string): Reading {
  const thisYear = yearOf(today);
  if (year) {
    const said = yearSaid(year, today, 5);
    return said < thisYear ? NOTHING : date(dayOf(said, month, of));
  }
  if (HAPPENED.test(phrase.line)) {
    const day = dayOf(thisYear, month, of);
    return date(day !== undefined && day > today ? dayOf(thisYear - 1, month, of) : day);
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
  const day = days.find((each) => weekday === undefined || weekdayOf(each) === weekday) ?? days[0];
  return day === undefined ? NOTHING : { kind: 'date', day, ...(weekday === undefined ? { ofMonth: of } : {}) };
}

function inOrder({ context }: Scene, first: number, second: number): [month: number, of: number] {
  const dayFirst = context.dayFirst ? second <= 12 : first > 12;
  return dayFirst ? [second, first] : [first, second];
}

const fromTo = (from: Reading, length: number): Reading | undefined =>
  from.kind === 'date' && length > 0 ? { kind: 'days', from: from.day, to: from.day + length } : undefined;

const THROUGH = '(?:-|to|until|through|thru)';
const THE = '(?:on )?(?:the )?';
const LEAD = `(?:(${WEEKDAY})(?: ,)? ${THE})?`;
const OF_MONTH = '([1-9]|[12]\\d|3[01]|0[1-9])(?:thw?|w)?';
const YEAR = "(?:(?: ,)?(?: of)? ((?:19|20)\\d\\d|'\\d\\d|(?:2[5-9]|[3-9]\\d)(?= )(?! [a-z%-]))| this year)?";
/** In "table for 2 December 3" the 2 counts people, in "at 7 Dec 3" the 7 is the time. */
const UNCOUNTED = `(?!(?<= (?:for|of|at|around|about) )\\d{1,2}w? ${MONTH} \\d{1,2}w? (?!am|pm|oclock|ish))`;
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
const NOT_THE_DAY = new RegExp(
  wide`^ (?:
    menus?|party|parties|gifts?|cards?|presents?|tree|sales?|deals?|specials?|season|decorations?|shopping|jumper|hours|
    costumes?|eggs?|flowers|packages?|offers?|bonus|themed
  ) `,
);

/** The Saturday and Sunday nearest a holiday, and the days that join it to them. */
function weekendOf(day: number): Reading {
  const saturday = mondayOf(day) + (weekdayOf(day) < 3 ? -2 : 5);
  return { kind: 'days', from: Math.min(day, saturday), to: Math.max(day, saturday + 1) };
}

const FRACTION = '(?:price|off|hour|portion|cup|stars?|of|lb|dozen|a|an|size|bottle|pint|carafe)';

/** What is wished, not planned. */
const COURTESIES = [
  wide`how (?:are|is|was|were) (?:you|u|ya|things|everyone|everything|it going)(?: all| guys| doing)?
    [ ](?:today|tonight|this \S+)`,
  wide`(?:have|enjoy) (?:a|your|the|an) (?:(?:nice|great|good|lovely|wonderful|fantastic|super) |rest of (?:your|the) )?
    (?:day|weekend|evening|night|morning|afternoon|d\d)(?! (?:at|for|with|booking|appointment|class|reservation))`,
  '(?:happy|merry|blessed) (?:d\\d|new year|weekend|holidays)',
  'd7 roasts?',
];
const NTH = '([1-5]thw?|last|final)';
const WHICH_MONTH = `(${MONTH}|the month|this month|(?:the )?next month)`;
const BEFORE_THE = '(?<= (?:on|for|by|until|from|to|about|is|or|before|after|and|not|but|between|of) )';

export const CALENDAR_RULES: readonly Rule[] = [
  rule(
    `${UNCOUNTED}${LEAD}${OF_MONTH}(?: of)?(?: the month of)?(?: -)? (${MONTH})${YEAR}${NOT('\\d{1,2}thw?')}`,
    ([, , of, month = '', year], scene) => onDate(scene, numberIn(month), Number(of), year),
  ),
  // "Dec 3 or 4"
  rule(
    `(?<= (${MONTH}) \\d{1,2}(?:thw?|w)? (?:and|or|/) )${OF_MONTH}`,
    ([, month = '', of], scene) => onDate(scene, numberIn(month), Number(of)),
    isFollowed,
  ),
  rule(
    `${LEAD}(${MONTH})(?: ,| -)? (?:the )?${OF_MONTH}${YEAR}`,
    ([, , month = '', of, year], scene) => onDate(scene, numberIn(month), Number(of), year),
    (rest) => !isCounted(rest),
  ),
  rule(`${OF_MONTH} ${THROUGH} ${OF_MONTH}(?: of)? (${MONTH})`, ([, from, to, month = ''], scene) =>
    fromTo(onDate(scene, numberIn(month), Number(from)), Number(to) - Number(from)),
  ),
  rule(
    `(${MONTH}) ${OF_MONTH} ${THROUGH} ${OF_MONTH}`,
    ([, month = '', from, to], scene) =>
      fromTo(onDate(scene, numberIn(month), Number(from)), Number(to) - Number(from)),
    isFollowed,
  ),
  rule(`${LEAD}(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4}|\\d\\d)?`, ([, , of, month, year], scene) =>
    Number(month) > 12
      ? onDate(scene, Number(of), Number(month), year)
      : onDate(scene, Number(month), Number(of), year),
  ),
  rule('(\\d{4})/(\\d{1,2})/(\\d{1,2})', ([, year, month, of], scene) =>
    onDate(scene, Number(month), Number(of), year),
  ),
  rule(
    `${LEAD}(?!24/7 )(\\d{1,2})/(\\d{1,2})(?:/(\\d{2,4})| this year)?${NOT(FRACTION)}`,
    ([said, , first, second, year], scene) => {
      // 10/10 and 5/5 are praise, unless a weekday or a year says otherwise.
      if (first === second && !said.includes(' ') && !year && Number(first) > 4) return undefined;
      return onDate(scene, ...inOrder(scene, Number(first), Number(second)), year);
    },
  ),
  rule(
    `(${WEEKDAY})(?: ,)? ${THE}(\\d{1,2})th(?:(?<= the \\d{1,2}th)w)?(?: of (this|next) month)?`,
    ([, weekday = '', of, which], scene) =>
      which ? onDayOfMonth(nextMonth(scene, which), Number(of)) : onDayOfMonth(scene, Number(of), numberIn(weekday)),
    isFollowed,
  ),
  rule(
    `(${WEEKDAY}) (?:the (\\d{1,2})|(1[3-9]|2\\d|3[01]))`,
    ([, weekday = '', of, late], scene) => onDayOfMonth(scene, Number(of ?? late), numberIn(weekday)),
    isFollowed,
  ),
  rule(
    `(?<!(?:my|her|his|our|their|your|a|every|each) )(?:the )?(\\d{1,2})th(?: of (?:this|the) month)?`,
    ([, of], scene) => onDayOfMonth(scene, Number(of)),
    isFollowed,
  ),
  rule(`${BEFORE_THE}the (\\d{1,2})thw`, ([, of], scene) => onDayOfMonth(scene, Number(of)), isFollowed),
  rule(`(?:the )?(\\d{1,2})thw?(?: of)? next month`, ([, of], scene) =>
    onDayOfMonth(nextMonth(scene, 'next'), Number(of)),
  ),
  rule('(?<= (?:on|for|by|until|to) )the (\\d{1,2})', ([, of], scene) => onDayOfMonth(scene, Number(of)), isFollowed),
  rule(
    '(?<=^ (?:(?:on|for|maybe|say|umm?|uh|yes|yeah|the|ok) )*)(\\d{1,2})(?:thw?|w)?',
    ([, of], scene) => (scene.context.expects === 'date' ? onDayOfMonth(scene, Number(of)) : undefined),
    isFollowed,
  ),
  rule(
    `(?:the )?(?:very )?${NTH} (${WEEKDAY}) (?:of|in) ${WHICH_MONTH}`,
    ([, nth = '', weekday = '', month = ''], scene) => nthOf(scene, nth, weekday, month),
  ),
  rule(
    `(?<!(?:happy|merry|blessed) )(${HOLIDAY})( (?:long )?weekend)?(?: this year)?`,
    ([, name = '', weekend], { today }) => {
      const holiday = holidayNamed(name, today);
      if (!holiday) return undefined;
      return weekend ? weekendOf(holiday.day) : { kind: 'date', day: holiday.day, holiday: holiday.name };
    },
    (rest) => !NOT_THE_DAY.test(rest),
  ),
  ...COURTESIES.map((words) => rule(words, NOTHING)),
  rule(`(?:bank|public|federal|national) holiday(?: weekend| (?:${WEEKDAY}))?`, NOTHING),
];

function nextMonth(scene: Scene, which: string): Scene {
  if (which !== 'next') return scene;
  const day = addMonths(scene.today, 1);
  return { ...scene, today: firstOf(yearOf(day), monthOf(day)) };
}
