// Asking for day and time, with times that can be had.
import type { AnyCapability } from '../../capability/capability.ts';
import type { Slots } from '../../capability/dialogue.ts';
import { must } from '../../kernel/must.ts';
import { findOrdinal, pick } from '../../nlu/entities/choice.ts';
import { findDialogueAct } from '../../nlu/entities/dialogue-acts.ts';
import { alternativesTo, rulesOf } from '../../scheduling/calendar.ts';
import { openPeriods } from '../../scheduling/hours.ts';
import { MINUTE, mustReadDay, WEEKDAYS, weekdayOf, writeDay } from '../../scheduling/zone.ts';
import type { ActiveTask } from './dialogue-state.ts';
import { BESIDE_IT } from './extract-entities.ts';
import { toneOf } from './general.ts';
import { type Input, isAboutPerson, missingIn } from './input.ts';
import { askDay, askTime } from './phrases.ts';
import type { ResponsePart } from './reply.ts';
import type { StepResult, Turn } from './turn.ts';

const MOST_TIMES = 3;
const MOST_DAYS = 6;
const HOUR = 60 * MINUTE;

/** Day and time are asked for together, or the one that is open; with times that are free, where that is known. */
export async function askWhen(
  turn: Turn,
  capability: AnyCapability,
  task: ActiveTask,
  input: Input,
): Promise<StepResult> {
  const { say, businessContext } = turn;
  const { date, time, days } = task.slots;
  const step = (part: ResponsePart, offered?: string[]): StepResult & { task: ActiveTask } => ({
    part,
    task: { ...task, asked: ['startsAt'], ...(offered?.length ? { offered } : {}) },
  });
  if (days && !date) {
    const names = daysBetween(days.from, days.to, days.weekdays).map((day) => say.day(new Date(noonOf(turn, day))));
    if (names.length <= MOST_DAYS)
      return step({
        text: say.text('Which day would you like: {choices}?', { choices: say.choices(names) }),
        suggestions: names,
      });
  }
  const { free, others } = await freeTimes(turn, capability, task, input);
  if (date && free.length === 0 && others.length > 0) {
    const nothing = say.text("I'm afraid nothing is free on {day}.", { day: say.day(new Date(noonOf(turn, date))) });
    const times = timesIn(turn, others);
    const instead =
      others.length === 1
        ? say.text('I could do {times}. Would that suit you?', { times })
        : say.text('I could do {times}. Would one of these suit you?', { times });
    const text = `${nothing} ${instead}`;
    const asked = step({ text, suggestions: others.map(say.time) }, others);
    return { ...asked, task: onTheirDay(asked.task, others) };
  }
  const suggestions = free.map((at) => (date ? say.clock(at) : say.time(at)));
  const offer = free.length > 0 ? ` ${say.text('I have {times} free.', { times: say.choices(suggestions) })}` : '';
  if (date) {
    return step(
      { text: `${askTime(toneOf(businessContext), say.day(new Date(noonOf(turn, date))), say)}${offer}`, suggestions },
      free,
    );
  }
  if (time) return step({ text: askDay(toneOf(businessContext), say), suggestions: [] });
  if (task.slots.soonest && free.length > 0)
    return step(
      {
        text: say.text('The first times I have are {times}. Which time would you like?', {
          times: say.choices(free.map(say.time)),
        }),
        suggestions,
      },
      free,
    );
  return step({ text: say.text(capability.dialogue.ask.startsAt ?? 'Which day and time would you like?') });
}

/** "As early as you can tomorrow", "Tuesday first thing": the first time that is free then. */
export async function soonestOn(
  turn: Turn,
  capability: AnyCapability,
  task: ActiveTask,
  input: Input,
): Promise<ActiveTask | undefined> {
  const { date, soonest, window } = task.slots;
  const wished = soonest || window?.name === 'first thing';
  const { free } =
    date && wished
      ? await freeTimes(turn, capability, { ...task, slots: { ...task.slots, soonest: true } }, input)
      : NONE;
  return free[0] ? { ...task, slots: { ...task.slots, ...localDateTime(free[0]) } } : undefined;
}

const noonOf = ({ ctx }: Turn, date: string) => rulesOf(ctx.business).zone.epochAt(mustReadDay(date), 720);

function daysBetween(from: string, to: string, weekdays?: number[]): string[] {
  const [first, last] = [mustReadDay(from), mustReadDay(to)];
  const days = Array.from(
    { length: Math.min(31, last - first + 1) },
    (_, index) => new Date((first + index) * 86_400_000),
  );
  return days
    .filter((day) => !weekdays || weekdays.includes(day.getUTCDay() || 7))
    .map((day) => day.toISOString().slice(0, 10));
}

/** A yes to several times is asked which of them. */
export function askWhichTime({ say }: Turn, task: ActiveTask): StepResult {
  const times = must(task.offered, 'times that were offered').map(say.time);
  const text = say.text('Which one would you like: {choices}?', { choices: say.choices(times) });
  return { part: { text, suggestions: times }, task: { ...task, stuck: 1 } };
}

/** The day is said once where it is one. */
function timesIn({ say }: Turn, times: readonly string[]): string {
  const [day = '', another] = new Set(times.map(say.day));
  if (another) return say.choices(times.map(say.time));
  return say.text('{day} at {clock}', { day, clock: say.choices(times.map(say.clock)) });
}

