import { beforeAll, describe, expect, it } from 'vitest';
import { call, createWorkspace, type Service, startService } from '../../test/harness.ts';

let service: Service;
let key: string;
const CLOCK = '2026-11-17T10:00:00-05:00';

beforeAll(async () => {
  service = await startService();
  ({ key } = await createWorkspace(service, { mode: 'test' }));
  for (const industry of ['restaurant', 'salon', 'medical', 'fitness', 'retail']) {
    const response = await call(service, 'POST', '/api/v1/setup', { key, body: { industry } });
    expect(response.status, response.text).toBe(201);
  }
  // These opening hours suit all templates.
  const day = [['06:00', '23:00']];
  const hours = Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((name) => [name, day]));
  const response = await call(service, 'PUT', '/api/v1/config', { key, body: { hours } });
  expect(response.status, response.text).toBe(200);
});

const get = (path: string) => call(service, 'GET', `/api/v1/${path}`, { key, headers: { 'x-test-clock': CLOCK } });
const post = (path: string, body: unknown, clock = CLOCK) =>
  call(service, 'POST', `/v1/${path}`, { key, body, headers: { 'x-test-clock': clock } });

const customer = { name: 'Dana Fox', phone: '212 555 0142' };
const patient = { name: 'Ruth Vale', dateOfBirth: '1988-04-12', phone: '212 555 0170' };
const onThursday = (time: string) => `2026-11-19T${time}`;

describe('reading', () => {
  it.each([
    ['restaurant/menu?category=desserts&maxPrice=1000', { items: { length: 3 }, currency: 'USD' }],
    ['restaurant/menu?available=false', { items: [{ id: 'branzino' }] }],
    ['restaurant/dietary?item=gelato&avoid=milk', { items: [{ verdict: 'unknown', contains: null }] }],
    ['restaurant/dietary?item=tiramisu&avoid=nuts', { items: [{ verdict: 'not_suitable', mayContain: ['nuts'] }] }],
    ['salon/services?q=balayage', { services: [{ id: 'balayage', stylists: ['Nina Castillo'] }] }],
    ['salon/availability?service=balayage&from=2026-11-19&days=1', { stylists: [{ id: 'nina' }] }],
    ['medical/insurance?payer=aetna&plan=hmo&visitType=sick_visit', { accepted: true, payer: 'Aetna', copay: 2000 }],
    ['medical/insurance?payer=Medicaid', { accepted: false, copay: null }],
    ['medical/insurance?payer=Orchid', { accepted: 'unknown', plan: null }],
    ['fitness/classes?from=2026-11-19&days=1&q=boxing', { classes: [{ id: 'boxing', spotsLeft: 12, waitlist: 0 }] }],
    ['retail/products?inStock=false', { products: [{ sku: 'FW-203', stock: 0 }] }],
  ])('%s', async (path, expected) => {
    const response = await get(path);
    expect(response.status, response.text).toBe(200);
    expect(response.json).toMatchObject(expected);
  });

  it('names the next free times of every service, where none is asked for', async () => {
    const { json } = await get('salon/availability');
    const nextTimesByService = Object.fromEntries(
      json.services.map(({ id, next }: { id: string; next: object[] }) => [id, next]),
    );
    expect(Object.keys(nextTimesByService)).toContain('brows');
    const [firstStylist] = (await get('salon/availability?service=balayage')).json.stylists;
    expect(nextTimesByService.balayage).toEqual(
      firstStylist.slots
        .slice(0, 3)
        .map((startsAt: string) => ({ startsAt, stylist: { id: 'nina', name: 'Nina Castillo' } })),
    );
  });

  it('names the insurers and their plans, where none is asked for', async () => {
    const { json } = await get('medical/insurance');
    expect(json.payers).toContainEqual({
      payer: 'Cigna',
      plans: expect.arrayContaining([{ name: 'LocalPlus', accepted: false }]),
    });
  });

  it('lists free times on the slot grid', async () => {
    const { json } = await get('salon/availability?service=gel&stylist=Mei Tanaka&from=2026-11-18&days=1');
    const [{ slots }] = json.stylists;
    expect(slots.at(0)).toBe('2026-11-18T10:00:00-05:00');
    expect(slots.at(-1)).toBe('2026-11-18T17:15:00-05:00');
  });

  it.each([
    ['restaurant/menu?diet=paleo', 400, 'invalid_request'],
    ['restaurant/dietary?avoid=gold', 400, 'invalid_request'],
    ['restaurant/dietary?avoid=constructor', 400, 'invalid_request'],
    ['restaurant/dietary?avoid=__proto__', 400, 'invalid_request'],
    ['restaurant/dietary?avoid=', 400, 'invalid_request'],
    ['restaurant/dietary?avoid=,', 400, 'invalid_request'],
    ['restaurant/menu?colour=red', 400, 'invalid_request'],
    ['medical/insurance?plan=HMO', 400, 'invalid_request'],
    ['salon/availability?days=3', 400, 'invalid_request'],
    ['medical/insurance?payer=Aetna&memberId=1', 400, 'invalid_request'],
    ['fitness/classes?days=32', 400, 'invalid_request'],
    ['fitness/classes?from=tomorrow!!', 400, 'invalid_request'],
    ['salon/availability?service=perm', 409, 'slot_unavailable'],
  ])('%s → %d %s', async (path, status, code) => {
    const response = await get(path);
    expect(response.status, response.text).toBe(status);
    expect(response.json.code).toBe(code);
  });
});

