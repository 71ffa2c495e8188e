import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { COMPILE_CACHE_DIR } from '../compile-cache.ts';
import { call, type HttpResponse, queryAsDbOwner, type Service, signUp } from '../harness.ts';
import { buildDatabaseUrl, createTemporaryFolder, type Process, startProcess, stopProcess } from './service-process.ts';

const server = inject('postgres');
const database = `test_${randomBytes(6).toString('hex')}`;
/** A notification takes milliseconds, so this limit is only exceeded if none is sent. */
const MAX_DELAY_MS = 10_000;

let firstInstance: Process;
let secondInstance: Process;
let cookie: string;

beforeAll(async () => {
  const folder = await createTemporaryFolder();
  await queryAsDbOwner({ ...server, database: 'frontdesk' }, `create database ${database}`);
  const masterKey = randomBytes(32).toString('base64');
  const createEnv = (name: string) => ({
    DATABASE_URL: buildDatabaseUrl(server, database),
    DATA_DIR: join(folder, name),
    MASTER_KEY: masterKey,
    PLAN_CHANGES: 'owner',
    NODE_COMPILE_CACHE: COMPILE_CACHE_DIR,
  });
  [firstInstance, secondInstance] = await Promise.all([
    startProcess(createEnv('first')),
    startProcess(createEnv('second')),
  ]);
  cookie = (await signUp(firstInstance as unknown as Service)).cookie;
});

afterAll(async () => {
  await queryAsDbOwner({ ...server, database: 'frontdesk' }, `drop database if exists ${database} with (force)`);
});

const createKey = async (mode: 'live' | 'test') =>
  (await call(firstInstance, 'POST', '/api/keys', { cookie, body: { name: 'k', mode, kind: 'secret' } })).json;

/** How long it takes until the second instance's response satisfies a condition. */
async function measureDelayUntil(key: string, isExpected: (response: HttpResponse) => boolean): Promise<number> {
  const start = performance.now();
  for (;;) {
    const response = await call(secondInstance, 'GET', '/api/conversations?limit=1', { key });
    const ms = Math.round(performance.now() - start);
    if (isExpected(response)) return ms;
    if (ms > MAX_DELAY_MS) throw new Error(`still ${response.status} after ${ms} ms`);
    await sleep(10);
  }
}

describe('two instances started at the same moment on an empty database', () => {
  it('both start, and each migration is applied once', async () => {
    for (const instance of [firstInstance, secondInstance]) {
      const { status, json } = await call(instance, 'GET', '/api/health');
      expect({ status, health: json.status, err: instance.err() }).toEqual({ status: 200, health: 'pass', err: '' });
    }
    const connection = { ...server, database };
    for (const [table, idColumn] of [
      ['kysely_migration', 'name'],
      ['graphile_worker.migrations', 'id'],
    ]) {
      const { rows } = await queryAsDbOwner(
        connection,
        `select count(*)::int as row_count, count(distinct ${idColumn})::int as names from ${table}`,
      );
      expect(rows[0].row_count).toBeGreaterThan(0);
      expect(rows[0].row_count).toBe(rows[0].names);
    }
  });

  it('share sessions, keys and rows', async () => {
    const { key } = await createKey('test');
    const created = await call(firstInstance, 'POST', '/api/chat', { key, body: { message: 'Hello' } });
    expect(created.status).toBe(200);
    const conversation = await call(secondInstance, 'GET', `/api/conversations/${created.json.conversationId}`, {
      key,
    });
    expect(conversation.json.messages).toHaveLength(2);
    expect((await call(secondInstance, 'GET', '/api/keys', { cookie })).status).toBe(200);
  });

  it('reject a key that was revoked on the other instance', async () => {
    const { id, key } = await createKey('test');
    for (const instance of [firstInstance, secondInstance]) {
      expect((await call(instance, 'GET', '/api/conversations', { key })).status).toBe(200);
    }
    expect((await call(firstInstance, 'DELETE', `/api/keys/${id}`, { cookie })).status).toBe(204);
    const ms = await measureDelayUntil(key, ({ status, json }) => status === 401 && json.code === 'revoked_api_key');
    console.log(`revocation reached the other instance in ${ms} ms`);
  });

  it('apply a plan change that was made on the other instance', async () => {
    const { key } = await createKey('live');
    const before = await call(secondInstance, 'GET', '/api/conversations', { key });
    expect(before.headers.get('x-ratelimit-limit')).toBe('60');
    const changed = await call(firstInstance, 'PUT', '/api/plan', { cookie, body: { plan: 'business' } });
    expect({ status: changed.status, json: changed.json }).toEqual({ status: 200, json: { plan: 'business' } });
    const ms = await measureDelayUntil(key, ({ headers }) => headers.get('x-ratelimit-limit') === '3000');
    console.log(`plan change reached the other instance in ${ms} ms`);
  });

  it('keep running when the other instance stops', async () => {
    expect(await stopProcess(firstInstance)).toBe(0);
    expect((await call(secondInstance, 'GET', '/api/health')).status).toBe(200);
    expect(await stopProcess(secondInstance)).toBe(0);
  });
});
