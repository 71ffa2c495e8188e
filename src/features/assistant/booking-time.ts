// Asks for the day and time of a booking, and offers available times.
import type { AnyCapability } from '../../capability/capability.ts';
import type { Slots } from '../../capability/dialogue.ts';
import { must } from '../../kernel/must.ts';
import { findDialogueAct } from '../../nlu/entities/dialogue-acts.ts';
import { findOrdinal, pickByOrdinal } from '../../nlu/entities/offered-choice.ts';
import { findAlternatives, findEarliestTimes, rulesOf } from '../../scheduling/calendar.ts';
import { openPeriodsOnDays } from '../../scheduling/hours.ts';
import { formatDay, MINUTE_MS, mustParseDay, NOON_MINUTES, WEEKDAYS, weekdayOf } from '../../scheduling/zone.ts';
import { type CapabilityInput, canCheckTimes, missingFields } from './capability-input.ts';
import type { ActiveTask } from './dialogue-state.ts';
import { RELATIVE_DAY } from './extract-entities.ts';
import { toneOf } from './general.ts';
import { askDay, askTime } from './phrases.ts';
import type { ResponsePart } from './reply.ts';
import type { StepResult, Turn } from './turn.ts';

const MAX_OFFERED_TIMES = 3;
const MAX_OFFERED_DAYS = 6;
const HOUR_MS = 60 * MINUTE_MS;
/** The most days of a range that are considered. */
const MAX_RANGE_DAYS = 31;

/** Asks for day and time together, or for the missing one, and offers available times if they are known. */
export async function askWhen(
  turn: Turn,
  capability: AnyCapability,
  task: ActiveTask,
  input: CapabilityInput,
): Promise<StepResult> {
  const { format, businessContext } = turn;
  const { date, time, days } = task.slots;
  const step = (part: ResponsePart, offered?: string[]): StepResult & { task: ActiveTask } => ({
    part,
    task: { ...task, requestedSlots: ['startsAt'], ...(offered?.length ? { offered } : {}) },
  });
  if (days && !date) {
    const names = daysBetween(days.from, days.to, days.weekdays).map((day) => format.day(new Date(noonOf(turn, day))));
    if (names.length <= MAX_OFFERED_DAYS)
      return step({
        text: format.text('Which day would you like: {choices}?', { choices: format.choices(names) }),
        suggestions: names,
      });
  }
  const { free, others } = await freeTimes(turn, capability, task, input);
  if (date && free.length === 0 && others.length > 0) {
    const nothingFree = format.text("I'm sorry, we don't have anything open on {day}.", {
      day: format.day(new Date(noonOf(turn, date))),
    });
    const times = renderTimes(turn, others);
    const alternatives =
      others.length === 1
        ? format.text('I have {times}. Would that work?', { times })
        : format.text('I have {times}. Would one of those work?', { times });
    const text = `${nothingFree} ${alternatives}`;
    const question = step({ text, suggestions: others.map(format.time) }, others);
    return { ...question, task: withDayOfTimes(question.task, others) };
  }
  const suggestions = free.map((startsAt) => (date ? format.clock(startsAt) : format.time(startsAt)));
  const offer =
    free.length > 0 ? ` ${format.text('I have {times} open.', { times: format.choices(suggestions) })}` : '';
  if (date) {
    return step(
      {
        text: `${askTime(toneOf(businessContext), format.day(new Date(noonOf(turn, date))), format)}${offer}`,
        suggestions,
      },
      free,
    );
  }
  if (time) return step({ text: askDay(toneOf(businessContext), format), suggestions: [] });
  if (task.slots.soonest && free.length > 0)
    return step(
      {
        text: format.text('The earliest times I have are {times}. Which time would you like?', {
          times: format.choices(free.map(format.time)),
        }),
        suggestions,
      },
      free,
    );
  return step({ text: format.text(capability.dialogue.ask.startsAt ?? 'What day and time would you like?') });
}