describe('days', () => {
  const listStarts = async (query: string): Promise<string[]> => {
    const { json } = await get(`fitness/classes?${query}`);
    return json.classes.map(({ startsAt }: { startsAt: string }) => startsAt);
  };

  it('of the timetable are local calendar days, starting with the first', async () => {
    const remainingStarts = await listStarts('days=1');
    expect(remainingStarts.length).toBeGreaterThan(0);
    const isOn = (day: string) => (startsAt: string) => startsAt.startsWith(day) && startsAt >= `${day}T10:00`;
    expect(remainingStarts.every(isOn('2026-11-17'))).toBe(true);
    expect(await listStarts('from=2026-11-17T10:00&days=1')).toEqual(remainingStarts);
    const wholeDayStarts = await listStarts('from=2026-11-17&days=1');
    expect(wholeDayStarts.length).toBeGreaterThan(remainingStarts.length);
    expect(wholeDayStarts.slice(-remainingStarts.length)).toEqual(remainingStarts);
  });

  it('are correct across daylight saving changes', async () => {
    const startsPerDay = await Promise.all(
      ['2026-10-31', '2026-11-01', '2026-11-02'].map((day) => listStarts(`from=${day}&days=1`)),
    );
    expect(await listStarts('from=2026-10-31&days=3')).toEqual(startsPerDay.flat());
    expect(startsPerDay[1]!.every((startsAt) => startsAt.startsWith('2026-11-01'))).toBe(true);
  });
});

describe('very large requests', () => {
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
  const setUpBusiness = async (body: object) => {
    const { key: businessKey } = await createWorkspace(service, { mode: 'test' });
    for (const industry of ['salon', 'fitness']) {
      await call(service, 'POST', '/api/v1/setup', { key: businessKey, body: { industry } });
    }
    const response = await call(service, 'PUT', '/api/v1/config', { key: businessKey, body });
    expect(response.status, response.text).toBe(200);
    return (path: string) =>
      call(service, 'GET', `/v1/${path}`, { key: businessKey, headers: { 'x-test-clock': CLOCK } });
  };

  it('refuses too many free times, except for one stylist', async () => {
    const getPath = await setUpBusiness({
      booking: { noticeMinutes: 0, horizonDays: 90, slotMinutes: 5, cancelUntilMinutes: 0 },
      salon: {
        services: [{ id: 'cut', name: 'Cut', durationMinutes: 30 }],
        stylists: Array.from({ length: 200 }, (_, index) => ({ name: `Stylist ${index}` })),
      },
    });
    const refusedResponse = await getPath('salon/availability?service=cut');
    expect(refusedResponse.status, refusedResponse.text.slice(0, 500)).toBe(400);
    expect(refusedResponse.json).toMatchObject({ code: 'invalid_request', errors: [{ pointer: '/days' }] });
    const oneStylistResponse = await getPath('salon/availability?service=cut&days=31&stylist=Stylist 7');
    expect(oneStylistResponse.status, oneStylistResponse.text.slice(0, 500)).toBe(200);
  });

  it('refuses too many classes', async () => {
    const classOf = (instructor: string) => ({
      name: 'Spin',
      instructor,
      durationMinutes: 45,
      capacity: 9,
      weekly: Array.from({ length: 50 }, (_, index) => {
        return { day: days[index % 7], time: `${String(10 + Math.floor(index / 7))}:00` };
      }),
    });
    const classes = Array.from({ length: 100 }, (_, index) => classOf(index === 0 ? 'Ann' : 'Ben'));
    const getPath = await setUpBusiness({ fitness: { classes, memberships: [], trainers: [] } });
    const refusedResponse = await getPath('fitness/classes?days=31');
    expect(refusedResponse.status, refusedResponse.text.slice(0, 500)).toBe(400);
    expect(refusedResponse.json).toMatchObject({ code: 'invalid_request', errors: [{ pointer: '/days' }] });
    expect((await getPath('fitness/classes?days=31&instructor=Ann')).json.classes.length).toBeGreaterThan(200);
    expect((await getPath('fitness/classes?days=7')).json.classes.length).toBeGreaterThan(4_500);
  });
});

