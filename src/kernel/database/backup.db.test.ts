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
let dir = '';
let source: EmbeddedServer;
const startedDatabases: EmbeddedServer[] = [];

async function start(name: string): Promise<EmbeddedServer> {
  const embedded = await startEmbedded({ dataDir: join(dir, name), settings });
  startedDatabases.push(embedded);
  return embedded;
}

beforeAll(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), 'frontdesk-backup-')));
  // The system user postgres needs access if root has no user namespaces.
  await chmod(dir, 0o711);
  source = await start('source');
  await writeFile(join(dir, 'source', 'master.key'), 'the key', { mode: 0o600 });
});

afterAll(async () => {
  await Promise.all(startedDatabases.map((embedded) => embedded.stop()));
  await rm(dir, { recursive: true, force: true });
});

async function connect(embedded: EmbeddedServer): Promise<Client> {
  const client = new Client(embedded.connection);
  await client.connect();
  return client;
}

async function errorMessage(promise: Promise<unknown>): Promise<string> {
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
  const client = await connect(source);
  await client.query(`CREATE TABLE t (id int PRIMARY KEY, filler text)`);
  await client.query(`CREATE TABLE churn AS SELECT 0 AS n, repeat('x', 1000) AS filler FROM generate_series(1, 2000)`);
  let insertedRows = 0;
  let isWriting = true;
  const writeRows = async (): Promise<void> => {
    while (isWriting) {
      await client.query(`INSERT INTO t VALUES ($1::int, repeat(md5($1::int::text), 20))`, [insertedRows + 1]);
      insertedRows += 1;
      // Creates, deletes, shrinks and moves files during the backup, and causes WAL recycling.
      if (insertedRows % 50 === 0) await client.query('UPDATE churn SET n = n + 1');
      if (insertedRows % 200 === 0) await client.query('VACUUM FULL churn');
      if (insertedRows % 300 === 0) await client.query('CHECKPOINT');
    }
  };
  const writing = writeRows();
  while (insertedRows < 500) await new Promise((done) => setTimeout(done, 10));
  const committedBefore = insertedRows;
  const file = join(dir, 'backup.tar.gz');
  const { bytes } = await backUp(source, join(dir, 'source'), file);
  const committedAfter = insertedRows;
  isWriting = false;
  await writing;
  const slots = await client.query('SELECT FROM pg_replication_slots');
  await client.end();
  expect(committedAfter).toBeGreaterThan(committedBefore);
  expect(slots.rows).toHaveLength(0);
  expect(await stat(file)).toMatchObject({ size: bytes });
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  await restore(file, join(dir, 'target'));
  expect(await readFile(join(dir, 'target', 'master.key'), 'utf8')).toBe('the key');
  expect((await stat(join(dir, 'target', 'master.key'))).mode & 0o777).toBe(0o600);
  const target = await connect(await start('target'));
  const rows = await target.query<{ n: number; top: number }>('SELECT count(*)::int AS n, max(id) AS top FROM t');
  const churn = await target.query<{ n: number }>(`SELECT count(*)::int AS n FROM churn WHERE length(filler) = 1000`);
  await target.end();
  const { n, top } = rows.rows[0] ?? { n: 0, top: 0 };
  expect(top).toBeGreaterThanOrEqual(committedBefore);
  expect(n).toBe(top);
  expect(churn.rows).toEqual([{ n: 2000 }]);
});

test('the archive can be read by the system tar', async () => {
  const file = join(dir, 'readable.tar.gz');
  await backUp(source, join(dir, 'source'), file);
  const list = async (archive: string) =>
    (await promisify(execFile)('tar', ['-tzf', archive], { maxBuffer: 10_000_000 })).stdout.split('\n');
  const names = await list(file);
  expect(names).toEqual(expect.arrayContaining(['master.key', 'postgres/PG_VERSION', 'postgres/backup_label']));
  expect(names).not.toContain('postgres/postmaster.pid');
  expect(names.filter((name) => /^postgres\/pg_wal\/[0-9A-F]{24}$/.test(name)).length).toBeGreaterThan(0);

  const backupWithoutKey = join(dir, 'keyless.tar.gz');
  await backUp(source, join(dir, 'source'), backupWithoutKey, false);
  expect(await list(backupWithoutKey)).not.toContain('master.key');
});

test('never overwrites a backup, a cluster or another key', async () => {
  const file = join(dir, 'once.tar.gz');
  await backUp(source, join(dir, 'source'), file);
  const content = await readFile(file);
  expect(await errorMessage(backUp(source, join(dir, 'source'), file))).toContain('not overwritten');
  expect(await readFile(file)).toEqual(content);
  expect(await errorMessage(restore(file, join(dir, 'source')))).toContain('move it away or choose another DATA_DIR');

  const otherKeyDir = join(dir, 'other-key');
  await mkdir(otherKeyDir);
  await writeFile(join(otherKeyDir, 'master.key'), 'another key');
  expect(await errorMessage(restore(file, otherKeyDir))).toContain('differs from the key');
  expect(await readdir(otherKeyDir)).toEqual(['master.key']);
  await writeFile(join(otherKeyDir, 'master.key'), 'the key');
  await restore(file, otherKeyDir);
  expect((await readdir(otherKeyDir)).sort()).toEqual(['master.key', 'postgres']);
});

