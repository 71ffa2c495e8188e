import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from '../config.ts';
import type { ConnectionOptions } from './database.ts';
import { EmbeddedError, type EmbeddedServer, startEmbedded } from './embedded.ts';

const SERVICE_LOCK_ID = 7_366_102;
const IN_USE_LOCK_ID = 7_366_103;
const MAX_SERVICE_LOCK_ATTEMPTS = 20;
const MAX_START_ATTEMPTS = 5;

export type ConnectedDatabase = {
  connection: ConnectionOptions;
  /** The embedded PostgreSQL, if DATABASE_URL is not set. */
  embedded?: EmbeddedSession;
};

/** The embedded database, and the session whose lock marks it as in use. Both are replaced after a restart. */
export type EmbeddedSession = { server: EmbeddedServer; session: pg.Client };

/** Connects to DATABASE_URL, or to the embedded database, which is started if necessary. */
export async function connect(config: Config): Promise<ConnectedDatabase> {
  const { databaseUrl, databaseDirectUrl } = config;
  if (databaseUrl) {
    const direct = databaseDirectUrl ? { direct: { connectionString: databaseDirectUrl } } : {};
    return { connection: { connectionString: databaseUrl, ...direct } };
  }
  const embedded = await openEmbedded(config.dataDir);
  return { connection: embedded.server.connection, embedded };
}

export async function openEmbedded(dataDir: string): Promise<EmbeddedSession> {
  for (let attempt = 1; ; attempt++) {
    const server = await startEmbedded({ dataDir });
    try {
      return { server, session: await openInUseSession(server.connection) };
    } catch (error) {
      // Its last user may be stopping it right now, so start it again.
      if (attempt === MAX_START_ATTEMPTS)
        throw new EmbeddedError(explainConnectionError(error as Error, server.connection));
    }
  }
}

/**
 * Marks the embedded database as in use with a session-level lock, which is released even if the process crashes. If the
 * database is being stopped, this waits until the session is terminated and then throws.
 */
export async function openInUseSession(connection: ConnectionOptions): Promise<pg.Client> {
  const session = new pg.Client({ ...connection, application_name: 'frontdesk', keepAlive: true });
  session.on('error', () => undefined);
  try {
    await session.connect();
    await session.query('select pg_advisory_lock_shared($1)', [IN_USE_LOCK_ID]);
    return session;
  } catch (error) {
    await session.end().catch(() => undefined);
    throw error;
  }
}

/** Stops the embedded database unless a service, a worker or another command uses it. */
export async function stopIfUnused({ embedded }: ConnectedDatabase): Promise<void> {
  if (!embedded) return;
  const { server, session } = embedded;
  await session.query('select pg_advisory_unlock_shared($1)', [IN_USE_LOCK_ID]);
  if (await tryLock(session, IN_USE_LOCK_ID)) await server.stop();
  await session.end().catch(() => undefined);
}

/** Only one service may use an embedded database. Retries, because the lock of a killed service takes a moment to vanish. */
export async function lockEmbedded(session: pg.Client, dataDir: string): Promise<void> {
  for (let attempt = 1; !(await tryLock(session, SERVICE_LOCK_ID)); attempt++) {
    if (attempt === MAX_SERVICE_LOCK_ATTEMPTS) {
      throw new EmbeddedError(
        `Another Frontdesk is running on ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
      );
    }
    await sleep(100);
  }
}

async function tryLock(session: pg.Client, lockId: number): Promise<boolean> {
  const { rows } = await session.query('select pg_try_advisory_lock($1) as locked', [lockId]);
  return rows[0].locked;
}

export function explainConnectionError(
  error: Error & { code?: string; syscall?: string; errors?: { code?: string }[] },
  { connectionString }: ConnectionOptions,
): string {
  if (error.syscall === 'open')
    return 'DATABASE_URL names a file that cannot be read: see its sslrootcert, sslcert, sslkey.';
  const code = error.errors?.[0]?.code ?? error.code;
  const reasons: Record<string, string> = {
    ECONNREFUSED: 'nothing listens there',
    ENOENT: 'nothing listens there',
    ENOTFOUND: 'its host is not known',
    EAI_AGAIN: 'its host is not known',
    '28P01': 'user or password is wrong',
    '28000': 'the user may not log in',
    '3D000': 'there is no such database',
    '53300': 'it has no connection left',
  };
  const reason = reasons[code ?? ''] ?? 'it does not answer';
  if (!connectionString)
    return `The embedded database cannot be reached: ${reason}. Its log is postgres.log in DATA_DIR.`;
  return `DATABASE_URL cannot be reached: ${reason}. Check its host, port, user, password and database.`;
}
