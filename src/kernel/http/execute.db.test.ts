import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  call,
  createApiKey,
  createWorkspace,
  queryAsDbOwner,
  type Service,
  signUp,
  startService,
  subscribeToAllEvents,
} from '../../../test/harness.ts';
import { systemClock } from '../clock.ts';
import { openKeyring } from '../crypto.ts';
import { recordEvents } from '../events.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { createIdempotency } from './idempotency.ts';
import { ok, route, type WorkspacePrincipal } from './route.ts';
import { Strict } from './schema.ts';
import { addRoutes, createServer } from './server.ts';

let service: Service;
let workspaceId: string;
let liveKey: string;
let testKey: string;

beforeAll(async () => {
  service = await startService();
  const workspace = await createWorkspace(service);
  workspaceId = workspace.id;
  liveKey = workspace.key;
  testKey = (await createApiKey(service, workspaceId, { mode: 'test' })).key;
  await subscribeToAllEvents(service, testKey);
});

const chat = (key: string, body: object, headers: Record<string, string> = {}) =>
  call(service, 'POST', '/api/chat', { key, body: { message: 'Are you open?', ...body }, headers });
const queryRows = async (statement: string, values: unknown[] = []) =>
  (await queryAsDbOwner(service.connection, statement, values)).rows;
const countRows = async (table: string): Promise<number> =>
  (await queryRows(`select count(*)::int as n from ${table}`))[0].n;
const errorPointers = (json: { errors: { pointer: string }[] }) => json.errors.map(({ pointer }) => pointer);

/** The first ten characters of an ID are its milliseconds in base 32. */
const timeOfId = (id: string): number =>
  [...id.slice(id.indexOf('_') + 1).slice(0, 10)].reduce(
    (time, digit) => time * 32 + '0123456789abcdefghjkmnpqrstvwxyz'.indexOf(digit),
    0,
  );

describe('X-Test-Clock', () => {
  it('sets every business time of the request, while IDs and lists use real time', async () => {
    const laterResponse = await chat(testKey, {}, { 'x-test-clock': '2031-05-06T10:00:00+02:00' });
    const earlierResponse = await chat(testKey, {}, { 'x-test-clock': '2021-05-06T10:00:00Z' });
    const creationTimes = [laterResponse, earlierResponse].map(({ json }) => new Date(json.createdAt).toISOString());
    expect(creationTimes).toEqual(['2031-05-06T08:00:00.000Z', '2021-05-06T10:00:00.000Z']);
    for (const { json } of [laterResponse, earlierResponse]) {
      const realTime = Date.now();
      expect(Math.abs(timeOfId(json.conversationId) - realTime)).toBeLessThan(10_000);
      expect(Math.abs(timeOfId(json.id) - realTime)).toBeLessThan(10_000);
      const response = await call(service, 'GET', `/api/conversations/${json.conversationId}`, { key: testKey });
      const times = [
        response.json.createdAt,
        response.json.updatedAt,
        ...response.json.messages.map((message: { createdAt: string }) => message.createdAt),
      ];
      expect(new Set(times)).toEqual(new Set([json.createdAt]));
      expect(response.json.episodes).toEqual([{ startedAt: json.createdAt, resolvedAt: null }]);
      const events = await queryRows(
        `select occurred_at from events where $1 in (data ->> 'id', data ->> 'conversationId')`,
        [json.conversationId],
      );
      expect(events.map(({ occurred_at }) => occurred_at.getTime())).toEqual(Array(3).fill(Date.parse(json.createdAt)));
    }
    const { json } = await call(service, 'GET', '/api/conversations?limit=2', { key: testKey });
    expect(json.data.map(({ id }: { id: string }) => id)).toEqual([
      earlierResponse.json.conversationId,
      laterResponse.json.conversationId,
    ]);
    const filteredListResponse = await call(service, 'GET', '/api/conversations?from=2030-01-01T00:00:00Z', {
      key: testKey,
    });
    expect(filteredListResponse.json.data.map(({ id }: { id: string }) => id)).toEqual([
      laterResponse.json.conversationId,
    ]);
  });

  it('applies only to its request', async () => {
    await chat(testKey, {}, { 'x-test-clock': '2031-05-06T10:00:00Z' });
    const { json } = await chat(testKey, {});
    expect(Math.abs(Date.parse(json.createdAt) - Date.now())).toBeLessThan(10_000);
  });

  it('does not affect key expiry and idempotency', async () => {
    const { key } = await createApiKey(service, workspaceId, {
      mode: 'test',
      expiresAt: new Date(Date.now() + 3_600_000),
    });
    const headers = { 'x-test-clock': '2035-01-01T00:00:00Z', 'idempotency-key': 'clock' };
    expect((await chat(key, {}, headers)).status).toBe(200);
    const replay = await chat(key, {}, { ...headers, 'x-test-clock': '2036-01-01T00:00:00Z' });
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
  });

  it.for([
    '',
    'yesterday',
    '2026-11-18',
    '2026-11-18T10:00:00',
    '2026-13-01T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '1763460000',
    '-000001-01-01T00:00:00Z',
  ])('rejects %j', async (value) => {
    const { status, json } = await chat(testKey, {}, { 'x-test-clock': value });
    expect({ status, code: json.code }).toEqual({ status: 400, code: 'invalid_request' });
    expect(errorPointers(json)).toEqual(['/x-test-clock']);
  });

  it('is rejected with a live key and with a session', async () => {
    const countBefore = await countRows('conversations');
    const headers = { 'x-test-clock': '2031-05-06T10:00:00Z' };
    const { cookie } = await signUp(service);
    const responses = [
      await chat(liveKey, {}, headers),
      await call(service, 'GET', '/api/conversations', { key: liveKey, headers }),
      await call(service, 'GET', '/api/keys', { cookie, headers }),
    ];
    for (const { status, json } of responses) {
      expect({ status, code: json.code }).toEqual({ status: 400, code: 'invalid_request' });
    }
    expect(await countRows('conversations')).toBe(countBefore);
  });
});

