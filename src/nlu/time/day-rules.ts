// Days relative to today: "tomorrow", "next Friday", "a week on Friday", "in three days".
// Patterns are over canonical pieces (spelling.ts): d5 is Friday, m7 July, 2w "two", 3th "3rd", 1thw "first".
import { must } from '../../kernel/must.ts';
import { addMonths, mondayOf, mustDayNumberOfIso, weekdayOnOrAfter } from './civil-dates.ts';
import { parseClock } from './clock.ts';
import { joinPatternLines } from './patterns.ts';
import {
  COUNT_PATTERN,
  createRule,
  type ParseInput,
  parseCount,
  type Reading,
  type Rule,
  WEEKDAY_PATTERN,
} from './rule.ts';

const toDateReading = (day: number): Reading => ({ kind: 'date', day });
const parseWeekday = (word: string) => Number(word.at(-1));
const findNextWeekday = ({ today }: ParseInput, word: string) => weekdayOnOrAfter(today, parseWeekday(word));
/** The weekday in the calendar week `weeks` after this one; weeks start on Monday. */
const findWeekdayInWeek = ({ today }: ParseInput, word: string, weeksAhead: number) =>
  mondayOf(today) + 7 * weeksAhead + parseWeekday(word) - 1;

const NAMED_DAY_PATTERN = `today|tomorrow|${WEEKDAY_PATTERN}`;

function parseNamedDay(input: ParseInput, word: string): number {
  if (word === 'today' || word === 'now') return input.today;
  if (word === 'tomorrow') return input.today + 1;
  return findNextWeekday(input, word);
}

/** "next Friday" is in next week, "this Friday" is the coming one, "the following Friday" comes after the agreed day. */
function readQualifiedWeekday(input: ParseInput, qualifier: string, weekday: string): Reading {
  if (qualifier === 'next') return toDateReading(findWeekdayInWeek(input, weekday, 1));
  if (qualifier === 'last' || qualifier === 'past')
    return toDateReading(weekdayOnOrAfter(input.today - 7, parseWeekday(weekday)));
  if (qualifier === 'following') {
    const agreed = input.context.agreed?.date;
    const from = (agreed ? mustDayNumberOfIso(agreed) : findNextWeekday(input, weekday)) + 1;
    return toDateReading(weekdayOnOrAfter(from, parseWeekday(weekday)));
  }
  return toDateReading(findNextWeekday(input, weekday));
}

const QUALIFIED_WEEK_PATTERN = '(?:(next|this|following|coming) week|(?:the )?week (after next|after))';
const parseWeeksAhead = (qualifier: string | undefined, afterPhrase: string | undefined) => {
  if (afterPhrase) return afterPhrase === 'after' ? 1 : 2;
  return qualifier === 'this' || qualifier === 'coming' ? 0 : 1;
};

function readWeekdayOfNamedWeek(input: ParseInput, weekday: string, qualifier?: string, afterPhrase?: string): Reading {
  return {
    kind: 'date',
    day: findWeekdayInWeek(input, weekday, parseWeeksAhead(qualifier, afterPhrase)),
    isInNamedWeek: true,
  };
}

function addUnits(day: number, count: string, unit: string): number {
  const amount = parseCount(count);
  if (unit === 'month') return addMonths(day, Math.ceil(amount));
  return day + Math.round(amount * (unit === 'day' ? 1 : unit === 'week' ? 7 : 14));
}

const UNIT_PATTERN = '(day|week|fortnight|month)';
const REPEAT_WORD_PATTERN = / (?:same|again|repeat|another|1w more) /;

/** "The same again in two weeks" counts from the agreed day, everything else from today. */
function chooseStartDay({ today, phrase, context: { agreed } }: ParseInput, textOffset: number): number {
  return agreed?.date && REPEAT_WORD_PATTERN.test(phrase.canonicalText.slice(0, textOffset))
    ? mustDayNumberOfIso(agreed.date)
    : today;
}

/** The agreed day and time, a week or a month later. */
const repeatAgreed = ({ today, context: { agreed } }: ParseInput, unit: string): Reading[] => [
  toDateReading(addUnits(agreed?.date ? mustDayNumberOfIso(agreed.date) : today, 'a', unit)),
  ...(agreed?.time ? [{ kind: 'clock', clock: must(parseClock(agreed.time), 'the agreed time') } as const] : []),
];

