import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { expectProblem, pointers } from '../../../test/expect.ts';
import {
  asOwner,
  type CallOptions,
  call,
  makeKey,
  makeWorkspace,
  type Reply,
  signUp,
  startService,
} from '../../../test/harness.ts';
import { createApp } from '../../app.ts';
import { readConfig } from '../../kernel/config.ts';
import { createLog } from '../../kernel/log.ts';

const service = await startService();
const second = await startService(service.connection, { jobs: 'off' });

const sql = (text: string, values: unknown[] = []) => asOwner(service.connection, text, values);
const use = (key: string, on: { url: string } = service) => call(on, 'GET', '/api/conversations', { key });
const chat = (key: string, body: unknown = { message: 'hello' }, headers = {}) =>
  call(service, 'POST', '/api/chat', { key, body, headers });
const counted = async (workspaceId: string) => {
  const { rows } = await sql('select window_used, month_used from call_counters where workspace_id = $1', [
    workspaceId,
  ]);
  return { burst: rows[0]?.window_used ?? 0, month: rows[0]?.month_used ?? 0 };
};
const setUsed = (workspaceId: string, used: { burst?: number; month?: number }) =>
  sql(
    `insert into call_counters values ($1, now(), $2, date_trunc('month', now() at time zone 'UTC'), $3)
     on conflict (workspace_id) do update set window_start = now(), window_used = $2, month_used = $3`,
    [workspaceId, used.burst ?? 0, used.month ?? 0],
  );
const sandboxOf = async (workspaceId: string): Promise<string> =>
  (await sql(`select id from workspaces where live_id = $1 and mode = 'test'`, [workspaceId])).rows[0].id;
const nextMonth = () => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
};
const secondsToNextMonth = () => (nextMonth().getTime() - Date.now()) / 1000;

describe('GET /api/plans', () => {
  it('lists what there is, without a key', async () => {
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
      ['api', 'widget', 'email', 'sms', 'whatsapp'],
    ]);
    for (const { also } of json) expect(also.join()).toMatch(/support|manager/);
  });
});

describe('changing the plan', async () => {
  const ann = await signUp(service);
  const { id } = (await call(service, 'GET', '/api/me', { cookie: ann.cookie })).json.workspaces[0];
  const { key } = await makeKey(service, id);
  const put = (body: unknown, cookie = ann.cookie) => call(service, 'PUT', '/api/plan', { cookie, body });
  const burst = async (on: { url: string }) => (await use(key, on)).headers.get('x-ratelimit-limit');

  it('takes effect at once here, and soon on another instance', async () => {
    for (const [plan, limit] of [
      ['business', '3000'],
      ['professional', '300'],
      ['starter', '60'],
      ['business', '3000'],
    ]) {
      const reply = await put({ plan });
      expect({ status: reply.status, json: reply.json }).toEqual({ status: 200, json: { plan } });
      expect(await burst(service)).toBe(limit);
      await expect.poll(() => burst(second), { interval: 10 }).toBe(limit);
      expect((await call(second, 'GET', '/api/plan', { cookie: ann.cookie })).json.plan).toBe(plan);
    }
  });

  it('charges nobody for calls that an instance took ahead', async () => {
    const bob = await signUp(service);
    const own = (await call(service, 'GET', '/api/me', { cookie: bob.cookie })).json.workspaces[0].id;
    const mine = await makeKey(service, own);
    await put({ plan: 'business' }, bob.cookie);
    for (const on of [service, second]) expect((await use(mine.key, on)).status).toBe(200);
    await put({ plan: 'starter' }, bob.cookie);
    const left = async () => (await use(mine.key)).headers.get('ratelimit')!.split(';').slice(0, 2).join(';');
    await expect.poll(left, { interval: 20 }).toMatch(/^"burst";r=(5[0-9]|4[5-9])$/);
  });

  it('counts what was used before', async () => {
    const carl = await signUp(service);
    const own = (await call(service, 'GET', '/api/me', { cookie: carl.cookie })).json.workspaces[0].id;
    await setUsed(own, { month: 123 });
    const read = async () => (await call(service, 'GET', '/api/plan', { cookie: carl.cookie })).json;
    const resetsAt = nextMonth().toISOString();
    const rest = { used: 123, resetsAt, changes: 'owner', request: null };
    expect(await read()).toEqual({ plan: 'starter', limit: 500, ...rest });
    await put({ plan: 'professional' }, carl.cookie);
    expect(await read()).toEqual({ plan: 'professional', limit: 2_000, ...rest });
  });

  it.each([
    ['an unknown plan', { plan: 'enterprise' }, '/plan'],
    ['no plan', {}, '/plan'],
    ['an unknown field', { plan: 'starter', coupon: 'x' }, '/coupon'],
  ])('with %s is refused, naming it', async (_what, body, pointer) => {
    const reply = await put(body);
    expectProblem(reply, 422, 'validation_failed');
    expect(pointers(reply)).toEqual([pointer]);
  });

  it('needs an owner’s session, at this path', async () => {
    const body = { plan: 'business' };
    expectProblem(await call(service, 'PUT', '/api/plan', { key, body }), 401, 'missing_session');
    for (const path of ['/api/v1/plan', '/v1/plan']) {
      expectProblem(await call(service, 'PUT', path, { cookie: ann.cookie, body }), 404, 'not_found');
    }
  });
});

