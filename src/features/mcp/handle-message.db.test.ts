// Failures that must not become protocol responses, and concurrent tool calls.
import { beforeAll, describe, expect, it } from 'vitest';
import { connectAgent } from '../../../test/agent.ts';
import { createEveryDayHours, NOW, openBusiness, type TestBusiness } from '../../../test/business.ts';
import { expectProblem } from '../../../test/expect.ts';
import { call, queryAsDbOwner, type Service, startService } from '../../../test/harness.ts';
import { type Business, EMPTY_DOCUMENT } from '../../capability/document.ts';
import type { Tool } from '../../capability/tool.ts';
import { Problem } from '../../kernel/problem.ts';
import type { McpOptions } from './caller.ts';
import { handleMessage } from './handle-message.ts';

const TOOL_CALL = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'x', arguments: {} } };

/** Handles a message with a single scripted tool. */
function callScriptedTool(run: Tool['run']) {
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
    resolveBusinessContext: async () => ({ ...ctx, business: { ...EMPTY_DOCUMENT, name: 'Bella Vista' } as Business }),
  } as unknown as McpOptions;
  return handleMessage(ctx as never, TOOL_CALL, options);
}

describe('a tool', () => {
  it('that throws fails the request', async () => {
    const conflictError = Object.assign(new Error('conflicting key value'), { code: '23P01' });
    await expect(callScriptedTool(() => Promise.reject(conflictError))).rejects.toBe(conflictError);
  });

  it('that refuses gives a result and is rolled back', async () => {
    const problem = new Problem('conflict', 'No.');
    const { status, isRolledBack, body } = await callScriptedTool(async () => ({ ok: false, problem }));
    expect({ status, isRolledBack }).toEqual({ status: 200, isRolledBack: true });
    expect(body).toMatchObject({ id: 7, result: { isError: true } });
  });

  it('acts for a customer', async () => {
    const { isRolledBack, body } = await callScriptedTool(async ({ isByCustomer }) => ({
      ok: true,
      value: { byCustomer: isByCustomer },
    }));
    expect({ isRolledBack, body }).toMatchObject({
      isRolledBack: false,
      body: { result: { structuredContent: { byCustomer: true } } },
    });
  });
});

describe('over HTTP', () => {
  let service: Service;
  let restaurant: TestBusiness;
  beforeAll(async () => {
    service = await startService();
    restaurant = await openBusiness(service, 'restaurant', {
      timezone: 'America/New_York',
      hours: createEveryDayHours(['17:00', '22:00']),
      closures: [],
      restaurant: { menu: [], tables: [{ id: 't1', name: 'One', seats: 2 }] },
    });
  });

  it('only one of many agents gets the last table', async () => {
    const customer = { name: 'Dana Fox', phone: '+12125550142' };
    const agent = await connectAgent(service, restaurant.key, { 'x-test-clock': NOW });
    const reservation = { partySize: 2, startsAt: '2026-11-18T19:00', customer };
    const results = await Promise.all(Array.from({ length: 8 }, () => agent.call('restaurant_reserve', reservation)));
    expect(results.filter(({ isError }) => !isError)).toHaveLength(1);
    expect(new Set(results.filter(({ isError }) => isError).map(({ content }) => content.code))).toEqual(
      new Set(['slot_unavailable']),
    );
    const { rows } = await queryAsDbOwner(service.connection, 'select id from bookings where workspace_id = $1', [
      restaurant.id,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('an internal error is reported as in other routes, without its message', async () => {
    await queryAsDbOwner(service.connection, 'alter table bookings rename to bookings_away');
    try {
      const params = { name: 'booking_find', arguments: { code: 'AAAAAA' } };
      const response = await call(service, 'POST', '/mcp', { key: restaurant.key, body: { ...TOOL_CALL, params } });
      expectProblem(response, 500, 'internal_error');
      expect(response.text).not.toContain('bookings');
    } finally {
      await queryAsDbOwner(service.connection, 'alter table bookings_away rename to bookings');
    }
  });
});
