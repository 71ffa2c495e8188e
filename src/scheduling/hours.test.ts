import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseCaseCount } from '../../test/rotation.ts';
import { anyDay, findPeriodsByTemporal, validWeeklyHours } from '../../test/scheduling-cases.ts';
import {
  findOpenPeriodsAround,
  findOpenPeriodsOnDays,
  findWeeklyPeriodsOn,
  findWorkingPeriods,
  type WeeklyHours,
} from './hours.ts';
import { parseDay, parseLocalTime, zoneOf } from './zone.ts';

const zone = zoneOf('America/New_York');
const epochOf = (text: string) => {
  const parsed = parseLocalTime(text, zone);
  return parsed && 'epoch' in parsed ? parsed.epoch : Number.NaN;
};
const dayOf = (text: string) => parseDay(text)!;
const interval = (from: string, to: string) => ({ start: epochOf(from), end: epochOf(to) });

describe('findWeeklyPeriodsOn', () => {
  // 2026-11-20 is a Friday.
  it.each<[string, [string, string][], [string, string][]]>([
    ['none', [], []],
    ['one', [['09:00', '17:00']], [['2026-11-20T09:00', '2026-11-20T17:00']]],
    ['a whole day', [['00:00', '24:00']], [['2026-11-20T00:00', '2026-11-21T00:00']]],
    ['a whole day, written as 00:00 to 00:00', [['00:00', '00:00']], [['2026-11-20T00:00', '2026-11-21T00:00']]],
    ['past midnight', [['18:00', '02:00']], [['2026-11-20T18:00', '2026-11-21T02:00']]],
    ['24 hours from noon', [['12:00', '12:00']], [['2026-11-20T12:00', '2026-11-21T12:00']]],
    [
      'two, sorted',
      [
        ['17:00', '22:00'],
        ['11:30', '14:30'],
      ],
      [
        ['2026-11-20T11:30', '2026-11-20T14:30'],
        ['2026-11-20T17:00', '2026-11-20T22:00'],
      ],
    ],
  ])('returns the periods of a Friday: %s', (_, fridayHours, expectedPeriods) => {
    const periods = findWeeklyPeriodsOn({ fri: fridayHours }, dayOf('2026-11-20'), zone).map(({ start, end }) => ({
      start,
      end,
    }));
    expect(periods).toEqual(expectedPeriods.map(([from, to]) => interval(from, to)));
  });

  it.each<[string, string, [string, string], [string, string] | undefined]>([
    ['opens in the gap', '2026-03-08', ['02:30', '05:00'], ['2026-03-08T03:30', '2026-03-08T05:00']],
    ['closes in the gap', '2026-03-08', ['00:30', '02:30'], ['2026-03-08T00:30', '2026-03-08T03:00']],
    ['inside the gap', '2026-03-08', ['02:10', '02:50'], undefined],
    ['closes in the repeated hour', '2026-11-01', ['00:00', '01:30'], ['2026-11-01T00:00', '2026-11-01T01:30']],
    [
      'spans the repeated hour',
      '2026-11-01',
      ['01:00', '03:00'],
      ['2026-11-01T01:00:00-04:00', '2026-11-01T03:00:00-05:00'],
    ],
  ])('handles a clock change: %s', (_, date, hoursOnDay, expectedPeriods) => {
    const periods = findWeeklyPeriodsOn({ sun: [hoursOnDay] }, dayOf(date), zone).map(({ start, end }) => ({
      start,
      end,
    }));
    expect(periods).toEqual(expectedPeriods ? [interval(...expectedPeriods)] : []);
  });

  it('matches a calculation with Temporal', () => {
    fc.assert(
      fc.property(anyDay, validWeeklyHours, ({ zone: anyZone, day: middleDay }, weekly) => {
        const business = { zone: anyZone, hours: weekly, closures: [] };
        const periods = findOpenPeriodsOnDays(business, middleDay - 3, middleDay + 3).map(({ start, end }) => ({
          start,
          end,
        }));
        const expectedPeriods = findPeriodsByTemporal(weekly, [], anyZone.name, middleDay - 3, middleDay + 3);
        expect(periods).toEqual(expectedPeriods.sort((a, b) => a.start - b.start));
      }),
      { numRuns: chooseCaseCount(300, 4) },
    );
  });
});

