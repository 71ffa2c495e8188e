// How statements get the service's role and limits: from their session, or from their transaction where a pooler such as
// PgBouncer gives every transaction another session.
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { isConnectionLost } from './connection-errors.ts';
import { type Preamble, preparePreambles, queryWithPreambles, type Statement } from './workspace-query.ts';

/** The database role of the service. It owns nothing and cannot bypass row-level security. */
export const APP_ROLE = 'frontdesk_app';

export const SESSION_TIMEOUTS = { statement_timeout: 15_000, idle_in_transaction_session_timeout: 30_000 };

/** What a statement is: the first of a transaction, a transaction of its own, or one that only reads. */
export type StatementRole = 'first' | 'alone' | 'read';

export type DatabaseAccess = {
  /** Options of the pool that opens the sessions. */
  sessionOptions: object;
  prepareSession(client: pg.ClientBase): Promise<unknown>;
  /** Sends a statement of a transaction that has begun. */
  send(client: pg.ClientBase, statement: Statement): Promise<pg.QueryResult>;
  /** Sends a statement that begins a transaction, or is one, with access to the rows of the workspace, if any. */
  sendAs(
    role: StatementRole,
    workspaceId: string | undefined,
    client: pg.ClientBase,
    statement: Statement,
  ): Promise<pg.QueryResult>;
  /** For libraries that begin their own transactions. */
  poolForLibraries(pool: pg.Pool): PostgresPool;
};

/**
 * Generic plans, because planning for each parameter costs more than running most of these statements. Compiling them, as
 * servers with LLVM do, costs more still.
 */
export const createSessionSettingsSql = (role: string): string =>
  `set role ${role}; set timezone = 'UTC'; set plan_cache_mode = force_generic_plan; set jit = off`;

const BEGIN: Preamble = { name: 'begin', values: [] };

export const sessionAccess: DatabaseAccess = {
  sessionOptions: SESSION_TIMEOUTS,
  async prepareSession(client) {
    await client.query(createSessionSettingsSql(APP_ROLE));
    await preparePreambles(client);
  },
  send: (client, statement) => client.query(statement),
  sendAs(role, workspaceId, client, statement) {
    const preambles: Preamble[] = role === 'first' ? [BEGIN] : [];
    const name = role === 'read' ? 'use_workspace_for_reading' : 'use_workspace';
    if (workspaceId) preambles.push({ name, values: [workspaceId] });
    return queryWithPreambles(client, preambles, statement);
  },
  poolForLibraries: (pool) => wrapPool(pool, (client) => (text, values) => client.query(text, values)),
};

const TRANSACTION_SETTINGS = Object.entries({ role: APP_ROLE, timezone: 'UTC', jit: 'off', ...SESSION_TIMEOUTS });
const SELECT_SETTINGS_SQL = `select ${TRANSACTION_SETTINGS.map(([name, value]) => `set_config('${name}', '${value}', true)`)}`;
const SETTINGS_PREAMBLE: Preamble = { text: SELECT_SETTINGS_SQL, values: [] };
const WRITE_SETTINGS_SQL = `${SELECT_SETTINGS_SQL}, set_config('app.workspace_id', $1, true)`;
const READ_SETTINGS_SQL = `${WRITE_SETTINGS_SQL}, set_config('transaction_read_only', 'on', true)`;

/** A named statement stays in the session that parsed it, which the next transaction may not get. */
const removeName = (statement: Statement): Statement => ({ ...statement, name: undefined });

export const transactionAccess: DatabaseAccess = {
  sessionOptions: {},
  prepareSession: async () => undefined,
  send: (client, statement) => client.query(removeName(statement)),
  sendAs(role, workspaceId, client, statement) {
    const text = role === 'read' ? READ_SETTINGS_SQL : WRITE_SETTINGS_SQL;
    const settings = workspaceId ? { text, values: [workspaceId] } : SETTINGS_PREAMBLE;
    const preambles: Preamble[] = role === 'first' ? [{ text: 'begin', values: [] }, settings] : [settings];
    return queryWithPreambles(client, preambles, removeName(statement));
  },
  poolForLibraries: (pool) => wrapPool(pool, queryWithSettings),
};

type SendQuery = (text: string, values: unknown[]) => Promise<pg.QueryResult>;

/** The pool with another way to send statements. A lost or timed-out connection is not used again. */
function wrapPool(pool: pg.Pool, createQuery: (client: pg.ClientBase) => SendQuery): PostgresPool {
  const connect = async () => {
    const client = await pool.connect();
    const send = createQuery(client);
    let connectionError: Error | undefined;
    const query = (text: string, values: readonly unknown[] = []) =>
      send(text, [...values]).catch((error) => {
        if (isConnectionLost(error)) connectionError = error;
        throw error;
      });
    const release = (error?: Error) => client.release(error ?? connectionError);
    return { query, release } as unknown as PostgresPoolClient;
  };
  return { options: pool.options, connect, end: () => pool.end() };
}

/** Gives each transaction of the client the settings, with its BEGIN or its only statement. */
function queryWithSettings(client: pg.ClientBase): SendQuery {
  let isInTransaction = false;
  return (text, values) => {
    const needsSettings = !isInTransaction;
    if (/^(begin|start transaction)\b/.test(text)) isInTransaction = true;
    if (text === 'commit' || text === 'rollback') isInTransaction = false;
    return needsSettings
      ? queryWithPreambles(client, [SETTINGS_PREAMBLE], { text, values, name: undefined })
      : client.query(text, values);
  };
}
