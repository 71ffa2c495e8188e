import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { expectProblem, getErrorPointers } from '../../../test/expect.ts';
import {
  type CallOptions,
  call,
  createApiKey,
  createWorkspace,
  type HttpResponse,
  queryAsDbOwner,
  signUp,
  startService,
} from '../../../test/harness.ts';
import { createApp } from '../../app.ts';
import { readConfig } from '../../kernel/config.ts';
import { createLog } from '../../kernel/log.ts';

const service = await startService();
const secondInstance = await startService(service.connection, { jobs: 'off' });

const sql = (text: string, values: unknown[] = []) => queryAsDbOwner(service.connection, text, values);
const listConversations = (key: string, instance: { url: string } = service) =>
  call(instance, 'GET', '/api/conversations', { key });
const chat = (key: string, body: unknown = { message: 'hello' }, headers = {}) =>
  call(service, 'POST', '/api/chat', { key, body, headers });
const readUsage = async (workspaceId: string) => {
  const { rows } = await sql('select window_used, month_used from call_counters where workspace_id = $1', [
    workspaceId,
  ]);
  return { burst: rows[0]?.window_used ?? 0, month: rows[0]?.month_used ?? 0 };
};
const setUsage = (workspaceId: string, used: { burst?: number; month?: number }) =>
  sql(
    `insert into call_counters values ($1, now(), $2, date_trunc('month', now() at time zone 'UTC'), $3)
     on conflict (workspace_id) do update set window_start = now(), window_used = $2, month_used = $3`,
    [workspaceId, used.burst ?? 0, used.month ?? 0],
  );
const readSandboxId = async (workspaceId: string): Promise<string> =>
  (await sql(`select id from workspaces where live_id = $1 and mode = 'test'`, [workspaceId])).rows[0].id;
const nextMonth = () => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
};
const secondsToNextMonth = () => (nextMonth().getTime() - Date.now()) / 1000;

describe('GET /api/plans', () => {
  it('lists the plans without a key', async () => {
    const { status, json } = await call(service, 'GET', '/api/plans');
    expect(status).toBe(200);
    expect(json).toMatchObject([
      { plan: 'starter', callsPerMonth: 500, burstPerMinute: 60, templates: 1 },
      { plan: 'professional', callsPerMonth: 2_000, burstPerMinute: 300, templates: 'all' },
      { plan: 'business', callsPerMonth: null, burstPerMinute: 3_000, templates: 'all' },
    ]);
    expect(json.map(({ channels }: { channels: string[] }) => channels)).toEqual([
      ['api', 'widget'],
      ['api', 'widget', 'email'],
      ['api', 'widget', 'email', 'sms', 'whatsapp', 'messenger', 'instagram', 'telegram', 'phone'],
    ]);
    for (const { also } of json) expect(also.join()).toMatch(/support|manager/);
  });
});

