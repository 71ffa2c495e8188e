// One partition per day: added in advance, dropped when all of it has expired.
import pg from 'pg';
import { beforeAll, expect, it, vi } from 'vitest';
import {
  createDatabase,
  createEmptyDatabase,
  createWorkspace,
  queryAsDbOwner,
  type Service,
} from '../../../test/harness.ts';
import {
  type ConnectionOptions,
  chooseDirectConnection,
  type Database,
  openDatabase,
} from '../../kernel/database/database.ts';
import { migrate } from '../../kernel/database/migrate.ts';
import { analyticsJobs } from './jobs.ts';

const LAST_MIGRATION_BEFORE_PARTITIONS = '0047-pages-and-events';
let connection: ConnectionOptions;
let database: Database;
let workspaceId: string;
let shortRetentionWorkspaceId: string;

beforeAll(async () => {
  connection = await createDatabase();
  database = openDatabase(connection, 2);
  workspaceId = (await createWorkspace({ database } as Service)).id;
  shortRetentionWorkspaceId = (await createWorkspace({ database } as Service)).id;
  await runSql('update workspaces set retention_days = 7 where id = $1', [shortRetentionWorkspaceId]);
  return () => database.close();
});

const runSql = async (sql: string, values: unknown[] = []) => (await queryAsDbOwner(connection, sql, values)).rows;
const preparePartitions = () => database.statement('select prepare_request_log()', []);
const purgeExpired = async () =>
  (await database.statement<{ n: number }>('select purge_request_log(30) as n', []))[0]?.n;

const partitionName = (daysAgo: number) =>
  `request_log_${new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')}`;
const addPartition = async (daysAgo: number) => {
  const midnight = (days: number) => `'${new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)}Z'`;
  await runSql(`create table ${partitionName(daysAgo)} partition of request_log
    for values from (${midnight(daysAgo)}) to (${midnight(daysAgo - 1)})`);
};
let rowCount = 0;
const addRow = (workspace: string, daysAgo: number, loggedDaysAgo = daysAgo) =>
  runSql(
    `insert into request_log (workspace_id, id, request_id, actor, method, route, parameters, status, ms, created_at, logged_at)
     values ($1, $2, 'req_1', 'key_1', 'GET', '/api/x', '{}', 200, 5, now() - make_interval(days => $3), now() - make_interval(days => $4))`,
    [workspace, `rql_${++rowCount}`, daysAgo, loggedDaysAgo],
  );
/** The partition of each row of a workspace. */
const listPartitionsOf = async (workspace: string) =>
  (
    await runSql('select tableoid::regclass::text as name from request_log where workspace_id = $1 order by id', [
      workspace,
    ])
  ).map(({ name }) => name);
