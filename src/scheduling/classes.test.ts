import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { anyDay } from '../../test/worlds.ts';
import { findOccurrence, occurrencesBetween, readOccurrenceId, type Timetable, teachingTimes } from './classes.ts';
import { DAY, MINUTE, readLocal, WEEKDAYS, writeDay, zoneOf } from './zone.ts';

const zone = zoneOf('America/New_York');
const at = (text: string) => {
  const read = readLocal(text, zone);
  return read && 'epoch' in read ? read.epoch : Number.NaN;
};
const timetable: Timetable = {
  zone,
  closures: [{ from: '2026-11-26', to: '2026-11-27' }],
  classes: [
    {
      id: 'yoga_flow',
      durationMinutes: 60,
      instructor: 'Mia',
      weekly: [
        { day: 'fri', time: '18:00' },
        { day: 'mon', time: '18:00' },
      ],
    },
    { id: 'spin', durationMinutes: 45, instructor: 'tom', weekly: [{ day: 'fri', time: '18:00' }] },
    { id: 'late', durationMinutes: 60, instructor: ' MIA ', weekly: [{ day: 'fri', time: '23:30' }] },
  ],
};
const ids = (from: string, to: string, table = timetable) =>
  occurrencesBetween(table, at(from), at(to)).map(({ occurrenceId }) => occurrenceId);

describe('occurrencesBetween', () => {
  it('come by start, then as the document lists them', () => {
    expect(ids('2026-11-20T00:00', '2026-11-24T00:00')).toEqual([
      'yoga_flow_20261120T1800',
      'spin_20261120T1800',
      'late_20261120T2330',
      'yoga_flow_20261123T1800',
    ]);
  });

  it('start from the first instant on and before the last', () => {
    expect(ids('2026-11-20T18:00', '2026-11-20T23:30')).toEqual(['yoga_flow_20261120T1800', 'spin_20261120T1800']);
    expect(ids('2026-11-20T18:00:00.001', '2026-11-20T23:30')).toEqual([]);
  });

  it('are not held on the days of a closure', () => {
    expect(ids('2026-11-26T00:00', '2026-11-28T00:00')).toEqual([]);
  });

  it('are held once where the table names a time twice', () => {
    const twice = [{ day: 'fri', time: '18:00' } as const, { day: 'fri', time: '18:00' } as const];
    const table = { ...timetable, classes: [{ id: 'a', durationMinutes: 30, weekly: twice }] };
    expect(ids('2026-11-20T00:00', '2026-11-21T00:00', table)).toEqual(['a_20261120T1800']);
  });

  it.each([
    ['2027-03-14', '02:30', '2027-03-14T03:30:00-04:00'],
    ['2026-11-01', '01:30', '2026-11-01T01:30:00-04:00'],
  ])('on %s %s start at %s', (date, time, instant) => {
    const table = {
      ...timetable,
      classes: [{ id: 'a', durationMinutes: 30, weekly: [{ day: 'sun' as const, time }] }],
    };
    const found = occurrencesBetween(table, at(`${date}T00:00`), at(`${date}T12:00`));
    const start = Temporal.Instant.from(instant).epochMilliseconds;
    const occurrenceId = `a_${date.replaceAll('-', '')}T${time.replace(':', '')}`;
    expect(found).toEqual([{ occurrenceId, classId: 'a', start, end: start + 30 * MINUTE }]);
    expect(findOccurrence(table, occurrenceId)).toEqual(found[0]);
  });
});

describe('a class in an hour that is skipped before midnight', () => {
  it('is held on the next day and still found from there', () => {
    const nuuk = zoneOf('America/Nuuk');
    const weekly = [{ day: 'sat' as const, time: '23:30' }];
    const table = { zone: nuuk, closures: [], classes: [{ id: 'a', durationMinutes: 30, weekly }] };
    const start = Temporal.Instant.from('2026-03-29T00:30:00-01:00').epochMilliseconds;
    expect(occurrencesBetween(table, start, start + 1)).toMatchObject([{ occurrenceId: 'a_20260328T2330', start }]);
  });
});

