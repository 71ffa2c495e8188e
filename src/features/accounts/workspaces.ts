import { sql } from 'kysely';
import { createLogHeads } from '../../kernel/audit/head.ts';
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

export const listMemberships = (database: Database, userId: string): Promise<Membership[]> =>
  database.statement<Membership>('select * from workspaces_of($1)', [userId]);

/** The user's workspaces. If there are none, one is created, and only one even with concurrent requests. */
export async function ensureWorkspace(
  { database, keyring }: { database: Database; keyring: Keyring },
  user: { id: string; name: string },
  name?: string,
): Promise<Membership[]> {
  const id = newId('ws');
  return database.inWorkspace(id, async (db) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${user.id}, 0))`.execute(db);
    const membershipsQuery = sql<Membership>`select * from workspaces_of(${user.id})`;
    const { rows } = await membershipsQuery.execute(db);
    if (rows.length) return rows;
    await insertWorkspace({ db, keyring }, { id, name: name ?? `${user.name}’s business`, ownerId: user.id });
    return (await membershipsQuery.execute(db)).rows;
  });
}

export type NewWorkspace = { id: string; name: string; plan?: string; ownerId?: string };

/** Inserts a workspace and its sandbox, on the Starter plan by default. The transaction `db` must be in the new workspace. */
export async function insertWorkspace(
  { db, keyring }: { db: Db; keyring: Keyring },
  { id, name, plan = 'starter', ownerId }: NewWorkspace,
): Promise<void> {
  const workspaceRows = [
    { id, live_id: id, mode: 'live' as const, name, plan },
    { id: newId('ws'), live_id: id, mode: 'test' as const, name, plan },
  ];
  await db.insertInto('workspaces').values(workspaceRows).execute();
  await createLogHeads(
    { db, keyring },
    workspaceRows.map((workspace) => workspace.id),
  );
  if (ownerId) await db.insertInto('members').values({ workspace_id: id, user_id: ownerId, role: 'owner' }).execute();
}

/** Whether the user belongs to no other workspace and is no operator, so that the workspace's owners may act for the account. */
export async function belongsOnlyToWorkspace(
  database: Database,
  userId: string,
  workspaceId: string,
): Promise<boolean> {
  const memberships = await listMemberships(database, userId);
  const isOnlyMembership =
    memberships.length > 0 && memberships.every(({ workspace_id }) => workspace_id === workspaceId);
  return isOnlyMembership && !(await isOperator(database, userId));
}

/** Operators run the whole service and approve, for example, changes of plans. */
export async function isOperator(database: Database, userId: string): Promise<boolean> {
  return (await database.statement('select from operators where user_id = $1', [userId])).length > 0;
}

/** Sets the plan of the workspace and its sandbox. */
export async function setPlan(db: Db, plan: string): Promise<void> {
  await db.updateTable('workspaces').set({ plan }).execute();
}
