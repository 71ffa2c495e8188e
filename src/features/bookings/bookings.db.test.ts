// Tests creating bookings over HTTP.
import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createEveryDayHours, NOW, openBusiness, type TestBusiness } from '../../../test/business.ts';
import { expectProblem, getErrorPointers } from '../../../test/expect.ts';
import {
  call,
  createApiKey,
  createWorkspace,
  queryAsDbOwner,
  type Service,
  startService,
} from '../../../test/harness.ts';

let service: Service;
const queryRows = async (sql: string, values: unknown[] = []) =>
  (await queryAsDbOwner(service.connection, sql, values)).rows;
const dana = { name: 'Dana Fox', phone: '212 555 0142' };

const RESTAURANT = {
  hours: createEveryDayHours(['17:00', '22:00']),
  closures: [],
  restaurant: {
    menu: [],
    tables: [
      { id: 't1', name: 'One', seats: 2, area: 'hall' },
      { id: 't3', name: 'Three', seats: 4, area: 'hall' },
      { id: 't4', name: 'Four', seats: 4, area: 'hall' },
      { id: 't6', name: 'Six', seats: 6, area: 'hall' },
      { id: 'p1', name: 'Patio', seats: 2, area: 'patio' },
    ],
    joins: [['t3', 't4']],
    turnMinutes: [
      { upTo: 2, minutes: 90 },
      { upTo: 99, minutes: 120 },
    ],
    maxPartySize: 12,
  },
};
const SALON = {
  hours: createEveryDayHours(['09:00', '18:00']),
  closures: [],
  booking: { noticeMinutes: 60, horizonDays: 7, slotMinutes: 15, cancelUntilMinutes: 60 },
  salon: {
    services: [
      { id: 'cut', name: 'Cut', durationMinutes: 45, bufferMinutes: 15 },
      { id: 'color', name: 'Color', durationMinutes: 120, bufferMinutes: 30 },
    ],
    stylists: [
      { id: 'ann', name: 'Ann' },
      { id: 'bea', name: 'Béa', services: ['cut'] },
    ],
  },
};
const FITNESS = {
  hours: createEveryDayHours(['06:00', '21:00']),
  closures: [],
  booking: { noticeMinutes: 60, horizonDays: 30, slotMinutes: 30, cancelUntilMinutes: 60 },
  fitness: {
    classes: [
      {
        id: 'strength',
        name: 'Strength',
        instructor: 'Tasha Green',
        durationMinutes: 60,
        capacity: 10,
        weekly: [{ day: 'mon', time: '18:30' }],
      },
    ],
    memberships: [],
    trainers: [
      { id: 'tasha', name: 'Tasha Green', price: 9000 },
      { id: 'kenji', name: 'Kenji Sato', price: 8000, hours: { mon: [['12:00', '20:00']], tue: [['12:00', '20:00']] } },
    ],
  },
};

const createTableInput = (startsAt: string, partySize = 2, fields = {}) => ({
  partySize,
  startsAt,
  customer: dana,
  ...fields,
});
const createCutInput = (startsAt: string, fields = {}) => ({ service: 'cut', startsAt, customer: dana, ...fields });
const createTrainingInput = (startsAt: string, fields = {}) => ({ startsAt, customer: dana, ...fields });

const reserve = (business: TestBusiness, body: object, now?: string) =>
  business.send('POST', '/restaurant/reservations', { body, now });
const bookAppointment = (business: TestBusiness, body: object, now?: string) =>
  business.send('POST', '/salon/appointments', { body, now });
const bookTraining = (business: TestBusiness, body: object, now?: string) =>
  business.send('POST', '/fitness/training', { body, now });
const readStoredBookings = (business: TestBusiness) =>
  queryRows('select * from bookings where workspace_id = $1 order by id', [business.id]);
const readEvents = (business: TestBusiness) =>
  queryRows(
    `select type, data, occurred_at from events where workspace_id = $1 and type <> 'config.changed' order by id`,
    [business.id],
  );

beforeAll(async () => {
  service = await startService();
});

