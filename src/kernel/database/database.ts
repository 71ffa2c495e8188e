import type { CompiledQuery, Kysely } from 'kysely';
import pg from 'pg';
import type { Log } from '../log.ts';
import { must } from '../must.ts';
import { handleOn, statementName } from './dialect.ts';
import { type Watch, watchStatements } from './watch.ts';
import { prepareWorkspaceQueries, runWorkspaceQuery, WorkspaceQuery } from './workspace-query.ts';

/** Every table; each feature adds its own by declaration merging. @public */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it
export interface Tables {}

/** A database handle. A store's function takes it first and never begins a transaction of its own. */
export type Db = Kysely<Tables>;

export type ConnectionOptions = pg.PoolConfig;

export type Database = {
  /** One transaction that sees the rows of one workspace alone. */
  inWorkspace<T>(workspaceId: string, work: (db: Db) => Promise<T>): Promise<T>;
  /** Reads one workspace, unable to write. Each statement sees what is committed by then, in one round trip. */
  readWorkspace<T>(workspaceId: string, work: (db: Db) => Promise<T>): Promise<T>;
  /** One transaction that sees no workspace's rows: accounts, and the functions that look across workspaces. */
  inSystem<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** A single statement outside any workspace, in one round trip. */
  statement<R>(sql: string, values: unknown[]): Promise<R[]>;
  pool: pg.Pool;
  close(): Promise<void>;
};

/** The role that the service works as. It owns nothing and cannot bypass row-level security. */
export const APP_ROLE = 'frontdesk_app';

export function openDatabase(
  connection: ConnectionOptions,
  size: number,
  { log, watch }: { log?: Log; watch?: Watch | undefined } = {},
): Database {
  const pool = openPool({ ...connection, max: size }, { role: APP_ROLE, ...(log ? { log } : {}) });
  if (watch) pool.on('connect', (client) => watchStatements(client, watch));
  return {
    pool,
    inWorkspace: (workspaceId, work) =>
      transact(pool, `begin; set local app.workspace_id = '${checkId(workspaceId)}'`, work),
    readWorkspace: (workspaceId, work) => work(reader(pool, workspaceId)),
    inSystem: (work) => transact(pool, 'begin', work),
    statement: async (sql, values) => (await pool.query({ text: sql, values, name: statementName(sql) })).rows,
    close: () => pool.end(),
  };
}

/** Without a role, connections work as the database's owner. */
export function openPool(
  connection: ConnectionOptions,
  { role = 'none', log }: { role?: string; log?: Log } = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: 15_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'frontdesk',
    keepAlive: true,
    ...connection,
    types: { getTypeParser },
    pipeline: true,
    onConnect: async (client: pg.ClientBase) => {
      // Planning anew for every LIMIT costs more than running most statements here.
      await client.query(`set role ${role}; set timezone = 'UTC'; set plan_cache_mode = force_generic_plan`);
      if (role === APP_ROLE) await prepareWorkspaceQueries(client);
    },
  } as ConnectionOptions);
  // A connection that breaks fails its query and is replaced; without listeners its error would end the process.
  pool.on('error', ({ code }: Error & { code?: string }) =>
    log?.warn({ code }, 'a database connection was lost; another takes its place'),
  );
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function checkId(workspaceId: string): string {
  if (!/^ws_[0-9a-z]+$/.test(workspaceId)) throw new Error('Not a workspace id.');
  return workspaceId;
}

/** Sent without waiting: the connection is pipelined, so the next statement follows at once. Should it fail, so does every one after it. */
const send = (client: pg.PoolClient, statement: string | pg.QueryConfig, failed: (error: Error) => void): void =>
  void client.query(statement).catch(failed);

const senders = new WeakMap<Db, (statement: pg.QueryConfig) => void>();

/**
 * A statement of a transaction whose answer nobody needs: it travels with the one after it, or with the commit. The
 * transaction's end waits for it and fails if it has failed.
 */
export function sendOff(db: Db, statement: { compile(db: Db): CompiledQuery }): void {
  const { sql, parameters } = statement.compile(db);
  const send = must(senders.get(db), 'the handle of a transaction');
  send({ text: sql, values: [...parameters], name: statementName(sql) });
}

const TIMESTAMPTZ = 1184;

/** Sessions are in UTC, so times come as `2026-11-15 10:00:00.123+00`; the general parser takes three times as long. */
function getTypeParser(oid: number, format?: string) {
  return oid === TIMESTAMPTZ ? parseTime : pg.types.getTypeParser(oid, format as 'text');
}

function parseTime(text: string): Date {
  return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
}

/** It begins with its first statement, in one packet with it: much is answered from memory until then. */
async function transact<T>(pool: pg.Pool, beginning: string, work: (db: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // Of a statement that was sent off: whatever fails after it, fails because of it.
  let failure: Error | undefined;
  const failed = (error: Error) => {
    failure ??= error;
  };
  let isBegun = false;
  const begin = () => {
    if (!isBegun) send(client, beginning, failed);
    isBegun = true;
  };
  try {
    const db = handleOn<Tables>((statement) => {
      begin();
      return client.query(statement);
    });
    senders.set(db, (statement) => {
      begin();
      send(client, statement, failed);
    });
    const result = await work(db);
    if (!isBegun) return result;
    const { command } = await client.query('commit');
    // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK and no error.
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back.');
    return result;
  } catch (error) {
    if (isBegun)
      await client.query('rollback').catch((lost) => {
        broken = lost;
      });
    throw failure ?? error;
  } finally {
    client.release(broken);
  }
}

/** Each statement is a transaction of its own, so a read holds a connection only while it uses it. */
function reader(pool: pg.Pool, workspaceId: string): Db {
  checkId(workspaceId);
  return handleOn<Tables>(async (statement) => {
    const client = await pool.connect();
    try {
      return await runWorkspaceQuery(client, new WorkspaceQuery(workspaceId, statement));
    } finally {
      client.release();
    }
  });
}
