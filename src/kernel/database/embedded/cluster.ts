import { createHash, randomBytes } from 'node:crypto';
import { chown, mkdir, open, readdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Binaries } from './binaries.ts';
import { getBinaryPath } from './binaries.ts';
import { collapseWhitespace, diskFullError, EmbeddedError, explainFileError, getErrorCode } from './error.ts';
import { isProcessAlive } from './postmaster.ts';
import type { RunAs } from './run-as.ts';
import { runAndWait } from './run-as.ts';

export const SUPERUSER = 'frontdesk';
export const DATABASE_NAME = 'frontdesk';

const HOUR_MS = 3_600_000;
const TEMPORARY_FOLDER_PATTERN = /^postgres\.new-([0-9a-f]{8})-(\d+)-[0-9a-f]{12}$/;
const foldersInUse = new Set<string>();

export function getClusterFolder(dataDir: string): string {
  return join(dataDir, 'postgres');
}

export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Creates dataDir if it is missing, checks that it is writable, and returns its real path. */
export async function prepareDataDir(path: string): Promise<string> {
  const dataDir = resolve(path);
  try {
    await mkdir(dirname(dataDir), { recursive: true });
    await mkdir(dataDir, { mode: 0o700 }).catch((error: unknown) => {
      if (getErrorCode(error) !== 'EEXIST') throw error;
    });
    const probeFile = join(dataDir, `.write-probe-${randomBytes(6).toString('hex')}`);
    await (await open(probeFile, 'wx', 0o600)).close();
    await rm(probeFile, { force: true });
    return await realpath(dataDir);
  } catch (error) {
    throw explainFileError(error, dataDir);
  }
}

/** The major version of the cluster, or 'missing'. */
export async function readClusterVersion(cluster: string): Promise<string> {
  const entries = await readdir(cluster).catch((error: unknown) => {
    if (getErrorCode(error) === 'ENOENT') return [];
    throw explainFileError(error, cluster);
  });
  if (entries.length === 0) return 'missing';
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch((error: unknown) => {
    if (getErrorCode(error) !== 'ENOENT') throw explainFileError(error, cluster);
    throw new EmbeddedError(
      `${cluster} is not empty and is not a PostgreSQL cluster (it has no PG_VERSION): move it away or choose another DATA_DIR.`,
    );
  });
  return version.trim();
}

export function refuseOtherVersion(cluster: string, clusterMajor: string, supportedMajor: string): void {
  if (clusterMajor === supportedMajor) return;
  throw new EmbeddedError(
    `${cluster} was created by PostgreSQL ${collapseWhitespace(clusterMajor)}, but this version of Frontdesk includes ${supportedMajor}: ` +
      `run the Frontdesk version that made it, or choose another DATA_DIR.`,
  );
}

function hashHostname(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
}

async function removeLeftovers(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const match = TEMPORARY_FOLDER_PATTERN.exec(name);
    const path = join(dataDir, name);
    if (!match || foldersInUse.has(path)) continue;
    const pid = Number(match[2]);
    // A process ID means something only on the host that created it. Otherwise, or if it is still in use, the folder's age
    // decides.
    const isAbandoned =
      match[1] === hashHostname() && (pid === process.pid || !(await isProcessAlive(pid)))
        ? true
        : await stat(path).then(
            ({ mtimeMs }) => Date.now() - mtimeMs > HOUR_MS,
            () => false,
          );
    if (isAbandoned) await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }
}

/**
 * Creates the cluster in a temporary folder and renames it into place, so that a crash never leaves half a cluster.
 * Returns false if another process installed one first.
 */
export async function installCluster(dataDir: string, populate: (folder: string) => Promise<void>): Promise<boolean> {
  const uniqueSuffix = `${hashHostname()}-${process.pid}-${randomBytes(6).toString('hex')}`;
  const temporaryFolder = join(dataDir, `postgres.new-${uniqueSuffix}`);
  foldersInUse.add(temporaryFolder);
  try {
    await removeLeftovers(dataDir);
    await mkdir(temporaryFolder, { mode: 0o700 });
    await populate(temporaryFolder);
    const wasInstalled = await rename(temporaryFolder, getClusterFolder(dataDir)).then(() => true, falseIfExists);
    await syncFolder(dataDir);
    return wasInstalled;
  } finally {
    await rm(temporaryFolder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
    foldersInUse.delete(temporaryFolder);
  }
}

function falseIfExists(error: unknown): false {
  if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(getErrorCode(error))) return false;
  throw error;
}

function findLastErrorLine(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  return collapseWhitespace(
    lines.findLast((line) => /error|fatal|panic|cannot|could not/i.test(line)) ?? lines.at(-1) ?? 'no output',
  );
}

async function runTool(runAs: RunAs, dataDir: string, command: string, args: string[], input?: string): Promise<void> {
  const { code, output } = await runAndWait(runAs, command, args, input).catch((error: Error) => {
    throw new EmbeddedError(
      `The embedded PostgreSQL does not run on this system (${collapseWhitespace(error.message)}): ` +
        'set DATABASE_URL to a PostgreSQL 15 or newer.',
    );
  });
  if (code === 0) return;
  if (/No space left on device|Disk quota exceeded/.test(output)) throw diskFullError(dataDir);
  throw new EmbeddedError(
    `The database could not be created (${findLastErrorLine(output)}): fix that, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
  );
}

export async function createCluster(
  binaries: Binaries,
  runAs: RunAs,
  dataDir: string,
  shouldSync: boolean,
): Promise<void> {
  const populate = async (folder: string): Promise<void> => {
    await chown(folder, runAs.uid, runAs.gid);
    // The builtin locale provider sorts the same on every system, so backups can be restored elsewhere without a reindex.
    await runTool(runAs, dataDir, getBinaryPath(binaries, 'initdb'), [
      '-D',
      folder,
      `--username=${SUPERUSER}`,
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      '--no-instructions',
      ...(shouldSync ? [] : ['--no-sync']),
    ]);
    // Errors of statements can quote customer data, so they stay out of the server's log (where LOG ranks above ERROR). The
    // service receives them all the same.
    const statements = [
      `CREATE DATABASE ${DATABASE_NAME}`,
      `ALTER DATABASE ${DATABASE_NAME} SET log_min_messages = log`,
    ];
    await runTool(
      runAs,
      dataDir,
      getBinaryPath(binaries, 'postgres'),
      ['--single', '-D', folder, '-c', 'exit_on_error=on', ...(shouldSync ? [] : ['-F']), 'postgres'],
      `${statements.join('\n')}\n`,
    );
  };
  await installCluster(dataDir, populate).catch((error: unknown) => {
    throw explainFileError(error, dataDir);
  });
}
