import { expect, it } from 'vitest';
import { createHeatMap } from './heat-map.ts';

const HOURS = [
  { weekday: 'mon' as const, hour: 9, conversations: 3, bookings: 0, visits: 0 },
  { weekday: 'fri' as const, hour: 11, conversations: 1, bookings: 2, visits: 4 },
];

it('a heat map spans the hours in which anything happens, and all weekdays', () => {
  const map = createHeatMap(HOURS, 'conversations');
  expect(map?.hours).toEqual([9, 10, 11]);
  expect(map?.maxCount).toBe(3);
  expect(map?.rows.map(({ weekday }) => weekday)).toEqual(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']);
  expect(map?.rows[0]?.counts).toEqual([3, 0, 0]);
  expect(map?.rows[4]?.counts).toEqual([0, 0, 1]);
});

it('a heat map leaves out hours that only have counts of other metrics', () => {
  expect(createHeatMap(HOURS, 'visits')).toMatchObject({ hours: [11], maxCount: 4 });
});

it('there is no heat map if nothing happened', () => {
  expect(createHeatMap([], 'visits')).toBeUndefined();
  expect(createHeatMap([HOURS[0]!], 'bookings')).toBeUndefined();
});
