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
import { clusterFolder, placeCluster, prepareDataDir, refuseOtherVersion, syncFolder } from './embedded/cluster.ts';
import { diskFull, EmbeddedError, errorCode, oneLine } from './embedded/error.ts';
import { addEntry, addFile } from './embedded/tar.ts';
import type { Embedded } from './embedded.ts';

const KEY = 'master.key';
const CONTROL = 'postgres/global/pg_control';
const LIMIT_OF_KEY = 1024 * 1024;

// What pg_basebackup leaves out too: the server makes these anew, or they are added after the rest.
const EMPTIED =
  /^postgres\/(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//;
const IN_LOG = /^postgres\/pg_wal\/([0-9A-F]{24}|[0-9A-F]{8}\.history)$/;
const LABEL = 'postgres/backup_label';
const LEFT_OUT =
  /(^postgres\/(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|backup_manifest|.*\.tmp)$)|\/pgsql_tmp|\/pg_internal\.init/;

function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** A file or folder may go away while the server runs; the WAL in the archive then says the same. */
function unlessGone<T>(fallback: T): (error: unknown) => T {
  return (error) => {
    if (errorCode(error) === 'ENOENT') return fallback;
    throw error;
  };
}

async function addCluster(archive: Pack, folder: string, name: string): Promise<void> {
  await addEntry(archive, `${name}/`);
  for (const entry of (await readdir(folder).catch(unlessGone([]))).sort()) {
    const [path, entryName] = [join(folder, entry), `${name}/${entry}`];
    if (EMPTIED.test(entryName) || LEFT_OUT.test(entryName) || entryName === CONTROL) continue;
    const found = await stat(path).catch(unlessGone(undefined));
    if (found?.isDirectory()) await addCluster(archive, path, entryName);
    else if (found?.isFile()) await addFile(archive, entryName, path).catch(unlessGone(undefined));
  }
}

/** The server rewrites this small file in place; two equal looks prove that none of them was torn. */
async function readControl(path: string): Promise<Buffer> {
  for (let before = await readFile(path); ; ) {
    const now = await readFile(path);
    if (now.equals(before)) return now;
    before = now;
  }
}

type WalRange = { first: string; last: string; perFile: number };

function segmentNumber(name: string, { perFile }: WalRange): number {
  const perLog = 0x1_0000_0000 / perFile;
  return Number.parseInt(name.slice(8, 16), 16) * perLog + Number.parseInt(name.slice(16), 16);
}

async function addLog(archive: Pack, folder: string, range: WalRange): Promise<void> {
  const names = (await readdir(folder)).sort();
  const needed = names.filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= range.first && name <= range.last);
  if (needed.length !== segmentNumber(range.last, range) - segmentNumber(range.first, range) + 1) {
    throw new EmbeddedError('The backup failed because the database lost a part of its log: make the backup again.');
  }
  for (const name of [...names.filter((each) => each.endsWith('.history')), ...needed]) {
    await addFile(archive, `postgres/pg_wal/${name}`, join(folder, name));
  }
}

async function fill(archive: Pack, client: Client, dataDir: string, withKey: boolean): Promise<void> {
  const cluster = clusterFolder(dataDir);
  const key = withKey ? await readFile(join(dataDir, KEY)).catch(unlessGone(undefined)) : undefined;
  if (key) await addEntry(archive, KEY, key);
  // The slot keeps the server from recycling the log that the backup needs; it goes with the session.
  const slot = `frontdesk_backup_${randomBytes(6).toString('hex')}`;
  await client.query('SELECT pg_create_physical_replication_slot($1, true, true)', [slot]);
  const start = await client.query<{ first: string; size: string }>(
    `SELECT pg_walfile_name(pg_backup_start('frontdesk', fast => true)) AS first,
            (SELECT setting FROM pg_settings WHERE name = 'wal_segment_size') AS size`,
  );
  await addCluster(archive, cluster, 'postgres');
  await addEntry(archive, CONTROL, await readControl(join(cluster, 'global', 'pg_control')));
  const stop = await client.query<{ last: string; labelfile: string }>(
    'SELECT pg_walfile_name(lsn - 1) AS last, labelfile FROM pg_backup_stop(wait_for_archive => false)',
  );
  const [began, ended] = [start.rows[0], stop.rows[0]];
  if (!began || !ended)
    throw new EmbeddedError('The backup failed because the database gave no answer: make it again.');
  await addEntry(archive, LABEL, ended.labelfile);
  await addLog(archive, join(cluster, 'pg_wal'), { first: began.first, last: ended.last, perFile: Number(began.size) });
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
  if (['ENOSPC', 'EDQUOT'].includes(errorCode(error))) return diskFull(file);
  const why = oneLine(error instanceof Error ? error.message : String(error));
  return new EmbeddedError(`The backup ${file} could not be written (${why}): mend that or choose another file.`);
}

function refuseOverwrite(file: string): EmbeddedError {
  return new EmbeddedError(`${file} exists already and is not overwritten: choose another name for the backup.`);
}

async function moveIntoPlace(temporary: string, file: string): Promise<void> {
  // Unlike rename, link fails when the name is taken; not every file system has it.
  const linked = await link(temporary, file).then(
    () => true,
    (error: unknown) => {
      if (errorCode(error) === 'EEXIST') throw refuseOverwrite(file);
      return false;
    },
  );
  if (!linked && (await exists(file))) throw refuseOverwrite(file);
  if (linked) await rm(temporary);
  else await rename(temporary, file);
  await syncFolder(dirname(file));
}

