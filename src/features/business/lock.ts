import type { Db } from '../../kernel/database/database.ts';
import type { Workspace } from '../../kernel/http/route.ts';
import { readDocument, type VersionedDocument } from './store.ts';

/** Locks the document and the plan against changes until this transaction ends. */
export async function lockDocument(db: Db, workspace: Workspace): Promise<VersionedDocument & { plan: string }> {
  const workspaceRow = await db
    .selectFrom('workspaces')
    .select('plan')
    .where('id', '=', workspace.id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return { ...(await readDocument(db, workspace)), plan: workspaceRow?.plan ?? workspace.plan };
}