describe('where the operator sets plans', async () => {
  const { planChanges } = readConfig({});
  const strict = await startService(service.connection, { planChanges, jobs: 'off' });

  it('which is so unless they say otherwise, an owner cannot change theirs, and is told how to ask', async () => {
    const dora = await signUp(strict);
    const { id } = (await call(strict, 'GET', '/api/me', { cookie: dora.cookie })).json.workspaces[0];
    for (const plan of ['business', 'professional', 'starter']) {
      const refused = await call(strict, 'PUT', '/api/plan', { cookie: dora.cookie, body: { plan } });
      expectProblem(refused, 403, 'plan_set_by_operator');
      expect(refused.json.detail).toContain(`frontdesk plan set ${id} ${plan}`);
    }
    expect((await call(strict, 'GET', '/api/plan', { cookie: dora.cookie })).json).toMatchObject({
      plan: 'starter',
      limit: 500,
      changes: 'operator',
    });
    expect((await sql('select distinct plan from workspaces where live_id = $1', [id])).rows).toEqual([
      { plan: 'starter' },
    ]);
  });
});

describe('what a plan lacks', () => {
  it.each([
    ['starter', 'email', 'professional'],
    ['starter', 'sms', 'business'],
    ['professional', 'whatsapp', 'business'],
  ])('%s has no %s: %s is named', async (plan, channel, needed) => {
    const { key } = await makeWorkspace(service, { plan });
    const reply = await chat(key, { message: 'hello', channel });
    expectProblem(reply, 403, 'plan_required');
    expect(reply.json.detail).toContain(needed);
  });

  it('the sandbox has', async () => {
    const { key } = await makeWorkspace(service, { plan: 'starter', mode: 'test' });
    expect((await chat(key, { message: 'hello', channel: 'sms' })).status).toBe(200);
  });
});

