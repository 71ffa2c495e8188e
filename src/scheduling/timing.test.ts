import { expect, it } from 'vitest';
import { MAX_LINEAR_GROWTH, measureGrowth } from '../../test/growth.ts';
import type { SchedulingRules } from './availability-rules.ts';
import { findAlternativesNear, findSlotsPerCandidate } from './slots.ts';
import { DAY_MS, MINUTE_MS, WEEKDAYS, zoneOf } from './zone.ts';

const now = Date.UTC(2026, 9, 20, 12);
const weeklyHours = (): SchedulingRules['hours'] =>
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
const rules: SchedulingRules = {
  zone,
  hours: weeklyHours(),
  closures: [],
  noticeMinutes: 60,
  horizonDays: 90,
  slotMinutes: 15,
};
const serviceDuration = { durationMinutes: 45, bufferAfterMinutes: 10 };

const createTeam = (size: number, bookingsPerPerson: number) =>
  Array.from({ length: size }, (_, i) => ({
    id: `p${i}`,
    name: `Person ${i}`,
    hours: weeklyHours(),
    timeOff: [{ from: '2026-10-28', to: '2026-10-29' }],
    busy: Array.from({ length: bookingsPerPerson }, (_, index) => {
      const start = now + Math.floor((index * 31 * DAY_MS) / bookingsPerPerson);
      return { start, end: start + 30 * MINUTE_MS };
    }),
  }));
const createFullyBookedTeam = (size: number) =>
  createTeam(size, 0).map((person) => ({ ...person, busy: [{ start: now, end: now + 60 * DAY_MS }] }));

// `npm run bench` measures the absolute time for a month and twenty people.
it.each<[string, (size: number) => unknown, number]>([
  [
    'the number of people',
    (size) => findSlotsPerCandidate(rules, now, serviceDuration, createTeam(size, 200), now, now + 7 * DAY_MS),
    4,
  ],
  [
    'the number of bookings',
    (size) => findSlotsPerCandidate(rules, now, serviceDuration, createTeam(5, size), now, now + 31 * DAY_MS),
    50,
  ],
  [
    'the number of days',
    (size) => findSlotsPerCandidate(rules, now, serviceDuration, createTeam(5, 200), now, now + size * DAY_MS),
    4,
  ],
  [
    'the number of fully booked people',
    (size) =>
      findAlternativesNear(
        rules,
        now,
        { ...serviceDuration, start: now + 15 * DAY_MS },
        createFullyBookedTeam(size),
        5,
      ),
    4,
  ],
])('the effort of finding times grows linearly with %s', (_, findTimes, size) => {
  expect(measureGrowth(findTimes, size)).toBeLessThan(MAX_LINEAR_GROWTH);
});
