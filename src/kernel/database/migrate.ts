import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger, runMigrations } from 'graphile-worker';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type pg from 'pg';
import { FixableError } from '../fixable-error.ts';
import { APP_ROLE } from './access.ts';
import { explainConnectionError } from './connect.ts';
import { type ConnectionOptions, openDbOwnerPool } from './database.ts';

const MIN_POSTGRES_VERSION = 15;
const MIGRATION_LOCK_ID = 7_366_101;
const MIGRATIONS_FOLDER = join(import.meta.dirname, '../../migrations');

/** The database cannot be used until the operator fixes it. */
class DatabaseError extends FixableError {}

/**
 * Applies pending migrations as the database's owner, one instance at a time, until `lastMigration` or all. Returns the names of those
 * applied.
 */
export async function migrate(connection: ConnectionOptions, lastMigration?: string): Promise<string[]> {
  const pool = openDbOwnerPool({ ...connection, max: 3, statement_timeout: 0, idle_in_transaction_session_timeout: 0 });
  try {
    // connect() throws synchronously if a certificate file in the URL cannot be read, so it is wrapped in a promise.
    const lockClient = await (async () => pool.connect())().catch((error) => {
      throw new DatabaseError(explainConnectionError(error, connection));
    });
    try {
      await checkVersion(lockClient);
      await lockClient.query('select pg_advisory_lock($1)', [MIGRATION_LOCK_ID]);
      await ensureAppRole(lockClient);
      await runMigrations({ pgPool: pool, logger: new Logger(() => () => undefined) });
      return await applyMigrations(pool, lastMigration);
    } catch (error) {
      throw (error as { code?: string }).code === '42501' ? new DatabaseError(MISSING_PERMISSIONS_MESSAGE) : error;
    } finally {
      lockClient.release(true);
    }
  } finally {
    await pool.end();
  }
}

const MISSING_PERMISSIONS_MESSAGE =
  `DATABASE_URL's user may not set the database up. As an administrator run: CREATE ROLE ${APP_ROLE} NOLOGIN; ` +
  `GRANT ${APP_ROLE} TO <that user>; ALTER DATABASE <that database> OWNER TO <that user>; ` +
  'and, in that database: CREATE EXTENSION IF NOT EXISTS btree_gist;';

async function applyMigrations(pool: pg.Pool, lastMigration: string | undefined): Promise<string[]> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({
      pool: { connect: () => pool.connect(), end: async () => undefined, options: pool.options },
    }),
  });
  const migrator = new Migrator({ db, provider: { getMigrations } });
  const { error, results = [] } = await (lastMigration
    ? migrator.migrateTo(lastMigration)
    : migrator.migrateToLatest());
  if (error) throw explainMigrationError(error as Error);
  return results.map((result) => result.migrationName);
}

/** After a downgrade, the database has migrations that this version does not know. */
function explainMigrationError(error: Error): Error {
  const [, newerMigration] = /previously executed migration (\S+) is missing/.exec(error.message) ?? [];
  if (!newerMigration) return error;
  return new DatabaseError(
    `The database was brought up to date by a newer Frontdesk (${newerMigration}), and there is no way back. ` +
      'Start that version, or restore a backup from before the upgrade.',
  );
}

/** Each migration is one SQL file. Kysely runs it in a transaction. */
async function getMigrations(): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {};
  for (const file of (await readdir(MIGRATIONS_FOLDER)).filter((name) => name.endsWith('.sql'))) {
    const migrationSql = await readFile(join(MIGRATIONS_FOLDER, file), 'utf8');
    migrations[file.replace('.sql', '')] = { up: async (db) => void (await sql.raw(migrationSql).execute(db)) };
  }
  return migrations;
}

/** Roles are shared by the whole server, so another Frontdesk database may create the same role at the same time. */
async function ensureAppRole(client: pg.ClientBase): Promise<void> {
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
  if (major < MIN_POSTGRES_VERSION) {
    throw new DatabaseError(
      `DATABASE_URL leads to PostgreSQL ${major}; Frontdesk needs ${MIN_POSTGRES_VERSION} or newer.`,
    );
  }
}