describe('findOccurrence', () => {
  it('finds what is held', () => {
    expect(findOccurrence(timetable, 'yoga_flow_20261120T1800')).toEqual({
      occurrenceId: 'yoga_flow_20261120T1800',
      classId: 'yoga_flow',
      start: at('2026-11-20T18:00'),
      end: at('2026-11-20T19:00'),
    });
  });

  it.each([
    'yoga_flow_20261121T1800',
    'yoga_flow_20261120T1815',
    'yoga_20261120T1800',
    'yoga_flow_20261127T1800',
    'yoga_flow_20261320T1800',
    'yoga_flow_20261120T2460',
    'yoga_flow',
    '_20261120T1800',
    '',
  ])('%j is none', (id) => expect(findOccurrence(timetable, id)).toBeUndefined());

  it('finds all that are listed, in any zone', () => {
    const times = fc.array(fc.record({ day: fc.constantFrom(...WEEKDAYS), time: fc.nat(1439).map((n) => clock(n)) }), {
      minLength: 1,
      maxLength: 9,
    });
    fc.assert(
      fc.property(anyDay, times, ({ zone: any, day }, weekly) => {
        const table: Timetable = { zone: any, closures: [], classes: [{ id: 'a_b.c-d', durationMinutes: 50, weekly }] };
        const found = occurrencesBetween(table, any.epochAt(day - 4, 0), any.epochAt(day + 3, 0));
        expect(found.length).toBe(new Set(weekly.map((each) => each.day + each.time)).size);
        expect(encodeURIComponent(found[0]!.occurrenceId)).toBe(found[0]!.occurrenceId);
        for (const occurrence of found) {
          expect(findOccurrence(table, occurrence.occurrenceId)).toEqual(occurrence);
          const read = readOccurrenceId(occurrence.occurrenceId)!;
          const expected = Temporal.PlainDateTime.from(`${writeDay(read.day)}T${read.time}`).toZonedDateTime(any.name);
          expect(occurrence.start).toBe(expected.epochMilliseconds);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('teachingTimes', () => {
  const times = (person: { id: string; name: string }, from: string, to: string) =>
    teachingTimes(timetable)(person, at(from), at(to));
  const mia = { id: 'st_1', name: 'Mia' };

  it('are those of the classes that name the person by id or name', () => {
    expect(times(mia, '2026-11-20T00:00', '2026-11-21T00:00')).toEqual([
      { start: at('2026-11-20T18:00'), end: at('2026-11-20T19:00') },
      { start: at('2026-11-20T23:30'), end: at('2026-11-21T00:30') },
    ]);
    const tom = times({ id: 'tom', name: 'Thomas' }, '2026-11-20T00:00', '2026-11-21T00:00');
    expect(tom).toEqual([{ start: at('2026-11-20T18:00'), end: at('2026-11-20T18:45') }]);
    expect(times({ id: 'x', name: 'Nobody' }, '2026-11-20T00:00', '2026-11-21T00:00')).toEqual([]);
  });

  it('hold one that began before the time asked about', () => {
    expect(times(mia, '2026-11-21T00:00', '2026-11-21T12:00')).toEqual([
      { start: at('2026-11-20T23:30'), end: at('2026-11-21T00:30') },
    ]);
    expect(times(mia, '2026-11-21T00:30', '2026-11-21T12:00')).toEqual([]);
  });

  it('are none while the business is closed', () => {
    const closed = at('2026-11-26T00:00');
    expect(teachingTimes(timetable)(mia, closed, closed + 2 * DAY)).toEqual([]);
  });

  it('are the same however often and about whomever they are asked', () => {
    const teaching = teachingTimes(timetable);
    const [from, to] = [at('2026-11-20T18:30'), at('2026-11-20T23:30')];
    const once = teaching(mia, from, to);
    expect(once).toEqual([{ start: at('2026-11-20T18:00'), end: at('2026-11-20T19:00') }]);
    expect(teaching({ id: 'tom', name: 'mia' }, from, to)).toEqual(once);
    expect(teaching(mia, from, to + 1)).toHaveLength(2);
    expect(teaching(mia, from, to)).toEqual(once);
  });

  it('of nobody are not the classes that name nobody', () => {
    const open = { ...timetable, classes: [{ ...timetable.classes[0]!, instructor: undefined }] };
    expect(teachingTimes(open)({ id: 'x', name: ' ' }, at('2026-11-20T00:00'), at('2026-11-21T00:00'))).toEqual([]);
  });
});

function clock(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
