// Tests MCP with the protocol's own client over a real socket.
import { beforeAll, describe, expect, it } from 'vitest';
import { type Agent, connectAgent } from '../../../test/agent.ts';
import { createEveryDayHours, NOW, openBusiness, type TestBusiness } from '../../../test/business.ts';
import { expectProblem } from '../../../test/expect.ts';
import {
  call,
  createApiKey,
  createWorkspace,
  queryAsDbOwner,
  type Service,
  signUp,
  startService,
} from '../../../test/harness.ts';

let service: Service;
let restaurant: TestBusiness;
let agent: Agent;

const CUSTOMER = { name: 'Dana Fox', phone: '+12125550142' };
const createReservationAt = (startsAt: string, overrides = {}) => ({
  partySize: 2,
  startsAt,
  customer: CUSTOMER,
  ...overrides,
});
const clockHeader = (now: string) => ({ 'x-test-clock': now });
const readBookings = async (workspace: { id: string }) =>
  (
    await queryAsDbOwner(service.connection, 'select * from bookings where workspace_id = $1 order by id', [
      workspace.id,
    ])
  ).rows;

const RESTAURANT = {
  name: 'Bella Vista',
  timezone: 'America/New_York',
  hours: createEveryDayHours(['17:00', '22:00']),
  closures: [],
  contact: { phone: '+1 212 555 0100', address: '1 Main Street' },
  handoff: { email: 'secret-desk@bella.example' },
  booking: { noticeMinutes: 60, horizonDays: 30, slotMinutes: 30, cancelUntilMinutes: 120 },
  policies: { cancellation: 'Free until two hours before.' },
  restaurant: { menu: [{ id: 'soup', name: 'Soup' }], tables: [{ id: 't1', name: 'One', seats: 2 }] },
};

beforeAll(async () => {
  service = await startService();
  restaurant = await openBusiness(service, 'restaurant', RESTAURANT);
  agent = await connectAgent(service, restaurant.key, clockHeader(NOW));
});

