import type pg from 'pg';
import { type UnlockedKeyring, unlockKeyring } from '../features/service/master-key.ts';
import type { Config } from '../kernel/config.ts';
import type { Keyring } from '../kernel/crypto.ts';
import { connect, stopIfUnused } from '../kernel/database/connect.ts';
import { type Database, openDatabase, openDbOwnerPool } from '../kernel/database/database.ts';
import { migrate } from '../kernel/database/migrate.ts';
import { FixableError } from '../kernel/fixable-error.ts';

/** What a command line command gets to work on the database. */
export type CommandDatabase = {
  /**
   * Sessions of the role that owns the database, which bypasses row-level security: for reading across workspaces, and for
   * the rare writes that the service's own role must not make. All others go through `database`.
   */
  dbOwnerPool: pg.Pool;
  database: Database;
  /** Migrations that were applied just now. */
  appliedMigrations: string[];
  /** The keys that encrypt stored data, not API keys. Also keeps the master key from being rotated until the command is done. */
  loadEncryptionKeyring(): Promise<Keyring>;
};

/** Connects and migrates, runs `work`, then stops the embedded database if nothing else uses it. */
export async function withDatabase(config: Config, work: (access: CommandDatabase) => Promise<void>): Promise<void> {
  const connectedDatabase = await connect(config);
  try {
    const appliedMigrations = await migrate(connectedDatabase.connection);
    const dbOwnerPool = openDbOwnerPool({ ...connectedDatabase.connection, max: 1 });
    const database = openDatabase(connectedDatabase.connection, 1);
    let unlockedKeyring: UnlockedKeyring | undefined;
    const loadEncryptionKeyring = async () => {
      unlockedKeyring ??= await unlockKeyring(config, connectedDatabase.connection);
      return unlockedKeyring.keyring;
    };
    try {
      await work({ dbOwnerPool, database, appliedMigrations, loadEncryptionKeyring });
    } finally {
      await Promise.all([dbOwnerPool.end(), database.close(), unlockedKeyring?.close()]);
    }
  } finally {
    // Ignored, because the command has already finished or failed with a more useful error.
    await stopIfUnused(connectedDatabase).catch(() => undefined);
  }
}

export type WorkspaceRow = { id: string; name: string; plan: string };

export async function findWorkspace(dbOwnerPool: pg.Pool, id: string): Promise<WorkspaceRow> {
  const { rows } = await dbOwnerPool.query('select id, live_id, name, plan from workspaces where id = $1', [id]);
  const [row] = rows;
  if (!row) throw new FixableError(`No workspace ${id}. List workspaces with "workspace list".`);
  if (row.live_id !== id)
    throw new FixableError(`${id} is the sandbox of workspace ${row.live_id}. Use that ID instead.`);
  return row;
}

export async function findUserId(dbOwnerPool: pg.Pool, email: string): Promise<string> {
  const { rows } = await dbOwnerPool.query('select id from auth_users where lower(email) = lower($1)', [email]);
  if (!rows.length) throw new FixableError(`No user with the email ${email}. Ask them to sign up first.`);
  return rows[0].id;
}
