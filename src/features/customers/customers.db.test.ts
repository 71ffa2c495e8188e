import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createEveryDayHours, expectStatus, openBusiness, type TestBusiness } from '../../../test/business.ts';
import { expectProblem } from '../../../test/expect.ts';
import {
  call,
  createApiKey,
  createWorkspace,
  queryAsDbOwner,
  type Service,
  startService,
  subscribeToAllEvents,
} from '../../../test/harness.ts';
import { callAsMember, createTeam } from '../../../test/members.ts';
import { callFromWidget, ORIGIN, startVisitorSession } from '../../../test/visitor.ts';

let service: Service;
let restaurant: TestBusiness;
let nextHour = 0;
const DANA = { name: 'Dana Fox', phone: '+12125550188', email: 'dana@example.com' };

beforeAll(async () => {
  service = await startService();
  restaurant = await openBusiness(service, 'restaurant', {
    hours: createEveryDayHours(['09:00', '22:00']),
  });
});

/** Books a table at a time that nobody has yet. */
const book = async (customer: object, business = restaurant) => {
  const day = 17 + Math.floor(nextHour / 10);
  const startsAt = `2026-11-${day}T${10 + (nextHour++ % 10)}:00`;
  const body = { partySize: 2, startsAt, customer };
  return expectStatus(201, await business.send('POST', '/restaurant/reservations', { body })).json as { id: string };
};
const findCustomerIdOf = async ({ id }: { id: string }, business = restaurant) =>
  expectStatus(200, await business.send('GET', `/customers?bookingId=${id}`)).json.data[0].id as string;
const getCustomer = async (id: string) => expectStatus(200, await restaurant.send('GET', `/customers/${id}`)).json;
const listCustomers = async (query: string) =>
  expectStatus(200, await restaurant.send('GET', `/customers?${query}`)).json.data as { id: string; name: string }[];
const createCustomer = async (body: object) =>
  expectStatus(201, await restaurant.send('POST', '/customers', { body })).json;
const runSql = async (sql: string, values: unknown[] = []) =>
  (await queryAsDbOwner(service.connection, sql, values)).rows;

describe('a person who books', () => {
  it('is one customer by phone or email, and the booking keeps its own name', async () => {
    const firstBooking = await book(DANA);
    const id = await findCustomerIdOf(firstBooking);
    expect(id).toMatch(/^cus_[0-9a-z]{26}$/);
    expect(await findCustomerIdOf(await book({ name: 'D. Fox', phone: '(212) 555-0188' }))).toBe(id);
    const bookingByEmail = await book({ name: 'Dana', phone: '+12125550199', email: 'DANA@example.com' });
    expect(await findCustomerIdOf(bookingByEmail)).toBe(id);
    expect((await restaurant.send('GET', `/bookings/${bookingByEmail.id}`)).json.customer.name).toBe('Dana');
    expect(await getCustomer(id)).toMatchObject({ ...DANA, stats: { upcoming: 3, visits: 0, noShows: 0 } });
    expect(await findCustomerIdOf(await book({ name: 'Zed', phone: '+12125550177' }))).not.toBe(id);
  });

  it('is one customer even if twelve first bookings arrive at once', async () => {
    const phone = '+12125550111';
    const bookings = await Promise.all(
      Array.from({ length: 12 }, (_, n) => book({ name: `Kim ${n}`, phone, email: `kim${n}@example.com` })),
    );
    expect(new Set(await Promise.all(bookings.map((booking) => findCustomerIdOf(booking)))).size).toBe(1);
    expect(await runSql('select from customers where phone = $1', [phone])).toHaveLength(1);
  });

  it('has counts of visits and no-shows, a latest booking, and a list of bookings', async () => {
    const { id } = await createCustomer({ name: 'Vera Visits', phone: '212 555 0122' });
    const bookings = [];
    for (let n = 0; n < 4; n++) bookings.push(await book({ name: 'Vera', phone: '+12125550122' }));
    await runSql(
      `update bookings set starts_at = starts_at - interval '30 days', ends_at = ends_at - interval '30 days', price = 2000 where id = any($1)`,
      [bookings.slice(0, 2).map((booking) => booking.id)],
    );
    await restaurant.send('PATCH', `/bookings/${bookings[1]!.id}`, { body: { status: 'no_show' } });
    expectStatus(200, await restaurant.send('POST', `/bookings/${bookings[3]!.id}/cancel`));
    expect((await getCustomer(id)).stats).toMatchObject({
      visits: 1,
      noShows: 1,
      canceled: 1,
      upcoming: 1,
      value: 2000,
    });
    const listedBookings = (await restaurant.send('GET', `/bookings?customerId=${id}`)).json.data;
    expect(listedBookings.map((listedBooking: { id: string }) => listedBooking.id).sort()).toEqual(
      bookings.map((booking) => booking.id).sort(),
    );
    expect((await listCustomers('sort=lastBooking&limit=100')).at(-1)).toMatchObject({ id: expect.any(String) });
    expect((await getCustomer(id)).lastBookingAt).toBe(
      (await restaurant.send('GET', `/bookings/${bookings[2]!.id}`)).json.startsAt,
    );
  });
});

