import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { APP_ROLE } from '../../src/kernel/database/access.ts';
import { type ConnectionOptions, type Database, openDatabase } from '../../src/kernel/database/database.ts';
import { recordEvents } from '../../src/kernel/events.ts';
import { createDatabase, createWorkspace, queryAsDbOwner, type Service } from '../harness.ts';

let connection: ConnectionOptions;
let database: Database;
let ownWorkspace: string;
let otherWorkspace: string;

beforeAll(async () => {
  connection = await createDatabase();
  database = openDatabase(connection, 2);
  const createWorkspaceId = async () => (await createWorkspace({ database } as Service)).id;
  [ownWorkspace, otherWorkspace] = [await createWorkspaceId(), await createWorkspaceId()];
  for (const workspaceId of [ownWorkspace, otherWorkspace]) {
    await database.inWorkspace(workspaceId, async (db) =>
      recordEvents(
        db,
        Array.from({ length: 3 }, () => ({ workspaceId, type: 'test', data: { workspaceId }, at: new Date() })),
      ),
    );
  }
  return () => database.close();
});

const queryRows = async (query: string, values: unknown[] = []) =>
  (await queryAsDbOwner(connection, query, values)).rows;

const TENANT_TABLES_SQL = `
  select c.oid, c.oid::regclass::text as name, c.relrowsecurity as secured
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped
  where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`;

describe('every table of a workspace', () => {
  it('is found by the query of this test', async () => {
    const tableNames = (await queryRows(TENANT_TABLES_SQL)).map(({ name }) => name);
    expect(tableNames).toEqual(
      expect.arrayContaining(['conversations', 'messages', 'events', 'api_keys', 'idempotency_keys']),
    );
  });

  it('has row-level security with a policy for every command, for reading and for writing', async () => {
    const tables = await queryRows(`
      select t.name, t.secured, bool_or(p.polcmd = '*' and p.polpermissive) as policy,
        bool_and(pg_get_expr(p.polqual, p.polrelid) like '%current_workspace()%') as bound
      from (${TENANT_TABLES_SQL}) t left join pg_policy p on p.polrelid = t.oid group by 1, 2`);
    expect(tables.filter(({ secured, policy, bound }) => !(secured && policy && bound))).toEqual([]);
    const [workspaces] = await queryRows(
      `select relrowsecurity as secured from pg_class where oid = 'workspaces'::regclass`,
    );
    expect(workspaces).toEqual({ secured: true });
  });

  it('has a primary key that starts with the workspace id', async () => {
    const tables = await queryRows(`
      select t.name, a.attname as first_column from (${TENANT_TABLES_SQL}) t
      left join pg_constraint k on k.conrelid = t.oid and k.contype = 'p'
      left join pg_attribute a on a.attrelid = t.oid and a.attnum = k.conkey[1]`);
    expect(tables.filter(({ first_column }) => first_column !== 'workspace_id')).toEqual([]);
  });

  it('includes the workspace id in foreign keys to other workspace tables', async () => {
    const foreignKeysWithoutWorkspace = await queryRows(`
      select k.conname, k.conrelid::regclass::text as name from pg_constraint k
      join (${TENANT_TABLES_SQL}) referencing on referencing.oid = k.conrelid join (${TENANT_TABLES_SQL}) referenced on referenced.oid = k.confrelid
      where k.contype = 'f' and not exists (
        select from unnest(k.conkey, k.confkey) as pair (from_column, to_column)
        join pg_attribute h on h.attrelid = k.conrelid and h.attnum = pair.from_column and h.attname = 'workspace_id'
        join pg_attribute f on f.attrelid = k.confrelid and f.attnum = pair.to_column and f.attname = 'workspace_id')`);
    expect(foreignKeysWithoutWorkspace).toEqual([]);
    const messageForeignKeys = await queryRows(
      `select from pg_constraint where conrelid = 'messages'::regclass and confrelid = 'conversations'::regclass`,
    );
    expect(messageForeignKeys).toHaveLength(1);
  });

  it('is deleted together with its workspace', async () => {
    const tablesWithoutCascade = await queryRows(`
      select t.name from (${TENANT_TABLES_SQL}) t where not exists (
        select from pg_constraint k where k.conrelid = t.oid and k.contype = 'f' and k.confdeltype = 'c')`);
    expect(tablesWithoutCascade).toEqual([]);
  });
});

