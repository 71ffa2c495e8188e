// Days named by the calendar: "the 23rd", "3 Dec", "12/3", "first Monday in December", "Thanksgiving".
// Patterns are over canonical pieces (spelling.ts): d5 is Friday, m7 July, 2w "two", 3th "3rd", 1thw "first".
import { must } from '../../kernel/must.ts';
import {
  dayNumberOf,
  daysInMonth,
  findNthWeekday,
  firstDayOfMonth,
  mondayOf,
  monthOf,
  weekdayOf,
  yearOf,
} from './civil-dates.ts';
import { canFollowTime, followsCount } from './following-words.ts';
import { findHoliday, HOLIDAY_PATTERN } from './holidays.ts';
import { joinPatternLines } from './patterns.ts';
import {
  createRule,
  MONTH_PATTERN,
  notFollowedBy,
  type ParseInput,
  type Reading,
  type Rule,
  WEEKDAY_PATTERN,
} from './rule.ts';

const EMPTY_READING: Reading = { kind: 'nothing' };
const toDateReading = (day: number | undefined): Reading => (day === undefined ? EMPTY_READING : { kind: 'date', day });
const parseFirstNumber = (text: string) => Number(must(text.match(/\d+/), 'a number')[0]);

/** A written year; two digits are in this century unless that is too far ahead. */
export function parseYear(text: string, today: number, maxTwoDigitYearsAhead: number): number {
  const year = parseFirstNumber(text);
  if (year >= 100) return year;
  return year + 2000 <= yearOf(today) + maxTwoDigitYearsAhead ? year + 2000 : year + 1900;
}

/** A two-digit year further ahead than this is in the last century. */
const MAX_TWO_DIGIT_YEARS_AHEAD = 5;
/** February 29 may be up to eight years away. */
const YEARS_SEARCHED = 9;
const MONTHS_SEARCHED = 5;

const PAST_EVENT_PATTERN = / (?:ordered|bought|purchased|received|visited|since|arrived|delivered|happened) /;

/**
 * Without a year, the next such day, or the last one if the message is about a past event. A date with a past year is
 * ignored, because it is a birthday or an order date.
 */
function readCalendarDate({ today, phrase }: ParseInput, month: number, dayOfMonth: number, year?: string): Reading {
  const thisYear = yearOf(today);
  if (year) {
    const statedYear = parseYear(year, today, MAX_TWO_DIGIT_YEARS_AHEAD);
    return statedYear < thisYear ? EMPTY_READING : toDateReading(dayNumberOf(statedYear, month, dayOfMonth));
  }
  if (PAST_EVENT_PATTERN.test(phrase.canonicalText)) {
    const day = dayNumberOf(thisYear, month, dayOfMonth);
    return toDateReading(day !== undefined && day > today ? dayNumberOf(thisYear - 1, month, dayOfMonth) : day);
  }
  for (let candidateYear = thisYear; candidateYear < thisYear + YEARS_SEARCHED; candidateYear++) {
    const day = dayNumberOf(candidateYear, month, dayOfMonth);
    if (day !== undefined && day >= today) return toDateReading(day);
  }
  return EMPTY_READING;
}

/** "the 23rd" is in the first month where it is still to come; with a weekday, in the first where that fits too, if any. */
function readDayOfMonth({ today }: ParseInput, dayOfMonth: number, weekday?: number): Reading {
  const upcomingDays: number[] = [];
  for (let monthsAhead = 0; monthsAhead < MONTHS_SEARCHED; monthsAhead++) {
    const firstOfMonth = firstDayOfMonth(yearOf(today), monthOf(today) + monthsAhead);
    const day = firstOfMonth + dayOfMonth - 1;
    if (dayOfMonth >= 1 && dayOfMonth <= daysInMonth(yearOf(firstOfMonth), monthOf(firstOfMonth)) && day >= today)
      upcomingDays.push(day);
  }
  const day =
    upcomingDays.find((candidate) => weekday === undefined || weekdayOf(candidate) === weekday) ?? upcomingDays[0];
  return day === undefined ? EMPTY_READING : { kind: 'date', day, ...(weekday === undefined ? { dayOfMonth } : {}) };
}

