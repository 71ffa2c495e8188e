import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyDay, periodsByTemporal, soundWeekly } from '../../test/worlds.ts';
import { merged, openPeriods, openPeriodsAround, ownPeriods, periodsOn, type Weekly } from './hours.ts';
import { readDay, readLocal, zoneOf } from './zone.ts';

const zone = zoneOf('America/New_York');
const at = (text: string) => {
  const read = readLocal(text, zone);
  return read && 'epoch' in read ? read.epoch : Number.NaN;
};
const day = (text: string) => readDay(text)!;
const span = (from: string, to: string) => ({ start: at(from), end: at(to) });

describe('periodsOn', () => {
  // 2026-11-20 is a Friday.
  it.each<[string, [string, string][], [string, string][]]>([
    ['none', [], []],
    ['one', [['09:00', '17:00']], [['2026-11-20T09:00', '2026-11-20T17:00']]],
    ['a whole day', [['00:00', '24:00']], [['2026-11-20T00:00', '2026-11-21T00:00']]],
    ['a whole day, in other words', [['00:00', '00:00']], [['2026-11-20T00:00', '2026-11-21T00:00']]],
    ['past midnight', [['18:00', '02:00']], [['2026-11-20T18:00', '2026-11-21T02:00']]],
    ['a day from noon', [['12:00', '12:00']], [['2026-11-20T12:00', '2026-11-21T12:00']]],
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
  ])('%s', (_, fri, expected) => {
    const found = periodsOn({ fri }, day('2026-11-20'), zone).map(({ start, end }) => ({ start, end }));
    expect(found).toEqual(expected.map(([from, to]) => span(from, to)));
  });

  it.each<[string, string, [string, string], [string, string] | undefined]>([
    ['opens in the gap', '2026-03-08', ['02:30', '05:00'], ['2026-03-08T03:30', '2026-03-08T05:00']],
    ['closes in the gap', '2026-03-08', ['00:30', '02:30'], ['2026-03-08T00:30', '2026-03-08T03:00']],
    ['inside the gap', '2026-03-08', ['02:10', '02:50'], undefined],
    ['closes in the repeated hour', '2026-11-01', ['00:00', '01:30'], ['2026-11-01T00:00', '2026-11-01T01:30']],
    ['over it', '2026-11-01', ['01:00', '03:00'], ['2026-11-01T01:00:00-04:00', '2026-11-01T03:00:00-05:00']],
  ])('%s', (_, date, period, expected) => {
    const found = periodsOn({ sun: [period] }, day(date), zone).map(({ start, end }) => ({ start, end }));
    expect(found).toEqual(expected ? [span(...expected)] : []);
  });

  it('finds what Temporal finds', () => {
    fc.assert(
      fc.property(anyDay, soundWeekly, ({ zone: any, day: around }, weekly) => {
        const business = { zone: any, hours: weekly, closures: [] };
        const found = openPeriods(business, around - 3, around + 3).map(({ start, end }) => ({ start, end }));
        const expected = periodsByTemporal(weekly, [], any.name, around - 3, around + 3);
        expect(found).toEqual(expected.sort((a, b) => a.start - b.start));
      }),
      { numRuns: 300 },
    );
  });
});

describe('openPeriodsAround', () => {
  it('holds the period of the evening before', () => {
    const business = { zone, hours: { fri: [['18:00', '02:00'] as [string, string]] }, closures: [] };
    const evening = span('2026-11-20T18:00', '2026-11-21T02:00');
    expect(openPeriodsAround(business, at('2026-11-21T01:00'))).toMatchObject([evening]);
    expect(openPeriodsAround(business, at('2026-11-24T01:00'))).toEqual([]);
  });
});

describe('closures', () => {
  const hours: Weekly = { thu: [['18:00', '02:00']], fri: [['18:00', '02:00']], sat: [['18:00', '02:00']] };

  it('take away the periods that open on their days, both included', () => {
    const business = { zone, hours, closures: [{ from: '2026-11-20', to: '2026-11-20' }] };
    const found = openPeriods(business, day('2026-11-19'), day('2026-11-21'));
    expect(found.map((period) => period.start)).toEqual([at('2026-11-19T18:00'), at('2026-11-21T18:00')]);
    expect(found[0]!.end).toBe(at('2026-11-20T02:00'));
  });
});

describe('ownPeriods', () => {
  const days = { fromDay: day('2026-11-19'), toDay: day('2026-11-21') };
  const open = openPeriods({ zone, hours: { fri: [['10:00', '20:00']] }, closures: [] }, days.fromDay, days.toDay);
  const of = (person: Parameters<typeof ownPeriods>[0]) =>
    ownPeriods(person, { zone, open, ...days }).map(({ start, end }) => ({ start, end }));

  it.each<[string, Parameters<typeof ownPeriods>[0], [string, string][]]>([
    ['follows the business', {}, [['2026-11-20T10:00', '2026-11-20T20:00']]],
    ['own hours', { hours: { fri: [['12:00', '14:00']] } }, [['2026-11-20T12:00', '2026-11-20T14:00']]],
    ['own hours on no day', { hours: {} }, []],
    ['a day off', { timeOff: [{ from: '2026-11-20', to: '2026-11-20' }] }, []],
    [
      'another day off',
      { timeOff: [{ from: '2026-11-21', to: '2026-11-25' }] },
      [['2026-11-20T10:00', '2026-11-20T20:00']],
    ],
    [
      'hours off',
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
      'twice off',
      {
        timeOff: [
          { from: '2026-11-20T10:00', to: '2026-11-20T11:00' },
          { from: '2026-11-20T19:00', to: '2026-11-20T21:00' },
        ],
      },
      [['2026-11-20T11:00', '2026-11-20T19:00']],
    ],
  ])('%s', (_, person, expected) => {
    expect(of(person)).toEqual(expected.map(([from, to]) => span(from, to)));
  });

  it('takes off the whole shift that begins on a day off, and no part of the one before', () => {
    const hours: Weekly = { thu: [['18:00', '02:00']], fri: [['18:00', '02:00']] };
    const timeOff = [{ from: '2026-11-20', to: '2026-11-20' }];
    expect(of({ hours, timeOff })).toEqual([span('2026-11-19T18:00', '2026-11-20T02:00')]);
  });

  it('throws for a document that was never checked', () => {
    expect(() => of({ hours: { fri: [['9', '10']] } })).toThrow(RangeError);
    expect(() => of({ timeOff: [{ from: 'soon', to: 'later' }] })).toThrow(RangeError);
  });
});

describe('merged', () => {
  it.each([
    [[], []],
    [[[1, 2]], [[1, 2]]],
    [
      [
        [1, 2],
        [2, 3],
      ],
      [
        [1, 2],
        [2, 3],
      ],
    ],
    [
      [
        [5, 9],
        [1, 6],
      ],
      [[1, 9]],
    ],
    [
      [
        [1, 9],
        [2, 3],
        [9, 10],
      ],
      [[1, 10]],
    ],
    [
      [
        [4, 4],
        [3, 1],
      ],
      [],
    ],
  ])('%j → %j', (from, to) => {
    const read = (pairs: number[][]) => pairs.map(([start, end]) => ({ start: start!, end: end! }));
    expect(merged(read(from))).toEqual(read(to));
  });
});