describe('changing the plan', async () => {
  const ann = await signUp(service);
  const { id } = (await call(service, 'GET', '/api/me', { cookie: ann.cookie })).json.workspaces[0];
  const { key } = await createApiKey(service, id);
  const putPlan = (body: unknown, cookie = ann.cookie) => call(service, 'PUT', '/api/plan', { cookie, body });
  const readBurstLimit = async (instance: { url: string }) =>
    (await listConversations(key, instance)).headers.get('x-ratelimit-limit');

  it('takes effect at once here, and soon on other instances', async () => {
    for (const [plan, limit] of [
      ['business', '3000'],
      ['professional', '300'],
      ['starter', '60'],
      ['business', '3000'],
    ]) {
      const response = await putPlan({ plan });
      expect({ status: response.status, json: response.json }).toEqual({ status: 200, json: { plan } });
      expect(await readBurstLimit(service)).toBe(limit);
      await expect.poll(() => readBurstLimit(secondInstance), { interval: 10 }).toBe(limit);
      expect((await call(secondInstance, 'GET', '/api/plan', { cookie: ann.cookie })).json.plan).toBe(plan);
    }
  });

  it('does not charge for calls that an instance leased in advance', async () => {
    const bob = await signUp(service);
    const workspaceId = (await call(service, 'GET', '/api/me', { cookie: bob.cookie })).json.workspaces[0].id;
    const secretKey = await createApiKey(service, workspaceId);
    await putPlan({ plan: 'business' }, bob.cookie);
    for (const instance of [service, secondInstance])
      expect((await listConversations(secretKey.key, instance)).status).toBe(200);
    await putPlan({ plan: 'starter' }, bob.cookie);
    const readRemainingQuota = async () =>
      (await listConversations(secretKey.key)).headers.get('ratelimit')!.split(';').slice(0, 2).join(';');
    await expect.poll(readRemainingQuota, { interval: 20 }).toMatch(/^"burst";r=(5[0-9]|4[5-9])$/);
  });

  it('keeps counting earlier calls', async () => {
    const carl = await signUp(service);
    const workspaceId = (await call(service, 'GET', '/api/me', { cookie: carl.cookie })).json.workspaces[0].id;
    await setUsage(workspaceId, { month: 123 });
    const readPlan = async () => (await call(service, 'GET', '/api/plan', { cookie: carl.cookie })).json;
    const resetsAt = nextMonth().toISOString();
    const unchangedFields = { used: 123, resetsAt, changes: 'owner', request: null };
    expect(await readPlan()).toEqual({ plan: 'starter', limit: 500, ...unchangedFields });
    await putPlan({ plan: 'professional' }, carl.cookie);
    expect(await readPlan()).toEqual({ plan: 'professional', limit: 2_000, ...unchangedFields });
  });

  it.each([
    ['an unknown plan', { plan: 'enterprise' }, '/plan'],
    ['no plan', {}, '/plan'],
    ['an unknown field', { plan: 'starter', coupon: 'x' }, '/coupon'],
  ])('rejects %s, naming the field', async (_what, body, pointer) => {
    const response = await putPlan(body);
    expectProblem(response, 422, 'validation_failed');
    expect(getErrorPointers(response)).toEqual([pointer]);
  });

  it('requires an owner’s session, and is not part of the versioned API', async () => {
    const body = { plan: 'business' };
    expectProblem(await call(service, 'PUT', '/api/plan', { key, body }), 401, 'missing_session');
    for (const path of ['/api/v1/plan', '/v1/plan']) {
      expectProblem(await call(service, 'PUT', path, { cookie: ann.cookie, body }), 404, 'not_found');
    }
  });
});

describe('with plans set by the operator', async () => {
  const { planChanges } = readConfig({});
  const operatorService = await startService(service.connection, { planChanges, jobs: 'off' });

  it('by default, an owner cannot change the plan, and learns how to request it', async () => {
    const dora = await signUp(operatorService);
    const { id } = (await call(operatorService, 'GET', '/api/me', { cookie: dora.cookie })).json.workspaces[0];
    for (const plan of ['business', 'professional', 'starter']) {
      const rejectedResponse = await call(operatorService, 'PUT', '/api/plan', { cookie: dora.cookie, body: { plan } });
      expectProblem(rejectedResponse, 403, 'plan_set_by_operator');
      expect(rejectedResponse.json.detail).toContain(`plan set ${id} ${plan}`);
    }
    expect((await call(operatorService, 'GET', '/api/plan', { cookie: dora.cookie })).json).toMatchObject({
      plan: 'starter',
      limit: 500,
      changes: 'operator',
    });
    expect((await sql('select distinct plan from workspaces where live_id = $1', [id])).rows).toEqual([
      { plan: 'starter' },
    ]);
  });
});

describe('a missing channel', () => {
  it.each([
    ['starter', 'email', 'professional'],
    ['starter', 'sms', 'business'],
    ['professional', 'whatsapp', 'business'],
  ])('on the %s plan (%s) is rejected, naming the %s plan', async (plan, channel, sufficientPlan) => {
    const { key } = await createWorkspace(service, { plan });
    const response = await chat(key, { message: 'hello', channel });
    expectProblem(response, 403, 'plan_required');
    expect(response.json.detail).toContain(sufficientPlan);
  });

  it('is available in the sandbox', async () => {
    const { key } = await createWorkspace(service, { plan: 'starter', mode: 'test' });
    expect((await chat(key, { message: 'hello', channel: 'sms' })).status).toBe(200);
  });
});

