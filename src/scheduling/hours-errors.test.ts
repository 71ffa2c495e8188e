import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseCaseCount } from '../../test/rotation.ts';
import { anyWeeklyHours } from '../../test/scheduling-cases.ts';
import { type Closure, findWorkingPeriods, type WeeklyHours } from './hours.ts';
import { findClosureErrors, findTimeOffErrors, findWeeklyErrors } from './hours-errors.ts';
import { DAY_MS, WEEKDAYS, zoneOf } from './zone.ts';

const zone = zoneOf('America/New_York');

describe('weeklyErrors', () => {
  it.each<[string, WeeklyHours, string[]]>([
    ['no hours', {}, []],
    [
      'touching periods',
      {
        mon: [
          ['09:00', '12:00'],
          ['12:00', '17:00'],
        ],
      },
      [],
    ],
    [
      'unsorted periods',
      {
        mon: [
          ['17:00', '22:00'],
          ['11:30', '14:30'],
        ],
      },
      [],
    ],
    [
      'overlapping periods',
      {
        mon: [
          ['09:00', '12:00'],
          ['11:59', '17:00'],
        ],
      },
      ['/mon/1'],
    ],
    [
      'overlapping, unsorted periods',
      {
        mon: [
          ['11:00', '17:00'],
          ['09:00', '12:00'],
        ],
      },
      ['/mon/0'],
    ],
    [
      'periods inside another',
      {
        tue: [
          ['09:00', '18:00'],
          ['10:00', '11:00'],
          ['12:00', '13:00'],
        ],
      },
      ['/tue/1', '/tue/2'],
    ],
    [
      'an overnight period that overlaps a later one',
      {
        mon: [
          ['18:00', '02:00'],
          ['20:00', '21:00'],
        ],
      },
      ['/mon/1'],
    ],
    ['a period that overlaps the next day’s', { mon: [['18:00', '02:00']], tue: [['01:00', '05:00']] }, ['/mon/0']],
    ['a period up to the next day’s', { mon: [['18:00', '02:00']], tue: [['02:00', '05:00']] }, []],
    ['a Sunday period that overlaps Monday’s', { sun: [['18:00', '02:00']], mon: [['00:00', '05:00']] }, ['/sun/0']],
    ['periods around the clock', { mon: [['00:00', '24:00']], tue: [['00:00', '24:00']] }, []],
    ['24:00 as a start', { mon: [['24:00', '02:00']] }, ['/mon/0/0']],
    ['invalid times', { mon: [['9:00', '25:00']] }, ['/mon/0/0', '/mon/0/1']],
    ['minutes past 59', { sat: [['09:00', '10:60']] }, ['/sat/0/1']],
  ])('reports the errors of %s', (_, weekly, pointers) => {
    expect(findWeeklyErrors(weekly).map(({ pointer }) => pointer)).toEqual(pointers);
  });

  it('reports errors exactly when some minute of the week is covered twice', () => {
    fc.assert(
      fc.property(anyWeeklyHours, (weekly) => {
        const coverCounts = new Array<number>(7 * 1440).fill(0);
        const minutesOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
        for (const [weekdayIndex, weekday] of WEEKDAYS.entries()) {
          for (const [from, to] of weekly[weekday] ?? []) {
            const end = minutesOf(to) > minutesOf(from) ? minutesOf(to) : minutesOf(to) + 1440;
            for (let minute = minutesOf(from); minute < end; minute++)
              coverCounts[(weekdayIndex * 1440 + minute) % coverCounts.length]! += 1;
          }
        }
        expect(findWeeklyErrors(weekly).length > 0).toBe(coverCounts.some((count) => count > 1));
      }),
      { numRuns: chooseCaseCount(500, 4) },
    );
  });
});

const dateRangeCases: [string, string, string[]][] = [
  ['2026-12-24', '2026-12-26', []],
  ['2026-12-24', '2026-12-24', []],
  ['2026-12-25', '2026-12-24', ['/0/to']],
  ['2026-02-30', '2026-03-01', ['/0/from']],
  ['2026-12-24', '2026-12-32', ['/0/to']],
  ['christmas', '', ['/0/from', '/0/to']],
];

describe('closureErrors', () => {
  it.each([...dateRangeCases, ['2026-12-24T10:00:00Z', '2026-12-25', ['/0/from']]])(
    '%s to %s: %j',
    (from, to, pointers) => {
      expect(findClosureErrors([{ from, to } as Closure]).map(({ pointer }) => pointer)).toEqual(pointers);
    },
  );
});

describe('timeOffErrors', () => {
  it.each([
    ...dateRangeCases,
    ['2026-12-24T10:00:00Z', '2026-12-24T12:00:00Z', []],
    ['2026-12-24T10:00:00-05:00', '2026-12-24T14:00:00Z', ['/0/to']],
    ['2026-12-24', '2026-12-24T12:00:00Z', []],
    ['2026-12-24', '2026-12-24T04:00:00Z', ['/0/to']],
    ['2026-12-24T18:00', '2026-12-24', []],
    ['2026-12-24T18:00', '2026-12-23', ['/0/to']],
    ['2026-03-08T02:30', '2026-03-08T04:00', ['/0/from']],
  ] as [string, string, string[]][])('%s to %s: %j', (from, to, pointers) => {
    expect(findTimeOffErrors([{ from, to }], zone).map(({ pointer }) => pointer)).toEqual(pointers);
  });

  it('accepts nothing that cannot be parsed later', () => {
    const anyBoundary = fc.constantFrom(
      '2026-03-08',
      '2026-03-08T02:30',
      '2026-03-08T02:30:00-05:00',
      '2026-03-09',
      'x',
    );
    fc.assert(
      fc.property(anyBoundary, anyBoundary, (from, to) => {
        if (findTimeOffErrors([{ from, to }], zone).length > 0) return;
        const business = { zone, openPeriods: [{ day: 1, start: 0, end: 100 * DAY_MS }], fromDay: 0, toDay: 9 };
        expect(() => findWorkingPeriods({ timeOff: [{ from, to }] }, business)).not.toThrow();
      }),
    );
  });
});
