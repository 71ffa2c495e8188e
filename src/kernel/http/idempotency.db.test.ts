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
const sql = (text: string, values: unknown[] = []) => queryAsDbOwner(service.connection, text, values);
const post = (path: string, name: string, options: CallOptions, instance: { url: string } = service) =>
  call(instance, 'POST', path, { ...options, headers: { ...options.headers, 'idempotency-key': name } });
const chat = (key: string, name: string, body: unknown = HELLO, instance: { url: string } = service) =>
  post('/api/chat', name, { key, body }, instance);
const isReplay = (reply: HttpResponse) => reply.headers.get('idempotent-replayed') === 'true';
const countConversations = async (workspaceId: string) =>
  (await sql('select from conversations where workspace_id = $1', [workspaceId])).rows.length;

function expectReplayOf(first: HttpResponse, replay: HttpResponse) {
  expect({ status: replay.status, text: replay.text, replayed: isReplay(replay) }).toEqual({
    status: first.status,
    text: first.text,
    replayed: true,
  });
  expect(replay.headers.get('content-type')).toBe(first.headers.get('content-type'));
  expect(isReplay(first)).toBe(false);
}

/** Blocks writes to a table until released. */
async function blockWrites(table: string) {
  const client = new pg.Client(service.connection);
  await client.connect();
  await client.query(`begin; lock table ${table} in share row exclusive mode`);
  const countWaiting = async () =>
    (await sql(`select from pg_locks where not granted and relation = $1::regclass`, [table])).rows.length;
  return { waiting: countWaiting, release: () => client.end() };
}

