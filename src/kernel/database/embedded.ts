import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, open, rename, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { binary, findBinaries } from './embedded/binaries.ts';
import {
  clusterFolder,
  clusterVersion,
  DATABASE,
  makeCluster,
  prepareDataDir,
  refuseOtherVersion,
  SUPERUSER,
} from './embedded/cluster.ts';
import { diskFull, EmbeddedError, errorCode, explainFileError, oneLine } from './embedded/error.ts';
import type { Connection } from './embedded/postmaster.ts';
import { dropStaleSocketLock, findPostmaster, PORT, readPidFile, stopPostmaster } from './embedded/postmaster.ts';
import type { RunAs } from './embedded/run-as.ts';
import { chooseRunAs, giveTo, spawnAs } from './embedded/run-as.ts';

export { EmbeddedError } from './embedded/error.ts';

export type EmbeddedOptions = {
  dataDir: string;
  /** Extra settings of postgres, stronger than ours: `{ fsync: 'off' }` in tests. */
  settings?: Record<string, string>;
};

export type Embedded = {
  /** For pg.Pool and pg.Client as it is; `host` is the socket's folder. */
  connection: Connection;
  /** False when a postmaster of this folder was already running and is used. */
  startedHere: boolean;
  /** Shuts the postmaster down, whoever started it, and waits until it is gone. */
  stop(): Promise<void>;
};

const START_MS = 60_000;
const LOG_LIMIT = 10 * 1024 * 1024;
const SOCKET_PATH_LIMIT = 100;
const NEARLY_FULL = 1024 * 1024;

// Another start won, or children of a killed postmaster have not noticed its end yet.
const WORTH_A_RETRY = /lock file .* (already exists|is empty)|pre-existing shared memory block/;

// A client that asks too early is told so at the level FATAL, which is not why a start fails.
const TELLING = /FATAL(?!: +the database system is)|PANIC|ERROR|error/;

const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  wal_level: 'replica',
  max_wal_size: '512MB',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  // Personal data must not reach the log: details quote rows, statements quote values.
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_min_error_statement: 'panic',
};

type Place = { dataDir: string; cluster: string; log: string };

const isRoot = (): boolean => process.getuid?.() === 0;

