// Tests the waiting list for tables: a freed table is offered to the first waiting customer whose request it fits.
import { beforeAll, describe, expect, it } from 'vitest';
import { createEveryDayHours, expectStatus, NOW, openBusiness, type TestBusiness } from '../../test/business.ts';
import { expectProblem } from '../../test/expect.ts';
import { queryAsDbOwner, type Service, startService } from '../../test/harness.ts';
import { runTask } from '../../test/jobs.ts';
import { WAITLIST_TASK } from './waitlist-job.ts';

const EVENING = '2026-11-20T19:00';
const HOUR_MS = 3_600_000;

let service: Service;
const queryRows = async (sql: string, values: unknown[] = []) =>
  (await queryAsDbOwner(service.connection, sql, values)).rows;

beforeAll(async () => {
  service = await startService(undefined, { jobs: 'off' });
});

type Table = { id: string; name: string; seats: number };
const TABLE_FOR_2 = { id: 'two', name: 'Two', seats: 2 };
const TABLE_FOR_4 = { id: 'four', name: 'Four', seats: 4 };

async function openRestaurant(tables: Table[]) {
  const restaurant = await openBusiness(service, 'restaurant', {
    hours: createEveryDayHours(['17:00', '23:00']),
    closures: [],
    booking: { noticeMinutes: 0, horizonDays: 60, slotMinutes: 15, cancelUntilMinutes: 120 },
    restaurant: { menu: [], tables, joins: [], turnMinutes: [{ upTo: 99, minutes: 90 }] },
  });
  const reserve = (name: string, fields: object = {}, now?: string) =>
    restaurant.send('POST', '/restaurant/reservations', {
      ...(now ? { now } : {}),
      body: { partySize: 2, startsAt: EVENING, customer: { name, email: `${name}@example.com` }, ...fields },
    });
  return {
    ...restaurant,
    reserve,
    joinWaitlist: async (name: string, fields: object = {}, now?: string) =>
      expectStatus(201, await reserve(name, { waitlist: true, ...fields }, now)).json,
    getBooking: async (id: string) => (await restaurant.send('GET', `/bookings/${id}`)).json,
    getStatus: async (id: string) => (await restaurant.send('GET', `/bookings/${id}`)).json.status,
    patchBooking: (id: string, body: object, now?: string) =>
      restaurant.send('PATCH', `/bookings/${id}`, { body, ...(now ? { now } : {}) }),
    cancel: (id: string, now?: string) => restaurant.send('POST', `/bookings/${id}/cancel`, now ? { now } : {}),
    /** The only job of a waiting booking, with a function that runs it. */
    readWaitlistJob: async (id: string) => {
      const [job, ...otherJobs] = await queryRows(
        `select payload, run_at from graphile_worker._private_jobs where payload ->> 'bookingId' = $1`,
        [id],
      );
      expect(otherJobs).toEqual([]);
      return { ...job, run: () => runTask(service, WAITLIST_TASK, job.payload) };
    },
    readBookedTimes: () =>
      queryRows('select booking_id, resource_id from booked_times where workspace_id = $1 order by 2', [restaurant.id]),
  };
}

const readEventTypes = async (business: TestBusiness) =>
  (
    await queryRows(`select type from events where workspace_id = $1 and type <> 'config.changed' order by id`, [
      business.id,
    ])
  ).map(({ type }) => type);

describe('a full restaurant', () => {
  it('refuses a booking unless the customer wants to wait', async () => {
    const restaurant = await openRestaurant([TABLE_FOR_2]);
    const annsBooking = expectStatus(201, await restaurant.reserve('ann', { waitlist: true })).json;
    expect(annsBooking).toMatchObject({ status: 'confirmed', resource: { id: 'two' } });
    expectProblem(await restaurant.reserve('bob'), 409, 'slot_unavailable');
    expect(await restaurant.joinWaitlist('bob')).toMatchObject({ status: 'waitlisted', resource: null, partySize: 2 });
    expect((await restaurant.readBookedTimes()).map(({ booking_id }) => booking_id)).toEqual([annsBooking.id]);
    const availabilityCheck = await restaurant.reserve('cem', { waitlist: true, checkOnly: true });
    expect(availabilityCheck).toMatchObject({ status: 200, json: { available: false, reason: 'full' } });
    expectProblem(await restaurant.reserve('bob', { waitlist: true }), 409, 'conflict');
    expect((await restaurant.joinWaitlist('bob', { startsAt: '2026-11-20T19:15' })).status).toBe('waitlisted');
  });

  it.each([
    ['when it is closed', { startsAt: '2026-11-20T16:00' }, 'closed'],
    ['for too large a party', { partySize: 3 }, 'party_too_large'],
    ['for a time too far ahead', { startsAt: '2027-02-20T19:00' }, 'too_far'],
  ])('puts nobody on the waiting list %s', async (_what, fields, reason) => {
    const restaurant = await openRestaurant([TABLE_FOR_2]);
    const response = await restaurant.reserve('ann', { waitlist: true, ...fields });
    expectProblem(response, 409, 'slot_unavailable');
    expect(response.json.reason).toBe(reason);
  });

  it('rejects the waitlist field in other industries', async () => {
    const salon = await openBusiness(service, 'salon');
    const body = { service: 'haircut', startsAt: EVENING, customer: { name: 'A', email: 'a@b.co' }, waitlist: true };
    expectProblem(await salon.send('POST', '/salon/appointments', { body }), 422, 'validation_failed');
  });
});