describe('booking', () => {
  it.each([
    [
      'restaurant/reservations',
      { partySize: 4, area: 'patio', startsAt: onThursday('19:00') },
      { resource: { id: 'p3' } },
    ],
    ['restaurant/reservations', { partySize: 12, startsAt: onThursday('18:00') }, { resource: { id: 't3+t4+t5' } }],
    ['salon/appointments', { service: 'Balayage', startsAt: onThursday('10:00') }, { service: { id: 'balayage' } }],
    [
      'fitness/training',
      { trainer: 'kenji', startsAt: onThursday('12:00'), goals: 'Footwork' },
      { notes: 'Goals: Footwork' },
    ],
    ['fitness/classes/boxing_20261119T1800/bookings', {}, { kind: 'class', service: { id: 'boxing' } }],
  ])('%s', async (path, fields, expected) => {
    const response = await post(path, { ...fields, customer });
    expect(response.status, response.text).toBe(201);
    expect(response.json).toMatchObject({ status: 'confirmed', customer: { phone: '+12125550142' }, ...expected });
  });

  it.each([
    ['restaurant/reservations', { partySize: 13 }, 'party_too_large'],
    ['restaurant/reservations', { partySize: 2, area: 'roof' }, 'no_such_resource'],
    ['salon/appointments', { service: 'balayage', stylist: 'omar' }, 'not_offered'],
    ['salon/appointments', { service: 'balayage', stylist: 'Bob' }, 'no_such_resource'],
    ['fitness/training', { trainer: 'Arnold' }, 'no_such_resource'],
    // The trainer teaches a class at that time.
    ['fitness/training', { trainer: 'tasha', startsAt: onThursday('12:00') }, 'full'],
  ])('%s %o is refused: %s', async (path, fields, reason) => {
    const body = { startsAt: onThursday('15:00'), customer, ...fields };
    const refusedResponse = await post(path, body);
    expect(refusedResponse.status, refusedResponse.text).toBe(409);
    expect(refusedResponse.json).toMatchObject({ code: 'slot_unavailable', reason });
    expect(refusedResponse.json.alternatives).toBeInstanceOf(Array);
    const checkResponse = await post(path, { ...body, checkOnly: true });
    expect(checkResponse.status, checkResponse.text).toBe(200);
    expect(checkResponse.json).toMatchObject({ available: false, reason });
  });

  it('reports invalid input before business rules', async () => {
    const fields = { service: 'perm', customer };
    for (const startsAt of [onThursday('15:07'), 'soon, please']) {
      expect((await post('salon/appointments', { ...fields, startsAt })).json.errors).toMatchObject([
        { pointer: '/startsAt' },
      ]);
    }
  });

  it('books, moves and cancels a visit', async () => {
    const bookingResponse = await post('medical/appointments', {
      visitType: 'physical',
      startsAt: onThursday('09:00'),
      patient,
    });
    expect(bookingResponse.status, bookingResponse.text).toBe(201);
    const { code } = bookingResponse.json;
    const strangerBody = { action: 'cancel', code, patient: { ...patient, dateOfBirth: '1990-01-01' } };
    expect((await post('medical/appointments', strangerBody)).status).toBe(404);
    const rescheduleResponse = await post('medical/appointments', {
      action: 'reschedule',
      code,
      startsAt: onThursday('10:00'),
      patient,
    });
    expect(rescheduleResponse.status, rescheduleResponse.text).toBe(200);
    expect(rescheduleResponse.json).toMatchObject({ code, startsAt: '2026-11-19T10:00:00-05:00', status: 'confirmed' });
    const cancelResponse = await post('medical/appointments', {
      action: 'cancel',
      code,
      dateOfBirth: patient.dateOfBirth,
    });
    expect(cancelResponse.status, cancelResponse.text).toBe(200);
    expect(cancelResponse.json).toMatchObject({ code, status: 'cancelled' });
  });

  it('lists the missing fields of a visit', async () => {
    const response = await post('medical/appointments', { patient: { dateOfBirth: '1988-04-12' } });
    expect(response.status).toBe(422);
    expect(response.json.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/visitType',
      '/startsAt',
      '/patient/name',
    ]);
  });

  it('refuses a follow-up for a new patient', async () => {
    const body = { visitType: 'follow_up', startsAt: onThursday('09:00'), patient: { ...patient, newPatient: true } };
    expect((await post('medical/appointments', body)).json).toMatchObject({ status: 409, reason: 'not_offered' });
  });
});