describe('each kind of booking', () => {
  const bookingKinds = [
    {
      kind: 'reservation',
      industry: 'restaurant',
      patch: RESTAURANT,
      path: '/restaurant/reservations',
      body: createTableInput('2026-11-20T19:00', 4, { area: 'Hall', notes: 'By the window' }),
      expected: {
        partySize: 4,
        service: null,
        resource: { id: 't3', name: 'Three' },
        endsAt: '2026-11-20T21:00:00-05:00',
      },
      startsAt: '2026-11-20T19:00:00-05:00',
    },
    {
      kind: 'appointment',
      industry: 'salon',
      patch: SALON,
      path: '/salon/appointments',
      body: createCutInput('2026-11-20T10:15', { service: 'cut', stylist: 'bea', notes: 'By the window' }),
      expected: {
        partySize: null,
        service: { id: 'cut', name: 'Cut' },
        resource: { id: 'bea', name: 'Béa' },
        endsAt: '2026-11-20T11:00:00-05:00',
      },
      startsAt: '2026-11-20T10:15:00-05:00',
    },
    {
      kind: 'training',
      industry: 'fitness',
      patch: FITNESS,
      path: '/fitness/training',
      body: createTrainingInput('2026-11-20T10:30', { trainer: 'tasha', durationMinutes: 90, notes: 'By the window' }),
      expected: {
        partySize: null,
        service: null,
        resource: { id: 'tasha', name: 'Tasha Green' },
        endsAt: '2026-11-20T12:00:00-05:00',
      },
      startsAt: '2026-11-20T10:30:00-05:00',
    },
    {
      kind: 'class',
      industry: 'fitness',
      patch: FITNESS,
      path: '/fitness/classes/strength_20261123T1830/bookings',
      body: { customer: dana, notes: 'By the window' },
      expected: {
        partySize: 1,
        service: { id: 'strength', name: 'Strength' },
        resource: { name: 'Tasha Green' },
        endsAt: '2026-11-23T19:30:00-05:00',
      },
      startsAt: '2026-11-23T18:30:00-05:00',
    },
  ];

  it.each(bookingKinds)(
    '$kind: is stored, and the event carries the same data as the response',
    async (kindExample) => {
      const business = await openBusiness(service, kindExample.industry, kindExample.patch);
      const response = await business.send('POST', kindExample.path, { body: kindExample.body });
      expect(response).toMatchObject({ status: 201, json: kindExample.expected });
      const { id, code, service: _s, resource: _r, partySize: _p, endsAt: _e, ...rest } = response.json;
      expect(id).toMatch(/^bkg_\w+$/);
      expect(code).toMatch(/^[2-9A-HJ-NP-Z]{6}$/);
      expect(rest).toEqual({
        kind: kindExample.kind,
        industry: kindExample.industry,
        status: 'confirmed',
        startsAt: kindExample.startsAt,
        timezone: 'America/New_York',
        customer: { name: 'Dana Fox', phone: '+12125550142', email: null },
        notes: 'By the window',
        version: 1,
        conversationId: null,
        createdAt: NOW,
        updatedAt: NOW,
      });
      expect((await business.send('GET', `/bookings/${id}`)).json).toEqual(response.json);
      const recordedEvents = await readEvents(business);
      expect(recordedEvents).toEqual([{ type: 'booking.created', data: response.json, occurred_at: new Date(NOW) }]);
    },
  );

  it.each(bookingKinds)('$kind: checkOnly and dryRun store nothing', async (kindExample) => {
    const business = await openBusiness(service, kindExample.industry, kindExample.patch);
    const checkResponse = await business.send('POST', kindExample.path, {
      body: { ...kindExample.body, checkOnly: true },
    });
    expect(checkResponse).toMatchObject({ status: 200, json: { available: true, startsAt: kindExample.startsAt } });
    expect(Object.keys(checkResponse.json).sort()).toEqual(['alternatives', 'available', 'startsAt']);
    const dryRunResponse = await business.send('POST', kindExample.path, {
      body: { ...kindExample.body, dryRun: true },
    });
    expect(dryRunResponse).toMatchObject({ status: 201, json: { status: 'confirmed', ...kindExample.expected } });
    expect(await readStoredBookings(business)).toEqual([]);
    expect(await readEvents(business)).toEqual([]);
    expect((await business.send('GET', `/bookings/${dryRunResponse.json.id}`)).status).toBe(404);
    expect((await business.send('POST', kindExample.path, { body: kindExample.body })).status).toBe(201);
  });

  it.each(bookingKinds)('$kind: names the invalid fields of the body', async (kindExample) => {
    const business = await openBusiness(service, kindExample.industry, kindExample.patch);
    const { customer: _, ...body } = kindExample.body;
    const invalidBodies: [string, object, string[]][] = [
      ['no customer', {}, ['/customer']],
      ['neither phone nor email', { customer: { name: 'Dana' } }, ['/customer/phone']],
      ['an invalid phone', { customer: { name: 'Dana', phone: 'call me' } }, ['/customer/phone']],
      ['a blank name', { customer: { name: '  ', phone: '212 555 0142' } }, ['/customer/name']],
      ['a wrong email', { customer: { name: 'Dana', email: 'dana' } }, ['/customer/email']],
      ['an unknown field', { customer: dana, deposit: 5 }, ['/deposit']],
      ['notes that are too long', { customer: dana, notes: 'x'.repeat(2_001) }, ['/notes']],
    ];
    for (const [label, fields, pointers] of invalidBodies) {
      const response = await business.send('POST', kindExample.path, { body: { ...body, ...fields } });
      expect({ label, status: response.status, pointers: response.json.errors && getErrorPointers(response) }).toEqual({
        label,
        status: 422,
        pointers,
      });
      expectProblem(response, 422, 'validation_failed');
    }
    expect(await readStoredBookings(business)).toEqual([]);
  });

  it.each(bookingKinds)('$kind: rejects publishable keys and industries that are not set up', async (kindExample) => {
    const workspace = await createWorkspace(service, { mode: 'test' });
    const path = `/api/v1${kindExample.path}`;
    expectProblem(
      await call(service, 'POST', path, { key: workspace.key, body: kindExample.body }),
      403,
      'industry_not_active',
    );
    const { key } = await createApiKey(service, workspace.id, {
      mode: 'test',
      kind: 'publishable',
      origins: ['https://a.example'],
    });
    const headers = { origin: 'https://a.example' };
    expectProblem(
      await call(service, 'POST', path, { key, headers, body: kindExample.body }),
      403,
      'insufficient_scope',
    );
  });

  it('rejects the test clock and dry runs with a live key', async () => {
    const { key } = await createWorkspace(service);
    expect((await call(service, 'POST', '/api/v1/setup', { key, body: { industry: 'restaurant' } })).status).toBe(201);
    const path = '/api/v1/restaurant/reservations';
    const headers = { 'x-test-clock': NOW };
    const body = createTableInput('2026-11-20T19:00');
    expectProblem(await call(service, 'POST', path, { key, body, headers }), 400, 'invalid_request');
    const dryRunResponse = await call(service, 'POST', path, { key, body: { ...body, dryRun: true } });
    expectProblem(dryRunResponse, 422, 'validation_failed');
    expect(getErrorPointers(dryRunResponse)).toEqual(['/dryRun']);
  });
});

