// The checks that decide whether a start time can be booked. Offering a time and booking it both use TIME_CHECKS.

import {
  findOpenPeriodsOnDays,
  findWorkingPeriods,
  type OpeningHours,
  type Period,
  type TimeOff,
  type WeeklyHours,
} from './hours.ts';
import { containsInterval, findLastIndexStartingBefore, type Interval, mergeIntervals } from './intervals.ts';
import { DAY_MS, MINUTE_MS } from './zone.ts';

export interface SchedulingRules extends OpeningHours {
  noticeMinutes: number;
  horizonDays: number;
  slotMinutes: number;
  /** Locale, country and language decide how times appear in messages. */
  locale?: string;
  country?: string;
  language?: string;
}

export interface BookingDuration {
  durationMinutes: number;
  bufferBeforeMinutes?: number;
  bufferAfterMinutes?: number;
}

export interface RequestedTime extends BookingDuration {
  /** epoch milliseconds */
  start: number;
}

/** A person, a table or joined tables that could take the booking, with working hours and busy times. */
export interface ResourceSchedule {
  id: string;
  name: string;
  /** Defaults to the hours of the business. */
  hours?: WeeklyHours;
  timeOff?: readonly TimeOff[];
  /** Times taken by existing bookings, each with its buffers, and by connected calendars. */
  busy: readonly Interval[];
}

/**
 * The opening periods that begin on the searched days or on the days next to them. `fromDay` and `toDay` are included, and
 * count from 1970-01-01.
 */
export interface SearchWindow {
  fromDay: number;
  toDay: number;
  openPeriods: readonly Period[];
}

/** Everything TIME_CHECKS need to know about one booking duration with one candidate. Starts are epoch milliseconds. */
export interface StartConstraints {
  earliestStart: number;
  latestStart: number;
  openPeriods: readonly Period[];
  workingPeriods: readonly Period[];
  busy: readonly Interval[];
  durationMs: number;
  bufferBeforeMs: number;
  bufferAfterMs: number;
}

export type TimeRule = 'too_soon' | 'too_far' | 'closed' | 'full';

/** In order: the first check that fails is the reason given to the customer. */
export const TIME_CHECKS: readonly {
  rule: TimeRule;
  passes: (constraints: StartConstraints, start: number) => boolean;
}[] = [
  { rule: 'too_soon', passes: hasEnoughNotice },
  { rule: 'too_far', passes: isWithinHorizon },
  { rule: 'closed', passes: isOpen },
  { rule: 'full', passes: isFree },
];

/** Runs all TIME_CHECKS without a loop, because one request calls this thousands of times. */
export function isBookableStart(constraints: StartConstraints, start: number): boolean {
  return isPossibleForBusiness(constraints, start) && isPossibleForCandidate(constraints, start);
}

/** The checks that have the same result for every candidate. */
export function isPossibleForBusiness(constraints: StartConstraints, start: number): boolean {
  return (
    hasEnoughNotice(constraints, start) && isWithinHorizon(constraints, start) && isBusinessOpen(constraints, start)
  );
}

/** The checks that remain for each candidate. */
export function isPossibleForCandidate(constraints: StartConstraints, start: number): boolean {
  return isCandidateWorking(constraints, start) && isFree(constraints, start);
}

function hasEnoughNotice(constraints: StartConstraints, start: number): boolean {
  return start >= constraints.earliestStart;
}

function isWithinHorizon(constraints: StartConstraints, start: number): boolean {
  return start <= constraints.latestStart;
}

function isOpen(constraints: StartConstraints, start: number): boolean {
  return isBusinessOpen(constraints, start) && isCandidateWorking(constraints, start);
}

function isBusinessOpen({ openPeriods, durationMs }: StartConstraints, start: number): boolean {
  return containsInterval(openPeriods, start, start + durationMs);
}

function isCandidateWorking({ openPeriods, workingPeriods, durationMs }: StartConstraints, start: number): boolean {
  return workingPeriods === openPeriods || containsInterval(workingPeriods, start, start + durationMs);
}

function isFree(constraints: StartConstraints, start: number): boolean {
  const occupiedFromMs = start - constraints.bufferBeforeMs;
  const occupiedToMs = start + constraints.durationMs + constraints.bufferAfterMs;
  // Busy times do not overlap each other, so only the last one that starts before our end can conflict.
  const lastBusyTime = constraints.busy[findLastIndexStartingBefore(constraints.busy, occupiedToMs)];
  return lastBusyTime === undefined || lastBusyTime.end <= occupiedFromMs;
}

export function isOnGrid(period: Interval, start: number, slotMinutes: number): boolean {
  return (start - period.start) % (slotMinutes * MINUTE_MS) === 0;
}

export function computeEarliestStart(rules: SchedulingRules, now: number): number {
  return now + rules.noticeMinutes * MINUTE_MS;
}

export function computeLatestStart(rules: SchedulingRules, now: number): number {
  return now + rules.horizonDays * DAY_MS;
}

/** A day wider on both sides, because a period belongs to the day on which it opens but may run past midnight. */
export function createSearchWindow(rules: SchedulingRules, firstDay: number, lastDay: number): SearchWindow {
  const fromDay = firstDay - 1;
  const toDay = lastDay + 1;
  return { fromDay, toDay, openPeriods: findOpenPeriodsOnDays(rules, fromDay, toDay) };
}

/** Without a candidate, only the constraints of the business apply. */
export function createStartConstraints(
  rules: SchedulingRules,
  now: number,
  duration: BookingDuration,
  searchWindow: SearchWindow,
  candidate?: ResourceSchedule,
): StartConstraints {
  return {
    earliestStart: computeEarliestStart(rules, now),
    latestStart: computeLatestStart(rules, now),
    openPeriods: searchWindow.openPeriods,
    workingPeriods: candidate
      ? findWorkingPeriods(candidate, { zone: rules.zone, ...searchWindow })
      : searchWindow.openPeriods,
    busy: candidate ? mergeIntervals(candidate.busy) : [],
    durationMs: duration.durationMinutes * MINUTE_MS,
    bufferBeforeMs: (duration.bufferBeforeMinutes ?? 0) * MINUTE_MS,
    bufferAfterMs: (duration.bufferAfterMinutes ?? 0) * MINUTE_MS,
  };
}
