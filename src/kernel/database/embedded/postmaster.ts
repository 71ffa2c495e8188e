import { execFile } from 'node:child_process';
import { readFile, realpath, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { Client } from 'pg';

import { EmbeddedError, errorCode } from './error.ts';

export type Connection = { host: string; port: number; user: string; database: string };

export const PORT = 5432;

const STOP_FAST_MS = 60_000;
const EMPTY_FILE_MS = 5000;
const STOP_AT_ONCE_MS = 15_000;

export type PidFile = { text: string; pid: number; folder: string; port: number; socketDir: string; ready: boolean };

export async function readPidFile(cluster: string): Promise<PidFile | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return {
    text,
    pid,
    folder: lines[1] ?? '',
    port: Number(lines[3]) || PORT,
    socketDir: lines[4] ?? '',
    ready: lines[7]?.trim() === 'ready',
  };
}

/** A zombie counts as gone: in a container there may be nobody who collects it. */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
  if (process.platform !== 'linux') return true;
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return !/^ [ZX]/.test(status.slice(status.lastIndexOf(')') + 1));
}

async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).then(
    ({ stdout }) => stdout,
    () => '',
  );
}

type Answer = 'up' | 'busy' | 'silent';

/** 'busy': a server is there that starts, recovers or shuts down. */
async function ask(connection: Connection): Promise<Answer> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return 'up';
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'silent';
    if (code === 'EACCES') {
      throw new EmbeddedError(
        `The database socket in ${connection.host} belongs to another user: run Frontdesk as that user.`,
      );
    }
    // Too many connections: it runs, and who already uses it leaves no room for this question.
    if (code === '53300') return 'up';
    if (code === '3D000') {
      throw new EmbeddedError(
        `The database ${connection.database} is missing from the cluster: restore a backup into another DATA_DIR.`,
      );
    }
    return 'busy';
  } finally {
    await client.end().catch(() => undefined);
  }
}

export type Found = { state: 'none' } | { state: 'busy' } | { state: 'up'; pid: number; connection: Connection };

/** Looks for the postmaster that runs on this cluster, whoever started it. */
export async function findPostmaster(cluster: string, user: string, database: string): Promise<Found> {
  const file = await readPidFile(cluster);
  if (!file) {
    await dropEmpty(cluster);
    return { state: 'none' };
  }
  // A copy of a live folder carries the pid file of the original, which must not be used in its place.
  const folder = await realpath(file.folder).catch(() => '');
  if (folder !== cluster) return dropStale(cluster, file);
  const connection = { host: file.socketDir, port: file.port, user, database };
  if (!(await isAlive(file.pid))) {
    // Seen from another container the process is invisible, but its socket still answers.
    const answers = file.socketDir !== '' && (await ask(connection)) !== 'silent';
    return { state: answers ? 'busy' : 'none' };
  }
  const command = await commandLine(file.pid);
  // On macOS ps may show nothing of another user's process; then only an answer counts.
  if (command !== '' && !(command.includes('postgres') && command.includes(file.folder))) {
    return dropStale(cluster, file);
  }
  // Not asked before it is ready: each refused question would leave a line in its log.
  if (!file.ready) return { state: 'busy' };
  const answer = await ask(connection);
  if (answer !== 'up') return { state: 'busy' };
  return { state: 'up', pid: file.pid, connection };
}

// PostgreSQL trusts any live process with the recorded id, also one that got the id after a reboot.
async function dropStale(cluster: string, file: PidFile): Promise<Found> {
  const now = await readPidFile(cluster);
  if (now?.text !== file.text) return { state: 'busy' };
  await rm(join(cluster, 'postmaster.pid'), { force: true });
  return { state: 'none' };
}

// Left by a full disk; PostgreSQL would ask the operator to remove it. A fresh one is just being written.
async function dropEmpty(cluster: string): Promise<void> {
  const path = join(cluster, 'postmaster.pid');
  const found = await stat(path).catch(() => undefined);
  if (found?.size === 0 && Date.now() - found.mtimeMs > EMPTY_FILE_MS) await rm(path, { force: true });
}

/** Removes the socket's lock when the process that it names is not a PostgreSQL: same reason as above. */
export async function dropStaleSocketLock(socketDir: string): Promise<void> {
  const path = join(socketDir, `.s.PGSQL.${PORT}.lock`);
  const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !(await isAlive(pid))) return;
  const command = await commandLine(pid);
  if (command !== '' && !command.includes('postgres')) await rm(path, { force: true });
}

async function waitUntilGone(pid: number, limit: number): Promise<boolean> {
  const end = performance.now() + limit;
  while (await isAlive(pid)) {
    if (performance.now() > end) return false;
    await sleep(10);
  }
  return true;
}

/** Fast shutdown; after a minute an immediate one, which loses nothing and costs a recovery at the next start. */
export async function stopPostmaster(cluster: string, pid: number): Promise<void> {
  for (const [signal, limit] of [
    ['SIGINT', STOP_FAST_MS],
    ['SIGQUIT', STOP_AT_ONCE_MS],
  ] as const) {
    // By now the id may belong to another process.
    if ((await readPidFile(cluster))?.pid !== pid && !(await commandLine(pid)).includes(cluster)) return;
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (errorCode(error) === 'ESRCH') return;
      throw new EmbeddedError(`The database process ${pid} belongs to another user: stop Frontdesk as that user.`);
    }
    if (await waitUntilGone(pid, limit)) return;
  }
  throw new EmbeddedError(`The database process ${pid} does not stop: end it with kill -9 ${pid}, its data is safe.`);
}
