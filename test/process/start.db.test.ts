import { execFile } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { COMPILED } from '../compiled.ts';
import { call, type Service, signUp } from '../harness.ts';
import {
  databaseUrl,
  embeddedIn,
  freePort,
  health,
  isAlive,
  leftovers,
  postmasterOf,
  spawnService,
  startProcess,
  stopProcess,
  temporaryFolder,
  until,
} from './service-process.ts';

const SECRET = 'hush-hush-9f2c';
let folder: string;
let dataDir: string;
let common: Record<string, string>;

beforeAll(async () => {
  folder = await temporaryFolder();
  dataDir = join(folder, 'data');
  common = { DATA_DIR: dataDir, NODE_COMPILE_CACHE: COMPILED };
});

/** A start that must fail: with one line that names the variable and keeps secrets, and with nothing left behind. */
async function refused(variable: string, env: Record<string, string>): Promise<string> {
  const service = spawnService({ ...common, PORT: String(await freePort()), ...env });
  const code = await service.ended;
  const line = service.err();
  expect({ code, line }).toEqual({ code: 1, line: expect.stringMatching(/^frontdesk: [^\n]+\n$/) });
  expect(line).toMatch(new RegExp(`\\b${variable}\\b`));
  expect(service.out() + line).not.toContain(SECRET);
  expect(service.out()).not.toContain('is running');
  expect(await leftovers(env.DATA_DIR ?? dataDir)).toEqual([]);
  return line;
}

describe('a start with an unusable setting', () => {
  const wrong: [variable: string, value: string][] = [
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['PUBLIC_URL', 'nonsense'],
    ['DATABASE_URL', `mysql://root:${SECRET}@localhost/db`],
    ['MASTER_KEY', SECRET],
    ['SIGNUP', 'maybe'],
    ['LOG_LEVEL', 'loud'],
    ['SMTP_URL', `http://me:${SECRET}@mail.example.com`],
  ];

  it.concurrent.for(wrong)('names %s=%s and does not touch the data folder', async ([variable, value]) => {
    await refused(variable, { [variable]: value });
    expect(await readdir(folder)).not.toContain('data');
  });

  it('names DATABASE_URL where nothing listens', async () => {
    const line = await refused('DATABASE_URL', {
      DATABASE_URL: `postgres://me:${SECRET}@127.0.0.1:${await freePort()}/db`,
    });
    expect(line).toContain('nothing listens there');
  });

  it('names DATABASE_URL where there is no such database', async () => {
    const line = await refused('DATABASE_URL', {
      DATABASE_URL: databaseUrl(inject('postgres'), 'no_such_one', SECRET),
    });
    expect(line).toContain('there is no such database');
  });

  it('names DATABASE_URL where a file that it points to is missing', async () => {
    const url = `postgres://me:${SECRET}@127.0.0.1/db?sslmode=verify-full&sslrootcert=${join(folder, 'missing.pem')}`;
    await refused('DATABASE_URL', { DATABASE_URL: url });
  });

  it('names DATA_DIR where it is a file', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    await refused('DATA_DIR', { DATA_DIR: file });
    await refused('DATA_DIR', { DATA_DIR: file, DATABASE_URL: databaseUrl(inject('postgres'), 'frontdesk') });
  });

  it('names DATA_DIR where it cannot be written to', async ({ skip }) => {
    const mounted = join(folder, 'read-only');
    await mkdir(mounted);
    const run = promisify(execFile);
    await run('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', mounted]).catch(() => skip('mounting is not permitted'));
    try {
      await refused('DATA_DIR', { DATA_DIR: mounted });
      await refused('DATA_DIR', { DATA_DIR: join(mounted, 'below') });
    } finally {
      await run('umount', [mounted]);
    }
  });

  it.for([['203.0.113.7'], ['no-such-host.invalid'], ['not a host']])(
    'names HOST=%s, which is not of this machine',
    async ([host]) => {
      await refused('HOST', { HOST: host! });
    },
  );

  it('names TRUST_PROXY where it is no address', async () => {
    await refused('TRUST_PROXY', { TRUST_PROXY: 'maybe' });
  });

  describe('on a port that is in use', () => {
    let other: Server;
    beforeAll(async () => {
      other = createServer();
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    });
    afterAll(() => void other.close());

    it('names PORT', async () => {
      const { port } = other.address() as { port: number };
      expect(await refused('PORT', { PORT: String(port) })).toContain(String(port));
    });
  });
});

