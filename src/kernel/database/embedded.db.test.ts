import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import {
  chmod,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EmbeddedError } from './embedded/error.ts';
import { isProcessAlive, readPidFile } from './embedded/postmaster.ts';
import type { EmbeddedServer } from './embedded.ts';
import { startEmbedded } from './embedded.ts';

const settings = { fsync: 'off' };
let testDir = '';
let dataDirs: string[] = [];
let otherProcesses: ChildProcess[] = [];

beforeEach(async () => {
  testDir = await realpath(await mkdtemp(join(tmpdir(), 'frontdesk-embedded-')));
  // The system user postgres needs access if root has no user namespaces.
  await chmod(testDir, 0o711);
  dataDirs = [];
  otherProcesses = [];
});

afterEach(async () => {
  for (const otherProcess of otherProcesses) otherProcess.kill('SIGKILL');
  for (const dataDir of dataDirs) {
    const pid = (await readPidFile(join(dataDir, 'postgres')))?.pid;
    if (pid && (await isProcessAlive(pid))) await killAndWait(pid);
  }
  await rm(testDir, { recursive: true, force: true, maxRetries: 5 });
});

function registerDataDir(...pathParts: string[]): string {
  const dataDir = join(testDir, ...pathParts);
  dataDirs.push(dataDir);
  return dataDir;
}

