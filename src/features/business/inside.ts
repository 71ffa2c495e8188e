import type { CapabilityContext } from '../../capability/capability.ts';
import type { Business } from '../../capability/document.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Vault } from '../../kernel/crypto.ts';
import type { Database } from '../../kernel/database/database.ts';
import { again } from '../../kernel/http/execute.ts';
import type { Workspace } from '../../kernel/http/route.ts';
import { newId } from '../../kernel/ids.ts';
import type { Log } from '../../kernel/log.ts';
import type { Enter } from './enter.ts';

export type Inside = ReturnType<typeof createInside>;

type Dependencies = { database: Database; vault: Vault; enter: Enter; clock: Clock; log: Log };

/**
 * For work without a key: a job's, or that of a customer who holds a signed link. It gets what a capability gets, in one
 * transaction of the workspace; undefined where there is no such workspace any more.
 */
export function createInside({ database, vault, enter, clock, log }: Dependencies) {
  return <T>(
    workspaceId: string,
    purpose: string,
    work: (ctx: CapabilityContext<Business>) => Promise<T>,
    by: 'system' | 'customer' = 'system',
  ): Promise<T | undefined> =>
    again(async () => {
      const afterwards: (() => void)[] = [];
      const result = await database.inWorkspace(workspaceId, async (db) => {
        const row = await db.selectFrom('workspaces').selectAll().where('id', '=', workspaceId).executeTakeFirst();
        if (!row) return undefined;
        const workspace: Workspace = { ...row, accountId: row.live_id };
        const request = {
          db,
          vault,
          workspace,
          actor: { kind: 'user' as const, id: by, email: '', name: '' },
          now: clock(),
          requestId: newId('req'),
          log,
          dryRun: false,
          afterCommit: (then: () => void) => void afterwards.push(then),
          mustWrite: () => undefined,
        };
        return work({ ...(await enter(request, purpose)), byCustomer: by === 'customer' });
      });
      for (const then of afterwards) then();
      return result;
    });
}
