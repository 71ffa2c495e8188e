import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { anyDay, transitionsOf } from '../../test/worlds.ts';
import { readDay, readLocal, weekdayOf, writeDay, zoneOf } from './zone.ts';

const newYork = zoneOf('America/New_York');
const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;

describe('zoneOf', () => {
  it('gives one zone for all spellings of a name', () => {
    expect(zoneOf('america/NEW_york')).toBe(newYork);
    expect(newYork.name).toBe('America/New_York');
  });

  it('throws for what is no zone', () => {
    for (const name of ['Mars/Olympus', '', 'New York']) expect(() => zoneOf(name)).toThrow(RangeError);
  });
});

describe('days', () => {
  it.each([
    ['1970-01-01', 0, 'thu'],
    ['1969-12-31', -1, 'wed'],
    ['2024-02-29', 19_782, 'thu'],
    ['2026-11-20', 20_777, 'fri'],
    ['0050-01-01', -701_265, 'sat'],
  ])('%s is day %i, a %s', (text, day, weekday) => {
    expect(readDay(text)).toBe(day);
    expect(writeDay(day)).toBe(text);
    expect(weekdayOf(day)).toBe(weekday);
  });

  it.each(['2026-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '26-01-01', '2026-01-01T00:00', '', 'today'])(
    '%j is none',
    (text) => expect(readDay(text)).toBeUndefined(),
  );
});

describe('readLocal', () => {
  it.each([
    ['2026-11-20T19:30', '2026-11-20T19:30:00-05:00'],
    ['2026-11-20T19:30:15', '2026-11-20T19:30:15-05:00'],
    ['2026-11-20T19:30:00.250', '2026-11-20T19:30:00.25-05:00'],
    ['2026-11-20T19:30:00Z', '2026-11-20T19:30:00Z'],
    ['2026-11-20t19:30:00z', '2026-11-20T19:30:00Z'],
    ['2026-11-20T19:30:00.123456789+05:30', '2026-11-20T19:30:00.123+05:30'],
    ['2026-11-20T19:30+01:00', '2026-11-20T19:30:00+01:00'],
    // The clocks go back at 2:00: the first of the two.
    ['2026-11-01T01:30', '2026-11-01T01:30:00-04:00'],
    ['2026-11-01T01:30:00-05:00', '2026-11-01T01:30:00-05:00'],
    ['2026-03-08T01:59', '2026-03-08T01:59:00-05:00'],
    ['2026-03-08T03:00', '2026-03-08T03:00:00-04:00'],
  ])('reads %s', (text, instant) => {
    expect(readLocal(text, newYork)).toEqual({ epoch: at(instant) });
  });

  it.each([
    ['2026-03-08T02:00', 'America/New_York'],
    ['2026-03-08T02:59:59', 'America/New_York'],
    ['2026-03-29T02:30', 'Europe/Berlin'],
    ['2026-10-04T02:15', 'Australia/Lord_Howe'],
    ['2011-12-30T12:00', 'Pacific/Apia'],
  ])('%s does not exist in %s', (text, zone) => {
    expect(readLocal(text, zoneOf(zone))).toEqual({ gap: true });
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
  ])('%j is no time', (text) => {
    expect(readLocal(text, newYork)).toBeUndefined();
  });
});

describe('a skipped time', () => {
  it('moves on as a start and is the skip itself as an end', () => {
    const day = readDay('2026-03-08')!;
    expect(newYork.epochAt(day, 150)).toBe(at('2026-03-08T03:30:00-04:00'));
    expect(newYork.endAt(day, 150)).toBe(at('2026-03-08T03:00:00-04:00'));
    expect(newYork.endAt(day, 180)).toBe(at('2026-03-08T03:00:00-04:00'));
    expect(newYork.endAt(day, 119)).toBe(at('2026-03-08T01:59:00-05:00'));
  });
});

describe('agrees with Temporal', () => {
  const minutes = fc.integer({ min: 0, max: 1439 });

  it('from local to instant and back', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -2, max: 2 }), minutes, ({ zone, day: around }, off, minute) => {
        const day = around + off;
        const local = Temporal.PlainDate.from(writeDay(day)).toPlainDateTime().add({ minutes: minute });
        const expected = local.toZonedDateTime(zone.name);
        expect(zone.epochAt(day, minute)).toBe(expected.epochMilliseconds);
        const exists = expected.toPlainDateTime().equals(local);
        const read = readLocal(local.toString({ smallestUnit: 'minute' }), zone);
        expect(read).toEqual(exists ? { epoch: expected.epochMilliseconds } : { gap: true });
      }),
      { numRuns: 2_000 },
    );
  });

  it('from instant to local, to the millisecond around each change of the clocks', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -90_000_000, max: 90_000_000 }), ({ zone, day }, off) => {
        const turns = transitionsOf(zone).flatMap((turn) => [turn - 1, turn, turn + 1]);
        for (const epoch of [zone.epochAt(day, 0) + off, ...turns]) {
          const expected = Temporal.Instant.fromEpochMilliseconds(epoch).toZonedDateTimeISO(zone.name);
          const local = zone.localAt(epoch);
          expect(writeDay(local.day)).toBe(expected.toPlainDate().toString());
          expect(local.minutes).toBe(expected.hour * 60 + expected.minute);
          expect(local.weekday).toBe(weekdayOf(local.day));
        }
      }),
      { numRuns: 100 },
    );
  });
});