describe('findOpenPeriodsAround', () => {
  it('includes the period that opened the evening before', () => {
    const business = { zone, hours: { fri: [['18:00', '02:00'] as [string, string]] }, closures: [] };
    const evening = interval('2026-11-20T18:00', '2026-11-21T02:00');
    expect(findOpenPeriodsAround(business, epochOf('2026-11-21T01:00'))).toMatchObject([evening]);
    expect(findOpenPeriodsAround(business, epochOf('2026-11-24T01:00'))).toEqual([]);
  });
});

describe('closures', () => {
  const hours: WeeklyHours = { thu: [['18:00', '02:00']], fri: [['18:00', '02:00']], sat: [['18:00', '02:00']] };

  it('remove the periods that open on their days, including the first and last', () => {
    const business = { zone, hours, closures: [{ from: '2026-11-20', to: '2026-11-20' }] };
    const periods = findOpenPeriodsOnDays(business, dayOf('2026-11-19'), dayOf('2026-11-21'));
    expect(periods.map((period) => period.start)).toEqual([epochOf('2026-11-19T18:00'), epochOf('2026-11-21T18:00')]);
    expect(periods[0]!.end).toBe(epochOf('2026-11-20T02:00'));
  });
});

describe('findWorkingPeriods', () => {
  const dayRange = { fromDay: dayOf('2026-11-19'), toDay: dayOf('2026-11-21') };
  const openPeriods = findOpenPeriodsOnDays(
    { zone, hours: { fri: [['10:00', '20:00']] }, closures: [] },
    dayRange.fromDay,
    dayRange.toDay,
  );
  const findWorkingTimes = (person: Parameters<typeof findWorkingPeriods>[0]) =>
    findWorkingPeriods(person, { zone, openPeriods: openPeriods, ...dayRange }).map(({ start, end }) => ({
      start,
      end,
    }));

  it.each<[string, Parameters<typeof findWorkingPeriods>[0], [string, string][]]>([
    ['with the hours of the business', {}, [['2026-11-20T10:00', '2026-11-20T20:00']]],
    ['with hours of their own', { hours: { fri: [['12:00', '14:00']] } }, [['2026-11-20T12:00', '2026-11-20T14:00']]],
    ['with hours on no day', { hours: {} }, []],
    ['with the day off', { timeOff: [{ from: '2026-11-20', to: '2026-11-20' }] }, []],
    [
      'with another day off',
      { timeOff: [{ from: '2026-11-21', to: '2026-11-25' }] },
      [['2026-11-20T10:00', '2026-11-20T20:00']],
    ],
    [
      'with some hours off',
      { timeOff: [{ from: '2026-11-20T12:00:00-05:00', to: '2026-11-20T13:00:00-05:00' }] },
      [
        ['2026-11-20T10:00', '2026-11-20T12:00'],
        ['2026-11-20T13:00', '2026-11-20T20:00'],
      ],
    ],
    [
      'off from a time to a day',
      { timeOff: [{ from: '2026-11-20T12:00', to: '2026-11-22' }] },
      [['2026-11-20T10:00', '2026-11-20T12:00']],
    ],
    [
      'off from a day to a time',
      { timeOff: [{ from: '2026-11-19', to: '2026-11-20T12:00' }] },
      [['2026-11-20T12:00', '2026-11-20T20:00']],
    ],
    [
      'with two absences on one day',
      {
        timeOff: [
          { from: '2026-11-20T10:00', to: '2026-11-20T11:00' },
          { from: '2026-11-20T19:00', to: '2026-11-20T21:00' },
        ],
      },
      [['2026-11-20T11:00', '2026-11-20T19:00']],
    ],
  ])('returns the times of a person: %s', (_, person, expectedPeriods) => {
    expect(findWorkingTimes(person)).toEqual(expectedPeriods.map(([from, to]) => interval(from, to)));
  });

  it('removes the whole shift that starts on a day off, but no part of the shift before', () => {
    const hours: WeeklyHours = { thu: [['18:00', '02:00']], fri: [['18:00', '02:00']] };
    const timeOff = [{ from: '2026-11-20', to: '2026-11-20' }];
    expect(findWorkingTimes({ hours, timeOff })).toEqual([interval('2026-11-19T18:00', '2026-11-20T02:00')]);
  });

  it('throws for a document that was not validated', () => {
    expect(() => findWorkingTimes({ hours: { fri: [['9', '10']] } })).toThrow(RangeError);
    expect(() => findWorkingTimes({ timeOff: [{ from: 'soon', to: 'later' }] })).toThrow(RangeError);
  });
});