async function query(embedded: EmbeddedServer, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client(embedded.connection);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function postmasterPid(dataDir: string): Promise<number> {
  const pidFile = await readPidFile(join(dataDir, 'postgres'));
  if (!pidFile) throw new Error('there is no postmaster.pid');
  return pidFile.pid;
}

async function killAndWait(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL');
  while (await isProcessAlive(pid)) await new Promise((done) => setTimeout(done, 5));
}

/** Starts the database in another process, and returns once the database is up. */
async function startInOtherProcess(dataDir: string): Promise<{ pid: number; wasStartedByThisProcess: boolean }> {
  const module = fileURLToPath(new URL('./embedded.ts', import.meta.url));
  const code = `import { startEmbedded } from ${JSON.stringify(module)};
    const { wasStartedByThisProcess } = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, settings: { fsync: 'off' } });
    console.log(JSON.stringify({ wasStartedByThisProcess }));
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  otherProcesses.push(child);
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    child.once('exit', () => reject(new Error('the other process ended')));
  });
  return { pid: child.pid ?? 0, ...(JSON.parse(line) as { wasStartedByThisProcess: boolean }) };
}

async function startErrorMessage(dataDir: string): Promise<string> {
  const error = await startEmbedded({ dataDir, settings }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(EmbeddedError);
  const { message } = error as EmbeddedError;
  expect(message).not.toContain('\n');
  return message;
}

test('keeps its rows across a restart, with a private socket and without TCP', async () => {
  const dataDir = registerDataDir('new', 'data');
  const firstServer = await startEmbedded({ dataDir: relative(process.cwd(), dataDir), settings });
  expect(firstServer.wasStartedByThisProcess).toBe(true);
  expect(firstServer.connection).toEqual({
    host: join(dataDir, 'run'),
    port: 5432,
    user: 'frontdesk',
    database: 'frontdesk',
  });
  await query(firstServer, 'CREATE TABLE t (x int); INSERT INTO t VALUES (7)');
  const pid = await postmasterPid(dataDir);
  await Promise.all([firstServer.stop(), firstServer.stop()]);
  expect(await isProcessAlive(pid)).toBe(false);
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);

  const secondServer = await startEmbedded({ dataDir, settings });
  expect(await query(secondServer, 'SELECT x FROM t')).toEqual([{ x: 7 }]);
  const settingNames = ['listen_addresses', 'data_checksums', 'server_encoding', 'TimeZone', 'jit', 'fsync'];
  const settingRows = await query(
    secondServer,
    `SELECT name, setting FROM pg_settings WHERE name IN (${settingNames.map((n) => `'${n}'`)})`,
  );
  expect(Object.fromEntries(settingRows.map(({ name, setting }) => [name, setting]))).toEqual({
    listen_addresses: '',
    data_checksums: 'on',
    server_encoding: 'UTF8',
    TimeZone: 'UTC',
    jit: 'off',
    fsync: 'off',
  });
  expect((await lstat(join(dataDir, 'run'))).mode & 0o777).toBe(0o700);
  expect(await query(secondServer, `SELECT lower('ÄÖ') AS low, upper('ß') AS up`)).toEqual([{ low: 'äö', up: 'ß' }]);
  await secondServer.stop();
});

test('keeps values out of its log', async () => {
  const dataDir = registerDataDir('data');
  const embedded = await startEmbedded({ dataDir, settings });
  await query(embedded, 'CREATE TABLE t (email text PRIMARY KEY)');
  const insertSql = `INSERT INTO t VALUES ('secret@example.org')`;
  await query(embedded, insertSql);
  await expect(query(embedded, insertSql)).rejects.toThrow('duplicate key');
  await expect(query(embedded, `SELECT 'secret@example.org'::int`)).rejects.toThrow('invalid input syntax');
  await embedded.stop();
  const log = await readFile(join(dataDir, 'postgres.log'), 'utf8');
  expect(log).toContain('database system is shut down');
  expect(log).not.toContain('secret@');
});

test('has every committed row after kill -9 of the postmaster', async () => {
  const dataDir = registerDataDir('data');
  const firstServer = await startEmbedded({ dataDir, settings });
  await query(firstServer, 'CREATE TABLE t AS SELECT generate_series(1, 5000) AS x');
  await killAndWait(await postmasterPid(dataDir));
  const secondServer = await startEmbedded({ dataDir, settings });
  expect(secondServer.wasStartedByThisProcess).toBe(true);
  expect(await query(secondServer, 'SELECT count(*)::int AS n FROM t')).toEqual([{ n: 5000 }]);
  await secondServer.stop();
});

test('survives kill -9 of its service and is reused by the next one', async () => {
  const dataDir = registerDataDir('data');
  const otherProcess = await startInOtherProcess(dataDir);
  expect(otherProcess.wasStartedByThisProcess).toBe(true);
  await killAndWait(otherProcess.pid);
  const pid = await postmasterPid(dataDir);
  const reusedServer = await startEmbedded({ dataDir, settings });
  expect(reusedServer.wasStartedByThisProcess).toBe(false);
  expect(await query(reusedServer, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(await postmasterPid(dataDir)).toBe(pid);
  await reusedServer.stop();
  expect(await isProcessAlive(pid)).toBe(false);
});

test('creates one cluster for simultaneous first starts', async () => {
  const dataDir = registerDataDir('data');
  // Leftovers of a crashed start.
  const leftoverFolder = `postgres.new-${'0'.repeat(8)}-${process.pid}-${'0'.repeat(12)}`;
  await mkdir(join(dataDir, leftoverFolder), { recursive: true });
  const [firstStart, secondStart, otherProcess] = await Promise.all([
    startEmbedded({ dataDir, settings }),
    startEmbedded({ dataDir, settings }),
    startInOtherProcess(dataDir),
  ]);
  expect(
    [firstStart, secondStart, otherProcess].filter(({ wasStartedByThisProcess }) => wasStartedByThisProcess),
  ).toHaveLength(1);
  expect(firstStart.connection).toEqual(secondStart.connection);
  await killAndWait(otherProcess.pid);
  await firstStart.stop();
  await secondStart.stop();
  // Leftover folders of other hosts are kept for an hour; those of this host are removed.
  expect((await readdir(dataDir)).sort()).toEqual(['postgres', leftoverFolder, 'postgres.log', 'run'].sort());
});

test('uses a short private folder for the socket if the path is too long', async () => {
  const dataDir = registerDataDir('d'.repeat(60), 'e'.repeat(60), 'data');
  const embedded = await startEmbedded({ dataDir, settings });
  const { host } = embedded.connection;
  expect(host).toMatch(/\/frontdesk-[0-9a-f]{12}$/);
  expect((await lstat(host)).mode & 0o777).toBe(0o700);
  expect(await query(embedded, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await embedded.stop();
  await rm(host, { recursive: true });
  await symlink(testDir, host);
  try {
    expect(await startErrorMessage(dataDir)).toContain('not a folder of ours');
  } finally {
    await rm(host);
  }
});

test('does not mistake another process or another folder for its postmaster', async () => {
  const dataDir = registerDataDir('data');
  const embedded = await startEmbedded({ dataDir, settings });
  const copiedDir = registerDataDir('copy');
  await cp(dataDir, copiedDir, { recursive: true, filter: (path) => !path.includes('.s.PGSQL') });
  const copiedServer = await startEmbedded({ dataDir: copiedDir, settings });
  expect(copiedServer.wasStartedByThisProcess).toBe(true);
  expect(copiedServer.connection.host).not.toBe(embedded.connection.host);
  await copiedServer.stop();

  const pid = await postmasterPid(dataDir);
  await killAndWait(pid);
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
  // As after a reboot: the recorded ID now belongs to another process, here to this test.
  for (const path of [pidFile, join(dataDir, 'run', '.s.PGSQL.5432.lock')]) {
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace(String(pid), String(process.ppid)));
  }
  const restartedServer = await startEmbedded({ dataDir, settings });
  expect(restartedServer.wasStartedByThisProcess).toBe(true);
  await restartedServer.stop();
});

test('explains in one line what is wrong with the data folder', async () => {
  const file = join(testDir, 'file');
  await writeFile(file, '');
  expect(await startErrorMessage(file)).toContain('set DATA_DIR to a folder');
  expect(await startErrorMessage(join(file, 'below'))).toContain('set DATA_DIR to a folder');

  const oldVersionDir = registerDataDir('old');
  await mkdir(join(oldVersionDir, 'postgres'), { recursive: true });
  await writeFile(join(oldVersionDir, 'postgres', 'PG_VERSION'), '16\n');
  expect(await startErrorMessage(oldVersionDir)).toMatch(
    /created by PostgreSQL 16, but this version of Frontdesk includes 18/,
  );

  const foreignDir = registerDataDir('strange');
  await mkdir(join(foreignDir, 'postgres', 'x'), { recursive: true });
  expect(await startErrorMessage(foreignDir)).toContain('no PG_VERSION');
  expect(await startErrorMessage('/proc/frontdesk')).toContain('/proc/frontdesk');
});

test('quotes the error line of the log when the start fails', async () => {
  const dataDir = registerDataDir('data');
  await (await startEmbedded({ dataDir, settings })).stop();
  await writeFile(join(dataDir, 'postgres', 'postgresql.conf'), 'no_such_setting = 1\n');
  expect(await startErrorMessage(dataDir)).toMatch(/did not start: .*postgresql\.conf.*\(see .*postgres\.log\)/);
});

test('rotates a large log', async () => {
  const dataDir = registerDataDir('data');
  await mkdir(dataDir);
  await writeFile(join(dataDir, 'postgres.log'), 'x'.repeat(10 * 1024 * 1024 + 1));
  await (await startEmbedded({ dataDir, settings })).stop();
  expect((await stat(join(dataDir, 'postgres.log.1'))).size).toBe(10 * 1024 * 1024 + 1);
  expect((await stat(join(dataDir, 'postgres.log'))).size).toBeLessThan(100_000);
});