describe('an agent', () => {
  it('learns the business’s name and its tools', async () => {
    expect(agent.client.getServerVersion()).toMatchObject({ name: 'frontdesk', title: 'Bella Vista' });
    expect(agent.client.getInstructions()).toContain('America/New_York');
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'restaurant_menu',
      'restaurant_dietary',
      'restaurant_reserve',
      'booking_find',
      'booking_change',
      'booking_cancel',
      'general_hours',
      'general_contact',
    ]);
    const findTool = (name: string) => tools.find((tool) => tool.name === name)!;
    expect(findTool('restaurant_menu').annotations).toMatchObject({ readOnlyHint: true });
    expect(findTool('restaurant_reserve')).toMatchObject({
      title: 'Reserve a table',
      annotations: { readOnlyHint: false, destructiveHint: false },
      inputSchema: {
        type: 'object',
        required: ['partySize', 'startsAt'],
        properties: { customer: { description: 'Required, unless `checkOnly` is true' } },
      },
    });
    expect(findTool('restaurant_reserve').inputSchema).not.toHaveProperty('else');
    expect(findTool('booking_cancel').annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  });

  it('reserves a table, and the business sees it', async () => {
    const { isError, content, value } = await agent.call('restaurant_reserve', createReservationAt('2026-11-18T19:00'));
    expect({ isError, content }).toMatchObject({
      isError: false,
      content: { kind: 'reservation', status: 'confirmed' },
    });
    expect(value).toEqual(content);
    const { json } = await restaurant.send('GET', `/bookings/${content.id}`);
    expect(json).toEqual(content);
  });

  it('is refused a taken table and offered alternatives, and nothing is stored', async () => {
    const bookingsBefore = await readBookings(restaurant);
    const { isError, content, value } = await agent.call('restaurant_reserve', createReservationAt('2026-11-18T19:00'));
    expect(isError).toBe(true);
    expect(value).toBeUndefined();
    expect(content).toMatchObject({ code: 'slot_unavailable', status: 409, reason: 'full' });
    expect(content.type).toBe(`${service.config.publicUrl}/problems#slot_unavailable`);
    expect(content.requestId).toMatch(/^req_/);
    expect(content.alternatives.length).toBeGreaterThan(0);
    expect(await readBookings(restaurant)).toEqual(bookingsBefore);
    const secondAttempt = await agent.call('restaurant_reserve', createReservationAt(content.alternatives[0].startsAt));
    expect(secondAttempt).toMatchObject({ isError: false, content: { startsAt: content.alternatives[0].startsAt } });
  });

  it('gets all errors in its arguments', async () => {
    const { isError, content } = await agent.call('restaurant_reserve', { ...createReservationAt('soon'), vip: true });
    expect(isError).toBe(true);
    expect(content).toMatchObject({ code: 'validation_failed', status: 422, errors: [{ pointer: '/vip' }, {}] });
  });

  it('can do a dry run', async () => {
    const bookingsBefore = await readBookings(restaurant);
    const checkResult = await agent.call(
      'restaurant_reserve',
      createReservationAt('2026-11-20T19:00', { checkOnly: true }),
    );
    expect(checkResult).toMatchObject({ isError: false, content: { available: true } });
    const { customer: _, ...anonymousReservation } = createReservationAt('2026-11-20T19:00');
    const anonymousCheck = await agent.call('restaurant_reserve', { ...anonymousReservation, checkOnly: true });
    expect(anonymousCheck).toEqual(checkResult);
    const anonymousBooking = await agent.call('restaurant_reserve', anonymousReservation);
    expect(anonymousBooking).toMatchObject({
      isError: true,
      content: { code: 'validation_failed', errors: [{ pointer: '/customer' }] },
    });
    const dryRunResult = await agent.call(
      'restaurant_reserve',
      createReservationAt('2026-11-20T19:00', { dryRun: true }),
    );
    expect(dryRunResult).toMatchObject({ isError: false, content: { status: 'confirmed' } });
    expect(await readBookings(restaurant)).toEqual(bookingsBefore);
  });

  it('books once with the same idempotency key', async () => {
    const reservation = createReservationAt('2026-11-21T19:00');
    const firstResult = await agent.call('restaurant_reserve', reservation, 'once');
    const repeatedResult = await agent.call('restaurant_reserve', reservation, 'once');
    expect(firstResult.isError).toBe(false);
    expect(repeatedResult).toEqual(firstResult);
    await expect(agent.call('restaurant_reserve', { ...reservation, partySize: 1 }, 'once')).rejects.toThrow(
      /idempotency_mismatch/,
    );
    expect((await readBookings(restaurant)).filter(({ id }) => id === firstResult.content.id)).toHaveLength(1);
  });

  it('gets an error for unknown tools and resources', async () => {
    await expect(agent.call('restaurant_burn')).rejects.toThrow('There is no tool restaurant_burn.');
    await expect(agent.client.readResource({ uri: 'frontdesk://business/salon' })).rejects.toThrow('no resource');
    expect(await agent.call('salon_services')).toMatchObject({
      isError: true,
      content: { code: 'industry_not_active' },
    });
  });
});

