// Days named by the calendar: "the 23rd", "3 Dec", "12/3", "first Monday in December", "Thanksgiving".
// Patterns are over canonical pieces (spelling.ts): d5 is Friday, m7 July, 2w "two", 3th "3rd", 1thw "first".
import { must } from '../../kernel/must.ts';
import {
  addMonths,
  dayNumberOf,
  daysInMonth,
  firstDayOfMonth,
  mondayOf,
  monthOf,
  nthWeekday,
  weekdayOf,
  yearOf,
} from './civil-dates.ts';
import { canFollowTime, isCounting } from './following-words.ts';
import { findHoliday, HOLIDAY_PATTERN } from './holidays.ts';
import { joinPatternLines } from './patterns.ts';
import { MONTH, notFollowedBy, type ParseInput, type Reading, type Rule, rule, WEEKDAY } from './rule.ts';

const NOT_A_TIME: Reading = { kind: 'nothing' };
const dateReading = (day: number | undefined): Reading => (day === undefined ? NOT_A_TIME : { kind: 'date', day });
const numberIn = (text: string) => Number(must(text.match(/\d+/), 'a number')[0]);

/** A written year; two digits are in this century unless that is too far ahead. */
export function parseYear(text: string, today: number, maxYearsAhead: number): number {
  const year = numberIn(text);
  if (year >= 100) return year;
  return year + 2000 <= yearOf(today) + maxYearsAhead ? year + 2000 : year + 1900;
}

const MAX_STATED_YEARS_AHEAD = 5;
/** February 29 may be up to eight years away. */
const MAX_YEARS_AHEAD = 9;
const MAX_MONTHS_AHEAD = 5;

/** Words of messages about past events. */
const PAST_EVENT = / (?:ordered|bought|purchased|received|visited|since|arrived|delivered|happened) /;

/** Without a year, the next such day. A date in a past year is a birthday or an order date, so it is ignored. */
function calendarDateReading({ today, phrase }: ParseInput, month: number, dayOfMonth: number, year?: string): Reading {
  const thisYear = yearOf(today);
  if (year) {
    const statedYear = parseYear(year, today, MAX_STATED_YEARS_AHEAD);
    return statedYear < thisYear ? NOT_A_TIME : dateReading(dayNumberOf(statedYear, month, dayOfMonth));
  }
  if (PAST_EVENT.test(phrase.line)) {
    const day = dayNumberOf(thisYear, month, dayOfMonth);
    return dateReading(day !== undefined && day > today ? dayNumberOf(thisYear - 1, month, dayOfMonth) : day);
  }
  for (let candidateYear = thisYear; candidateYear < thisYear + MAX_YEARS_AHEAD; candidateYear++) {
    const day = dayNumberOf(candidateYear, month, dayOfMonth);
    if (day !== undefined && day >= today) return dateReading(day);
  }
  return NOT_A_TIME;
}

/** "the 23rd" is in the first month where it is still to come; with a weekday, in the first where the weekday fits. */
function dayOfMonthReading({ today }: ParseInput, dayOfMonth: number, weekday?: number): Reading {
  const days: number[] = [];
  for (let monthsAhead = 0; monthsAhead < MAX_MONTHS_AHEAD; monthsAhead++) {
    const first = firstDayOfMonth(yearOf(today), monthOf(today) + monthsAhead);
    const day = first + dayOfMonth - 1;
    if (dayOfMonth >= 1 && dayOfMonth <= daysInMonth(yearOf(first), monthOf(first)) && day >= today) days.push(day);
  }
  const day = days.find((candidate) => weekday === undefined || weekdayOf(candidate) === weekday) ?? days[0];
  return day === undefined
    ? NOT_A_TIME
    : { kind: 'date', day, ...(weekday === undefined ? { dayOfMonth: dayOfMonth } : {}) };
}

function monthAndDay({ context }: ParseInput, first: number, second: number): [month: number, dayOfMonth: number] {
  const isDayFirst = context.dayFirst ? second <= 12 : first > 12;
  return isDayFirst ? [second, first] : [first, second];
}

const dayRange = (from: Reading, length: number): Reading | undefined =>
  from.kind === 'date' && length > 0 ? { kind: 'days', from: from.day, to: from.day + length } : undefined;

const RANGE_WORD = '(?:-|to|until|through|thru)';
const OPTIONAL_THE = '(?:on )?(?:the )?';
const OPTIONAL_WEEKDAY = `(?:(${WEEKDAY})(?: ,)? ${OPTIONAL_THE})?`;
const DAY_OF_MONTH = '([1-9]|[12]\\d|3[01]|0[1-9])(?:thw?|w)?';
const OPTIONAL_YEAR = "(?:(?: ,)?(?: of)? ((?:19|20)\\d\\d|'\\d\\d|(?:2[5-9]|[3-9]\\d)(?= )(?! [a-z%-]))| this year)?";
/** In "table for 2 December 3" the 2 counts people, in "at 7 Dec 3" the 7 is the time. */
const NOT_A_COUNT = `(?!(?<= (?:for|of|at|around|about) )\\d{1,2}w? ${MONTH} \\d{1,2}w? (?!am|pm|oclock|ish))`;
const NEGATIVE_ORDINALS: Readonly<Record<string, number>> = { last: -1, final: -1 };

