import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, link, lstat, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

import { Client } from 'pg';
import { extract, type Pack, pack } from 'tar-stream';
import { findBinaries } from './embedded/binaries.ts';
import {
  getClusterFolder,
  installCluster,
  prepareDataDir,
  refuseOtherVersion,
  syncFolder,
} from './embedded/cluster.ts';
import { collapseWhitespace, diskFullError, EmbeddedError, getErrorCode } from './embedded/error.ts';
import { addEntry, addFile } from './embedded/tar.ts';
import type { EmbeddedServer } from './embedded.ts';

const KEY_FILE = 'master.key';
const CONTROL_FILE = 'postgres/global/pg_control';
const MAX_KEY_BYTES = 1024 * 1024;

// pg_basebackup skips these as well: the server recreates them, or they are added at the end.
const EMPTIED_FOLDER_PATTERN =
  /^postgres\/(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//;
const WAL_FILE_PATTERN = /^postgres\/pg_wal\/([0-9A-F]{24}|[0-9A-F]{8}\.history)$/;
const BACKUP_LABEL_FILE = 'postgres/backup_label';
const EXCLUDED_FILE_PATTERN =
  /(^postgres\/(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|backup_manifest|.*\.tmp)$)|\/pgsql_tmp|\/pg_internal\.init/;

function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** Files may disappear while the server runs. The WAL in the archive then contains the deletion. */
function createMissingFileHandler<T>(fallback: T): (error: unknown) => T {
  return (error) => {
    if (getErrorCode(error) === 'ENOENT') return fallback;
    throw error;
  };
}

async function addClusterFiles(archive: Pack, folder: string, name: string): Promise<void> {
  await addEntry(archive, `${name}/`);
  for (const entry of (await readdir(folder).catch(createMissingFileHandler([]))).sort()) {
    const [path, entryName] = [join(folder, entry), `${name}/${entry}`];
    if (EMPTIED_FOLDER_PATTERN.test(entryName) || EXCLUDED_FILE_PATTERN.test(entryName) || entryName === CONTROL_FILE)
      continue;
    const stats = await stat(path).catch(createMissingFileHandler(undefined));
    if (stats?.isDirectory()) await addClusterFiles(archive, path, entryName);
    else if (stats?.isFile()) await addFile(archive, entryName, path).catch(createMissingFileHandler(undefined));
  }
}

/** The server rewrites this file in place, so it is read until two reads agree. */
async function readControlFile(path: string): Promise<Buffer> {
  for (let previous = await readFile(path); ; ) {
    const current = await readFile(path);
    if (current.equals(previous)) return current;
    previous = current;
  }
}

type WalRange = { firstFileName: string; lastFileName: string; bytesPerFile: number };

function parseSegmentNumber(name: string, { bytesPerFile }: WalRange): number {
  const segmentsPerLog = 0x1_0000_0000 / bytesPerFile;
  return Number.parseInt(name.slice(8, 16), 16) * segmentsPerLog + Number.parseInt(name.slice(16), 16);
}

async function addWalFiles(archive: Pack, folder: string, range: WalRange): Promise<void> {
  const names = (await readdir(folder)).sort();
  const segments = names.filter(
    (name) => /^[0-9A-F]{24}$/.test(name) && name >= range.firstFileName && name <= range.lastFileName,
  );
  if (
    segments.length !==
    parseSegmentNumber(range.lastFileName, range) - parseSegmentNumber(range.firstFileName, range) + 1
  ) {
    throw new EmbeddedError('The backup failed because the database lost a part of its log: make the backup again.');
  }
  for (const name of [...names.filter((fileName) => fileName.endsWith('.history')), ...segments]) {
    await addFile(archive, `postgres/pg_wal/${name}`, join(folder, name));
  }
}

async function writeBackup(archive: Pack, client: Client, dataDir: string, includeKey: boolean): Promise<void> {
  const cluster = getClusterFolder(dataDir);
  const masterKey = includeKey
    ? await readFile(join(dataDir, KEY_FILE)).catch(createMissingFileHandler(undefined))
    : undefined;
  if (masterKey) await addEntry(archive, KEY_FILE, masterKey);
  // The temporary slot keeps the server from recycling WAL that the backup needs. It is dropped with the session.
  const slot = `frontdesk_backup_${randomBytes(6).toString('hex')}`;
  await client.query('SELECT pg_create_physical_replication_slot($1, true, true)', [slot]);
  const startResult = await client.query<{ first: string; size: string }>(
    `SELECT pg_walfile_name(pg_backup_start('frontdesk', fast => true)) AS first,
            (SELECT setting FROM pg_settings WHERE name = 'wal_segment_size') AS size`,
  );
  await addClusterFiles(archive, cluster, 'postgres');
  await addEntry(archive, CONTROL_FILE, await readControlFile(join(cluster, 'global', 'pg_control')));
  const stopResult = await client.query<{ last: string; labelfile: string }>(
    'SELECT pg_walfile_name(lsn - 1) AS last, labelfile FROM pg_backup_stop(wait_for_archive => false)',
  );
  const [startRow, stopRow] = [startResult.rows[0], stopResult.rows[0]];
  if (!startRow || !stopRow)
    throw new EmbeddedError('The backup failed because the database gave no answer: make it again.');
  await addEntry(archive, BACKUP_LABEL_FILE, stopRow.labelfile);
  await addWalFiles(archive, join(cluster, 'pg_wal'), {
    firstFileName: startRow.first,
    lastFileName: stopRow.last,
    bytesPerFile: Number(startRow.size),
  });
  archive.finalize();
}

async function refuseTablespaces(client: Client): Promise<void> {
  const { rows } = await client.query(`SELECT FROM pg_tablespace WHERE spcname NOT IN ('pg_default', 'pg_global')`);
  if (rows.length > 0) {
    throw new EmbeddedError(
      'The database has tablespaces outside of DATA_DIR, which this backup does not hold: use pg_basebackup.',
    );
  }
}

function backupError(error: unknown, file: string): EmbeddedError {
  if (error instanceof EmbeddedError) return error;
  if (['ENOSPC', 'EDQUOT'].includes(getErrorCode(error))) return diskFullError(file);
  const reason = collapseWhitespace(error instanceof Error ? error.message : String(error));
  return new EmbeddedError(`The backup ${file} could not be written (${reason}): fix that or choose another file.`);
}

function fileExistsError(file: string): EmbeddedError {
  return new EmbeddedError(`${file} exists already and is not overwritten: choose another name for the backup.`);
}

async function moveIntoPlace(temporaryFile: string, file: string): Promise<void> {
  // Unlike rename, link fails if the target exists. Not every file system supports it.
  const isLinked = await link(temporaryFile, file).then(
    () => true,
    (error: unknown) => {
      if (getErrorCode(error) === 'EEXIST') throw fileExistsError(file);
      return false;
    },
  );
  if (!isLinked && (await exists(file))) throw fileExistsError(file);
  if (isLinked) await rm(temporaryFile);
  else await rename(temporaryFile, file);
  await syncFolder(dirname(file));
}

/**
 * Writes the running cluster and the master key to `file`, a .tar.gz with secrets (mode 0600). Pass `includeKey: false` if
 * MASTER_KEY is set, because a key file in the data folder may then be outdated.
 */
export async function backUp(
  embedded: EmbeddedServer,
  dataDir: string,
  file: string,
  includeKey = true,
): Promise<{ bytes: number }> {
  const target = resolve(file);
  if (await exists(target)) throw fileExistsError(target);
  const temporaryFile = `${target}.partial-${randomBytes(6).toString('hex')}`;
  const client = new Client(embedded.connection);
  client.on('error', () => undefined);
  try {
    await client.connect();
    await refuseTablespaces(client);
    const output = createWriteStream(temporaryFile, { flags: 'wx', mode: 0o600, flush: true });
    const archive = pack();
    const archiveWritten = writeBackup(archive, client, resolve(dataDir), includeKey).catch((error) =>
      archive.destroy(error),
    );
    await pipeline(archive, createGzip({ level: 4 }), output).finally(() => archiveWritten);
    const { size } = await stat(temporaryFile);
    await moveIntoPlace(temporaryFile, target);
    return { bytes: size };
  } catch (error) {
    await rm(temporaryFile, { force: true }).catch(() => undefined);
    throw backupError(error, target);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Writes the cluster of the archive into `folder` and returns the master key, if there is one. */
async function unpack(file: string, folder: string): Promise<Buffer | undefined> {
  let key: Buffer | undefined;
  const entries = extract();
  // Errors are ignored here, because iterating the entries throws them as well.
  const archiveRead = pipeline(createReadStream(file), createGunzip(), entries).catch(() => undefined);
  for await (const entry of entries) {
    const { type, size } = entry.header;
    const name = entry.header.name.replace(/\/$/, '');
    if (type !== 'file' && type !== 'directory') throw new Error(`it holds ${name}, neither a file nor a folder`);
    if (name === KEY_FILE && type === 'file') {
      if (size > MAX_KEY_BYTES) throw new Error(`its ${name} is too large`);
      key = await buffer(entry);
      continue;
    }
    const [topFolder, ...parts] = name.split('/');
    const isOutside = topFolder !== 'postgres' || parts.some((part) => part === '' || part === '.' || part === '..');
    // For example postmaster.pid: a foreign process ID would be mistaken for this cluster's server.
    const isForeign =
      EXCLUDED_FILE_PATTERN.test(name) || (EMPTIED_FOLDER_PATTERN.test(name) && !WAL_FILE_PATTERN.test(name));
    if (isOutside || (isForeign && name !== BACKUP_LABEL_FILE)) throw new Error(`it holds ${name}`);
    const path = join(folder, ...parts);
    if (type === 'directory') await mkdir(path, { recursive: true, mode: 0o700 });
    else await pipeline(entry, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
  }
  await archiveRead;
  return key;
}

/** Writes the backup's master key to the data folder. Returns false if the same key was already there. */
async function restoreKey(dataDir: string, key: Buffer): Promise<boolean> {
  const path = join(dataDir, KEY_FILE);
  const existingKey = await readFile(path).catch(createMissingFileHandler(undefined));
  if (existingKey?.equals(key)) return false;
  if (existingKey) {
    throw new EmbeddedError(`${path} differs from the key in the backup: move it away or choose another DATA_DIR.`);
  }
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(key);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return true;
}

function restoreError(error: unknown, file: string, dataDir: string): EmbeddedError {
  if (error instanceof EmbeddedError) return error;
  const code = getErrorCode(error);
  if (['ENOSPC', 'EDQUOT'].includes(code)) return diskFullError(dataDir);
  const reason = collapseWhitespace(error instanceof Error ? error.message : String(error));
  // A broken archive causes errors without a system error code.
  if (code === '' || code.startsWith('Z_') || code === 'ENOENT' || code === 'EISDIR') {
    return new EmbeddedError(`${file} is not a whole backup of Frontdesk (${reason}): choose another file.`);
  }
  return new EmbeddedError(`${file} could not be restored to ${dataDir} (${reason}): fix that, then try again.`);
}

function clusterExistsError(cluster: string): EmbeddedError {
  return new EmbeddedError(`${cluster} exists already: move it away or choose another DATA_DIR, then restore again.`);
}

/** If MASTER_KEY is set, the service ignores the restored key file, so both must be the same. */
function refuseOtherKey(masterKey: string | undefined, key: Buffer): void {
  if (!masterKey || Buffer.from(masterKey, 'base64').equals(Buffer.from(key.toString(), 'base64'))) return;
  throw new EmbeddedError(
    'MASTER_KEY differs from the key in the backup, and the service would use it: unset it, then restore again.',
  );
}

/** Restores `<dataDir>/postgres` and the master key from a backup. The service must not be running there. */
export async function restore(file: string, dataDir: string, masterKey?: string): Promise<void> {
  const source = resolve(file);
  const cluster = getClusterFolder(resolve(dataDir));
  if (await exists(cluster)) throw clusterExistsError(cluster);
  const isNewFolder = !(await exists(dataDir));
  let isNewKey = false;
  try {
    await access(source);
    const { major } = await findBinaries();
    const realDataDir = await prepareDataDir(dataDir);
    const wasInstalled = await installCluster(realDataDir, async (folder) => {
      const key = await unpack(source, folder);
      for (const name of ['PG_VERSION', 'backup_label', 'global/pg_control']) {
        if (!(await exists(join(folder, name)))) throw new Error(`it has no ${name}`);
      }
      refuseOtherVersion(source, (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim(), major);
      if (!key) return;
      refuseOtherKey(masterKey, key);
      isNewKey = await restoreKey(realDataDir, key);
    });
    if (!wasInstalled) throw clusterExistsError(cluster);
  } catch (error) {
    if (isNewKey) await rm(join(dataDir, KEY_FILE), { force: true });
    // rmdir fails, as intended, if the folder is not empty.
    if (isNewFolder) await rmdir(dataDir).catch(() => undefined);
    throw restoreError(error, source, resolve(dataDir));
  }
}
