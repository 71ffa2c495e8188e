import { sql } from 'kysely';
import type { AnyIndustry } from '../../capability/industry.ts';
import type { Config } from '../../kernel/config.ts';
import { type Database, type Db, liftTimeLimit } from '../../kernel/database/database.ts';
import type { Jobs } from '../../kernel/jobs.ts';
import { must } from '../../kernel/must.ts';
import type { Encoder } from '../../nlu/encoder/encoder.ts';
import type { Assistant } from '../assistant/assistant.ts';
import type { RunAsSystem } from '../business/run-as-system.ts';
import { sendDigests } from './digest.ts';
import { groupQuestions } from './gaps.ts';
import { recheckGaps } from './recheck-gaps.ts';

type Dependencies = {
  database: Database;
  encoder: Encoder;
  assistant: Assistant;
  runAsSystem: RunAsSystem;
  industries: readonly AnyIndustry[];
  config: Pick<Config, 'publicUrl' | 'requestLogDays'>;
};

/** Each workspace has its own transaction, so that a failing one does not block the others. */
export function analyticsJobs({ database, encoder, assistant, industries, config, runAsSystem }: Dependencies): Jobs {
  const { publicUrl, requestLogDays } = config;
  return {
    tasks: {
      'analytics.roll-up': async () => {
        for (const id of await listWorkspaceIds(database, 'marked_workspaces')) await rollUpAnalytics(database, id);
      },
      'analytics.group-questions': async () => {
        for (const id of await listWorkspaceIds(database, 'asked_workspaces'))
          await groupQuestions(database, encoder, id);
      },
      'analytics.recheck-gaps': async (payload) => {
        const { workspaceId } = payload as { workspaceId: string };
        await runAsSystem(workspaceId, 'analytics', (ctx) => recheckGaps(ctx, { assistant, industries }));
      },
      'analytics.digest': () => sendDigests({ database, encoder, industries, publicUrl }, new Date()),
      'analytics.prepare-request-log': async () => void (await database.statement('select prepare_request_log()', [])),
      'analytics.purge-requests': () => purgeRequests(database, requestLogDays),
    },
    schedule: [
      { task: 'analytics.roll-up', everyMinutes: 1 },
      { task: 'analytics.group-questions', everyMinutes: 1 },
      { task: 'analytics.digest', everyMinutes: 15 },
      { task: 'analytics.prepare-request-log', everyMinutes: 60, startOffsetMinutes: 11 },
      { task: 'analytics.purge-requests', everyMinutes: 60, startOffsetMinutes: 23, needsTrustedClock: true },
    ],
  };
}

/**
 * Each call has its own transaction, so that what one has removed stays removed if the next fails. A day of a busy service
 * takes longer than the timeout for requests.
 */
async function purgeRequests(database: Database, retentionDays: number): Promise<void> {
  const purge = (db: Db) => sql<{ purged: number }>`select purge_request_log(${retentionDays}) as purged`.execute(db);
  for (let isDone = false; !isDone; ) {
    const { rows } = await database.withoutWorkspace(async (db) => {
      await liftTimeLimit(db);
      return purge(db);
    });
    isDone = !rows[0]?.purged;
  }
}

async function listWorkspaceIds(
  database: Database,
  sqlFunction: 'marked_workspaces' | 'asked_workspaces',
): Promise<string[]> {
  return (await database.statement<{ id: string }>(`select id from ${sqlFunction}() as id`, [])).map(({ id }) => id);
}

/** Recounts the quarters of an hour that are marked as changed, and returns how many there were. */
export const rollUpAnalytics = (database: Database, workspaceId: string) =>
  recount(database, workspaceId, 'roll_up_analytics');

/** Recounts everything from the original rows. */
export const rebuildAnalytics = (database: Database, workspaceId: string) =>
  recount(database, workspaceId, 'rebuild_analytics');

const recount = (database: Database, workspaceId: string, sqlFunction: string): Promise<number> =>
  database.inWorkspace(workspaceId, async (db) => {
    // A busy business's year takes longer than the timeout for requests.
    await liftTimeLimit(db);
    const { rows } = await sql<{ quarters: number }>`select ${sql.ref(sqlFunction)}() as quarters`.execute(db);
    return must(rows[0], 'one row').quarters;
  });