function nthWeekdayReading({ today }: ParseInput, nth: string, weekday: string, month: string): Reading {
  const count = NEGATIVE_ORDINALS[nth] ?? numberIn(nth);
  const year = yearOf(today);
  const findIn = (first: number) => nthWeekday(yearOf(first), monthOf(first), numberIn(weekday), count);
  if (!month.startsWith('m')) {
    const day = findIn(firstDayOfMonth(year, monthOf(today) + (month.includes('next') ? 1 : 0)));
    return dateReading(day >= today ? day : findIn(firstDayOfMonth(year, monthOf(today) + 1)));
  }
  const day = findIn(firstDayOfMonth(year, numberIn(month)));
  return dateReading(day >= today ? day : findIn(firstDayOfMonth(year + 1, numberIn(month))));
}

/** Words after a holiday that show that the day itself is not meant, as in "Christmas menu". */
const NOT_THE_HOLIDAY_ITSELF = new RegExp(
  joinPatternLines`^ (?:
    menus?|party|parties|gifts?|cards?|presents?|tree|sales?|deals?|specials?|season|decorations?|shopping|jumper|hours|
    costumes?|eggs?|flowers|packages?|offers?|bonus|themed
  ) `,
);

/** The nearest Saturday and Sunday to a holiday, and the days between. */
function holidayWeekend(day: number): Reading {
  const saturday = mondayOf(day) + (weekdayOf(day) < 3 ? -2 : 5);
  return { kind: 'days', from: Math.min(day, saturday), to: Math.max(day, saturday + 1) };
}

const WORD_AFTER_FRACTION = '(?:price|off|hour|portion|cup|stars?|of|lb|dozen|a|an|size|bottle|pint|carafe)';

/** Polite phrases that mention a day but request nothing. */
const COURTESIES = [
  joinPatternLines`how (?:are|is|was|were) (?:you|u|ya|things|everyone|everything|it going)(?: all| guys| doing)?
    [ ](?:today|tonight|this \S+)`,
  joinPatternLines`(?:have|enjoy) (?:a|your|the|an) (?:(?:nice|great|good|lovely|wonderful|fantastic|super) |rest of (?:your|the) )?
    (?:day|weekend|evening|night|morning|afternoon|d\d)(?! (?:at|for|with|booking|appointment|class|reservation))`,
  '(?:happy|merry|blessed) (?:d\\d|new year|weekend|holidays)',
  'd7 roasts?',
];
const ORDINAL = '([1-5]thw?|last|final)';
const WHICH_MONTH = `(${MONTH}|the month|this month|(?:the )?next month)`;
const PREPOSITION_BEFORE = '(?<= (?:on|for|by|until|from|to|about|is|or|before|after|and|not|but|between|of) )';

