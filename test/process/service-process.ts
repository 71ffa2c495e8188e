// Runs the service as a separate process, as an operator would.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ConnectionOptions } from '../../src/kernel/database/database.ts';
import { COMPILE_CACHE_DIR } from '../compile-cache.ts';
import { addCleanup, call } from '../harness.ts';
import { findFreePort } from '../ports.ts';
import { waitUntil } from '../wait-until.ts';

export { findFreePort } from '../ports.ts';
export { waitUntil } from '../wait-until.ts';

const FRONTDESK = join(import.meta.dirname, '../../bin/frontdesk');
const START_TIMEOUT_MS = 120_000;

export type Process = {
  child: ChildProcess;
  url: string;
  out(): string;
  err(): string;
  /** The exit code, or the signal that ended it. */
  exitCode: Promise<number | string>;
};

/** A temporary folder of this test file. Processes that still use it are killed when the file ends. */
export async function createTemporaryFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'frontdesk-process-')));
  addCleanup(async () => {
    for (const pid of await findProcessesUsing(folder)) process.kill(pid, 'SIGKILL');
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return folder;
}

/** The ids of processes whose command line contains the folder. A stopped service leaves none. */
export async function findProcessesUsing(folder: string): Promise<number[]> {
  const lines = process.platform === 'linux' ? await listCommandLines() : await listCommandLinesByPs();
  return lines.filter((line) => line.includes(folder)).map((line) => Number.parseInt(line, 10));
}

/** Command lines with the process id in front. Read from /proc, because a minimal Linux has no `ps`. */
async function listCommandLines(): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const read = (pid: string) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return Promise.all(pids.map(async (pid) => `${pid} ${await read(pid)}`));
}

const listCommandLinesByPs = async () => (await promisify(execFile)('ps', ['-eo', 'pid=,args='])).stdout.split('\n');

export function spawnService(
  env: Record<string, string>,
  program: 'start' | 'worker' = 'start',
  frontdesk = FRONTDESK,
): Process {
  const child = spawn('sh', [frontdesk, program], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILE_CACHE_DIR, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  addCleanup(async () => child.kill('SIGKILL'));
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const exitCode = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? ''));
  });
  const url = `http://${env.HOST ?? '127.0.0.1'}:${env.PORT}`;
  return { child, url, out: () => out, err: () => err, exitCode };
}

/** Starts a service and waits until it is healthy. */
export async function startProcess(env: Record<string, string>): Promise<Process> {
  const service = spawnService({ PORT: String(await findFreePort()), ...env });
  const failure = service.exitCode.then((code) => Promise.reject(new Error(`ended with ${code}: ${service.err()}`)));
  const ready = waitUntil(
    async () => service.out().includes('is running') && (await fetchHealthStatus(service)) === 200,
    START_TIMEOUT_MS,
  );
  await Promise.race([ready, failure]);
  failure.catch(() => undefined);
  return service;
}

export const fetchHealthStatus = (service: { url: string }): Promise<number> =>
  call(service, 'GET', '/api/health').then(
    ({ status }) => status,
    () => 0,
  );

export async function stopProcess(service: Process): Promise<number | string> {
  service.child.kill('SIGTERM');
  return service.exitCode;
}

/** A connection to the embedded database of a data folder as its owner. */
export const getEmbeddedConnection = (dataDir: string): ConnectionOptions => ({
  host: join(dataDir, 'run'),
  port: 5432,
  user: 'frontdesk',
  database: 'frontdesk',
});

/** The process id of the embedded database, or undefined if it is not running. */
export async function readPostmasterPid(dataDir: string): Promise<number | undefined> {
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

/** The `DATABASE_URL` of a database that is reached through a Unix socket. */
export const buildDatabaseUrl = ({ host, port, user }: ConnectionOptions, database: string, password = ''): string =>
  `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(String(host))}`;
