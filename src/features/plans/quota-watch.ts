import type { Database } from '../../kernel/database/database.ts';
import { recordEvents } from '../../kernel/events.ts';
import type { Log } from '../../kernel/log.ts';
import { createLruCache } from '../../kernel/memoize.ts';
import type { LimitStatus } from './limiter.ts';
import { currentMonth, type Limits } from './plans.ts';

declare module '../../kernel/database/database.ts' {
  interface Tables {
    quota_notices: { workspace_id: string; month: string; type: string };
  }
}

const WARNING_SHARE = 0.8;
const MAX_REMEMBERED_NOTICES = 10_000;

/** Records one event a month when a workspace's quota is nearly used, and one when it is used up. */
export function createQuotaWatch(database: Database, log: Log) {
  const recentNotices = createLruCache<string, true>(MAX_REMEMBERED_NOTICES);

  function notify(
    workspace: { id: string },
    type: 'quota.warning' | 'quota.exceeded',
    limits: Limits,
    status: LimitStatus,
  ): void {
    const now = new Date();
    const month = now.toISOString().slice(0, 7);
    const noticeKey = `${workspace.id} ${month} ${type}`;
    if (recentNotices.has(noticeKey)) return;
    recentNotices.set(noticeKey, true);
    const data = {
      limit: limits.callsPerMonth,
      used: status.monthUsed,
      resetsAt: currentMonth(now).resetsAt.toISOString(),
    };
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
        recentNotices.delete(noticeKey);
        log.warn({ err: error, workspace: workspace.id }, 'a quota notice could not be recorded');
      });
  }

  return {
    onCallCounted(workspace: { id: string }, limits: Limits, status: LimitStatus): void {
      if (limits.callsPerMonth !== null && status.monthUsed >= Math.ceil(limits.callsPerMonth * WARNING_SHARE))
        notify(workspace, 'quota.warning', limits, status);
    },
    onQuotaExceeded: (workspace: { id: string }, limits: Limits, status: LimitStatus) =>
      notify(workspace, 'quota.exceeded', limits, status),
  };
}

export type QuotaWatch = ReturnType<typeof createQuotaWatch>;
