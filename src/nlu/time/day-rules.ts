// Days named from today: "tomorrow", "next Friday", "a week on Friday", "in three days".
import { must } from '../../kernel/must.ts';
import { addMonths, mondayOf, mustDayOfIso, onOrAfter } from './civil.ts';
import { clockIn } from './clock.ts';
import { wide } from './patterns.ts';
import { COUNT, countOf, type Reading, type Rule, rule, type Scene, WEEKDAY } from './rule.ts';

const date = (day: number): Reading => ({ kind: 'date', day });
const weekdayIn = (said: string) => Number(said.at(-1));
const coming = ({ today }: Scene, said: string) => onOrAfter(today, weekdayIn(said));
/** The weekday in the calendar week that many weeks from this one; weeks begin on Monday. */
const inWeek = ({ today }: Scene, said: string, weeks: number) => mondayOf(today) + 7 * weeks + weekdayIn(said) - 1;

const WHEN = `today|tomorrow|${WEEKDAY}`;

function dayNamed(scene: Scene, said: string): number {
  if (said === 'today' || said === 'now') return scene.today;
  if (said === 'tomorrow') return scene.today + 1;
  return coming(scene, said);
}

/** "next Friday" is that of next week, "this Friday" the coming one, "the following" the one after what is agreed. */
function qualified(scene: Scene, how: string, weekday: string): Reading {
  if (how === 'next') return date(inWeek(scene, weekday, 1));
  if (how === 'last' || how === 'past') return date(onOrAfter(scene.today - 7, weekdayIn(weekday)));
  if (how === 'following') {
    const agreed = scene.context.agreed?.date;
    const from = (agreed ? mustDayOfIso(agreed) : coming(scene, weekday)) + 1;
    return date(onOrAfter(from, weekdayIn(weekday)));
  }
  return date(coming(scene, weekday));
}

const WEEK = '(?:(next|this|following|coming) week|(?:the )?week (after next|after))';
const weeksOn = (how: string | undefined, after: string | undefined) => {
  if (after) return after === 'after' ? 1 : 2;
  return how === 'this' || how === 'coming' ? 0 : 1;
};

function amongWeek(scene: Scene, weekday: string, how?: string, after?: string): Reading {
  return { kind: 'date', day: inWeek(scene, weekday, weeksOn(how, after)), inWeek: true };
}

function added(day: number, count: string, unit: string): number {
  const many = countOf(count);
  if (unit === 'month') return addMonths(day, Math.ceil(many));
  return day + Math.round(many * (unit === 'day' ? 1 : unit === 'week' ? 7 : 14));
}

const UNIT = '(day|week|fortnight|month)';
const AGAIN = / (?:same|again|repeat|another|1w more) /;

/** "The same again in two weeks" counts from the day that is agreed, everything else from today. */
function startIn({ today, phrase, context: { agreed } }: Scene, index: number): number {
  return agreed?.date && AGAIN.test(phrase.line.slice(0, index)) ? mustDayOfIso(agreed.date) : today;
}

/** The agreed day and time, a week or a month on. */
const nextTime = ({ today, context: { agreed } }: Scene, unit: string): Reading[] => [
  date(added(agreed?.date ? mustDayOfIso(agreed.date) : today, 'a', unit)),
  ...(agreed?.time ? [{ kind: 'clock', clock: must(clockIn(agreed.time), 'a time that was agreed') } as const] : []),
];

