import type { CompiledQuery, Kysely } from 'kysely';
import pg from 'pg';
import type { Log } from '../log.ts';
import { must } from '../must.ts';
import { createHandle, statementName } from './dialect.ts';
import { observeStatements, type StatementObserver } from './statement-observer.ts';
import { prepareWorkspaceQueries, runWorkspaceQuery, WorkspaceQuery } from './workspace-query.ts';

/** Every table; each feature adds its own by declaration merging. @public */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it
export interface Tables {}

/** A database handle. Store functions take it as their first parameter and never begin a transaction themselves. */
export type Db = Kysely<Tables>;

export type ConnectionOptions = pg.PoolConfig;

export type Database = {
  /** Runs `work` in a transaction that can only access rows of this workspace. */
  inWorkspace<T>(workspaceId: string, work: (db: Db) => Promise<T>): Promise<T>;
  /** Read-only access to one workspace. Each statement is its own transaction and takes one round trip. */
  readWorkspace<T>(workspaceId: string, work: (db: Db) => Promise<T>): Promise<T>;
  /** Runs `work` in a transaction without access to workspace rows, for accounts and cross-workspace functions. */
  inSystem<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** A single statement outside any workspace, in one round trip. */
  statement<R>(sql: string, values: unknown[]): Promise<R[]>;
  pool: pg.Pool;
  close(): Promise<void>;
};

/** The database role of the service. It owns nothing and cannot bypass row-level security. */
export const APP_ROLE = 'frontdesk_app';

export function openDatabase(
  connection: ConnectionOptions,
  poolSize: number,
  { log, observer }: { log?: Log; observer?: StatementObserver | undefined } = {},
): Database {
  const pool = openPool({ ...connection, max: poolSize }, { role: APP_ROLE, ...(log ? { log } : {}) });
  if (observer) pool.on('connect', (client) => observeStatements(client, observer));
  return {
    pool,
    inWorkspace: (workspaceId, work) =>
      runInTransaction(pool, `begin; set local app.workspace_id = '${checkWorkspaceId(workspaceId)}'`, work),
    readWorkspace: (workspaceId, work) => work(createReadHandle(pool, workspaceId)),
    inSystem: (work) => runInTransaction(pool, 'begin', work),
    statement: async (sql, values) => (await pool.query({ text: sql, values, name: statementName(sql) })).rows,
    close: () => pool.end(),
  };
}

/** Without a role, connections have the permissions of the database's owner. */
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
      // Generic plans, because planning for each parameter costs more than running most of these statements.
      await client.query(`set role ${role}; set timezone = 'UTC'; set plan_cache_mode = force_generic_plan`);
      if (role === APP_ROLE) await prepareWorkspaceQueries(client);
    },
  } as ConnectionOptions);
  // A broken connection fails its query and is replaced. Without listeners, its error would crash the process.
  pool.on('error', ({ code }: Error & { code?: string }) =>
    log?.warn({ code }, 'a database connection was lost; another takes its place'),
  );
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function checkWorkspaceId(workspaceId: string): string {
  if (!/^ws_[0-9a-z]+$/.test(workspaceId)) throw new Error('Not a workspace id.');
  return workspaceId;
}

/** Does not wait: the connection is pipelined. If this statement fails, every later one in the transaction fails too. */
const send = (client: pg.PoolClient, statement: string | pg.QueryConfig, onError: (error: Error) => void): void =>
  void client.query(statement).catch(onError);

const senders = new WeakMap<Db, (statement: pg.QueryConfig) => void>();

/**
 * Sends a statement whose result is not needed, in one packet with the next statement or the commit. If it fails, the
 * transaction fails.
 */
export function sendWithoutWaiting(db: Db, statement: { compile(db: Db): CompiledQuery }): void {
  const { sql, parameters } = statement.compile(db);
  const send = must(senders.get(db), 'the handle of a transaction');
  send({ text: sql, values: [...parameters], name: statementName(sql) });
}

const TIMESTAMPTZ_OID = 1184;

/** Sessions are in UTC, so times look like `2026-11-15 10:00:00.123+00`. pg's parser takes three times as long. */
function getTypeParser(oid: number, format?: string) {
  return oid === TIMESTAMPTZ_OID ? parseTimestamp : pg.types.getTypeParser(oid, format as 'text');
}

function parseTimestamp(text: string): Date {
  return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
}

/** BEGIN is sent together with the first statement, because many requests are answered from memory and need none. */
async function runInTransaction<T>(pool: pg.Pool, beginStatement: string, work: (db: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let connectionError: Error | undefined;
  // The error of a statement sent without waiting is the cause of all later errors.
  let pipelinedError: Error | undefined;
  const onPipelinedError = (error: Error) => {
    pipelinedError ??= error;
  };
  let hasBegun = false;
  const begin = () => {
    if (!hasBegun) send(client, beginStatement, onPipelinedError);
    hasBegun = true;
  };
  try {
    const db = createHandle<Tables>((statement) => {
      begin();
      return client.query(statement);
    });
    senders.set(db, (statement) => {
      begin();
      send(client, statement, onPipelinedError);
    });
    const result = await work(db);
    if (!hasBegun) return result;
    const { command } = await client.query('commit');
    // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK and no error.
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back.');
    return result;
  } catch (error) {
    if (hasBegun)
      await client.query('rollback').catch((rollbackError) => {
        connectionError = rollbackError;
      });
    throw pipelinedError ?? error;
  } finally {
    client.release(connectionError);
  }
}

/** Each statement is its own transaction, so a connection is held only while a statement runs. */
function createReadHandle(pool: pg.Pool, workspaceId: string): Db {
  checkWorkspaceId(workspaceId);
  return createHandle<Tables>(async (statement) => {
    const client = await pool.connect();
    try {
      return await runWorkspaceQuery(client, new WorkspaceQuery(workspaceId, statement));
    } finally {
      client.release();
    }
  });
}
