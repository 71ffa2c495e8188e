// Picks who takes a booking when the customer has no preference.

import type { ResourceSchedule } from './availability-rules.ts';
import { type Interval, mergeIntervals } from './intervals.ts';
import type { Zone } from './zone.ts';

/** The free candidate with the least booked time on the local day of the start; the first one wins a tie. */
export function leastBooked(
  free: readonly ResourceSchedule[],
  start: number,
  zone: Zone,
): ResourceSchedule | undefined {
  const { day } = zone.localAt(start);
  const today = { start: zone.epochAt(day, 0), end: zone.epochAt(day + 1, 0) };
  let leastBookedPerson: ResourceSchedule | undefined;
  let leastMs = Number.POSITIVE_INFINITY;
  for (const person of free) {
    const bookedMs = busyTimeWithin(today, person.busy);
    if (bookedMs < leastMs) [leastBookedPerson, leastMs] = [person, bookedMs];
  }
  return leastBookedPerson;
}

function busyTimeWithin(day: Interval, busy: readonly Interval[]): number {
  const parts = mergeIntervals(busy).map(({ start, end }) => Math.min(end, day.end) - Math.max(start, day.start));
  return parts.reduce((sum, part) => sum + Math.max(0, part), 0);
}
