import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from '../config.ts';
import type { ConnectionOptions } from './database.ts';
import { type Embedded, EmbeddedError, startEmbedded } from './embedded.ts';

const SERVICE_LOCK = 7_366_102;
const LOCK_TRIES = 20;
const SESSION_TRIES = 10;

export type Connected = {
  connection: ConnectionOptions;
  /** The private PostgreSQL, where DATABASE_URL is not set. */
  embedded: Embedded | undefined;
};

/** The database of DATABASE_URL, or the embedded one, started if it does not run. */
export async function connect(config: Config): Promise<Connected> {
  if (config.databaseUrl) return { connection: { connectionString: config.databaseUrl }, embedded: undefined };
  const embedded = await startEmbedded({ dataDir: config.dataDir });
  return { connection: embedded.connection, embedded };
}

/**
 * One service at a time works on an embedded database. The lock is a session's, so that it ends with the process however
 * that ends; the server may take a moment to notice.
 */
export async function lockEmbedded(
  connection: ConnectionOptions,
  dataDir: string,
  onLost: () => void,
): Promise<{ release(): Promise<void> }> {
  const client = new pg.Client({ ...connection, application_name: 'frontdesk service', keepAlive: true });
  await client.connect();
  for (let attempt = 1; !(await tryLock(client)); attempt++) {
    if (attempt === LOCK_TRIES) {
      await client.end();
      throw new EmbeddedError(
        `Another Frontdesk is running on ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
      );
    }
    await sleep(100);
  }
  let released = false;
  const lost = () => {
    if (!released) onLost();
  };
  client.on('error', lost);
  client.on('end', lost);
  return {
    async release() {
      released = true;
      await client.end().catch(() => undefined);
    },
  };
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [SERVICE_LOCK]);
  return rows[0].locked;
}

/** Stops the embedded database after a command or a worker, unless a service, a worker or another command uses it. */
export async function stopIfUnused({ connection, embedded }: Connected): Promise<void> {
  if (!embedded) return;
  const client = new pg.Client(connection);
  // Another command may stop it first, which ends this session too.
  client.on('error', () => undefined);
  await client.connect();
  const unused = (await tryLock(client)) && (await becomesAlone(client));
  await client.end();
  if (unused) await embedded.stop();
}

/** Sessions that were ended a moment ago, such as the command's own, may still be listed. */
async function becomesAlone(client: pg.Client): Promise<boolean> {
  for (let attempt = 1; !(await isAlone(client)); attempt++) {
    if (attempt === SESSION_TRIES) return false;
    await sleep(100);
  }
  return true;
}

async function isAlone(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select count(*)::integer as others from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  return rows[0].others === 0;
}
