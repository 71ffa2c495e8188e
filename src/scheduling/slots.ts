// Lists bookable starts and the ones nearest to a requested time, using the same checks as a booking. `now` and all starts
// are epoch milliseconds.

import { must } from '../kernel/must.ts';
import {
  type BookingDuration,
  computeEarliestStart,
  computeLatestStart,
  createSearchWindow,
  createStartConstraints,
  isBookableStart,
  isPossibleForBusiness,
  isPossibleForCandidate,
  type RequestedTime,
  type ResourceSchedule,
  type SchedulingRules,
  type SearchWindow,
  type StartConstraints,
} from './availability-rules.ts';
import type { Interval } from './intervals.ts';
import { MINUTE_MS } from './zone.ts';

/** How many days before and after the requested time are searched for alternatives. */
const SEARCH_DAYS_EACH_WAY = 14;

export interface Alternative {
  start: number;
  resource: ResourceSchedule;
}

/** The bookable starts of one candidate, from `fromMs` (included) to `toMs` (excluded). */
export function findSlotsBetween(
  rules: SchedulingRules,
  now: number,
  duration: BookingDuration,
  candidate: ResourceSchedule,
  fromMs: number,
  toMs: number,
): number[] {
  return must(
    findSlotsPerCandidate(rules, now, duration, [candidate], fromMs, toMs)[0],
    'the slots of the only candidate',
  );
}

/**
 * Like `findSlotsBetween` for several candidates, in their order. Opening hours and formatted starts are computed once,
 * because candidates are often free at the same times.
 */
export function findSlotsPerCandidate<FormattedStart = number>(
  rules: SchedulingRules,
  now: number,
  duration: BookingDuration,
  candidates: readonly ResourceSchedule[],
  fromMs: number,
  toMs: number,
  formatStart: (start: number) => FormattedStart = (start) => start as FormattedStart,
): FormattedStart[][] {
  // Starts outside notice and horizon fail anyway, so a huge range must not cost time.
  const firstStart = Math.max(fromMs, computeEarliestStart(rules, now));
  const lastStart = Math.min(toMs, computeLatestStart(rules, now) + 1);
  if (firstStart >= lastStart) return candidates.map(() => []);
  const searchWindow = createSearchWindow(rules, rules.zone.localAt(firstStart).day, rules.zone.localAt(lastStart).day);
  const businessConstraints = createStartConstraints(rules, now, duration, searchWindow);
  const starts = [...generateGridStarts(rules, searchWindow, firstStart, lastStart)].filter((start) =>
    isPossibleForBusiness(businessConstraints, start),
  );
  const formattedStarts = starts.map(formatStart);
  return candidates.map((candidate) => {
    const constraints = createStartConstraints(rules, now, duration, searchWindow, candidate);
    // biome-ignore lint/style/noNonNullAssertion: each start is formatted
    return formattedStarts.filter((_, i) => isPossibleForCandidate(constraints, starts[i]!));
  });
}

/**
 * The bookable starts nearest to the requested time: first on the same day, then on the days around it. Within a day
 * the time closest to the requested clock time comes first, so a request for dinner on a closed day gets dinner times.
 * `choose` picks who takes the booking; by default the first free candidate.
 */
export function findAlternativesNear(
  rules: SchedulingRules,
  now: number,
  requestedTime: RequestedTime,
  candidates: readonly ResourceSchedule[],
  maxAlternatives: number,
  choose: (free: readonly ResourceSchedule[], start: number) => ResourceSchedule | undefined = (free) => free[0],
): Alternative[] {
  const { zone } = rules;
  const { day } = zone.localAt(clampToBookableRange(rules, now, requestedTime.start));
  const { minutes } = zone.localAt(requestedTime.start);
  const searchWindow = createSearchWindow(rules, day - SEARCH_DAYS_EACH_WAY, day + SEARCH_DAYS_EACH_WAY);
  const constraints = candidates.map((candidate) =>
    createStartConstraints(rules, now, requestedTime, searchWindow, candidate),
  );
  const findStartsOn = (dayOfStart: number) => {
    const sameClockTime = zone.epochAt(dayOfStart, minutes);
    const starts = [
      ...generateGridStarts(rules, searchWindow, zone.epochAt(dayOfStart, 0), zone.epochAt(dayOfStart + 1, 0)),
    ];
    return starts.map((start) => ({ start, distanceMs: Math.abs(start - sameClockTime) }));
  };

  const alternatives: Alternative[] = [];
  for (let daysAway = 0; daysAway <= SEARCH_DAYS_EACH_WAY; daysAway++) {
    const days = daysAway === 0 ? [day] : [day - daysAway, day + daysAway];
    const starts = days.flatMap(findStartsOn).sort((a, b) => a.distanceMs - b.distanceMs || a.start - b.start);
    for (const { start } of starts) {
      if (alternatives.length >= maxAlternatives) return alternatives;
      const resource = choose(findFreeCandidatesAt(candidates, constraints, start), start);
      if (resource) alternatives.push({ start, resource });
    }
  }
  return alternatives;
}

/** The range for which `findAlternativesNear` needs the candidates' busy times. */
export function getAlternativesSearchRange(
  rules: SchedulingRules,
  now: number,
  requestedTime: RequestedTime,
): Interval {
  const { day } = rules.zone.localAt(clampToBookableRange(rules, now, requestedTime.start));
  const { durationMinutes, bufferBeforeMinutes = 0, bufferAfterMinutes = 0 } = requestedTime;
  return {
    start: rules.zone.epochAt(day - SEARCH_DAYS_EACH_WAY, 0) - bufferBeforeMinutes * MINUTE_MS,
    end: rules.zone.epochAt(day + SEARCH_DAYS_EACH_WAY + 1, 0) + (durationMinutes + bufferAfterMinutes) * MINUTE_MS,
  };
}

/** A requested time outside notice and horizon is moved to the nearest bookable moment. */
function clampToBookableRange(rules: SchedulingRules, now: number, start: number): number {
  return Math.max(computeEarliestStart(rules, now), Math.min(start, computeLatestStart(rules, now)));
}

function findFreeCandidatesAt(
  candidates: readonly ResourceSchedule[],
  constraints: readonly StartConstraints[],
  start: number,
): ResourceSchedule[] {
  // biome-ignore lint/style/noNonNullAssertion: each candidate has constraints
  return candidates.filter((_, i) => isBookableStart(constraints[i]!, start));
}

function* generateGridStarts(
  { slotMinutes }: SchedulingRules,
  { openPeriods }: SearchWindow,
  fromMs: number,
  toMs: number,
): Generator<number> {
  const stepMs = slotMinutes * MINUTE_MS;
  for (const [i, period] of openPeriods.entries()) {
    const end = Math.min(toMs, findEndOfGrid(openPeriods, i));
    const stepsBeforeRange = Math.max(0, Math.ceil((fromMs - period.start) / stepMs));
    for (let start = period.start + stepsBeforeRange * stepMs; start < end; start += stepMs) yield start;
  }
}

/** If periods overlap, the grid of the later one applies, as in checkAvailability. */
function findEndOfGrid(open: readonly Interval[], periodIndex: number): number {
  // biome-ignore lint/style/noNonNullAssertion: i is the index of a period
  return Math.min(open[periodIndex]!.end, open[periodIndex + 1]?.start ?? Number.POSITIVE_INFINITY);
}
