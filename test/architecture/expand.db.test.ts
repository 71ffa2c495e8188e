// `expand` adds the objects that a response refers to, for callers who may read them.
import { beforeAll, describe, expect, it } from 'vitest';
import { expectStatus, openBusiness, type TestBusiness } from '../business.ts';
import { expectProblem } from '../expect.ts';
import { call, createApiKey, queryAsDbOwner, type Service, startService, subscribeToAllEvents } from '../harness.ts';
import { callFromWidget, ORIGIN, startVisitorSession } from '../visitor.ts';

let service: Service;
let liveWorkspaceId: string;
let business: TestBusiness;
let visit: { id: string };
let booking: { id: string; conversationId: string };

const CUSTOMER = { name: 'Dana Fox', phone: '212 555 0142' };
const get = (path: string, key = business.key) => call(service, 'GET', path, { key });

beforeAll(async () => {
  service = await startService(undefined, { jobs: 'off' });
  business = await openBusiness(service, ['restaurant', 'medical', 'fitness']);
  const ids = await queryAsDbOwner(service.connection, 'select live_id from workspaces where id = $1', [business.id]);
  liveWorkspaceId = ids.rows[0].live_id;
  await subscribeToAllEvents(service, business.key);
  const sendChat = async (message: string, conversationId?: string) => {
    const body = {
      message,
      businessType: 'restaurant',
      customer: CUSTOMER,
      ...(conversationId ? { conversationId } : {}),
    };
    return expectStatus(200, await business.send('POST', '/chat', { body })).json.conversationId as string;
  };
  await sendChat('yes', await sendChat('A table for 2 on November 20 at 7pm, please'));
  for (const hour of [12, 13]) {
    const body = { partySize: 2, startsAt: `2026-11-20T${hour}:00`, customer: CUSTOMER };
    expectStatus(201, await business.send('POST', '/restaurant/reservations', { body }));
  }
  const patient = { name: 'Ada Grey', dateOfBirth: '1961-05-03', phone: '212 555 0143' };
  const visitBody = { visitType: 'physical', startsAt: '2026-11-19T12:00', patient };
  visit = expectStatus(201, await business.send('POST', '/medical/appointments', { body: visitBody })).json;
  const request = { type: 'inquiry', customer: CUSTOMER, notes: 'x' };
  expectStatus(201, await business.send('POST', '/fitness/membership', { body: request }));
  const { data } = expectStatus(200, await get('/api/v1/bookings?kind=reservation')).json;
  booking = data.find(({ conversationId }: { conversationId: string | null }) => conversationId);
});

describe('expand', () => {
  it('adds the customer and the conversation of bookings, in lists and one by one', async () => {
    const { data } = expectStatus(
      200,
      await get('/api/v1/bookings?kind=reservation&expand=knownCustomer,conversation'),
    ).json;
    expect(data).toHaveLength(3);
    for (const { knownCustomer, customer } of data) {
      expect(knownCustomer).toMatchObject({ id: expect.stringMatching(/^cus_/), name: customer.name, sealed: false });
    }
    const { conversationId } = booking;
    expect(data.map(({ conversation }: { conversation: { id: string } | null }) => conversation?.id ?? null)).toEqual([
      null,
      null,
      conversationId,
    ]);
    const single = expectStatus(
      200,
      await get(`/api/v1/bookings/${booking.id}?expand=conversation&expand=knownCustomer`),
    ).json;
    expect(single).toEqual(data[2]);
    expect(expectStatus(200, await get(`/api/v1/bookings/${booking.id}`)).json).not.toHaveProperty('knownCustomer');
  });

  it.each([
    ['/api/v1/restaurant/reservations?expand=knownCustomer', 'knownCustomer'],
    ['/api/conversations?expand=knownCustomer', 'knownCustomer'],
    ['/api/requests?expand=knownCustomer', 'knownCustomer'],
    ['/api/events?type=customer.created&expand=knownCustomer', 'knownCustomer'],
    ['/api/events?type=booking.created&expand=knownCustomer', 'knownCustomer'],
    ['/api/events?type=message.received&expand=knownCustomer', 'knownCustomer'],
    ['/api/events?type=membership.requested&expand=knownCustomer', 'knownCustomer'],
    ['/api/events?type=booking.created&expand=booking', 'booking'],
    ['/api/events?type=conversation.created&expand=conversation', 'conversation'],
  ])('adds the object to the entries of %s', async (path, field) => {
    const { data } = expectStatus(200, await get(path)).json;
    expect(data[0][field]).toMatchObject({ id: expect.any(String), createdAt: expect.any(String) });
    const { data: unexpandedData } = expectStatus(
      200,
      await get(path.replace(/.expand=\w+/, '').replace('&', '?')),
    ).json;
    expect(unexpandedData[0]).not.toHaveProperty(field);
  });

  it('adds a sealed patient to bookings and events', async () => {
    const { knownCustomer } = expectStatus(200, await get(`/api/v1/bookings/${visit.id}?expand=knownCustomer`)).json;
    expect(knownCustomer).toMatchObject({ name: 'Ada Grey', sealed: true });
    const [event] = expectStatus(200, await get(`/api/events?objectId=${visit.id}&expand=booking`)).json.data;
    expect(event).toMatchObject({ data: { id: visit.id }, booking: { id: visit.id, customer: { name: 'Ada Grey' } } });
  });

  it('lists the fields that can be expanded if another one is requested', async () => {
    const response = await get('/api/v1/bookings?expand=customer');
    expectProblem(response, 400, 'invalid_request');
    expect(response.json.errors).toEqual([
      { pointer: '/expand/0', detail: 'must be one of knownCustomer, conversation' },
    ]);
  });

  it('requires the scope of the expanded object', async () => {
    const { key } = await createApiKey(service, liveWorkspaceId, {
      mode: 'test',
      scopes: ['bookings:read', 'conversations:read'],
    });
    expectStatus(200, await get('/api/v1/bookings?expand=conversation', key));
    expectProblem(await get('/api/v1/bookings?expand=conversation,knownCustomer', key), 403, 'insufficient_scope');
    expectProblem(await get(`/api/v1/bookings/${booking.id}?expand=knownCustomer`, key), 403, 'insufficient_scope');
  });

  it('is not allowed for a visitor', async () => {
    const { key } = await createApiKey(service, liveWorkspaceId, {
      mode: 'test',
      kind: 'publishable',
      origins: [ORIGIN],
    });
    const { token } = await startVisitorSession(service, { key });
    const body = { message: 'Hello', customer: CUSTOMER };
    const { json } = expectStatus(200, await callFromWidget(service, { key }, 'POST', '/api/chat', { token, body }));
    const path = `/api/conversations/${json.conversationId}`;
    expectStatus(200, await callFromWidget(service, { key }, 'GET', path, { token }));
    const rejected = await callFromWidget(service, { key }, 'GET', `${path}?expand=knownCustomer`, { token });
    expectProblem(rejected, 403, 'insufficient_scope');
  });
});
