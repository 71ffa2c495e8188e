// Asks for the day and time of a booking, and offers available times.
import type { AnyCapability } from '../../capability/capability.ts';
import type { Slots } from '../../capability/dialogue.ts';
import { formatDay } from '../../kernel/clock.ts';
import { must } from '../../kernel/must.ts';
import { findDialogueAct } from '../../nlu/entities/dialogue-acts.ts';
import { findOrdinal, pickByOrdinal } from '../../nlu/entities/offered-choice.ts';
import { findOpenPeriodsOnDays } from '../../scheduling/hours.ts';
import { findAlternatives, findEarliestTimes, rulesOf } from '../../scheduling/schedules.ts';
import { MINUTE_MS, mustParseDay, NOON_MINUTES, WEEKDAYS, weekdayOf } from '../../scheduling/zone.ts';
import { type CapabilityInput, canCheckTimes, findMissingFields } from './capability-input.ts';
import type { ActiveTask } from './dialogue-state.ts';
import { RELATIVE_DAY_PATTERN } from './extract-entities.ts';
import { readTone } from './general.ts';
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
  const createStep = (part: ResponsePart, offered?: string[]): StepResult & { task: ActiveTask } => ({
    part,
    task: { ...task, requestedSlots: ['startsAt'], ...(offered?.length ? { offered } : {}) },
  });
  if (days && !date) {
    const dayNames = listDaysBetween(days.from, days.to, days.weekdays).map((day) =>
      format.day(new Date(findNoonEpochMs(turn, day))),
    );
    if (dayNames.length <= MAX_OFFERED_DAYS)
      return createStep({
        text: format.text('Which day would you like: {choices}?', { choices: format.choices(dayNames) }),
        suggestions: dayNames,
      });
  }
  const { matchingTimes, nearestTimes } = await findAvailableTimes(turn, capability, task, input);
  if (date && matchingTimes.length === 0 && nearestTimes.length > 0) {
    const unavailableText = format.text("I'm sorry, we don't have anything open on {day}.", {
      day: format.day(new Date(findNoonEpochMs(turn, date))),
    });
    const times = renderTimes(turn, nearestTimes);
    const alternativesText =
      nearestTimes.length === 1
        ? format.text('I have {times}. Would that work?', { times })
        : format.text('I have {times}. Would one of those work?', { times });
    const text = `${unavailableText} ${alternativesText}`;
    const questionStep = createStep({ text, suggestions: nearestTimes.map(format.time) }, nearestTimes);
    return { ...questionStep, task: withDayOfTimes(questionStep.task, nearestTimes) };
  }
  const suggestions = matchingTimes.map((startsAt) => (date ? format.clock(startsAt) : format.time(startsAt)));
  const offerText =
    matchingTimes.length > 0 ? ` ${format.text('I have {times} open.', { times: format.choices(suggestions) })}` : '';
  if (date) {
    return createStep(
      {
        text: `${askTime(readTone(businessContext), format.day(new Date(findNoonEpochMs(turn, date))), format)}${offerText}`,
        suggestions,
      },
      matchingTimes,
    );
  }
  if (time) return createStep({ text: askDay(readTone(businessContext), format), suggestions: [] });
  if (task.slots.soonest && matchingTimes.length > 0)
    return createStep(
      {
        text: format.text('The earliest times I have are {times}. Which time would you like?', {
          times: format.choices(matchingTimes.map(format.time)),
        }),
        suggestions,
      },
      matchingTimes,
    );
  return createStep({ text: format.text(capability.dialogue.ask.startsAt ?? 'What day and time would you like?') });
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
  const { matchingTimes } =
    date && wantsSoonest
      ? await findAvailableTimes(turn, capability, { ...task, slots: { ...task.slots, soonest: true } }, input)
      : NO_TIMES;
  return matchingTimes[0] ? { ...task, slots: { ...task.slots, ...splitDateTime(matchingTimes[0]) } } : undefined;
}

const findNoonEpochMs = ({ ctx }: Turn, date: string) =>
  rulesOf(ctx.business).zone.epochAt(mustParseDay(date), NOON_MINUTES);

function listDaysBetween(from: string, to: string, weekdays?: number[]): string[] {
  const [firstDay, lastDay] = [mustParseDay(from), mustParseDay(to)];
  const days = Array.from(
    { length: Math.min(MAX_RANGE_DAYS, lastDay - firstDay + 1) },
    (_, index) => new Date((firstDay + index) * 86_400_000),
  );
  return days
    .filter((day) => !weekdays || weekdays.includes(day.getUTCDay() || 7))
    .map((day) => day.toISOString().slice(0, 10));
}

/** Asks which time is meant by a yes to several. */
export function askWhichTime(turn: Turn, task: ActiveTask): StepResult {
  const offeredTimes = must(task.offered, 'times that were offered');
  const text = turn.format.text('Which one would you like: {choices}?', { choices: renderTimes(turn, offeredTimes) });
  return { part: { text, suggestions: offeredTimes.map(turn.format.time) }, task: { ...task, failedAttempts: 1 } };
}

/** Names the day only once if all times are on the same day. */
function renderTimes({ format }: Turn, times: readonly string[]): string {
  const [day = '', secondDay] = new Set(times.map(format.day));
  if (secondDay) return format.choices(times.map(format.time));
  return format.text('{day} at {clock}', { day, clock: format.choices(times.map(format.clock)) });
}

/** Moves the requested day to the day of the offered times, if they are all on one day. */
export function withDayOfTimes(task: ActiveTask, times: readonly string[]): ActiveTask {
  const [day, secondDay] = new Set(times.map((time) => time.slice(0, 10)));
  if (task.slots.date === undefined || !day || secondDay) return task;
  return { ...task, slots: { ...task.slots, date: day } };
}

