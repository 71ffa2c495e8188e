import { expect, it } from 'vitest';
import type { Counts } from './counts.ts';
import { parseHourlyRange } from './range.ts';
import { findBusiestHour, sumByHourOfWeek } from './report.ts';

const NOW = new Date('2026-11-18T12:00:00Z');
const createRange = (from: string, to: string) => parseHourlyRange({ from, to }, 'America/New_York', NOW);

it('sums the same hour of the same weekday, in the business’s time zone', () => {
  const range = createRange('2026-11-02', '2026-11-16');
  const series = range.entryStartsMs.map((start): Counts => {
    const isTuesdayNoon = ['2026-11-03T17', '2026-11-10T17'].includes(new Date(start).toISOString().slice(0, 13));
    return isTuesdayNoon ? { conversations: 2, bookings: 1 } : {};
  });
  const visit = { weekday: 1, hour: 19, attended: 2, upcoming: 1, missed: 1, canceled: 5 };
  expect(sumByHourOfWeek(series, range, [visit])).toEqual([
    { weekday: 'mon', hour: 19, conversations: 0, bookings: 0, visits: 4 },
    { weekday: 'tue', hour: 12, conversations: 4, bookings: 2, visits: 0 },
  ]);
});

it('adds up the two hours that have the same local time when clocks go back', () => {
  const range = createRange('2026-11-01', '2026-11-02');
  expect(range.entryStartsMs).toHaveLength(25);
  const hours = sumByHourOfWeek(
    range.entryStartsMs.map(() => ({ conversations: 1 })),
    range,
    [],
  );
  expect(hours.map(({ conversations }) => conversations)).toEqual([1, 2, ...Array(22).fill(1)]);
});

it('finds the hour with most visits or, where nobody books, with most conversations', () => {
  const noon = { weekday: 'tue', hour: 12, conversations: 9, bookings: 0, visits: 0 } as const;
  const evening = { weekday: 'fri', hour: 19, conversations: 1, bookings: 0, visits: 3 } as const;
  expect(findBusiestHour([noon, evening])).toBe(evening);
  expect(findBusiestHour([noon, { ...evening, visits: 0 }])).toBe(noon);
  expect(findBusiestHour([])).toBeUndefined();
});

it('rejects a range of more than a year', () => {
  expect(createRange('2025-11-16', '2026-11-16').entryStartsMs.length).toBeGreaterThan(8_700);
  expect(() => createRange('2025-11-01', '2026-11-16')).toThrow('at most a year');
});
