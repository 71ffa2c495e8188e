// Changing and cancelling bookings, over HTTP.
import { beforeAll, describe, expect, it } from 'vitest';
import { type BusinessOf, everyDay, NOW, openBusiness } from '../../../test/business.ts';
import { expectProblem, pointers } from '../../../test/expect.ts';
import { asOwner, type Service, startService } from '../../../test/harness.ts';
import { cancelBooking, moveBooking } from '../../scheduling/bookings.ts';
import type { BookingContext } from '../../scheduling/calendar.ts';
import { BOOKING_STATUSES } from '../../scheduling/shapes.ts';
import { lockBooking } from '../../scheduling/store.ts';
import { readDocument } from '../business/store.ts';

let service: Service;
const sql = async (text: string, values: unknown[] = []) => (await asOwner(service.connection, text, values)).rows;
const LATER = '2026-11-16T09:30:00-05:00';
const dana = { name: 'Dana Fox', phone: '212 555 0142' };

const RESTAURANT = {
  hours: everyDay(['17:00', '22:00']),
  closures: [{ from: '2026-11-26', to: '2026-11-26' }],
  restaurant: {
    menu: [],
    tables: [
      { id: 't2', name: 'Two', seats: 2 },
      { id: 't4', name: 'Four', seats: 4 },
      { id: 't5', name: 'Other four', seats: 4 },
    ],
    joins: [],
    turnMinutes: [
      { upTo: 2, minutes: 90 },
      { upTo: 99, minutes: 120 },
    ],
    maxPartySize: 4,
  },
};

const book = async (at: BusinessOf, startsAt = '2026-11-20T19:00', partySize = 2) => {
  const reply = await at.send('POST', '/restaurant/reservations', { body: { partySize, startsAt, customer: dana } });
  expect(reply.status).toBe(201);
  return reply.json;
};
const patch = (at: BusinessOf, id: string, body: object) => at.send('PATCH', `/bookings/${id}`, { body, now: LATER });
const read = async (at: BusinessOf, id: string) => (await at.send('GET', `/bookings/${id}`)).json;
const eventsOf = (at: BusinessOf, id: string) =>
  sql(`select type, data from events where workspace_id = $1 and data ->> 'id' = $2 order by id`, [at.id, id]);

beforeAll(async () => {
  service = await startService();
});

