// Days relative to today: "tomorrow", "next Friday", "a week on Friday", "in three days".
// Patterns are over canonical pieces (spelling.ts): d5 is Friday, m7 July, 2w "two", 3th "3rd", 1thw "first".
import { must } from '../../kernel/must.ts';
import { addMonths, mondayOf, mustDayNumberOfIso, weekdayOnOrAfter } from './civil-dates.ts';
import { parseClock } from './clock.ts';
import { joinPatternLines } from './patterns.ts';
import { COUNT, type ParseInput, parseCount, type Reading, type Rule, rule, WEEKDAY } from './rule.ts';

const dateReading = (day: number): Reading => ({ kind: 'date', day });
const weekdayIn = (word: string) => Number(word.at(-1));
const nextWeekday = ({ today }: ParseInput, word: string) => weekdayOnOrAfter(today, weekdayIn(word));
/** The weekday in the calendar week `weeks` after this one; weeks start on Monday. */
const weekdayInWeek = ({ today }: ParseInput, word: string, weeks: number) =>
  mondayOf(today) + 7 * weeks + weekdayIn(word) - 1;

const NAMED_DAY = `today|tomorrow|${WEEKDAY}`;

function dayNamed(input: ParseInput, word: string): number {
  if (word === 'today' || word === 'now') return input.today;
  if (word === 'tomorrow') return input.today + 1;
  return nextWeekday(input, word);
}

/** "next Friday" is in next week, "this Friday" is the coming one, "the following Friday" comes after the agreed day. */
function qualifiedWeekday(input: ParseInput, qualifier: string, weekday: string): Reading {
  if (qualifier === 'next') return dateReading(weekdayInWeek(input, weekday, 1));
  if (qualifier === 'last' || qualifier === 'past')
    return dateReading(weekdayOnOrAfter(input.today - 7, weekdayIn(weekday)));
  if (qualifier === 'following') {
    const agreed = input.context.agreed?.date;
    const from = (agreed ? mustDayNumberOfIso(agreed) : nextWeekday(input, weekday)) + 1;
    return dateReading(weekdayOnOrAfter(from, weekdayIn(weekday)));
  }
  return dateReading(nextWeekday(input, weekday));
}

const WEEK = '(?:(next|this|following|coming) week|(?:the )?week (after next|after))';
const weeksAhead = (qualifier: string | undefined, afterPhrase: string | undefined) => {
  if (afterPhrase) return afterPhrase === 'after' ? 1 : 2;
  return qualifier === 'this' || qualifier === 'coming' ? 0 : 1;
};

function weekdayOfNamedWeek(input: ParseInput, weekday: string, qualifier?: string, afterPhrase?: string): Reading {
  return { kind: 'date', day: weekdayInWeek(input, weekday, weeksAhead(qualifier, afterPhrase)), isInNamedWeek: true };
}

function addUnits(day: number, count: string, unit: string): number {
  const amount = parseCount(count);
  if (unit === 'month') return addMonths(day, Math.ceil(amount));
  return day + Math.round(amount * (unit === 'day' ? 1 : unit === 'week' ? 7 : 14));
}

const UNIT = '(day|week|fortnight|month)';
const REPEAT_WORDS = / (?:same|again|repeat|another|1w more) /;

/** "The same again in two weeks" counts from the agreed day, everything else from today. */
function startDayFor({ today, phrase, context: { agreed } }: ParseInput, index: number): number {
  return agreed?.date && REPEAT_WORDS.test(phrase.line.slice(0, index)) ? mustDayNumberOfIso(agreed.date) : today;
}

/** The agreed day and time, a week or a month later. */
const repeatAgreed = ({ today, context: { agreed } }: ParseInput, unit: string): Reading[] => [
  dateReading(addUnits(agreed?.date ? mustDayNumberOfIso(agreed.date) : today, 'a', unit)),
  ...(agreed?.time ? [{ kind: 'clock', clock: must(parseClock(agreed.time), 'the agreed time') } as const] : []),
];

