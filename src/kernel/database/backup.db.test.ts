import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { type Header, pack } from 'tar-stream';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { backUp, restore } from './backup.ts';
import { EmbeddedError } from './embedded/error.ts';
import type { EmbeddedServer } from './embedded.ts';
import { startEmbedded } from './embedded.ts';

const settings = { fsync: 'off' };
let testDir = '';
let sourceServer: EmbeddedServer;
const startedDatabases: EmbeddedServer[] = [];

async function startServer(name: string): Promise<EmbeddedServer> {
  const embedded = await startEmbedded({ dataDir: join(testDir, name), settings });
  startedDatabases.push(embedded);
  return embedded;
}

beforeAll(async () => {
  testDir = await realpath(await mkdtemp(join(tmpdir(), 'frontdesk-backup-')));
  // The system user postgres needs access if root has no user namespaces.
  await chmod(testDir, 0o711);
  sourceServer = await startServer('source');
  await writeFile(join(testDir, 'source', 'master.key'), 'the key', { mode: 0o600 });
});

afterAll(async () => {
  await Promise.all(startedDatabases.map((embedded) => embedded.stop()));
  await rm(testDir, { recursive: true, force: true });
});

async function connect(embedded: EmbeddedServer): Promise<Client> {
  const client = new Client(embedded.connection);
  await client.connect();
  return client;
}

async function rejectionMessage(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(EmbeddedError);
  const { message } = error as EmbeddedError;
  expect(message).not.toContain('\n');
  return message;
}