describe('dryRun', () => {
  const TABLES = ['conversations', 'messages', 'events'];
  const countAllRows = () => Promise.all(TABLES.map(countRows));

  it('responds as usual and commits nothing', async () => {
    const countsBefore = await countAllRows();
    const dryResponse = await chat(testKey, { dryRun: true });
    const realResponse = await chat(testKey, { dryRun: false });
    expect([dryResponse.status, realResponse.status]).toEqual([200, 200]);
    expect({ ...dryResponse.json, id: '', conversationId: '', createdAt: '' }).toEqual({
      ...realResponse.json,
      id: '',
      conversationId: '',
      createdAt: '',
    });
    const readConversation = (id: string) => call(service, 'GET', `/api/conversations/${id}`, { key: testKey });
    expect((await readConversation(dryResponse.json.conversationId)).status).toBe(404);
    expect((await readConversation(realResponse.json.conversationId)).status).toBe(200);
    expect(await countAllRows()).toEqual([countsBefore[0]! + 1, countsBefore[1]! + 2, countsBefore[2]! + 3]);
  });

  it('changes nothing in a running conversation', async () => {
    const { conversationId } = (await chat(testKey, {})).json;
    const readConversation = () => call(service, 'GET', `/api/conversations/${conversationId}`, { key: testKey });
    const responseBefore = await readConversation();
    expect((await chat(testKey, { conversationId, businessName: 'Other', dryRun: true })).status).toBe(200);
    expect((await readConversation()).text).toBe(responseBefore.text);
  });

  it('is rejected like any other invalid request', async () => {
    const { status, json } = await chat(testKey, { dryRun: true, message: '', businessType: 'bank' });
    expect(status).toBe(422);
    expect(errorPointers(json)).toContain('/businessType');
  });

  it('is replayed like any other response, and still commits nothing', async () => {
    const countsBefore = await countAllRows();
    const headers = { 'idempotency-key': 'dry' };
    const [firstResponse, replay] = [
      await chat(testKey, { dryRun: true }, headers),
      await chat(testKey, { dryRun: true }, headers),
    ];
    expect(replay.text).toBe(firstResponse.text);
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
    expect((await chat(testKey, {}, headers)).json.code).toBe('idempotency_mismatch');
    expect(await countAllRows()).toEqual(countsBefore);
  });

  it('is an unknown field with a live key and with a session', async () => {
    const { cookie } = await signUp(service);
    const body = { name: 'k', mode: 'live', kind: 'secret', dryRun: true };
    for (const { status, json } of [
      await chat(liveKey, { dryRun: true }),
      await call(service, 'POST', '/api/keys', { cookie, body }),
    ]) {
      expect({ status, errors: json.errors }).toEqual({
        status: 422,
        errors: [{ pointer: '/dryRun', detail: 'is not a known field' }],
      });
    }
  });

  it('must be true or false', async () => {
    const { status, json } = await chat(testKey, { dryRun: 'yes' });
    expect(status).toBe(422);
    expect(errorPointers(json)).toEqual(['/dryRun']);
  });
});

