// Waiting for a table, in the sandbox: a freed one is offered to the first in line whose request it fits.
import { beforeAll, describe, expect, it } from 'vitest';
import { type BusinessOf, everyDay, must, NOW, openBusiness } from '../../test/business.ts';
import { expectProblem } from '../../test/expect.ts';
import { asOwner, type Service, startService } from '../../test/harness.ts';
import { runTask } from '../../test/jobs.ts';
import { WAKE_TASK } from './wake.ts';

const EVENING = '2026-11-20T19:00';
const HOUR = 3_600_000;

let service: Service;
const sql = async (text: string, values: unknown[] = []) => (await asOwner(service.connection, text, values)).rows;

beforeAll(async () => {
  service = await startService(undefined, { jobs: 'off' });
});

type Table = { id: string; name: string; seats: number };
const TWO = { id: 'two', name: 'Two', seats: 2 };
const FOUR = { id: 'four', name: 'Four', seats: 4 };

async function openRestaurant(tables: Table[]) {
  const at = await openBusiness(service, 'restaurant', {
    hours: everyDay(['17:00', '23:00']),
    closures: [],
    booking: { noticeMinutes: 0, horizonDays: 60, slotMinutes: 15, cancelUntilMinutes: 120 },
    restaurant: { menu: [], tables, joins: [], turnMinutes: [{ upTo: 99, minutes: 90 }] },
  });
  const reserve = (name: string, more: object = {}, now?: string) =>
    at.send('POST', '/restaurant/reservations', {
      ...(now ? { now } : {}),
      body: { partySize: 2, startsAt: EVENING, customer: { name, email: `${name}@example.com` }, ...more },
    });
  return {
    ...at,
    reserve,
    wait: async (name: string, more: object = {}, now?: string) =>
      must(201, await reserve(name, { waitlist: true, ...more }, now)).json,
    read: async (id: string) => (await at.send('GET', `/bookings/${id}`)).json,
    state: async (id: string) => (await at.send('GET', `/bookings/${id}`)).json.status,
    patch: (id: string, body: object, now?: string) =>
      at.send('PATCH', `/bookings/${id}`, { body, ...(now ? { now } : {}) }),
    cancel: (id: string, now?: string) => at.send('POST', `/bookings/${id}/cancel`, now ? { now } : {}),
    /** The one job that looks after a booking that waits, and running it when it is due. */
    wake: async (id: string) => {
      const [job, ...more] = await sql(
        `select payload, run_at from graphile_worker._private_jobs where payload ->> 'bookingId' = $1`,
        [id],
      );
      expect(more).toEqual([]);
      return { ...job, run: () => runTask(service, WAKE_TASK, job.payload) };
    },
    held: () => sql('select booking_id, resource_id from booked_times where workspace_id = $1 order by 2', [at.id]),
  };
}

const told = async (at: BusinessOf) =>
  (await sql(`select type from events where workspace_id = $1 and type <> 'config.changed' order by id`, [at.id])).map(
    ({ type }) => type,
  );

describe('a full restaurant', () => {
  it('refuses as ever, unless one wants to wait', async () => {
    const at = await openRestaurant([TWO]);
    const first = must(201, await at.reserve('ann', { waitlist: true })).json;
    expect(first).toMatchObject({ status: 'confirmed', resource: { id: 'two' } });
    expectProblem(await at.reserve('bob'), 409, 'slot_unavailable');
    expect(await at.wait('bob')).toMatchObject({ status: 'waitlisted', resource: null, partySize: 2 });
    expect((await at.held()).map(({ booking_id }) => booking_id)).toEqual([first.id]);
    const check = await at.reserve('cem', { waitlist: true, checkOnly: true });
    expect(check).toMatchObject({ status: 200, json: { available: false, reason: 'full' } });
    expectProblem(await at.reserve('bob', { waitlist: true }), 409, 'conflict');
    expect((await at.wait('bob', { startsAt: '2026-11-20T19:15' })).status).toBe('waitlisted');
  });

  it.each([
    ['when it is closed', { startsAt: '2026-11-20T16:00' }, 'closed'],
    ['too large a party', { partySize: 3 }, 'party_too_large'],
    ['too far ahead', { startsAt: '2027-02-20T19:00' }, 'too_far'],
  ])('has no line for %s', async (_what, more, reason) => {
    const at = await openRestaurant([TWO]);
    const reply = await at.reserve('ann', { waitlist: true, ...more });
    expectProblem(reply, 409, 'slot_unavailable');
    expect(reply.json.reason).toBe(reason);
  });

  it('does not know the field elsewhere', async () => {
    const at = await openBusiness(service, 'salon');
    const body = { service: 'haircut', startsAt: EVENING, customer: { name: 'A', email: 'a@b.co' }, waitlist: true };
    expectProblem(await at.send('POST', '/salon/appointments', { body }), 422, 'validation_failed');
  });
});

