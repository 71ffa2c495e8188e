import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger, runMigrations } from 'graphile-worker';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type pg from 'pg';
import { OperatorError } from '../operator-error.ts';
import { explainConnection } from './connect.ts';
import { APP_ROLE, type ConnectionOptions, openPool } from './database.ts';

const OLDEST_POSTGRES = 15;
const LOCK = 7_366_101;
const FOLDER = join(import.meta.dirname, '../../migrations');

/** The database cannot be used as it is. */
class DatabaseError extends OperatorError {}

/** Brings the database up to date as its owner, one instance at a time, and answers with what was applied. */
export async function migrate(connection: ConnectionOptions): Promise<string[]> {
  const pool = openPool({ ...connection, max: 3, statement_timeout: 0, idle_in_transaction_session_timeout: 0 });
  try {
    // Reading the files that the address names fails at once, not as a promise.
    const lock = await (async () => pool.connect())().catch((error) => {
      throw new DatabaseError(explainConnection(error, connection));
    });
    try {
      await checkVersion(lock);
      await lock.query('select pg_advisory_lock($1)', [LOCK]);
      await makeAppRole(lock);
      await runMigrations({ pgPool: pool, logger: new Logger(() => () => undefined) });
      return await applyOwn(pool);
    } catch (error) {
      throw (error as { code?: string }).code === '42501' ? new DatabaseError(MISSING_RIGHTS) : error;
    } finally {
      lock.release(true);
    }
  } finally {
    await pool.end();
  }
}

const MISSING_RIGHTS =
  `DATABASE_URL's user may not set the database up. As an administrator run: CREATE ROLE ${APP_ROLE} NOLOGIN; ` +
  `GRANT ${APP_ROLE} TO <that user>; ALTER DATABASE <that database> OWNER TO <that user>; ` +
  'and, in that database: CREATE EXTENSION IF NOT EXISTS btree_gist;';

async function applyOwn(pool: pg.Pool): Promise<string[]> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({
      pool: { connect: () => pool.connect(), end: async () => undefined, options: pool.options },
    }),
  });
  const { error, results = [] } = await new Migrator({ db, provider: { getMigrations } }).migrateToLatest();
  if (error) throw explain(error as Error);
  return results.map((result) => result.migrationName);
}

/** After an upgrade that was taken back the database is newer than the files. */
function explain(error: Error): Error {
  const [, newer] = /previously executed migration (\S+) is missing/.exec(error.message) ?? [];
  if (!newer) return error;
  return new DatabaseError(
    `The database was brought up to date by a newer Frontdesk (${newer}), and there is no way back. ` +
      'Start that version, or restore a backup from before the upgrade.',
  );
}

/** Each migration is one SQL file; its transaction is Kysely's. */
async function getMigrations(): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {};
  for (const file of (await readdir(FOLDER)).filter((name) => name.endsWith('.sql'))) {
    const text = await readFile(join(FOLDER, file), 'utf8');
    migrations[file.replace('.sql', '')] = { up: async (db) => void (await sql.raw(text).execute(db)) };
  }
  return migrations;
}

/** Roles belong to the whole server, so another Frontdesk database may have made it, or be making it right now. */
async function makeAppRole(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query(
    `select rolsuper or rolbypassrls as unsafe, pg_has_role(oid, 'member') as ours from pg_roles where rolname = $1`,
    [APP_ROLE],
  );
  if (rows[0]?.unsafe) {
    throw new DatabaseError(
      `The role ${APP_ROLE} must be neither SUPERUSER nor BYPASSRLS: workspaces could see each other.`,
    );
  }
  if (!rows.length) {
    await client.query(`create role ${APP_ROLE} nologin`).catch((error) => {
      if (!['42710', '23505'].includes(error.code)) throw error;
    });
  }
  if (!rows[0]?.ours) await client.query(`grant ${APP_ROLE} to current_user`);
}

async function checkVersion(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query('show server_version_num');
  const major = Math.floor(Number(rows[0].server_version_num) / 10_000);
  if (major < OLDEST_POSTGRES) {
    throw new DatabaseError(`DATABASE_URL leads to PostgreSQL ${major}; Frontdesk needs ${OLDEST_POSTGRES} or newer.`);
  }
}
