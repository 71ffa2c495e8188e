import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { COMPILED } from '../compiled.ts';
import { asOwner, call, type Reply, type Service, signUp } from '../harness.ts';
import { databaseUrl, type Process, startProcess, stopProcess, temporaryFolder } from './service-process.ts';

const server = inject('postgres');
const database = `test_${randomBytes(6).toString('hex')}`;
/** It is told, in milliseconds. Who was not told would never know. */
const WITHIN_MS = 10_000;

let first: Process;
let second: Process;
let cookie: string;

beforeAll(async () => {
  const folder = await temporaryFolder();
  await asOwner({ ...server, database: 'frontdesk' }, `create database ${database}`);
  const masterKey = randomBytes(32).toString('base64');
  const env = (name: string) => ({
    DATABASE_URL: databaseUrl(server, database),
    DATA_DIR: join(folder, name),
    MASTER_KEY: masterKey,
    PLAN_CHANGES: 'owner',
    NODE_COMPILE_CACHE: COMPILED,
  });
  [first, second] = await Promise.all([startProcess(env('first')), startProcess(env('second'))]);
  cookie = (await signUp(first as unknown as Service)).cookie;
});

afterAll(async () => {
  await asOwner({ ...server, database: 'frontdesk' }, `drop database if exists ${database} with (force)`);
});

const makeKey = async (mode: 'live' | 'test') =>
  (await call(first, 'POST', '/api/keys', { cookie, body: { name: 'k', mode, kind: 'secret' } })).json;

/** How long until the second instance's answers are as wanted. */
async function delayUntil(key: string, wanted: (reply: Reply) => boolean): Promise<number> {
  const start = performance.now();
  for (;;) {
    const reply = await call(second, 'GET', '/api/conversations?limit=1', { key });
    const ms = Math.round(performance.now() - start);
    if (wanted(reply)) return ms;
    if (ms > WITHIN_MS) throw new Error(`still ${reply.status} after ${ms} ms`);
    await sleep(10);
  }
}

describe('two instances started at the same moment on an empty database', () => {
  it('both come up, and each migration was applied once', async () => {
    for (const instance of [first, second]) {
      const { status, json } = await call(instance, 'GET', '/api/health');
      expect({ status, health: json.status, err: instance.err() }).toEqual({ status: 200, health: 'pass', err: '' });
    }
    const connection = { ...server, database };
    for (const [table, name] of [
      ['kysely_migration', 'name'],
      ['graphile_worker.migrations', 'id'],
    ]) {
      const { rows } = await asOwner(
        connection,
        `select count(*)::int as n, count(distinct ${name})::int as names from ${table}`,
      );
      expect(rows[0].n).toBeGreaterThan(0);
      expect(rows[0].n).toBe(rows[0].names);
    }
  });

  it('share sessions, keys and rows', async () => {
    const { key } = await makeKey('test');
    const made = await call(first, 'POST', '/api/chat', { key, body: { message: 'Hello' } });
    expect(made.status).toBe(200);
    const read = await call(second, 'GET', `/api/conversations/${made.json.conversationId}`, { key });
    expect(read.json.messages).toHaveLength(2);
    expect((await call(second, 'GET', '/api/keys', { cookie })).status).toBe(200);
  });

  it('refuse a key that was revoked on the other', async () => {
    const { id, key } = await makeKey('test');
    for (const instance of [first, second]) {
      expect((await call(instance, 'GET', '/api/conversations', { key })).status).toBe(200);
    }
    expect((await call(first, 'DELETE', `/api/keys/${id}`, { cookie })).status).toBe(204);
    const ms = await delayUntil(key, ({ status, json }) => status === 401 && json.code === 'revoked_api_key');
    console.log(`revocation reached the other instance in ${ms} ms`);
  });

  it('follow a plan change on the other', async () => {
    const { key } = await makeKey('live');
    const before = await call(second, 'GET', '/api/conversations', { key });
    expect(before.headers.get('x-ratelimit-limit')).toBe('60');
    const changed = await call(first, 'PUT', '/api/plan', { cookie, body: { plan: 'business' } });
    expect({ status: changed.status, json: changed.json }).toEqual({ status: 200, json: { plan: 'business' } });
    const ms = await delayUntil(key, ({ headers }) => headers.get('x-ratelimit-limit') === '3000');
    console.log(`plan change reached the other instance in ${ms} ms`);
  });

  it('go on when the other stops', async () => {
    expect(await stopProcess(first)).toBe(0);
    expect((await call(second, 'GET', '/api/health')).status).toBe(200);
    expect(await stopProcess(second)).toBe(0);
  });
});
