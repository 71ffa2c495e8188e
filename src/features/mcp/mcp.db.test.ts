// Tests MCP with the protocol's own client over a real socket.
import { beforeAll, describe, expect, it } from 'vitest';
import { type Agent, connectAgent } from '../../../test/agent.ts';
import { everyDay, NOW, openBusiness, type TestBusiness } from '../../../test/business.ts';
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
let bella: TestBusiness;
let agent: Agent;

const dana = { name: 'Dana Fox', phone: '+12125550142' };
const table = (startsAt: string, overrides = {}) => ({ partySize: 2, startsAt, customer: dana, ...overrides });
const clockHeader = (now: string) => ({ 'x-test-clock': now });
const bookings = async (workspace: { id: string }) =>
  (
    await queryAsDbOwner(service.connection, 'select * from bookings where workspace_id = $1 order by id', [
      workspace.id,
    ])
  ).rows;

const RESTAURANT = {
  name: 'Bella Vista',
  timezone: 'America/New_York',
  hours: everyDay(['17:00', '22:00']),
  closures: [],
  contact: { phone: '+1 212 555 0100', address: '1 Main Street' },
  handoff: { email: 'secret-desk@bella.example' },
  booking: { noticeMinutes: 60, horizonDays: 30, slotMinutes: 30, cancelUntilMinutes: 120 },
  policies: { cancellation: 'Free until two hours before.' },
  restaurant: { menu: [{ id: 'soup', name: 'Soup' }], tables: [{ id: 't1', name: 'One', seats: 2 }] },
};

