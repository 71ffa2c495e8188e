import type { WidgetOptions } from '../../capability/widget-options.ts';
import type { Context, InWorkspace } from '../../kernel/http/route.ts';
import { Problem } from '../../kernel/problem.ts';

/** Where the business wants to know who writes to it from a page, and can tell, nobody else does. */
export async function requireIdentity(
  { db, workspace, actor }: Context<InWorkspace>,
  widget: WidgetOptions | undefined,
): Promise<void> {
  if (!widget?.requireIdentity || actor.kind !== 'key' || !actor.publishable || actor.visitor?.verified) return;
  const canTell = await db
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspace.id)
    .where('identity_secret', 'is not', null)
    .executeTakeFirst();
  if (canTell) throw new Problem('identity_required');
}
