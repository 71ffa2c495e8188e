// Picks who takes a booking when the customer has no preference.

import type { ResourceSchedule } from './availability-rules.ts';
import { type Interval, mergeIntervals } from './intervals.ts';
import type { Zone } from './zone.ts';

/** The free candidate with the least booked time on the local day of the start; the first one wins a tie. `start` is in epoch milliseconds. */
export function findLeastBooked(
  freeCandidates: readonly ResourceSchedule[],
  start: number,
  zone: Zone,
): ResourceSchedule | undefined {
  const { day } = zone.localAt(start);
  const dayOfStart = { start: zone.epochAt(day, 0), end: zone.epochAt(day + 1, 0) };
  let leastBookedPerson: ResourceSchedule | undefined;
  let leastMs = Number.POSITIVE_INFINITY;
  for (const person of freeCandidates) {
    const bookedMs = computeBusyMsWithin(dayOfStart, person.busy);
    if (bookedMs < leastMs) [leastBookedPerson, leastMs] = [person, bookedMs];
  }
  return leastBookedPerson;
}

function computeBusyMsWithin(day: Interval, busy: readonly Interval[]): number {
  const busyMsParts = mergeIntervals(busy).map(({ start, end }) => Math.min(end, day.end) - Math.max(start, day.start));
  return busyMsParts.reduce((sum, partMs) => sum + Math.max(0, partMs), 0);
}