describe('times', () => {
  let business: TestBusiness;
  beforeAll(async () => {
    const booking = { noticeMinutes: 0, horizonDays: 730, slotMinutes: 15, cancelUntilMinutes: 0 };
    business = await openBusiness(service, 'salon', {
      ...SALON,
      booking,
      hours: createEveryDayHours(['00:00', '24:00']),
    });
  });

  it.each([
    ['local', '2026-11-20T10:00', '2026-11-20T10:00:00-05:00'],
    ['local with seconds', '2026-11-20T10:00:00', '2026-11-20T10:00:00-05:00'],
    ['with the business’s offset', '2026-11-20T10:00:00-05:00', '2026-11-20T10:00:00-05:00'],
    ['in UTC', '2026-11-20T15:00:00Z', '2026-11-20T10:00:00-05:00'],
    ['with another offset', '2026-11-21T00:00:00+09:00', '2026-11-20T10:00:00-05:00'],
    ['in summer', '2027-07-01T10:00', '2027-07-01T10:00:00-04:00'],
    ['ambiguous: the first', '2027-11-07T01:30', '2027-11-07T01:30:00-04:00'],
    ['ambiguous: the second, by its offset', '2027-11-07T01:30:00-05:00', '2027-11-07T01:30:00-05:00'],
    ['after the gap', '2027-03-14T03:00', '2027-03-14T03:00:00-04:00'],
  ])('are accepted %s', async (_what, startsAt, expected) => {
    const { status, json } = await bookAppointment(business, createCutInput(startsAt, { checkOnly: true }));
    expect({ status, startsAt: json.startsAt, available: json.available }).toEqual({
      status: 200,
      startsAt: expected,
      available: true,
    });
  });

  it.each<[string, string, object?]>([
    ['skipped by the clocks', '2027-03-14T02:30'],
    ['a date without a time', '2026-11-20'],
    ['an invalid date', '2026-02-30T10:00'],
    ['an invalid time', '2026-11-20T25:00'],
    ['words', 'tomorrow at ten'],
    ['off the grid', '2026-11-20T10:05'],
    ['off the grid by seconds', '2026-11-20T10:00:30'],
    ['off the grid, with someone unknown', '2026-11-20T10:05', { stylist: 'zoe' }],
    ['off the grid and in the past', '2026-11-10T10:05'],
  ])('%s are refused', async (_what, startsAt, fields = {}) => {
    for (const checkOnly of [false, true]) {
      const response = await bookAppointment(business, createCutInput(startsAt, { ...fields, checkOnly }));
      expectProblem(response, 422, 'validation_failed');
      expect(getErrorPointers(response)).toEqual(['/startsAt']);
    }
  });
});

