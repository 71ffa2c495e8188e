import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, open, rename, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { findBinaries, getBinaryPath } from './embedded/binaries.ts';
import {
  createCluster,
  DATABASE_NAME,
  getClusterFolder,
  prepareDataDir,
  readClusterVersion,
  refuseOtherVersion,
  SUPERUSER,
} from './embedded/cluster.ts';
import { collapseWhitespace, diskFullError, EmbeddedError, explainFileError, getErrorCode } from './embedded/error.ts';
import type { Connection } from './embedded/postmaster.ts';
import { findPostmaster, PORT, readPidFile, removeStaleSocketLock, stopPostmaster } from './embedded/postmaster.ts';
import type { RunAs } from './embedded/run-as.ts';
import { chooseRunAs, chownRecursively, spawnAs } from './embedded/run-as.ts';

export { EmbeddedError } from './embedded/error.ts';

export type EmbeddedOptions = {
  dataDir: string;
  /** PostgreSQL settings that override ours, such as `{ fsync: 'off' }` in tests. */
  settings?: Record<string, string>;
};

export type EmbeddedServer = {
  /** Options for pg.Pool and pg.Client. `host` is the folder of the Unix socket. */
  connection: Connection;
  /** False if the server was already running. */
  wasStartedByThisProcess: boolean;
  /** Shuts the server down, even if another process started it, and waits until it is gone. */
  stop(): Promise<void>;
};

const START_TIMEOUT_MS = 60_000;
const MAX_LOG_BYTES = 10 * 1024 * 1024;
const MAX_SOCKET_PATH_BYTES = 100;
const MIN_FREE_DISK_BYTES = 1024 * 1024;

// Another process started the server first, or child processes of a killed server are still running.
const RETRYABLE_START_ERROR_PATTERN = /lock file .* (already exists|is empty)|pre-existing shared memory block/;

// Excludes the FATAL message that clients get when they connect too early.
const ERROR_LINE_PATTERN = /FATAL(?!: +the database system is)|PANIC|ERROR|error/;

const DEFAULT_SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  // For 16 instances.
  max_connections: '500',
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

type ClusterPaths = { dataDir: string; cluster: string; logPath: string };

const isRoot = (): boolean => process.getuid?.() === 0;

async function ensurePrivateFolder(path: string, runAs: RunAs, isShared: boolean): Promise<string> {
  await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
    if (getErrorCode(error) !== 'EEXIST') throw explainFileError(error, path);
  });
  const stats = await lstat(path);
  // In a shared folder such as /tmp, another user may have created it.
  const isOurs = stats.uid === runAs.uid || (isRoot() && (stats.uid === 0 || !isShared));
  if (!stats.isDirectory() || !isOurs) {
    throw new EmbeddedError(
      `${path} is not a folder of ours, and the database socket goes there: remove it and start again.`,
    );
  }
  if ((stats.mode & 0o777) !== 0o700) await chmod(path, 0o700);
  if (stats.uid !== runAs.uid) await chown(path, runAs.uid, runAs.gid);
  return path;
}