describe('a repeated Idempotency-Key', async () => {
  const { id, key } = await createWorkspace(service);

  it('replays the first response, on every instance', async () => {
    const name = newIdempotencyKey();
    const countBefore = await countConversations(id);
    const first = await chat(key, name);
    expect(first.status).toBe(200);
    expectReplayOf(first, await chat(key, name));
    const replay = await chat(key, name, HELLO, secondInstance);
    expectReplayOf(first, replay);
    expect(replay.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    expect(await countConversations(id)).toBe(countBefore + 1);
  });

  it('ignores the formatting of the JSON', async () => {
    const name = newIdempotencyKey();
    const first = await chat(key, name);
    const text = '{ "metadata": {"tags":["a","b"], "table": 4.0},\n "message": "h\\u0065llo" }';
    expectReplayOf(first, await chat(key, name, text));
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
    const name = newIdempotencyKey();
    const first = await chat(key, name);
    const countBefore = await countConversations(id);
    const otherReply = await post(path, name, { key, body });
    expectProblem(otherReply, 422, 'idempotency_mismatch');
    expect(isReplay(otherReply)).toBe(false);
    expect(await countConversations(id)).toBe(countBefore);
    expectReplayOf(first, await chat(key, name));
  });

  it.each([
    ['a wrong body', { message: '' }, 422],
    ['a body that breaks the schema', { message: 7 }, 422],
    ['an unknown conversation', { message: 'hi', conversationId: 'conv_1' }, 404],
  ])('replays the rejection of %s', async (_what, body, status) => {
    const name = newIdempotencyKey();
    const first = await chat(key, name, body);
    expect(first.status).toBe(status);
    const replay = await chat(key, name, body);
    expectReplayOf(first, replay);
    expect(replay.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expectProblem(await chat(key, name), 422, 'idempotency_mismatch');
  });

  it('replays a conflict', async () => {
    const { json } = await call(service, 'POST', '/api/chat', { key, body: { ...HELLO, businessType: 'salon' } });
    const body = { ...HELLO, businessType: 'retail', conversationId: json.conversationId };
    const name = newIdempotencyKey();
    const first = await chat(key, name, body);
    expectProblem(first, 409, 'conflict');
    expectReplayOf(first, await chat(key, name, body));
  });

  it('processes 100 simultaneous requests once', async () => {
    const countBefore = await countConversations(id);
    const name = newIdempotencyKey();
    const all = Array.from({ length: 100 }, (_, n) => chat(key, name, HELLO, n % 2 ? secondInstance : service));
    const replies = await Promise.all(all);
    const [processedReply, ...otherProcessedReplies] = replies.filter(
      (reply) => !isReplay(reply) && reply.status !== 409,
    );
    expect([processedReply?.status, otherProcessedReplies]).toEqual([200, []]);
    for (const reply of replies) {
      if (reply.status === 409) expectProblem(reply, 409, 'idempotency_in_progress');
      else expect([reply.status, reply.text]).toEqual([200, processedReply!.text]);
    }
    expect(await countConversations(id)).toBe(countBefore + 1);
    expectReplayOf(processedReply!, await chat(key, name));
  });

  it('is separate from other keys', async () => {
    const [firstReply, secondReply] = [await chat(key, newIdempotencyKey()), await chat(key, newIdempotencyKey())];
    expect(isReplay(secondReply)).toBe(false);
    expect(firstReply.json.conversationId).not.toBe(secondReply.json.conversationId);
  });

  it('is not needed: without one, each request is processed', async () => {
    const send = () => call(service, 'POST', '/api/chat', { key, body: HELLO });
    const [firstReply, secondReply] = [await send(), await send()];
    expect(firstReply.json.conversationId).not.toBe(secondReply.json.conversationId);
  });
});

describe('while the first request runs', () => {
  it('the second one is rejected, and gets the response afterwards', async () => {
    const { id, key } = await createWorkspace(service);
    const name = newIdempotencyKey();
    const lockedWrites = await blockWrites('conversations');
    const runningReply = chat(key, name);
    await expect.poll(lockedWrites.waiting).toBe(1);
    const earlyReply = await chat(key, name, HELLO, secondInstance);
    expectProblem(earlyReply, 409, 'idempotency_in_progress');
    expectProblem(await chat(key, name, { message: 'other' }, secondInstance), 422, 'idempotency_mismatch');
    await lockedWrites.release();
    const first = await runningReply;
    expect(first.status).toBe(200);
    expectReplayOf(first, await chat(key, name));
    expect(await countConversations(id)).toBe(1);
  });

  it('but its claim expires, another request takes over and only one of them commits', async () => {
    const { id, key } = await createWorkspace(service);
    const name = newIdempotencyKey();
    const lockedWrites = await blockWrites('conversations');
    const firstReply = chat(key, name);
    await expect.poll(lockedWrites.waiting).toBe(1);
    const expireClaimSql = `update idempotency_keys set claimed_until = now() - interval '1 second' where workspace_id = $1`;
    await sql(expireClaimSql, [id]);
    const takeoverReply = chat(key, name, HELLO, secondInstance);
    await expect.poll(lockedWrites.waiting).toBe(2);
    await lockedWrites.release();
    expectProblem(await firstReply, 409, 'idempotency_in_progress');
    const takeoverResult = await takeoverReply;
    expect(takeoverResult.status).toBe(200);
    expectReplayOf(takeoverResult, await chat(key, name));
    expect(await countConversations(id)).toBe(1);
  });

  it('the claim is taken over if its holder crashed, but not for another body', async () => {
    const { id, key } = await createWorkspace(service);
    const name = newIdempotencyKey();
    await chat(key, name);
    const abandonClaimSql = `update idempotency_keys set status = null, body = null, claimed_until = now() + $2::interval
      where workspace_id = $1`;
    await sql(abandonClaimSql, [id, '10 seconds']);
    expectProblem(await chat(key, name), 409, 'idempotency_in_progress');
    await sql(abandonClaimSql, [id, '-1 second']);
    expectProblem(await chat(key, name, { message: 'other' }), 422, 'idempotency_mismatch');
    const takeoverReply = await chat(key, name);
    expect([takeoverReply.status, isReplay(takeoverReply)]).toEqual([200, false]);
    expectReplayOf(takeoverReply, await chat(key, name));
  });
});

describe('a response that is not stored', () => {
  it('401: a wrong key claims nothing', async () => {
    const { id, key } = await createWorkspace(service);
    const expiredKey = await createApiKey(service, id, { expiresAt: new Date(Date.now() - 1_000) });
    const name = newIdempotencyKey();
    expectProblem(await chat(expiredKey.key, name), 401, 'expired_api_key');
    const reply = await chat(key, name);
    expect([reply.status, isReplay(reply)]).toEqual([200, false]);
  });

  it('403: with a larger plan the same request works', async () => {
    const { id, key } = await createWorkspace(service, { plan: 'starter' });
    const [name, body] = [newIdempotencyKey(), { ...HELLO, channel: 'sms' }];
    expectProblem(await chat(key, name, body), 403, 'plan_required');
    expectProblem(await chat(key, name, body), 403, 'plan_required');
    await sql(`update workspaces set plan = 'business' where live_id = $1`, [id]);
    const tryAgain = async () => {
      const reply = await chat(key, name, body);
      return [reply.status, isReplay(reply)];
    };
    await expect.poll(tryAgain, { interval: 20 }).toEqual([200, false]);
    expect(await tryAgain()).toEqual([200, true]);
  });

  it('429: the same request works a minute later', async () => {
    const { id, key } = await createWorkspace(service, { plan: 'starter' });
    const name = newIdempotencyKey();
    await call(service, 'GET', '/api/conversations', { key });
    await sql('update call_counters set window_used = 60 where workspace_id = $1', [id]);
    expectProblem(await chat(key, name), 429, 'rate_limited');
    await sql(`update call_counters set window_start = now() - interval '61 seconds' where workspace_id = $1`, [id]);
    const reply = await chat(key, name);
    expect([reply.status, isReplay(reply)]).toEqual([200, false]);
  });

  it('500: a failure stores nothing, and the same request works later', async () => {
    const { id, key } = await createWorkspace(service);
    const name = newIdempotencyKey();
    await sql('alter table events rename to events_away');
    const failedReply = await chat(key, name);
    await sql('alter table events_away rename to events');
    expectProblem(failedReply, 500, 'internal_error');
    expect(await countConversations(id)).toBe(0);
    const reply = await chat(key, name);
    expect([reply.status, isReplay(reply)]).toEqual([200, false]);
    expect(await countConversations(id)).toBe(1);
  });
});

describe('secrets', () => {
  it('are repeated in a replay and encrypted in the table', async () => {
    const ann = await signUp(service);
    const name = newIdempotencyKey();
    const createKey = () =>
      post('/api/keys', name, { cookie: ann.cookie, body: { name: 'once', mode: 'live', kind: 'secret' } });
    const first = await createKey();
    expect(first.status).toBe(201);
    expectReplayOf(first, await createKey());
    const listReply = await call(service, 'GET', '/api/keys', { cookie: ann.cookie });
    expect(listReply.json.data).toHaveLength(1);
    expect((await call(service, 'GET', '/api/conversations', { key: first.json.key })).status).toBe(200);

    const { rows } = await sql('select *, body from idempotency_keys where key = $1', [name]);
    expect(rows).toHaveLength(1);
    const body: Buffer = rows[0].body;
    expect(body.length).toBeGreaterThan(100);
    for (const part of [first.json.key, first.json.key.slice(11, 30), first.json.id, 'once']) {
      expect(body.includes(part)).toBe(false);
    }
  });

  it('of a rotation are repeated in a replay, and the key is rotated once', async () => {
    const ann = await signUp(service);
    const body = { name: 'mine', mode: 'live', kind: 'secret' };
    const { json } = await call(service, 'POST', '/api/keys', { cookie: ann.cookie, body });
    const name = newIdempotencyKey();
    const rotate = (options: CallOptions) =>
      post(`/api/keys/${json.id}/rotate`, name, { cookie: ann.cookie, ...options });
    const first = await rotate({});
    expectReplayOf(first, await rotate({}));
    expectReplayOf(first, await rotate({ body: {} }));
    expectProblem(await rotate({ body: { overlapHours: 1 } }), 422, 'idempotency_mismatch');
    expect((await call(service, 'GET', '/api/keys', { cookie: ann.cookie })).json.data).toHaveLength(2);
  });
});

describe('the scope', () => {
  it('is the workspace and its mode', async () => {
    const [workspace, otherWorkspace] = [await createWorkspace(service), await createWorkspace(service)];
    const testKey = await createApiKey(service, workspace.id, { mode: 'test' });
    const name = newIdempotencyKey();
    const replies = [
      await chat(workspace.key, name),
      await chat(otherWorkspace.key, name),
      await chat(testKey.key, name),
    ];
    expect(replies.map((reply) => [reply.status, isReplay(reply)])).toEqual(Array(3).fill([200, false]));
    const ids = replies.map((reply) => reply.json.conversationId);
    expect(new Set(ids).size).toBe(3);
    const siblingKey = await createApiKey(service, workspace.id);
    expectReplayOf(replies[0]!, await chat(siblingKey.key, name));
    expectProblem(await chat(workspace.key, name, { message: 'other' }), 422, 'idempotency_mismatch');
  });

  it('does not replay a response to a caller without permission', async () => {
    const { id, key } = await createWorkspace(service);
    const narrowKey = await createApiKey(service, id, { scopes: ['conversations:read'] });
    const name = newIdempotencyKey();
    await chat(key, name);
    expectProblem(await chat(narrowKey.key, name), 403, 'insufficient_scope');
  });

  it('covers all paths: another path is a mismatch', async () => {
    const ann = await signUp(service);
    const name = newIdempotencyKey();
    const postAs = (path: string, body: unknown) => post(path, name, { cookie: ann.cookie, body });
    const { json } = await postAs('/api/keys', { name: 'k', mode: 'live', kind: 'secret' });
    expectProblem(
      await postAs('/api/invitations', { email: 'x@example.com', role: 'agent' }),
      422,
      'idempotency_mismatch',
    );
    expectProblem(await postAs(`/api/keys/${json.id}/rotate`, {}), 422, 'idempotency_mismatch');

    const otherIdempotencyKey = newIdempotencyKey();
    const rotate = (id: string) =>
      post(`/api/keys/${id}/rotate`, otherIdempotencyKey, { cookie: ann.cookie, body: {} });
    const rotateReply = await rotate(json.id);
    expect(rotateReply.status).toBe(201);
    expectProblem(await rotate(rotateReply.json.id), 422, 'idempotency_mismatch');
  });
});

describe('the key', async () => {
  const { id, key } = await createWorkspace(service);

  it.each([
    ['of one character', 'x', 200],
    ['of 255 characters', 'x'.repeat(255), 200],
    ['with blanks and signs', 'a b/c:{"d"}', 200],
    ['of no characters', '', 400],
    ['of 256 characters', 'x'.repeat(256), 400],
  ])('%s', async (_what, name, status) => {
    const countBefore = await countConversations(id);
    const reply = await chat(key, name);
    expect(reply.status).toBe(status);
    if (status === 400) expectProblem(reply, 400, 'invalid_request');
    else expectReplayOf(reply, await chat(key, name));
    expect(await countConversations(id)).toBe(countBefore + (status === 200 ? 1 : 0));
  });

  it('is valid for 24 hours', async () => {
    const name = newIdempotencyKey();
    const first = await chat(key, name);
    const rowCondition = 'workspace_id = $1 and key = $2';
    const { rows } = await sql(
      `select extract(epoch from expires_at - now()) / 3600 as hours from idempotency_keys where ${rowCondition}`,
      [id, name],
    );
    expect(Number(rows[0].hours)).toBeCloseTo(24, 1);
    const passTime = (hours: number) =>
      sql(
        `update idempotency_keys set expires_at = expires_at - make_interval(hours => ${hours}) where ${rowCondition}`,
        [id, name],
      );
    await passTime(23);
    expectReplayOf(first, await chat(key, name));
    await passTime(2);
    const otherReply = await chat(key, name, { message: 'something else' });
    expect([otherReply.status, isReplay(otherReply)]).toEqual([200, false]);
    expect(otherReply.json.conversationId).not.toBe(first.json.conversationId);
    expectProblem(await chat(key, name), 422, 'idempotency_mismatch');
  });

  it('only replays a dry run for the same dry run', async () => {
    const testKey = await createApiKey(service, id, { mode: 'test' });
    const name = newIdempotencyKey();
    const dryReply = await chat(testKey.key, name, { ...HELLO, dryRun: true });
    expect(dryReply.status).toBe(200);
    expectReplayOf(dryReply, await chat(testKey.key, name, { ...HELLO, dryRun: true }));
    const reply = await call(service, 'GET', `/api/conversations/${dryReply.json.conversationId}`, {
      key: testKey.key,
    });
    expectProblem(reply, 404, 'not_found');
  });
});

describe('methods other than POST', () => {
  it('ignore the Idempotency-Key', async () => {
    const ann = await signUp(service);
    const headers = { 'idempotency-key': newIdempotencyKey() };
    const callAs = (method: string, path: string, body?: unknown) =>
      call(service, method, path, { cookie: ann.cookie, headers, body });
    const { json } = await callAs('POST', '/api/keys', { name: 'k', mode: 'live', kind: 'secret' });
    const replies = [
      await callAs('GET', '/api/keys'),
      await callAs('PUT', '/api/plan', { plan: 'professional' }),
      await callAs('PUT', '/api/plan', { plan: 'business' }),
      await callAs('PATCH', `/api/members/${ann.user.id}`, { role: 'owner' }),
      await callAs('DELETE', `/api/keys/${json.id}`),
      await callAs('DELETE', `/api/keys/${json.id}`),
    ];
    expect(replies.map((reply) => [reply.status, isReplay(reply)])).toEqual(
      [200, 200, 200, 200, 204, 204].map((status) => [status, false]),
    );
    expect((await callAs('GET', '/api/plan')).json.plan).toBe('business');
  });
});