describe('a freed table', () => {
  it('is offered to the first in line, held for them, and booked when they accept', async () => {
    const restaurant = await openRestaurant([TABLE_FOR_2]);
    const ann = expectStatus(201, await restaurant.reserve('ann')).json;
    const bob = await restaurant.joinWaitlist('bob');
    const cem = await restaurant.joinWaitlist('cem');
    expectStatus(200, await restaurant.cancel(ann.id));
    const bobsOffer = await restaurant.getBooking(bob.id);
    expect(bobsOffer).toMatchObject({
      status: 'offered',
      resource: { id: 'two' },
      offeredUntil: '2026-11-16T11:00:00-05:00',
    });
    expect(await restaurant.getStatus(cem.id)).toBe('waitlisted');
    expect(await restaurant.readBookedTimes()).toEqual([{ booking_id: bob.id, resource_id: 'restaurant/two' }]);
    expectProblem(await restaurant.reserve('dov'), 409, 'slot_unavailable');
    expect(await readEventTypes(restaurant)).toEqual([
      ...Array(3).fill('booking.created'),
      'booking.cancelled',
      'waitlist.offered',
    ]);
    expectProblem(
      await restaurant.patchBooking(bob.id, { status: 'confirmed' }, '2026-11-16T11:00:01-05:00'),
      409,
      'conflict',
    );
    expectStatus(200, await restaurant.patchBooking(bob.id, { status: 'confirmed' }));
    await (await restaurant.readWaitlistJob(bob.id)).run();
    expect(await restaurant.getBooking(bob.id)).toMatchObject({ status: 'confirmed', resource: { id: 'two' } });
    expect(await restaurant.getStatus(cem.id)).toBe('waitlisted');
  });

  it('is offered to the next customer when an offer lapses, even if the booking was edited in between', async () => {
    const restaurant = await openRestaurant([TABLE_FOR_2]);
    const ann = expectStatus(201, await restaurant.reserve('ann')).json;
    const [bob, cem] = [await restaurant.joinWaitlist('bob'), await restaurant.joinWaitlist('cem')];
    expectStatus(200, await restaurant.cancel(ann.id));
    expectStatus(200, await restaurant.patchBooking(bob.id, { notes: 'a high chair' }));
    const job = await restaurant.readWaitlistJob(bob.id);
    expect(Math.abs(job.run_at - Date.now() - 2 * HOUR_MS)).toBeLessThan(60_000);
    await job.run();
    expect(await restaurant.getBooking(bob.id)).toMatchObject({ status: 'waitlisted', resource: null });
    expect(await restaurant.getBooking(cem.id)).toMatchObject({ status: 'offered', resource: { id: 'two' } });
    await (await restaurant.readWaitlistJob(cem.id)).run();
    expect([await restaurant.getStatus(bob.id), await restaurant.getStatus(cem.id)]).toEqual(['offered', 'waitlisted']);
    expectStatus(200, await restaurant.cancel(bob.id));
    expect(await restaurant.getStatus(cem.id)).toBe('offered');
  });

  it('is offered to the first customer it fits', async () => {
    const restaurant = await openRestaurant([TABLE_FOR_2, TABLE_FOR_4]);
    const bookingForFour = expectStatus(201, await restaurant.reserve('ann', { partySize: 4 })).json;
    const bookingForTwo = expectStatus(201, await restaurant.reserve('bob')).json;
    const waitingFour = await restaurant.joinWaitlist('cem', { partySize: 4 });
    const waitingLaterPair = await restaurant.joinWaitlist('dov', { startsAt: '2026-11-20T20:15' });
    const waitingPair = await restaurant.joinWaitlist('eve');
    expectStatus(200, await restaurant.cancel(bookingForTwo.id));
    // dov is ahead of eve in the waiting list, and the table fits only one of them.
    expect([
      await restaurant.getStatus(waitingFour.id),
      await restaurant.getStatus(waitingLaterPair.id),
      await restaurant.getStatus(waitingPair.id),
    ]).toEqual(['waitlisted', 'offered', 'waitlisted']);
    expectStatus(200, await restaurant.cancel(bookingForFour.id));
    expect([await restaurant.getStatus(waitingFour.id), await restaurant.getStatus(waitingPair.id)]).toEqual([
      'offered',
      'waitlisted',
    ]);
  });

  it('is offered if it was freed by a move or a smaller party', async () => {
    const restaurant = await openRestaurant([TABLE_FOR_2, TABLE_FOR_4]);
    const bookingForFour = expectStatus(201, await restaurant.reserve('ann', { partySize: 4 })).json;
    const bookingForTwo = expectStatus(201, await restaurant.reserve('bob')).json;
    const cem = await restaurant.joinWaitlist('cem', { partySize: 4 });
    const dov = await restaurant.joinWaitlist('dov');
    expectStatus(200, await restaurant.patchBooking(bookingForTwo.id, { startsAt: '2026-11-21T19:00' }));
    expect([await restaurant.getStatus(cem.id), await restaurant.getStatus(dov.id)]).toEqual(['waitlisted', 'offered']);
    expectStatus(200, await restaurant.cancel(dov.id));
    // Two people keep the table for four only while no smaller one is free.
    expectStatus(200, await restaurant.patchBooking(bookingForFour.id, { partySize: 2, resourceId: 'two' }));
    expect(await restaurant.getStatus(cem.id)).toBe('offered');
  });

  it('is held until half an hour before the start at the latest, and not offered after that', async () => {
    const restaurant = await openRestaurant([TABLE_FOR_2]);
    const ann = expectStatus(201, await restaurant.reserve('ann')).json;
    const bob = await restaurant.joinWaitlist('bob');
    expectStatus(200, await restaurant.cancel(ann.id, '2026-11-20T17:45:00-05:00'));
    expect(await restaurant.getBooking(bob.id)).toMatchObject({
      status: 'offered',
      offeredUntil: '2026-11-20T18:30:00-05:00',
    });
    expectStatus(200, await restaurant.patchBooking(bob.id, { status: 'waitlisted' }, '2026-11-20T18:30:00-05:00'));
    expectProblem(
      await restaurant.patchBooking(bob.id, { status: 'offered' }, '2026-11-20T18:30:00-05:00'),
      409,
      'conflict',
    );
    expect(await restaurant.readBookedTimes()).toEqual([]);
  });

  it('is not offered if the current document does not allow it', async () => {
    const restaurant = await openRestaurant([TABLE_FOR_2]);
    const ann = expectStatus(201, await restaurant.reserve('ann')).json;
    const bob = await restaurant.joinWaitlist('bob');
    expectStatus(
      200,
      await restaurant.send('PUT', '/config', { body: { closures: [{ from: '2026-11-20', to: '2026-11-20' }] } }),
    );
    expectStatus(200, await restaurant.cancel(ann.id));
    expect(await restaurant.getStatus(bob.id)).toBe('waitlisted');
  });
});

describe('a waiting booking', () => {
  it('is canceled when its start time arrives', async () => {
    const restaurant = await openRestaurant([TABLE_FOR_2]);
    expectStatus(201, await restaurant.reserve('ann'));
    const bob = await restaurant.joinWaitlist('bob');
    const job = await restaurant.readWaitlistJob(bob.id);
    const msUntilStart = Date.parse(`${EVENING}:00-05:00`) - Date.parse(NOW);
    expect(Math.abs(job.run_at - Date.now() - msUntilStart)).toBeLessThan(60_000);
    await job.run();
    expect(await restaurant.getStatus(bob.id)).toBe('cancelled');
    expect((await readEventTypes(restaurant)).at(-1)).toBe('booking.cancelled');
  });

  it('cannot be moved', async () => {
    const restaurant = await openRestaurant([TABLE_FOR_2]);
    expectStatus(201, await restaurant.reserve('ann'));
    const bob = await restaurant.joinWaitlist('bob');
    expectProblem(await restaurant.patchBooking(bob.id, { startsAt: '2026-11-21T19:00' }), 409, 'conflict');
  });
});