describe('the rate limit headers', () => {
  const rateLimitHeaders = ({ headers }: HttpResponse) =>
    Object.fromEntries(
      ['ratelimit-policy', 'ratelimit', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'].map(
        (name) => [name, headers.get(name)],
      ),
    );
  const secondsInMonth = () => {
    const now = new Date();
    return (nextMonth().getTime() - Date.UTC(now.getUTCFullYear(), now.getUTCMonth())) / 1000;
  };

  it.each([
    ['starter', 60, 500],
    ['professional', 300, 2_000],
  ])('of %s include the burst and the month', async (plan, burst, month) => {
    const { key } = await createWorkspace(service, { plan });
    await listConversations(key);
    const response = await listConversations(key);
    const rateLimitMatch = /^"burst";r=(\d+);t=(\d+), "monthly";r=(\d+);t=(\d+)$/.exec(
      response.headers.get('ratelimit')!,
    )!;
    expect(rateLimitMatch.slice(1).map(Number)).toEqual([burst - 2, expect.any(Number), month - 2, expect.any(Number)]);
    expect(Number(rateLimitMatch[2])).toBeGreaterThan(50);
    expect(Number(rateLimitMatch[2])).toBeLessThanOrEqual(60);
    expect(Math.abs(Number(rateLimitMatch[4]) - secondsToNextMonth())).toBeLessThan(10);
    expect(rateLimitHeaders(response)).toEqual({
      'ratelimit-policy': `"burst";q=${burst};w=60, "monthly";q=${month};w=${secondsInMonth()}`,
      ratelimit: rateLimitMatch[0],
      'x-ratelimit-limit': String(burst),
      'x-ratelimit-remaining': String(burst - 2),
      'x-ratelimit-reset': rateLimitMatch[2],
    });
  });

  it.each([
    ['business', 'live'],
    ['starter', 'test'],
  ] as const)('of %s with a %s key name the burst alone', async (plan, mode) => {
    const { key } = await createWorkspace(service, { plan, mode });
    for (const used of [1, 2, 3]) {
      const response = await listConversations(key);
      const [, reset] = /;t=(\d+)$/.exec(response.headers.get('ratelimit')!)!;
      expect(rateLimitHeaders(response)).toEqual({
        'ratelimit-policy': '"burst";q=3000;w=60',
        ratelimit: `"burst";r=${3_000 - used};t=${reset}`,
        'x-ratelimit-limit': '3000',
        'x-ratelimit-remaining': String(3_000 - used),
        'x-ratelimit-reset': reset,
      });
    }
  });

  const POST = 'POST';
  it.each<[number, string, string, CallOptions, number]>([
    [400, 'GET', '/api/conversations', { headers: { 'x-test-clock': '2026-11-18T10:00:00Z' } }, 59],
    [403, POST, '/api/chat', { body: { message: 'hello', channel: 'sms' } }, 60],
    [404, 'GET', '/api/conversations/conv_1', {}, 59],
    [415, POST, '/api/chat', { body: 'hi', headers: { 'content-type': 'text/plain' } }, 59],
    [422, POST, '/api/chat', { body: {} }, 59],
  ])('are also on a response with status %i', async (status, method, path, options, remainingCalls) => {
    const { key } = await createWorkspace(service, { plan: 'starter' });
    const response = await call(service, method, path, { key, ...options });
    expect(response.status).toBe(status);
    expect(response.headers.get('ratelimit')).toMatch(
      new RegExp(`^"burst";r=${remainingCalls};t=\\d+, "monthly";r=\\d+;t=\\d+$`),
    );
  });

  it('are also on responses that reject a scope, without counting', async () => {
    const { key } = await createWorkspace(service, { plan: 'starter', scopes: ['chat:write'] });
    const response = await listConversations(key);
    expectProblem(response, 403, 'insufficient_scope');
    expect(rateLimitHeaders(response)).toMatchObject({ 'x-ratelimit-remaining': '60', 'x-ratelimit-limit': '60' });
  });
});

