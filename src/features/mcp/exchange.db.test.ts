// What must not be made an answer of the protocol: tools that fail or are raced for.
import { beforeAll, describe, expect, it } from 'vitest';
import { connectAgent } from '../../../test/agent.ts';
import { type BusinessOf, everyDay, NOW, openBusiness } from '../../../test/business.ts';
import { expectProblem } from '../../../test/expect.ts';
import { asOwner, call, type Service, startService } from '../../../test/harness.ts';
import { BARE, type Business } from '../../capability/document.ts';
import type { Tool } from '../../capability/tool.ts';
import { Problem } from '../../kernel/problem.ts';
import type { McpOptions } from './caller.ts';
import { exchange } from './exchange.ts';

const message = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'x', arguments: {} } };

/** The exchange with one tool, which does as it is told. */
function withTool(run: Tool['run']) {
  const ctx = {
    actor: { kind: 'key', id: 'key_1', publishable: false },
    workspace: { mode: 'live' },
    requestId: 'req_1',
  };
  const options = {
    config: { publicUrl: 'http://desk.example' },
    version: '1',
    industries: [],
    tools: { find: () => ({ name: 'x', effect: 'write', scope: 'bookings:write', run }) },
    resolveBusiness: async () => ({ ...ctx, business: { ...BARE, name: 'Bella Vista' } as Business }),
  } as unknown as McpOptions;
  return exchange(ctx as never, message, options);
}

describe('a tool', () => {
  it('that fails is a failure of the request', async () => {
    const taken = Object.assign(new Error('conflicting key value'), { code: '23P01' });
    await expect(withTool(() => Promise.reject(taken))).rejects.toBe(taken);
  });

  it('that refuses is an answer of which nothing stays', async () => {
    const problem = new Problem('conflict', 'No.');
    const { status, undone, body } = await withTool(async () => ({ ok: false, problem }));
    expect({ status, undone }).toEqual({ status: 200, undone: true });
    expect(body).toMatchObject({ id: 7, result: { isError: true } });
  });

  it('acts for a customer', async () => {
    const { undone, body } = await withTool(async ({ byCustomer }) => ({ ok: true, value: { byCustomer } }));
    expect({ undone, body }).toMatchObject({
      undone: false,
      body: { result: { structuredContent: { byCustomer: true } } },
    });
  });
});

describe('with the service', () => {
  let service: Service;
  let bella: BusinessOf;
  beforeAll(async () => {
    service = await startService();
    bella = await openBusiness(service, 'restaurant', {
      timezone: 'America/New_York',
      hours: everyDay(['17:00', '22:00']),
      closures: [],
      restaurant: { menu: [], tables: [{ id: 't1', name: 'One', seats: 2 }] },
    });
  });

  it('one of many agents gets the last table', async () => {
    const customer = { name: 'Dana Fox', phone: '+12125550142' };
    const agent = await connectAgent(service, bella.key, { 'x-test-clock': NOW });
    const wish = { partySize: 2, startsAt: '2026-11-18T19:00', customer };
    const all = await Promise.all(Array.from({ length: 8 }, () => agent.call('restaurant_reserve', wish)));
    expect(all.filter(({ isError }) => !isError)).toHaveLength(1);
    expect(new Set(all.filter(({ isError }) => isError).map(({ said }) => said.code))).toEqual(
      new Set(['slot_unavailable']),
    );
    const { rows } = await asOwner(service.connection, 'select id from bookings where workspace_id = $1', [bella.id]);
    expect(rows).toHaveLength(1);
  });

  it('a failure of ours is said as everywhere, without its words', async () => {
    await asOwner(service.connection, 'alter table bookings rename to bookings_away');
    try {
      const params = { name: 'booking_find', arguments: { code: 'AAAAAA' } };
      const reply = await call(service, 'POST', '/mcp', { key: bella.key, body: { ...message, params } });
      expectProblem(reply, 500, 'internal_error');
      expect(reply.text).not.toContain('bookings');
    } finally {
      await asOwner(service.connection, 'alter table bookings_away rename to bookings');
    }
  });
});
