import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { expectProblem } from '../../../test/expect.ts';
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

const service = await startService();
const secondInstance = await startService(service.connection, { jobs: 'off' });
const HELLO = { message: 'hello', metadata: { table: 4, tags: ['a', 'b'] } };

let keyCount = 0;
const newIdempotencyKey = () => `key-${++keyCount}`;
const query = (text: string, values: unknown[] = []) => queryAsDbOwner(service.connection, text, values);
const post = (path: string, idempotencyKey: string, options: CallOptions, instance: { url: string } = service) =>
  call(instance, 'POST', path, { ...options, headers: { ...options.headers, 'idempotency-key': idempotencyKey } });
const chat = (key: string, idempotencyKey: string, body: unknown = HELLO, instance: { url: string } = service) =>
  post('/api/chat', idempotencyKey, { key, body }, instance);
const isReplay = (response: HttpResponse) => response.headers.get('idempotent-replayed') === 'true';
const countConversations = async (workspaceId: string) =>
  (await query('select from conversations where workspace_id = $1', [workspaceId])).rows.length;

function expectReplayOf(firstResponse: HttpResponse, replay: HttpResponse) {
  expect({ status: replay.status, text: replay.text, replayed: isReplay(replay) }).toEqual({
    status: firstResponse.status,
    text: firstResponse.text,
    replayed: true,
  });
  expect(replay.headers.get('content-type')).toBe(firstResponse.headers.get('content-type'));
  expect(isReplay(firstResponse)).toBe(false);
}

/** Blocks writes to a table until released. */
async function blockWrites(table: string) {
  const client = new pg.Client(service.connection);
  await client.connect();
  await client.query(`begin; lock table ${table} in share row exclusive mode`);
  const countWaiting = async () =>
    (await query(`select from pg_locks where not granted and relation = $1::regclass`, [table])).rows.length;
  return { countWaiting, release: () => client.end() };
}