describe('the burst limit', () => {
  it('lets exactly 60 of 120 calls through, across two instances and two keys', async () => {
    const { id, key } = await createWorkspace(service, { plan: 'starter' });
    const secondKey = await createApiKey(service, id);
    const calls = Array.from({ length: 120 }, (_, n) =>
      listConversations(n % 3 ? key : secondKey.key, n % 2 ? secondInstance : service),
    );
    const responses = await Promise.all(calls);
    const rejectedResponses = responses.filter(({ status }) => status !== 200);
    expect(rejectedResponses).toHaveLength(60);
    for (const response of rejectedResponses) {
      expectProblem(response, 429, 'rate_limited');
      expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(60);
      expect(response.headers.get('x-ratelimit-remaining')).toBe('0');
    }
    expect(await readUsage(id)).toEqual({ burst: 60, month: 60 });
    const remainingCounts = responses
      .filter(({ status }) => status === 200)
      .map((r) => Number(r.headers.get('x-ratelimit-remaining')));
    expect(remainingCounts.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, n) => n));
  });

  it('resets after a minute', async () => {
    const { id, key } = await createWorkspace(service, { plan: 'starter' });
    await setUsage(id, { burst: 60, month: 60 });
    expectProblem(await listConversations(key), 429, 'rate_limited');
    await sql(`update call_counters set window_start = window_start - interval '59 seconds' where workspace_id = $1`, [
      id,
    ]);
    const limitedResponse = await listConversations(key);
    expectProblem(limitedResponse, 429, 'rate_limited');
    expect(limitedResponse.headers.get('retry-after')).toBe('1');
    await sql(`update call_counters set window_start = window_start - interval '2 seconds' where workspace_id = $1`, [
      id,
    ]);
    const response = await listConversations(key);
    expect([response.status, response.headers.get('x-ratelimit-remaining')]).toEqual([200, '59']);
    expect(await readUsage(id)).toEqual({ burst: 1, month: 61 });
  });

  it('is exact even if instances lease calls in advance', async () => {
    const { id, key } = await createWorkspace(service, { plan: 'business' });
    await setUsage(id, { burst: 2_850, month: 10_000 });
    const responses = await Promise.all(
      Array.from({ length: 400 }, (_, n) => listConversations(key, n % 2 ? secondInstance : service)),
    );
    const rejectedResponses = responses.filter(({ status }) => status !== 200);
    for (const response of rejectedResponses) expectProblem(response, 429, 'rate_limited');
    expect(responses.length - rejectedResponses.length).toBe(150);
    expect(await readUsage(id)).toEqual({ burst: 3_000, month: 10_150 });
  });

  it('is counted per workspace', async () => {
    const [exhaustedWorkspace, freshWorkspace] = [
      await createWorkspace(service, { plan: 'starter' }),
      await createWorkspace(service),
    ];
    await setUsage(exhaustedWorkspace.id, { burst: 60 });
    expect([
      (await listConversations(exhaustedWorkspace.key)).status,
      (await listConversations(freshWorkspace.key)).status,
    ]).toEqual([429, 200]);
  });
});