describe('the rules, in order', () => {
  let salon: TestBusiness;
  let restaurant: TestBusiness;
  beforeAll(async () => {
    salon = await openBusiness(service, 'salon', SALON);
    restaurant = await openBusiness(service, 'restaurant', RESTAURANT);
    for (const stylist of ['ann', 'bea']) {
      expect((await bookAppointment(salon, createCutInput('2026-11-18T12:00', { stylist }))).status).toBe(201);
    }
  });

  it.each<[string, object, string | undefined, string?]>([
    ['exactly at the notice limit', createCutInput('2026-11-16T10:00'), undefined],
    ['one second after the notice limit', createCutInput('2026-11-16T10:00'), 'too_soon', '2026-11-16T09:00:01-05:00'],
    ['exactly at the horizon', createCutInput('2026-11-23T09:00'), undefined],
    ['beyond the horizon', createCutInput('2026-11-23T09:15'), 'too_far'],
    ['in the past', createCutInput('2026-11-15T10:00'), 'too_soon'],
    ['before opening', createCutInput('2026-11-18T08:45'), 'closed'],
    ['at opening', createCutInput('2026-11-18T09:00'), undefined],
    ['ending at closing', createCutInput('2026-11-18T17:15'), undefined],
    ['ending after closing', createCutInput('2026-11-18T17:30'), 'closed'],
    ['at closing', createCutInput('2026-11-18T18:00'), 'closed'],
    ['taken', createCutInput('2026-11-18T12:30'), 'full'],
    ['in the buffer', createCutInput('2026-11-18T12:45'), 'full'],
    ['after the buffer', createCutInput('2026-11-18T13:00'), undefined],
    ['its own buffer overlaps another booking', createCutInput('2026-11-18T11:15'), 'full'],
    ['ends with its buffer before another booking', createCutInput('2026-11-18T11:00'), undefined],
    ['someone unknown', createCutInput('2026-11-18T10:00', { stylist: 'zoe' }), 'no_such_resource'],
    ['someone unknown, passed and closed', createCutInput('2026-11-10T03:00', { stylist: 'zoe' }), 'no_such_resource'],
    ['an unknown service', createCutInput('2026-11-18T10:00', { service: 'perm' }), 'not_offered'],
    [
      'a service the person does not offer',
      createCutInput('2026-11-18T10:00', { service: 'color', stylist: 'bea' }),
      'not_offered',
    ],
    ['too soon and closed', createCutInput('2026-11-16T08:00'), 'too_soon'],
    ['too far and closed', createCutInput('2026-12-16T08:00'), 'too_far'],
    ['names instead of ids', createCutInput('2026-11-18T10:00', { service: 'CUT', stylist: 'bea' }), undefined],
  ])('decide at a salon: %s', async (_what, body, reason, now = NOW) => {
    const checkResponse = await bookAppointment(salon, { ...body, checkOnly: true }, now);
    expect(checkResponse.json).toMatchObject({ available: !reason, ...(reason ? { reason } : {}) });
    const dryRunResponse = await bookAppointment(salon, { ...body, dryRun: true }, now);
    if (!reason) return expect(dryRunResponse.status).toBe(201);
    expectProblem(dryRunResponse, 409, 'slot_unavailable');
    expect(dryRunResponse.json.reason).toBe(reason);
    expect(dryRunResponse.json.alternatives).toEqual(checkResponse.json.alternatives);
    if (!['no_such_resource', 'not_offered'].includes(reason))
      expect(dryRunResponse.json.alternatives.length).toBeGreaterThan(0);
  });

  it.each<[string, object, string | undefined]>([
    ['an unknown area', createTableInput('2026-11-18T18:00', 2, { area: 'roof' }), 'no_such_resource'],
    ['an unknown area and too many', createTableInput('2026-11-18T18:00', 50, { area: 'roof' }), 'no_such_resource'],
    ['too many, passed and closed', createTableInput('2026-11-10T03:00', 50), 'party_too_large'],
    ['more than maxPartySize', createTableInput('2026-11-18T18:00', 13), 'party_too_large'],
    ['more than any table or join seats', createTableInput('2026-11-18T18:00', 9), 'party_too_large'],
    ['more than the area seats', createTableInput('2026-11-18T18:00', 3, { area: 'patio' }), 'party_too_large'],
    ['as many as a join seats', createTableInput('2026-11-18T18:00', 8), undefined],
    ['a turn that ends at closing', createTableInput('2026-11-18T20:00', 4), undefined],
    ['a turn that ends later', createTableInput('2026-11-18T20:15', 4), 'closed'],
    ['a shorter turn for fewer', createTableInput('2026-11-18T20:30', 2), undefined],
  ])('decide at a restaurant: %s', async (_what, body, reason) => {
    const response = await reserve(restaurant, { ...body, dryRun: true });
    if (!reason) return expect(response.status).toBe(201);
    expectProblem(response, 409, 'slot_unavailable');
    expect(response.json.reason).toBe(reason);
  });
});