describe('requests', () => {
  it('quotes an upgrade', async () => {
    const response = await post('fitness/membership', {
      type: 'upgrade',
      membership: 'Plus',
      currentMembership: 'basic',
      customer,
    });
    expect(response.status, response.text).toBe(201);
    expect(response.json).toMatchObject({ status: 'received', quote: { amount: 8900, currency: 'USD', dueNow: 1867 } });
    expect(response.json.id).toMatch(/^mbr_/);
  });

  it.each([
    [{ type: 'join', membership: 'Platinum', customer }, '/membership'],
    [{ type: 'join', membership: 'Plus', customer: { name: 'Dana' } }, '/customer/phone'],
    [{ type: 'party', customer }, '/type'],
  ])('%o is invalid at %s', async (body, pointer) => {
    const response = await post('fitness/membership', body);
    expect(response.status, response.text).toBe(422);
    expect(response.json.errors).toMatchObject([{ pointer }]);
  });

  it('finds an order only for its buyer', async () => {
    const lookupResponse = await post('retail/orders/lookup', { number: 'fd-10027', email: 'SAM@example.com' });
    expect(lookupResponse.status, lookupResponse.text).toBe(200);
    expect(lookupResponse.json).toMatchObject({
      number: 'FD-10027',
      status: 'shipped',
      items: [{ sku: 'CL-101' }, {}],
    });
    const wrongEmailResponse = await post('retail/orders/lookup', { number: 'FD-10027', email: 'dana@example.com' });
    const unknownOrderResponse = await post('retail/orders/lookup', { number: 'FD-1', email: 'dana@example.com' });
    expect([wrongEmailResponse.status, wrongEmailResponse.json.detail]).toEqual([
      404,
      unknownOrderResponse.json.detail,
    ]);
  });

  it('accepts returns within the return window', async () => {
    const body = { number: 'FD-10012', email: 'lee@example.com', items: [{ sku: 'HM-401', quantity: 2 }] };
    const returnResponse = await post('retail/returns', body, '2026-10-05T10:00:00-04:00');
    expect(returnResponse.status, returnResponse.text).toBe(201);
    expect(returnResponse.json).toMatchObject({ status: 'requested', number: 'FD-10012' });
    expect(returnResponse.json.id).toMatch(/^ret_/);
    expect((await post('retail/returns', body)).json).toMatchObject({ status: 409, reason: 'too_late' });
    const undeliveredItems = { number: 'FD-10027', email: 'sam@example.com', items: [{ sku: 'CL-101', quantity: 1 }] };
    expect((await post('retail/returns', undeliveredItems)).json).toMatchObject({
      status: 409,
      reason: 'not_delivered',
    });
    const wrongItemResponse = await post('retail/returns', { ...body, items: [{ sku: 'X', quantity: 1 }] });
    expect(wrongItemResponse.json).toMatchObject({ status: 422, errors: [{ pointer: '/items/0' }] });
  });
});

describe('a check without a customer', () => {
  const CHECK_BODIES = {
    'restaurant/reservations': { partySize: 2, startsAt: onThursday('18:00') },
    'salon/appointments': { service: 'womens-cut', startsAt: onThursday('14:00') },
    'fitness/training': { startsAt: onThursday('10:00') },
    'medical/appointments': { visitType: 'physical', startsAt: onThursday('10:00') },
  };

  it.each(Object.entries(CHECK_BODIES))('tells whether it is possible: %s', async (path, body) => {
    const checkResponse = await post(path, { ...body, checkOnly: true });
    expect(checkResponse.status, checkResponse.text).toBe(200);
    expect(checkResponse.json).toMatchObject({ available: true, startsAt: expect.stringContaining('2026-11-19T') });
    const tooSoonResponse = await post(path, { ...body, startsAt: '2026-11-16T12:00', checkOnly: true });
    expect([tooSoonResponse.status, tooSoonResponse.json.available]).toEqual([200, false]);
    for (const checkOnlyFields of [{}, { checkOnly: false }]) {
      const refusedResponse = await post(path, { ...body, ...checkOnlyFields });
      expect([refusedResponse.status, refusedResponse.json.errors?.[0].pointer]).toEqual([
        422,
        expect.stringMatching(/^\/(customer|patient)/),
      ]);
    }
  });

  it('tells whether a class has a spot', async () => {
    const [{ occurrenceId }] = (await get('fitness/classes?from=2026-11-19&days=1&q=boxing')).json.classes;
    const path = `fitness/classes/${encodeURIComponent(occurrenceId)}/bookings`;
    expect((await post(path, { checkOnly: true })).json).toMatchObject({ available: true });
    expect((await post(path, {})).status).toBe(422);
  });

  it('still refuses a contact that is not one', async () => {
    const body = {
      ...CHECK_BODIES['restaurant/reservations'],
      checkOnly: true,
      customer: { name: 'Dana', phone: 'x-y-z' },
    };
    expect((await post('restaurant/reservations', body)).json.errors[0].pointer).toBe('/customer/phone');
  });
});