describe('the monthly limit', () => {
  it('allows exactly 500 calls', async () => {
    const { id, key } = await createWorkspace(service, { plan: 'starter' });
    await setUsage(id, { month: 498 });
    expect((await listConversations(key)).status).toBe(200);
    const lastResponse = await listConversations(key, secondInstance);
    expect([lastResponse.status, lastResponse.headers.get('ratelimit')]).toEqual([
      200,
      expect.stringContaining('"monthly";r=0;'),
    ]);
    for (const instance of [service, secondInstance]) {
      const response = await listConversations(key, instance);
      expectProblem(response, 429, 'quota_exceeded');
      expect(response.json).toMatchObject({ limit: 500, used: 500, resetsAt: nextMonth().toISOString() });
      expect(Math.abs(Number(response.headers.get('retry-after')) - secondsToNextMonth())).toBeLessThan(10);
    }
    expect((await readUsage(id)).month).toBe(500);
  });

  it('is exact for concurrent calls at the limit', async () => {
    const { id, key } = await createWorkspace(service, { plan: 'starter' });
    await setUsage(id, { month: 490 });
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, n) => listConversations(key, n % 2 ? secondInstance : service)),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(10);
    for (const response of responses) if (response.status !== 200) expectProblem(response, 429, 'quota_exceeded');
    expect((await readUsage(id)).month).toBe(500);
  });

  it.each(['/api/chat', '/api/chat/stream'])(
    'still answers a customer in danger when it is used up: %s',
    async (path) => {
      const { id, key } = await createWorkspace(service, { plan: 'starter' });
      await setUsage(id, { month: 500 });
      const sendMessage = (message: string) => call(service, 'POST', path, { key, body: { message } });
      expectProblem(await sendMessage('what time do you open?'), 429, 'quota_exceeded');
      const emergencyResponse = await sendMessage('someone is trying to break in, I am hiding in the bathroom');
      expect(emergencyResponse.status).toBe(200);
      expect(emergencyResponse.text).toContain('"intent":"safety.emergency"');
      expect(emergencyResponse.text).toContain('"status":"handoff"');
      expect((await readUsage(id)).month).toBe(500);
    },
  );

  it('resets when the next month begins', async () => {
    const { id, key } = await createWorkspace(service, { plan: 'starter' });
    await setUsage(id, { month: 500 });
    expectProblem(await listConversations(key), 429, 'quota_exceeded');
    await sql(`update call_counters set month = month - interval '1 month' where workspace_id = $1`, [id]);
    const response = await listConversations(key);
    expect([response.status, response.headers.get('ratelimit')]).toEqual([
      200,
      expect.stringContaining('"monthly";r=499;'),
    ]);
    expect((await readUsage(id)).month).toBe(1);
  });

  it('does not limit the sandbox, which is counted separately', async () => {
    const { id, key } = await createWorkspace(service, { plan: 'starter' });
    const testKey = await createApiKey(service, id, { mode: 'test' });
    await setUsage(id, { burst: 60, month: 500 });
    expectProblem(await listConversations(key), 429, 'quota_exceeded');
    expect((await listConversations(testKey.key)).status).toBe(200);

    await setUsage(id, { month: 7 });
    await setUsage(await readSandboxId(id), { month: 1_000_000 });
    for (let n = 0; n < 3; n++) expect((await listConversations(testKey.key)).status).toBe(200);
    expect((await readUsage(id)).month).toBe(7);
  });

  it('records one warning and one notice', async () => {
    const { id, key } = await createWorkspace(service, { plan: 'starter' });
    const quotaEvents = async () =>
      (await sql(`select type, data from events where workspace_id = $1 and type like 'quota.%' order by id`, [id]))
        .rows;
    const resetsAt = nextMonth().toISOString();
    const warning = { type: 'quota.warning', data: { limit: 500, used: 400, resetsAt } };
    const exceeded = { type: 'quota.exceeded', data: { limit: 500, used: 500, resetsAt } };

    await setUsage(id, { month: 398 });
    await listConversations(key);
    await listConversations(key);
    await expect.poll(quotaEvents).toEqual([warning]);
    await setUsage(id, { month: 500 });
    await Promise.all([
      listConversations(key),
      listConversations(key, secondInstance),
      listConversations(key),
      listConversations(key, secondInstance),
    ]);
    await expect.poll(quotaEvents).toEqual([warning, exceeded]);
    await setUsage(id, { month: 450 });
    for (const instance of [service, secondInstance]) await listConversations(key, instance);
    const { rows } = await sql('select type from quota_notices where workspace_id = $1', [id]);
    expect(rows).toHaveLength(2);
    expect(await quotaEvents()).toEqual([warning, exceeded]);
  });
});