describe('a good start, after all the bad ones', () => {
  it('tells where it is, survives a second service and kill -9, and stops in order', async () => {
    const beganAt = performance.now();
    const service = await startProcess(common);
    const firstMs = Math.round(performance.now() - beganAt);
    expect(service.err()).toBe('');
    for (const part of [service.url, dataDir, 'Next step', 'workspace create']) expect(service.out()).toContain(part);
    const { status, json } = await call(service, 'GET', '/api/health');
    expect({ status, health: json.status }).toEqual({ status: 200, health: 'pass' });
    const postmaster = (await postmasterOf(dataDir))!;

    const second = spawnService({ ...common, PORT: String(await freePort()) });
    expect(await second.ended).toBe(1);
    expect(second.err()).toMatch(/^frontdesk: Another Frontdesk is running on [^\n]*\bDATA_DIR\b[^\n]*\n$/);
    expect(await health(service)).toBe(200);
    expect(await postmasterOf(dataDir)).toBe(postmaster);

    const { cookie } = await signUp(service as unknown as Service);
    service.child.kill('SIGKILL');
    expect(await service.ended).toBe('SIGKILL');
    const killedAt = performance.now();
    const again = await startProcess(common);
    const ms = Math.round(performance.now() - killedAt);
    console.log(`after kill -9 the service answered again in ${ms} ms, the first time in ${firstMs} ms`);
    // Of the same work, on a machine as busy as it was then: nobody waits for a lock that nobody holds any more.
    expect(ms).toBeLessThan(4 * firstMs);
    expect((await call(again, 'GET', '/api/keys', { cookie })).status).toBe(200);

    expect(await stopProcess(again)).toBe(0);
    expect(await leftovers(dataDir)).toEqual([]);
    expect(await postmasterOf(dataDir)).toBeUndefined();
  });
});

describe('SIGTERM', () => {
  it('lets a running request finish, exits 0 and stops the database', async () => {
    const service = await startProcess(common);
    const { cookie } = await signUp(service as unknown as Service);
    const made = await call(service, 'POST', '/api/keys', {
      cookie,
      body: { name: 'slow', mode: 'live', kind: 'secret' },
    });
    const { key } = made.json;
    const first = await call(service, 'POST', '/api/chat', { key, body: { message: 'Are you open?' } });
    const { conversationId } = first.json;
    const postmaster = (await postmasterOf(dataDir))!;

    const holder = new pg.Client(embeddedIn(dataDir));
    const watcher = new pg.Client(embeddedIn(dataDir));
    await Promise.all([holder.connect(), watcher.connect()]);
    for (const client of [holder, watcher]) client.on('error', () => undefined);
    await holder.query('begin');
    await holder.query('select from conversations where id = $1 for update', [conversationId]);
    const slow = call(service, 'POST', '/api/chat', { key, body: { conversationId, message: 'And on Sunday?' } });
    await until(async () => {
      const { rows } = await watcher.query(`select from pg_stat_activity where wait_event_type = 'Lock'`);
      return rows.length > 0;
    });
    await watcher.end();

    service.child.kill('SIGTERM');
    await until(async () => (await health(service)) === 0);
    await holder.query('commit');
    await holder.end();
    const reply = await slow;
    expect({ status: reply.status, conversationId: reply.json.conversationId }).toEqual({
      status: 200,
      conversationId,
    });
    expect({ code: await service.ended, err: service.err() }).toEqual({ code: 0, err: '' });
    expect(isAlive(postmaster)).toBe(false);
    expect(await leftovers(dataDir)).toEqual([]);

    const after = await startProcess(common);
    const read = await call(after, 'GET', `/api/conversations/${conversationId}`, { key });
    expect(read.json.messages.map(({ text }: { text: string }) => text)).toContain('And on Sunday?');
    expect(await stopProcess(after)).toBe(0);
  });
});
