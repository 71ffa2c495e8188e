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
  type Database,
  directConnection,
  openDatabase,
} from '../../kernel/database/database.ts';
import { migrate } from '../../kernel/database/migrate.ts';
import { analyticsJobs } from './jobs.ts';

const LAST_BEFORE = '0047-pages-and-events';
let connection: ConnectionOptions;
let database: Database;
let own: string;
let shortLived: string;

beforeAll(async () => {
  connection = await createDatabase();
  database = openDatabase(connection, 2);
  own = (await createWorkspace({ database } as Service)).id;
  shortLived = (await createWorkspace({ database } as Service)).id;
  await sql('update workspaces set retention_days = 7 where id = $1', [shortLived]);
  return () => database.close();
});

const sql = async (text: string, values: unknown[] = []) => (await queryAsDbOwner(connection, text, values)).rows;
const prepare = () => database.statement('select prepare_request_log()', []);
const purge = async () => (await database.statement<{ n: number }>('select purge_request_log(30) as n', []))[0]?.n;

const nameOf = (daysAgo: number) =>
  `request_log_${new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')}`;
const addDay = async (daysAgo: number) => {
  const midnight = (days: number) => `'${new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)}Z'`;
  await sql(`create table ${nameOf(daysAgo)} partition of request_log
    for values from (${midnight(daysAgo)}) to (${midnight(daysAgo - 1)})`);
};
let count = 0;
const addRow = (workspace: string, daysAgo: number, loggedDaysAgo = daysAgo) =>
  sql(
    `insert into request_log (workspace_id, id, request_id, actor, method, route, parameters, status, ms, created_at, logged_at)
     values ($1, $2, 'req_1', 'key_1', 'GET', '/api/x', '{}', 200, 5, now() - make_interval(days => $3), now() - make_interval(days => $4))`,
    [workspace, `rql_${++count}`, daysAgo, loggedDaysAgo],
  );
/** Where each row of a workspace is. */
const placesOf = async (workspace: string) =>
  (
    await sql('select tableoid::regclass::text as name from request_log where workspace_id = $1 order by id', [
      workspace,
    ])
  ).map(({ name }) => name);
