import { describe, expect, it } from 'vitest';
import type { Booking } from '../api.ts';
import { findUpcomingBookings, formatRelativeDay } from './upcoming.ts';

const TODAY = '2026-11-20';
const NOW = Date.parse(`${TODAY}T18:00:00-05:00`);
let bookingCount = 0;
const createBooking = (startsAt: string, overrides: object = {}): Booking =>
  ({
    id: `bkg_${++bookingCount}`,
    kind: 'reservation',
    status: 'confirmed',
    customer: { name: 'Dana' },
    startsAt: `${startsAt}:00-05:00`,
    endsAt: new Date(Date.parse(`${startsAt}:00-05:00`) + 3_600_000).toISOString(),
    ...overrides,
  }) as unknown as Booking;
const findUpcoming = (bookings: Booking[], business?: object) =>
  findUpcomingBookings(bookings, business as never, TODAY, NOW);

describe('the bookings on the Home page', () => {
  it('are counted for today, and listed if they are still to come', () => {
    const { todayCount, nextBlocks } = findUpcoming([
      createBooking(`${TODAY}T12:00`),
      createBooking(`${TODAY}T17:30`),
      createBooking(`${TODAY}T20:00`),
      createBooking('2026-11-21T19:30'),
    ]);
    expect(todayCount).toBe(3);
    expect(nextBlocks.map(({ booking: { startsAt } }) => startsAt.slice(5, 16))).toEqual([
      '11-20T17:30',
      '11-20T20:00',
      '11-21T19:30',
    ]);
    expect(nextBlocks.at(-1)?.day).toBe('2026-11-21');
  });

  it('are not listed if the customer is not coming or has arrived', () => {
    const statuses = ['cancelled', 'waitlisted', 'no_show', 'completed', 'offered', 'confirmed'];
    const { todayCount, nextBlocks } = findUpcoming(
      statuses.map((status) => createBooking(`${TODAY}T20:00`, { status })),
    );
    expect(todayCount).toBe(4);
    expect(nextBlocks.map(({ booking: { status } }) => status)).toEqual(['offered', 'confirmed']);
  });

  it('are listed once for each class meeting, and at most six', () => {
    const spin = { kind: 'class', service: { id: 'spin', name: 'Spin' } };
    const classBookings = Array.from({ length: 12 }, () => createBooking('2026-11-21T09:00', spin));
    expect(findUpcoming(classBookings).nextBlocks.map(({ peopleCount }) => peopleCount)).toEqual([12]);
    expect(findUpcoming(Array.from({ length: 12 }, () => createBooking('2026-11-21T09:00'))).nextBlocks).toHaveLength(
      6,
    );
  });

  it('after midnight count as today until the business closes', () => {
    const bar = { hours: { fri: [['18:00', '02:00']] }, closures: [] };
    const { todayCount, nextBlocks } = findUpcoming([createBooking('2026-11-21T00:30')], bar);
    expect({ today: todayCount, day: nextBlocks[0]?.day }).toEqual({ today: 1, day: TODAY });
    expect(findUpcoming([])).toEqual({ todayCount: 0, nextBlocks: [] });
  });
});

it.each([
  [TODAY, 'Today'],
  ['2026-11-21', 'Tomorrow'],
  ['2026-11-22', 'on 2026-11-22'],
])('%s is shown as %j', (day, expected) => {
  const labels = { today: 'Today', tomorrow: 'Tomorrow' };
  expect(formatRelativeDay(day, TODAY, labels, (date) => `on ${date}`)).toBe(expected);
});