/** Where all times are of another day than the one that was named, the talk is about that day now. */
export function onTheirDay(task: ActiveTask, times: readonly string[]): ActiveTask {
  const [day, another] = new Set(times.map((time) => time.slice(0, 10)));
  if (task.slots.date === undefined || !day || another) return task;
  return { ...task, slots: { ...task.slots, date: day } };
}

type Times = { free: string[] /** The nearest, where there is none on that day. */; others: string[] };
const NONE: Times = { free: [], others: [] };

/** A few times that can be had on the day that was named, in the part of it that was named. */
async function freeTimes(turn: Turn, capability: AnyCapability, task: ActiveTask, input: Input): Promise<Times> {
  const { ctx } = turn;
  const { date, window, soonest } = task.slots;
  const about = { business: ctx.business, text: turn.text, now: ctx.now };
  const isOpen = missingIn(capability, input, about).some(
    (path) => path !== 'startsAt' && !isAboutPerson(capability, path),
  );
  if (!capability.bookingRequest || (!date && !soonest) || isOpen) return NONE;
  const requested = capability.bookingRequest(ctx.business, input);
  if ('ok' in requested) return NONE;
  const named: string[] = [];
  // "Eleven or three": of two times that were named, those that can be had.
  if (date && window?.from && window.to && / or /i.test(window.name))
    for (const clock of [window.from, window.to]) {
      const around = await alternativesTo(ctx, requested, middleOf(turn, date, clock) - HOUR);
      const isNamed = (startsAt: string) => startsAt.startsWith(`${date}T${clock}`);
      named.push(...around.map(({ startsAt }) => startsAt).filter(isNamed));
    }
  if (named.length > 0) return { free: named, others: [] };
  const from = date && soonest ? (window?.from ?? '00:00') : window?.from;
  const at = date ? middleOf(turn, date, from, window?.to) : ctx.now.getTime();
  const near = await alternativesTo(ctx, requested, at);
  const wanted = near.map(({ startsAt }) => startsAt).filter((startsAt) => !date || startsAt.startsWith(date));
  const inside = wanted.filter((startsAt) => isWithin(startsAt.slice(11, 16), window));
  const free = (window && inside.length > 0 ? inside : wanted).slice(0, MOST_TIMES).sort();
  return {
    free,
    others: near
      .map(({ startsAt }) => startsAt)
      .slice(0, MOST_TIMES)
      .sort(),
  };
}

const isWithin = (clock: string, window: ActiveTask['slots']['window']) =>
  !window || ((window.from === null || clock >= window.from) && (window.to === null || clock < window.to));

function middleOf({ ctx }: Turn, date: string, from: string | null = null, to: string | null = null): number {
  const { zone } = rulesOf(ctx.business);
  const minutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
  const day = mustReadDay(date);
  if (from) return zone.epochAt(day, minutes(from) + 60);
  if (to) return zone.epochAt(day, minutes(to) - 60);
  const periods = openPeriods(rulesOf(ctx.business), day, day);
  const last = periods.at(-1);
  return last ? last.start + Math.min(120 * MINUTE, (last.end - last.start) / 2) : zone.epochAt(day, 720);
}

/** "Classes on mondays" are those of the next Monday. */
export function withNextDay(slots: Slots, { ctx }: Turn): Slots {
  const [weekday, ...more] = slots.every ?? [];
  if (weekday === undefined || more.length > 0 || slots.date) return slots;
  const { zone } = rulesOf(ctx.business);
  const { day } = zone.localAt(ctx.now.getTime());
  const ahead = (weekday - 1 - WEEKDAYS.indexOf(weekdayOf(day)) + 7) % 7;
  return { ...slots, date: writeDay(day + ahead) };
}

/**
 * What stood in the way was the day, or the person: on another day the time is wished for as before, and with somebody
 * else the day too. Of a day for which other times were named, one of them is to be chosen.
 */
export function withRefused(entities: Slots, { refused, offered = [], slots }: ActiveTask): Slots {
  if (!refused?.time || entities.time || entities.window || entities.days || entities.soonest) return entities;
  const ids = ({ words }: Slots) => JSON.stringify(words.staff?.flat().map(({ id }) => id));
  if (!entities.date && entities.words.staff && ids(entities) !== ids(slots)) return { ...entities, ...refused };
  const { date } = entities;
  const isOffered = date !== undefined && offered.some((time) => time.startsWith(date));
  const isTaken = isOffered && !offered.some((time) => time.startsWith(`${entities.date}T${refused.time}`));
  return entities.date && entities.date !== refused.date && !isTaken ? { ...entities, time: refused.time } : entities;
}

/** The day and time that the talk is about; "the day after" is after the one that they wished for. */
export const talkedOf = ({ refused, slots }: ActiveTask, text: string): Slots =>
  BESIDE_IT.test(text) ? { ...slots, ...refused } : { ...refused, ...slots };

/** The time of those that were named that is meant. */
export function chooseTime(times: readonly string[] | undefined, text: string, turn?: Turn): string | undefined {
  if (!times?.length) return undefined;
  const act = findDialogueAct(text);
  const agreed = times.length === 1 && act?.act === 'yes' && !act.rest ? times[0] : undefined;
  // A button that was pressed reads just like the time that it named.
  const pressed =
    turn && times.find((time) => isSameText(text, turn.say.time(time)) || isSameText(text, turn.say.clock(time)));
  return agreed ?? pressed ?? pick(times, findOrdinal(text));
}

const isSameText = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

export const localDateTime = (time: string) => ({ date: time.slice(0, 10), time: time.slice(11, 16) });