describe('opening hours', () => {
  it('apply buffers after closing only to the same person', async () => {
    const hours = createEveryDayHours(['09:00', '18:00'], ['18:15', '21:00']);
    const business = await openBusiness(service, 'salon', { ...SALON, hours });
    const colorResponse = await bookAppointment(business, {
      ...createCutInput('2026-11-18T16:00'),
      service: 'color',
      stylist: 'ann',
    });
    expect(colorResponse).toMatchObject({ status: 201, json: { endsAt: '2026-11-18T18:00:00-05:00' } });
    const checkStylist = (stylist: string) =>
      bookAppointment(business, createCutInput('2026-11-18T18:15', { stylist, checkOnly: true }));
    expect((await checkStylist('ann')).json).toMatchObject({ available: false, reason: 'full' });
    expect((await checkStylist('bea')).json).toMatchObject({ available: true });
    const gapResponse = await bookAppointment(
      business,
      createCutInput('2026-11-18T17:45', { stylist: 'bea', checkOnly: true }),
    );
    expect(gapResponse.json).toMatchObject({ available: false, reason: 'closed' });
  });

  it('can run past midnight and belong to the day they open', async () => {
    const nightHours = { fri: [['18:00', '02:00']], sun: [['12:00', '15:00']] };
    const checkTable = async (closures: object[], startsAt: string) => {
      const business = await openBusiness(service, 'restaurant', { ...RESTAURANT, hours: nightHours, closures });
      return (await reserve(business, createTableInput(startsAt, 2, { checkOnly: true }))).json;
    };
    const [fridayClosure, saturdayClosure] = ['2026-11-20', '2026-11-21'].map((day) => [{ from: day, to: day }]);
    expect(await checkTable([], '2026-11-21T00:30')).toMatchObject({ available: true });
    expect(await checkTable([], '2026-11-20T23:45')).toMatchObject({ available: true });
    expect(await checkTable([], '2026-11-21T00:45')).toMatchObject({ available: false, reason: 'closed' });
    expect(await checkTable(fridayClosure!, '2026-11-21T00:30')).toMatchObject({ available: false, reason: 'closed' });
    expect(await checkTable(saturdayClosure!, '2026-11-21T00:30')).toMatchObject({ available: true });
  });

  it('exclude closures and time off', async () => {
    const timeOff = [
      { from: '2026-11-18', to: '2026-11-19' },
      { from: '2026-11-20T12:00', to: '2026-11-20T14:00:00-05:00' },
    ];
    const stylists = [
      { id: 'ann', name: 'Ann', timeOff },
      { id: 'bea', name: 'Béa', hours: { wed: [['08:00', '12:00']] } },
    ];
    const closures = [{ from: '2026-11-21', to: '2026-11-22', reason: 'Moving' }];
    const business = await openBusiness(service, 'salon', { ...SALON, closures, salon: { ...SALON.salon, stylists } });
    const refusalReason = async (startsAt: string, stylist?: string) => {
      const { json } = await bookAppointment(
        business,
        createCutInput(startsAt, { checkOnly: true, ...(stylist ? { stylist } : {}) }),
      );
      return json.available ? undefined : json.reason;
    };
    expect(await refusalReason('2026-11-21T10:00')).toBe('closed');
    expect(await refusalReason('2026-11-22T17:00')).toBe('closed');
    expect(await refusalReason('2026-11-23T09:00')).toBe(undefined);
    expect(await refusalReason('2026-11-18T10:00', 'ann')).toBe('closed');
    expect(await refusalReason('2026-11-19T10:00', 'ann')).toBe('closed');
    expect(await refusalReason('2026-11-20T11:15', 'ann')).toBe(undefined);
    expect(await refusalReason('2026-11-20T11:30', 'ann')).toBe('closed');
    expect(await refusalReason('2026-11-20T13:45', 'ann')).toBe('closed');
    expect(await refusalReason('2026-11-20T14:00', 'ann')).toBe(undefined);
    expect(await refusalReason('2026-11-18T11:15', 'bea')).toBe(undefined);
    expect(await refusalReason('2026-11-18T11:30', 'bea')).toBe('closed');
    expect(await refusalReason('2026-11-18T08:15', 'bea')).toBe('closed');
    expect(await refusalReason('2026-11-17T10:00', 'bea')).toBe('closed');
    // Anyone who works can take it.
    expect(await refusalReason('2026-11-18T11:15')).toBe(undefined);
    expect(await refusalReason('2026-11-19T11:15')).toBe('closed');
  });

  it('define the grid, even for people with their own hours', async () => {
    const stylists = [{ id: 'ann', name: 'Ann', hours: createEveryDayHours(['09:20', '17:00']) }];
    const hours = createEveryDayHours(['09:10', '18:00']);
    const business = await openBusiness(service, 'salon', { ...SALON, hours, salon: { ...SALON.salon, stylists } });
    expect(
      (await bookAppointment(business, createCutInput('2026-11-18T09:25', { checkOnly: true }))).json.available,
    ).toBe(true);
    expect((await bookAppointment(business, createCutInput('2026-11-18T09:20', { checkOnly: true }))).status).toBe(422);
    expect((await bookAppointment(business, createCutInput('2026-11-18T09:10', { checkOnly: true }))).json.reason).toBe(
      'closed',
    );
  });
});

