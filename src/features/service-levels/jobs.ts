import { type Clock, rfc3339 } from '../../kernel/clock.ts';
import type { Database, Db } from '../../kernel/database/database.ts';
import { recordEvents } from '../../kernel/events.ts';
import type { Context, WorkspacePrincipal } from '../../kernel/http/route.ts';
import type { Jobs } from '../../kernel/jobs.ts';
import type { RunAsSystem } from '../business/run-as-system.ts';
import { hasFeature } from '../plans/plans.ts';
import { findDueTime, readServiceLevels, type TargetClock } from './store.ts';

type Dependencies = { database: Database; runAsSystem: RunAsSystem; clock: Clock };
type Ctx = Pick<Context<WorkspacePrincipal>, 'db' | 'workspace' | 'now'>;

/** Sets when targets are due, and decides whether they were met. Database triggers start and end the clocks. */
export function serviceLevelJobs({ database, runAsSystem, clock }: Dependencies): Jobs {
  const refresh = (workspaceId: string) =>
    runAsSystem(workspaceId, 'service-levels', async (ctx) => {
      const levels = hasFeature(ctx.workspace, 'serviceLevels') ? await readServiceLevels(ctx.db) : undefined;
      for (const targetClock of await lockUndecidedClocks(ctx)) {
        const due = targetClock.due_at ?? (levels && findDueTime(targetClock, levels, ctx.business));
        if (!levels || !due) await removeClock(ctx.db, targetClock);
        else await decideOutcome(ctx, targetClock, due);
      }
    });
  return {
    tasks: {
      'service-levels.refresh': async (payload) => {
        await refresh((payload as { workspaceId: string }).workspaceId);
      },
      'service-levels.check': async () => {
        const dueWorkspaces = await database.statement<{ id: string }>(
          'select id from workspaces_with_due_service_levels($1) as id',
          [clock()],
        );
        for (const { id } of dueWorkspaces) await refresh(id);
      },
    },
    schedule: [{ task: 'service-levels.check', everyMinutes: 1 }],
  };
}

/** Locked, so that two jobs cannot both report a missed target. */
const lockUndecidedClocks = ({ db, now }: Ctx): Promise<TargetClock[]> =>
  db
    .selectFrom('service_level_clocks')
    .select(['conversation_id', 'kind', 'started_at', 'channel', 'due_at', 'ended_at', 'outcome'])
    .where('outcome', 'is', null)
    .where((q) => q.or([q('due_at', 'is', null), q('due_at', '<=', now), q('ended_at', 'is not', null)]))
    .orderBy('conversation_id')
    .orderBy('kind')
    .forUpdate()
    .execute();

const createClockQueries = (db: Db, { conversation_id, kind, started_at }: TargetClock) => ({
  update: () =>
    db
      .updateTable('service_level_clocks')
      .where('conversation_id', '=', conversation_id)
      .where('kind', '=', kind)
      .where('started_at', '=', started_at),
  delete: () =>
    db
      .deleteFrom('service_level_clocks')
      .where('conversation_id', '=', conversation_id)
      .where('kind', '=', kind)
      .where('started_at', '=', started_at),
});

/** For a clock without a target, or one that the business does not open often enough to reach. */
const removeClock = (db: Db, clock: TargetClock) => createClockQueries(db, clock).delete().execute();

async function decideOutcome({ db, workspace, now }: Ctx, clock: TargetClock, due: Date): Promise<void> {
  const isMissed = (clock.ended_at ?? now) > due;
  const outcome = isMissed ? 'missed' : clock.ended_at ? 'met' : null;
  await createClockQueries(db, clock).update().set({ due_at: due, outcome }).execute();
  if (!isMissed) return;
  const formatTime = (date: Date) => rfc3339(date, workspace.timezone);
  const { conversation_id: conversationId, kind, channel, started_at } = clock;
  const data = { conversationId, kind, channel, startedAt: formatTime(started_at), dueAt: formatTime(due) };
  recordEvents(db, [{ workspaceId: workspace.id, type: 'service_level.missed', data, at: now }]);
}