describe('a handler in its transaction', () => {
  let server: FastifyInstance;
  let testServer: { url: string };
  let releaseHandler = () => {};
  let attemptCount = 0;
  const logLines: string[] = [];

  beforeAll(async () => {
    const { config, database } = service;
    const gate = {
      security: 'key' as const,
      authorize: async (): Promise<WorkspacePrincipal> => ({
        workspace: {
          id: workspaceId,
          liveId: workspaceId,
          mode: 'live',
          name: 'W',
          plan: 'business',
          timezone: 'UTC',
        },
        actor: { kind: 'key', id: 'key_tiny', publishable: false },
      }),
    };
    const commonFields = {
      pathPrefixSet: 'all' as const,
      gate,
      tag: 'Test',
      summary: 'A test',
      responses: { 200: Strict({ done: Type.Boolean() }) },
    };
    const recordEvent = (db: Parameters<typeof recordEvents>[0], type: string) =>
      recordEvents(db, [{ workspaceId, type, data: {}, at: new Date() }]);
    const routes = [
      route({
        ...commonFields,
        method: 'POST',
        path: '/slow',
        body: Strict({ wait: Type.Boolean() }),
        async handle({ db }, { body }) {
          await recordEvent(db, 'test.slow');
          if (body.wait) await new Promise<void>((resolve) => (releaseHandler = resolve));
          await recordEvent(db, 'test.slow');
          return ok({ done: true });
        },
      }),
      route({
        ...commonFields,
        method: 'POST',
        path: '/raced',
        body: Strict({ failures: Type.Integer(), code: Type.String() }),
        async handle({ db }, { body: { failures, code } }) {
          await recordEvent(db, 'test.raced');
          if (++attemptCount <= failures) await sql`select fail_with(${code})`.execute(db);
          return ok({ done: true });
        },
      }),
      route({
        ...commonFields,
        method: 'POST',
        path: '/swallowed',
        body: Strict({}),
        async handle({ db }) {
          await recordEvent(db, 'test.swallowed');
          await sql`select 1 / 0`.execute(db).catch(() => undefined);
          return ok({ done: true });
        },
      }),
      route({
        ...commonFields,
        method: 'GET',
        path: '/writes',
        async handle({ db }) {
          await recordEvent(db, 'test.writes');
          return ok({ done: true });
        },
      }),
      route({
        ...commonFields,
        method: 'GET',
        path: '/traces',
        query: Strict({ trace: Type.Boolean() }),
        async handle({ db, requireWriteTransaction }, { query: { trace } }) {
          attemptCount++;
          if (!trace) return ok({ done: false });
          requireWriteTransaction();
          await recordEvent(db, 'test.traces');
          return ok({ done: true });
        },
      }),
    ];
    await queryRows(`create function fail_with(code text) returns void language plpgsql as
      $$ begin raise exception 'failed' using errcode = code; end $$`);
    const log = createLog('debug', { write: (line) => void logLines.push(line) });
    const keyring = openKeyring(Buffer.alloc(32));
    const idempotency = createIdempotency(database, keyring, 60_000);
    const metrics = createMetrics(database);
    const options = { config, log, database, keyring, idempotency, metrics, clock: systemClock, timeoutMs: 2_000 };
    server = createServer(options);
    addRoutes(server, routes, options);
    await server.listen({ host: '127.0.0.1', port: 0 });
    testServer = { url: `http://127.0.0.1:${(server.server.address() as AddressInfo).port}` };
  });
  afterAll(async () => {
    releaseHandler();
    await server.close();
  });

  const post = (path: string, body: object, headers = {}) => call(testServer, 'POST', `/api${path}`, { body, headers });
  const countRecordedEvents = async (type: string): Promise<number> =>
    (await queryRows('select count(*)::int as n from events where type = $1', [type]))[0].n;

  /** Waits until the handler's transaction is over. */
  async function waitUntilSettled(): Promise<void> {
    releaseHandler();
    const openTransactionsSql = `select from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`;
    for (const deadline = Date.now() + 60_000; (await queryRows(openTransactionsSql)).length; await sleep(10)) {
      if (Date.now() > deadline) throw new Error('the transaction is still open');
    }
  }

  it('causes a 503 response after the timeout and never commits', async () => {
    const { status, json, headers } = await post('/slow', { wait: true });
    expect({ status, code: json.code }).toEqual({ status: 503, code: 'unavailable' });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    await waitUntilSettled();
    expect(await countRecordedEvents('test.slow')).toBe(0);
  });

  it('releases its Idempotency-Key after the timeout', async () => {
    const headers = { 'idempotency-key': 'slow' };
    expect((await post('/slow', { wait: true }, headers)).status).toBe(503);
    const releaseFirstHandler = releaseHandler;
    const retry = post('/slow', { wait: true }, headers);
    for (const deadline = Date.now() + 60_000; releaseHandler === releaseFirstHandler && Date.now() < deadline; )
      await sleep(5);
    // The first request continues while the second runs, and must not commit.
    releaseFirstHandler();
    releaseHandler();
    expect((await retry).status).toBe(200);
    await waitUntilSettled();
    expect(await countRecordedEvents('test.slow')).toBe(2);
  });

  it.for(['40001', '40P01'])('is retried after a conflict (%s)', async (code) => {
    const countBefore = await countRecordedEvents('test.raced');
    attemptCount = 0;
    expect((await post('/raced', { failures: 2, code })).status).toBe(200);
    expect(attemptCount).toBe(3);
    expect(await countRecordedEvents('test.raced')).toBe(countBefore + 1);
  });

  it('is retried a limited number of times, and not for other errors', async () => {
    const countBefore = await countRecordedEvents('test.raced');
    for (const [code, expectedAttemptCount] of [
      ['40P01', 3],
      ['40001', 10],
      ['23505', 1],
    ] as const) {
      attemptCount = 0;
      const { status } = await post('/raced', { failures: 99, code });
      expect({ code, failed: status >= 500, attempts: attemptCount }).toEqual({
        code,
        failed: true,
        attempts: expectedAttemptCount,
      });
    }
    expect(await countRecordedEvents('test.raced')).toBe(countBefore);
  });

  it('cannot succeed if one of its statements failed', async () => {
    expect((await post('/swallowed', {})).status).toBe(500);
    expect(await countRecordedEvents('test.swallowed')).toBe(0);
  });

  it('cannot write when it serves a GET', async () => {
    expect((await call(testServer, 'GET', '/api/writes')).status).toBe(500);
    expect(await countRecordedEvents('test.writes')).toBe(0);
  });

  it.each([
    [false, 1, 0],
    [true, 2, 1],
  ])(
    'is rerun in a write transaction if a GET calls requireWriteTransaction: %s',
    async (trace, expectedAttemptCount, expectedEventCount) => {
      attemptCount = 0;
      const { json } = await call(testServer, 'GET', `/api/traces?trace=${trace}`);
      expect({ json, attempts: attemptCount }).toEqual({ json: { done: trace }, attempts: expectedAttemptCount });
      expect(await countRecordedEvents('test.traces')).toBe(expectedEventCount);
    },
  );
});
