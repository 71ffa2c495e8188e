import { join } from 'node:path';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { COMPILE_CACHE_DIR } from '../compile-cache.ts';
import { call, type Service, signUp } from '../harness.ts';
import {
  createTemporaryFolder,
  fetchHealthStatus,
  findFreePort,
  findProcessesUsing,
  getEmbeddedConnection,
  isAlive,
  readPostmasterPid,
  spawnService,
  startProcess,
  stopProcess,
  waitUntil,
} from './service-process.ts';

let dataDir: string;
let baseEnv: Record<string, string>;

beforeAll(async () => {
  dataDir = join(await createTemporaryFolder(), 'data');
  baseEnv = { DATA_DIR: dataDir, NODE_COMPILE_CACHE: COMPILE_CACHE_DIR };
});

describe('a start', () => {
  let service: Awaited<ReturnType<typeof startProcess>>;
  let firstStartMs: number;
  let cookie: string;

  it('prints its address, and is not disturbed by a second service', async () => {
    const startedAt = performance.now();
    service = await startProcess(baseEnv);
    firstStartMs = Math.round(performance.now() - startedAt);
    expect(service.err()).toBe('');
    for (const part of [service.url, dataDir, 'Next step', 'workspace create']) expect(service.out()).toContain(part);
    const { status, json } = await call(service, 'GET', '/api/health');
    expect({ status, health: json.status }).toEqual({ status: 200, health: 'pass' });
    const postmaster = (await readPostmasterPid(dataDir))!;

    const secondService = spawnService({ ...baseEnv, PORT: String(await findFreePort()) });
    expect(await secondService.exitCode).toBe(1);
    expect(secondService.err()).toMatch(/^frontdesk: Another Frontdesk is running on [^\n]*\bDATA_DIR\b[^\n]*\n$/);
    expect(await fetchHealthStatus(service)).toBe(200);
    expect(await readPostmasterPid(dataDir)).toBe(postmaster);
    ({ cookie } = await signUp(service as unknown as Service));
  });

  it('lets a running request finish after SIGTERM, exits 0 and stops the database', async () => {
    const created = await call(service, 'POST', '/api/keys', {
      cookie,
      body: { name: 'slow', mode: 'live', kind: 'secret' },
    });
    const { key } = created.json;
    const first = await call(service, 'POST', '/api/chat', { key, body: { message: 'Are you open?' } });
    const { conversationId } = first.json;
    const postmaster = (await readPostmasterPid(dataDir))!;

    const lockHolder = new pg.Client(getEmbeddedConnection(dataDir));
    const watcher = new pg.Client(getEmbeddedConnection(dataDir));
    await Promise.all([lockHolder.connect(), watcher.connect()]);
    for (const client of [lockHolder, watcher]) client.on('error', () => undefined);
    await lockHolder.query('begin');
    await lockHolder.query('select from conversations where id = $1 for update', [conversationId]);
    const slowRequest = call(service, 'POST', '/api/chat', {
      key,
      body: { conversationId, message: 'And on Sunday?' },
    });
    await waitUntil(async () => {
      const { rows } = await watcher.query(`select from pg_stat_activity where wait_event_type = 'Lock'`);
      return rows.length > 0;
    });
    await watcher.end();

    service.child.kill('SIGTERM');
    await waitUntil(async () => (await fetchHealthStatus(service)) === 0);
    await lockHolder.query('commit');
    await lockHolder.end();
    const response = await slowRequest;
    expect({ status: response.status, conversationId: response.json.conversationId }).toEqual({
      status: 200,
      conversationId,
    });
    expect({ code: await service.exitCode, err: service.err() }).toEqual({ code: 0, err: '' });
    expect(isAlive(postmaster)).toBe(false);
    expect(await findProcessesUsing(dataDir)).toEqual([]);

    service = await startProcess(baseEnv);
    const conversation = await call(service, 'GET', `/api/conversations/${conversationId}`, { key });
    expect(conversation.json.messages.map(({ text }: { text: string }) => text)).toContain('And on Sunday?');
  });

  it('survives kill -9, and stops cleanly', async () => {
    service.child.kill('SIGKILL');
    expect(await service.exitCode).toBe('SIGKILL');
    const killedAt = performance.now();
    const restarted = await startProcess(baseEnv);
    const restartMs = Math.round(performance.now() - killedAt);
    console.log(`after kill -9 the service answered again in ${restartMs} ms, the first time in ${firstStartMs} ms`);
    // Compared with the first start on the same machine, to detect waiting for a lock of the killed process.
    expect(restartMs).toBeLessThan(4 * firstStartMs);
    expect((await call(restarted, 'GET', '/api/keys', { cookie })).status).toBe(200);

    expect(await stopProcess(restarted)).toBe(0);
    expect(await findProcessesUsing(dataDir)).toEqual([]);
    expect(await readPostmasterPid(dataDir)).toBeUndefined();
  });
});
