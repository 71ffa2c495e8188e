// The service as an operator runs it: a process of its own, killed and stopped like any other.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { ConnectionOptions } from '../../src/kernel/database/database.ts';
import { COMPILED } from '../compiled.ts';
import { atTheEnd, call } from '../harness.ts';

const FRONTDESK = join(import.meta.dirname, '../../bin/frontdesk');
const START_MS = 120_000;

export type Process = {
  child: ChildProcess;
  url: string;
  out(): string;
  err(): string;
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | string>;
};

/** A folder of this test file's own. What still runs in it is ended when the file is done. */
export async function temporaryFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'frontdesk-process-')));
  atTheEnd(async () => {
    for (const pid of await leftovers(folder)) process.kill(pid, 'SIGKILL');
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return folder;
}

/** Processes whose command line names the folder: a service leaves none behind. */
export async function leftovers(folder: string): Promise<number[]> {
  const lines = process.platform === 'linux' ? await commandLines() : await listed();
  return lines.filter((line) => line.includes(folder)).map((line) => Number.parseInt(line, 10));
}

/** Each with its number in front. A minimal Linux has no `ps`. */
async function commandLines(): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const read = (pid: string) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return Promise.all(pids.map(async (pid) => `${pid} ${await read(pid)}`));
}

const listed = async () => (await promisify(execFile)('ps', ['-eo', 'pid=,args='])).stdout.split('\n');

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export function spawnService(
  env: Record<string, string>,
  what: 'start' | 'worker' = 'start',
  frontdesk = FRONTDESK,
): Process {
  const child = spawn('sh', [frontdesk, what], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILED, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  atTheEnd(async () => child.kill('SIGKILL'));
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const ended = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? ''));
  });
  const url = `http://${env.HOST ?? '127.0.0.1'}:${env.PORT}`;
  return { child, url, out: () => out, err: () => err, ended };
}

/** A service that answers. */
export async function startProcess(env: Record<string, string>): Promise<Process> {
  const service = spawnService({ PORT: String(await freePort()), ...env });
  const over = service.ended.then((code) => Promise.reject(new Error(`ended with ${code}: ${service.err()}`)));
  const ready = until(async () => service.out().includes('is running') && (await health(service)) === 200, START_MS);
  await Promise.race([ready, over]);
  over.catch(() => undefined);
  return service;
}

export const health = (service: { url: string }): Promise<number> =>
  call(service, 'GET', '/api/health').then(
    ({ status }) => status,
    () => 0,
  );

export async function stopProcess(service: Process): Promise<number | string> {
  service.child.kill('SIGTERM');
  return service.ended;
}

/** Asks again and again until the answer is yes. */
export async function until(check: () => Promise<boolean> | boolean, withinMs = 60_000): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error(`not within ${withinMs} ms: ${check}`);
    await sleep(20);
  }
}

/** The embedded database of a data folder, as its owner. */
export const embeddedIn = (dataDir: string): ConnectionOptions => ({
  host: join(dataDir, 'run'),
  port: 5432,
  user: 'frontdesk',
  database: 'frontdesk',
});

/** Undefined where no database runs on the folder. */
export async function postmasterOf(dataDir: string): Promise<number | undefined> {
  const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
  return text ? Number.parseInt(text, 10) : undefined;
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** `DATABASE_URL` for a database that is reached by a socket. */
export const databaseUrl = ({ host, port, user }: ConnectionOptions, database: string, password = ''): string =>
  `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(String(host))}`;