describe('a customer’s booking', () => {
  it('is found only by its code, or by name and phone', async () => {
    const { content: booking } = await agent.call('restaurant_reserve', createReservationAt('2026-11-22T19:00'));
    const findResult = await agent.call('booking_find', { code: booking.code.toLowerCase() });
    expect(findResult.content.bookings).toEqual([booking]);
    const { content: foundByName } = await agent.call('booking_find', { name: 'dana fox', phone: '(212) 555-0142' });
    expect(foundByName.bookings).toContainEqual(booking);
    for (const claim of [{}, { name: 'Dana Fox' }, { code: 'AAAAAA' }, { name: 'Dana Fox', phone: '+12125550100' }]) {
      expect(await agent.call('booking_find', claim)).toMatchObject({ isError: true, content: { code: 'not_found' } });
    }
  });

  it('can be moved and canceled only until the deadline, even with the business’s key', async () => {
    const { content: booking } = await agent.call('restaurant_reserve', createReservationAt('2026-11-23T19:00'));
    const { code } = booking;
    const moveResult = await agent.call('booking_change', { code, startsAt: '2026-11-23T20:00' });
    expect(moveResult).toMatchObject({
      isError: false,
      content: { id: booking.id, startsAt: '2026-11-23T20:00:00-05:00' },
    });

    const lateAgent = await connectAgent(service, restaurant.key, clockHeader('2026-11-23T18:01:00-05:00'));
    for (const [tool, overrides] of [
      ['booking_cancel', {}],
      ['booking_change', { startsAt: '2026-11-23T21:00' }],
    ] as const) {
      const lateResult = await lateAgent.call(tool, { code, ...overrides });
      expect(lateResult).toMatchObject({
        isError: true,
        content: { code: 'conflict', reason: 'too_late', detail: 'Free until two hours before.' },
      });
    }
    const timelyAgent = await connectAgent(service, restaurant.key, clockHeader('2026-11-23T17:59:00-05:00'));
    expect(await timelyAgent.call('booking_cancel', { code })).toMatchObject({ content: { status: 'cancelled' } });
    expect(await timelyAgent.call('booking_cancel', { code })).toMatchObject({
      isError: true,
      content: { code: 'not_found' },
    });
  });

  it('is not found from another business', async () => {
    const otherBusiness = await openBusiness(service, 'restaurant', RESTAURANT);
    const otherAgent = await connectAgent(service, otherBusiness.key, clockHeader(NOW));
    const { content: booking } = await agent.call('restaurant_reserve', createReservationAt('2026-11-24T19:00'));
    for (const tool of ['booking_find', 'booking_cancel'])
      expect(await otherAgent.call(tool, { code: booking.code })).toMatchObject({ content: { code: 'not_found' } });
    expect(await readBookings(otherBusiness)).toEqual([]);
    expect((await agent.call('booking_find', { code: booking.code })).content.bookings).toEqual([booking]);
  });
});

describe('public business data', () => {
  it('is available as resources', async () => {
    const { resources } = await agent.client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([
      'frontdesk://business',
      'frontdesk://business/faqs',
      'frontdesk://business/restaurant',
    ]);
    const readResource = async (uri: string) => {
      const { contents } = await agent.client.readResource({ uri });
      return JSON.parse((contents[0] as { text: string }).text);
    };
    expect(await readResource('frontdesk://business')).toMatchObject({
      name: 'Bella Vista',
      contact: RESTAURANT.contact,
    });
    expect(await readResource('frontdesk://business/restaurant')).toMatchObject({
      menu: [{ id: 'soup', name: 'Soup' }],
    });
  });

  it('is available through tools for hours and contact', async () => {
    const { content } = await agent.call('general_hours', { from: '2026-11-18', days: 1 });
    expect(content).toMatchObject({ timezone: 'America/New_York', openNow: false });
    const periods = [{ from: '2026-11-18T17:00:00-05:00', to: '2026-11-18T22:00:00-05:00' }];
    expect(content.days).toEqual([{ date: '2026-11-18', weekday: 'wed', periods }]);
    expect((await agent.call('general_contact')).content).toEqual({ name: 'Bella Vista', ...RESTAURANT.contact });
  });
});