test('a backup that cannot be written leaves nothing behind', async () => {
  expect(await errorMessage(backUp(source, join(dir, 'source'), join(dir, 'missing', 'x.tar.gz')))).toContain(
    'could not be',
  );
  const missingDataDir = join(dir, 'nowhere');
  expect(await errorMessage(backUp(source, missingDataDir, join(dir, 'x.tar.gz')))).toContain('could not be written');
  expect((await readdir(dir)).filter((name) => name.startsWith('x.tar'))).toEqual([]);
});

type TarEntry = Partial<Header> & { name: string } & { content?: string | Buffer };

/** A tar archive with these entries. */
function tar(...entries: TarEntry[]): Promise<Buffer> {
  const archive = pack();
  for (const { content = '', ...headers } of entries) archive.entry(headers, content);
  archive.finalize();
  return buffer(archive);
}

/** A tar header that claims this size. */
async function archiveClaimingSize(size: string): Promise<Buffer> {
  const archive = await tar({ name: 'postgres/x' });
  archive.write(size.padEnd(12, '\0'), 124);
  archive.fill(' ', 148, 156);
  const sum = archive.reduce((total, byte) => total + byte, 0);
  archive.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return archive;
}

test('rejects incomplete, damaged and unsafe archives, and leaves nothing behind', async () => {
  const completeBackup = join(dir, 'whole.tar.gz');
  await backUp(source, join(dir, 'source'), completeBackup);
  const bytes = await readFile(completeBackup);
  const unpacked = gunzipSync(bytes);
  const label = { name: 'postgres/backup_label', content: 'x' };
  const version = (content: string) => ({ name: 'postgres/PG_VERSION', content });
  const folder = (name: string) => ({ name, type: 'directory' }) as const;
  const createGzippedTar = async (...entries: TarEntry[]) => gzipSync(await tar(...entries));
  const prependEntry = async (entry: TarEntry) =>
    gzipSync(Buffer.concat([(await tar(entry)).subarray(0, -1024), unpacked]), { level: 1 });
  const contents: Record<string, Buffer> = {
    text: Buffer.from('hello'),
    empty: Buffer.alloc(0),
    gzip: gzipSync('hello'.repeat(1000)),
    cut: bytes.subarray(0, bytes.length - 1000),
    damaged: Buffer.concat([bytes.subarray(0, 50_000), Buffer.alloc(100), bytes.subarray(50_100)]),
    unlabelled: await createGzippedTar(folder('postgres'), version('18\n')),
    older: await createGzippedTar(
      folder('postgres/global'),
      { name: 'postgres/global/pg_control', content: 'x' },
      version('15\n'),
      label,
    ),
    escaping: await createGzippedTar({ name: 'postgres/../../escaped', content: 'x' }, label),
    absolute: await createGzippedTar({ name: '/escaped', content: 'x' }, label),
    elsewhere: await createGzippedTar({ name: 'run/escaped', content: 'x' }, label),
    process: await prependEntry({ name: 'postgres/postmaster.pid', content: '1\n' }),
    tablespace: await prependEntry({ name: 'postgres/tablespace_map', content: '16384 /' }),
    slot: await prependEntry(folder('postgres/pg_replslot/x')),
    link: await createGzippedTar({ name: 'postgres/link', type: 'symlink', linkname: '/etc' }),
    hardLink: await createGzippedTar({ name: 'postgres/link', type: 'link', linkname: '/etc/passwd' }),
    device: await createGzippedTar({ name: 'postgres/device', type: 'character-device' }),
    pipe: await createGzippedTar({ name: 'postgres/pipe', type: 'fifo' }),
    longName: await createGzippedTar({ name: `postgres/../../${'long'.repeat(50)}`, content: 'x' }),
    sizeless: gzipSync(await archiveClaimingSize('not octal')),
    endless: gzipSync(await archiveClaimingSize('77777777777')),
    largeKey: await createGzippedTar({ name: 'master.key', content: Buffer.alloc(2 * 1024 * 1024) }),
  };
  for (const [name, content] of Object.entries(contents)) {
    const file = join(dir, `${name}.tar.gz`);
    await writeFile(file, content);
    const message = await errorMessage(restore(file, join(dir, 'refused')));
    expect(message, name).toContain(file);
    expect(message, name).toMatch(name === 'older' ? /created by PostgreSQL 15/ : /is not a whole backup of Frontdesk/);
  }
  expect(await errorMessage(restore(join(dir, 'absent'), join(dir, 'refused')))).toContain('is not a whole backup');
  expect(await readdir(dir)).not.toContain('refused');
  expect(await readdir(dir)).not.toContain('escaped');
});