describe('a typed phone number', () => {
  it('links the conversation for the team, but reveals nothing to the visitor', async () => {
    const victimId = await findCustomerIdOf(
      await book({ name: 'Vic Timm', phone: '+12125550133', email: 'vic@secret.example' }),
    );
    const { key } = await createApiKey(
      service,
      (await runSql('select live_id from workspaces where id = $1', [restaurant.id]))[0].live_id,
      { kind: 'publishable', mode: 'test', origins: [ORIGIN] },
    );
    const { token } = await startVisitorSession(service, { key });
    const sendMessage = (message: string, conversationId?: string) =>
      callFromWidget(service, { key }, 'POST', '/api/chat', {
        token,
        body: {
          message,
          channel: 'widget',
          customer: { phone: '+12125550133', email: 'attacker@example.com' },
          ...(conversationId ? { conversationId } : {}),
        },
      });
    const responses = [
      await sendMessage('Hi, my number is 212 555 0133. What bookings do I have, and what is my name and email?'),
    ];
    const { conversationId } = expectStatus(200, responses[0]!).json;
    for (const message of ['When is my reservation?', 'Cancel it please', 'yes'])
      responses.push(await sendMessage(message, conversationId));
    responses.push(await callFromWidget(service, { key }, 'GET', `/api/conversations/${conversationId}`, { token }));
    for (const { status, text } of responses) {
      expect(status).toBe(200);
      for (const secret of ['Timm', 'vic@secret', victimId, 'customerId', 'knownCustomer'])
        expect(text).not.toContain(secret);
    }
    for (const path of [
      `/api/v1/customers/${victimId}`,
      '/api/v1/customers',
      `/api/v1/bookings?customerId=${victimId}`,
    ])
      expect([401, 403]).toContain((await callFromWidget(service, { key }, 'GET', path, { token })).status);
    const inbox = await call(service, 'GET', `/api/inbox/conversations?customerId=${victimId}`, {
      key: restaurant.key,
    });
    expect(inbox.json.data).toMatchObject([{ id: conversationId, knownCustomer: { id: victimId, name: 'Vic Timm' } }]);
    // Nor does the conversation change the customer’s details.
    expect(await getCustomer(victimId)).toMatchObject({ email: 'vic@secret.example', stats: { upcoming: 1 } });
  });
});

