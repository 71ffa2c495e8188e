import type { Db } from '../../kernel/database/database.ts';
import type { Workspace } from '../../kernel/http/route.ts';
import { type FieldError, Problem } from '../../kernel/problem.ts';
import { readDocument, type Versioned } from './store.ts';

/** Nobody else may write a version, or change the plan, until this transaction is over. */
export async function lockDocument(db: Db, workspace: Workspace): Promise<Versioned & { plan: string }> {
  const found = await db
    .selectFrom('workspaces')
    .select('plan')
    .where('id', '=', workspace.id)
    .forUpdate()
    .executeTakeFirst();
  return { ...(await readDocument(db, workspace)), plan: found?.plan ?? workspace.plan };
}

export function refuseWrong(errors: FieldError[]): void {
  if (!errors.length) return;
  const [first] = errors;
  const detail = errors.length === 1 ? `${first!.pointer} ${first!.detail}` : `${errors.length} places are not valid.`;
  throw new Problem('validation_failed', detail, { errors });
}
