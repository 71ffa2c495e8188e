import type pg from 'pg';
import { type Unlocked, unlock } from '../features/service/master-key.ts';
import type { Config } from '../kernel/config.ts';
import type { Vault } from '../kernel/crypto.ts';
import { connect, stopIfUnused } from '../kernel/database/connect.ts';
import { type Database, openDatabase, openPool } from '../kernel/database/database.ts';
import { migrate } from '../kernel/database/migrate.ts';
import { OperatorError } from '../kernel/operator-error.ts';

export type Operator = {
  /** Sees every workspace's rows. For reading: what is written goes through the stores, as the service does it. */
  owner: pg.Pool;
  database: Database;
  /** The migrations that were missing until now. */
  applied: string[];
  /** The master key is not replaced until the command is done. */
  vault(): Promise<Vault>;
};

/** Works on the database, up to date, and leaves it as it was found: running or not. */
export async function asOperator(config: Config, work: (operator: Operator) => Promise<void>): Promise<void> {
  const connected = await connect(config);
  try {
    const applied = await migrate(connected.connection);
    const owner = openPool({ ...connected.connection, max: 1 });
    const database = openDatabase(connected.connection, 1);
    let unlocked: Unlocked | undefined;
    const vault = async () => {
      unlocked ??= await unlock(config, connected.connection);
      return unlocked.vault;
    };
    try {
      await work({ owner, database, applied, vault });
    } finally {
      await Promise.all([owner.end(), database.close(), unlocked?.close()]);
    }
  } finally {
    // By now the command has done its work or failed for a better reason.
    await stopIfUnused(connected).catch(() => undefined);
  }
}

export type WorkspaceRow = { id: string; name: string; plan: string };

export async function findWorkspace(owner: pg.Pool, id: string): Promise<WorkspaceRow> {
  const { rows } = await owner.query('select id, live_id, name, plan from workspaces where id = $1', [id]);
  const [row] = rows;
  if (!row) throw new OperatorError(`There is no workspace ${id}. "workspace list" shows those that there are.`);
  if (row.live_id !== id) throw new OperatorError(`${id} is the sandbox of the workspace ${row.live_id}. Use that id.`);
  return row;
}

export async function findUser(owner: pg.Pool, email: string): Promise<string> {
  const { rows } = await owner.query('select id from auth_users where lower(email) = lower($1)', [email]);
  if (!rows.length) throw new OperatorError(`There is no user with the address ${email}. Let them sign up first.`);
  return rows[0].id;
}
