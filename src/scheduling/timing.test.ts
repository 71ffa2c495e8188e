import { expect, it } from 'vitest';
import { growth, IN_STEP } from '../../test/effort.ts';
import type { Rules } from './frame.ts';
import { alternativesNear, slotsOfEach } from './slots.ts';
import { DAY, MINUTE, WEEKDAYS, zoneOf } from './zone.ts';

const now = Date.UTC(2026, 9, 20, 12);
const hours = (): Rules['hours'] =>
  Object.fromEntries(
    WEEKDAYS.map((day) => [
      day,
      [
        ['09:00', '13:00'],
        ['14:00', '20:00'],
      ],
    ]),
  );
const zone = zoneOf('America/New_York');
const rules: Rules = { zone, hours: hours(), closures: [], noticeMinutes: 60, horizonDays: 90, slotMinutes: 15 };
const shape = { durationMinutes: 45, bufferAfterMinutes: 10 };

const team = (size: number, busy: number) =>
  Array.from({ length: size }, (_, i) => ({
    id: `p${i}`,
    name: `Person ${i}`,
    hours: hours(),
    timeOff: [{ from: '2026-10-28', to: '2026-10-29' }],
    busy: Array.from({ length: busy }, (_, n) => {
      const start = now + Math.floor((n * 31 * DAY) / busy);
      return { start, end: start + 30 * MINUTE };
    }),
  }));
const full = (size: number) =>
  team(size, 0).map((person) => ({ ...person, busy: [{ start: now, end: now + 60 * DAY }] }));

// A month of twenty people is measured by `npm run bench`.
it.each<[string, (size: number) => unknown, number]>([
  ['the people', (size) => slotsOfEach(rules, now, shape, team(size, 200), now, now + 7 * DAY), 4],
  ['what is booked', (size) => slotsOfEach(rules, now, shape, team(5, size), now, now + 31 * DAY), 50],
  ['the days', (size) => slotsOfEach(rules, now, shape, team(5, 200), now, now + size * DAY), 4],
  [
    'the people who have no time at all',
    (size) => alternativesNear(rules, now, { ...shape, start: now + 15 * DAY }, full(size), 5),
    4,
  ],
])('the work of finding times grows in step with %s', (_, find, size) => {
  expect(growth(find, size)).toBeLessThan(IN_STEP);
});
