import { sql } from 'kysely';
import { beginLogs } from '../../kernel/audit/head.ts';
import type { Keyring } from '../../kernel/crypto.ts';
import type { Database, Db } from '../../kernel/database/database.ts';
import { newId } from '../../kernel/ids.ts';
import type { Role } from './roles.ts';
import './tables.ts';

export type Membership = {
  workspace_id: string;
  name: string;
  plan: string;
  timezone: string;
  role: Role;
  deletes_at: Date | null;
};

export const workspacesOf = (database: Database, userId: string): Promise<Membership[]> =>
  database.statement<Membership>('select * from workspaces_of($1)', [userId]);

/** The person's workspaces; one is made where there is none, and only one however many requests ask at once. */
export async function ensureWorkspace(
  { database, keyring }: { database: Database; keyring: Keyring },
  user: { id: string; name: string },
  name?: string,
): Promise<Membership[]> {
  const id = newId('ws');
  return database.inWorkspace(id, async (db) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${user.id}, 0))`.execute(db);
    const find = sql<Membership>`select * from workspaces_of(${user.id})`;
    const { rows } = await find.execute(db);
    if (rows.length) return rows;
    await insertWorkspace({ db, keyring }, { id, name: name ?? `${user.name}’s business`, ownerId: user.id });
    return (await find.execute(db)).rows;
  });
}

export type NewWorkspace = { id: string; name: string; plan?: string; ownerId?: string };

/** A workspace and its sandbox, on the Starter plan unless another is given. `db` names the new workspace already. */
export async function insertWorkspace(
  { db, keyring }: { db: Db; keyring: Keyring },
  { id, name, plan = 'starter', ownerId }: NewWorkspace,
): Promise<void> {
  const both = [
    { id, live_id: id, mode: 'live' as const, name, plan },
    { id: newId('ws'), live_id: id, mode: 'test' as const, name, plan },
  ];
  await db.insertInto('workspaces').values(both).execute();
  await beginLogs(
    { db, keyring },
    both.map((each) => each.id),
  );
  if (ownerId) await db.insertInto('members').values({ workspace_id: id, user_id: ownerId, role: 'owner' }).execute();
}

/** Accounts that decide for the whole service, such as about plans. */
export async function isOperator(database: Database, userId: string): Promise<boolean> {
  return (await database.statement('select from operators where user_id = $1', [userId])).length > 0;
}

/** The plan of the workspace and of its sandbox. */
export async function setPlan(db: Db, plan: string): Promise<void> {
  await db.updateTable('workspaces').set({ plan }).execute();
}
