import type { Db } from '../../kernel/database/database.ts';
import type { Workspace } from '../../kernel/http/route.ts';
import { readDocument, type Versioned } from './store.ts';

/** Nobody else may write a version, or change the plan, until this transaction is over. */
export async function lockDocument(db: Db, workspace: Workspace): Promise<Versioned & { plan: string }> {
  const found = await db
    .selectFrom('workspaces')
    .select('plan')
    .where('id', '=', workspace.id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return { ...(await readDocument(db, workspace)), plan: found?.plan ?? workspace.plan };
}
