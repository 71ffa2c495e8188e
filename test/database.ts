// Starts one PostgreSQL server for the whole run, with a migrated template database that every test file copies.
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../src/kernel/database/embedded.ts';
import { migrate } from '../src/kernel/database/migrate.ts';
import { once } from '../src/kernel/memoize.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** With `pooler`, services reach the server through a PgBouncer there. */
    postgres: PostgresServer & { pooler?: PostgresServer };
    /** How databases are copied fastest where their files are. */
    copyStrategy: 'file_copy' | 'wal_log';
  }
}

type PostgresServer = { host: string; port: number; user: string };

export const TEMPLATE_DATABASE = 'frontdesk_template';

const MEMORY_FOLDER = '/dev/shm';
/** Each test file's database takes about 15 MB. */
const MIN_FREE_BYTES = 8 * 1024 ** 3;

/** A database is a thousand small files, which are created faster in memory. */
async function hasEnoughMemory(): Promise<boolean> {
  const { bavail, bsize } = await statfs(MEMORY_FOLDER).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= MIN_FREE_BYTES;
}

/** Starts the server once for all projects of a run. */
const startServer = once(async () => {
  const isInMemory = await hasEnoughMemory();
  const dataDir = await mkdtemp(join(isInMemory ? MEMORY_FOLDER : tmpdir(), 'frontdesk-test-'));
  const withoutDurability = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  // Autovacuum would visit hundreds of databases that are no longer used.
  const settings = { ...withoutDurability, autovacuum: 'off', max_connections: '300' };
  const embedded = await startEmbedded({ dataDir, settings });
  const { host, port, user } = embedded.connection;
  const adminClient = new pg.Client(embedded.connection);
  await adminClient.connect();
  await adminClient.query(`create database ${TEMPLATE_DATABASE}`);
  await migrate({ host, port, user, database: TEMPLATE_DATABASE });
  await adminClient.query(`alter database ${TEMPLATE_DATABASE} is_template true`);
  await adminClient.end();
  const stop = once(async () => {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return {
    server: { host, port, user },
    copyStrategy: isInMemory ? ('file_copy' as const) : ('wal_log' as const),
    stop,
  };
});

export async function setup(project: TestProject) {
  const { server, copyStrategy, stop } = await startServer();
  project.provide('postgres', server);
  project.provide('copyStrategy', copyStrategy);
  return stop;
}
