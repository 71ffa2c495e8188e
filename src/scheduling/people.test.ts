import { describe, expect, it } from 'vitest';
import { leastBooked } from './people.ts';
import { DAY, MINUTE, zoneOf } from './zone.ts';

const zone = zoneOf('America/New_York');
const midnight = zone.epochAt(20_777, 0);
const noon = midnight + 720 * MINUTE;
const person = (id: string, ...busy: [number, number][]) => ({
  id,
  name: id,
  busy: busy.map(([from, length]) => ({ start: midnight + from * MINUTE, end: midnight + (from + length) * MINUTE })),
});

describe('leastBooked', () => {
  it.each([
    ['nobody', [], undefined],
    ['the only one', [person('a', [600, 60])], 'a'],
    ['the one with less', [person('a', [600, 60]), person('b', [600, 45])], 'b'],
    ['by minutes, not by bookings', [person('a', [600, 90]), person('b', [600, 30], [660, 30])], 'b'],
    ['the first of equals', [person('a'), person('b')], 'a'],
    ['whatever the day before and after hold', [person('a', [600, 10]), person('b', [-300, 290], [1440, 500])], 'b'],
    ['only the part that reaches into the day', [person('a', [600, 31]), person('b', [-300, 330])], 'b'],
    ['overlapping times once', [person('a', [600, 100]), person('b', [600, 60], [610, 60])], 'b'],
  ])('%s', (_, free, expected) => {
    expect(leastBooked(free, noon, zone)?.id).toBe(expected);
  });

  it('goes by the local day of the start', () => {
    const people = [person('a', [600, 60]), person('b', [1440 + 600, 60])];
    expect(leastBooked(people, midnight + DAY - MINUTE, zone)?.id).toBe('b');
    expect(leastBooked(people, midnight + DAY, zone)?.id).toBe('a');
  });
});