describe('a repeated Idempotency-Key', async () => {
  const { id, key } = await createWorkspace(service);

  it('replays the first response, on every instance', async () => {
    const idempotencyKey = newIdempotencyKey();
    const countBefore = await countConversations(id);
    const firstResponse = await chat(key, idempotencyKey);
    expect(firstResponse.status).toBe(200);
    expectReplayOf(firstResponse, await chat(key, idempotencyKey));
    const replay = await chat(key, idempotencyKey, HELLO, secondInstance);
    expectReplayOf(firstResponse, replay);
    expect(replay.headers.get('x-request-id')).not.toBe(firstResponse.headers.get('x-request-id'));
    expect(await countConversations(id)).toBe(countBefore + 1);
  });

  it('ignores the formatting of the JSON', async () => {
    const idempotencyKey = newIdempotencyKey();
    const firstResponse = await chat(key, idempotencyKey);
    const text = '{ "metadata": {"tags":["a","b"], "table": 4.0},\n "message": "h\\u0065llo" }';
    expectReplayOf(firstResponse, await chat(key, idempotencyKey, text));
  });

  it.each([
    ['another value', '/api/chat', { ...HELLO, message: 'bye' }],
    ['another value further down', '/api/chat', { ...HELLO, metadata: { table: 5, tags: ['a', 'b'] } }],
    ['another type', '/api/chat', { ...HELLO, metadata: { table: '4', tags: ['a', 'b'] } }],
    ['another order of a list', '/api/chat', { ...HELLO, metadata: { table: 4, tags: ['b', 'a'] } }],
    ['a field more', '/api/chat', { ...HELLO, explain: true }],
    ['a field less', '/api/chat', { message: 'hello' }],
    ['an invalid body', '/api/chat', { message: '' }],
  ])('with %s is a mismatch', async (_what, path, body) => {
    const idempotencyKey = newIdempotencyKey();
    const firstResponse = await chat(key, idempotencyKey);
    const countBefore = await countConversations(id);
    const otherResponse = await post(path, idempotencyKey, { key, body });
    expectProblem(otherResponse, 422, 'idempotency_mismatch');
    expect(isReplay(otherResponse)).toBe(false);
    expect(await countConversations(id)).toBe(countBefore);
    expectReplayOf(firstResponse, await chat(key, idempotencyKey));
  });

  it.each([
    ['a wrong body', { message: '' }, 422],
    ['a body that breaks the schema', { message: 7 }, 422],
    ['an unknown conversation', { message: 'hi', conversationId: 'conv_1' }, 404],
  ])('replays the rejection of %s', async (_what, body, status) => {
    const idempotencyKey = newIdempotencyKey();
    const firstResponse = await chat(key, idempotencyKey, body);
    expect(firstResponse.status).toBe(status);
    const replay = await chat(key, idempotencyKey, body);
    expectReplayOf(firstResponse, replay);
    expect(replay.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expectProblem(await chat(key, idempotencyKey), 422, 'idempotency_mismatch');
  });

  it('replays a conflict', async () => {
    const { json } = await call(service, 'POST', '/api/chat', { key, body: { ...HELLO, businessType: 'salon' } });
    const body = { ...HELLO, businessType: 'retail', conversationId: json.conversationId };
    const idempotencyKey = newIdempotencyKey();
    const firstResponse = await chat(key, idempotencyKey, body);
    expectProblem(firstResponse, 409, 'conflict');
    expectReplayOf(firstResponse, await chat(key, idempotencyKey, body));
  });

  it('processes 100 simultaneous requests once', async () => {
    const countBefore = await countConversations(id);
    const idempotencyKey = newIdempotencyKey();
    const requests = Array.from({ length: 100 }, (_, n) =>
      chat(key, idempotencyKey, HELLO, n % 2 ? secondInstance : service),
    );
    const responses = await Promise.all(requests);
    const [processedResponse, ...otherProcessedResponses] = responses.filter(
      (response) => !isReplay(response) && response.status !== 409,
    );
    expect([processedResponse?.status, otherProcessedResponses]).toEqual([200, []]);
    for (const response of responses) {
      if (response.status === 409) expectProblem(response, 409, 'idempotency_in_progress');
      else expect([response.status, response.text]).toEqual([200, processedResponse!.text]);
    }
    expect(await countConversations(id)).toBe(countBefore + 1);
    expectReplayOf(processedResponse!, await chat(key, idempotencyKey));
  });

  it('is separate from other keys', async () => {
    const [firstResponse, secondResponse] = [
      await chat(key, newIdempotencyKey()),
      await chat(key, newIdempotencyKey()),
    ];
    expect(isReplay(secondResponse)).toBe(false);
    expect(firstResponse.json.conversationId).not.toBe(secondResponse.json.conversationId);
  });

  it('is optional: without one, each request is processed', async () => {
    const send = () => call(service, 'POST', '/api/chat', { key, body: HELLO });
    const [firstResponse, secondResponse] = [await send(), await send()];
    expect(firstResponse.json.conversationId).not.toBe(secondResponse.json.conversationId);
  });
});

describe('while the first request runs', () => {
  it('the second one is rejected, and gets the response afterwards', async () => {
    const { id, key } = await createWorkspace(service);
    const idempotencyKey = newIdempotencyKey();
    const blockedWrites = await blockWrites('conversations');
    const runningRequest = chat(key, idempotencyKey);
    await expect.poll(blockedWrites.countWaiting).toBe(1);
    const earlyResponse = await chat(key, idempotencyKey, HELLO, secondInstance);
    expectProblem(earlyResponse, 409, 'idempotency_in_progress');
    expectProblem(await chat(key, idempotencyKey, { message: 'other' }, secondInstance), 422, 'idempotency_mismatch');
    await blockedWrites.release();
    const firstResponse = await runningRequest;
    expect(firstResponse.status).toBe(200);
    expectReplayOf(firstResponse, await chat(key, idempotencyKey));
    expect(await countConversations(id)).toBe(1);
  });

  it('another request takes over if the claim expires, and only one of them commits', async () => {
    const { id, key } = await createWorkspace(service);
    const idempotencyKey = newIdempotencyKey();
    const blockedWrites = await blockWrites('conversations');
    const firstResponse = chat(key, idempotencyKey);
    await expect.poll(blockedWrites.countWaiting).toBe(1);
    const expireClaimSql = `update idempotency_keys set claimed_until = now() - interval '1 second' where workspace_id = $1`;
    await query(expireClaimSql, [id]);
    const takeoverResponse = chat(key, idempotencyKey, HELLO, secondInstance);
    await expect.poll(blockedWrites.countWaiting).toBe(2);
    await blockedWrites.release();
    expectProblem(await firstResponse, 409, 'idempotency_in_progress');
    const takeoverResult = await takeoverResponse;
    expect(takeoverResult.status).toBe(200);
    expectReplayOf(takeoverResult, await chat(key, idempotencyKey));
    expect(await countConversations(id)).toBe(1);
  });

  it('the claim is taken over if its holder crashed, but not for another body', async () => {
    const { id, key } = await createWorkspace(service);
    const idempotencyKey = newIdempotencyKey();
    await chat(key, idempotencyKey);
    const abandonClaimSql = `update idempotency_keys set status = null, body = null, claimed_until = now() + $2::interval
      where workspace_id = $1`;
    await query(abandonClaimSql, [id, '10 seconds']);
    expectProblem(await chat(key, idempotencyKey), 409, 'idempotency_in_progress');
    await query(abandonClaimSql, [id, '-1 second']);
    expectProblem(await chat(key, idempotencyKey, { message: 'other' }), 422, 'idempotency_mismatch');
    const takeoverResponse = await chat(key, idempotencyKey);
    expect([takeoverResponse.status, isReplay(takeoverResponse)]).toEqual([200, false]);
    expectReplayOf(takeoverResponse, await chat(key, idempotencyKey));
  });
});

describe('a response that is not stored', () => {
  it('401: a wrong key claims nothing', async () => {
    const { id, key } = await createWorkspace(service);
    const expiredKey = await createApiKey(service, id, { expiresAt: new Date(Date.now() - 1_000) });
    const idempotencyKey = newIdempotencyKey();
    expectProblem(await chat(expiredKey.key, idempotencyKey), 401, 'expired_api_key');
    const response = await chat(key, idempotencyKey);
    expect([response.status, isReplay(response)]).toEqual([200, false]);
  });

  it('403: with a larger plan the same request works', async () => {
    const { id, key } = await createWorkspace(service, { plan: 'starter' });
    const [idempotencyKey, body] = [newIdempotencyKey(), { ...HELLO, channel: 'sms' }];
    expectProblem(await chat(key, idempotencyKey, body), 403, 'plan_required');
    expectProblem(await chat(key, idempotencyKey, body), 403, 'plan_required');
    await query(`update workspaces set plan = 'business' where live_id = $1`, [id]);
    const retryOutcome = async () => {
      const response = await chat(key, idempotencyKey, body);
      return [response.status, isReplay(response)];
    };
    await expect.poll(retryOutcome, { interval: 20 }).toEqual([200, false]);
    expect(await retryOutcome()).toEqual([200, true]);
  });

  it('429: the same request works a minute later', async () => {
    const { id, key } = await createWorkspace(service, { plan: 'starter' });
    const idempotencyKey = newIdempotencyKey();
    await call(service, 'GET', '/api/conversations', { key });
    await query('update call_counters set window_used = 60 where workspace_id = $1', [id]);
    expectProblem(await chat(key, idempotencyKey), 429, 'rate_limited');
    await query(`update call_counters set window_start = now() - interval '61 seconds' where workspace_id = $1`, [id]);
    const response = await chat(key, idempotencyKey);
    expect([response.status, isReplay(response)]).toEqual([200, false]);
  });

  it('500: a failure stores nothing, and the same request works later', async () => {
    const { id, key } = await createWorkspace(service);
    const idempotencyKey = newIdempotencyKey();
    await query('alter table events rename to events_away');
    const failedResponse = await chat(key, idempotencyKey);
    await query('alter table events_away rename to events');
    expectProblem(failedResponse, 500, 'internal_error');
    expect(await countConversations(id)).toBe(0);
    const response = await chat(key, idempotencyKey);
    expect([response.status, isReplay(response)]).toEqual([200, false]);
    expect(await countConversations(id)).toBe(1);
  });
});

describe('secrets', () => {
  it('are repeated in a replay and encrypted in the table', async () => {
    const owner = await signUp(service);
    const idempotencyKey = newIdempotencyKey();
    const createKey = () =>
      post('/api/keys', idempotencyKey, { cookie: owner.cookie, body: { name: 'once', mode: 'live', kind: 'secret' } });
    const firstResponse = await createKey();
    expect(firstResponse.status).toBe(201);
    expectReplayOf(firstResponse, await createKey());
    const listResponse = await call(service, 'GET', '/api/keys', { cookie: owner.cookie });
    expect(listResponse.json.data).toHaveLength(1);
    expect((await call(service, 'GET', '/api/conversations', { key: firstResponse.json.key })).status).toBe(200);

    const { rows } = await query('select *, body from idempotency_keys where key = $1', [idempotencyKey]);
    expect(rows).toHaveLength(1);
    const body: Buffer = rows[0].body;
    expect(body.length).toBeGreaterThan(100);
    for (const part of [firstResponse.json.key, firstResponse.json.key.slice(11, 30), firstResponse.json.id, 'once']) {
      expect(body.includes(part)).toBe(false);
    }
  });

  it('of a rotation are repeated in a replay, and the key is rotated once', async () => {
    const owner = await signUp(service);
    const body = { name: 'mine', mode: 'live', kind: 'secret' };
    const { json } = await call(service, 'POST', '/api/keys', { cookie: owner.cookie, body });
    const idempotencyKey = newIdempotencyKey();
    const rotate = (options: CallOptions) =>
      post(`/api/keys/${json.id}/rotate`, idempotencyKey, { cookie: owner.cookie, ...options });
    const firstResponse = await rotate({});
    expectReplayOf(firstResponse, await rotate({}));
    expectReplayOf(firstResponse, await rotate({ body: {} }));
    expectProblem(await rotate({ body: { overlapHours: 1 } }), 422, 'idempotency_mismatch');
    expect((await call(service, 'GET', '/api/keys', { cookie: owner.cookie })).json.data).toHaveLength(2);
  });
});

describe('the scope of an Idempotency-Key', () => {
  it('is the workspace and its mode', async () => {
    const [workspace, otherWorkspace] = [await createWorkspace(service), await createWorkspace(service)];
    const testKey = await createApiKey(service, workspace.id, { mode: 'test' });
    const idempotencyKey = newIdempotencyKey();
    const responses = [
      await chat(workspace.key, idempotencyKey),
      await chat(otherWorkspace.key, idempotencyKey),
      await chat(testKey.key, idempotencyKey),
    ];
    expect(responses.map((response) => [response.status, isReplay(response)])).toEqual(Array(3).fill([200, false]));
    const ids = responses.map((response) => response.json.conversationId);
    expect(new Set(ids).size).toBe(3);
    const siblingKey = await createApiKey(service, workspace.id);
    expectReplayOf(responses[0]!, await chat(siblingKey.key, idempotencyKey));
    expectProblem(await chat(workspace.key, idempotencyKey, { message: 'other' }), 422, 'idempotency_mismatch');
  });

  it('does not replay a response to a caller without permission', async () => {
    const { id, key } = await createWorkspace(service);
    const narrowKey = await createApiKey(service, id, { scopes: ['conversations:read'] });
    const idempotencyKey = newIdempotencyKey();
    await chat(key, idempotencyKey);
    expectProblem(await chat(narrowKey.key, idempotencyKey), 403, 'insufficient_scope');
  });

  it('covers all paths: another path is a mismatch', async () => {
    const owner = await signUp(service);
    const idempotencyKey = newIdempotencyKey();
    const postAs = (path: string, body: unknown) => post(path, idempotencyKey, { cookie: owner.cookie, body });
    const { json } = await postAs('/api/keys', { name: 'k', mode: 'live', kind: 'secret' });
    expectProblem(
      await postAs('/api/invitations', { email: 'x@example.com', role: 'agent' }),
      422,
      'idempotency_mismatch',
    );
    expectProblem(await postAs(`/api/keys/${json.id}/rotate`, {}), 422, 'idempotency_mismatch');

    const otherIdempotencyKey = newIdempotencyKey();
    const rotate = (id: string) =>
      post(`/api/keys/${id}/rotate`, otherIdempotencyKey, { cookie: owner.cookie, body: {} });
    const rotateResponse = await rotate(json.id);
    expect(rotateResponse.status).toBe(201);
    expectProblem(await rotate(rotateResponse.json.id), 422, 'idempotency_mismatch');
  });
});

describe('an Idempotency-Key', async () => {
  const { id, key } = await createWorkspace(service);

  it.each([
    ['of one character', 200, 'x'],
    ['of 255 characters', 200, 'x'.repeat(255)],
    ['with blanks and signs', 200, 'a b/c:{"d"}'],
    ['of no characters', 400, ''],
    ['of 256 characters', 400, 'x'.repeat(256)],
  ])('%s: status %d', async (_what, status, idempotencyKey) => {
    const countBefore = await countConversations(id);
    const response = await chat(key, idempotencyKey);
    expect(response.status).toBe(status);
    if (status === 400) expectProblem(response, 400, 'invalid_request');
    else expectReplayOf(response, await chat(key, idempotencyKey));
    expect(await countConversations(id)).toBe(countBefore + (status === 200 ? 1 : 0));
  });

  it('is valid for 24 hours', async () => {
    const idempotencyKey = newIdempotencyKey();
    const firstResponse = await chat(key, idempotencyKey);
    const rowCondition = 'workspace_id = $1 and key = $2';
    const { rows } = await query(
      `select extract(epoch from expires_at - now()) / 3600 as hours from idempotency_keys where ${rowCondition}`,
      [id, idempotencyKey],
    );
    expect(Number(rows[0].hours)).toBeCloseTo(24, 1);
    const passTime = (hours: number) =>
      query(
        `update idempotency_keys set expires_at = expires_at - make_interval(hours => ${hours}) where ${rowCondition}`,
        [id, idempotencyKey],
      );
    await passTime(23);
    expectReplayOf(firstResponse, await chat(key, idempotencyKey));
    await passTime(2);
    const otherResponse = await chat(key, idempotencyKey, { message: 'something else' });
    expect([otherResponse.status, isReplay(otherResponse)]).toEqual([200, false]);
    expect(otherResponse.json.conversationId).not.toBe(firstResponse.json.conversationId);
    expectProblem(await chat(key, idempotencyKey), 422, 'idempotency_mismatch');
  });

  it('only replays a dry run for the same dry run', async () => {
    const testKey = await createApiKey(service, id, { mode: 'test' });
    const idempotencyKey = newIdempotencyKey();
    const dryResponse = await chat(testKey.key, idempotencyKey, { ...HELLO, dryRun: true });
    expect(dryResponse.status).toBe(200);
    expectReplayOf(dryResponse, await chat(testKey.key, idempotencyKey, { ...HELLO, dryRun: true }));
    const response = await call(service, 'GET', `/api/conversations/${dryResponse.json.conversationId}`, {
      key: testKey.key,
    });
    expectProblem(response, 404, 'not_found');
  });
});

describe('methods other than POST', () => {
  it('ignore the Idempotency-Key', async () => {
    const owner = await signUp(service);
    const headers = { 'idempotency-key': newIdempotencyKey() };
    const callAs = (method: string, path: string, body?: unknown) =>
      call(service, method, path, { cookie: owner.cookie, headers, body });
    const { json } = await callAs('POST', '/api/keys', { name: 'k', mode: 'live', kind: 'secret' });
    const responses = [
      await callAs('GET', '/api/keys'),
      await callAs('PUT', '/api/plan', { plan: 'professional' }),
      await callAs('PUT', '/api/plan', { plan: 'business' }),
      await callAs('PATCH', `/api/members/${owner.user.id}`, { role: 'owner' }),
      await callAs('DELETE', `/api/keys/${json.id}`),
      await callAs('DELETE', `/api/keys/${json.id}`),
    ];
    expect(responses.map((response) => [response.status, isReplay(response)])).toEqual(
      [200, 200, 200, 200, 204, 204].map((status) => [status, false]),
    );
    expect((await callAs('GET', '/api/plan')).json.plan).toBe('business');
  });
});
