import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { chooseCaseCount } from '../../test/rotation.ts';
import { anyDay } from '../../test/scheduling-cases.ts';
import { formatDay } from '../kernel/clock.ts';
import {
  createTeachingTimesFinder,
  findOccurrence,
  findOccurrencesBetween,
  parseOccurrenceId,
  type Timetable,
} from './classes.ts';
import { DAY_MS, MINUTE_MS, parseLocalTime, WEEKDAYS, weekdayOf, type Zone, zoneOf } from './zone.ts';

const zone = zoneOf('America/New_York');
const epochOf = (text: string) => {
  const parsed = parseLocalTime(text, zone);
  return parsed && 'epoch' in parsed ? parsed.epoch : Number.NaN;
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
const listOccurrenceIds = (from: string, to: string, changedTimetable = timetable) =>
  findOccurrencesBetween(changedTimetable, epochOf(from), epochOf(to)).map(({ occurrenceId }) => occurrenceId);

describe('findOccurrencesBetween', () => {
  it('sorts by start, then in document order', () => {
    expect(listOccurrenceIds('2026-11-20T00:00', '2026-11-24T00:00')).toEqual([
      'yoga_flow_20261120T1800',
      'spin_20261120T1800',
      'late_20261120T2330',
      'yoga_flow_20261123T1800',
    ]);
  });

  it('includes the first instant of the range and excludes the last', () => {
    expect(listOccurrenceIds('2026-11-20T18:00', '2026-11-20T23:30')).toEqual([
      'yoga_flow_20261120T1800',
      'spin_20261120T1800',
    ]);
    expect(listOccurrenceIds('2026-11-20T18:00:00.001', '2026-11-20T23:30')).toEqual([]);
  });

  it('skips the days of a closure', () => {
    expect(listOccurrenceIds('2026-11-26T00:00', '2026-11-28T00:00')).toEqual([]);
  });

  it('lists a time once even if the timetable names it twice', () => {
    const repeatedTime = [{ day: 'fri', time: '18:00' } as const, { day: 'fri', time: '18:00' } as const];
    const changedTimetable = { ...timetable, classes: [{ id: 'a', durationMinutes: 30, weekly: repeatedTime }] };
    expect(listOccurrenceIds('2026-11-20T00:00', '2026-11-21T00:00', changedTimetable)).toEqual(['a_20261120T1800']);
  });

  it.each([
    ['2027-03-14', '02:30', '2027-03-14T03:30:00-04:00'],
    ['2026-11-01', '01:30', '2026-11-01T01:30:00-04:00'],
  ])('on %s, a class at %s starts at %s', (date, time, instant) => {
    const changedTimetable = {
      ...timetable,
      classes: [{ id: 'a', durationMinutes: 30, weekly: [{ day: 'sun' as const, time }] }],
    };
    const occurrences = findOccurrencesBetween(changedTimetable, epochOf(`${date}T00:00`), epochOf(`${date}T12:00`));
    const start = Temporal.Instant.from(instant).epochMilliseconds;
    const occurrenceId = `a_${date.replaceAll('-', '')}T${time.replace(':', '')}`;
    expect(occurrences).toEqual([{ occurrenceId, classId: 'a', start, end: start + 30 * MINUTE_MS }]);
    expect(findOccurrence(changedTimetable, occurrenceId)).toEqual(occurrences[0]);
  });
});

describe('a class in an hour that is skipped before midnight', () => {
  it('moves to the next day and is found there', () => {
    const nuukZone = zoneOf('America/Nuuk');
    const weekly = [{ day: 'sat' as const, time: '23:30' }];
    const changedTimetable = { zone: nuukZone, closures: [], classes: [{ id: 'a', durationMinutes: 30, weekly }] };
    const start = Temporal.Instant.from('2026-03-29T00:30:00-01:00').epochMilliseconds;
    expect(findOccurrencesBetween(changedTimetable, start, start + 1)).toMatchObject([
      { occurrenceId: 'a_20260328T2330', start },
    ]);
  });
});

/** By another library than the code. */
const computeInstant = (day: number, time: string, { name }: Zone): number =>
  Temporal.PlainDateTime.from(`${formatDay(day)}T${time}`).toZonedDateTime(name).epochMilliseconds;

describe('findOccurrence', () => {
  it('finds an occurrence by id', () => {
    expect(findOccurrence(timetable, 'yoga_flow_20261120T1800')).toEqual({
      occurrenceId: 'yoga_flow_20261120T1800',
      classId: 'yoga_flow',
      start: epochOf('2026-11-20T18:00'),
      end: epochOf('2026-11-20T19:00'),
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
  ])('rejects %j', (id) => expect(findOccurrence(timetable, id)).toBeUndefined());

  it('finds every listed occurrence, in any zone', () => {
    const times = fc.array(
      fc.record({ day: fc.constantFrom(...WEEKDAYS), time: fc.nat(1439).map((n) => formatClock(n)) }),
      {
        minLength: 1,
        maxLength: 9,
      },
    );
    fc.assert(
      fc.property(anyDay, times, ({ zone: anyZone, day }, weekly) => {
        const changedTimetable: Timetable = {
          zone: anyZone,
          closures: [],
          classes: [{ id: 'a_b.c-d', durationMinutes: 50, weekly }],
        };
        const [fromMs, toMs] = [anyZone.epochAt(day - 4, 0), anyZone.epochAt(day + 3, 0)];
        const occurrences = findOccurrencesBetween(changedTimetable, fromMs, toMs);
        // A class before midnight moves to the next day if the clocks skip it, so the day before is included.
        const expectedStarts = Array.from({ length: 8 }, (_, index) => day - 5 + index).flatMap((classDay) =>
          [...new Set(weekly.filter((slot) => slot.day === weekdayOf(classDay)).map(({ time }) => time))]
            .map((time) => computeInstant(classDay, time, anyZone))
            .filter((start) => start >= fromMs && start < toMs),
        );
        expect(occurrences.map(({ start }) => start)).toEqual(expectedStarts.sort((a, b) => a - b));
        for (const occurrence of occurrences) {
          const { occurrenceId, start } = occurrence;
          expect(encodeURIComponent(occurrenceId)).toBe(occurrenceId);
          expect(findOccurrence(changedTimetable, occurrenceId)).toEqual(occurrence);
          const parsedId = parseOccurrenceId(occurrenceId)!;
          expect(start).toBe(computeInstant(parsedId.day, parsedId.time, anyZone));
        }
      }),
      { numRuns: chooseCaseCount(300, 4) },
    );
  });
});

describe('createTeachingTimesFinder', () => {
  const findTimes = (person: { id: string; name: string }, from: string, to: string) =>
    createTeachingTimesFinder(timetable)(person, epochOf(from), epochOf(to));
  const mia = { id: 'st_1', name: 'Mia' };

  it('matches the instructor by id or name', () => {
    expect(findTimes(mia, '2026-11-20T00:00', '2026-11-21T00:00')).toEqual([
      { start: epochOf('2026-11-20T18:00'), end: epochOf('2026-11-20T19:00') },
      { start: epochOf('2026-11-20T23:30'), end: epochOf('2026-11-21T00:30') },
    ]);
    const tomsTimes = findTimes({ id: 'tom', name: 'Thomas' }, '2026-11-20T00:00', '2026-11-21T00:00');
    expect(tomsTimes).toEqual([{ start: epochOf('2026-11-20T18:00'), end: epochOf('2026-11-20T18:45') }]);
    expect(findTimes({ id: 'x', name: 'Nobody' }, '2026-11-20T00:00', '2026-11-21T00:00')).toEqual([]);
  });

  it('includes a class that started before the range', () => {
    expect(findTimes(mia, '2026-11-21T00:00', '2026-11-21T12:00')).toEqual([
      { start: epochOf('2026-11-20T23:30'), end: epochOf('2026-11-21T00:30') },
    ]);
    expect(findTimes(mia, '2026-11-21T00:30', '2026-11-21T12:00')).toEqual([]);
  });

  it('is empty while the business is closed', () => {
    const closureStart = epochOf('2026-11-26T00:00');
    expect(createTeachingTimesFinder(timetable)(mia, closureStart, closureStart + 2 * DAY_MS)).toEqual([]);
  });

  it('returns the same result for repeated calls', () => {
    const findTeachingTimes = createTeachingTimesFinder(timetable);
    const [from, to] = [epochOf('2026-11-20T18:30'), epochOf('2026-11-20T23:30')];
    const firstResult = findTeachingTimes(mia, from, to);
    expect(firstResult).toEqual([{ start: epochOf('2026-11-20T18:00'), end: epochOf('2026-11-20T19:00') }]);
    expect(findTeachingTimes({ id: 'tom', name: 'mia' }, from, to)).toEqual(firstResult);
    expect(findTeachingTimes(mia, from, to + 1)).toHaveLength(2);
    expect(findTeachingTimes(mia, from, to)).toEqual(firstResult);
  });

  it('does not assign classes without an instructor to a person without a name', () => {
    const timetableWithoutInstructor = { ...timetable, classes: [{ ...timetable.classes[0]!, instructor: undefined }] };
    expect(
      createTeachingTimesFinder(timetableWithoutInstructor)(
        { id: 'x', name: ' ' },
        epochOf('2026-11-20T00:00'),
        epochOf('2026-11-21T00:00'),
      ),
    ).toEqual([]);
  });
});

function formatClock(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