describe('counted calls', () => {
  const GET = { method: 'GET', path: '/api/conversations' };
  const POST = { method: 'POST', path: '/api/chat' };

  it.each([
    ['a successful call', { ...GET }, 200, 1],
    ['a HEAD', { ...GET, method: 'HEAD' }, 200, 1],
    ['a bad query', { ...GET, path: '/api/conversations?limit=0' }, 400, 1],
    ['broken JSON', { ...POST, body: '{' }, 400, 1],
    ['an unknown conversation', { ...GET, path: '/api/conversations/conv_1' }, 404, 1],
    ['a body that is too large', { ...POST, body: { message: 'x'.repeat(70_000) } }, 413, 1],
    ['a wrong body', { ...POST, body: { message: '' } }, 422, 1],
    ['a channel that the plan lacks', { ...POST, body: { message: 'hi', channel: 'sms' } }, 403, 0],
  ])('%s', async (_what, { method, path, ...options }, status, countedCalls) => {
    const { id, key } = await createWorkspace(service, { plan: 'starter' });
    expect((await call(service, method, path, { key, ...options })).status).toBe(status);
    expect(await readUsage(id)).toEqual({ burst: countedCalls, month: countedCalls });
  });

  it('include idempotent replays', async () => {
    const { id, key } = await createWorkspace(service, { plan: 'starter' });
    const headers = { 'idempotency-key': 'repeated-call' };
    for (let n = 0; n < 3; n++) expect((await chat(key, { message: 'hi' }, headers)).status).toBe(200);
    expect(await readUsage(id)).toEqual({ burst: 3, month: 3 });
  });

  it('exclude rejected keys, scopes and limits', async () => {
    const { id, key } = await createWorkspace(service, { plan: 'starter' });
    const [expiredKey, narrowKey] = [
      await createApiKey(service, id, { expiresAt: new Date(Date.now() - 1_000) }),
      await createApiKey(service, id, { scopes: ['mcp'] }),
    ];
    expect([(await listConversations(expiredKey.key)).status, (await listConversations(narrowKey.key)).status]).toEqual(
      [401, 403],
    );
    await setUsage(id, { burst: 60, month: 60 });
    expect([(await listConversations(key)).status, (await listConversations(narrowKey.key)).status]).toEqual([
      429, 403,
    ]);
    expect(await readUsage(id)).toEqual({ burst: 60, month: 60 });
  });

  it('exclude internal errors', async () => {
    const { id, key } = await createWorkspace(service, { plan: 'starter' });
    await sql('alter table messages rename to messages_away');
    const failedResponse = await chat(key);
    await sql('alter table messages_away rename to messages');
    expectProblem(failedResponse, 500, 'internal_error');
    expect(failedResponse.text).not.toMatch(/messages|relation|\bat /);
    expect(failedResponse.headers.get('x-ratelimit-remaining')).toBe('60');
    expect(await readUsage(id)).toEqual({ burst: 0, month: 0 });
    expect((await chat(key)).status).toBe(200);
  });
});

describe('leased calls', () => {
  it('are returned when an instance stops, so that the month is exact', async () => {
    const { id, key } = await createWorkspace(service, { plan: 'business' });
    const config = { ...service.config, jobs: 'off' as const };
    const startInstance = async () => {
      const app = await createApp({ config, log: createLog('silent'), connection: service.connection });
      await app.server.listen({ host: '127.0.0.1', port: 0 });
      return { app, url: `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}` };
    };
    const instances = [await startInstance(), await startInstance()];
    const invalidRequest = { key, body: { message: '' } };
    for (const [index, instance] of instances.entries()) {
      await Promise.all(Array.from({ length: 35 + index }, () => listConversations(key, instance)));
      expect((await call(instance, 'POST', '/api/chat', invalidRequest)).status).toBe(422);
      const narrowKey = await createApiKey(service, id, { scopes: ['mcp'] });
      expect((await listConversations(narrowKey.key, instance)).status).toBe(403);
    }
    for (const { app } of instances) await app.stop();
    expect(await readUsage(id)).toEqual({ burst: 73, month: 73 });
  });
});
