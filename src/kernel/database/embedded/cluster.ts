import { createHash, randomBytes } from 'node:crypto';
import { chown, mkdir, open, readdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Binaries } from './binaries.ts';
import { binary } from './binaries.ts';
import { diskFull, EmbeddedError, errorCode, explainFileError, oneLine } from './error.ts';
import { isAlive } from './postmaster.ts';
import type { RunAs } from './run-as.ts';
import { runAndWait } from './run-as.ts';

export const SUPERUSER = 'frontdesk';
export const DATABASE = 'frontdesk';

const HOUR = 3_600_000;
const TEMPORARY = /^postgres\.new-([0-9a-f]{8})-(\d+)-[0-9a-f]{12}$/;
const inUse = new Set<string>();

export function clusterFolder(dataDir: string): string {
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

/** Makes dataDir when it is missing, proves that it can be written, and returns its real path. */
export async function prepareDataDir(path: string): Promise<string> {
  const dataDir = resolve(path);
  try {
    await mkdir(dirname(dataDir), { recursive: true });
    await mkdir(dataDir, { mode: 0o700 }).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
    const probe = join(dataDir, `.write-probe-${randomBytes(6).toString('hex')}`);
    await (await open(probe, 'wx', 0o600)).close();
    await rm(probe, { force: true });
    return await realpath(dataDir);
  } catch (error) {
    throw explainFileError(error, dataDir);
  }
}

/** 'missing', or the major version of the cluster that is there. */
export async function clusterVersion(cluster: string): Promise<string> {
  const entries = await readdir(cluster).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw explainFileError(error, cluster);
  });
  if (entries.length === 0) return 'missing';
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw explainFileError(error, cluster);
    throw new EmbeddedError(
      `${cluster} is not empty and is no PostgreSQL cluster (it has no PG_VERSION): move it away or choose another DATA_DIR.`,
    );
  });
  return version.trim();
}

export function refuseOtherVersion(cluster: string, found: string, major: string): void {
  if (found === major) return;
  throw new EmbeddedError(
    `${cluster} was made by PostgreSQL ${oneLine(found)}, this Frontdesk brings ${major}: ` +
      `run the Frontdesk version that made it, or choose another DATA_DIR.`,
  );
}

function hostMark(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
}

async function removeLeftovers(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const match = TEMPORARY.exec(name);
    const path = join(dataDir, name);
    if (!match || inUse.has(path)) continue;
    const pid = Number(match[2]);
    // Another container that shares the folder has process ids of its own, so there only age tells.
    const abandoned =
      match[1] === hostMark() && (pid === process.pid || !(await isAlive(pid)))
        ? true
        : await stat(path).then(
            ({ mtimeMs }) => Date.now() - mtimeMs > HOUR,
            () => false,
          );
    if (abandoned) await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }
}

/**
 * Lets `fill` make a cluster in a temporary sibling and renames it into place, so that a crash or a
 * second start never leaves or sees half a cluster. False when another start put one there first.
 */
export async function placeCluster(dataDir: string, fill: (folder: string) => Promise<void>): Promise<boolean> {
  const mark = `${hostMark()}-${process.pid}-${randomBytes(6).toString('hex')}`;
  const temporary = join(dataDir, `postgres.new-${mark}`);
  inUse.add(temporary);
  try {
    await removeLeftovers(dataDir);
    await mkdir(temporary, { mode: 0o700 });
    await fill(temporary);
    const placed = await rename(temporary, clusterFolder(dataDir)).then(() => true, isTaken);
    await syncFolder(dataDir);
    return placed;
  } finally {
    await rm(temporary, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
    inUse.delete(temporary);
  }
}

function isTaken(error: unknown): false {
  if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(errorCode(error))) return false;
  throw error;
}

function tellingLine(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  return oneLine(
    lines.findLast((line) => /error|fatal|panic|cannot|could not/i.test(line)) ?? lines.at(-1) ?? 'no output',
  );
}

async function runTool(runAs: RunAs, dataDir: string, command: string, args: string[], input?: string): Promise<void> {
  const { code, output } = await runAndWait(runAs, command, args, input).catch((error: Error) => {
    throw new EmbeddedError(
      `The embedded PostgreSQL does not run on this system (${oneLine(error.message)}): ` +
        'set DATABASE_URL to a PostgreSQL 15 or newer.',
    );
  });
  if (code === 0) return;
  if (/No space left on device|Disk quota exceeded/.test(output)) throw diskFull(dataDir);
  throw new EmbeddedError(
    `The database could not be made (${tellingLine(output)}): mend that, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
  );
}

export async function makeCluster(binaries: Binaries, runAs: RunAs, dataDir: string, sync: boolean): Promise<void> {
  const fill = async (folder: string): Promise<void> => {
    await chown(folder, runAs.uid, runAs.gid);
    // The builtin provider sorts alike on every system, so a backup moves between them without a reindex.
    await runTool(runAs, dataDir, binary(binaries, 'initdb'), [
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
      ...(sync ? [] : ['--no-sync']),
    ]);
    // Errors of statements quote values, so they stay out of the log; the service gets them anyway.
    const statements = [`CREATE DATABASE ${DATABASE}`, `ALTER DATABASE ${DATABASE} SET log_min_messages = log`];
    await runTool(
      runAs,
      dataDir,
      binary(binaries, 'postgres'),
      ['--single', '-D', folder, '-c', 'exit_on_error=on', ...(sync ? [] : ['-F']), 'postgres'],
      `${statements.join('\n')}\n`,
    );
  };
  await placeCluster(dataDir, fill).catch((error: unknown) => {
    throw explainFileError(error, dataDir);
  });
}
