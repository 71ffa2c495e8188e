import { sql } from 'kysely';
import { audit } from '../../kernel/audit/log.ts';
import { type Database, liftTimeLimit } from '../../kernel/database/database.ts';
import type { Context, WorkspacePrincipal } from '../../kernel/http/route.ts';
import { enqueue } from '../../kernel/jobs.ts';
import type { Email } from '../../kernel/mail.ts';

type Ctx = Context<WorkspacePrincipal>;

const GRACE_DAYS = 7;
const DAY_MS = 86_400_000;

export const readDeletion = ({ db, workspace }: Ctx) =>
  db
    .selectFrom('workspaces')
    .select(['deletes_at', 'deletion_asked_by'])
    .where('id', '=', workspace.id)
    .executeTakeFirstOrThrow();

/** Keys stop working with the commit, because every instance is notified of the changed workspace. */
export async function scheduleDeletion(ctx: Ctx, publicUrl: string): Promise<Date> {
  const { db, workspace, actor, now } = ctx;
  const { deletes_at: scheduledAt } = await readDeletion(ctx);
  if (scheduledAt) return scheduledAt;
  const deletesAt = new Date(now.getTime() + GRACE_DAYS * DAY_MS);
  await db.updateTable('workspaces').set({ deletes_at: deletesAt, deletion_asked_by: actor.id }).execute();
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: workspace.timezone }).format(deletesAt);
  const ownersResult = await sql<{ email: string }>`select email from owners_of(${workspace.id})`.execute(db);
  for (const { email } of ownersResult.rows)
    await enqueue(db, 'mail.send', composeDeletionEmail(email, workspace.name, day, publicUrl));
  await audit(ctx, 'workspace.delete', workspace.id, `for ${day}`);
  return deletesAt;
}

export async function cancelDeletion(ctx: Ctx): Promise<boolean> {
  const { deletes_at: scheduledAt } = await readDeletion(ctx);
  if (!scheduledAt) return false;
  await ctx.db.updateTable('workspaces').set({ deletes_at: null, deletion_asked_by: null }).execute();
  await audit(ctx, 'workspace.keep', ctx.workspace.id, 'the deletion is undone');
  return true;
}

/** Deletes the workspaces that are due, each with all its rows in one transaction. */
export async function deleteWorkspaces(database: Database, now: Date): Promise<void> {
  const dueWorkspaces = await database.statement<{ id: string }>('select id from workspaces_to_delete($1) as id', [
    now,
  ]);
  for (const { id } of dueWorkspaces)
    await database.withoutWorkspace(async (db) => {
      await liftTimeLimit(db);
      await sql`select delete_workspace(${id}, ${now})`.execute(db);
    });
}

const composeDeletionEmail = (to: string, name: string, day: string, publicUrl: string): Email => ({
  to,
  subject: `${name} will be deleted on ${day}`,
  text: [
    `An owner of ${name} asked us to delete this workspace. Its API keys no longer work.`,
    `On ${day}, we’ll permanently delete everything in it. Until then, an owner can cancel the deletion here:`,
    `${publicUrl}/settings`,
  ].join('\n\n'),
});