describe('the headers', () => {
  const fields = ({ headers }: Reply) =>
    Object.fromEntries(
      ['ratelimit-policy', 'ratelimit', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'].map(
        (name) => [name, headers.get(name)],
      ),
    );
  const monthSeconds = () => {
    const now = new Date();
    return (nextMonth().getTime() - Date.UTC(now.getUTCFullYear(), now.getUTCMonth())) / 1000;
  };

  it.each([
    ['starter', 60, 500],
    ['professional', 300, 2_000],
  ])('of %s name burst and month', async (plan, burst, month) => {
    const { key } = await makeWorkspace(service, { plan });
    await use(key);
    const reply = await use(key);
    const left = /^"burst";r=(\d+);t=(\d+), "monthly";r=(\d+);t=(\d+)$/.exec(reply.headers.get('ratelimit')!)!;
    expect(left.slice(1).map(Number)).toEqual([burst - 2, expect.any(Number), month - 2, expect.any(Number)]);
    expect(Number(left[2])).toBeGreaterThan(50);
    expect(Number(left[2])).toBeLessThanOrEqual(60);
    expect(Math.abs(Number(left[4]) - secondsToNextMonth())).toBeLessThan(10);
    expect(fields(reply)).toEqual({
      'ratelimit-policy': `"burst";q=${burst};w=60, "monthly";q=${month};w=${monthSeconds()}`,
      ratelimit: left[0],
      'x-ratelimit-limit': String(burst),
      'x-ratelimit-remaining': String(burst - 2),
      'x-ratelimit-reset': left[2],
    });
  });

  it.each([
    ['business', 'live'],
    ['starter', 'test'],
  ] as const)('of %s with a %s key name the burst alone', async (plan, mode) => {
    const { key } = await makeWorkspace(service, { plan, mode });
    for (const used of [1, 2, 3]) {
      const reply = await use(key);
      const [, reset] = /;t=(\d+)$/.exec(reply.headers.get('ratelimit')!)!;
      expect(fields(reply)).toEqual({
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
  ])('stand on a %i too', async (status, method, path, options, left) => {
    const { key } = await makeWorkspace(service, { plan: 'starter' });
    const reply = await call(service, method, path, { key, ...options });
    expect(reply.status).toBe(status);
    expect(reply.headers.get('ratelimit')).toMatch(new RegExp(`^"burst";r=${left};t=\\d+, "monthly";r=\\d+;t=\\d+$`));
  });

  it('stand on the answers that refuse a scope, without counting', async () => {
    const { key } = await makeWorkspace(service, { plan: 'starter', scopes: ['chat:write'] });
    const reply = await use(key);
    expectProblem(reply, 403, 'insufficient_scope');
    expect(fields(reply)).toMatchObject({ 'x-ratelimit-remaining': '60', 'x-ratelimit-limit': '60' });
  });
});

describe('the burst', () => {
  it('lets exactly 60 of 120 calls through, spread over two instances and two keys', async () => {
    const { id, key } = await makeWorkspace(service, { plan: 'starter' });
    const other = await makeKey(service, id);
    const calls = Array.from({ length: 120 }, (_, n) => use(n % 3 ? key : other.key, n % 2 ? second : service));
    const replies = await Promise.all(calls);
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(60);
    for (const reply of refused) {
      expectProblem(reply, 429, 'rate_limited');
      expect(Number(reply.headers.get('retry-after'))).toBeLessThanOrEqual(60);
      expect(reply.headers.get('x-ratelimit-remaining')).toBe('0');
    }
    expect(await counted(id)).toEqual({ burst: 60, month: 60 });
    const seen = replies
      .filter(({ status }) => status === 200)
      .map((r) => Number(r.headers.get('x-ratelimit-remaining')));
    expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, n) => n));
  });

  it('begins anew after a minute', async () => {
    const { id, key } = await makeWorkspace(service, { plan: 'starter' });
    await setUsed(id, { burst: 60, month: 60 });
    expectProblem(await use(key), 429, 'rate_limited');
    await sql(`update call_counters set window_start = window_start - interval '59 seconds' where workspace_id = $1`, [
      id,
    ]);
    const close = await use(key);
    expectProblem(close, 429, 'rate_limited');
    expect(close.headers.get('retry-after')).toBe('1');
    await sql(`update call_counters set window_start = window_start - interval '2 seconds' where workspace_id = $1`, [
      id,
    ]);
    const reply = await use(key);
    expect([reply.status, reply.headers.get('x-ratelimit-remaining')]).toEqual([200, '59']);
    expect(await counted(id)).toEqual({ burst: 1, month: 61 });
  });

  it('is exact too where instances take calls ahead', async () => {
    const { id, key } = await makeWorkspace(service, { plan: 'business' });
    await setUsed(id, { burst: 2_850, month: 10_000 });
    const replies = await Promise.all(Array.from({ length: 400 }, (_, n) => use(key, n % 2 ? second : service)));
    const refused = replies.filter(({ status }) => status !== 200);
    for (const reply of refused) expectProblem(reply, 429, 'rate_limited');
    expect(replies.length - refused.length).toBe(150);
    expect(await counted(id)).toEqual({ burst: 3_000, month: 10_150 });
  });

  it('of one workspace is not another’s', async () => {
    const [full, free] = [await makeWorkspace(service, { plan: 'starter' }), await makeWorkspace(service)];
    await setUsed(full.id, { burst: 60 });
    expect([(await use(full.key)).status, (await use(free.key)).status]).toEqual([429, 200]);
  });
});