describe(`the role ${APP_ROLE}`, () => {
  it('has no server privileges and cannot log in', async () => {
    const [role] = await queryRows(
      `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolcanlogin, rolreplication
       from pg_roles where rolname = $1`,
      [APP_ROLE],
    );
    expect(Object.values(role)).toEqual(Array(6).fill(false));
  });

  it('owns nothing, is a member of nothing, and may create nothing', async () => {
    const ownedObjects = await queryRows(
      `select classid::regclass, objid from pg_shdepend where refobjid = $1::regrole and deptype = 'o'`,
      [APP_ROLE],
    );
    expect(ownedObjects).toEqual([]);
    expect(await queryRows('select from pg_auth_members where member = $1::regrole', [APP_ROLE])).toEqual([]);
    const [privileges] = await queryRows(
      `select has_schema_privilege($1, 'public', 'create') as schema,
        has_database_privilege($1, current_database(), 'create') as database,
        has_schema_privilege($1, 'graphile_worker', 'usage') as jobs`,
      [APP_ROLE],
    );
    expect(privileges).toEqual({ schema: false, database: false, jobs: false });
  });

  it('may not truncate tables, add triggers to them or change the migrations', async () => {
    const extraPrivileges = await queryRows(
      `select table_name, privilege_type from information_schema.role_table_grants
       where grantee = $1 and privilege_type not in ('SELECT', 'INSERT', 'UPDATE', 'DELETE')`,
      [APP_ROLE],
    );
    expect(extraPrivileges).toEqual([]);
    const [privileges] = await queryRows(
      `select has_table_privilege($1, 'kysely_migration', 'insert, update, delete') as migrations`,
      [APP_ROLE],
    );
    expect(privileges).toEqual({ migrations: false });
  });

  it('is the role that the service uses', async () => {
    const roles = await database.statement<{ role: string }>('select current_user::text as role', []);
    expect(roles).toEqual([{ role: APP_ROLE }]);
  });
});

describe('a security definer function', () => {
  it('has a fixed search path that ends with pg_temp', async () => {
    const functions = await queryRows(`
      select p.oid::regprocedure::text as name, p.proconfig as settings from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace
      where p.prosecdef and n.nspname not in ('pg_catalog', 'information_schema')`);
    expect(functions.length).toBeGreaterThan(5);
    const withoutFixedPath = functions.filter(
      ({ settings }) => !settings?.some((setting: string) => /^search_path=.*\bpg_temp$/.test(setting)),
    );
    expect(withoutFixedPath).toEqual([]);
  });
});

