import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger, runMigrations } from 'graphile-worker';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, inject, it } from 'vitest';
import { addCleanup, queryAsDbOwner, startService, verifyAuditLog } from '../../../test/harness.ts';
import { type ConnectionOptions, openDbOwnerPool } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { hashEntry } from './log.ts';

const MIGRATIONS_FOLDER = join(import.meta.dirname, '../../migrations');
const LAST_MIGRATION_WITHOUT_SEALS = '0016-mailed-on-request';

/** A database of the last version without seals, with two workspaces, one of them with a log. */
async function createDatabaseWithoutSeals(): Promise<ConnectionOptions> {
  const server = inject('postgres');
  const connection = { ...server, database: `test_${randomBytes(6).toString('hex')}` };
  const adminConnection = { ...server, database: 'frontdesk' };
  await queryAsDbOwner(adminConnection, `create database ${connection.database}`);
  addCleanup(() => queryAsDbOwner(adminConnection, `drop database if exists ${connection.database} with (force)`));
  const pool = openDbOwnerPool(connection);
  await runMigrations({ pgPool: pool, logger: new Logger(() => () => undefined) });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const files = (await readdir(MIGRATIONS_FOLDER)).filter((name) => name.endsWith('.sql'));
  const migrations = await Promise.all(
    files.map(async (file) => {
      const migrationSql = await readFile(join(MIGRATIONS_FOLDER, file), 'utf8');
      return [
        file.replace('.sql', ''),
        { up: async (handle: typeof db) => void (await sql.raw(migrationSql).execute(handle)) },
      ] as const;
    }),
  );
  const provider = { getMigrations: async () => Object.fromEntries(migrations) };
  const { error } = await new Migrator({ db, provider }).migrateTo(LAST_MIGRATION_WITHOUT_SEALS);
  await db.destroy();
  if (error) throw error;
  await queryAsDbOwner(
    connection,
    `insert into workspaces (id, live_id, mode, name) values ('ws_a', 'ws_a', 'live', 'A'), ('ws_b', 'ws_b', 'live', 'B')`,
  );
  let previousHash: Buffer = Buffer.alloc(32);
  for (let n = 1; n <= 3; n++) {
    const at = new Date(Date.UTC(2026, 10, n));
    const entry = {
      workspaceId: 'ws_a',
      at,
      actor: 'key_1',
      action: 'key.create',
      subject: `key_${n}`,
      reason: 'keys',
    };
    const hash = hashEntry(entry, n, previousHash);
    await queryAsDbOwner(
      connection,
      `insert into audit_entries values ('ws_a', $1, $2, 'key_1', 'key.create', $3, 'keys', $4, $5)`,
      [n, at, entry.subject, previousHash, hash],
    );
    previousHash = hash;
  }
  return connection;
}

const tamper = (connection: ConnectionOptions, statement: string) =>
  queryAsDbOwner(connection, `begin; set local session_replication_role = replica; ${statement}; commit`);

it('seals existing logs once at the first start, even with several instances', async () => {
  const connection = await createDatabaseWithoutSeals();
  expect(await migrate(connection)).toContain('0017-audit-and-erasure');
  const [firstInstance, secondInstance] = await Promise.all(
    [1, 2].map(() => startService(connection, { jobs: 'off' })),
  );
  for (const service of [firstInstance!, secondInstance!]) {
    expect(await verifyAuditLog(service, 'ws_a')).toMatchObject({ ok: true, entries: 4, sealedFrom: 4 });
    expect(await verifyAuditLog(service, 'ws_b')).toMatchObject({ ok: true, entries: 1, sealedFrom: 1 });
  }
  const { rows } = await queryAsDbOwner(
    connection,
    `select workspace_id as id, actor, subject, reason from audit_entries where action = 'audit.seal' order by 1`,
  );
  const commonFields = { actor: 'system', reason: 'sealed from here on' };
  expect(rows).toEqual([
    { ...commonFields, id: 'ws_a', subject: '3 entries' },
    { ...commonFields, id: 'ws_b', subject: '0 entries' },
  ]);
  await tamper(connection, `delete from audit_entries where workspace_id = 'ws_a' and sequence > 2`);
  expect(await verifyAuditLog(firstInstance!, 'ws_a')).toEqual({ ok: false, sequence: 3, fault: 'missing' });
});

it('does not seal a log that has lost its seal', async () => {
  const connection = await createDatabaseWithoutSeals();
  await migrate(connection);
  await (await startService(connection, { jobs: 'off' })).stop();
  await tamper(
    connection,
    `delete from audit_entries where workspace_id = 'ws_a'; update audit_heads
     set entries = 0, hash = decode(repeat('00', 32), 'hex'), seal = null where workspace_id = 'ws_a'`,
  );
  const service = await startService(connection, { jobs: 'off' });
  expect(await verifyAuditLog(service, 'ws_a')).toEqual({ ok: false, fault: 'head not sealed' });
  expect(await verifyAuditLog(service, 'ws_b')).toMatchObject({ ok: true });
});
