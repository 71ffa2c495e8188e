import type { WidgetOptions } from '../../capability/widget-options.ts';
import type { Context, WorkspacePrincipal } from '../../kernel/http/route.ts';
import { Problem } from '../../kernel/problem.ts';

/** Rejects anonymous visitors if the business requires signed identities and has an identity secret to verify them. */
export async function requireIdentity(
  { db, workspace, actor }: Context<WorkspacePrincipal>,
  widget: WidgetOptions | undefined,
): Promise<void> {
  if (!widget?.requireIdentity || actor.kind !== 'key' || !actor.publishable || actor.visitor?.verified) return;
  const hasIdentitySecret = await db
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspace.id)
    .where('identity_secret', 'is not', null)
    .executeTakeFirst();
  if (hasIdentitySecret) throw new Problem('identity_required');
}