describe('the month', () => {
  it('takes 500 calls and no more', async () => {
    const { id, key } = await makeWorkspace(service, { plan: 'starter' });
    await setUsed(id, { month: 498 });
    expect((await use(key)).status).toBe(200);
    const last = await use(key, second);
    expect([last.status, last.headers.get('ratelimit')]).toEqual([200, expect.stringContaining('"monthly";r=0;')]);
    for (const on of [service, second]) {
      const reply = await use(key, on);
      expectProblem(reply, 429, 'quota_exceeded');
      expect(reply.json).toMatchObject({ limit: 500, used: 500, resetsAt: nextMonth().toISOString() });
      expect(Math.abs(Number(reply.headers.get('retry-after')) - secondsToNextMonth())).toBeLessThan(10);
    }
    expect((await counted(id)).month).toBe(500);
  });

  it('is exact when the last calls come at once', async () => {
    const { id, key } = await makeWorkspace(service, { plan: 'starter' });
    await setUsed(id, { month: 490 });
    const replies = await Promise.all(Array.from({ length: 40 }, (_, n) => use(key, n % 2 ? second : service)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(10);
    for (const reply of replies) if (reply.status !== 200) expectProblem(reply, 429, 'quota_exceeded');
    expect((await counted(id)).month).toBe(500);
  });

  it('is over when the next one begins', async () => {
    const { id, key } = await makeWorkspace(service, { plan: 'starter' });
    await setUsed(id, { month: 500 });
    expectProblem(await use(key), 429, 'quota_exceeded');
    await sql(`update call_counters set month = month - interval '1 month' where workspace_id = $1`, [id]);
    const reply = await use(key);
    expect([reply.status, reply.headers.get('ratelimit')]).toEqual([200, expect.stringContaining('"monthly";r=499;')]);
    expect((await counted(id)).month).toBe(1);
  });

  it('does not concern the sandbox, which is counted apart', async () => {
    const { id, key } = await makeWorkspace(service, { plan: 'starter' });
    const test = await makeKey(service, id, { mode: 'test' });
    await setUsed(id, { burst: 60, month: 500 });
    expectProblem(await use(key), 429, 'quota_exceeded');
    expect((await use(test.key)).status).toBe(200);

    await setUsed(id, { month: 7 });
    await setUsed(await sandboxOf(id), { month: 1_000_000 });
    for (let n = 0; n < 3; n++) expect((await use(test.key)).status).toBe(200);
    expect((await counted(id)).month).toBe(7);
  });

  it('is known to the workspace by one warning and one notice', async () => {
    const { id, key } = await makeWorkspace(service, { plan: 'starter' });
    const told = async () =>
      (await sql(`select type, data from events where workspace_id = $1 and type like 'quota.%' order by id`, [id]))
        .rows;
    const resetsAt = nextMonth().toISOString();
    const warning = { type: 'quota.warning', data: { limit: 500, used: 400, resetsAt } };
    const exceeded = { type: 'quota.exceeded', data: { limit: 500, used: 500, resetsAt } };

    await setUsed(id, { month: 398 });
    await use(key);
    await use(key);
    await expect.poll(told).toEqual([warning]);
    await setUsed(id, { month: 500 });
    await Promise.all([use(key), use(key, second), use(key), use(key, second)]);
    await expect.poll(told).toEqual([warning, exceeded]);
    await setUsed(id, { month: 450 });
    for (const on of [service, second]) await use(key, on);
    const { rows } = await sql('select type from quota_notices where workspace_id = $1', [id]);
    expect(rows).toHaveLength(2);
    expect(await told()).toEqual([warning, exceeded]);
  });
});

describe('what counts', () => {
  const GET = { method: 'GET', path: '/api/conversations' };
  const POST = { method: 'POST', path: '/api/chat' };

  it.each([
    ['an answer', { ...GET }, 200, 1],
    ['a HEAD', { ...GET, method: 'HEAD' }, 200, 1],
    ['a bad query', { ...GET, path: '/api/conversations?limit=0' }, 400, 1],
    ['broken JSON', { ...POST, body: '{' }, 400, 1],
    ['what is not found', { ...GET, path: '/api/conversations/conv_1' }, 404, 1],
    ['a body that is too large', { ...POST, body: { message: 'x'.repeat(70_000) } }, 413, 1],
    ['a wrong body', { ...POST, body: { message: '' } }, 422, 1],
    ['what the plan lacks', { ...POST, body: { message: 'hi', channel: 'sms' } }, 403, 0],
  ])('%s', async (_what, { method, path, ...options }, status, calls) => {
    const { id, key } = await makeWorkspace(service, { plan: 'starter' });
    expect((await call(service, method, path, { key, ...options })).status).toBe(status);
    expect(await counted(id)).toEqual({ burst: calls, month: calls });
  });

  it('replays do', async () => {
    const { id, key } = await makeWorkspace(service, { plan: 'starter' });
    const headers = { 'idempotency-key': 'again' };
    for (let n = 0; n < 3; n++) expect((await chat(key, { message: 'hi' }, headers)).status).toBe(200);
    expect(await counted(id)).toEqual({ burst: 3, month: 3 });
  });

  it('refusals of keys, scopes and limits do not', async () => {
    const { id, key } = await makeWorkspace(service, { plan: 'starter' });
    const [past, narrow] = [
      await makeKey(service, id, { expiresAt: new Date(Date.now() - 1_000) }),
      await makeKey(service, id, { scopes: ['mcp'] }),
    ];
    expect([(await use(past.key)).status, (await use(narrow.key)).status]).toEqual([401, 403]);
    await setUsed(id, { burst: 60, month: 60 });
    expect([(await use(key)).status, (await use(narrow.key)).status]).toEqual([429, 403]);
    expect(await counted(id)).toEqual({ burst: 60, month: 60 });
  });

  it('our own failures do not', async () => {
    const { id, key } = await makeWorkspace(service, { plan: 'starter' });
    await sql('alter table messages rename to messages_away');
    const failed = await chat(key);
    await sql('alter table messages_away rename to messages');
    expectProblem(failed, 500, 'internal_error');
    expect(failed.text).not.toMatch(/messages|relation|\bat /);
    expect(failed.headers.get('x-ratelimit-remaining')).toBe('60');
    expect(await counted(id)).toEqual({ burst: 0, month: 0 });
    expect((await chat(key)).status).toBe(200);
  });
});

describe('calls taken ahead', () => {
  it('go back when an instance stops, so that the month is exact', async () => {
    const { id, key } = await makeWorkspace(service, { plan: 'business' });
    const config = { ...service.config, jobs: 'off' as const };
    const start = async () => {
      const app = await createApp({ config, log: createLog('silent'), connection: service.connection });
      await app.server.listen({ host: '127.0.0.1', port: 0 });
      return { app, url: `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}` };
    };
    const instances = [await start(), await start()];
    const wrong = { key, body: { message: '' } };
    for (const [index, on] of instances.entries()) {
      await Promise.all(Array.from({ length: 35 + index }, () => use(key, on)));
      expect((await call(on, 'POST', '/api/chat', wrong)).status).toBe(422);
      const narrow = await makeKey(service, id, { scopes: ['mcp'] });
      expect((await use(narrow.key, on)).status).toBe(403);
    }
    for (const { app } of instances) await app.stop();
    expect(await counted(id)).toEqual({ burst: 73, month: 73 });
  });
});