const partitions = async () =>
  (
    await sql(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'request_log'::regclass order by 1`,
    )
  ).map(({ name }) => name);
const keptCalls = async (workspace: string) =>
  (
    await sql(
      `select coalesce(sum((counts ->> 'apiCalls')::int), 0)::int as n from analytics_calls where workspace_id = $1`,
      [workspace],
    )
  )[0].n;

it('has partitions for the coming days, and adds each once', async () => {
  const ahead = [0, -1, -2, -3].map(nameOf);
  await prepare();
  expect(await partitions()).toEqual([...ahead, 'request_log_other']);
  await prepare();
  expect(await partitions()).toEqual([...ahead, 'request_log_other']);
});

it('keeps a row that no partition is there for, and moves it when there is one', async () => {
  await sql(`drop table ${nameOf(-2)}`);
  await addRow(own, -2);
  await addRow(own, -200);
  expect(await placesOf(own)).toEqual(['request_log_other', 'request_log_other']);
  await prepare();
  expect(await placesOf(own)).toEqual([nameOf(-2), 'request_log_other']);
  await sql('delete from request_log');
});

it('is dropped by whole days, with its counts kept, when no row of the day is needed any more', async () => {
  for (const day of [40, 35, 30, 10]) await addDay(day);
  for (const day of [40, 40, 35, 30, 10]) await addRow(own, day);
  await addRow(own, 35, 1);
  expect([await purge(), await purge(), await purge()]).toEqual([2, 1, 0]);
  expect((await partitions()).slice(0, 3)).toEqual([nameOf(35), nameOf(30), nameOf(10)]);
  expect(await keptCalls(own)).toBe(3);
  await sql('delete from request_log');
  expect([await purge(), await purge()]).toEqual([1, 0]);
  expect((await partitions()).slice(0, 2)).toEqual([nameOf(30), nameOf(10)]);
});

it('loses rows of a workspace that keeps them for less, and those that have no day of their own', async () => {
  await addRow(shortLived, 10);
  await addRow(own, 10);
  await addRow(shortLived, 2);
  await addRow(own, 50);
  expect([await purge(), await purge(), await purge()]).toEqual([1, 1, 0]);
  expect(await placesOf(own)).toEqual([nameOf(10)]);
  expect(await placesOf(shortLived)).toEqual(['request_log_other']);
  expect(await keptCalls(shortLived)).toBe(1);
});

it('loses rows of a workspace that keeps them for less, also while a day that has expired cannot be dropped', async () => {
  await addDay(50);
  await addRow(own, 50);
  await addRow(shortLived, 10);
  await sql(`create view keeps_the_day as select * from ${nameOf(50)}`);
  const purgeAll = analyticsJobs({ database, config: { publicUrl: '', requestLogDays: 30 } } as never).tasks[
    'analytics.purge-requests'
  ] as () => Promise<void>;
  const before = await keptCalls(shortLived);
  await expect(purgeAll()).rejects.toMatchObject({ code: '2BP01' });
  expect(await keptCalls(shortLived)).toBe(before + 1);
  await sql('drop view keeps_the_day');
  await purgeAll();
  expect(await partitions()).not.toContain(nameOf(50));
});

it('is dropped even if that takes longer than the timeout for requests', async () => {
  await addDay(50);
  for (let n = 0; n < 4; n++) await addRow(own, 50);
  // Each request takes a quarter of a second to count, and a statement may take half a second.
  await sql(`alter function facts_of_call(request_log) rename to quick_facts_of_call;
    create function facts_of_call(r request_log) returns table (part boolean, name text, value bigint) language sql volatile as
    $$ select f.* from pg_sleep(0.25), quick_facts_of_call(r) f $$`);
  const hurried = openDatabase({ ...connection, statement_timeout: 500, query_timeout: 600 }, 1);
  await expect(hurried.statement('select purge_request_log(30)', [])).rejects.toMatchObject({ code: '57014' });
  const jobs = analyticsJobs({ database: hurried, config: { publicUrl: '', requestLogDays: 30 } } as never);
  await (jobs.tasks['analytics.purge-requests'] as () => Promise<void>)();
  await hurried.close();
  await sql(`drop function facts_of_call(request_log);
    alter function quick_facts_of_call(request_log) rename to facts_of_call`);
  expect(await partitions()).not.toContain(nameOf(50));
});

it('adds a day although a row for it is being written, which is moved too', async () => {
  await sql(`drop table ${nameOf(-3)}`);
  const writer = new pg.Client(directConnection(connection));
  await writer.connect();
  await writer.query('begin');
  await writer.query(`insert into request_log (workspace_id, id, request_id, actor, method, route, parameters, status, ms, created_at)
    values ('${own}', 'rql_late', 'req_1', 'key_1', 'GET', '/api/x', '{}', 200, 5, now() + interval '3 days')`);
  const preparing = prepare();
  const waiting = `select from pg_locks where relation = 'request_log_other'::regclass and not granted`;
  await vi.waitFor(async () => expect(await sql(waiting)).not.toEqual([]), { timeout: 60_000 });
  await writer.query('commit');
  await writer.end();
  await preparing;
  expect(await partitions()).toContain(nameOf(-3));
  expect(await placesOf(own)).toContain(nameOf(-3));
  await sql(`delete from request_log where id = 'rql_late'`);
});

it('is invisible to other workspaces, in its partitions too', async () => {
  for (const table of ['request_log', nameOf(10)])
    expect(
      await database
        .inWorkspace(shortLived, async (db) =>
          db
            .selectFrom(table as 'request_log')
            .select('id')
            .where('workspace_id', '=', own)
            .execute(),
        )
        .catch(({ code }) => code),
    ).toEqual(table === 'request_log' ? [] : '42501');
});

it('takes the rows that were there before', async () => {
  const before = await createEmptyDatabase();
  await migrate(before, LAST_BEFORE);
  await queryAsDbOwner(
    before,
    `insert into workspaces (id, live_id, mode, name) values ('ws_a', 'ws_a', 'live', 'Bella');
     insert into request_log (workspace_id, id, request_id, actor, method, route, parameters, status, ms, created_at, logged_at)
     select 'ws_a', 'rql_' || lpad(n::text, 3, '0'), 'req_' || n, 'key_1', 'GET', '/api/x', '{}', 200, 5, at, least(at, now())
     from (select n, now() + interval '20 days' - n * interval '1 hour' as at from generate_series(1, 900) n) as rows`,
  );
  await migrate(before);
  const { rows } = await queryAsDbOwner(
    before,
    `select count(*)::int as n, count(*) filter (where tableoid = 'request_log_00000000'::regclass) > 300 as earlier,
       count(*) filter (where tableoid = to_regclass('${nameOf(-1)}'))::int as tomorrow from request_log`,
  );
  expect(rows).toEqual([{ n: 900, earlier: true, tomorrow: 24 }]);
  await queryAsDbOwner(before, `delete from workspaces where id = 'ws_a'`);
  expect((await queryAsDbOwner(before, 'select from request_log')).rowCount).toBe(0);
});