/**
 * Writes the running cluster and the master key to `file`, a .tar.gz that holds secrets (mode 0600). Where MASTER_KEY is
 * set, a key that lies in the folder may be of another time, and is left out.
 */
export async function backUp(
  embedded: Embedded,
  dataDir: string,
  file: string,
  withKey = true,
): Promise<{ bytes: number }> {
  const target = resolve(file);
  if (await exists(target)) throw refuseOverwrite(target);
  const temporary = `${target}.partial-${randomBytes(6).toString('hex')}`;
  const client = new Client(embedded.connection);
  client.on('error', () => undefined);
  try {
    await client.connect();
    await refuseTablespaces(client);
    const output = createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true });
    const archive = pack();
    const filling = fill(archive, client, resolve(dataDir), withKey).catch((error) => archive.destroy(error));
    await pipeline(archive, createGzip({ level: 4 }), output).finally(() => filling);
    const { size } = await stat(temporary);
    await moveIntoPlace(temporary, target);
    return { bytes: size };
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw backupError(error, target);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Writes the cluster of the archive into `folder` and returns the master key, if there is one. */
async function unpack(file: string, folder: string): Promise<Buffer | undefined> {
  let key: Buffer | undefined;
  const entries = extract();
  // What goes wrong with it is thrown by the entries too.
  const reading = pipeline(createReadStream(file), createGunzip(), entries).catch(() => undefined);
  for await (const entry of entries) {
    const { type, size } = entry.header;
    const name = entry.header.name.replace(/\/$/, '');
    if (type !== 'file' && type !== 'directory') throw new Error(`it holds ${name}, neither a file nor a folder`);
    if (name === KEY && type === 'file') {
      if (size > LIMIT_OF_KEY) throw new Error(`its ${name} is too large`);
      key = await buffer(entry);
      continue;
    }
    const [top, ...parts] = name.split('/');
    const isOutside = top !== 'postgres' || parts.some((part) => part === '' || part === '.' || part === '..');
    // Such as a process id, which would be taken for that of this cluster's own server.
    const isForeign = LEFT_OUT.test(name) || (EMPTIED.test(name) && !IN_LOG.test(name));
    if (isOutside || (isForeign && name !== LABEL)) throw new Error(`it holds ${name}`);
    const path = join(folder, ...parts);
    if (type === 'directory') await mkdir(path, { recursive: true, mode: 0o700 });
    else await pipeline(entry, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
  }
  await reading;
  return key;
}

/** Puts the key of the backup into place; true when it was not there before. */
async function placeKey(dataDir: string, key: Buffer): Promise<boolean> {
  const path = join(dataDir, KEY);
  const present = await readFile(path).catch(unlessGone(undefined));
  if (present?.equals(key)) return false;
  if (present) {
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
  const code = errorCode(error);
  if (['ENOSPC', 'EDQUOT'].includes(code)) return diskFull(dataDir);
  const why = oneLine(error instanceof Error ? error.message : String(error));
  // What is wrong with the archive itself has no code of the system's.
  if (code === '' || code.startsWith('Z_') || code === 'ENOENT' || code === 'EISDIR') {
    return new EmbeddedError(`${file} is not a whole backup of Frontdesk (${why}): choose another file.`);
  }
  return new EmbeddedError(`${file} could not be restored to ${dataDir} (${why}): mend that, then try again.`);
}

function refusePresent(cluster: string): EmbeddedError {
  return new EmbeddedError(`${cluster} exists already: move it away or choose another DATA_DIR, then restore again.`);
}

/** With it set, the service would not look at the key that the backup brings. */
function refuseOtherKey(masterKey: string | undefined, key: Buffer): void {
  if (!masterKey || Buffer.from(masterKey, 'base64').equals(Buffer.from(key.toString(), 'base64'))) return;
  throw new EmbeddedError(
    'MASTER_KEY differs from the key in the backup, and the service would use it: unset it, then restore again.',
  );
}

/** Makes `<dataDir>/postgres` and the master key from a backup; the service must not run there. */
export async function restore(file: string, dataDir: string, masterKey?: string): Promise<void> {
  const source = resolve(file);
  const cluster = clusterFolder(resolve(dataDir));
  if (await exists(cluster)) throw refusePresent(cluster);
  const newFolder = !(await exists(dataDir));
  let newKey = false;
  try {
    await access(source);
    const { major } = await findBinaries();
    const home = await prepareDataDir(dataDir);
    const placed = await placeCluster(home, async (folder) => {
      const key = await unpack(source, folder);
      for (const name of ['PG_VERSION', 'backup_label', 'global/pg_control']) {
        if (!(await exists(join(folder, name)))) throw new Error(`it has no ${name}`);
      }
      refuseOtherVersion(source, (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim(), major);
      if (!key) return;
      refuseOtherKey(masterKey, key);
      newKey = await placeKey(home, key);
    });
    if (!placed) throw refusePresent(cluster);
  } catch (error) {
    if (newKey) await rm(join(dataDir, KEY), { force: true });
    // Fails, as it should, when somebody else has put something into it.
    if (newFolder) await rmdir(dataDir).catch(() => undefined);
    throw restoreError(error, source, resolve(dataDir));
  }
}
