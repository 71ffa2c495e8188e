import type { CapabilityContext } from '../../capability/capability.ts';
import type { Business } from '../../capability/document.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Keyring } from '../../kernel/crypto.ts';
import type { Database } from '../../kernel/database/database.ts';
import { retryOnConflict } from '../../kernel/http/execute.ts';
import type { Context, Workspace, WorkspacePrincipal } from '../../kernel/http/route.ts';
import { newId } from '../../kernel/ids.ts';
import type { Log } from '../../kernel/log.ts';
import type { ResolveBusinessContext } from './resolve-business.ts';

export type RunAsSystem = ReturnType<typeof createRunAsSystem>;

type ContextServices = { database: Database; keyring: Keyring; clock: Clock; log: Log };

/**
 * Runs work without an API key (jobs, and customers with a signed link) in one transaction of the workspace, with the
 * context that a request has. Undefined if the workspace no longer exists.
 */
export const runInWorkspace = <T>(
  { database, keyring, clock, log }: ContextServices,
  workspaceId: string,
  actorId: 'system' | 'customer',
  work: (ctx: Context<WorkspacePrincipal>) => Promise<T>,
): Promise<T | undefined> =>
  retryOnConflict(async () => {
    const afterCommitCallbacks: (() => void)[] = [];
    const result = await database.inWorkspace(workspaceId, async (db) => {
      const row = await db.selectFrom('workspaces').selectAll().where('id', '=', workspaceId).executeTakeFirst();
      if (!row) return undefined;
      const workspace: Workspace = { ...row, liveId: row.live_id };
      return work({
        db,
        keyring,
        workspace,
        actor: { kind: 'user', id: actorId, email: '', name: '' },
        now: clock(),
        requestId: newId('req'),
        log,
        dryRun: false,
        afterCommit: (callback: () => void) => void afterCommitCallbacks.push(callback),
        requireWriteTransaction: () => undefined,
      });
    });
    for (const callback of afterCommitCallbacks) callback();
    return result;
  });

/**
 * Like `runInWorkspace`, with the context that capabilities get. The audience is whom the result is for: an email or a page for
 * customers, or the business itself.
 */
export function createRunAsSystem(
  { resolveBusinessContext, ...services }: ContextServices & { resolveBusinessContext: ResolveBusinessContext },
  audience: 'customers' | 'business' = 'customers',
) {
  return <T>(
    workspaceId: string,
    auditPurpose: string,
    work: (ctx: CapabilityContext<Business>) => Promise<T>,
    { actorId = 'system' }: { actorId?: 'system' | 'customer' } = {},
  ): Promise<T | undefined> =>
    runInWorkspace(services, workspaceId, actorId, async (ctx) => {
      const resolved = await resolveBusinessContext(ctx, auditPurpose, { audience });
      return work({ ...resolved, isByCustomer: actorId === 'customer' });
    });
}
