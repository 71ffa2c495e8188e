import { expect, it } from 'vitest';
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
const people = Array.from({ length: 20 }, (_, i) => ({
  id: `p${i}`,
  name: `Person ${i}`,
  hours: hours(),
  timeOff: [{ from: '2026-10-28', to: '2026-10-29' }],
  busy: Array.from({ length: 200 }, (_, n) => {
    const start = now + Math.floor((n * 31 * DAY) / 200);
    return { start, end: start + 30 * MINUTE };
  }),
}));
const full = people.map((person) => ({ ...person, busy: [{ start: now, end: now + 60 * DAY }] }));
const shape = { durationMinutes: 45, bufferAfterMinutes: 10 };

/** CPU time, not time on the wall: other tests run beside this one. */
function median(work: () => unknown): number {
  const times = Array.from({ length: 15 }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return times.sort((a, b) => a - b)[7]!;
}

it('a month of 20 people takes a few milliseconds, and so does looking in vain for alternatives', () => {
  const month = median(() => slotsOfEach(rules, now, shape, people, now, now + 31 * DAY));
  const vain = median(() => alternativesNear(rules, now, { ...shape, start: now + 15 * DAY }, full, 5));
  process.stdout.write(
    `20 people, 31 days: ${month.toFixed(1)} ms; no alternatives in 29 days: ${vain.toFixed(1)} ms\n`,
  );
  expect(month).toBeLessThan(25);
  expect(vain).toBeLessThan(25);
});
