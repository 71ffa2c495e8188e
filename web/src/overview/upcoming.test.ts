import { describe, expect, it } from 'vitest';
import type { Booking } from '../api.ts';
import { relativeDay, upcomingOf } from './upcoming.ts';

const TODAY = '2026-11-20';
const NOW = Date.parse(`${TODAY}T18:00:00-05:00`);
let made = 0;
const booking = (startsAt: string, more: object = {}): Booking =>
  ({
    ...{ id: `bkg_${++made}`, kind: 'reservation', status: 'confirmed', customer: { name: 'Dana' } },
    startsAt: `${startsAt}:00-05:00`,
    endsAt: new Date(Date.parse(`${startsAt}:00-05:00`) + 3_600_000).toISOString(),
    ...more,
  }) as unknown as Booking;
const upcoming = (bookings: Booking[], business?: object) => upcomingOf(bookings, business as never, TODAY, NOW);

describe('what Home says of bookings', () => {
  it('counts today’s, and lists what is still to come, of today and later', () => {
    const { today, next } = upcoming([
      booking(`${TODAY}T12:00`),
      booking(`${TODAY}T17:30`),
      booking(`${TODAY}T20:00`),
      booking('2026-11-21T19:30'),
    ]);
    expect(today).toBe(3);
    expect(next.map(({ booking: { startsAt } }) => startsAt.slice(5, 16))).toEqual([
      '11-20T17:30',
      '11-20T20:00',
      '11-21T19:30',
    ]);
    expect(next.at(-1)?.day).toBe('2026-11-21');
  });

  it('leaves out who does not come, and who is here', () => {
    const statuses = ['cancelled', 'waitlisted', 'no_show', 'completed', 'offered', 'confirmed'];
    const { today, next } = upcoming(statuses.map((status) => booking(`${TODAY}T20:00`, { status })));
    expect(today).toBe(4);
    expect(next.map(({ booking: { status } }) => status)).toEqual(['offered', 'confirmed']);
  });

  it('names a class once, and lists no more than a few', () => {
    const spin = { kind: 'class', service: { id: 'spin', name: 'Spin' } };
    const places = Array.from({ length: 12 }, () => booking('2026-11-21T09:00', spin));
    expect(upcoming(places).next.map(({ people }) => people)).toEqual([12]);
    expect(upcoming(Array.from({ length: 12 }, () => booking('2026-11-21T09:00'))).next).toHaveLength(6);
  });

  it('counts the night after as today', () => {
    const bar = { hours: { fri: [['18:00', '02:00']] }, closures: [] };
    const { today, next } = upcoming([booking('2026-11-21T00:30')], bar);
    expect({ today, day: next[0]?.day }).toEqual({ today: 1, day: TODAY });
    expect(upcoming([])).toEqual({ today: 0, next: [] });
  });
});

it.each([
  [TODAY, 'Today'],
  ['2026-11-21', 'Tomorrow'],
  ['2026-11-22', 'on 2026-11-22'],
])('%s is %s', (day, expected) => {
  const words = { today: 'Today', tomorrow: 'Tomorrow' };
  expect(relativeDay(day, TODAY, words, (date) => `on ${date}`)).toBe(expected);
});
