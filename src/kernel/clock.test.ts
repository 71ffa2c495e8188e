import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { chooseCaseCount } from '../../test/rotation.ts';
import { formatClock, parseTestClock, parseTime, rfc3339 } from './clock.ts';
import { Problem } from './problem.ts';

const ZONES = [
  'UTC',
  'America/New_York',
  'Europe/London',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Casablanca',
];
const EARLIEST_TIME = Date.UTC(1975, 0);
const LATEST_TIME = Date.UTC(2120, 0);
const zoneArbitrary = fc.constantFrom(...ZONES);
const timeArbitrary = fc.integer({ min: EARLIEST_TIME, max: LATEST_TIME });

/** `.000` and `+00:00` are optional spellings of the same time. */
const normalize = (text: string): string => text.replace('.000', '').replace('+00:00', 'Z');

const formatNormalized = (ms: number, zoneName: string): string => normalize(rfc3339(new Date(ms), zoneName));

const formatWithTemporal = (ms: number, zoneName: string): string =>
  normalize(
    Temporal.Instant.fromEpochMilliseconds(ms)
      .toZonedDateTimeISO(zoneName)
      .toString({ timeZoneName: 'never', fractionalSecondDigits: 3 }),
  );

describe('rfc3339', () => {
  it('agrees with Temporal at any time in any zone', () => {
    fc.assert(
      fc.property(timeArbitrary, zoneArbitrary, (ms, zoneName) => {
        expect(formatNormalized(ms, zoneName)).toBe(formatWithTemporal(ms, zoneName));
      }),
      { numRuns: chooseCaseCount(3_000) },
    );
  });

  it('is exact to the millisecond around daylight saving changes', () => {
    let transitionCount = 0;
    for (const zoneName of ZONES) {
      let transition: Temporal.ZonedDateTime | null = Temporal.ZonedDateTime.from(`2008-01-01T00:00[${zoneName}]`);
      for (
        transition = transition.getTimeZoneTransition('next');
        transition && transition.year < 2030;
        transition = transition.getTimeZoneTransition('next')
      ) {
        for (const offset of [-900_000, -1, 0, 1, 899_999, 900_000]) {
          const ms = transition.epochMilliseconds + offset;
          expect(formatNormalized(ms, zoneName)).toBe(formatWithTemporal(ms, zoneName));
        }
        transitionCount++;
      }
    }
    expect(transitionCount).toBeGreaterThan(100);
  });

  it('handles a zone that changed its clocks one minute past midnight', () => {
    for (const iso of [
      '2010-11-07T02:30:59.999Z',
      '2010-11-07T02:31:00Z',
      '2010-03-14T03:30:00Z',
      '2010-03-14T03:31:00Z',
    ]) {
      const ms = Date.parse(iso);
      expect(formatNormalized(ms, 'America/St_Johns')).toBe(formatWithTemporal(ms, 'America/St_Johns'));
    }
  });

  it('represents the same instant', () => {
    fc.assert(
      fc.property(timeArbitrary, zoneArbitrary, (ms, zoneName) => {
        expect(Date.parse(rfc3339(new Date(ms), zoneName))).toBe(ms);
      }),
    );
  });
});

describe('parseTime', () => {
  it('parses the output of rfc3339 in any zone', () => {
    fc.assert(
      fc.property(timeArbitrary, zoneArbitrary, zoneArbitrary, (ms, zoneName, otherZone) => {
        expect(parseTime(rfc3339(new Date(ms), zoneName), otherZone)?.getTime()).toBe(ms);
      }),
    );
  });

  it('parses a local time in the zone, and a day as its start', () => {
    fc.assert(
      fc.property(timeArbitrary, zoneArbitrary, (ms, zoneName) => {
        const localTime = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zoneName).toPlainDateTime();
        const expectedMs = localTime.toZonedDateTime(zoneName, { disambiguation: 'compatible' }).epochMilliseconds;
        expect(parseTime(localTime.toString(), zoneName)?.getTime()).toBe(expectedMs);
        const day = localTime.toPlainDate();
        expect(parseTime(day.toString(), zoneName)?.getTime()).toBe(
          day.toPlainDateTime().toZonedDateTime(zoneName).epochMilliseconds,
        );
      }),
    );
  });

  it('never throws and only returns times that a database can store', () => {
    const oddTextArbitrary = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '-271821-04-20T00:00:00Z',
        '+275760-09-13T00:00:00Z',
        '2016-12-31T23:59:60Z',
        '0000-01-01',
        '\0',
        '',
      ),
    );
    fc.assert(
      fc.property(oddTextArbitrary, zoneArbitrary, (text, zoneName) => {
        const parsed = parseTime(text, zoneName);
        if (!parsed) return;
        expect(parsed.getUTCFullYear()).toBeGreaterThanOrEqual(0);
        expect(parsed.getUTCFullYear()).toBeLessThanOrEqual(9_999);
      }),
      { numRuns: chooseCaseCount(1_000) },
    );
  });
});

describe('parseTestClock', () => {
  it('parses RFC 3339 with any offset', () => {
    fc.assert(
      fc.property(timeArbitrary, zoneArbitrary, (ms, zoneName) => {
        expect(parseTestClock(rfc3339(new Date(ms), zoneName)).getTime()).toBe(ms);
      }),
    );
  });

  it('rejects anything else with a problem', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.constantFrom('2026-11-18T10:00', '2026-11-18', '1969-12-31T23:59:59Z')),
        (text) => {
          expect(() => parseTestClock(text)).toThrow(Problem);
        },
      ),
    );
  });
});

it.each([
  [0, '00:00'],
  [570, '09:30'],
  [1440, '00:00'],
  [-30, '23:30'],
])('formats %d minutes after midnight as %s', (minutes, clock) => {
  expect(formatClock(minutes)).toBe(clock);
});