const listPartitions = async () =>
  (
    await runSql(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'request_log'::regclass order by 1`,
    )
  ).map(({ name }) => name);
const countAnalyticsCalls = async (workspace: string) =>
  (
    await runSql(
      `select coalesce(sum((counts ->> 'apiCalls')::int), 0)::int as n from analytics_calls where workspace_id = $1`,
      [workspace],
    )
  )[0].n;

it('prepares partitions for the coming days, and adds each only once', async () => {
  const upcomingPartitions = [0, -1, -2, -3].map(partitionName);
  await preparePartitions();
  expect(await listPartitions()).toEqual([...upcomingPartitions, 'request_log_other']);
  await preparePartitions();
  expect(await listPartitions()).toEqual([...upcomingPartitions, 'request_log_other']);
});

it('stores a row without a partition in the default one, and moves it once its partition exists', async () => {
  await runSql(`drop table ${partitionName(-2)}`);
  await addRow(workspaceId, -2);
  await addRow(workspaceId, -200);
  expect(await listPartitionsOf(workspaceId)).toEqual(['request_log_other', 'request_log_other']);
  await preparePartitions();
  expect(await listPartitionsOf(workspaceId)).toEqual([partitionName(-2), 'request_log_other']);
  await runSql('delete from request_log');
});

it('drops whole days once no row of the day is needed any more, and keeps their counts', async () => {
  for (const day of [40, 35, 30, 10]) await addPartition(day);
  for (const day of [40, 40, 35, 30, 10]) await addRow(workspaceId, day);
  await addRow(workspaceId, 35, 1);
  expect([await purgeExpired(), await purgeExpired(), await purgeExpired()]).toEqual([2, 1, 0]);
  expect((await listPartitions()).slice(0, 3)).toEqual([partitionName(35), partitionName(30), partitionName(10)]);
  expect(await countAnalyticsCalls(workspaceId)).toBe(3);
  await runSql('delete from request_log');
  expect([await purgeExpired(), await purgeExpired()]).toEqual([1, 0]);
  expect((await listPartitions()).slice(0, 2)).toEqual([partitionName(30), partitionName(10)]);
});

it('deletes rows of a workspace with a shorter retention, and rows in the default partition', async () => {
  await addRow(shortRetentionWorkspaceId, 10);
  await addRow(workspaceId, 10);
  await addRow(shortRetentionWorkspaceId, 2);
  await addRow(workspaceId, 50);
  expect([await purgeExpired(), await purgeExpired(), await purgeExpired()]).toEqual([1, 1, 0]);
  expect(await listPartitionsOf(workspaceId)).toEqual([partitionName(10)]);
  expect(await listPartitionsOf(shortRetentionWorkspaceId)).toEqual(['request_log_other']);
  expect(await countAnalyticsCalls(shortRetentionWorkspaceId)).toBe(1);
});

it('deletes rows of a workspace with a shorter retention even while an expired day cannot be dropped', async () => {
  await addPartition(50);
  await addRow(workspaceId, 50);
  await addRow(shortRetentionWorkspaceId, 10);
  await runSql(`create view keeps_the_day as select * from ${partitionName(50)}`);
  const purgeAll = analyticsJobs({ database, config: { publicUrl: '', requestLogDays: 30 } } as never).tasks[
    'analytics.purge-requests'
  ] as () => Promise<void>;
  const callsBefore = await countAnalyticsCalls(shortRetentionWorkspaceId);
  await expect(purgeAll()).rejects.toMatchObject({ code: '2BP01' });
  expect(await countAnalyticsCalls(shortRetentionWorkspaceId)).toBe(callsBefore + 1);
  await runSql('drop view keeps_the_day');
  await purgeAll();
  expect(await listPartitions()).not.toContain(partitionName(50));
});

it('drops a day even if that takes longer than the timeout for requests', async () => {
  await addPartition(50);
  for (let n = 0; n < 4; n++) await addRow(workspaceId, 50);
  // Each request takes a quarter of a second to count, and a statement may take half a second.
  await runSql(`alter function facts_of_call(request_log) rename to quick_facts_of_call;
    create function facts_of_call(r request_log) returns table (part boolean, name text, value bigint) language sql volatile as
    $$ select f.* from pg_sleep(0.25), quick_facts_of_call(r) f $$`);
  const databaseWithTimeout = openDatabase({ ...connection, statement_timeout: 500, responseTimeoutMs: 600 }, 1);
  await expect(databaseWithTimeout.statement('select purge_request_log(30)', [])).rejects.toMatchObject({
    code: '57014',
  });
  const jobs = analyticsJobs({ database: databaseWithTimeout, config: { publicUrl: '', requestLogDays: 30 } } as never);
  await (jobs.tasks['analytics.purge-requests'] as () => Promise<void>)();
  await databaseWithTimeout.close();
  await runSql(`drop function facts_of_call(request_log);
    alter function quick_facts_of_call(request_log) rename to facts_of_call`);
  expect(await listPartitions()).not.toContain(partitionName(50));
});

it('adds a partition while a row for its day is being written, and moves that row too', async () => {
  await runSql(`drop table ${partitionName(-3)}`);
  const writer = new pg.Client(chooseDirectConnection(connection));
  await writer.connect();
  await writer.query('begin');
  await writer.query(`insert into request_log (workspace_id, id, request_id, actor, method, route, parameters, status, ms, created_at)
    values ('${workspaceId}', 'rql_late', 'req_1', 'key_1', 'GET', '/api/x', '{}', 200, 5, now() + interval '3 days')`);
  const preparation = preparePartitions();
  const waitingLocksQuery = `select from pg_locks where relation = 'request_log_other'::regclass and not granted`;
  await vi.waitFor(async () => expect(await runSql(waitingLocksQuery)).not.toEqual([]), { timeout: 60_000 });
  await writer.query('commit');
  await writer.end();
  await preparation;
  expect(await listPartitions()).toContain(partitionName(-3));
  expect(await listPartitionsOf(workspaceId)).toContain(partitionName(-3));
  await runSql(`delete from request_log where id = 'rql_late'`);
});

it('hides the log and its partitions from other workspaces', async () => {
  for (const table of ['request_log', partitionName(10)])
    expect(
      await database
        .inWorkspace(shortRetentionWorkspaceId, async (db) =>
          db
            .selectFrom(table as 'request_log')
            .select('id')
            .where('workspace_id', '=', workspaceId)
            .execute(),
        )
        .catch(({ code }) => code),
    ).toEqual(table === 'request_log' ? [] : '42501');
});

it('keeps the rows from before the migration to partitions', async () => {
  const oldConnection = await createEmptyDatabase();
  await migrate(oldConnection, LAST_MIGRATION_BEFORE_PARTITIONS);
  await queryAsDbOwner(
    oldConnection,
    `insert into workspaces (id, live_id, mode, name) values ('ws_a', 'ws_a', 'live', 'Bella');
     insert into request_log (workspace_id, id, request_id, actor, method, route, parameters, status, ms, created_at, logged_at)
     select 'ws_a', 'rql_' || lpad(n::text, 3, '0'), 'req_' || n, 'key_1', 'GET', '/api/x', '{}', 200, 5, at, least(at, now())
     from (select n, now() + interval '20 days' - n * interval '1 hour' as at from generate_series(1, 900) n) as rows`,
  );
  await migrate(oldConnection);
  const { rows } = await queryAsDbOwner(
    oldConnection,
    `select count(*)::int as n, count(*) filter (where tableoid = 'request_log_00000000'::regclass) > 300 as earlier,
       count(*) filter (where tableoid = to_regclass('${partitionName(-1)}'))::int as tomorrow from request_log`,
  );
  expect(rows).toEqual([{ n: 900, earlier: true, tomorrow: 24 }]);
  await queryAsDbOwner(oldConnection, `delete from workspaces where id = 'ws_a'`);
  expect((await queryAsDbOwner(oldConnection, 'select from request_log')).rowCount).toBe(0);
});
