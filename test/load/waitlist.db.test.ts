// Waitlists under load, on two instances: people join, leave, accept, decline and let offers expire at the same time.
import { beforeAll, describe, expect, it } from 'vitest';
import { createEveryDayHours, expectStatus, openBusiness, type TestBusiness } from '../business.ts';
import { type HttpResponse, queryAsDbOwner, type Service, startService } from '../harness.ts';
import { retryWhileUnavailable } from '../http.ts';
import { runTask } from '../jobs.ts';
import { createSeededRandom, inParallel, pickTodaysShare } from '../random.ts';

const ACTION_COUNT = 240;
const MAX_CONCURRENT = 16;

let instances: [Service, Service];
const queryRows = async (sql: string, values: unknown[] = []) =>
  (await queryAsDbOwner(instances[0].connection, sql, values)).rows;

beforeAll(async () => {
  const first = await startService(undefined, { jobs: 'off' });
  instances = [first, await startService(first.connection, { jobs: 'off' })];
});

/** Performs random actions on the bookings that exist at that moment, alternating between the two instances. */
async function performRandomActions(
  business: TestBusiness,
  seed: number,
  createBooking: (name: string, instance: Service) => Promise<HttpResponse>,
) {
  const random = createSeededRandom(seed);
  const bookingIds: string[] = [];
  const canceledIds = new Set<string>();
  const outcomeCounts: Record<string, number> = {};
  const actions = Array.from({ length: ACTION_COUNT }, (_, n) => ({
    n,
    kind: random.integerBelow(10),
    randomNumber: random.integerBelow(1_000_000),
  }));
  await inParallel(actions, MAX_CONCURRENT, async ({ n, kind, randomNumber }) => {
    const instance = instances[n % 2]!;
    // Most actions target offered and confirmed bookings, because these can conflict.
    const activeBookings = await queryRows(
      `select id from bookings where workspace_id = $1 and status in ('offered', 'confirmed')`,
      [business.id],
    );
    const candidates = randomNumber % 4 ? activeBookings.map((row) => row.id) : bookingIds;
    const id = candidates[randomNumber % Math.max(1, candidates.length)];
    const setStatus = (status: string) => business.send('PATCH', `/bookings/${id}`, { body: { status }, instance });
    const performAction = async () => {
      if (kind < 4 || !id) return createBooking(`p${n}`, instance);
      if (kind < 6) return business.send('POST', `/bookings/${id}/cancel`, { instance });
      if (kind < 8) return setStatus('confirmed');
      if (kind < 9) return setStatus('waitlisted');
      const [job] = await queryRows(
        `select payload from graphile_worker._private_jobs where payload ->> 'bookingId' = $1`,
        [id],
      );
      // Let an offer expire by running its job early; other jobs keep waiting.
      const booking = (await business.send('GET', `/bookings/${id}`, { instance })).json;
      if (job && booking.status === 'offered') await runTask(instance, 'waitlist.wake', job.payload);
      return { status: 200, json: { status: 'woken' } } as HttpResponse;
    };
    const { status, json } = await retryWhileUnavailable(performAction);
    if (status === 201) bookingIds.push(json.id);
    if (status === 200 && json.status === 'cancelled') canceledIds.add(json.id);
    const outcome = `${status} ${status < 400 ? json.status : status < 500 ? json.code : json.detail}`;
    outcomeCounts[outcome] = (outcomeCounts[outcome] ?? 0) + 1;
  });
  expect(Object.keys(outcomeCounts).filter((name) => !/^(20[01] |409 (conflict|slot_unavailable))/.test(name))).toEqual(
    [],
  );
  expect(outcomeCounts['200 confirmed']).toBeGreaterThan(0);
  const storedBookings = await queryRows('select id, status from bookings where workspace_id = $1', [business.id]);
  expect(storedBookings).toHaveLength(bookingIds.length);
  for (const { id, status } of storedBookings)
    if (canceledIds.has(id)) expect({ id, status }).toEqual({ id, status: 'cancelled' });
  return { outcomeCounts, ids: bookingIds };
}

/** Bookings that hold a spot although they should not, or hold none although they should. */
const findInconsistentBookings = (business: TestBusiness, table: string) =>
  queryRows(
    `select b.id, b.status, count(t.booking_id)::integer as held from bookings b
     left join ${table} t on t.workspace_id = b.workspace_id and t.booking_id = b.id
     where b.workspace_id = $1 group by 1, 2 having (count(t.booking_id) > 0) <> (b.status in ('confirmed', 'offered'))`,
    [business.id],
  );

describe('a class of three', () => {
  it.each(pickTodaysShare([1, 2], 2))('never has more than three participants (seed %i)', async (seed) => {
    const weekly = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => ({ day, time: '18:00' }));
    const yoga = { id: 'yoga', name: 'Yoga', durationMinutes: 60, capacity: 3, weekly };
    const studio = await openBusiness(instances[0], 'fitness', {
      closures: [],
      fitness: { classes: [yoga], memberships: [], trainers: [] },
    });
    const [occurrence] = expectStatus(200, await studio.send('GET', '/fitness/classes?days=7')).json.classes.slice(3);
    const { outcomeCounts } = await performRandomActions(studio, seed, (name, instance) =>
      studio.send('POST', `/fitness/classes/${occurrence.occurrenceId}/bookings`, {
        body: { customer: { name, email: `${name}@example.com` } },
        instance,
      }),
    );
    console.log('a class:', outcomeCounts);
    const [spots] = await queryRows(
      `select count(*)::integer as places, max(place) as highest from class_places where workspace_id = $1`,
      [studio.id],
    );
    expect(spots.places).toBeLessThanOrEqual(3);
    expect(spots.highest).toBeLessThanOrEqual(3);
    expect(await findInconsistentBookings(studio, 'class_places')).toEqual([]);
  });
});

describe('two tables', () => {
  it.each(pickTodaysShare([3, 4], 2))('are never booked twice at the same time (seed %i)', async (seed) => {
    const tables = [
      { id: 'two', name: 'Two', seats: 2 },
      { id: 'four', name: 'Four', seats: 4 },
    ];
    const restaurant = await openBusiness(instances[0], 'restaurant', {
      hours: createEveryDayHours(['17:00', '23:00']),
      closures: [],
      booking: { noticeMinutes: 0, horizonDays: 60, slotMinutes: 30, cancelUntilMinutes: 0 },
      restaurant: { menu: [], tables, joins: [['two', 'four']], turnMinutes: [{ upTo: 99, minutes: 90 }] },
    });
    const random = createSeededRandom(seed * 100);
    const { outcomeCounts } = await performRandomActions(restaurant, seed, (name, instance) =>
      restaurant.send('POST', '/restaurant/reservations', {
        body: {
          partySize: random.pick([2, 2, 4, 6]),
          startsAt: `2026-11-20T${random.pick(['18:00', '18:30', '19:00', '20:00'])}`,
          customer: { name, email: `${name}@example.com` },
          waitlist: true,
        },
        instance,
      }),
    );
    console.log('two tables:', outcomeCounts);
    const overlappingBookings = await queryRows(
      `select 1 from booked_times a join booked_times b using (workspace_id, resource_id)
       where a.workspace_id = $1 and a.booking_id < b.booking_id and a.during && b.during`,
      [restaurant.id],
    );
    expect(overlappingBookings).toEqual([]);
    expect(await findInconsistentBookings(restaurant, 'booked_times')).toEqual([]);
  });
});