function orderMonthAndDay({ context }: ParseInput, first: number, second: number): [month: number, dayOfMonth: number] {
  const isDayFirst = context.isDayFirst ? second <= 12 : first > 12;
  return isDayFirst ? [second, first] : [first, second];
}

const toDayRange = (firstDate: Reading, daysBetween: number): Reading | undefined =>
  firstDate.kind === 'date' && daysBetween > 0
    ? { kind: 'days', from: firstDate.day, to: firstDate.day + daysBetween }
    : undefined;

const RANGE_WORD_PATTERN = '(?:-|to|until|through|thru)';
const OPTIONAL_THE_PATTERN = '(?:on )?(?:the )?';
const OPTIONAL_WEEKDAY_PATTERN = `(?:(${WEEKDAY_PATTERN})(?: ,)? ${OPTIONAL_THE_PATTERN})?`;
const DAY_OF_MONTH_PATTERN = '([1-9]|[12]\\d|3[01]|0[1-9])(?:thw?|w)?';
const OPTIONAL_YEAR_PATTERN =
  "(?:(?: ,)?(?: of)? ((?:19|20)\\d\\d|'\\d\\d|(?:2[5-9]|[3-9]\\d)(?= )(?! [a-z%-]))| this year)?";
/** In "table for 2 December 3" the 2 counts people, in "at 7 Dec 3" the 7 is the time. */
const NOT_A_COUNT_PATTERN = `(?!(?<= (?:for|of|at|around|about) )\\d{1,2}w? ${MONTH_PATTERN} \\d{1,2}w? (?!am|pm|oclock|ish))`;
const NEGATIVE_ORDINALS: Readonly<Record<string, number>> = { last: -1, final: -1 };

function readNthWeekday({ today }: ParseInput, ordinalText: string, weekdayText: string, monthText: string): Reading {
  const nth = NEGATIVE_ORDINALS[ordinalText] ?? parseFirstNumber(ordinalText);
  const year = yearOf(today);
  const findInMonth = (firstOfMonth: number) =>
    findNthWeekday(yearOf(firstOfMonth), monthOf(firstOfMonth), parseFirstNumber(weekdayText), nth);
  if (!monthText.startsWith('m')) {
    const day = findInMonth(firstDayOfMonth(year, monthOf(today) + (monthText.includes('next') ? 1 : 0)));
    return toDateReading(day >= today ? day : findInMonth(firstDayOfMonth(year, monthOf(today) + 1)));
  }
  const day = findInMonth(firstDayOfMonth(year, parseFirstNumber(monthText)));
  return toDateReading(day >= today ? day : findInMonth(firstDayOfMonth(year + 1, parseFirstNumber(monthText))));
}

/** Words after a holiday that show that the day itself is not meant, as in "Christmas menu". */
const NOT_THE_HOLIDAY_ITSELF_PATTERN = new RegExp(
  joinPatternLines`^ (?:
    menus?|party|parties|gifts?|cards?|presents?|tree|sales?|deals?|specials?|season|decorations?|shopping|jumper|hours|
    costumes?|eggs?|flowers|packages?|offers?|bonus|themed
  ) `,
);

/** The nearest Saturday and Sunday to a holiday, and the days between. */
function readHolidayWeekend(day: number): Reading {
  const saturday = mondayOf(day) + (weekdayOf(day) < 3 ? -2 : 5);
  return { kind: 'days', from: Math.min(day, saturday), to: Math.max(day, saturday + 1) };
}

const WORD_AFTER_FRACTION_PATTERN = '(?:price|off|hour|portion|cup|stars?|of|lb|dozen|a|an|size|bottle|pint|carafe)';