type AvailableTimes = {
  matchingTimes: string[];
  /** The nearest times on any day. */
  nearestTimes: string[];
};
const NO_TIMES: AvailableTimes = { matchingTimes: [], nearestTimes: [] };

/** A few available times within the requested day and part of the day. */
async function findAvailableTimes(
  turn: Turn,
  capability: AnyCapability,
  task: ActiveTask,
  input: CapabilityInput,
): Promise<AvailableTimes> {
  const { ctx } = turn;
  const { date, window, soonest } = task.slots;
  const context = { business: ctx.business, text: turn.text, now: ctx.now };
  const canLookUpTimes = canCheckTimes(capability, findMissingFields(capability, input, context));
  if (!capability.bookingRequest || (!date && !soonest) || !canLookUpTimes) return NO_TIMES;
  const request = capability.bookingRequest(ctx.business, input);
  if ('ok' in request) return NO_TIMES;
  const namedTimes: string[] = [];
  // Of two alternatives that the customer named ("eleven or three"), those that are available.
  if (date && window?.from && window.to && / or /i.test(window.name))
    for (const clock of [window.from, window.to]) {
      const nearby = await findAlternatives(ctx, request, findSearchStart(turn, date, clock) - HOUR_MS);
      const isNamed = (startsAt: string) => startsAt.startsWith(`${date}T${clock}`);
      namedTimes.push(...nearby.map(({ startsAt }) => startsAt).filter(isNamed));
    }
  if (namedTimes.length > 0) return { matchingTimes: namedTimes, nearestTimes: [] };
  const from = date && soonest ? (window?.from ?? '00:00') : window?.from;
  const searchFrom = date ? findSearchStart(turn, date, from, window?.to) : ctx.now.getTime();
  const nearestTimes =
    soonest && !date
      ? await findEarliestTimes(ctx, request)
      : (await findAlternatives(ctx, request, searchFrom)).map(({ startsAt }) => startsAt);
  const timesOnDay = nearestTimes.filter((startsAt) => !date || startsAt.startsWith(date));
  const timesInWindow = timesOnDay.filter((startsAt) => isWithinWindow(startsAt.slice(11, 16), window));
  const matchingTimes = (window && timesInWindow.length > 0 ? timesInWindow : timesOnDay)
    .slice(0, MAX_OFFERED_TIMES)
    .sort();
  return {
    matchingTimes,
    nearestTimes: nearestTimes.slice(0, MAX_OFFERED_TIMES).sort(),
  };
}

const isWithinWindow = (clock: string, window: ActiveTask['slots']['window']) =>
  !window || ((window.from === null || clock >= window.from) && (window.to === null || clock < window.to));

/** The time around which to look for available ones: within the window, or in the middle of the last opening period. */
function findSearchStart({ ctx }: Turn, date: string, from: string | null = null, to: string | null = null): number {
  const { zone } = rulesOf(ctx.business);
  const parseClockMinutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
  const day = mustParseDay(date);
  if (from) return zone.epochAt(day, parseClockMinutes(from) + 60);
  if (to) return zone.epochAt(day, parseClockMinutes(to) - 60);
  const periods = findOpenPeriodsOnDays(rulesOf(ctx.business), day, day);
  const lastPeriod = periods.at(-1);
  return lastPeriod
    ? lastPeriod.start + Math.min(120 * MINUTE_MS, (lastPeriod.end - lastPeriod.start) / 2)
    : zone.epochAt(day, NOON_MINUTES);
}

/** A recurring weekday such as "classes on mondays" stands for its next date. */
export function withNextDay(slots: Slots, { ctx }: Turn): Slots {
  const [weekday, ...otherWeekdays] = slots.every ?? [];
  if (weekday === undefined || otherWeekdays.length > 0 || slots.date) return slots;
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
  const serializeStaffIds = ({ catalogEntities }: Slots) =>
    JSON.stringify(catalogEntities.staff?.flat().map(({ id }) => id));
  if (!entities.date && entities.catalogEntities.staff && serializeStaffIds(entities) !== serializeStaffIds(slots))
    return { ...entities, ...refused };
  const { date } = entities;
  const isOffered = date !== undefined && offered.some((time) => time.startsWith(date));
  const isTimeTaken = isOffered && !offered.some((time) => time.startsWith(`${entities.date}T${refused.time}`));
  return entities.date && entities.date !== refused.date && !isTimeTaken
    ? { ...entities, time: refused.time }
    : entities;
}

/** The slots under discussion; a relative day ("the day after") counts from the day that was refused. */
export const selectDiscussedSlots = ({ refused, slots }: ActiveTask, text: string): Slots =>
  RELATIVE_DAY_PATTERN.test(text) ? { ...slots, ...refused } : { ...refused, ...slots };

/** The offered time that the customer chooses. */
export function chooseTime(times: readonly string[] | undefined, text: string, turn?: Turn): string | undefined {
  if (!times?.length) return undefined;
  const act = findDialogueAct(text);
  const acceptedTime = times.length === 1 && act?.act === 'yes' && !act.rest ? times[0] : undefined;
  // Pressing a button sends its label, which is the formatted time.
  const pressedTime =
    turn && times.find((time) => isSameText(text, turn.format.time(time)) || isSameText(text, turn.format.clock(time)));
  return acceptedTime ?? pressedTime ?? pickByOrdinal(times, findOrdinal(text));
}

const isSameText = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

export const splitDateTime = (time: string) => ({ date: time.slice(0, 10), time: time.slice(11, 16) });