describe('a freed table', () => {
  it('is offered to the first in line, held, and theirs when they say so', async () => {
    const at = await openRestaurant([TWO]);
    const ann = must(201, await at.reserve('ann')).json;
    const bob = await at.wait('bob');
    const cem = await at.wait('cem');
    must(200, await at.cancel(ann.id));
    const offered = await at.read(bob.id);
    expect(offered).toMatchObject({
      status: 'offered',
      resource: { id: 'two' },
      offeredUntil: '2026-11-16T11:00:00-05:00',
    });
    expect(await at.state(cem.id)).toBe('waitlisted');
    expect(await at.held()).toEqual([{ booking_id: bob.id, resource_id: 'restaurant/two' }]);
    expectProblem(await at.reserve('dov'), 409, 'slot_unavailable');
    expect(await told(at)).toEqual([...Array(3).fill('booking.created'), 'booking.cancelled', 'waitlist.offered']);
    expectProblem(await at.patch(bob.id, { status: 'confirmed' }, '2026-11-16T11:00:01-05:00'), 409, 'conflict');
    must(200, await at.patch(bob.id, { status: 'confirmed' }));
    await (await at.wake(bob.id)).run();
    expect(await at.read(bob.id)).toMatchObject({ status: 'confirmed', resource: { id: 'two' } });
    expect(await at.state(cem.id)).toBe('waitlisted');
  });

  it('goes on to the next when an offer lapses, whatever else was changed meanwhile', async () => {
    const at = await openRestaurant([TWO]);
    const ann = must(201, await at.reserve('ann')).json;
    const [bob, cem] = [await at.wait('bob'), await at.wait('cem')];
    must(200, await at.cancel(ann.id));
    must(200, await at.patch(bob.id, { notes: 'a high chair' }));
    const wake = await at.wake(bob.id);
    expect(Math.abs(wake.run_at - Date.now() - 2 * HOUR)).toBeLessThan(60_000);
    await wake.run();
    expect(await at.read(bob.id)).toMatchObject({ status: 'waitlisted', resource: null });
    expect(await at.read(cem.id)).toMatchObject({ status: 'offered', resource: { id: 'two' } });
    await (await at.wake(cem.id)).run();
    expect([await at.state(bob.id), await at.state(cem.id)]).toEqual(['offered', 'waitlisted']);
    must(200, await at.cancel(bob.id));
    expect(await at.state(cem.id)).toBe('offered');
  });

  it('goes to the first whom it fits', async () => {
    const at = await openRestaurant([TWO, FOUR]);
    const large = must(201, await at.reserve('ann', { partySize: 4 })).json;
    const small = must(201, await at.reserve('bob')).json;
    const party = await at.wait('cem', { partySize: 4 });
    const later = await at.wait('dov', { startsAt: '2026-11-20T20:15' });
    const pair = await at.wait('eve');
    must(200, await at.cancel(small.id));
    // dov is before eve in the line, and the table serves one of the two.
    expect([await at.state(party.id), await at.state(later.id), await at.state(pair.id)]).toEqual([
      'waitlisted',
      'offered',
      'waitlisted',
    ]);
    must(200, await at.cancel(large.id));
    expect([await at.state(party.id), await at.state(pair.id)]).toEqual(['offered', 'waitlisted']);
  });

  it('comes of a move and of a smaller party as well', async () => {
    const at = await openRestaurant([TWO, FOUR]);
    const four = must(201, await at.reserve('ann', { partySize: 4 })).json;
    const two = must(201, await at.reserve('bob')).json;
    const cem = await at.wait('cem', { partySize: 4 });
    const dov = await at.wait('dov');
    must(200, await at.patch(two.id, { startsAt: '2026-11-21T19:00' }));
    expect([await at.state(cem.id), await at.state(dov.id)]).toEqual(['waitlisted', 'offered']);
    must(200, await at.cancel(dov.id));
    // Two people keep the table for four only while no other is free.
    must(200, await at.patch(four.id, { partySize: 2, resourceId: 'two' }));
    expect(await at.state(cem.id)).toBe('offered');
  });

  it('is held until half an hour before the start at most, and not offered after that', async () => {
    const at = await openRestaurant([TWO]);
    const ann = must(201, await at.reserve('ann')).json;
    const bob = await at.wait('bob');
    must(200, await at.cancel(ann.id, '2026-11-20T17:45:00-05:00'));
    expect(await at.read(bob.id)).toMatchObject({ status: 'offered', offeredUntil: '2026-11-20T18:30:00-05:00' });
    must(200, await at.patch(bob.id, { status: 'waitlisted' }, '2026-11-20T18:30:00-05:00'));
    expectProblem(await at.patch(bob.id, { status: 'offered' }, '2026-11-20T18:30:00-05:00'), 409, 'conflict');
    expect(await at.held()).toEqual([]);
  });

  it('is not offered against the document as it is now', async () => {
    const at = await openRestaurant([TWO]);
    const ann = must(201, await at.reserve('ann')).json;
    const bob = await at.wait('bob');
    must(200, await at.send('PUT', '/config', { body: { closures: [{ from: '2026-11-20', to: '2026-11-20' }] } }));
    must(200, await at.cancel(ann.id));
    expect(await at.state(bob.id)).toBe('waitlisted');
  });
});

describe('waiting', () => {
  it('ends when its time has come', async () => {
    const at = await openRestaurant([TWO]);
    must(201, await at.reserve('ann'));
    const bob = await at.wait('bob');
    const wake = await at.wake(bob.id);
    const left = Date.parse(`${EVENING}:00-05:00`) - Date.parse(NOW);
    expect(Math.abs(wake.run_at - Date.now() - left)).toBeLessThan(60_000);
    await wake.run();
    expect(await at.state(bob.id)).toBe('cancelled');
    expect((await told(at)).at(-1)).toBe('booking.cancelled');
  });

  it('cannot be moved', async () => {
    const at = await openRestaurant([TWO]);
    must(201, await at.reserve('ann'));
    const bob = await at.wait('bob');
    expectProblem(await at.patch(bob.id, { startsAt: '2026-11-21T19:00' }), 409, 'conflict');
  });
});