export const DAY_RULES: readonly Rule[] = [
  rule('(?:later(?: on)? )?today', (_, { today }) => date(today)),
  rule('tomorrow', (_, { today }) => date(today + 1)),
  rule('(?:the )?day after tomorrow', (_, { today }) => date(today + 2)),
  rule('yesterday|last night', (_, { today }) => date(today - 1)),
  rule('(?:the )?day before yesterday', (_, { today }) => date(today - 2)),
  rule('(?:later )?this(?= (?:early |late |mid )?(?:morning|afternoon|evening|lunchtime|eve) )', (_, { today }) =>
    date(today),
  ),
  rule('(?:later )?tonight', (_, { today }) => [date(today), { kind: 'part', name: 'tonight' }]),
  rule(WEEKDAY, ([weekday = ''], scene) => ({
    kind: 'date',
    day: coming(scene, weekday),
    weekday: weekdayIn(weekday),
  })),
  rule(
    `(this|next|coming|upcoming|following|last|past)(?: coming| upcoming| following)? (${WEEKDAY})`,
    ([, how = '', weekday = ''], scene) => qualified(scene, how, weekday),
  ),
  rule(`(${WEEKDAY}) next(?! week| month)`, ([, weekday = ''], scene) => date(inWeek(scene, weekday, 1))),
  rule(`(${WEEKDAY})(?: of| in| the)? ${WEEK}`, ([, weekday = '', how, after], scene) =>
    amongWeek(scene, weekday, how, after),
  ),
  rule(`${WEEK}(?: ,| -)?(?: on)?(?: the)? (${WEEKDAY})`, ([, how, after, weekday = ''], scene) =>
    amongWeek(scene, weekday, how, after),
  ),
  rule(`(?:the )?(${WEEKDAY}) after next`, ([, weekday = ''], scene) => date(inWeek(scene, weekday, 2))),
  rule(`(${WHEN}) (week|fortnight)(?! (?:of|after|before|or|in))`, ([, when = '', unit], scene) =>
    date(dayNamed(scene, when) + (unit === 'week' ? 7 : 14)),
  ),
  rule(
    `(?:(${COUNT}) )?(week|fortnight) (?:on |from |after |this |this coming )?(${WHEN})`,
    ([, count, unit, when = ''], scene) =>
      date(dayNamed(scene, when) + Math.round(countOf(count ?? 'a') * (unit === 'week' ? 7 : 14))),
  ),
  rule(`(${COUNT}) day (?:from|after) (${WHEN}|now)`, ([, count = '', when = ''], scene) =>
    date(dayNamed(scene, when) + countOf(count)),
  ),
  rule(`(\\d{1,2}w?) (${WEEKDAY})s from now`, ([, count = '', weekday = ''], scene) =>
    date(onOrAfter(scene.today + 1, Number(weekday.at(-1))) + 7 * (countOf(count) - 1)),
  ),
  rule(
    wide`in (?:about |around )?(?!a few|few)(${COUNT}) (?:more )?${UNIT}(?: time)?(?: and (${COUNT}) day)?
      (?! ago| from| on ${WEEKDAY}| today| tomorrow)`,
    ({ 1: count = '', 2: unit = '', 3: more, index }, scene) =>
      date(added(startIn(scene, index), count, unit) + (more ? countOf(more) : 0)),
  ),
  rule(`(${COUNT}) month (?:later|after)(?: that)?`, ([, count = ''], { context: { agreed } }) =>
    agreed?.date ? date(added(mustDayOfIso(agreed.date), count, 'month')) : undefined,
  ),
  rule(`(?:about )?(${COUNT}) ${UNIT} (?:from (?:now|today)|hence)`, ([, count = '', unit = ''], { today }) =>
    date(added(today, count, unit)),
  ),
  rule(`(${COUNT}) (day|week|fortnight) ago`, ([, count = '', unit = ''], { today }) =>
    date(2 * today - added(today, count, unit)),
  ),
  rule('(?:the )?same day( next week)?', ([, later], { context: { agreed } }) =>
    agreed?.date ? date(mustDayOfIso(agreed.date) + (later ? 7 : 0)) : undefined,
  ),
  rule('(?:the )?same (?:day(?: and)? )?time next week', (_, scene) => nextTime(scene, 'week')),
  rule(
    '(?:the )?same(?: (?:again|thing|1w|booking|appointment|class|table|slot))* next (week|month)',
    ([, unit = ''], scene) => (scene.context.agreed?.date ? nextTime(scene, unit) : undefined),
  ),
  rule('this time next week', (_, { today }) => date(today + 7)),
  // "not this Friday, the next one"
  rule(
    `(?<= this (${WEEKDAY})(?: ,)?(?: but)?(?: the)? )(?:next(?: 1w)?|1w after)(?= (?:$|[.,]|please|instead|at|if))`,
    ([, weekday = ''], scene) => date(coming(scene, weekday) + 7),
  ),
  rule('(?<!(?:any|some|every|each|a|what|which) )(?:the )?day (after|before)(?: that)?', ([, where]) => ({
    kind: 'offset',
    unit: 'day',
    where: where as 'after' | 'before',
  })),
  rule('(?:the )?(?:next|following) day', { kind: 'offset', unit: 'day', where: 'after' }),
  rule('(?:the )?(?:previous|preceding) day', { kind: 'offset', unit: 'day', where: 'before' }),
  rule(
    `(?:the )?(${WEEKDAY}) (after|before)(?! (?:\\d|noon|midnight|half|quarter|about|around|work|school|that one))`,
    ([, weekday = '', where]) => ({
      kind: 'offset',
      unit: weekdayIn(weekday),
      where: where as 'after' | 'before',
    }),
  ),
  rule('(?:the )?(week|weekend) (?:(after|before)|of|commencing|beginning|starting)(?! next)', ([, unit, where]) => ({
    kind: 'offset',
    unit: unit as 'week' | 'weekend',
    where: (where ?? 'of') as 'after' | 'before' | 'of',
  })),
];