beforeAll(async () => {
  service = await startService();
  bella = await openBusiness(service, 'restaurant', RESTAURANT);
  agent = await connectAgent(service, bella.key, clockHeader(NOW));
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
    const { isError, content, value } = await agent.call('restaurant_reserve', table('2026-11-18T19:00'));
    expect({ isError, content }).toMatchObject({
      isError: false,
      content: { kind: 'reservation', status: 'confirmed' },
    });
    expect(value).toEqual(content);
    const { json } = await bella.send('GET', `/bookings/${content.id}`);
    expect(json).toEqual(content);
  });

  it('is refused a taken table with alternatives, and nothing is stored', async () => {
    const bookingsBefore = await bookings(bella);
    const { isError, content, value } = await agent.call('restaurant_reserve', table('2026-11-18T19:00'));
    expect(isError).toBe(true);
    expect(value).toBeUndefined();
    expect(content).toMatchObject({ code: 'slot_unavailable', status: 409, reason: 'full' });
    expect(content.type).toBe(`${service.config.publicUrl}/problems#slot_unavailable`);
    expect(content.requestId).toMatch(/^req_/);
    expect(content.alternatives.length).toBeGreaterThan(0);
    expect(await bookings(bella)).toEqual(bookingsBefore);
    const secondAttempt = await agent.call('restaurant_reserve', table(content.alternatives[0].startsAt));
    expect(secondAttempt).toMatchObject({ isError: false, content: { startsAt: content.alternatives[0].startsAt } });
  });

  it('gets all errors in its arguments', async () => {
    const { isError, content } = await agent.call('restaurant_reserve', { ...table('soon'), vip: true });
    expect(isError).toBe(true);
    expect(content).toMatchObject({ code: 'validation_failed', status: 422, errors: [{ pointer: '/vip' }, {}] });
  });

  it('can do a dry run', async () => {
    const bookingsBefore = await bookings(bella);
    const checked = await agent.call('restaurant_reserve', table('2026-11-20T19:00', { checkOnly: true }));
    expect(checked).toMatchObject({ isError: false, content: { available: true } });
    const { customer: _, ...forNobody } = table('2026-11-20T19:00');
    const checkedForNobody = await agent.call('restaurant_reserve', { ...forNobody, checkOnly: true });
    expect(checkedForNobody).toEqual(checked);
    const bookedForNobody = await agent.call('restaurant_reserve', forNobody);
    expect(bookedForNobody).toMatchObject({
      isError: true,
      content: { code: 'validation_failed', errors: [{ pointer: '/customer' }] },
    });
    const dry = await agent.call('restaurant_reserve', table('2026-11-20T19:00', { dryRun: true }));
    expect(dry).toMatchObject({ isError: false, content: { status: 'confirmed' } });
    expect(await bookings(bella)).toEqual(bookingsBefore);
  });

  it('books once with the same idempotency key', async () => {
    const reservation = table('2026-11-21T19:00');
    const first = await agent.call('restaurant_reserve', reservation, 'once');
    const repeated = await agent.call('restaurant_reserve', reservation, 'once');
    expect(first.isError).toBe(false);
    expect(repeated).toEqual(first);
    await expect(agent.call('restaurant_reserve', { ...reservation, partySize: 1 }, 'once')).rejects.toThrow(
      /idempotency_mismatch/,
    );
    expect((await bookings(bella)).filter(({ id }) => id === first.content.id)).toHaveLength(1);
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
    const { content: booking } = await agent.call('restaurant_reserve', table('2026-11-22T19:00'));
    const found = await agent.call('booking_find', { code: booking.code.toLowerCase() });
    expect(found.content.bookings).toEqual([booking]);
    const { content: byName } = await agent.call('booking_find', { name: 'dana fox', phone: '(212) 555-0142' });
    expect(byName.bookings).toContainEqual(booking);
    for (const claim of [{}, { name: 'Dana Fox' }, { code: 'AAAAAA' }, { name: 'Dana Fox', phone: '+12125550100' }]) {
      expect(await agent.call('booking_find', claim)).toMatchObject({ isError: true, content: { code: 'not_found' } });
    }
  });

  it('can be moved and canceled only until the deadline, even with the business’s key', async () => {
    const { content: booking } = await agent.call('restaurant_reserve', table('2026-11-23T19:00'));
    const { code } = booking;
    const moved = await agent.call('booking_change', { code, startsAt: '2026-11-23T20:00' });
    expect(moved).toMatchObject({ isError: false, content: { id: booking.id, startsAt: '2026-11-23T20:00:00-05:00' } });

    const lateAgent = await connectAgent(service, bella.key, clockHeader('2026-11-23T18:01:00-05:00'));
    for (const [tool, overrides] of [
      ['booking_cancel', {}],
      ['booking_change', { startsAt: '2026-11-23T21:00' }],
    ] as const) {
      const rejected = await lateAgent.call(tool, { code, ...overrides });
      expect(rejected).toMatchObject({
        isError: true,
        content: { code: 'conflict', reason: 'too_late', detail: 'Free until two hours before.' },
      });
    }
    const inTime = await connectAgent(service, bella.key, clockHeader('2026-11-23T17:59:00-05:00'));
    expect(await inTime.call('booking_cancel', { code })).toMatchObject({ content: { status: 'cancelled' } });
    expect(await inTime.call('booking_cancel', { code })).toMatchObject({
      isError: true,
      content: { code: 'not_found' },
    });
  });

  it('is not found from another business', async () => {
    const other = await openBusiness(service, 'restaurant', RESTAURANT);
    const otherAgent = await connectAgent(service, other.key, clockHeader(NOW));
    const { content: booking } = await agent.call('restaurant_reserve', table('2026-11-24T19:00'));
    for (const tool of ['booking_find', 'booking_cancel'])
      expect(await otherAgent.call(tool, { code: booking.code })).toMatchObject({ content: { code: 'not_found' } });
    expect(await bookings(other)).toEqual([]);
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
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const post = (options: Parameters<typeof call>[3]) => call(service, 'POST', '/mcp', { body: ping, ...options });

  it('requires a secret key with the scope', async () => {
    expectProblem(await post({}), 401, 'missing_api_key');
    expectProblem(await post({ key: 'fd_sk_live_nothing' }), 401, 'invalid_api_key');
    const { id, key } = await createWorkspace(service);
    const { key: reader } = await createApiKey(service, id, { scopes: ['bookings:read'] });
    expectProblem(await post({ key: reader }), 403, 'insufficient_scope');
    const origins = ['https://bella.example'];
    const { key: page } = await createApiKey(service, id, { kind: 'publishable', origins });
    expectProblem(await post({ key: page, headers: { origin: origins[0]! } }), 403, 'insufficient_scope');
    expectProblem(await post({ cookie: (await signUp(service)).cookie }), 403, 'insufficient_scope');
    expect((await post({ key })).json).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  });

  it('is limited to the tools that the key’s other scopes allow', async () => {
    const { rows } = await queryAsDbOwner(service.connection, 'select live_id from workspaces where id = $1', [
      bella.id,
    ]);
    const scopes = ['mcp', 'bookings:read'];
    const { key } = await createApiKey(service, rows[0].live_id, { mode: 'test', scopes });
    const reader = await connectAgent(service, key, clockHeader(NOW));
    expect(await reader.toolNames()).toEqual([
      'restaurant_menu',
      'restaurant_dietary',
      'booking_find',
      'general_hours',
      'general_contact',
    ]);
    expect((await reader.call('restaurant_menu')).content.items).toMatchObject([{ id: 'soup' }]);
    expect(await reader.call('restaurant_reserve', table('2026-11-25T19:00'))).toMatchObject({
      isError: true,
      content: { code: 'insufficient_scope', detail: 'This key lacks the scope bookings:write.' },
    });
  });

  it('does not replay answers of a key with other scopes', async () => {
    const { rows } = await queryAsDbOwner(service.connection, 'select live_id from workspaces where id = $1', [
      bella.id,
    ]);
    const other = await createApiKey(service, rows[0].live_id, { mode: 'test', scopes: ['mcp'] });
    const powerless = await connectAgent(service, other.key, clockHeader(NOW));
    const { content } = await agent.call('restaurant_reserve', table('2026-11-27T19:00'));
    const found = await agent.call('booking_find', { code: content.code }, 'known');
    expect(found.content.bookings).toMatchObject([{ id: content.id }]);
    await expect(powerless.call('booking_find', { code: content.code }, 'known')).rejects.toThrow(
      /idempotency_mismatch/,
    );
    expect(await agent.call('booking_find', { code: content.code }, 'known')).toEqual(found);
  });

  it('ends with the next message after the key is revoked', async () => {
    const { id, key, keyId } = await createWorkspace(service);
    const agentBeforeRevocation = await connectAgent(service, key);
    expect(await agentBeforeRevocation.toolNames()).toContain('booking_find');
    await queryAsDbOwner(service.connection, 'update api_keys set revoked_at = now() where id = $1', [keyId]);
    await expect.poll(async () => (await post({ key })).json.code).toBe('revoked_api_key');
    await expect(agentBeforeRevocation.toolNames()).rejects.toThrow(/revoked_api_key/);
    await expect(agentBeforeRevocation.call('booking_find', { code: 'AAAAAA' })).rejects.toThrow(/revoked_api_key/);
    const other = await connectAgent(service, (await createApiKey(service, id)).key);
    expect(await other.toolNames()).toContain('booking_find');
  });

  it('requires POST with a valid protocol message', async () => {
    const { key } = bella;
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const reply = await call(service, method, '/mcp', { key });
      expectProblem(reply, 405, 'method_not_allowed');
      expect(reply.headers.get('allow')).toBe('POST');
    }
    expectProblem(await call(service, 'POST', '/api/v1/mcp', { key, body: ping }), 404, 'not_found');
    expectProblem(await post({ key, body: '{' }), 400, 'invalid_json');
    for (const body of [null, [ping], { jsonrpc: '1.0', id: 1, method: 'ping' }, { ...ping, junk: 1 }])
      expectProblem(await post({ key, body: JSON.stringify(body) }), 422, 'validation_failed');
    expectProblem(await post({ key, body: { jsonrpc: '2.0' } }), 400, 'invalid_request');
    expectProblem(await post({ key, headers: { 'mcp-protocol-version': '1999-01-01' } }), 400, 'invalid_request');
    expect(await post({ key, body: { jsonrpc: '2.0', method: 'notifications/initialized' } })).toMatchObject({
      status: 202,
      text: '',
    });
  });

  it('counts every call, including refused tool calls', async () => {
    const { key } = await createWorkspace(service, { plan: 'starter' });
    const remainingCalls = async (body: object) =>
      Number((await post({ key, body })).headers.get('x-ratelimit-remaining'));
    const callsBefore = await remainingCalls(ping);
    const params = { name: 'booking_cancel', arguments: { code: 'AAAAAA' } };
    expect(await remainingCalls({ jsonrpc: '2.0', id: 2, method: 'tools/call', params })).toBe(callsBefore - 1);
    const { text } = await call(service, 'GET', '/metrics');
    expect(text).toMatch(/route="\/mcp"/);
  });
});