export const DAY_RULES: readonly Rule[] = [
  createRule('(?:later(?: on)? )?today', (_, { today }) => toDateReading(today)),
  createRule('tomorrow', (_, { today }) => toDateReading(today + 1)),
  createRule('(?:the )?day after tomorrow', (_, { today }) => toDateReading(today + 2)),
  createRule('yesterday|last night', (_, { today }) => toDateReading(today - 1)),
  createRule('(?:the )?day before yesterday', (_, { today }) => toDateReading(today - 2)),
  createRule('(?:later )?this(?= (?:early |late |mid )?(?:morning|afternoon|evening|lunchtime|eve) )', (_, { today }) =>
    toDateReading(today),
  ),
  createRule('(?:later )?tonight', (_, { today }) => [toDateReading(today), { kind: 'part', name: 'tonight' }]),
  createRule(WEEKDAY_PATTERN, ([weekday = ''], input) => ({
    kind: 'date',
    day: findNextWeekday(input, weekday),
    weekday: parseWeekday(weekday),
  })),
  createRule(
    `(this|next|coming|upcoming|following|last|past)(?: coming| upcoming| following)? (${WEEKDAY_PATTERN})`,
    ([, qualifier = '', weekday = ''], input) => readQualifiedWeekday(input, qualifier, weekday),
  ),
  createRule(`(${WEEKDAY_PATTERN}) next(?! week| month)`, ([, weekday = ''], input) =>
    toDateReading(findWeekdayInWeek(input, weekday, 1)),
  ),
  createRule(
    `(${WEEKDAY_PATTERN})(?: of| in| the)? ${QUALIFIED_WEEK_PATTERN}`,
    ([, weekday = '', qualifier, afterPhrase], input) => readWeekdayOfNamedWeek(input, weekday, qualifier, afterPhrase),
  ),
  createRule(
    `${QUALIFIED_WEEK_PATTERN}(?: ,| -)?(?: on)?(?: the)? (${WEEKDAY_PATTERN})`,
    ([, qualifier, afterPhrase, weekday = ''], input) => readWeekdayOfNamedWeek(input, weekday, qualifier, afterPhrase),
  ),
  createRule(`(?:the )?(${WEEKDAY_PATTERN}) after next`, ([, weekday = ''], input) =>
    toDateReading(findWeekdayInWeek(input, weekday, 2)),
  ),
  createRule(`(${NAMED_DAY_PATTERN}) (week|fortnight)(?! (?:of|after|before|or|in))`, ([, dayWord = '', unit], input) =>
    toDateReading(parseNamedDay(input, dayWord) + (unit === 'week' ? 7 : 14)),
  ),
  createRule(
    `(?:(${COUNT_PATTERN}) )?(week|fortnight) (?:on |from |after |this |this coming )?(${NAMED_DAY_PATTERN})`,
    ([, count, unit, dayWord = ''], input) =>
      toDateReading(parseNamedDay(input, dayWord) + Math.round(parseCount(count ?? 'a') * (unit === 'week' ? 7 : 14))),
  ),
  createRule(
    `(${COUNT_PATTERN}) day (?:from|after) (${NAMED_DAY_PATTERN}|now)`,
    ([, count = '', dayWord = ''], input) => toDateReading(parseNamedDay(input, dayWord) + parseCount(count)),
  ),
  createRule(`(\\d{1,2}w?) (${WEEKDAY_PATTERN})s from now`, ([, count = '', weekday = ''], input) =>
    toDateReading(weekdayOnOrAfter(input.today + 1, Number(weekday.at(-1))) + 7 * (parseCount(count) - 1)),
  ),
  createRule(
    joinPatternLines`in (?:about |around )?(?!a few|few)(${COUNT_PATTERN}) (?:more )?${UNIT_PATTERN}(?: time)?(?: and (${COUNT_PATTERN}) day)?
      (?! ago| from| on ${WEEKDAY_PATTERN}| today| tomorrow)`,
    ({ 1: count = '', 2: unit = '', 3: extraDays, index }, input) =>
      toDateReading(addUnits(chooseStartDay(input, index), count, unit) + (extraDays ? parseCount(extraDays) : 0)),
  ),
  createRule(`(${COUNT_PATTERN}) month (?:later|after)(?: that)?`, ([, count = ''], { context: { agreed } }) =>
    agreed?.date ? toDateReading(addUnits(mustDayNumberOfIso(agreed.date), count, 'month')) : undefined,
  ),
  createRule(
    `(?:about )?(${COUNT_PATTERN}) ${UNIT_PATTERN} (?:from (?:now|today)|hence)`,
    ([, count = '', unit = ''], { today }) => toDateReading(addUnits(today, count, unit)),
  ),
  createRule(`(${COUNT_PATTERN}) (day|week|fortnight) ago`, ([, count = '', unit = ''], { today }) =>
    toDateReading(2 * today - addUnits(today, count, unit)),
  ),
  createRule('(?:the )?same day( next week)?', ([, nextWeek], { context: { agreed } }) =>
    agreed?.date ? toDateReading(mustDayNumberOfIso(agreed.date) + (nextWeek ? 7 : 0)) : undefined,
  ),
  createRule('(?:the )?same (?:day(?: and)? )?time next week', (_, input) => repeatAgreed(input, 'week')),
  createRule(
    '(?:the )?same(?: (?:again|thing|1w|booking|appointment|class|table|slot))* next (week|month)',
    ([, unit = ''], input) => (input.context.agreed?.date ? repeatAgreed(input, unit) : undefined),
  ),
  createRule('this time next week', (_, { today }) => toDateReading(today + 7)),
  // "not this Friday, the next one"
  createRule(
    `(?<= this (${WEEKDAY_PATTERN})(?: ,)?(?: but)?(?: the)? )(?:next(?: 1w)?|1w after)(?= (?:$|[.,]|please|instead|at|if))`,
    ([, weekday = ''], input) => toDateReading(findNextWeekday(input, weekday) + 7),
  ),
  createRule('(?<!(?:any|some|every|each|a|what|which) )(?:the )?day (after|before)(?: that)?', ([, direction]) => ({
    kind: 'offset',
    unit: 'day',
    relation: direction as 'after' | 'before',
  })),
  createRule('(?:the )?(?:next|following) day', { kind: 'offset', unit: 'day', relation: 'after' }),
  createRule('(?:the )?(?:previous|preceding) day', { kind: 'offset', unit: 'day', relation: 'before' }),
  createRule(
    `(?:the )?(${WEEKDAY_PATTERN}) (after|before)(?! (?:\\d|noon|midnight|half|quarter|about|around|work|school|that one))`,
    ([, weekday = '', direction]) => ({
      kind: 'offset',
      unit: parseWeekday(weekday),
      relation: direction as 'after' | 'before',
    }),
  ),
  createRule(
    '(?:the )?(week|weekend) (?:(after|before)|of|commencing|beginning|starting)(?! next)',
    ([, unit, direction]) => ({
      kind: 'offset',
      unit: unit as 'week' | 'weekend',
      relation: (direction ?? 'of') as 'after' | 'before' | 'of',
    }),
  ),
];
