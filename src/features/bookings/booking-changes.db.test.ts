// Tests changing and canceling bookings over HTTP.
import { beforeAll, describe, expect, it } from 'vitest';
import { createEveryDayHours, NOW, openBusiness, type TestBusiness } from '../../../test/business.ts';
import { expectProblem, getErrorPointers } from '../../../test/expect.ts';
import { queryAsDbOwner, type Service, startService } from '../../../test/harness.ts';
import { cancelBooking, moveBooking } from '../../scheduling/booking-changes.ts';
import type { BookingContext } from '../../scheduling/schedules.ts';
import { BOOKING_STATUSES } from '../../scheduling/shapes.ts';
import { lockBooking } from '../../scheduling/store.ts';
import { readDocument } from '../business/store.ts';

let service: Service;
const runSql = async (sql: string, values: unknown[] = []) =>
  (await queryAsDbOwner(service.connection, sql, values)).rows;
const HALF_AN_HOUR_LATER = '2026-11-16T09:30:00-05:00';
const dana = { name: 'Dana Fox', phone: '212 555 0142' };

const RESTAURANT = {
  hours: createEveryDayHours(['17:00', '22:00']),
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

const book = async (business: TestBusiness, startsAt = '2026-11-20T19:00', partySize = 2) => {
  const response = await business.send('POST', '/restaurant/reservations', {
    body: { partySize, startsAt, customer: dana },
  });
  expect(response.status).toBe(201);
  return response.json;
};
const patch = (business: TestBusiness, id: string, body: object) =>
  business.send('PATCH', `/bookings/${id}`, { body, now: HALF_AN_HOUR_LATER });
const readBooking = async (business: TestBusiness, id: string) => (await business.send('GET', `/bookings/${id}`)).json;
const listEventsOf = (business: TestBusiness, id: string) =>
  runSql(`select type, data from events where workspace_id = $1 and data ->> 'id' = $2 order by id`, [business.id, id]);

beforeAll(async () => {
  service = await startService();
});

describe('PATCH', () => {
  let business: TestBusiness;
  beforeAll(async () => {
    business = await openBusiness(service, 'restaurant', RESTAURANT);
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
    ['completed', '2026-11-25', { status: 'completed' }, { status: 'completed' }, []],
    ['no show', '2026-11-27', { status: 'no_show' }, { status: 'no_show' }, []],
    ['cancelled', '2026-11-28', { status: 'cancelled' }, { status: 'cancelled' }, ['booking.cancelled']],
    ['the current version', '2026-11-29', { notes: 'x', version: 1 }, { notes: 'x' }, []],
    [
      'several fields as one change',
      '2026-11-30',
      { startsAt: '2026-11-30T20:00', partySize: 3, notes: 'A cake', resourceId: 't5', version: 1 },
      { startsAt: '2026-11-30T20:00:00-05:00', partySize: 3, notes: 'A cake', resource: { id: 't5' } },
      ['booking.rescheduled'],
    ],
    [
      'cancelled, with the reason in the notes',
      '2026-12-01',
      { status: 'cancelled', notes: 'Ill' },
      { status: 'cancelled', notes: 'Ill' },
      ['booking.cancelled'],
    ],
    [
      'moved and completed',
      '2026-12-02',
      { startsAt: '2026-12-02T18:00', status: 'completed', notes: 'Came early' },
      { startsAt: '2026-12-02T18:00:00-05:00', status: 'completed', notes: 'Came early' },
      ['booking.rescheduled'],
    ],
  ])('changes a booking: %s', async (_what, day, body, expectedChanges, eventTypes) => {
    const bookingBefore = await book(business, `${day}T19:00`);
    const response = await patch(business, bookingBefore.id, body);
    expect(response).toMatchObject({
      status: 200,
      json: { ...expectedChanges, version: 2, updatedAt: HALF_AN_HOUR_LATER },
    });
    const unchangedFields = [
      'id',
      'code',
      'kind',
      'industry',
      'customer',
      'createdAt',
      'conversationId',
      'service',
    ] as const;
    for (const field of unchangedFields) expect(response.json[field]).toEqual(bookingBefore[field]);
    expect(await readBooking(business, bookingBefore.id)).toEqual(response.json);
    const [createdEvent, ...laterEvents] = await listEventsOf(business, bookingBefore.id);
    expect(createdEvent).toEqual({ type: 'booking.created', data: bookingBefore });
    expect(laterEvents.map(({ type }) => type)).toEqual(eventTypes);
    // Events carry the same data as GET.
    for (const { data } of laterEvents) expect(data).toEqual(response.json);
  });

  it('without any difference changes nothing', async () => {
    const bookingBefore = await book(business, '2026-12-04T19:00');
    for (const body of [{}, { version: 1 }, { status: 'confirmed' }]) {
      const response = await patch(business, bookingBefore.id, body);
      expect(response.status).toBe(200);
      expect(response.json).toEqual(await readBooking(business, bookingBefore.id));
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
  ])('%s: is refused like a new booking, and nothing is changed', async (_what, body, reason) => {
    const takenBooking = await book(business, '2026-12-05T19:00');
    const bookingBefore = await book(business, '2026-12-06T19:00');
    const response = await patch(business, bookingBefore.id, { ...body, notes: 'Changed', status: 'completed' });
    expectProblem(response, 409, 'slot_unavailable');
    expect(response.json.reason).toBe(reason);
    if (reason === 'full') expect(response.json.alternatives.length).toBeGreaterThan(0);
    expect(await readBooking(business, bookingBefore.id)).toEqual(bookingBefore);
    expect(await listEventsOf(business, bookingBefore.id)).toHaveLength(1);
    for (const { id } of [takenBooking, bookingBefore]) await business.send('POST', `/bookings/${id}/cancel`);
  });

  it('offers a booking its own time only with another party size', async () => {
    const { id, startsAt } = await book(business, '2026-12-08T17:00');
    const listOfferedTimes = async (body: object) => {
      const response = await patch(business, id, { startsAt: '2026-12-08T16:00', ...body });
      expectProblem(response, 409, 'slot_unavailable');
      return response.json.alternatives.map((alternative: { startsAt: string }) => alternative.startsAt);
    };
    expect(await listOfferedTimes({})).toEqual(
      ['17:15', '17:30', '17:45', '18:00', '18:15'].map((time) => `2026-12-08T${time}:00-05:00`),
    );
    expect(await listOfferedTimes({ partySize: 3 })).toContain(startsAt);
  });

  it.each<[string, object, string]>([
    ['a time off the grid', { startsAt: '2026-12-07T19:05' }, '/startsAt'],
    ['a time in words', { startsAt: 'tomorrow at seven' }, '/startsAt'],
    ['a party of zero', { partySize: 0 }, '/partySize'],
    ['an unknown status', { status: 'done' }, '/status'],
    ['an unknown field', { customer: dana }, '/customer'],
    ['a version in words', { version: 'newest' }, '/version'],
  ])('rejects %s', async (_what, body, pointer) => {
    const bookingBefore = await book(business, '2026-12-07T19:00');
    const response = await patch(business, bookingBefore.id, body);
    expectProblem(response, 422, 'validation_failed');
    expect(getErrorPointers(response)).toEqual([pointer]);
    expect(await readBooking(business, bookingBefore.id)).toEqual(bookingBefore);
    await business.send('POST', `/bookings/${bookingBefore.id}/cancel`);
  });

  it('rejects an outdated version, and accepts only one of two simultaneous changes', async () => {
    const { id } = await book(business, '2026-12-08T19:00');
    expect((await patch(business, id, { notes: 'one', version: 1 })).json.version).toBe(2);
    for (const version of [1, 3, 0])
      expectProblem(await patch(business, id, { notes: 'late', version }), 409, 'conflict');
    const responses = await Promise.all(['a', 'b'].map((notes) => patch(business, id, { notes, version: 2 })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await readBooking(business, id)).toMatchObject({
      version: 3,
      notes: responses.find(({ status }) => status === 200)!.json.notes,
    });
  });

  it('frees the old time and takes the new one', async () => {
    const { id } = await book(business, '2026-12-09T17:00');
    await patch(business, id, { startsAt: '2026-12-09T19:00', resourceId: 't4' });
    const bookedTimes = await runSql(
      'select resource_id, lower(during) as start from booked_times where booking_id = $1',
      [id],
    );
    expect(bookedTimes).toEqual([{ resource_id: 'restaurant/t4', start: new Date('2026-12-09T19:00:00-05:00') }]);
    expect((await book(business, '2026-12-09T17:00')).resource.id).toBe('t2');
  });

  it('cannot move a completed booking', async () => {
    const { id } = await book(business, '2026-12-10T19:00');
    await patch(business, id, { status: 'completed' });
    expectProblem(await patch(business, id, { startsAt: '2026-12-10T20:00' }), 409, 'conflict');
    expect((await patch(business, id, { notes: 'Left a scarf' })).json).toMatchObject({
      notes: 'Left a scarf',
      version: 3,
    });
  });

  it('stores nothing in a dry run', async () => {
    const bookingBefore = await book(business, '2026-12-11T19:00');
    const response = await patch(business, bookingBefore.id, { startsAt: '2026-12-11T17:00', dryRun: true });
    expect(response).toMatchObject({ status: 200, json: { startsAt: '2026-12-11T17:00:00-05:00', version: 2 } });
    expect(await readBooking(business, bookingBefore.id)).toEqual(bookingBefore);
    expect(await listEventsOf(business, bookingBefore.id)).toHaveLength(1);
  });
});

describe('statuses', () => {
  const ALLOWED: Record<string, string[]> = {
    waitlisted: ['offered', 'cancelled'],
    offered: ['confirmed', 'cancelled', 'waitlisted'],
    awaiting_payment: ['cancelled'],
    confirmed: ['cancelled', 'completed', 'no_show'],
    cancelled: [],
    completed: [],
    no_show: [],
  };
  const changes = BOOKING_STATUSES.flatMap((from) =>
    BOOKING_STATUSES.filter((to) => to !== from).map((to) => ({ from, to, allowed: ALLOWED[from]!.includes(to) })),
  );
  let business: TestBusiness;
  let customerCount = 0;
  beforeAll(async () => {
    const classes = [
      { id: 'yoga', name: 'Yoga', durationMinutes: 60, capacity: 200, weekly: [{ day: 'fri', time: '18:00' }] },
    ];
    business = await openBusiness(service, 'fitness', { fitness: { classes, memberships: [], trainers: [] } });
  });

  /** Books a place in a class and sets its status directly in the database. */
  const bookInStatus = async (status: string) => {
    const customer = { name: 'Dana', email: `dana${customerCount++}@example.com` };
    const { json } = await business.send('POST', '/fitness/classes/yoga_20261120T1800/bookings', {
      body: { customer },
    });
    await runSql('update bookings set status = $2 where id = $1', [json.id, status]);
    if (['waitlisted', 'cancelled'].includes(status))
      await runSql('delete from class_places where booking_id = $1', [json.id]);
    return json.id as string;
  };

  it('are tested in every combination', () => expect(changes).toHaveLength(42));

  it.each(changes)('$from → $to: $allowed', async ({ from, to, allowed }) => {
    const id = await bookInStatus(from);
    const response = await patch(business, id, { status: to });
    if (allowed) expect(response).toMatchObject({ status: 200, json: { status: to, version: 2 } });
    else expectProblem(response, 409, 'conflict');
    expect(await readBooking(business, id)).toMatchObject(
      allowed ? { status: to, version: 2 } : { status: from, version: 1 },
    );
    const places = await runSql('select 1 from class_places where booking_id = $1', [id]);
    const hasPlace = allowed ? !['waitlisted', 'cancelled'].includes(to) : !['waitlisted', 'cancelled'].includes(from);
    expect(places).toHaveLength(hasPlace ? 1 : 0);
  });

  it.each(BOOKING_STATUSES)('can be canceled, or not, from the status %s', async (from) => {
    const id = await bookInStatus(from);
    const response = await business.send('POST', `/bookings/${id}/cancel`);
    if (!ALLOWED[from]!.includes('cancelled')) return expectProblem(response, 409, 'conflict');
    expect(response).toMatchObject({ status: 200, json: { status: 'cancelled', version: 2 } });
    const cancelEvents = (await listEventsOf(business, id)).filter(({ type }) => type === 'booking.cancelled');
    expect(cancelEvents).toEqual([{ type: 'booking.cancelled', data: response.json }]);
    expectProblem(await business.send('POST', `/bookings/${id}/cancel`), 409, 'conflict');
  });
});

describe('canceling', () => {
  it('frees the table', async () => {
    const business = await openBusiness(service, 'restaurant', {
      ...RESTAURANT,
      restaurant: { ...RESTAURANT.restaurant, tables: RESTAURANT.restaurant.tables.slice(0, 1), maxPartySize: 2 },
    });
    const { id } = await book(business);
    const bookSameTime = () =>
      business.send('POST', '/restaurant/reservations', {
        body: { partySize: 2, startsAt: '2026-11-20T19:30', customer: dana },
      });
    expect((await bookSameTime()).status).toBe(409);
    expectProblem(
      await business.send('POST', `/bookings/${id}/cancel`, { body: { why: 'ill' } }),
      422,
      'validation_failed',
    );
    expect((await business.send('POST', `/bookings/${id}/cancel`)).status).toBe(200);
    expect((await bookSameTime()).status).toBe(201);
    expectProblem(await business.send('POST', '/bookings/bkg_unknown/cancel'), 404, 'not_found');
  });

  it('is allowed for customers until the policy’s cut-off, and for the business always', async () => {
    const booking = { noticeMinutes: 60, horizonDays: 60, slotMinutes: 15, cancelUntilMinutes: 120 };
    const policies = { cancellation: 'Two hours before at the latest.' };
    const restaurant = await openBusiness(service, 'restaurant', { ...RESTAURANT, booking, policies });
    const { id } = await book(restaurant);
    const runAs = (isByCustomer: boolean, now: string, action: (ctx: BookingContext) => Promise<unknown>) =>
      service.database.inWorkspace(restaurant.id, async (db) => {
        const workspace = await db
          .selectFrom('workspaces')
          .selectAll()
          .where('id', '=', restaurant.id)
          .executeTakeFirstOrThrow();
        const { document: business } = await readDocument(db, { ...workspace, liveId: workspace.live_id });
        const findBookingCapability = () => ({
          bookingRequest: () => ({ ok: false, code: 'conflict', detail: 'reached' }),
        });
        const ctx = {
          db,
          workspace,
          business,
          isByCustomer,
          findBookingCapability,
          industry: 'restaurant',
          now: new Date(now),
        };
        return action(ctx as unknown as BookingContext);
      });
    const cancel = async (ctx: BookingContext) => cancelBooking(ctx, (await lockBooking(ctx.db, id))!);
    const move = async (ctx: BookingContext) => moveBooking(ctx, (await lockBooking(ctx.db, id))!, {});
    const tooLateOutcome = {
      ok: false,
      code: 'conflict',
      reason: 'too_late',
      detail: 'Two hours before at the latest.',
    };
    for (const action of [cancel, move])
      expect(await runAs(true, '2026-11-20T17:00:01-05:00', action)).toMatchObject(tooLateOutcome);
    expect(await runAs(true, '2026-11-20T16:00:00-05:00', move)).toMatchObject({ detail: 'reached' });
    expect(await runAs(false, '2026-11-20T18:59:00-05:00', move)).toMatchObject({ detail: 'reached' });
    expect(await readBooking(restaurant, id)).toMatchObject({ status: 'confirmed', version: 1 });
    expect(await runAs(false, '2026-11-20T18:59:00-05:00', cancel)).toMatchObject({ ok: true });
    expect(await readBooking(restaurant, id)).toMatchObject({ status: 'cancelled', createdAt: NOW });
  });
});
