import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { chooseCaseCount } from '../../test/rotation.ts';
import { anyDay, findTransitions } from '../../test/scheduling-cases.ts';
import { formatDay } from '../kernel/clock.ts';
import { parseDay, parseLocalTime, weekdayOf, zoneOf } from './zone.ts';

const newYork = zoneOf('America/New_York');
const epochOf = (text: string) => Temporal.Instant.from(text).epochMilliseconds;

describe('zoneOf', () => {
  it('returns the same zone for all spellings of a name', () => {
    expect(zoneOf('america/NEW_york')).toBe(newYork);
    expect(newYork.name).toBe('America/New_York');
  });

  it('throws if there is no such zone', () => {
    for (const name of ['Mars/Olympus', '', 'New York']) expect(() => zoneOf(name)).toThrow(RangeError);
  });
});

describe('parseDay, formatDay and weekdayOf', () => {
  it.each([
    ['1970-01-01', 0, 'thu'],
    ['1969-12-31', -1, 'wed'],
    ['2024-02-29', 19_782, 'thu'],
    ['2026-11-20', 20_777, 'fri'],
    ['0050-01-01', -701_265, 'sat'],
  ])('%s is day %i, a %s', (text, day, weekday) => {
    expect(parseDay(text)).toBe(day);
    expect(formatDay(day)).toBe(text);
    expect(weekdayOf(day)).toBe(weekday);
  });

  it.each(['2026-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '26-01-01', '2026-01-01T00:00', '', 'today'])(
    'rejects %j',
    (text) => expect(parseDay(text)).toBeUndefined(),
  );
});

describe('parseLocalTime', () => {
  it.each([
    ['2026-11-20T19:30', '2026-11-20T19:30:00-05:00'],
    ['2026-11-20T19:30:15', '2026-11-20T19:30:15-05:00'],
    ['2026-11-20T19:30:00.250', '2026-11-20T19:30:00.25-05:00'],
    ['2026-11-20T19:30:00Z', '2026-11-20T19:30:00Z'],
    ['2026-11-20t19:30:00z', '2026-11-20T19:30:00Z'],
    ['2026-11-20T19:30:00.123456789+05:30', '2026-11-20T19:30:00.123+05:30'],
    ['2026-11-20T19:30+01:00', '2026-11-20T19:30:00+01:00'],
    // The clocks go back at 2:00, so this time occurs twice; the first one counts.
    ['2026-11-01T01:30', '2026-11-01T01:30:00-04:00'],
    ['2026-11-01T01:30:00-05:00', '2026-11-01T01:30:00-05:00'],
    ['2026-03-08T01:59', '2026-03-08T01:59:00-05:00'],
    ['2026-03-08T03:00', '2026-03-08T03:00:00-04:00'],
  ])('parses %s', (text, instant) => {
    expect(parseLocalTime(text, newYork)).toEqual({ epoch: epochOf(instant) });
  });

  it.each([
    ['2026-03-08T02:00', 'America/New_York'],
    ['2026-03-08T02:59:59', 'America/New_York'],
    ['2026-03-29T02:30', 'Europe/Berlin'],
    ['2026-10-04T02:15', 'Australia/Lord_Howe'],
    ['2011-12-30T12:00', 'Pacific/Apia'],
  ])('%s does not exist in %s', (text, zone) => {
    expect(parseLocalTime(text, zoneOf(zone))).toEqual({ gap: true });
  });

  it.each([
    '2026-11-20',
    '2026-11-20 19:30',
    '2026-11-20T24:00',
    '2026-11-20T19:60',
    '2026-11-20T19:30:60',
    '2026-11-20T19',
    '2026-02-30T10:00',
    '2026-11-20T19:30:00+24:00',
    '2026-11-20T19:30:00+0100',
    '2026-11-20T19:30[Europe/Berlin]',
    'tomorrow at 7',
    '',
  ])('rejects %j', (text) => {
    expect(parseLocalTime(text, newYork)).toBeUndefined();
  });
});

describe('a skipped time', () => {
  it('moves forward as a start and becomes the moment of the skip as an end', () => {
    const day = parseDay('2026-03-08')!;
    expect(newYork.epochAt(day, 150)).toBe(epochOf('2026-03-08T03:30:00-04:00'));
    expect(newYork.endAt(day, 150)).toBe(epochOf('2026-03-08T03:00:00-04:00'));
    expect(newYork.endAt(day, 180)).toBe(epochOf('2026-03-08T03:00:00-04:00'));
    expect(newYork.endAt(day, 119)).toBe(epochOf('2026-03-08T01:59:00-05:00'));
  });
});

describe('conversion, compared with Temporal', () => {
  const minutes = fc.integer({ min: 0, max: 1439 });

  it('converts local times to instants and back', () => {
    fc.assert(
      fc.property(
        anyDay,
        fc.integer({ min: -2, max: 2 }),
        minutes,
        ({ zone, day: transitionDay }, dayOffset, minute) => {
          const day = transitionDay + dayOffset;
          const local = Temporal.PlainDate.from(formatDay(day)).toPlainDateTime().add({ minutes: minute });
          const expected = local.toZonedDateTime(zone.name);
          expect(zone.epochAt(day, minute)).toBe(expected.epochMilliseconds);
          const exists = expected.toPlainDateTime().equals(local);
          const parsed = parseLocalTime(local.toString({ smallestUnit: 'minute' }), zone);
          expect(parsed).toEqual(exists ? { epoch: expected.epochMilliseconds } : { gap: true });
        },
      ),
      { numRuns: chooseCaseCount(2_000) },
    );
  });

  it('converts instants to local times, to the millisecond around each clock change', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -90_000_000, max: 90_000_000 }), ({ zone, day }, offsetMs) => {
        const aroundTransitions = findTransitions(zone).flatMap((transition) => [
          transition - 1,
          transition,
          transition + 1,
        ]);
        for (const epoch of [zone.epochAt(day, 0) + offsetMs, ...aroundTransitions]) {
          const expected = Temporal.Instant.fromEpochMilliseconds(epoch).toZonedDateTimeISO(zone.name);
          const local = zone.localAt(epoch);
          expect(formatDay(local.day)).toBe(expected.toPlainDate().toString());
          expect(local.minutes).toBe(expected.hour * 60 + expected.minute);
          expect(local.weekday).toBe(weekdayOf(local.day));
        }
      }),
      { numRuns: 100 },
    );
  });
});