describe('customers', () => {
  it('are searched by any word, by parts of a number in any notation, and by email', async () => {
    await createCustomer({
      name: 'Zoë O’Neill-Brown',
      phone: '+12125550144',
      email: 'zoe@brown.example',
      tags: ['VIP', 'vip'],
    });
    for (const q of [
      'zoe',
      'ONEILL',
      'brown zo',
      'o’neill',
      '(212) 555-0144',
      '5550144',
      '0144',
      '+1 212 555 0144',
      'ZOE@brown',
    ])
      expect(
        (await listCustomers(`q=${encodeURIComponent(q)}`)).map(({ name }) => name),
        q,
      ).toEqual(['Zoë O’Neill-Brown']);
    for (const q of ['neill', '5550145x', 'zoe fox', '%', '_'])
      expect(await listCustomers(`q=${encodeURIComponent(q)}`), q).toEqual([]);
    expect(await listCustomers('tag=VIP')).toMatchObject([{ name: 'Zoë O’Neill-Brown', tags: ['vip'] }]);
    expect((await restaurant.send('GET', '/customers/tags')).json).toEqual({ tags: ['vip'] });
  });

  it('are listed page by page in both orders', async () => {
    for (const sort of ['name', 'lastBooking']) {
      const allIds = (await listCustomers(`sort=${sort}&limit=100`)).map(({ id }) => id);
      const pagedIds: string[] = [];
      for (let after = ''; ; ) {
        const page = await listCustomers(`sort=${sort}&limit=2${after && `&starting_after=${after}`}`);
        pagedIds.push(...page.map(({ id }) => id));
        if (page.length < 2) break;
        after = page.at(-1)!.id;
      }
      expect(pagedIds).toEqual(allIds);
    }
    expectProblem(await restaurant.send('GET', '/customers?starting_after=cus_none'), 400, 'invalid_request');
  });

  it('are changed one version at a time, and cannot get the phone or email of another', async () => {
    const ann = await createCustomer({ name: 'Ann Lee', phone: '+12125550155', consents: { marketing: true } });
    const ben = await createCustomer({ name: 'Ben Roe', email: 'ben@example.com' });
    const change = (body: object) => restaurant.send('PATCH', `/customers/${ann.id}`, { body });
    const changedCustomer = expectStatus(
      200,
      await change({ notes: 'Window seat', language: 'es', consents: { texts: false }, version: 1 }),
    ).json;
    expect(changedCustomer).toMatchObject({
      version: 2,
      notes: 'Window seat',
      language: 'es',
      phone: '+12125550155',
      consents: { texts: { allowed: false }, marketing: { allowed: true } },
    });
    expectProblem(await change({ notes: 'x', version: 1 }), 409, 'conflict');
    const takenResponse = await change({ email: 'BEN@example.com' });
    expectProblem(takenResponse, 409, 'conflict');
    expect(takenResponse.json).toMatchObject({ reason: 'duplicate', customerId: ben.id });
    const duplicateResponse = await restaurant.send('POST', '/customers', {
      body: { name: 'Ann', phone: '2125550155' },
    });
    expect(duplicateResponse.json).toMatchObject({ reason: 'duplicate', customerId: ann.id });
    expectProblem(await change({ phone: 'x' }), 422, 'validation_failed');
    expectProblem(
      await restaurant.send('POST', '/customers', { body: { name: 'A', dateOfBirth: '1980-01-01' } }),
      422,
      'validation_failed',
    );
  });

  it('are not found by another workspace', async () => {
    const customer = await createCustomer({ name: 'Ona Other', phone: '+12125550156' });
    const { key } = await createWorkspace(service);
    const callOther = (method: string, path: string, body?: object) =>
      call(service, method, `/api/v1${path}`, { key, body });
    expectProblem(await callOther('GET', `/customers/${customer.id}`), 404, 'not_found');
    expectProblem(await callOther('PATCH', `/customers/${customer.id}`, { notes: 'x' }), 404, 'not_found');
    expectProblem(
      await callOther('POST', `/customers/${customer.id}/merge`, { customerId: customer.id }),
      404,
      'not_found',
    );
    expect((await callOther('GET', '/customers')).json.data).toEqual([]);
    expectStatus(201, await callOther('POST', '/customers', { name: 'Same phone', phone: '+12125550156' }));
  });

  it('are read by read-only keys and changed by agents', async () => {
    const { workspace, agent } = await createTeam(service);
    const { key } = await createApiKey(service, workspace, { scopes: ['customers:read'] });
    expect((await call(service, 'GET', '/api/v1/customers', { key })).status).toBe(200);
    expectProblem(
      await call(service, 'POST', '/api/v1/customers', { key, body: { name: 'A' } }),
      403,
      'insufficient_scope',
    );
    const response = await callAsMember(service, agent, workspace, 'POST', '/api/v1/customers', {
      name: 'By an agent',
    });
    expect(response.status).toBe(201);
  });

  it('are sent to webhooks only by id', async () => {
    await subscribeToAllEvents(service, restaurant.key);
    const { id } = await createCustomer({ name: 'Eve Ent', phone: '+12125550157' });
    expectStatus(200, await restaurant.send('PATCH', `/customers/${id}`, { body: { notes: 'x' } }));
    await book({ name: 'Eve', phone: '+12125550157' });
    const events = await runSql(`select type, data from events where data ->> 'id' = $1 order by created_at, id`, [id]);
    expect(events).toEqual([
      { type: 'customer.created', data: { id } },
      { type: 'customer.updated', data: { id } },
    ]);
  });
});

