// How statements get the service's role and limits: from their session, or from their transaction where a pooler such as
// PgBouncer gives every transaction another session.
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { isConnectionLost } from './connection-errors.ts';

/** The database role of the service. It owns nothing and cannot bypass row-level security. */
export const APP_ROLE = 'frontdesk_app';

export const SESSION_TIMEOUTS = { statement_timeout: 15_000, idle_in_transaction_session_timeout: 30_000 };

export type Statement = { text: string; values: unknown[]; name: string | undefined };

export type DatabaseAccess = {
  /** Options of the pool that opens the sessions. */
  sessionOptions: object;
  prepareSession(client: pg.ClientBase): Promise<unknown>;
  /** What each transaction sets after it begins. */
  transactionSettings: readonly string[];
  /** Sends a statement of a transaction that has begun. */
  send(client: pg.ClientBase, statement: Statement): Promise<pg.QueryResult>;
  /** Sends a statement that is its own transaction, without access to workspace rows. */
  sendAlone(client: pg.ClientBase, statement: Statement): Promise<pg.QueryResult>;
  /** For libraries that begin their own transactions. */
  poolForLibraries(pool: pg.Pool): PostgresPool;
};

/** Begins a transaction that can access the rows of the workspace, if any. All settings end with the transaction. */
export const createBeginSql = (
  { transactionSettings }: Pick<DatabaseAccess, 'transactionSettings'>,
  workspaceId: string | undefined,
  begin: 'begin' | 'begin read only' = 'begin',
): string => {
  const workspaceSettings = workspaceId ? [`set local app.workspace_id = ${pg.escapeLiteral(workspaceId)}`] : [];
  return [begin, ...transactionSettings, ...workspaceSettings].join('; ');
};

/** A transaction of one statement. It takes one round trip, because nothing waits for a response before it is sent. */
export async function sendInTransaction(
  client: pg.ClientBase,
  beginSql: string,
  sendStatement: () => Promise<pg.QueryResult>,
): Promise<pg.QueryResult> {
  const responses = [client.query(beginSql), sendStatement(), client.query('commit')] as const;
  // Even after a failure, all must have arrived before the connection can be used for something else.
  await Promise.allSettled(responses);
  const [, result] = await Promise.all(responses);
  return result;
}

/**
 * Generic plans, because planning for each parameter costs more than running most of these statements. Compiling them, as
 * servers with LLVM do, costs more still.
 */
export const createSessionSettingsSql = (role: string): string =>
  `set role ${role}; set timezone = 'UTC'; set plan_cache_mode = force_generic_plan; set jit = off`;

export const sessionAccess: DatabaseAccess = {
  sessionOptions: SESSION_TIMEOUTS,
  prepareSession: (client) => client.query(createSessionSettingsSql(APP_ROLE)),
  transactionSettings: [],
  send: (client, statement) => client.query(statement),
  sendAlone: (client, statement) => client.query(statement),
  poolForLibraries: (pool) => wrapPool(pool, (client) => (text, values) => client.query(text, values)),
};

const TRANSACTION_SETTINGS = Object.entries({
  role: APP_ROLE,
  timezone: 'UTC',
  jit: 'off',
  ...SESSION_TIMEOUTS,
}).map(([name, value]) => `set local ${name} = '${value}'`);
const BEGIN_SQL = createBeginSql({ transactionSettings: TRANSACTION_SETTINGS }, undefined);

/** A named statement stays in the session that parsed it, which the next transaction may not get. */
const removeName = (statement: Statement): Statement => ({ ...statement, name: undefined });

export const transactionAccess: DatabaseAccess = {
  sessionOptions: {},
  prepareSession: async () => undefined,
  transactionSettings: TRANSACTION_SETTINGS,
  send: (client, statement) => client.query(removeName(statement)),
  sendAlone: (client, statement) => sendInTransaction(client, BEGIN_SQL, () => client.query(removeName(statement))),
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
    // Cast, because Kysely's clients can also run cursors, which no library here uses.
    return { query, release } as unknown as PostgresPoolClient;
  };
  return { options: pool.options, connect, end: () => pool.end() };
}

/** Gives each transaction of the client the settings, after its BEGIN or before its only statement. */
function queryWithSettings(client: pg.ClientBase): SendQuery {
  let isInTransaction = false;
  return (text, values) => {
    const isAlone = !isInTransaction;
    if (/^(begin|start transaction)\b/.test(text)) {
      isInTransaction = true;
      return client.query([text, ...TRANSACTION_SETTINGS].join('; '));
    }
    if (text === 'commit' || text === 'rollback') isInTransaction = false;
    return isAlone
      ? sendInTransaction(client, BEGIN_SQL, () => client.query(text, values))
      : client.query(text, values);
  };
}
