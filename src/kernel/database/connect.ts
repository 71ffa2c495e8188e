import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from '../config.ts';
import type { ConnectionOptions } from './database.ts';
import { type Embedded, EmbeddedError, startEmbedded } from './embedded.ts';

const SERVICE_LOCK = 7_366_102;
const USE_LOCK = 7_366_103;
const LOCK_TRIES = 20;
const USE_TRIES = 5;

export type Connected = {
  connection: ConnectionOptions;
  /** The private PostgreSQL, where DATABASE_URL is not set. */
  embedded?: EmbeddedUse;
};

/** The embedded database, and the session that says that it is in use. Both are replaced when it is started again. */
export type EmbeddedUse = { server: Embedded; session: pg.Client };

/** The database of DATABASE_URL, or the embedded one, started if it does not run. */
export async function connect(config: Config): Promise<Connected> {
  if (config.databaseUrl) return { connection: { connectionString: config.databaseUrl } };
  const embedded = await useEmbedded(config.dataDir);
  return { connection: embedded.server.connection, embedded };
}

export async function useEmbedded(dataDir: string): Promise<EmbeddedUse> {
  for (let attempt = 1; ; attempt++) {
    const server = await startEmbedded({ dataDir });
    try {
      return { server, session: await use(server.connection) };
    } catch (error) {
      // Who used it last is just stopping it: it is started again.
      if (attempt === USE_TRIES) throw new EmbeddedError(explainConnection(error as Error, server.connection));
    }
  }
}

/**
 * Says that the embedded database is in use. The lock is a session's, so that it ends with the process however that ends;
 * where the database is being stopped, it is waited for until the session is cut off.
 */
export async function use(connection: ConnectionOptions): Promise<pg.Client> {
  const session = new pg.Client({ ...connection, application_name: 'frontdesk', keepAlive: true });
  session.on('error', () => undefined);
  try {
    await session.connect();
    await session.query('select pg_advisory_lock_shared($1)', [USE_LOCK]);
    return session;
  } catch (error) {
    await session.end().catch(() => undefined);
    throw error;
  }
}

/** Stops the embedded database, unless a service, a worker or another command uses it: one that comes now waits. */
export async function stopIfUnused({ embedded }: Connected): Promise<void> {
  if (!embedded) return;
  const { server, session } = embedded;
  await session.query('select pg_advisory_unlock_shared($1)', [USE_LOCK]);
  if (await tryLock(session, USE_LOCK)) await server.stop();
  await session.end().catch(() => undefined);
}

/** One service at a time works on an embedded database; that of a service that has just been killed may take a moment. */
export async function lockEmbedded(session: pg.Client, dataDir: string): Promise<void> {
  for (let attempt = 1; !(await tryLock(session, SERVICE_LOCK)); attempt++) {
    if (attempt === LOCK_TRIES) {
      throw new EmbeddedError(
        `Another Frontdesk is running on ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
      );
    }
    await sleep(100);
  }
}

async function tryLock(session: pg.Client, lock: number): Promise<boolean> {
  const { rows } = await session.query('select pg_try_advisory_lock($1) as locked', [lock]);
  return rows[0].locked;
}

export function explainConnection(
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
