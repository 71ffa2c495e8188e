import { execFile } from 'node:child_process';
import { readFile, realpath, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { Client } from 'pg';

import { EmbeddedError, getErrorCode } from './error.ts';

export type Connection = { host: string; port: number; user: string; database: string };

export const PORT = 5432;

const FAST_SHUTDOWN_TIMEOUT_MS = 60_000;
const EMPTY_PID_FILE_MAX_AGE_MS = 5000;
const IMMEDIATE_SHUTDOWN_TIMEOUT_MS = 15_000;

export type PidFile = { text: string; pid: number; folder: string; port: number; socketDir: string; isReady: boolean };

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
    isReady: lines[7]?.trim() === 'ready',
  };
}

/** Zombies count as dead, because a container may have no init process to reap them. */
export async function isProcessAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return getErrorCode(error) === 'EPERM';
  }
  if (process.platform !== 'linux') return true;
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return !/^ [ZX]/.test(status.slice(status.lastIndexOf(')') + 1));
}

async function readCommandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).then(
    ({ stdout }) => stdout,
    () => '',
  );
}

type PingResult = 'up' | 'busy' | 'silent';

/** Returns 'busy' for a server that is starting, recovering or shutting down. */
async function pingServer(connection: Connection): Promise<PingResult> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return 'up';
  } catch (error) {
    const code = getErrorCode(error);
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'silent';
    if (code === 'EACCES') {
      throw new EmbeddedError(
        `The database socket in ${connection.host} belongs to another user: run Frontdesk as that user.`,
      );
    }
    // Too many connections: the server is running.
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

export type PostmasterState =
  | { state: 'none' }
  | { state: 'busy' }
  | { state: 'up'; pid: number; connection: Connection };

/** Finds the server process of this cluster, regardless of which process started it. */
export async function findPostmaster(cluster: string, user: string, database: string): Promise<PostmasterState> {
  const pidFile = await readPidFile(cluster);
  if (!pidFile) {
    await removeEmptyPidFile(cluster);
    return { state: 'none' };
  }
  // A copied data folder contains the PID file of the original, whose server must not be used.
  const folder = await realpath(pidFile.folder).catch(() => '');
  if (folder !== cluster) return removeStalePidFile(cluster, pidFile);
  const connection = { host: pidFile.socketDir, port: pidFile.port, user, database };
  if (!(await isProcessAlive(pidFile.pid))) {
    // A process in another container is invisible, but its socket still answers.
    const isAnswering = pidFile.socketDir !== '' && (await pingServer(connection)) !== 'silent';
    return { state: isAnswering ? 'busy' : 'none' };
  }
  const commandText = await readCommandLine(pidFile.pid);
  // On macOS, ps may hide another user's command line. Then only the ping decides.
  if (commandText !== '' && !(commandText.includes('postgres') && commandText.includes(pidFile.folder))) {
    return removeStalePidFile(cluster, pidFile);
  }
  // Not pinged before it is ready, because each rejected connection would add a line to its log.
  if (!pidFile.isReady) return { state: 'busy' };
  const pingResult = await pingServer(connection);
  if (pingResult !== 'up') return { state: 'busy' };
  return { state: 'up', pid: pidFile.pid, connection };
}

// PostgreSQL refuses to start if any live process has the recorded ID, even an unrelated one after a reboot.
async function removeStalePidFile(cluster: string, pidFile: PidFile): Promise<PostmasterState> {
  const currentFile = await readPidFile(cluster);
  if (currentFile?.text !== pidFile.text) return { state: 'busy' };
  await rm(join(cluster, 'postmaster.pid'), { force: true });
  return { state: 'none' };
}

// A full disk can leave an empty file, which keeps PostgreSQL from starting. A recent one may still be being written.
async function removeEmptyPidFile(cluster: string): Promise<void> {
  const path = join(cluster, 'postmaster.pid');
  const stats = await stat(path).catch(() => undefined);
  if (stats?.size === 0 && Date.now() - stats.mtimeMs > EMPTY_PID_FILE_MAX_AGE_MS) await rm(path, { force: true });
}

/** Removes the socket's lock file if its process is not PostgreSQL, for the same reason as removeStalePidFile. */
export async function removeStaleSocketLock(socketDir: string): Promise<void> {
  const path = join(socketDir, `.s.PGSQL.${PORT}.lock`);
  const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !(await isProcessAlive(pid))) return;
  const commandText = await readCommandLine(pid);
  if (commandText !== '' && !commandText.includes('postgres')) await rm(path, { force: true });
}

async function waitUntilGone(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (await isProcessAlive(pid)) {
    if (performance.now() > deadline) return false;
    await sleep(10);
  }
  return true;
}

/** Fast shutdown, then an immediate one, which loses no data but requires recovery at the next start. */
export async function stopPostmaster(cluster: string, pid: number): Promise<void> {
  for (const [signal, timeoutMs] of [
    ['SIGINT', FAST_SHUTDOWN_TIMEOUT_MS],
    ['SIGQUIT', IMMEDIATE_SHUTDOWN_TIMEOUT_MS],
  ] as const) {
    // The ID may have been reused by another process.
    if ((await readPidFile(cluster))?.pid !== pid && !(await readCommandLine(pid)).includes(cluster)) return;
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (getErrorCode(error) === 'ESRCH') return;
      throw new EmbeddedError(`The database process ${pid} belongs to another user: stop Frontdesk as that user.`);
    }
    if (await waitUntilGone(pid, timeoutMs)) return;
  }
  throw new EmbeddedError(`The database process ${pid} does not stop: end it with kill -9 ${pid}, its data is safe.`);
}