describe('the assigned resource', () => {
  it('is the smallest table; joined tables only if no single one is free', async () => {
    const business = await openBusiness(service, 'restaurant', RESTAURANT);
    const reserveTable = async (partySize: number, fields = {}) => {
      const { status, json } = await reserve(business, createTableInput('2026-11-20T19:00', partySize, fields));
      return status === 201 ? json.resource : `${status} ${json.reason}`;
    };
    expect(await reserveTable(2, { area: 'PATIO' })).toEqual({ id: 'p1', name: 'Patio' });
    expect(await reserveTable(2, { area: 'patio' })).toBe('409 full');
    expect(await reserveTable(5)).toEqual({ id: 't6', name: 'Six' });
    expect(await reserveTable(6)).toEqual({ id: 't3+t4', name: 'Three + Four' });
    expect(await reserveTable(4)).toBe('409 full');
    expect(await reserveTable(2)).toEqual({ id: 't1', name: 'One' });
    expect(await reserveTable(1)).toBe('409 full');
    const bookedTimes = await queryRows('select resource_id from booked_times where workspace_id = $1 order by 1', [
      business.id,
    ]);
    expect(bookedTimes.map(({ resource_id }) => resource_id.split('/').at(-1))).toEqual(['p1', 't1', 't3', 't4', 't6']);
  });

  it('is the stylist with the least booked time', async () => {
    const business = await openBusiness(service, 'salon', SALON);
    const stylistIds = [];
    for (const time of ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00']) {
      stylistIds.push((await bookAppointment(business, createCutInput(`2026-11-18T${time}`))).json.resource.id);
    }
    expect(stylistIds.filter((id) => id === 'ann')).toHaveLength(3);
    expect(stylistIds.slice(0, 2).sort()).toEqual(['ann', 'bea']);
    await bookAppointment(business, { ...createCutInput('2026-11-19T09:00'), service: 'color', stylist: 'ann' });
    expect((await bookAppointment(business, createCutInput('2026-11-19T12:00'))).json.resource.id).toBe('bea');
  });

  it('is never a trainer who teaches at that time', async () => {
    const business = await openBusiness(service, 'fitness', FITNESS);
    const refusalReason = async (startsAt: string, trainer?: string) => {
      const { json } = await bookTraining(
        business,
        createTrainingInput(startsAt, { checkOnly: true, ...(trainer ? { trainer } : {}) }),
      );
      return json.available ? undefined : json.reason;
    };
    expect(await refusalReason('2026-11-23T17:30', 'tasha')).toBe(undefined);
    for (const time of ['18:00', '18:30', '19:00'])
      expect(await refusalReason(`2026-11-23T${time}`, 'tasha')).toBe('full');
    expect(await refusalReason('2026-11-23T19:30', 'tasha')).toBe(undefined);
    expect(await refusalReason('2026-11-24T18:30', 'tasha')).toBe(undefined);
    expect((await bookTraining(business, createTrainingInput('2026-11-23T18:30'))).json.resource.id).toBe('kenji');
    expect(await refusalReason('2026-11-23T18:30')).toBe('full');
    expect(await refusalReason('2026-11-23T18:30', 'nobody')).toBe('no_such_resource');
  });
});

