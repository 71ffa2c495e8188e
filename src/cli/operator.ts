import type pg from 'pg';
import { type UnlockedKeyring, unlockKeyring } from '../features/service/master-key.ts';
import type { Config } from '../kernel/config.ts';
import type { Keyring } from '../kernel/crypto.ts';
import { connect, stopIfUnused } from '../kernel/database/connect.ts';
import { type Database, openDatabase, openPool } from '../kernel/database/database.ts';
import { migrate } from '../kernel/database/migrate.ts';
import { OperatorError } from '../kernel/operator-error.ts';

export type Operator = {
  /** Bypasses row-level security. Read only; write through `database`. */
  owner: pg.Pool;
  database: Database;
  /** Migrations that were applied just now. */
  appliedMigrations: string[];
  /** Unlocks the keyring; the master key cannot be rotated until the command is done. */
  unlock(): Promise<Keyring>;
};

/** Migrates, runs `work`, then stops the database if it was started here. */
export async function asOperator(config: Config, work: (operator: Operator) => Promise<void>): Promise<void> {
  const connected = await connect(config);
  try {
    const appliedMigrations = await migrate(connected.connection);
    const owner = openPool({ ...connected.connection, max: 1 });
    const database = openDatabase(connected.connection, 1);
    let unlocked: UnlockedKeyring | undefined;
    const unlock = async () => {
      unlocked ??= await unlockKeyring(config, connected.connection);
      return unlocked.keyring;
    };
    try {
      await work({ owner, database, appliedMigrations, unlock });
    } finally {
      await Promise.all([owner.end(), database.close(), unlocked?.close()]);
    }
  } finally {
    // Ignored, because the command has already finished or failed with a more useful error.
    await stopIfUnused(connected).catch(() => undefined);
  }
}

export type WorkspaceRow = { id: string; name: string; plan: string };

export async function findWorkspace(owner: pg.Pool, id: string): Promise<WorkspaceRow> {
  const { rows } = await owner.query('select id, live_id, name, plan from workspaces where id = $1', [id]);
  const [row] = rows;
  if (!row) throw new OperatorError(`No workspace ${id}. List workspaces with "workspace list".`);
  if (row.live_id !== id)
    throw new OperatorError(`${id} is the sandbox of workspace ${row.live_id}. Use that ID instead.`);
  return row;
}

export async function findUser(owner: pg.Pool, email: string): Promise<string> {
  const { rows } = await owner.query('select id from auth_users where lower(email) = lower($1)', [email]);
  if (!rows.length) throw new OperatorError(`No user with the email ${email}. Ask them to sign up first.`);
  return rows[0].id;
}