test('a backup during writes restores every row committed before it started', async () => {
  const client = await connect(sourceServer);
  await client.query(`CREATE TABLE t (id int PRIMARY KEY, filler text)`);
  await client.query(`CREATE TABLE churn AS SELECT 0 AS n, repeat('x', 1000) AS filler FROM generate_series(1, 2000)`);
  let insertedRowCount = 0;
  let isWriting = true;
  const writeRows = async (): Promise<void> => {
    while (isWriting) {
      await client.query(`INSERT INTO t VALUES ($1::int, repeat(md5($1::int::text), 20))`, [insertedRowCount + 1]);
      insertedRowCount += 1;
      // Creates, deletes, shrinks and moves files during the backup, and causes WAL recycling.
      if (insertedRowCount % 50 === 0) await client.query('UPDATE churn SET n = n + 1');
      if (insertedRowCount % 200 === 0) await client.query('VACUUM FULL churn');
      if (insertedRowCount % 300 === 0) await client.query('CHECKPOINT');
    }
  };
  const writeLoop = writeRows();
  while (insertedRowCount < 500) await new Promise((done) => setTimeout(done, 10));
  const rowsCommittedBefore = insertedRowCount;
  const file = join(testDir, 'backup.tar.gz');
  const { bytes } = await backUp(sourceServer, join(testDir, 'source'), file);
  const rowsCommittedAfter = insertedRowCount;
  isWriting = false;
  await writeLoop;
  const replicationSlots = await client.query('SELECT FROM pg_replication_slots');
  await client.end();
  expect(rowsCommittedAfter).toBeGreaterThan(rowsCommittedBefore);
  expect(replicationSlots.rows).toHaveLength(0);
  expect(await stat(file)).toMatchObject({ size: bytes });
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  await restore(file, join(testDir, 'target'));
  expect(await readFile(join(testDir, 'target', 'master.key'), 'utf8')).toBe('the key');
  expect((await stat(join(testDir, 'target', 'master.key'))).mode & 0o777).toBe(0o600);
  const targetClient = await connect(await startServer('target'));
  const result = await targetClient.query<{ rowCount: number; maxId: number }>(
    'SELECT count(*)::int AS "rowCount", max(id) AS "maxId" FROM t',
  );
  const churn = await targetClient.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM churn WHERE length(filler) = 1000`,
  );
  await targetClient.end();
  const { rowCount, maxId } = result.rows[0] ?? { rowCount: 0, maxId: 0 };
  expect(maxId).toBeGreaterThanOrEqual(rowsCommittedBefore);
  expect(rowCount).toBe(maxId);
  expect(churn.rows).toEqual([{ n: 2000 }]);
});

test('the archive can be read by the system tar', async () => {
  const file = join(testDir, 'readable.tar.gz');
  await backUp(sourceServer, join(testDir, 'source'), file);
  const listEntries = async (archive: string) =>
    (await promisify(execFile)('tar', ['-tzf', archive], { maxBuffer: 10_000_000 })).stdout.split('\n');
  const entryNames = await listEntries(file);
  expect(entryNames).toEqual(expect.arrayContaining(['master.key', 'postgres/PG_VERSION', 'postgres/backup_label']));
  expect(entryNames).not.toContain('postgres/postmaster.pid');
  expect(entryNames.filter((name) => /^postgres\/pg_wal\/[0-9A-F]{24}$/.test(name)).length).toBeGreaterThan(0);

  const backupWithoutKey = join(testDir, 'keyless.tar.gz');
  await backUp(sourceServer, join(testDir, 'source'), backupWithoutKey, false);
  expect(await listEntries(backupWithoutKey)).not.toContain('master.key');
});

test('never overwrites a backup, a cluster or another key', async () => {
  const file = join(testDir, 'once.tar.gz');
  await backUp(sourceServer, join(testDir, 'source'), file);
  const content = await readFile(file);
  expect(await rejectionMessage(backUp(sourceServer, join(testDir, 'source'), file))).toContain('not overwritten');
  expect(await readFile(file)).toEqual(content);
  expect(await rejectionMessage(restore(file, join(testDir, 'source')))).toContain(
    'move it away or choose another DATA_DIR',
  );

  const otherKeyDir = join(testDir, 'other-key');
  await mkdir(otherKeyDir);
  await writeFile(join(otherKeyDir, 'master.key'), 'another key');
  expect(await rejectionMessage(restore(file, otherKeyDir))).toContain('differs from the key');
  expect(await readdir(otherKeyDir)).toEqual(['master.key']);
  await writeFile(join(otherKeyDir, 'master.key'), 'the key');
  await restore(file, otherKeyDir);
  expect((await readdir(otherKeyDir)).sort()).toEqual(['master.key', 'postgres']);
});

test('a backup that cannot be written leaves nothing behind', async () => {
  expect(
    await rejectionMessage(backUp(sourceServer, join(testDir, 'source'), join(testDir, 'missing', 'x.tar.gz'))),
  ).toContain('could not be');
  const missingDataDir = join(testDir, 'nowhere');
  expect(await rejectionMessage(backUp(sourceServer, missingDataDir, join(testDir, 'x.tar.gz')))).toContain(
    'could not be written',
  );
  expect((await readdir(testDir)).filter((name) => name.startsWith('x.tar'))).toEqual([]);
});

type TarEntry = Partial<Header> & { name: string } & { content?: string | Buffer };

/** A tar archive with these entries. */
function createTar(...entries: TarEntry[]): Promise<Buffer> {
  const archive = pack();
  for (const { content = '', ...headers } of entries) archive.entry(headers, content);
  archive.finalize();
  return buffer(archive);
}

/** A tar archive whose header claims this size. */
async function archiveClaimingSize(size: string): Promise<Buffer> {
  const archive = await createTar({ name: 'postgres/x' });
  archive.write(size.padEnd(12, '\0'), 124);
  archive.fill(' ', 148, 156);
  const sum = archive.reduce((total, byte) => total + byte, 0);
  archive.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return archive;
}

test('rejects incomplete, damaged and unsafe archives, and leaves nothing behind', async () => {
  const completeBackup = join(testDir, 'whole.tar.gz');
  await backUp(sourceServer, join(testDir, 'source'), completeBackup);
  const backupBytes = await readFile(completeBackup);
  const unpacked = gunzipSync(backupBytes);
  const labelEntry = { name: 'postgres/backup_label', content: 'x' };
  const versionEntry = (content: string) => ({ name: 'postgres/PG_VERSION', content });
  const folderEntry = (name: string) => ({ name, type: 'directory' }) as const;
  const createGzippedTar = async (...entries: TarEntry[]) => gzipSync(await createTar(...entries));
  const prependEntry = async (entry: TarEntry) =>
    gzipSync(Buffer.concat([(await createTar(entry)).subarray(0, -1024), unpacked]), { level: 1 });
  const archives: Record<string, Buffer> = {
    text: Buffer.from('hello'),
    empty: Buffer.alloc(0),
    gzip: gzipSync('hello'.repeat(1000)),
    cut: backupBytes.subarray(0, backupBytes.length - 1000),
    damaged: Buffer.concat([backupBytes.subarray(0, 50_000), Buffer.alloc(100), backupBytes.subarray(50_100)]),
    unlabelled: await createGzippedTar(folderEntry('postgres'), versionEntry('18\n')),
    older: await createGzippedTar(
      folderEntry('postgres/global'),
      { name: 'postgres/global/pg_control', content: 'x' },
      versionEntry('15\n'),
      labelEntry,
    ),
    escaping: await createGzippedTar({ name: 'postgres/../../escaped', content: 'x' }, labelEntry),
    absolute: await createGzippedTar({ name: '/escaped', content: 'x' }, labelEntry),
    elsewhere: await createGzippedTar({ name: 'run/escaped', content: 'x' }, labelEntry),
    process: await prependEntry({ name: 'postgres/postmaster.pid', content: '1\n' }),
    tablespace: await prependEntry({ name: 'postgres/tablespace_map', content: '16384 /' }),
    slot: await prependEntry(folderEntry('postgres/pg_replslot/x')),
    link: await createGzippedTar({ name: 'postgres/link', type: 'symlink', linkname: '/etc' }),
    hardLink: await createGzippedTar({ name: 'postgres/link', type: 'link', linkname: '/etc/passwd' }),
    device: await createGzippedTar({ name: 'postgres/device', type: 'character-device' }),
    pipe: await createGzippedTar({ name: 'postgres/pipe', type: 'fifo' }),
    longName: await createGzippedTar({ name: `postgres/../../${'long'.repeat(50)}`, content: 'x' }),
    sizeless: gzipSync(await archiveClaimingSize('not octal')),
    endless: gzipSync(await archiveClaimingSize('77777777777')),
    largeKey: await createGzippedTar({ name: 'master.key', content: Buffer.alloc(2 * 1024 * 1024) }),
  };
  for (const [name, content] of Object.entries(archives)) {
    const file = join(testDir, `${name}.tar.gz`);
    await writeFile(file, content);
    const message = await rejectionMessage(restore(file, join(testDir, 'refused')));
    expect(message, name).toContain(file);
    expect(message, name).toMatch(name === 'older' ? /created by PostgreSQL 15/ : /is not a whole backup of Frontdesk/);
  }
  expect(await rejectionMessage(restore(join(testDir, 'absent'), join(testDir, 'refused')))).toContain(
    'is not a whole backup',
  );
  expect(await readdir(testDir)).not.toContain('refused');
  expect(await readdir(testDir)).not.toContain('escaped');
});