describe('phones', () => {
  it.each([
    ['US', '(212) 555-0142', '+12125550142'],
    ['US', '+44 20 7946 0018', '+442079460018'],
    ['GB', '020 7946 0018', '+442079460018'],
    ['GB', '+1 212 555 0142', '+12125550142'],
    ['DE', '030 901820', '+4930901820'],
  ])('are stored in E.164, in %s: %s', async (country, phone, e164) => {
    const contact = { phone: '+44 20 7946 0000' };
    const business = await openBusiness(service, 'restaurant', { ...RESTAURANT, country, contact });
    const response = await reserve(
      business,
      createTableInput('2026-11-20T19:00', 2, { customer: { name: 'Dana', phone } }),
    );
    expect(response).toMatchObject({ status: 201, json: { customer: { phone: e164 } } });
    expect((await business.send('GET', '/config')).json.contact).toEqual(contact);
  });

  it('are parsed with the locale’s country if no country is set', async () => {
    const { key } = await createWorkspace(service, { mode: 'test' });
    const send = (method: string, path: string, body: unknown) =>
      call(service, method, `/api/v1${path}`, { key, body, headers: { 'x-test-clock': NOW } });
    await send('PUT', '/config', { locale: 'en-GB' });
    await send('POST', '/setup', { industry: 'restaurant' });
    const { json } = await call(service, 'GET', '/api/v1/config', { key });
    expect(json).toMatchObject({ locale: 'en-GB', country: 'GB' });
    const customer = { name: 'Dana', phone: '020 7946 0018' };
    const response = await send(
      'POST',
      '/restaurant/reservations',
      createTableInput('2026-11-20T19:00', 2, { customer }),
    );
    expect(response).toMatchObject({ status: 201, json: { customer: { phone: '+442079460018' } } });
  });
});

