import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, queryAsDbOwner } from '../../../test/harness.ts';
import { type ConnectionOptions, type Database, type Db, openDatabase, sendWithoutWaiting } from './database.ts';

let connection: ConnectionOptions;
let database: Database;

beforeAll(async () => {
  connection = await createDatabase();
  database = openDatabase(connection, 2);
  await queryAsDbOwner(
    connection,
    'create table numbers (n integer primary key); grant all on numbers to frontdesk_app',
  );
  return () => database.close();
});

const insertNumber = (n: number) => sql`insert into numbers values (${n})`;
const readNumbers = async () =>
  (await queryAsDbOwner(connection, 'select n from numbers order by n')).rows.map(({ n }) => n);

describe('sendWithoutWaiting', () => {
  it('keeps the order of statements and commits with the transaction', async () => {
    const visibleRows = await database.withoutWorkspace(async (db) => {
      sendWithoutWaiting(db, insertNumber(1));
      const { rows } = await sql<{ n: number }>`select n from numbers`.execute(db);
      sendWithoutWaiting(db, insertNumber(2));
      return rows;
    });
    expect(visibleRows).toEqual([{ n: 1 }]);
    expect(await readNumbers()).toEqual([1, 2]);
  });

  it.each<[string, (db: Db) => Promise<unknown>]>([
    ['the commit', async () => undefined],
    ['a statement after it', (db) => insertNumber(3).execute(db)],
    ['another error', () => Promise.reject(new Error('something else'))],
  ])(
    'fails the transaction with the statement’s own error, even if it is only noticed at %s',
    async (_, failTransaction) => {
      const failingTransaction = database.withoutWorkspace(async (db) => {
        sendWithoutWaiting(db, insertNumber(9));
        sendWithoutWaiting(db, insertNumber(1));
        await sql`select 1`.execute(db).catch(() => undefined);
        return failTransaction(db);
      });
      await expect(failingTransaction).rejects.toMatchObject({ code: '23505' });
      expect(await readNumbers()).toEqual([1, 2]);
    },
  );

  it('leaves a working connection after an error', async () => {
    for (let n = 0; n < 4; n++)
      await database.withoutWorkspace(async (db) => sendWithoutWaiting(db, insertNumber(1))).catch(() => undefined);
    await database.withoutWorkspace(async (db) => sendWithoutWaiting(db, insertNumber(3)));
    expect(await readNumbers()).toEqual([1, 2, 3]);
  });
});

it('turns JIT compilation off, even if the server has it on', async () => {
  // Connection options cannot be used for this, because PgBouncer rejects them.
  await queryAsDbOwner(connection, `alter database ${connection.database} set jit = on`);
  const databaseWithJit = openDatabase(connection, 1);
  const showJit = sql<{ jit: string }>`show jit`;
  expect(await databaseWithJit.statement('show jit', [])).toEqual([{ jit: 'off' }]);
  expect((await databaseWithJit.withoutWorkspace((db) => showJit.execute(db))).rows).toEqual([{ jit: 'off' }]);
  await databaseWithJit.close();
});

describe('a transaction', () => {
  const collectStatementsSentBy = async (work: (db: Db) => Promise<unknown>): Promise<string[]> => {
    const statements: string[] = [];
    const observedDatabase = openDatabase(connection, 1, {
      observer: (text) => {
        statements.push(text);
        return () => undefined;
      },
    });
    await observedDatabase.withoutWorkspace(async () => undefined);
    statements.length = 0;
    await observedDatabase.withoutWorkspace(work).catch(() => undefined);
    await observedDatabase.close();
    return statements;
  };

  it('begins with its first statement', async () => {
    const statements = [expect.stringMatching(/^begin\b/), 'select 1', 'commit'];
    expect(await collectStatementsSentBy((db) => sql`select 1`.execute(db))).toEqual(statements);
    expect(await collectStatementsSentBy(async (db) => sendWithoutWaiting(db, sql`select 1`))).toEqual(statements);
  });

  it('without statements sends no BEGIN', async () => {
    expect(await collectStatementsSentBy(async () => undefined)).toEqual([]);
    expect(await collectStatementsSentBy(() => Promise.reject(new Error('refused')))).toEqual([]);
  });

  it('is rolled back completely', async () => {
    const numbersBefore = await readNumbers();
    const statements = await collectStatementsSentBy(async (db) => {
      await insertNumber(77).execute(db);
      throw new Error('refused');
    });
    expect(statements.at(-1)).toBe('rollback');
    expect(await readNumbers()).toEqual(numbersBefore);
  });
});

describe('a transaction in a workspace', () => {
  const workspaceIds = ['ws_1', 'ws_2'] as const;
  const insertMark = (workspaceId: string, day: number) =>
    sql`insert into analytics_marks (workspace_id, at) values (${workspaceId}, make_date(2026, 1, ${day}))`;
  const insertInTransaction = (workspaceId: string, day: number, rowWorkspaceId = workspaceId) =>
    database.inWorkspace(workspaceId, async (db) => sendWithoutWaiting(db, insertMark(rowWorkspaceId, day)));
  const countMarks = async () =>
    (await queryAsDbOwner(connection, 'select workspace_id, count(*)::int from analytics_marks group by 1 order by 1'))
      .rows;

  beforeAll(async () => {
    for (const id of workspaceIds)
      await queryAsDbOwner(
        connection,
        `insert into workspaces (id, live_id, mode, name, plan) values ('${id}', '${id}', 'live', 'A', 'starter')`,
      );
  });

  it('can only write rows of that workspace, among reads, writes and failures of others', async () => {
    const days = Array.from({ length: 20 }, (_, index) => index + 1);
    const results = await Promise.allSettled(
      days.flatMap((day) => [
        insertInTransaction('ws_1', day),
        insertInTransaction('ws_2', day, 'ws_1'),
        database.inWorkspaceReadOnly('ws_1', (db) => sql`select at from analytics_marks`.execute(db)),
        database.withoutWorkspace((db) => insertMark('ws_1', day).execute(db)),
        insertInTransaction('ws_2', day),
      ]),
    );
    const [rowPolicyCode, ownRows] = ['42501', { status: 'fulfilled' }];
    const rejected = { status: 'rejected', reason: { code: rowPolicyCode } };
    expect(results).toMatchObject(days.flatMap(() => [ownRows, rejected, ownRows, rejected, ownRows]));
    expect(await countMarks()).toEqual(workspaceIds.map((workspace_id) => ({ workspace_id, count: 20 })));
  });

  it('fails if it cannot be committed', async () => {
    await queryAsDbOwner(
      connection,
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'not on a leap day'; end $$;
       create constraint trigger refuse after insert on analytics_marks deferrable initially deferred
       for each row when (new.at = '2028-02-29') execute function refuse()`,
    );
    const insertLeapDay = database.inWorkspace('ws_1', async (db) =>
      sendWithoutWaiting(db, sql`insert into analytics_marks (workspace_id, at) values ('ws_1', '2028-02-29')`),
    );
    await expect(insertLeapDay).rejects.toThrow('not on a leap day');
    expect(await countMarks()).toContainEqual({ workspace_id: 'ws_1', count: 20 });
  });
});