/** Chooses the first available time of a day, for requests such as "as early as you can tomorrow". */
export async function withSoonestTime(
  turn: Turn,
  capability: AnyCapability,
  task: ActiveTask,
  input: CapabilityInput,
): Promise<ActiveTask | undefined> {
  const { date, soonest, window } = task.slots;
  const wantsSoonest = soonest || window?.name === 'first thing';
  const { free } =
    date && wantsSoonest
      ? await freeTimes(turn, capability, { ...task, slots: { ...task.slots, soonest: true } }, input)
      : NO_TIMES;
  return free[0] ? { ...task, slots: { ...task.slots, ...localDateTime(free[0]) } } : undefined;
}

const noonOf = ({ ctx }: Turn, date: string) => rulesOf(ctx.business).zone.epochAt(mustParseDay(date), NOON_MINUTES);

function daysBetween(from: string, to: string, weekdays?: number[]): string[] {
  const [first, last] = [mustParseDay(from), mustParseDay(to)];
  const days = Array.from(
    { length: Math.min(MAX_RANGE_DAYS, last - first + 1) },
    (_, index) => new Date((first + index) * 86_400_000),
  );
  return days
    .filter((day) => !weekdays || weekdays.includes(day.getUTCDay() || 7))
    .map((day) => day.toISOString().slice(0, 10));
}

/** Asks which time is meant by a yes to several. */
export function askWhichTime(turn: Turn, task: ActiveTask): StepResult {
  const offered = must(task.offered, 'times that were offered');
  const text = turn.format.text('Which one would you like: {choices}?', { choices: renderTimes(turn, offered) });
  return { part: { text, suggestions: offered.map(turn.format.time) }, task: { ...task, failedAttempts: 1 } };
}

/** Names the day only once if all times are on the same day. */
function renderTimes({ format }: Turn, times: readonly string[]): string {
  const [day = '', another] = new Set(times.map(format.day));
  if (another) return format.choices(times.map(format.time));
  return format.text('{day} at {clock}', { day, clock: format.choices(times.map(format.clock)) });
}

/** Moves the requested day to the day of the offered times, if they are all on one day. */
export function withDayOfTimes(task: ActiveTask, times: readonly string[]): ActiveTask {
  const [day, another] = new Set(times.map((time) => time.slice(0, 10)));
  if (task.slots.date === undefined || !day || another) return task;
  return { ...task, slots: { ...task.slots, date: day } };
}

type AvailableTimes = { free: string[] /** The nearest times on any day. */; others: string[] };
const NO_TIMES: AvailableTimes = { free: [], others: [] };

/** A few available times within the requested day and part of the day. */
async function freeTimes(
  turn: Turn,
  capability: AnyCapability,
  task: ActiveTask,
  input: CapabilityInput,
): Promise<AvailableTimes> {
  const { ctx } = turn;
  const { date, window, soonest } = task.slots;
  const context = { business: ctx.business, text: turn.text, now: ctx.now };
  const isComplete = canCheckTimes(capability, missingFields(capability, input, context));
  if (!capability.bookingRequest || (!date && !soonest) || !isComplete) return NO_TIMES;
  const request = capability.bookingRequest(ctx.business, input);
  if ('ok' in request) return NO_TIMES;
  const namedTimes: string[] = [];
  // Of two alternatives that the customer named ("eleven or three"), those that are available.
  if (date && window?.from && window.to && / or /i.test(window.name))
    for (const clock of [window.from, window.to]) {
      const nearby = await findAlternatives(ctx, request, searchStart(turn, date, clock) - HOUR_MS);
      const isNamed = (startsAt: string) => startsAt.startsWith(`${date}T${clock}`);
      namedTimes.push(...nearby.map(({ startsAt }) => startsAt).filter(isNamed));
    }
  if (namedTimes.length > 0) return { free: namedTimes, others: [] };
  const from = date && soonest ? (window?.from ?? '00:00') : window?.from;
  const searchFrom = date ? searchStart(turn, date, from, window?.to) : ctx.now.getTime();
  const nearest =
    soonest && !date
      ? await findEarliestTimes(ctx, request)
      : (await findAlternatives(ctx, request, searchFrom)).map(({ startsAt }) => startsAt);
  const onDay = nearest.filter((startsAt) => !date || startsAt.startsWith(date));
  const inWindow = onDay.filter((startsAt) => isWithin(startsAt.slice(11, 16), window));
  const free = (window && inWindow.length > 0 ? inWindow : onDay).slice(0, MAX_OFFERED_TIMES).sort();
  return {
    free,
    others: nearest.slice(0, MAX_OFFERED_TIMES).sort(),
  };
}

