import type { Database } from '../../kernel/database/database.ts';
import { recordEvents } from '../../kernel/events.ts';
import type { Workspace } from '../../kernel/http/route.ts';
import type { Log } from '../../kernel/log.ts';
import { createLruCache } from '../../kernel/memoize.ts';
import type { LimitStatus } from './limiter.ts';
import { type Limits, monthAround } from './plans.ts';

declare module '../../kernel/database/database.ts' {
  interface Tables {
    quota_notices: { workspace_id: string; month: string; type: string };
  }
}

const WARN_AT = 0.8;

/** Tells a workspace once a month that its quota is nearly used, and once that it is. */
export function createQuotaWatch(database: Database, log: Log) {
  const told = createLruCache<string, true>(10_000);

  function tell(
    workspace: Workspace,
    type: 'quota.warning' | 'quota.exceeded',
    limits: Limits,
    standing: LimitStatus,
  ): void {
    const now = new Date();
    const month = now.toISOString().slice(0, 7);
    const notice = `${workspace.id} ${month} ${type}`;
    if (told.has(notice)) return;
    told.set(notice, true);
    const data = { limit: limits.month, used: standing.monthUsed, resetsAt: monthAround(now).resetsAt.toISOString() };
    database
      .inWorkspace(workspace.id, async (db) => {
        const { numInsertedOrUpdatedRows } = await db
          .insertInto('quota_notices')
          .values({ workspace_id: workspace.id, month, type })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (numInsertedOrUpdatedRows) recordEvents(db, [{ workspaceId: workspace.id, type, data, at: now }]);
      })
      .catch((error) => {
        told.delete(notice);
        log.warn({ err: error, workspace: workspace.id }, 'a quota notice could not be recorded');
      });
  }

  return {
    counted(workspace: Workspace, limits: Limits, standing: LimitStatus): void {
      if (limits.month !== null && standing.monthUsed >= Math.ceil(limits.month * WARN_AT))
        tell(workspace, 'quota.warning', limits, standing);
    },
    exceeded: (workspace: Workspace, limits: Limits, standing: LimitStatus) =>
      tell(workspace, 'quota.exceeded', limits, standing),
  };
}

export type QuotaWatch = ReturnType<typeof createQuotaWatch>;
