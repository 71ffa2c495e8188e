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
    'create table counted (n integer primary key); grant all on counted to frontdesk_app',
  );
  return () => database.close();
});

const add = (n: number) => sql`insert into counted values (${n})`;
const countedRows = async () =>
  (await queryAsDbOwner(connection, 'select n from counted order by n')).rows.map(({ n }) => n);

describe('sendWithoutWaiting', () => {
  it('keeps the order of statements and commits with the transaction', async () => {
    const visibleRows = await database.withoutWorkspace(async (db) => {
      sendWithoutWaiting(db, add(1));
      const { rows } = await sql<{ n: number }>`select n from counted`.execute(db);
      sendWithoutWaiting(db, add(2));
      return rows;
    });
    expect(visibleRows).toEqual([{ n: 1 }]);
    expect(await countedRows()).toEqual([1, 2]);
  });

  it.each<[string, (db: Db) => Promise<unknown>]>([
    ['the commit', async () => undefined],
    ['a statement after it', (db) => add(3).execute(db)],
    ['whatever else is thrown', () => Promise.reject(new Error('something else'))],
  ])('fails the transaction with the statement’s own error at %s', async (_, then) => {
    const failing = database.withoutWorkspace(async (db) => {
      sendWithoutWaiting(db, add(9));
      sendWithoutWaiting(db, add(1));
      await sql`select 1`.execute(db).catch(() => undefined);
      return then(db);
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(await countedRows()).toEqual([1, 2]);
  });

  it('leaves a working connection after an error', async () => {
    for (let n = 0; n < 4; n++)
      await database.withoutWorkspace(async (db) => sendWithoutWaiting(db, add(1))).catch(() => undefined);
    await database.withoutWorkspace(async (db) => sendWithoutWaiting(db, add(3)));
    expect(await countedRows()).toEqual([1, 2, 3]);
  });
});

it('runs no statement through the compiler of a server that has it switched on', async () => {
  // Not by the options of a connection, which PgBouncer refuses.
  await queryAsDbOwner(connection, `alter database ${connection.database} set jit = on`);
  const compiling = openDatabase(connection, 1);
  const jit = sql<{ jit: string }>`show jit`;
  expect(await compiling.statement('show jit', [])).toEqual([{ jit: 'off' }]);
  expect((await compiling.withoutWorkspace((db) => jit.execute(db))).rows).toEqual([{ jit: 'off' }]);
  await compiling.close();
});

describe('a transaction', () => {
  const sentBy = async (work: (db: Db) => Promise<unknown>): Promise<string[]> => {
    const statements: string[] = [];
    const watched = openDatabase(connection, 1, {
      observer: (text) => {
        statements.push(text);
        return () => undefined;
      },
    });
    await watched.withoutWorkspace(async () => undefined);
    statements.length = 0;
    await watched.withoutWorkspace(work).catch(() => undefined);
    await watched.close();
    return statements;
  };

  it('begins with its first statement', async () => {
    const statements = [expect.stringMatching(/^begin\b/), 'select 1', 'commit'];
    expect(await sentBy((db) => sql`select 1`.execute(db))).toEqual(statements);
    expect(await sentBy(async (db) => sendWithoutWaiting(db, sql`select 1`))).toEqual(statements);
  });

  it('without statements sends no BEGIN', async () => {
    expect(await sentBy(async () => undefined)).toEqual([]);
    expect(await sentBy(() => Promise.reject(new Error('refused')))).toEqual([]);
  });

  it('is rolled back completely', async () => {
    const countedBefore = await countedRows();
    const statements = await sentBy(async (db) => {
      await add(77).execute(db);
      throw new Error('refused');
    });
    expect(statements.at(-1)).toBe('rollback');
    expect(await countedRows()).toEqual(countedBefore);
  });
});