describe('in the scope of a workspace', () => {
  const readEvents = (workspaceId: string) =>
    database.inWorkspace(workspaceId, (db) => db.selectFrom('events').select('workspace_id').execute());
  const readStoredEvents = async () => queryRows(`select workspace_id, id, type from events order by id`);

  it('only its own rows are visible', async () => {
    expect(await readEvents(ownWorkspace)).toEqual(Array(3).fill({ workspace_id: ownWorkspace }));
    expect(
      await database.inWorkspaceReadOnly(ownWorkspace, (db) =>
        db.selectFrom('events').select('workspace_id').execute(),
      ),
    ).toEqual(Array(3).fill({ workspace_id: ownWorkspace }));
    for (const { name } of await queryRows(TENANT_TABLES_SQL)) {
      const otherRows = await database.inWorkspace(ownWorkspace, (db) =>
        sql<{
          workspace_id: string;
        }>`select workspace_id from ${sql.table(name)} where workspace_id <> ${ownWorkspace}`.execute(db),
      );
      expect({ name, rows: otherRows.rows }).toEqual({ name, rows: [] });
    }
    const visibleWorkspaces = await database.inWorkspace(ownWorkspace, (db) =>
      db.selectFrom('workspaces').select('live_id').execute(),
    );
    expect(visibleWorkspaces).toEqual(Array(2).fill({ live_id: ownWorkspace }));
  });

  it('rows of another workspace cannot be added, changed, taken over or removed', async () => {
    const before = await readStoredEvents();
    const insert = database.inWorkspace(ownWorkspace, async (db) =>
      recordEvents(db, [{ workspaceId: otherWorkspace, type: 'forged', data: {}, at: new Date() }]),
    );
    await expect(insert).rejects.toMatchObject({ code: '42501' });
    const changeResults = await database.inWorkspace(ownWorkspace, async (db) => [
      await db
        .updateTable('events')
        .set({ type: 'forged' })
        .where('workspace_id', '=', otherWorkspace)
        .executeTakeFirst(),
      await db.deleteFrom('events').where('workspace_id', '=', otherWorkspace).executeTakeFirst(),
      await db.updateTable('workspaces').set({ name: 'forged' }).where('id', '=', otherWorkspace).executeTakeFirst(),
      await db.deleteFrom('workspaces').where('id', '=', otherWorkspace).executeTakeFirst(),
    ]);
    expect(
      JSON.stringify(changeResults, (_, value) => (typeof value === 'bigint' ? Number(value) : value)),
    ).not.toMatch(/:[1-9]/);
    const move = database.inWorkspace(ownWorkspace, (db) =>
      db.updateTable('events').set({ workspace_id: otherWorkspace }).execute(),
    );
    await expect(move).rejects.toMatchObject({ code: '42501' });
    expect(await readStoredEvents()).toEqual(before);
    expect(await queryRows(`select from workspaces where name = 'forged'`)).toEqual([]);
  });

  it('a row cannot reference a row of another workspace', async () => {
    const id = await database.inWorkspace(otherWorkspace, async (db) => {
      const row = {
        workspace_id: otherWorkspace,
        id: 'conv_theirs',
        channel: 'api',
        publishable: false,
        preview: '',
        message_count: 0,
      };
      const jsonColumns = { customer: '{}', metadata: '{}', episodes: '[]' };
      const now = new Date();
      await db
        .insertInto('conversations')
        .values({ ...row, ...jsonColumns, created_at: now, updated_at: now } as never)
        .execute();
      return row.id;
    });
    const insert = database.inWorkspace(ownWorkspace, async (db) =>
      db
        .insertInto('messages')
        .values({
          workspace_id: ownWorkspace,
          id: 'msg_1',
          conversation_id: id,
          role: 'customer',
          text: 'x',
          created_at: new Date(),
        } as never)
        .execute(),
    );
    await expect(insert).rejects.toMatchObject({ code: '23503' });
  });

  it('an invalid workspace id is rejected before it reaches the database', async () => {
    for (const id of ['', `${ownWorkspace}'; reset role; --`, 'ws_ÄÖ', `${ownWorkspace}\n`, 'x']) {
      await expect(Promise.resolve().then(() => database.inWorkspace(id, async () => 1))).rejects.toThrow(
        'workspace id',
      );
      await expect(Promise.resolve().then(() => database.inWorkspaceReadOnly(id, async () => 1))).rejects.toThrow(
        'workspace id',
      );
    }
  });
});

describe('a read-only scope', () => {
  it('cannot write, lock or call functions that write', async () => {
    const before = await queryRows('select count(*)::int as n from events');
    const writes = [
      sql`insert into quota_notices values (${ownWorkspace}, '2026-11', 'x')`,
      sql`update events set type = 'x'`,
      sql`delete from events`,
      sql`select * from events for update`,
      sql`select enqueue('x', '{}')`,
      sql`select touch_keys('{}', '{}')`,
    ];
    const attemptsToAllowWriting = [
      sql`select set_config('transaction_read_only', 'off', false)`,
      sql`set transaction read write`,
    ];
    for (const write of writes) {
      await expect(database.inWorkspaceReadOnly(ownWorkspace, (db) => write.execute(db))).rejects.toMatchObject({
        code: '25006',
      });
    }
    for (const attempt of attemptsToAllowWriting)
      await database.inWorkspaceReadOnly(ownWorkspace, (db) => attempt.execute(db)).catch(() => undefined);
    await expect(database.inWorkspaceReadOnly(ownWorkspace, (db) => writes[2]!.execute(db))).rejects.toMatchObject({
      code: '25006',
    });
    expect(await queryRows('select count(*)::int as n from events')).toEqual(before);
  });

  it('returns connections that can write', async () => {
    for (let i = 0; i < 5; i++) {
      await database.inWorkspaceReadOnly(ownWorkspace, (db) => db.selectFrom('events').select('id').execute());
      await database.inWorkspace(ownWorkspace, (db) => db.updateTable('events').set({ type: 'test' }).execute());
    }
  });
});

