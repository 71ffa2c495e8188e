// The rules of time themselves: what is offered and what is booked are both decided by CHECKS.
import {
  type Interval,
  merged,
  type OpeningHours,
  openPeriods,
  ownPeriods,
  type Period,
  type TimeOff,
  type Weekly,
} from './hours.ts';
import { DAY, MINUTE } from './zone.ts';

export interface Rules extends OpeningHours {
  noticeMinutes: number;
  horizonDays: number;
  slotMinutes: number;
  /** How times are written to people. */
  locale?: string;
  country?: string;
  language?: string;
}

export interface Shape {
  durationMinutes: number;
  bufferBeforeMinutes?: number;
  bufferAfterMinutes?: number;
}

export interface RequestedTime extends Shape {
  start: number;
}

/** A person or a table (or tables joined) that could take the booking. */
export interface Candidate {
  id: string;
  name: string;
  /** Left out: those of the business. */
  hours?: Weekly;
  timeOff?: readonly TimeOff[];
  /** What is taken, with the buffers of those bookings. */
  busy: readonly Interval[];
}

/** The days looked at (both included), and when the business is open on them. */
export interface Scope {
  fromDay: number;
  toDay: number;
  open: readonly Period[];
}

/** All that decides about the starts of one kind of booking with one candidate. */
export interface Frame {
  earliest: number;
  latest: number;
  open: readonly Period[];
  own: readonly Period[];
  busy: readonly Interval[];
  length: number;
  before: number;
  after: number;
}

export type TimeRule = 'too_soon' | 'too_far' | 'closed' | 'full';

/** In the order in which they are checked; the first that fails is the reason. */
export const CHECKS: readonly { rule: TimeRule; passes: (frame: Frame, start: number) => boolean }[] = [
  { rule: 'too_soon', passes: isLateEnough },
  { rule: 'too_far', passes: isNearEnough },
  { rule: 'closed', passes: isOpen },
  { rule: 'full', passes: isFree },
];

/** All of CHECKS, written out: it is asked tens of thousands of times for one answer. */
export function isPossible(frame: Frame, start: number): boolean {
  return isLateEnough(frame, start) && isNearEnough(frame, start) && isOpen(frame, start) && isFree(frame, start);
}

function isLateEnough(frame: Frame, start: number): boolean {
  return start >= frame.earliest;
}

function isNearEnough(frame: Frame, start: number): boolean {
  return start <= frame.latest;
}

function isOpen(frame: Frame, start: number): boolean {
  const end = start + frame.length;
  return holds(frame.open, start, end) && (frame.own === frame.open || holds(frame.own, start, end));
}

function isFree(frame: Frame, start: number): boolean {
  const from = start - frame.before;
  const to = start + frame.length + frame.after;
  // Busy times do not overlap each other, so only the last that begins before our end can reach into us.
  const last = frame.busy[lastBefore(frame.busy, to)];
  return last === undefined || last.end <= from;
}

/** The period that an instant lies in. */
export function periodAt<T extends Interval>(periods: readonly T[], epoch: number): T | undefined {
  // Instants are whole milliseconds: what begins before the next one begins now or earlier.
  const period = periods[lastBefore(periods, epoch + 1)];
  return period && period.end > epoch ? period : undefined;
}

export function holds(periods: readonly Interval[], start: number, end: number): boolean {
  const period = periodAt(periods, start);
  return period !== undefined && period.end >= end;
}

function lastBefore(intervals: readonly Interval[], epoch: number): number {
  let low = 0;
  let high = intervals.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    // biome-ignore lint/style/noNonNullAssertion: it lies between low and high
    if (intervals[middle]!.start < epoch) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export function isOnGrid(period: Interval, start: number, slotMinutes: number): boolean {
  return (start - period.start) % (slotMinutes * MINUTE) === 0;
}

export function earliestStart(rules: Rules, now: number): number {
  return now + rules.noticeMinutes * MINUTE;
}

export function latestStart(rules: Rules, now: number): number {
  return now + rules.horizonDays * DAY;
}

/** The neighbouring days belong to it: a period may run past midnight. */
export function scopeOf(rules: Rules, firstDay: number, lastDay: number): Scope {
  const fromDay = firstDay - 1;
  const toDay = lastDay + 1;
  return { fromDay, toDay, open: openPeriods(rules, fromDay, toDay) };
}

/** Without a candidate: the business alone. */
export function frameOf(rules: Rules, now: number, shape: Shape, scope: Scope, candidate?: Candidate): Frame {
  return {
    earliest: earliestStart(rules, now),
    latest: latestStart(rules, now),
    open: scope.open,
    own: candidate ? ownPeriods(candidate, { zone: rules.zone, ...scope }) : scope.open,
    busy: candidate ? merged(candidate.busy) : [],
    length: shape.durationMinutes * MINUTE,
    before: (shape.bufferBeforeMinutes ?? 0) * MINUTE,
    after: (shape.bufferAfterMinutes ?? 0) * MINUTE,
  };
}
