import { type CompiledQuery, type Kysely, type PostgresPool, sql } from 'kysely';
import pg from 'pg';
import type { Log } from '../log.ts';
import { must } from '../must.ts';
import {
  createBeginSql,
  createSessionSettingsSql,
  type DatabaseAccess,
  SESSION_TIMEOUTS,
  type Statement,
  sendInTransaction,
  sessionAccess,
  transactionAccess,
} from './access.ts';
import { CommitOutcomeUnknown, isConnectionLost, READ_ONLY_SQLSTATE } from './connection-errors.ts';
import { chooseStatementName, createHandle } from './dialect.ts';
import { limitResponseTime, setUnlimited } from './response-limit.ts';
import { observeStatements, type StatementObserver } from './statement-observer.ts';

/** Every table; each feature adds its own by declaration merging. @public */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it
export interface Tables {}

/** A database handle. Store functions take it as their first parameter and never begin a transaction themselves. */
export type Db = Kysely<Tables>;

/** `responseTimeoutMs` closes a connection whose response takes longer. */
export type PoolOptions = pg.PoolConfig & { responseTimeoutMs?: number };

/**
 * How to reach the database. If `direct` is set, these options lead to a pooler that gives each transaction another session.
 * `direct` then leads to the same database for what needs a session of its own: notifications, locks, jobs and migrations.
 */
export type ConnectionOptions = PoolOptions & { direct?: pg.PoolConfig };

/** Options for connections that keep their session, bypassing a pooler. */
export const chooseDirectConnection = ({ direct, ...connection }: ConnectionOptions): PoolOptions => ({
  ...connection,
  ...direct,
});

export type Database = {
  /** Runs `work` in a transaction that can only access rows of this workspace. */
  inWorkspace<T>(workspaceId: string, work: (db: Db) => Promise<T>): Promise<T>;
  /** Read-only access to one workspace. Each statement is its own transaction and takes one round trip. */
  inWorkspaceReadOnly<T>(workspaceId: string, work: (db: Db) => Promise<T>): Promise<T>;
  /** Runs `work` in a transaction without access to workspace rows, for accounts and cross-workspace functions. */
  withoutWorkspace<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** A single statement outside any workspace, in one round trip. */
  statement<R>(sql: string, values: unknown[]): Promise<R[]>;
  pool: pg.Pool;
  /** For libraries that begin their own transactions. */
  poolForLibraries: PostgresPool;
  close(): Promise<void>;
};

export function openDatabase(
  connection: ConnectionOptions,
  poolSize: number,
  { log, observer }: { log?: Log; observer?: StatementObserver | undefined } = {},
): Database {
  const { direct, ...options } = connection;
  const access = direct ? transactionAccess : sessionAccess;
  const timeouts = { ...access.sessionOptions, responseTimeoutMs: RESPONSE_TIMEOUT_MS };
  const pool = createPool({ ...timeouts, ...options, max: poolSize }, access.prepareSession, log);
  if (observer) pool.on('connect', (client) => observeStatements(client, observer));
  return {
    pool,
    poolForLibraries: access.poolForLibraries(pool),
    inWorkspace: (workspaceId, work) => runInTransaction(pool, access, checkWorkspaceId(workspaceId), work),
    inWorkspaceReadOnly: (workspaceId, work) => work(createReadHandle(pool, access, checkWorkspaceId(workspaceId))),
    withoutWorkspace: (work) => runInTransaction(pool, access, undefined, work),
    statement: async (text, values) => {
      const statement = { text, values, name: chooseStatementName(text) };
      return (await withClient(pool, (client) => access.sendAlone(client, statement))).rows;
    },
    close: () => pool.end(),
  };
}

/** A pool of lasting sessions with the permissions of the database's owner. */
export const openDbOwnerPool = (connection: ConnectionOptions, { log }: { log?: Log } = {}): pg.Pool =>
  createPool(
    { ...SESSION_TIMEOUTS, ...chooseDirectConnection(connection) },
    async (client) => void (await client.query(createSessionSettingsSql('none'))),
    log,
  );

/**
 * Without the first probe after ten seconds, an idle connection to a machine that vanished would look alive for hours. Node
 * sends ten more, one a second. There are no probes while a response is pending: the system then resends unacknowledged data
 * for about 15 minutes, which RESPONSE_TIMEOUT_MS shortens.
 */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