const isWithin = (clock: string, window: ActiveTask['slots']['window']) =>
  !window || ((window.from === null || clock >= window.from) && (window.to === null || clock < window.to));

/** The time around which to look for available ones: within the window, or in the middle of the last opening period. */
function searchStart({ ctx }: Turn, date: string, from: string | null = null, to: string | null = null): number {
  const { zone } = rulesOf(ctx.business);
  const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
  const day = mustParseDay(date);
  if (from) return zone.epochAt(day, minutesOf(from) + 60);
  if (to) return zone.epochAt(day, minutesOf(to) - 60);
  const periods = openPeriodsOnDays(rulesOf(ctx.business), day, day);
  const last = periods.at(-1);
  return last ? last.start + Math.min(120 * MINUTE_MS, (last.end - last.start) / 2) : zone.epochAt(day, NOON_MINUTES);
}

/** A recurring weekday such as "classes on mondays" stands for its next date. */
export function withNextDay(slots: Slots, { ctx }: Turn): Slots {
  const [weekday, ...more] = slots.every ?? [];
  if (weekday === undefined || more.length > 0 || slots.date) return slots;
  const { zone } = rulesOf(ctx.business);
  const { day } = zone.localAt(ctx.now.getTime());
  const daysAhead = (weekday - 1 - WEEKDAYS.indexOf(weekdayOf(day)) + 7) % 7;
  return { ...slots, date: formatDay(day + daysAhead) };
}

/**
 * After a refusal, a new day keeps the requested time, and a new person keeps the requested day and time. If other times
 * were offered for the new day, the customer has to choose one of them instead.
 */
export function withRefusedTime(entities: Slots, { refused, offered = [], slots }: ActiveTask): Slots {
  if (!refused?.time || entities.time || entities.window || entities.days || entities.soonest) return entities;
  const staffIds = ({ catalogEntities }: Slots) => JSON.stringify(catalogEntities.staff?.flat().map(({ id }) => id));
  if (!entities.date && entities.catalogEntities.staff && staffIds(entities) !== staffIds(slots))
    return { ...entities, ...refused };
  const { date } = entities;
  const isOffered = date !== undefined && offered.some((time) => time.startsWith(date));
  const isTimeTaken = isOffered && !offered.some((time) => time.startsWith(`${entities.date}T${refused.time}`));
  return entities.date && entities.date !== refused.date && !isTimeTaken
    ? { ...entities, time: refused.time }
    : entities;
}

/** The slots under discussion; a relative day ("the day after") counts from the day that was refused. */
export const discussedSlots = ({ refused, slots }: ActiveTask, text: string): Slots =>
  RELATIVE_DAY.test(text) ? { ...slots, ...refused } : { ...refused, ...slots };

/** The offered time that the customer chooses. */
export function chooseTime(times: readonly string[] | undefined, text: string, turn?: Turn): string | undefined {
  if (!times?.length) return undefined;
  const act = findDialogueAct(text);
  const accepted = times.length === 1 && act?.act === 'yes' && !act.rest ? times[0] : undefined;
  // Pressing a button sends its label, which is the formatted time.
  const pressed =
    turn && times.find((time) => isSameText(text, turn.format.time(time)) || isSameText(text, turn.format.clock(time)));
  return accepted ?? pressed ?? pickByOrdinal(times, findOrdinal(text));
}

const isSameText = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

export const localDateTime = (time: string) => ({ date: time.slice(0, 10), time: time.slice(11, 16) });