export const CALENDAR_RULES: readonly Rule[] = [
  rule(
    `${NOT_A_COUNT}${OPTIONAL_WEEKDAY}${DAY_OF_MONTH}(?: of)?(?: the month of)?(?: -)? (${MONTH})${OPTIONAL_YEAR}${notFollowedBy('\\d{1,2}thw?')}`,
    ([, , dayOfMonth, month = '', year], input) =>
      calendarDateReading(input, numberIn(month), Number(dayOfMonth), year),
  ),
  // "Dec 3 or 4"
  rule(
    `(?<= (${MONTH}) \\d{1,2}(?:thw?|w)? (?:and|or|/) )${DAY_OF_MONTH}`,
    ([, month = '', dayOfMonth], input) => calendarDateReading(input, numberIn(month), Number(dayOfMonth)),
    canFollowTime,
  ),
  rule(
    `${OPTIONAL_WEEKDAY}(${MONTH})(?: ,| -)? (?:the )?${DAY_OF_MONTH}${OPTIONAL_YEAR}`,
    ([, , month = '', dayOfMonth, year], input) =>
      calendarDateReading(input, numberIn(month), Number(dayOfMonth), year),
    (rest) => !isCounting(rest),
  ),
  rule(`${DAY_OF_MONTH} ${RANGE_WORD} ${DAY_OF_MONTH}(?: of)? (${MONTH})`, ([, from, to, month = ''], input) =>
    dayRange(calendarDateReading(input, numberIn(month), Number(from)), Number(to) - Number(from)),
  ),
  rule(
    `(${MONTH}) ${DAY_OF_MONTH} ${RANGE_WORD} ${DAY_OF_MONTH}`,
    ([, month = '', from, to], input) =>
      dayRange(calendarDateReading(input, numberIn(month), Number(from)), Number(to) - Number(from)),
    canFollowTime,
  ),
  rule(`${OPTIONAL_WEEKDAY}(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4}|\\d\\d)?`, ([, , dayOfMonth, month, year], input) =>
    Number(month) > 12
      ? calendarDateReading(input, Number(dayOfMonth), Number(month), year)
      : calendarDateReading(input, Number(month), Number(dayOfMonth), year),
  ),
  rule('(\\d{4})/(\\d{1,2})/(\\d{1,2})', ([, year, month, dayOfMonth], input) =>
    calendarDateReading(input, Number(month), Number(dayOfMonth), year),
  ),
  rule(
    `${OPTIONAL_WEEKDAY}(?!24/7 )(\\d{1,2})/(\\d{1,2})(?:/(\\d{2,4})| this year)?${notFollowedBy(WORD_AFTER_FRACTION)}`,
    ([text, , first, second, year], input) => {
      // 10/10 and 5/5 are ratings, unless they have a weekday or a year.
      if (first === second && !text.includes(' ') && !year && Number(first) > 4) return undefined;
      return calendarDateReading(input, ...monthAndDay(input, Number(first), Number(second)), year);
    },
  ),
  rule(
    `(${WEEKDAY})(?: ,)? ${OPTIONAL_THE}(\\d{1,2})th(?:(?<= the \\d{1,2}th)w)?(?: of (this|next) month)?`,
    ([, weekday = '', dayOfMonth, monthWord], input) =>
      monthWord
        ? dayOfMonthReading(withMonthAsToday(input, monthWord), Number(dayOfMonth))
        : dayOfMonthReading(input, Number(dayOfMonth), numberIn(weekday)),
    canFollowTime,
  ),
  rule(
    `(${WEEKDAY}) (?:the (\\d{1,2})|(1[3-9]|2\\d|3[01]))`,
    ([, weekday = '', dayOfMonth, lateDay], input) =>
      dayOfMonthReading(input, Number(dayOfMonth ?? lateDay), numberIn(weekday)),
    canFollowTime,
  ),
  rule(
    `(?<!(?:my|her|his|our|their|your|a|every|each) )(?:the )?(\\d{1,2})th(?: of (?:this|the) month)?`,
    ([, dayOfMonth], input) => dayOfMonthReading(input, Number(dayOfMonth)),
    canFollowTime,
  ),
  rule(
    `${PREPOSITION_BEFORE}the (\\d{1,2})thw`,
    ([, dayOfMonth], input) => dayOfMonthReading(input, Number(dayOfMonth)),
    canFollowTime,
  ),
  rule(`(?:the )?(\\d{1,2})thw?(?: of)? next month`, ([, dayOfMonth], input) =>
    dayOfMonthReading(withMonthAsToday(input, 'next'), Number(dayOfMonth)),
  ),
  rule(
    '(?<= (?:on|for|by|until|to) )the (\\d{1,2})',
    ([, dayOfMonth], input) => dayOfMonthReading(input, Number(dayOfMonth)),
    canFollowTime,
  ),
  rule(
    '(?<=^ (?:(?:on|for|maybe|say|umm?|uh|yes|yeah|the|ok) )*)(\\d{1,2})(?:thw?|w)?',
    ([, dayOfMonth], input) =>
      input.context.expects === 'date' ? dayOfMonthReading(input, Number(dayOfMonth)) : undefined,
    canFollowTime,
  ),
  rule(
    `(?:the )?(?:very )?${ORDINAL} (${WEEKDAY}) (?:of|in) ${WHICH_MONTH}`,
    ([, nth = '', weekday = '', month = ''], input) => nthWeekdayReading(input, nth, weekday, month),
  ),
  rule(
    `(?<!(?:happy|merry|blessed) )(${HOLIDAY_PATTERN})( (?:long )?weekend)?(?: this year)?`,
    ([, name = '', weekend], { today }) => {
      const holiday = findHoliday(name, today);
      if (!holiday) return undefined;
      return weekend ? holidayWeekend(holiday.day) : { kind: 'date', day: holiday.day, holiday: holiday.name };
    },
    (rest) => !NOT_THE_HOLIDAY_ITSELF.test(rest),
  ),
  ...COURTESIES.map((words) => rule(words, NOT_A_TIME)),
  rule(`(?:bank|public|federal|national) holiday(?: weekend| (?:${WEEKDAY}))?`, NOT_A_TIME),
];

function withMonthAsToday(input: ParseInput, monthWord: string): ParseInput {
  if (monthWord !== 'next') return input;
  const day = addMonths(input.today, 1);
  return { ...input, today: firstDayOfMonth(yearOf(day), monthOf(day)) };
}