export const CONNECT_TIMEOUT_MS = 15_000;

function createPool(
  { responseTimeoutMs, ...options }: PoolOptions,
  prepareSession: (client: pg.ClientBase) => Promise<unknown>,
  log: Log | undefined,
): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 60_000,
    application_name: 'frontdesk',
    ...KEEP_ALIVE,
    ...options,
    types: { getTypeParser },
    pipeline: true,
    onConnect: (client: pg.ClientBase) => {
      if (responseTimeoutMs) limitResponseTime(client, responseTimeoutMs);
      return prepareSession(client);
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

/** How long a response may take: longer than the server's own limit for a statement, which usually applies first. */
export const RESPONSE_TIMEOUT_MS = SESSION_TIMEOUTS.statement_timeout + 5_000;

const statementSenders = new WeakMap<Db, (statement: Statement) => void>();
const timeLimitLifters = new WeakMap<Db, () => void>();

/** Lets the statements of this transaction take as long as they need, for jobs that work on many rows. */
export async function liftTimeLimit(db: Db): Promise<void> {
  must(timeLimitLifters.get(db), 'the handle of a transaction')();
  await sql`set local statement_timeout = 0`.execute(db);
}

/**
 * Sends a statement whose result is not needed, together with the next statement or the commit. If it fails, the transaction
 * fails.
 */
export function sendWithoutWaiting(db: Db, statement: { compile(db: Db): CompiledQuery }): void {
  const { sql: text, parameters } = statement.compile(db);
  const send = must(statementSenders.get(db), 'the handle of a transaction');
  send({ text, values: [...parameters], name: chooseStatementName(text) });
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
async function runInTransaction<T>(
  pool: pg.Pool,
  access: DatabaseAccess,
  workspaceId: string | undefined,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let connectionError: Error | undefined;
  // The error of a statement sent without waiting is the cause of all later errors.
  let pipelinedError: Error | undefined;
  /** Does not wait: the connection is pipelined. If this statement fails, every later one in the transaction fails too. */
  const trackPipelinedError = (sendPromise: Promise<unknown>) =>
    void sendPromise.catch((error: Error) => {
      pipelinedError ??= error;
    });
  let hasBegun = false;
  const send = (statement: Statement) => {
    if (!hasBegun) trackPipelinedError(client.query(createBeginSql(access, workspaceId)));
    hasBegun = true;
    return access.send(client, statement);
  };
  try {
    const db = createHandle<Tables>(send);
    statementSenders.set(db, (statement) => trackPipelinedError(send(statement)));
    timeLimitLifters.set(db, () => setUnlimited(client, true));
    const result = await work(db);
    if (hasBegun) await commit(client);
    return result;
  } catch (error) {
    if (hasBegun)
      await client.query('rollback').catch((rollbackError) => {
        connectionError = rollbackError;
      });
    const cause = error instanceof CommitOutcomeUnknown ? error : (pipelinedError ?? error);
    // Leads to a server that has become a standby, and would fail the next transaction too.
    if ((cause as { code?: string }).code === READ_ONLY_SQLSTATE) connectionError ??= cause as Error;
    throw cause;
  } finally {
    setUnlimited(client, false);
    client.release(connectionError);
  }
}

async function commit(client: pg.ClientBase): Promise<void> {
  const { command } = await client.query('commit').catch((error) => {
    throw isConnectionLost(error) ? new CommitOutcomeUnknown(error) : error;
  });
  // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK and no error.
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back.');
}

/** Each statement is its own transaction, so a connection is held only while a statement runs. */
function createReadHandle(pool: pg.Pool, access: DatabaseAccess, workspaceId: string): Db {
  const beginSql = createBeginSql(access, workspaceId, 'begin read only');
  return createHandle<Tables>((statement) =>
    withClient(pool, (client) => sendInTransaction(client, beginSql, () => access.send(client, statement))),
  );
}

/** A lost connection, or one to a server that has become a standby, is not used again. */
async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isLost = false;
  try {
    return await work(client);
  } catch (error) {
    isLost = isConnectionLost(error);
    throw error;
  } finally {
    client.release(isLost);
  }
}