describe('outside of a workspace', () => {
  it('nothing is visible and nothing can be written', async () => {
    // Use a connection that served a workspace just before.
    await database.inWorkspace(ownWorkspace, (db) => db.selectFrom('events').select('id').execute());
    for (const { name } of [...(await queryRows(TENANT_TABLES_SQL)), { name: 'workspaces' }]) {
      expect(await database.statement(`select from ${name}`, [])).toEqual([]);
      const visibleRows = await database.withoutWorkspace((db) => sql`select from ${sql.table(name)}`.execute(db));
      expect(visibleRows.rows).toEqual([]);
    }
    const write = database.withoutWorkspace(async (db) =>
      recordEvents(db, [{ workspaceId: ownWorkspace, type: 'x', data: {}, at: new Date() }]),
    );
    await expect(write).rejects.toMatchObject({ code: '42501' });
  });
});

describe('with two connections', () => {
  const listWorkspaceIds = (events: { workspace_id: string }[]) => [
    ...new Set(events.map(({ workspace_id }) => workspace_id)),
  ];

  it.for([
    ['all succeed', false],
    ['some fail', true],
  ] as const)('fifty concurrent reads never see each other’s workspace: %s', async ([, someFail]) => {
    const reads = Array.from({ length: 50 }, (_, n) => {
      const workspaceId = n % 2 ? ownWorkspace : otherWorkspace;
      const shouldFail = someFail && n % 5 < 2;
      return database
        .inWorkspaceReadOnly(workspaceId, async (db) => {
          const firstRead = db.selectFrom('events').select('workspace_id').execute();
          const failingQuery = shouldFail
            ? [sql`select 1 / 0`, sql`select no_such_column`, sql`select ${'x'}::int`, sql`delete from events`][
                n % 4
              ]!.execute(db)
            : undefined;
          const [events, , secondRead] = await Promise.all([
            firstRead,
            failingQuery?.then(
              () => Promise.reject(new Error('it must fail')),
              () => undefined,
            ),
            sql<{ workspace_id: string }>`select workspace_id, pg_sleep(0.001)::text from events`.execute(db),
          ]);
          return [...events, ...secondRead.rows];
        })
        .then((events) => ({ n, expected: [workspaceId], actual: listWorkspaceIds(events), count: events.length }));
    });
    for (const { n, expected, actual, count } of await Promise.all(reads))
      expect({ n, actual, count }).toEqual({ n, actual: expected, count: 6 });
    expect(database.pool.totalCount).toBeLessThanOrEqual(2);
  });

  it('concurrent reads and transactions never see each other’s workspace, even if some roll back', async () => {
    const scopes = Array.from({ length: 50 }, async (_, n) => {
      const workspaceId = n % 2 ? ownWorkspace : otherWorkspace;
      if (n % 3 === 0)
        return database
          .inWorkspaceReadOnly(workspaceId, (db) => db.selectFrom('events').select('workspace_id').execute())
          .then((events) => [workspaceId, ...listWorkspaceIds(events)]);
      const events = await database
        .inWorkspace(workspaceId, async (db) => {
          const rowsSeen = await db.selectFrom('events').select('workspace_id').execute();
          if (n % 3 === 1) throw Object.assign(new Error('roll back'), { rowsSeen });
          return rowsSeen;
        })
        .catch(({ rowsSeen }) => rowsSeen);
      return [workspaceId, ...listWorkspaceIds(events)];
    });
    for (const [expected, ...actual] of await Promise.all(scopes)) expect(actual).toEqual([expected]);
  });
});