describe('a merge', () => {
  const merge = (id: string, customerId: string) =>
    restaurant.send('POST', `/customers/${id}/merge`, { body: { customerId } });

  it('moves everything, can be repeated, and makes the other’s id, phone and email lead to the first', async () => {
    const keptCustomer = await createCustomer({ name: 'Max Keep', phone: '+12125550161', tags: ['a'], notes: 'one' });
    const mergedCustomer = await createCustomer({
      name: 'Max K.',
      phone: '+12125550162',
      email: 'max@example.com',
      tags: ['b'],
      notes: 'two',
      language: 'fr',
    });
    const booking = await book({ name: 'Max', phone: '+12125550162' });
    const merged = expectStatus(200, await merge(keptCustomer.id, mergedCustomer.id)).json;
    expect(merged).toMatchObject({
      id: keptCustomer.id,
      name: 'Max Keep',
      phone: '+12125550161',
      email: 'max@example.com',
      tags: ['a', 'b'],
      notes: 'one\n\ntwo',
      language: 'fr',
      stats: { upcoming: 1 },
      otherContacts: [{ phone: '+12125550162', email: null }],
    });
    expect(expectStatus(200, await merge(keptCustomer.id, mergedCustomer.id)).json).toEqual(merged);
    expect(await getCustomer(mergedCustomer.id)).toEqual(merged);
    expect(await findCustomerIdOf(booking)).toBe(keptCustomer.id);
    expect(await findCustomerIdOf(await book({ name: 'Max', phone: '+12125550162' }))).toBe(keptCustomer.id);
    expect((await listCustomers('q=Max')).map(({ id }) => id)).toEqual([keptCustomer.id]);
    expect((await restaurant.send('GET', `/bookings?customerId=${mergedCustomer.id}`)).json.data).toHaveLength(2);
    expect(
      await runSql(`select subject, reason from audit_entries where action = 'customer.merge' and subject = $1`, [
        keptCustomer.id,
      ]),
    ).toEqual([{ subject: keptCustomer.id, reason: mergedCustomer.id }]);
    expectProblem(await merge(keptCustomer.id, keptCustomer.id), 409, 'conflict');
    expectProblem(await merge(keptCustomer.id, 'cus_none'), 404, 'not_found');
  });

  it('loses no booking made at the same time, even if two merges cross', async () => {
    const phones = ['+12125550163', '+12125550164'];
    const [firstCustomer, secondCustomer] = [
      await createCustomer({ name: 'One', phone: phones[0] }),
      await createCustomer({ name: 'Two', phone: phones[1] }),
    ];
    const [bookings] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, (_, n) => book({ name: 'C', phone: phones[n % 2] }))),
      merge(firstCustomer.id, secondCustomer.id),
      merge(secondCustomer.id, firstCustomer.id),
    ]);
    const targetId = (await getCustomer(firstCustomer.id)).id;
    expect((await getCustomer(secondCustomer.id)).id).toBe(targetId);
    expect(await Promise.all(bookings.map((booking) => findCustomerIdOf(booking)))).toEqual(Array(10).fill(targetId));
  });
});

describe('an import', () => {
  const startImport = (csv: string) => restaurant.send('POST', '/customers/imports', { body: { csv } });
  const runImport = async (csv: string) => {
    const { id } = expectStatus(201, await startImport(csv)).json;
    await vi.waitFor(
      async () => expect((await restaurant.send('GET', `/customers/imports/${id}`)).json.status).toBe('finished'),
      { timeout: 60_000 },
    );
    return (await restaurant.send('GET', `/customers/imports/${id}`)).json;
  };

  it('adds and updates customers, reports errors by line, and changes nothing when repeated', async () => {
    const knownCustomer = await createCustomer({ name: 'Ida', phone: '+12125550171' });
    const clashingCustomer = await createCustomer({ name: 'Clash', email: 'clash@example.com' });
    const csv = [
      'name,phone,email,tags,marketing',
      'Ida Import,2125550171,ida@example.com,"regular,vip",yes',
      'Jo New,212-555-0172,,,',
      'Nobody,,,,',
      `Wrong,2125550171,${clashingCustomer.email},,`,
      'Bad,12,,,',
    ].join('\r\n');
    expect(await runImport(csv)).toMatchObject({
      total: 5,
      read: 5,
      created: 1,
      updated: 1,
      unchanged: 0,
      failed: 3,
      errors: [
        { line: 4, detail: 'There is neither a phone nor an email.' },
        { line: 5, detail: 'The phone and the email belong to two customers. Merge them first.' },
        { line: 6, detail: '“12” is not a phone number.' },
      ],
    });
    expect(await getCustomer(knownCustomer.id)).toMatchObject({
      name: 'Ida Import',
      email: 'ida@example.com',
      tags: ['regular', 'vip'],
      version: 2,
      consents: { marketing: { allowed: true } },
    });
    expect(await runImport(csv)).toMatchObject({ created: 0, updated: 0, unchanged: 2, failed: 3 });
    expect((await getCustomer(knownCustomer.id)).version).toBe(2);
    expect(await runSql('select from customer_imports where file is not null')).toEqual([]);
    expectProblem(await startImport('Dana,1'), 422, 'validation_failed');
  });

  it('reads an export back without a change', async () => {
    await createCustomer({ name: '=cmd()', phone: '+12125550173', notes: 'a "quoted", line\nand another' });
    const { text, headers } = await restaurant.send('GET', '/customers?format=csv');
    expect(headers.get('content-disposition')).toBe('attachment; filename="customers.csv"');
    expect(text).toContain("'=cmd()");
    expect(text).toContain("'+12125550173");
    const { total, unchanged, errors } = await runImport(text);
    expect({ unchanged, errors }).toEqual({ unchanged: total - errors.length, errors });
    expect(total).toBe(text.match(/cus_/g)!.length);
  });
});