/** Phrases with the word for a day that do not ask for that day: greetings, wishes and a Sunday roast. */
const IGNORED_DAY_PATTERNS = [
  joinPatternLines`how (?:are|is|was|were) (?:you|u|ya|things|everyone|everything|it going)(?: all| guys| doing)?
    [ ](?:today|tonight|this \S+)`,
  joinPatternLines`(?:have|enjoy) (?:a|your|the|an) (?:(?:nice|great|good|lovely|wonderful|fantastic|super) |rest of (?:your|the) )?
    (?:day|weekend|evening|night|morning|afternoon|d\d)(?! (?:at|for|with|booking|appointment|class|reservation))`,
  '(?:happy|merry|blessed) (?:d\\d|new year|weekend|holidays)',
  'd7 roasts?',
];
const ORDINAL_PATTERN = '([1-5]thw?|last|final)';
const WHICH_MONTH_PATTERN = `(${MONTH_PATTERN}|the month|this month|(?:the )?next month)`;
const PREPOSITION_BEFORE_PATTERN = '(?<= (?:on|for|by|until|from|to|about|is|or|before|after|and|not|but|between|of) )';

export const CALENDAR_RULES: readonly Rule[] = [
  createRule(
    `${NOT_A_COUNT_PATTERN}${OPTIONAL_WEEKDAY_PATTERN}${DAY_OF_MONTH_PATTERN}(?: of)?(?: the month of)?(?: -)? (${MONTH_PATTERN})${OPTIONAL_YEAR_PATTERN}${notFollowedBy('\\d{1,2}thw?')}`,
    ([, , dayOfMonth, month = '', year], input) =>
      readCalendarDate(input, parseFirstNumber(month), Number(dayOfMonth), year),
  ),
  // "Dec 3 or 4"
  createRule(
    `(?<= (${MONTH_PATTERN}) \\d{1,2}(?:thw?|w)? (?:and|or|/) )${DAY_OF_MONTH_PATTERN}`,
    ([, month = '', dayOfMonth], input) => readCalendarDate(input, parseFirstNumber(month), Number(dayOfMonth)),
    canFollowTime,
  ),
  createRule(
    `${OPTIONAL_WEEKDAY_PATTERN}(${MONTH_PATTERN})(?: ,| -)? (?:the )?${DAY_OF_MONTH_PATTERN}${OPTIONAL_YEAR_PATTERN}`,
    ([, , month = '', dayOfMonth, year], input) =>
      readCalendarDate(input, parseFirstNumber(month), Number(dayOfMonth), year),
    (rest) => !followsCount(rest),
  ),
  createRule(
    `${DAY_OF_MONTH_PATTERN} ${RANGE_WORD_PATTERN} ${DAY_OF_MONTH_PATTERN}(?: of)? (${MONTH_PATTERN})`,
    ([, from, to, month = ''], input) =>
      toDayRange(readCalendarDate(input, parseFirstNumber(month), Number(from)), Number(to) - Number(from)),
  ),
  createRule(
    `(${MONTH_PATTERN}) ${DAY_OF_MONTH_PATTERN} ${RANGE_WORD_PATTERN} ${DAY_OF_MONTH_PATTERN}`,
    ([, month = '', from, to], input) =>
      toDayRange(readCalendarDate(input, parseFirstNumber(month), Number(from)), Number(to) - Number(from)),
    canFollowTime,
  ),
  createRule(
    `${OPTIONAL_WEEKDAY_PATTERN}(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4}|\\d\\d)?`,
    ([, , dayOfMonth, month, year], input) =>
      Number(month) > 12
        ? readCalendarDate(input, Number(dayOfMonth), Number(month), year)
        : readCalendarDate(input, Number(month), Number(dayOfMonth), year),
  ),
  createRule('(\\d{4})/(\\d{1,2})/(\\d{1,2})', ([, year, month, dayOfMonth], input) =>
    readCalendarDate(input, Number(month), Number(dayOfMonth), year),
  ),
  createRule(
    `${OPTIONAL_WEEKDAY_PATTERN}(?!24/7 )(\\d{1,2})/(\\d{1,2})(?:/(\\d{2,4})| this year)?${notFollowedBy(WORD_AFTER_FRACTION_PATTERN)}`,
    ([text, , first, second, year], input) => {
      // 10/10 and 5/5 are ratings, unless they have a weekday or a year.
      if (first === second && !text.includes(' ') && !year && Number(first) > 4) return undefined;
      return readCalendarDate(input, ...orderMonthAndDay(input, Number(first), Number(second)), year);
    },
  ),
  createRule(
    `(${WEEKDAY_PATTERN})(?: ,)? ${OPTIONAL_THE_PATTERN}(\\d{1,2})th(?:(?<= the \\d{1,2}th)w)?(?: of (this|next) month)?`,
    ([, weekday = '', dayOfMonth, monthWord], input) =>
      monthWord
        ? readDayOfMonth(monthWord === 'next' ? asOfNextMonth(input) : input, Number(dayOfMonth))
        : readDayOfMonth(input, Number(dayOfMonth), parseFirstNumber(weekday)),
    canFollowTime,
  ),
  createRule(
    `(${WEEKDAY_PATTERN}) (?:the (\\d{1,2})|(1[3-9]|2\\d|3[01]))`,
    ([, weekday = '', dayOfMonth, dayFrom13], input) =>
      readDayOfMonth(input, Number(dayOfMonth ?? dayFrom13), parseFirstNumber(weekday)),
    canFollowTime,
  ),
  createRule(
    `(?<!(?:my|her|his|our|their|your|a|every|each) )(?:the )?(\\d{1,2})th(?: of (?:this|the) month)?`,
    ([, dayOfMonth], input) => readDayOfMonth(input, Number(dayOfMonth)),
    canFollowTime,
  ),
  createRule(
    `${PREPOSITION_BEFORE_PATTERN}the (\\d{1,2})thw`,
    ([, dayOfMonth], input) => readDayOfMonth(input, Number(dayOfMonth)),
    canFollowTime,
  ),
  createRule(`(?:the )?(\\d{1,2})thw?(?: of)? next month`, ([, dayOfMonth], input) =>
    readDayOfMonth(asOfNextMonth(input), Number(dayOfMonth)),
  ),
  createRule(
    '(?<= (?:on|for|by|until|to) )the (\\d{1,2})',
    ([, dayOfMonth], input) => readDayOfMonth(input, Number(dayOfMonth)),
    canFollowTime,
  ),
  createRule(
    '(?<=^ (?:(?:on|for|maybe|say|umm?|uh|yes|yeah|the|ok) )*)(\\d{1,2})(?:thw?|w)?',
    ([, dayOfMonth], input) =>
      input.context.expects === 'date' ? readDayOfMonth(input, Number(dayOfMonth)) : undefined,
    canFollowTime,
  ),
  createRule(
    `(?:the )?(?:very )?${ORDINAL_PATTERN} (${WEEKDAY_PATTERN}) (?:of|in) ${WHICH_MONTH_PATTERN}`,
    ([, nth = '', weekday = '', month = ''], input) => readNthWeekday(input, nth, weekday, month),
  ),
  createRule(
    `(?<!(?:happy|merry|blessed) )(${HOLIDAY_PATTERN})( (?:long )?weekend)?(?: this year)?`,
    ([, name = '', weekend], { today }) => {
      const holiday = findHoliday(name, today);
      if (!holiday) return undefined;
      return weekend ? readHolidayWeekend(holiday.day) : { kind: 'date', day: holiday.day, holiday: holiday.name };
    },
    (rest) => !NOT_THE_HOLIDAY_ITSELF_PATTERN.test(rest),
  ),
  ...IGNORED_DAY_PATTERNS.map((words) => createRule(words, EMPTY_READING)),
  createRule(`(?:bank|public|federal|national) holiday(?: weekend| (?:${WEEKDAY_PATTERN}))?`, EMPTY_READING),
];

/** As if today were the first day of next month. */
function asOfNextMonth(input: ParseInput): ParseInput {
  return { ...input, today: firstDayOfMonth(yearOf(input.today), monthOf(input.today) + 1) };
}