describe('PATCH', () => {
  let at: BusinessOf;
  beforeAll(async () => {
    at = await openBusiness(service, 'restaurant', RESTAURANT);
  });

  it.each<[string, string, object, object, string[]]>([
    [
      'another time',
      '2026-11-17',
      { startsAt: '2026-11-17T17:30' },
      { startsAt: '2026-11-17T17:30:00-05:00', endsAt: '2026-11-17T19:00:00-05:00', resource: { id: 't2' } },
      ['booking.rescheduled'],
    ],
    [
      'a time that overlaps itself',
      '2026-11-18',
      { startsAt: '2026-11-18T19:15' },
      { startsAt: '2026-11-18T19:15:00-05:00', resource: { id: 't2' } },
      ['booking.rescheduled'],
    ],
    ['the same time', '2026-11-19', { startsAt: '2026-11-19T19:00' }, { startsAt: '2026-11-19T19:00:00-05:00' }, []],
    [
      'more people',
      '2026-11-20',
      { partySize: 4 },
      { partySize: 4, resource: { id: 't4' }, endsAt: '2026-11-20T21:00:00-05:00' },
      [],
    ],
    ['fewer people', '2026-11-21', { partySize: 1 }, { partySize: 1, resource: { id: 't2' } }, []],
    ['another table', '2026-11-22', { resourceId: 't5' }, { resource: { id: 't5', name: 'Other four' } }, []],
    ['notes', '2026-11-23', { notes: 'A cake' }, { notes: 'A cake' }, []],
    ['no notes', '2026-11-24', { notes: '' }, {}, []],
    ['it was there', '2026-11-25', { status: 'completed' }, { status: 'completed' }, []],
    ['it was not', '2026-11-27', { status: 'no_show' }, { status: 'no_show' }, []],
    ['it is off', '2026-11-28', { status: 'cancelled' }, { status: 'cancelled' }, ['booking.cancelled']],
    ['its newest version', '2026-11-29', { notes: 'x', version: 1 }, { notes: 'x' }, []],
    [
      'several as one',
      '2026-11-30',
      { startsAt: '2026-11-30T20:00', partySize: 3, notes: 'A cake', resourceId: 't5', version: 1 },
      { startsAt: '2026-11-30T20:00:00-05:00', partySize: 3, notes: 'A cake', resource: { id: 't5' } },
      ['booking.rescheduled'],
    ],
    [
      'off, with the reason in the notes',
      '2026-12-01',
      { status: 'cancelled', notes: 'Ill' },
      { status: 'cancelled', notes: 'Ill' },
      ['booking.cancelled'],
    ],
    [
      'moved and done',
      '2026-12-02',
      { startsAt: '2026-12-02T18:00', status: 'completed', notes: 'Came early' },
      { startsAt: '2026-12-02T18:00:00-05:00', status: 'completed', notes: 'Came early' },
      ['booking.rescheduled'],
    ],
  ])('%s', async (_what, day, body, changed, told) => {
    const before = await book(at, `${day}T19:00`);
    const reply = await patch(at, before.id, body);
    expect(reply).toMatchObject({ status: 200, json: { ...changed, version: 2, updatedAt: LATER } });
    const untouched = ['id', 'code', 'kind', 'industry', 'customer', 'createdAt', 'conversationId', 'service'] as const;
    for (const field of untouched) expect(reply.json[field]).toEqual(before[field]);
    expect(await read(at, before.id)).toEqual(reply.json);
    const [created, ...after] = await eventsOf(at, before.id);
    expect(created).toEqual({ type: 'booking.created', data: before });
    expect(after.map(({ type }) => type)).toEqual(told);
    // What is told is what GET shows.
    for (const { data } of after) expect(data).toEqual(reply.json);
  });

  it('with nothing to change changes nothing', async () => {
    const before = await book(at, '2026-12-04T19:00');
    for (const body of [{}, { version: 1 }, { status: 'confirmed' }]) {
      const reply = await patch(at, before.id, body);
      expect(reply.status).toBe(200);
      expect(reply.json).toEqual(await read(at, before.id));
    }
  });

  it.each<[string, object, string]>([
    ['too far', { startsAt: '2027-11-20T19:00' }, 'too_far'],
    ['too soon', { startsAt: '2026-11-10T19:00' }, 'too_soon'],
    ['closed', { startsAt: '2026-11-26T19:00' }, 'closed'],
    ['full', { startsAt: '2026-12-05T19:00', resourceId: 't2' }, 'full'],
    ['too many', { partySize: 5 }, 'party_too_large'],
    ['no such table', { resourceId: 't9' }, 'no_such_resource'],
    ['too many for the table', { partySize: 4, resourceId: 't2' }, 'no_such_resource'],
  ])('%s: is refused as a new booking would be, and as a whole', async (_what, body, reason) => {
    const taken = await book(at, '2026-12-05T19:00');
    const before = await book(at, '2026-12-06T19:00');
    const reply = await patch(at, before.id, { ...body, notes: 'Changed', status: 'completed' });
    expectProblem(reply, 409, 'slot_unavailable');
    expect(reply.json.reason).toBe(reason);
    if (reason === 'full') expect(reply.json.alternatives.length).toBeGreaterThan(0);
    expect(await read(at, before.id)).toEqual(before);
    expect(await eventsOf(at, before.id)).toHaveLength(1);
    for (const { id } of [taken, before]) await at.send('POST', `/bookings/${id}/cancel`);
  });

  it.each<[string, object, string]>([
    ['a time off the grid', { startsAt: '2026-12-07T19:05' }, '/startsAt'],
    ['a time in words', { startsAt: 'tomorrow at seven' }, '/startsAt'],
    ['nobody', { partySize: 0 }, '/partySize'],
    ['an unknown state', { status: 'done' }, '/status'],
    ['an unknown field', { customer: dana }, '/customer'],
    ['a version in words', { version: 'newest' }, '/version'],
  ])('%s is 422', async (_what, body, pointer) => {
    const before = await book(at, '2026-12-07T19:00');
    const reply = await patch(at, before.id, body);
    expectProblem(reply, 422, 'validation_failed');
    expect(pointers(reply)).toEqual([pointer]);
    expect(await read(at, before.id)).toEqual(before);
    await at.send('POST', `/bookings/${before.id}/cancel`);
  });

  it('of an older version is refused, and one of two at once gets through', async () => {
    const { id } = await book(at, '2026-12-08T19:00');
    expect((await patch(at, id, { notes: 'one', version: 1 })).json.version).toBe(2);
    for (const version of [1, 3, 0]) expectProblem(await patch(at, id, { notes: 'late', version }), 409, 'conflict');
    const both = await Promise.all(['a', 'b'].map((notes) => patch(at, id, { notes, version: 2 })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await read(at, id)).toMatchObject({
      version: 3,
      notes: both.find(({ status }) => status === 200)!.json.notes,
    });
  });

  it('frees what it leaves and takes what it gets', async () => {
    const { id } = await book(at, '2026-12-09T17:00');
    await patch(at, id, { startsAt: '2026-12-09T19:00', resourceId: 't4' });
    const taken = await sql('select resource_id, lower(during) as start from booked_times where booking_id = $1', [id]);
    expect(taken).toEqual([{ resource_id: 'restaurant/t4', start: new Date('2026-12-09T19:00:00-05:00') }]);
    expect((await book(at, '2026-12-09T17:00')).resource.id).toBe('t2');
  });

  it('of a booking that is over moves nothing', async () => {
    const { id } = await book(at, '2026-12-10T19:00');
    await patch(at, id, { status: 'completed' });
    expectProblem(await patch(at, id, { startsAt: '2026-12-10T20:00' }), 409, 'conflict');
    expect((await patch(at, id, { notes: 'Left a scarf' })).json).toMatchObject({ notes: 'Left a scarf', version: 3 });
  });

  it('dry, leaves everything as it was', async () => {
    const before = await book(at, '2026-12-11T19:00');
    const reply = await patch(at, before.id, { startsAt: '2026-12-11T17:00', dryRun: true });
    expect(reply).toMatchObject({ status: 200, json: { startsAt: '2026-12-11T17:00:00-05:00', version: 2 } });
    expect(await read(at, before.id)).toEqual(before);
    expect(await eventsOf(at, before.id)).toHaveLength(1);
  });
});

describe('states', () => {
  const ALLOWED: Record<string, string[]> = {
    waitlisted: ['offered', 'cancelled'],
    offered: ['confirmed', 'cancelled', 'waitlisted'],
    confirmed: ['cancelled', 'completed', 'no_show'],
    cancelled: [],
    completed: [],
    no_show: [],
  };
  const changes = BOOKING_STATUSES.flatMap((from) =>
    BOOKING_STATUSES.filter((to) => to !== from).map((to) => ({ from, to, allowed: ALLOWED[from]!.includes(to) })),
  );
  let at: BusinessOf;
  let people = 0;
  beforeAll(async () => {
    const classes = [
      { id: 'yoga', name: 'Yoga', durationMinutes: 60, capacity: 200, weekly: [{ day: 'fri', time: '18:00' }] },
    ];
    at = await openBusiness(service, 'fitness', { fitness: { classes, memberships: [], trainers: [] } });
  });

  /** A place in a class, brought into a state behind the service's back. */
  const inState = async (status: string) => {
    const customer = { name: 'Dana', email: `dana${people++}@example.com` };
    const { json } = await at.send('POST', '/fitness/classes/yoga_20261120T1800/bookings', { body: { customer } });
    await sql('update bookings set status = $2 where id = $1', [json.id, status]);
    if (['waitlisted', 'cancelled'].includes(status))
      await sql('delete from class_places where booking_id = $1', [json.id]);
    return json.id as string;
  };

  it('are tried out in full', () => expect(changes).toHaveLength(30));

  it.each(changes)('$from → $to: $allowed', async ({ from, to, allowed }) => {
    const id = await inState(from);
    const reply = await patch(at, id, { status: to });
    if (allowed) expect(reply).toMatchObject({ status: 200, json: { status: to, version: 2 } });
    else expectProblem(reply, 409, 'conflict');
    expect(await read(at, id)).toMatchObject(allowed ? { status: to, version: 2 } : { status: from, version: 1 });
    const places = await sql('select 1 from class_places where booking_id = $1', [id]);
    const holds = allowed ? !['waitlisted', 'cancelled'].includes(to) : !['waitlisted', 'cancelled'].includes(from);
    expect(places).toHaveLength(holds ? 1 : 0);
  });

  it.each(BOOKING_STATUSES)('cancelling one that is %s', async (from) => {
    const id = await inState(from);
    const reply = await at.send('POST', `/bookings/${id}/cancel`);
    if (!ALLOWED[from]!.includes('cancelled')) return expectProblem(reply, 409, 'conflict');
    expect(reply).toMatchObject({ status: 200, json: { status: 'cancelled', version: 2 } });
    const told = (await eventsOf(at, id)).filter(({ type }) => type === 'booking.cancelled');
    expect(told).toEqual([{ type: 'booking.cancelled', data: reply.json }]);
    expectProblem(await at.send('POST', `/bookings/${id}/cancel`), 409, 'conflict');
  });
});

describe('cancelling', () => {
  it('frees the table', async () => {
    const at = await openBusiness(service, 'restaurant', {
      ...RESTAURANT,
      restaurant: { ...RESTAURANT.restaurant, tables: RESTAURANT.restaurant.tables.slice(0, 1), maxPartySize: 2 },
    });
    const { id } = await book(at);
    const again = () =>
      at.send('POST', '/restaurant/reservations', {
        body: { partySize: 2, startsAt: '2026-11-20T19:30', customer: dana },
      });
    expect((await again()).status).toBe(409);
    expectProblem(await at.send('POST', `/bookings/${id}/cancel`, { body: { why: 'ill' } }), 422, 'validation_failed');
    expect((await at.send('POST', `/bookings/${id}/cancel`)).status).toBe(200);
    expect((await again()).status).toBe(201);
    expectProblem(await at.send('POST', '/bookings/bkg_unknown/cancel'), 404, 'not_found');
  });

  it('is open to customers until the policy’s time, and to the business always', async () => {
    const booking = { noticeMinutes: 60, horizonDays: 60, slotMinutes: 15, cancelUntilMinutes: 120 };
    const policies = { cancellation: 'Two hours before at the latest.' };
    const at = await openBusiness(service, 'restaurant', { ...RESTAURANT, booking, policies });
    const { id } = await book(at);
    const as = (byCustomer: boolean, now: string, act: (ctx: BookingContext) => Promise<unknown>) =>
      service.database.inWorkspace(at.id, async (db) => {
        const workspace = await db
          .selectFrom('workspaces')
          .selectAll()
          .where('id', '=', at.id)
          .executeTakeFirstOrThrow();
        const { document: business } = await readDocument(db, { ...workspace, accountId: workspace.live_id });
        const booker = () => ({ bookingRequest: () => ({ ok: false, code: 'conflict', detail: 'reached' }) });
        const ctx = { db, workspace, business, byCustomer, booker, industry: 'restaurant', now: new Date(now) };
        return act(ctx as unknown as BookingContext);
      });
    const cancel = async (ctx: BookingContext) => cancelBooking(ctx, (await lockBooking(ctx.db, id))!);
    const move = async (ctx: BookingContext) => moveBooking(ctx, (await lockBooking(ctx.db, id))!, {});
    const tooLate = { ok: false, code: 'conflict', reason: 'too_late', detail: 'Two hours before at the latest.' };
    for (const act of [cancel, move]) expect(await as(true, '2026-11-20T17:00:01-05:00', act)).toMatchObject(tooLate);
    expect(await as(true, '2026-11-20T16:00:00-05:00', move)).toMatchObject({ detail: 'reached' });
    expect(await as(false, '2026-11-20T18:59:00-05:00', move)).toMatchObject({ detail: 'reached' });
    expect(await read(at, id)).toMatchObject({ status: 'confirmed', version: 1 });
    expect(await as(false, '2026-11-20T18:59:00-05:00', cancel)).toMatchObject({ ok: true });
    expect(await read(at, id)).toMatchObject({ status: 'cancelled', createdAt: NOW });
  });
});
