import { describe, expect, it } from 'vitest';
import { findLeastBooked } from './least-booked.ts';
import { DAY_MS, MINUTE_MS, zoneOf } from './zone.ts';

const zone = zoneOf('America/New_York');
const midnight = zone.epochAt(20_777, 0);
const noon = midnight + 720 * MINUTE_MS;
const person = (id: string, ...busy: [number, number][]) => ({
  id,
  name: id,
  busy: busy.map(([startMinutes, lengthMinutes]) => ({
    start: midnight + startMinutes * MINUTE_MS,
    end: midnight + (startMinutes + lengthMinutes) * MINUTE_MS,
  })),
});

describe('findLeastBooked', () => {
  it.each([
    ['returns nobody if nobody is free', [], undefined],
    ['returns the only candidate', [person('a', [600, 60])], 'a'],
    ['picks the one with less booked time', [person('a', [600, 60]), person('b', [600, 45])], 'b'],
    ['counts minutes, not bookings', [person('a', [600, 90]), person('b', [600, 30], [660, 30])], 'b'],
    ['picks the first of equals', [person('a'), person('b')], 'a'],
    ['ignores the days before and after', [person('a', [600, 10]), person('b', [-300, 290], [1440, 500])], 'b'],
    ['counts only the part within the day', [person('a', [600, 31]), person('b', [-300, 330])], 'b'],
    ['counts overlapping times once', [person('a', [600, 100]), person('b', [600, 60], [610, 60])], 'b'],
  ])('%s', (_, freeCandidates, expected) => {
    expect(findLeastBooked(freeCandidates, noon, zone)?.id).toBe(expected);
  });

  it('uses the local day of the start', () => {
    const people = [person('a', [600, 60]), person('b', [1440 + 600, 60])];
    expect(findLeastBooked(people, midnight + DAY_MS - MINUTE_MS, zone)?.id).toBe('b');
    expect(findLeastBooked(people, midnight + DAY_MS, zone)?.id).toBe('a');
  });
});