export const DAY_RULES: readonly Rule[] = [
  rule('(?:later(?: on)? )?today', (_, { today }) => dateReading(today)),
  rule('tomorrow', (_, { today }) => dateReading(today + 1)),
  rule('(?:the )?day after tomorrow', (_, { today }) => dateReading(today + 2)),
  rule('yesterday|last night', (_, { today }) => dateReading(today - 1)),
  rule('(?:the )?day before yesterday', (_, { today }) => dateReading(today - 2)),
  rule('(?:later )?this(?= (?:early |late |mid )?(?:morning|afternoon|evening|lunchtime|eve) )', (_, { today }) =>
    dateReading(today),
  ),
  rule('(?:later )?tonight', (_, { today }) => [dateReading(today), { kind: 'part', name: 'tonight' }]),
  rule(WEEKDAY, ([weekday = ''], input) => ({
    kind: 'date',
    day: nextWeekday(input, weekday),
    weekday: weekdayIn(weekday),
  })),
  rule(
    `(this|next|coming|upcoming|following|last|past)(?: coming| upcoming| following)? (${WEEKDAY})`,
    ([, qualifier = '', weekday = ''], input) => qualifiedWeekday(input, qualifier, weekday),
  ),
  rule(`(${WEEKDAY}) next(?! week| month)`, ([, weekday = ''], input) => dateReading(weekdayInWeek(input, weekday, 1))),
  rule(`(${WEEKDAY})(?: of| in| the)? ${WEEK}`, ([, weekday = '', qualifier, afterPhrase], input) =>
    weekdayOfNamedWeek(input, weekday, qualifier, afterPhrase),
  ),
  rule(`${WEEK}(?: ,| -)?(?: on)?(?: the)? (${WEEKDAY})`, ([, qualifier, afterPhrase, weekday = ''], input) =>
    weekdayOfNamedWeek(input, weekday, qualifier, afterPhrase),
  ),
  rule(`(?:the )?(${WEEKDAY}) after next`, ([, weekday = ''], input) => dateReading(weekdayInWeek(input, weekday, 2))),
  rule(`(${NAMED_DAY}) (week|fortnight)(?! (?:of|after|before|or|in))`, ([, dayWord = '', unit], input) =>
    dateReading(dayNamed(input, dayWord) + (unit === 'week' ? 7 : 14)),
  ),
  rule(
    `(?:(${COUNT}) )?(week|fortnight) (?:on |from |after |this |this coming )?(${NAMED_DAY})`,
    ([, count, unit, dayWord = ''], input) =>
      dateReading(dayNamed(input, dayWord) + Math.round(parseCount(count ?? 'a') * (unit === 'week' ? 7 : 14))),
  ),
  rule(`(${COUNT}) day (?:from|after) (${NAMED_DAY}|now)`, ([, count = '', dayWord = ''], input) =>
    dateReading(dayNamed(input, dayWord) + parseCount(count)),
  ),
  rule(`(\\d{1,2}w?) (${WEEKDAY})s from now`, ([, count = '', weekday = ''], input) =>
    dateReading(weekdayOnOrAfter(input.today + 1, Number(weekday.at(-1))) + 7 * (parseCount(count) - 1)),
  ),
  rule(
    joinPatternLines`in (?:about |around )?(?!a few|few)(${COUNT}) (?:more )?${UNIT}(?: time)?(?: and (${COUNT}) day)?
      (?! ago| from| on ${WEEKDAY}| today| tomorrow)`,
    ({ 1: count = '', 2: unit = '', 3: extraDays, index }, input) =>
      dateReading(addUnits(startDayFor(input, index), count, unit) + (extraDays ? parseCount(extraDays) : 0)),
  ),
  rule(`(${COUNT}) month (?:later|after)(?: that)?`, ([, count = ''], { context: { agreed } }) =>
    agreed?.date ? dateReading(addUnits(mustDayNumberOfIso(agreed.date), count, 'month')) : undefined,
  ),
  rule(`(?:about )?(${COUNT}) ${UNIT} (?:from (?:now|today)|hence)`, ([, count = '', unit = ''], { today }) =>
    dateReading(addUnits(today, count, unit)),
  ),
  rule(`(${COUNT}) (day|week|fortnight) ago`, ([, count = '', unit = ''], { today }) =>
    dateReading(2 * today - addUnits(today, count, unit)),
  ),
  rule('(?:the )?same day( next week)?', ([, nextWeek], { context: { agreed } }) =>
    agreed?.date ? dateReading(mustDayNumberOfIso(agreed.date) + (nextWeek ? 7 : 0)) : undefined,
  ),
  rule('(?:the )?same (?:day(?: and)? )?time next week', (_, input) => repeatAgreed(input, 'week')),
  rule(
    '(?:the )?same(?: (?:again|thing|1w|booking|appointment|class|table|slot))* next (week|month)',
    ([, unit = ''], input) => (input.context.agreed?.date ? repeatAgreed(input, unit) : undefined),
  ),
  rule('this time next week', (_, { today }) => dateReading(today + 7)),
  // "not this Friday, the next one"
  rule(
    `(?<= this (${WEEKDAY})(?: ,)?(?: but)?(?: the)? )(?:next(?: 1w)?|1w after)(?= (?:$|[.,]|please|instead|at|if))`,
    ([, weekday = ''], input) => dateReading(nextWeekday(input, weekday) + 7),
  ),
  rule('(?<!(?:any|some|every|each|a|what|which) )(?:the )?day (after|before)(?: that)?', ([, direction]) => ({
    kind: 'offset',
    unit: 'day',
    relation: direction as 'after' | 'before',
  })),
  rule('(?:the )?(?:next|following) day', { kind: 'offset', unit: 'day', relation: 'after' }),
  rule('(?:the )?(?:previous|preceding) day', { kind: 'offset', unit: 'day', relation: 'before' }),
  rule(
    `(?:the )?(${WEEKDAY}) (after|before)(?! (?:\\d|noon|midnight|half|quarter|about|around|work|school|that one))`,
    ([, weekday = '', direction]) => ({
      kind: 'offset',
      unit: weekdayIn(weekday),
      relation: direction as 'after' | 'before',
    }),
  ),
  rule(
    '(?:the )?(week|weekend) (?:(after|before)|of|commencing|beginning|starting)(?! next)',
    ([, unit, direction]) => ({
      kind: 'offset',
      unit: unit as 'week' | 'weekend',
      relation: (direction ?? 'of') as 'after' | 'before' | 'of',
    }),
  ),
];