describe('access', () => {
  const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const postMessage = (options: Parameters<typeof call>[3]) =>
    call(service, 'POST', '/mcp', { body: PING, ...options });

  it('requires a secret key with the scope', async () => {
    expectProblem(await postMessage({}), 401, 'missing_api_key');
    expectProblem(await postMessage({ key: 'fd_sk_live_nothing' }), 401, 'invalid_api_key');
    const { id, key } = await createWorkspace(service);
    const { key: readOnlyKey } = await createApiKey(service, id, { scopes: ['bookings:read'] });
    expectProblem(await postMessage({ key: readOnlyKey }), 403, 'insufficient_scope');
    const origins = ['https://bella.example'];
    const { key: publishableKey } = await createApiKey(service, id, { kind: 'publishable', origins });
    expectProblem(
      await postMessage({ key: publishableKey, headers: { origin: origins[0]! } }),
      403,
      'insufficient_scope',
    );
    expectProblem(await postMessage({ cookie: (await signUp(service)).cookie }), 403, 'insufficient_scope');
    expect((await postMessage({ key })).json).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  });

  it('is limited to the tools that the key’s other scopes allow', async () => {
    const { rows } = await queryAsDbOwner(service.connection, 'select live_id from workspaces where id = $1', [
      restaurant.id,
    ]);
    const scopes = ['mcp', 'bookings:read'];
    const { key } = await createApiKey(service, rows[0].live_id, { mode: 'test', scopes });
    const readOnlyAgent = await connectAgent(service, key, clockHeader(NOW));
    expect(await readOnlyAgent.listToolNames()).toEqual([
      'restaurant_menu',
      'restaurant_dietary',
      'booking_find',
      'general_hours',
      'general_contact',
    ]);
    expect((await readOnlyAgent.call('restaurant_menu')).content.items).toMatchObject([{ id: 'soup' }]);
    expect(await readOnlyAgent.call('restaurant_reserve', createReservationAt('2026-11-25T19:00'))).toMatchObject({
      isError: true,
      content: { code: 'insufficient_scope', detail: 'This key lacks the scope bookings:write.' },
    });
  });

  it('does not replay results of a key with other scopes', async () => {
    const { rows } = await queryAsDbOwner(service.connection, 'select live_id from workspaces where id = $1', [
      restaurant.id,
    ]);
    const limitedKey = await createApiKey(service, rows[0].live_id, { mode: 'test', scopes: ['mcp'] });
    const limitedAgent = await connectAgent(service, limitedKey.key, clockHeader(NOW));
    const { content } = await agent.call('restaurant_reserve', createReservationAt('2026-11-27T19:00'));
    const findResult = await agent.call('booking_find', { code: content.code }, 'known');
    expect(findResult.content.bookings).toMatchObject([{ id: content.id }]);
    await expect(limitedAgent.call('booking_find', { code: content.code }, 'known')).rejects.toThrow(
      /idempotency_mismatch/,
    );
    expect(await agent.call('booking_find', { code: content.code }, 'known')).toEqual(findResult);
  });

  it('ends with the next message after the key is revoked', async () => {
    const { id, key, keyId } = await createWorkspace(service);
    const agentBeforeRevocation = await connectAgent(service, key);
    expect(await agentBeforeRevocation.listToolNames()).toContain('booking_find');
    await queryAsDbOwner(service.connection, 'update api_keys set revoked_at = now() where id = $1', [keyId]);
    await expect.poll(async () => (await postMessage({ key })).json.code).toBe('revoked_api_key');
    await expect(agentBeforeRevocation.listToolNames()).rejects.toThrow(/revoked_api_key/);
    await expect(agentBeforeRevocation.call('booking_find', { code: 'AAAAAA' })).rejects.toThrow(/revoked_api_key/);
    const agentWithNewKey = await connectAgent(service, (await createApiKey(service, id)).key);
    expect(await agentWithNewKey.listToolNames()).toContain('booking_find');
  });

  it('requires POST with a valid protocol message', async () => {
    const { key } = restaurant;
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const response = await call(service, method, '/mcp', { key });
      expectProblem(response, 405, 'method_not_allowed');
      expect(response.headers.get('allow')).toBe('POST');
    }
    expectProblem(await call(service, 'POST', '/api/v1/mcp', { key, body: PING }), 404, 'not_found');
    expectProblem(await postMessage({ key, body: '{' }), 400, 'invalid_json');
    for (const body of [null, [PING], { jsonrpc: '1.0', id: 1, method: 'ping' }, { ...PING, junk: 1 }])
      expectProblem(await postMessage({ key, body: JSON.stringify(body) }), 422, 'validation_failed');
    expectProblem(await postMessage({ key, body: { jsonrpc: '2.0' } }), 400, 'invalid_request');
    expectProblem(
      await postMessage({ key, headers: { 'mcp-protocol-version': '1999-01-01' } }),
      400,
      'invalid_request',
    );
    expect(await postMessage({ key, body: { jsonrpc: '2.0', method: 'notifications/initialized' } })).toMatchObject({
      status: 202,
      text: '',
    });
  });

  it('counts every call, including refused tool calls', async () => {
    const { key } = await createWorkspace(service, { plan: 'starter' });
    const remainingCalls = async (body: object) =>
      Number((await postMessage({ key, body })).headers.get('x-ratelimit-remaining'));
    const callsBefore = await remainingCalls(PING);
    const params = { name: 'booking_cancel', arguments: { code: 'AAAAAA' } };
    expect(await remainingCalls({ jsonrpc: '2.0', id: 2, method: 'tools/call', params })).toBe(callsBefore - 1);
    const { text } = await call(service, 'GET', '/metrics');
    expect(text).toMatch(/route="\/mcp"/);
  });
});