function fitsSocketPath(folder: string): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${PORT}`)) <= MAX_SOCKET_PATH_BYTES;
}

async function prepareSocketFolder({ dataDir }: ClusterPaths, runAs: RunAs): Promise<string> {
  const preferredFolder = join(dataDir, 'run');
  if (fitsSocketPath(preferredFolder)) return ensurePrivateFolder(preferredFolder, runAs, false);
  const folderName = `frontdesk-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`;
  const tempFolder = join(tmpdir(), folderName);
  return ensurePrivateFolder(fitsSocketPath(tempFolder) ? tempFolder : join('/tmp', folderName), runAs, true);
}

async function rotateLog({ logPath }: ClusterPaths): Promise<void> {
  const size = await stat(logPath).then(
    (stats) => stats.size,
    () => 0,
  );
  if (size > MAX_LOG_BYTES) await rename(logPath, `${logPath}.1`);
}

async function findLastErrorInLog({ logPath }: ClusterPaths, fromByte: number): Promise<string> {
  const handle = await open(logPath, 'r');
  try {
    const { size } = await handle.stat();
    const startByte = Math.max(fromByte, size - 65_536);
    const { buffer, bytesRead } = await handle.read(
      Buffer.alloc(Math.max(0, size - startByte)),
      0,
      size - startByte,
      startByte,
    );
    const lines = buffer
      .toString('utf8', 0, bytesRead)
      .split('\n')
      .filter((line) => line.trim() !== '');
    return collapseWhitespace(lines.findLast((line) => ERROR_LINE_PATTERN.test(line)) ?? lines.at(-1) ?? '');
  } finally {
    await handle.close();
  }
}

async function createStartError(paths: ClusterPaths, errorLine: string): Promise<EmbeddedError> {
  const { bavail, bsize } = await statfs(paths.dataDir);
  if (/No space left on device|Disk quota exceeded/.test(errorLine) || bavail * bsize < MIN_FREE_DISK_BYTES)
    return diskFullError(paths.dataDir);
  return new EmbeddedError(`The database did not start: ${errorLine || 'it left no message'} (see ${paths.logPath}).`);
}

type LaunchAttempt = { child: ChildProcess; logOffset: number; readFailure: () => string | undefined };

async function launch(
  paths: ClusterPaths,
  command: string,
  runAs: RunAs,
  settings: Record<string, string>,
): Promise<LaunchAttempt> {
  const clusterOwner = await stat(paths.cluster);
  if (clusterOwner.uid !== runAs.uid) {
    if (!isRoot()) {
      throw new EmbeddedError(
        `${paths.cluster} belongs to user id ${clusterOwner.uid}, not to ${process.getuid?.()}: run Frontdesk as that user, or change the owner of all in it.`,
      );
    }
    await chownRecursively(runAs, paths.cluster);
  }
  const socketDir = await prepareSocketFolder(paths, runAs);
  await removeStaleSocketLock(socketDir);
  await rotateLog(paths);
  const logFile = await open(paths.logPath, 'a', 0o600);
  try {
    // The next start may run directly as the database's user.
    if (isRoot()) await logFile.chown(runAs.uid, runAs.gid);
    const logOffset = (await logFile.stat()).size;
    const allSettings = {
      ...DEFAULT_SETTINGS,
      unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
      port: String(PORT),
      ...settings,
    };
    const args = [
      '-D',
      paths.cluster,
      ...Object.entries(allSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ];
    // A separate process group: Ctrl-C must only reach the service, which then stops the database cleanly.
    const child = spawnAs(runAs, command, args, { detached: true, stdio: ['ignore', logFile.fd, logFile.fd] });
    let spawnError: string | undefined;
    child.once('error', (error) => {
      spawnError = error.message;
    });
    child.unref();
    const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
    return { child, logOffset, readFailure: () => spawnError ?? (hasEnded() ? '' : undefined) };
  } finally {
    await logFile.close();
  }
}

/** Returns true once the server is ready, false if it failed with a retryable error. */
async function waitUntilReady(paths: ClusterPaths, attempt: LaunchAttempt, deadline: number): Promise<boolean> {
  while (performance.now() < deadline) {
    const failure = attempt.readFailure();
    if (failure !== undefined) {
      const errorLine = failure || (await findLastErrorInLog(paths, attempt.logOffset));
      if (RETRYABLE_START_ERROR_PATTERN.test(errorLine)) return false;
      throw await createStartError(paths, errorLine);
    }
    const pidFile = await readPidFile(paths.cluster);
    if (pidFile?.isReady && pidFile.pid === attempt.child.pid) return true;
    await sleep(10);
  }
  throw createNotReadyError(paths);
}

function createNotReadyError(paths: ClusterPaths): EmbeddedError {
  return new EmbeddedError(
    `The database in ${paths.cluster} is not ready after ${START_TIMEOUT_MS / 1000} s; it may still recover, or another ` +
      `machine or container uses the folder: look into ${paths.logPath}, then start again.`,
  );
}

function createEmbedded(
  paths: ClusterPaths,
  pid: number,
  connection: Connection,
  wasStartedByThisProcess: boolean,
): EmbeddedServer {
  let stopPromise: Promise<void> | undefined;
  return {
    connection,
    wasStartedByThisProcess,
    stop: () => (stopPromise ??= stopPostmaster(paths.cluster, pid)),
  };
}

export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const dataDir = await prepareDataDir(options.dataDir);
  const paths: ClusterPaths = { dataDir, cluster: getClusterFolder(dataDir), logPath: join(dataDir, 'postgres.log') };
  const settings = options.settings ?? {};
  const binaries = await findBinaries();
  const version = await readClusterVersion(paths.cluster);
  if (version !== 'missing') refuseOtherVersion(paths.cluster, version, binaries.major);
  const clusterOwner = version === 'missing' ? undefined : await stat(paths.cluster);
  const runAs = await chooseRunAs({ initdb: getBinaryPath(binaries, 'initdb'), dataDir, owner: clusterOwner });
  if (version === 'missing') await createCluster(binaries, runAs, dataDir, settings.fsync !== 'off');
  const deadline = performance.now() + START_TIMEOUT_MS;
  let launchedPid: number | undefined;
  while (performance.now() < deadline) {
    const postmaster = await findPostmaster(paths.cluster, SUPERUSER, DATABASE_NAME);
    if (postmaster.state === 'up')
      return createEmbedded(paths, postmaster.pid, postmaster.connection, postmaster.pid === launchedPid);
    if (postmaster.state === 'none') {
      const attempt = await launch(paths, getBinaryPath(binaries, 'postgres'), runAs, settings).catch(
        (error: unknown) => {
          throw explainFileError(error, dataDir);
        },
      );
      launchedPid = attempt.child.pid;
      if (await waitUntilReady(paths, attempt, deadline)) continue;
    }
    await sleep(50);
  }
  throw createNotReadyError(paths);
}
