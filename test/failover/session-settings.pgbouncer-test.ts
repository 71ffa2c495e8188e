// Settings of a session must not leak from one transaction to the next, which may be another workspace's: npm run test:pgbouncer.
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { APP_ROLE } from '../../src/kernel/database/access.ts';
import { type ConnectionOptions, type Database, openDatabase } from '../../src/kernel/database/database.ts';
import { newId } from '../../src/kernel/ids.ts';
import { addCleanup, createDatabase, createWorkspace, type Service } from '../harness.ts';
import { inParallel } from '../random.ts';

const sessionQuery = sql<{
  role: string;
  workspace: string;
  timeout: string;
  timezone: string;
  jit: string;
  read_only: string;
}>`
  select current_user as role, coalesce(current_setting('app.workspace_id', true), '') as workspace,
    current_setting('statement_timeout') as timeout, current_setting('timezone') as timezone, current_setting('jit') as jit,
    current_setting('transaction_read_only') as read_only`;
const SERVICE_SETTINGS = {
  role: APP_ROLE,
  workspace: '',
  timeout: '15s',
  timezone: 'UTC',
  jit: 'off',
  read_only: 'off',
};

let connection: ConnectionOptions;
let database: Database;
beforeAll(async () => {
  connection = await createDatabase();
  database = openDatabase(connection, 20);
  addCleanup(() => database.close());
});

it('connects through PgBouncer in transaction mode', async () => {
  const adminClient = new pg.Client({ ...inject('postgres').pooler, database: 'pgbouncer' });
  await adminClient.connect();
  const { rows } = await adminClient.query('show config');
  await adminClient.end();
  const getConfigValue = (name: string) => rows.find((row) => row.key === name)?.value;
  expect([getConfigValue('pool_mode'), Number(getConfigValue('default_pool_size'))]).toEqual(['transaction', 4]);
  const pids = await inParallel(Array.from({ length: 200 }), 20, async () => {
    const [row] = await database.statement<{ pid: number }>('select pg_backend_pid() as pid, pg_sleep(0.005)', []);
    return row!.pid;
  });
  expect(new Set(pids).size).toBeLessThanOrEqual(4);
  expect(new Set(pids).size).toBeGreaterThan(1);
});

describe('the service’s role and limits apply', () => {
  const workspaceId = newId('ws');
  const sessionSql = sessionQuery.compile(new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool() }) })).sql;

  it('to a statement', async () => {
    expect(await database.statement(sessionSql, [])).toEqual([SERVICE_SETTINGS]);
  });

  it('to a transaction', async () => {
    expect((await database.withoutWorkspace((db) => sessionQuery.execute(db))).rows).toEqual([SERVICE_SETTINGS]);
    const workspaceResult = await database.inWorkspace(workspaceId, (db) => sessionQuery.execute(db));
    expect(workspaceResult.rows).toEqual([{ ...SERVICE_SETTINGS, workspace: workspaceId }]);
  });

  it('to a read of a workspace', async () => {
    const { rows } = await database.inWorkspaceReadOnly(workspaceId, (db) => sessionQuery.execute(db));
    expect(rows).toEqual([{ ...SERVICE_SETTINGS, workspace: workspaceId, read_only: 'on' }]);
  });

  it('to a library, with and without its own transactions', async () => {
    const libraryDb = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.poolForLibraries }) });
    expect((await sessionQuery.execute(libraryDb)).rows).toEqual([SERVICE_SETTINGS]);
    await libraryDb.transaction().execute(async (db) => {
      for (let n = 0; n < 2; n++) expect((await sessionQuery.execute(db)).rows).toEqual([SERVICE_SETTINGS]);
    });
    const failingTransaction = libraryDb.transaction().execute((db) => sql`select 1 / 0`.execute(db));
    await expect(failingTransaction).rejects.toMatchObject({ code: '22012' });
    expect((await sessionQuery.execute(libraryDb)).rows).toEqual([SERVICE_SETTINGS]);
  });

  it('only to the service’s own transactions, and not to later ones of another client in the same session', async () => {
    const { direct: _, ...pooledConnection } = connection;
    const unmanagedPool = new pg.Pool({ ...pooledConnection, max: 10 });
    addCleanup(() => unmanagedPool.end());
    const rows = await inParallel(
      Array.from({ length: 40 }),
      10,
      async () => (await unmanagedPool.query(sessionSql)).rows[0],
    );
    const { user: userRole } = inject('postgres');
    for (const row of rows)
      expect(row).toMatchObject({ role: userRole, workspace: '', timeout: '0', read_only: 'off' });
  });
});

it('keeps workspaces apart while their transactions share sessions', async () => {
  const service = { database } as unknown as Service;
  const workspaceIds = await inParallel(Array.from({ length: 8 }), 4, async () => (await createWorkspace(service)).id);
  const readWorkspaceIds = (workspaceId: string, method: 'inWorkspace' | 'inWorkspaceReadOnly') =>
    database[method](
      workspaceId,
      async (db) => (await sql<{ workspace_id: string }>`select workspace_id from api_keys`.execute(db)).rows,
    );
  const reads = Array.from(
    { length: 600 },
    (_, n) => [workspaceIds[n % 8]!, n % 3 ? 'inWorkspaceReadOnly' : 'inWorkspace'] as const,
  );
  await inParallel(reads, 20, async ([id, method]) => {
    expect(await readWorkspaceIds(id, method)).toEqual([{ workspace_id: id }]);
  });
});
