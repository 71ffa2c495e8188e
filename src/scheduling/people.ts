// Who takes a booking when the customer does not mind.
import type { Candidate } from './frame.ts';
import { type Interval, merged } from './hours.ts';
import type { Zone } from './zone.ts';

/** Of those who are free, the one with the least booked on the local day of the start; ties in the order given. */
export function leastBooked(free: readonly Candidate[], start: number, zone: Zone): Candidate | undefined {
  const { day } = zone.localAt(start);
  const today = { start: zone.epochAt(day, 0), end: zone.epochAt(day + 1, 0) };
  let chosen: Candidate | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const person of free) {
    const load = timeWithin(today, person.busy);
    if (load < least) [chosen, least] = [person, load];
  }
  return chosen;
}

function timeWithin(day: Interval, busy: readonly Interval[]): number {
  const parts = merged(busy).map(({ start, end }) => Math.min(end, day.end) - Math.max(start, day.start));
  return parts.reduce((sum, part) => sum + Math.max(0, part), 0);
}