async function ownFolder(path: string, runAs: RunAs, shared: boolean): Promise<string> {
  await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw explainFileError(error, path);
  });
  const found = await lstat(path);
  // In a shared folder such as /tmp somebody else may have put it there first.
  const ours = found.uid === runAs.uid || (isRoot() && (found.uid === 0 || !shared));
  if (!found.isDirectory() || !ours) {
    throw new EmbeddedError(
      `${path} is not a folder of ours, and the database socket goes there: remove it and start again.`,
    );
  }
  if ((found.mode & 0o777) !== 0o700) await chmod(path, 0o700);
  if (found.uid !== runAs.uid) await chown(path, runAs.uid, runAs.gid);
  return path;
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${PORT}`)) <= SOCKET_PATH_LIMIT;
}

async function socketFolder({ dataDir }: Place, runAs: RunAs): Promise<string> {
  const near = join(dataDir, 'run');
  if (fits(near)) return ownFolder(near, runAs, false);
  const name = `frontdesk-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`;
  const short = join(tmpdir(), name);
  return ownFolder(fits(short) ? short : join('/tmp', name), runAs, true);
}

async function rotateLog({ log }: Place): Promise<void> {
  const size = await stat(log).then(
    (found) => found.size,
    () => 0,
  );
  if (size > LOG_LIMIT) await rename(log, `${log}.1`);
}

async function tellingLogLine({ log }: Place, from: number): Promise<string> {
  const handle = await open(log, 'r');
  try {
    const { size } = await handle.stat();
    const start = Math.max(from, size - 65_536);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.max(0, size - start)), 0, size - start, start);
    const lines = buffer
      .toString('utf8', 0, bytesRead)
      .split('\n')
      .filter((line) => line.trim() !== '');
    return oneLine(lines.findLast((line) => TELLING.test(line)) ?? lines.at(-1) ?? '');
  } finally {
    await handle.close();
  }
}

async function startFailure(place: Place, line: string): Promise<EmbeddedError> {
  const { bavail, bsize } = await statfs(place.dataDir);
  if (/No space left on device|Disk quota exceeded/.test(line) || bavail * bsize < NEARLY_FULL)
    return diskFull(place.dataDir);
  return new EmbeddedError(`The database did not start: ${line || 'it left no message'} (see ${place.log}).`);
}

type Attempt = { child: ChildProcess; logFrom: number; failed: () => string | undefined };

async function launch(place: Place, command: string, runAs: RunAs, settings: Record<string, string>): Promise<Attempt> {
  const owner = await stat(place.cluster);
  if (owner.uid !== runAs.uid) {
    if (!isRoot()) {
      throw new EmbeddedError(
        `${place.cluster} belongs to user id ${owner.uid}, not to ${process.getuid?.()}: run Frontdesk as that user, or change the owner of all in it.`,
      );
    }
    await giveTo(runAs, place.cluster);
  }
  const socketDir = await socketFolder(place, runAs);
  await dropStaleSocketLock(socketDir);
  await rotateLog(place);
  const log = await open(place.log, 'a', 0o600);
  try {
    // Whoever runs the database may be the one who starts it next.
    if (isRoot()) await log.chown(runAs.uid, runAs.gid);
    const logFrom = (await log.stat()).size;
    const all = {
      ...SETTINGS,
      unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
      port: String(PORT),
      ...settings,
    };
    const args = ['-D', place.cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
    // A process group of its own: Ctrl-C must reach the service, which then stops the database in order.
    const child = spawnAs(runAs, command, args, { detached: true, stdio: ['ignore', log.fd, log.fd] });
    let problem: string | undefined;
    child.once('error', (error) => {
      problem = error.message;
    });
    child.unref();
    const ended = (): boolean => child.exitCode !== null || child.signalCode !== null;
    return { child, logFrom, failed: () => problem ?? (ended() ? '' : undefined) };
  } finally {
    await log.close();
  }
}

/** True when the launched server is ready, false when it failed in a way that is worth another try. */
async function becomesReady(place: Place, attempt: Attempt, deadline: number): Promise<boolean> {
  while (performance.now() < deadline) {
    const failure = attempt.failed();
    if (failure !== undefined) {
      const line = failure || (await tellingLogLine(place, attempt.logFrom));
      if (WORTH_A_RETRY.test(line)) return false;
      throw await startFailure(place, line);
    }
    const file = await readPidFile(place.cluster);
    if (file?.ready && file.pid === attempt.child.pid) return true;
    await sleep(10);
  }
  throw stillBusy(place);
}

function stillBusy(place: Place): EmbeddedError {
  return new EmbeddedError(
    `The database in ${place.cluster} is not ready after ${START_MS / 1000} s; it may still recover, or another ` +
      `machine or container uses the folder: look into ${place.log}, then start again.`,
  );
}

function handleOf(place: Place, pid: number, connection: Connection, startedHere: boolean): Embedded {
  let stopping: Promise<void> | undefined;
  return {
    connection,
    startedHere,
    stop: () => (stopping ??= stopPostmaster(place.cluster, pid)),
  };
}

export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const dataDir = await prepareDataDir(options.dataDir);
  const place: Place = { dataDir, cluster: clusterFolder(dataDir), log: join(dataDir, 'postgres.log') };
  const settings = options.settings ?? {};
  const binaries = await findBinaries();
  const version = await clusterVersion(place.cluster);
  if (version !== 'missing') refuseOtherVersion(place.cluster, version, binaries.major);
  const owner = version === 'missing' ? undefined : await stat(place.cluster);
  const runAs = await chooseRunAs({ initdb: binary(binaries, 'initdb'), dataDir, owner });
  if (version === 'missing') await makeCluster(binaries, runAs, dataDir, settings.fsync !== 'off');
  const deadline = performance.now() + START_MS;
  let launched: number | undefined;
  while (performance.now() < deadline) {
    const found = await findPostmaster(place.cluster, SUPERUSER, DATABASE);
    if (found.state === 'up') return handleOf(place, found.pid, found.connection, found.pid === launched);
    if (found.state === 'none') {
      const attempt = await launch(place, binary(binaries, 'postgres'), runAs, settings).catch((error: unknown) => {
        throw explainFileError(error, dataDir);
      });
      launched = attempt.child.pid;
      if (await becomesReady(place, attempt, deadline)) continue;
    }
    await sleep(50);
  }
  throw stillBusy(place);
}
