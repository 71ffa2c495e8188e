import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseCaseCount } from '../../../test/random.ts';
import { anyDay, validWeeklyHours } from '../../../test/scheduling-cases.ts';
import { findOpenPeriodsOnDays, type OpeningHours, type WeeklyHours } from '../../scheduling/hours.ts';
import { mergeIntervals } from '../../scheduling/intervals.ts';
import { DAY_MS, MINUTE_MS, parseLocalTime, zoneOf } from '../../scheduling/zone.ts';
import { findDueTimeMs } from './due.ts';

const zone = zoneOf('America/New_York');
const toEpochMs = (localTime: string) => {
  const parsed = parseLocalTime(localTime, zone);
  return parsed && 'epoch' in parsed ? parsed.epoch : Number.NaN;
};
const NINE_TO_FIVE: WeeklyHours = Object.fromEntries(
  ['mon', 'tue', 'wed', 'thu', 'fri'].map((day) => [day, [['09:00', '17:00']]]),
);
const createOpeningHours = (hours: WeeklyHours, closures: OpeningHours['closures'] = []): OpeningHours => ({
  zone,
  hours,
  closures,
});

// 2026-11-20 is a Friday.
describe('a target during opening hours', () => {
  it.each<[string, string, number, string]>([
    ['while open', '2026-11-20T10:00', 30, '2026-11-20T10:30'],
    ['until closing', '2026-11-20T16:30', 30, '2026-11-20T17:00'],
    ['over the weekend', '2026-11-20T16:50', 30, '2026-11-23T09:20'],
    ['from the evening', '2026-11-19T22:00', 15, '2026-11-20T09:15'],
    ['from before opening', '2026-11-20T05:00', 60, '2026-11-20T10:00'],
    ['over two weeks', '2026-11-16T09:00', 10 * 8 * 60, '2026-11-27T17:00'],
  ])('is due at the right time: %s', (_, start, minutes, due) => {
    expect(findDueTimeMs(toEpochMs(start), minutes, createOpeningHours(NINE_TO_FIVE))).toBe(toEpochMs(due));
  });

  it('does not count closures', () => {
    const closures = [{ from: '2026-11-23', to: '2026-11-24' }];
    expect(findDueTimeMs(toEpochMs('2026-11-20T16:50'), 30, createOpeningHours(NINE_TO_FIVE, closures))).toBe(
      toEpochMs('2026-11-25T09:20'),
    );
  });

  it('counts hours after midnight that belong to the day before', () => {
    const hours = createOpeningHours({ fri: [['18:00', '02:00']], sat: [['18:00', '02:00']] });
    expect(findDueTimeMs(toEpochMs('2026-11-21T01:30'), 60, hours)).toBe(toEpochMs('2026-11-21T18:30'));
  });

  it('is never due if the business does not open, and counts all time without hours', () => {
    expect(findDueTimeMs(toEpochMs('2026-11-20T10:00'), 30, createOpeningHours({}))).toBeUndefined();
    expect(findDueTimeMs(toEpochMs('2026-11-20T23:00'), 90, undefined)).toBe(toEpochMs('2026-11-21T00:30'));
  });
});

describe('for any hours, start and target', () => {
  const anyTarget = fc
    .tuple(anyDay, validWeeklyHours, fc.integer({ min: 0, max: 1_439 }), fc.integer({ min: 1, max: 3_000 }))
    .map(([{ zone: anyZone, day }, weekly, minuteOfDay, minutes]) => {
      const hours = { zone: anyZone, hours: weekly, closures: [] };
      const start = anyZone.epochAt(day, minuteOfDay);
      return { hours, start, minutes, due: findDueTimeMs(start, minutes, hours) };
    });
  /** A second, simple count of the open time between two moments. */
  const openMsBetween = (hours: OpeningHours, from: number, to: number) => {
    const [firstDay, lastDay] = [hours.zone.localAt(from).day - 2, hours.zone.localAt(to).day + 1];
    return mergeIntervals(findOpenPeriodsOnDays(hours, firstDay, lastDay))
      .map(({ start, end }) => Math.max(0, Math.min(end, to) - Math.max(start, from)))
      .reduce((sum, length) => sum + length, 0);
  };
  const options = { numRuns: chooseCaseCount(400) };

  it('the business is open for exactly that long, and until the very end', () => {
    fc.assert(
      fc.property(anyTarget, ({ hours, start, minutes, due }) => {
        if (due === undefined) return;
        expect(openMsBetween(hours, start, due)).toBe(minutes * MINUTE_MS);
        expect(openMsBetween(hours, start, due - 1)).toBe(minutes * MINUTE_MS - 1);
      }),
      options,
    );
  });

  it('is undefined only if the business is not open that long in a year', () => {
    fc.assert(
      fc.property(anyTarget, ({ hours, start, minutes, due }) => {
        const openInYear = openMsBetween(hours, start, start + 365 * DAY_MS);
        if (openInYear >= minutes * MINUTE_MS) expect(due).toBeDefined();
      }),
      { numRuns: chooseCaseCount(50) },
    );
  });

  it('a later start or a longer target is never due earlier', () => {
    fc.assert(
      fc.property(anyTarget, fc.integer({ min: 0, max: 600 }), ({ hours, start, minutes, due }, extraMinutes) => {
        if (due === undefined) return;
        const dueOfLaterStart = findDueTimeMs(start + extraMinutes * MINUTE_MS, minutes, hours);
        const dueOfLongerTarget = findDueTimeMs(start, minutes + extraMinutes, hours);
        expect(dueOfLaterStart ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(due);
        expect(dueOfLongerTarget ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(due);
      }),
      options,
    );
  });
});