describe('concurrent requests', () => {
  it('with the same Idempotency-Key book once', async () => {
    const business = await openBusiness(service, 'restaurant', RESTAURANT);
    const body = createTableInput('2026-11-20T19:00');
    const headers = { 'idempotency-key': 'once' };
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => business.send('POST', '/restaurant/reservations', { body, headers })),
    );
    const lastResponse = await business.send('POST', '/restaurant/reservations', { body, headers });
    expect(lastResponse.headers.get('idempotent-replayed')).toBe('true');
    const rows = await readStoredBookings(business);
    expect(rows).toHaveLength(1);
    for (const response of [...responses, lastResponse]) {
      if (response.status === 201) expect(response.json.id).toBe(rows[0].id);
      else expectProblem(response, 409, 'idempotency_in_progress');
    }
    const firstHandResponses = responses.filter(
      (response) => response.status === 201 && !response.headers.has('idempotent-replayed'),
    );
    expect(firstHandResponses).toHaveLength(1);
    expect(await readEvents(business)).toHaveLength(1);
  });

  it('are refused if the time is taken between check and insert', async () => {
    const oneTable = { ...RESTAURANT.restaurant, tables: RESTAURANT.restaurant.tables.slice(0, 1), joins: [] };
    const business = await openBusiness(service, 'restaurant', { ...RESTAURANT, restaurant: oneTable });
    const firstResponse = await reserve(business, createTableInput('2026-11-21T19:00'));
    const lockingClient = new pg.Client(service.connection);
    await lockingClient.connect();
    try {
      await lockingClient.query('begin');
      await lockingClient.query(
        `update booked_times set from_at = '2026-11-20T19:00:00-05:00', to_at = '2026-11-20T20:30:00-05:00'
         where booking_id = $1`,
        [firstResponse.json.id],
      );
      const secondRequest = reserve(business, createTableInput('2026-11-20T19:00'));
      await vi.waitFor(
        async () => {
          const waitingQueries = await queryRows(
            `select 1 from pg_stat_activity where datname = $1 and wait_event_type = 'Lock' and query like '%booked_times%'`,
            [service.connection.database],
          );
          expect(waitingQueries).toHaveLength(1);
        },
        { timeout: 60_000, interval: 10 },
      );
      await lockingClient.query('commit');
      expectProblem(await secondRequest, 409, 'slot_unavailable');
      expect((await secondRequest).json.reason).toBe('full');
    } finally {
      await lockingClient.end();
    }
    expect(await readStoredBookings(business)).toHaveLength(1);
  });

  it('on both sides of midnight cannot book the same table twice', async () => {
    const oneTable = { ...RESTAURANT.restaurant, tables: RESTAURANT.restaurant.tables.slice(0, 1), joins: [] };
    const hours = createEveryDayHours(['18:00', '02:00']);
    const business = await openBusiness(service, 'restaurant', { ...RESTAURANT, hours, restaurant: oneTable });
    for (const [evening, nightHours] of [
      ['2026-11-17', '2026-11-18'],
      ['2026-11-19', '2026-11-20'],
      ['2026-11-21', '2026-11-22'],
    ]) {
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          reserve(business, createTableInput(i % 2 ? `${evening}T23:30` : `${nightHours}T00:15`)),
        ),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    }
  });

  it('right after a document change are all answered', async () => {
    const business = await openBusiness(service, 'restaurant', RESTAURANT);
    await business.send('PUT', '/config', { body: { greeting: 'Hello' } });
    const responses = await Promise.all(
      Array.from({ length: 60 }, () => reserve(business, createTableInput('2026-11-20T19:00', 2, { checkOnly: true }))),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

it('offers free times even if the notice is longer than the search range', async () => {
  const booking = { noticeMinutes: 40 * 1440, horizonDays: 60, slotMinutes: 15, cancelUntilMinutes: 0 };
  const stylists = SALON.salon.stylists.slice(0, 1);
  const business = await openBusiness(service, 'salon', { ...SALON, booking, salon: { ...SALON.salon, stylists } });
  expect((await bookAppointment(business, createCutInput('2026-12-26T09:00'))).status).toBe(201);
  const { json } = await bookAppointment(business, createCutInput('2026-11-18T10:00'));
  expect(json.reason).toBe('too_soon');
  expect(json.alternatives[0].startsAt).toBe('2026-12-26T10:00:00-05:00');
});

it('hides the bookings of one business from another', async () => {
  const [ownBusiness, otherBusiness] = [
    await openBusiness(service, 'salon', SALON),
    await openBusiness(service, 'salon', SALON),
  ];
  const { id } = (await bookAppointment(ownBusiness, createCutInput('2026-11-18T10:00'))).json;
  for (const [method, path, body] of [
    ['GET', `/bookings/${id}`],
    ['GET', `/bookings/${id}/calendar.ics`],
    ['PATCH', `/bookings/${id}`, { notes: 'x' }],
    ['POST', `/bookings/${id}/cancel`, {}],
  ] as const) {
    expectProblem(await otherBusiness.send(method, path, { body }), 404, 'not_found');
  }
  expectProblem(await otherBusiness.send('GET', `/bookings?starting_after=${id}`), 400, 'invalid_request');
  expect((await ownBusiness.send('GET', `/bookings/${id}`)).json).toMatchObject({ status: 'confirmed', version: 1 });
});
