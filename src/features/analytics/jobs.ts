import { sql } from 'kysely';
import type { Config } from '../../kernel/config.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { Jobs } from '../../kernel/jobs.ts';
import { must } from '../../kernel/must.ts';
import type { Encoder } from '../../nlu/encoder/encoder.ts';
import { sendDigests } from './digest.ts';
import { groupQuestions } from './gaps.ts';

type Dependencies = { database: Database; encoder: Encoder; config: Pick<Config, 'publicUrl' | 'requestLogDays'> };

/** Each workspace in a transaction of its own: one that fails does not hold the others up. */
export function analyticsJobs({ database, encoder, config }: Dependencies): Jobs {
  const { publicUrl, requestLogDays } = config;
  return {
    tasks: {
      'analytics.roll-up': async () => {
        for (const id of await workspacesOf(database, 'marked_workspaces')) await rollUp(database, id);
      },
      'analytics.group-questions': async () => {
        for (const id of await workspacesOf(database, 'asked_workspaces')) await groupQuestions(database, encoder, id);
      },
      'analytics.digest': () => sendDigests({ database, encoder, publicUrl }, new Date()),
      'analytics.purge-requests': async () =>
        void (await database.statement('select purge_request_log($1)', [requestLogDays])),
    },
    schedule: [
      { task: 'analytics.roll-up', everyMinutes: 1 },
      { task: 'analytics.group-questions', everyMinutes: 1 },
      { task: 'analytics.digest', everyMinutes: 15 },
      { task: 'analytics.purge-requests', everyMinutes: 60, at: 23, careful: true },
    ],
  };
}

async function workspacesOf(database: Database, which: 'marked_workspaces' | 'asked_workspaces'): Promise<string[]> {
  return (await database.statement<{ id: string }>(`select id from ${which}() as id`, [])).map(({ id }) => id);
}

/** Counts what is marked anew; answers how many quarters of an hour that were. */
export const rollUp = (database: Database, workspaceId: string) => count(database, workspaceId, 'roll_up_analytics');

/** Counts everything anew, from the rows alone. */
export const rebuild = (database: Database, workspaceId: string) => count(database, workspaceId, 'rebuild_analytics');

const count = (database: Database, workspaceId: string, how: string): Promise<number> =>
  database.inWorkspace(workspaceId, async (db) => {
    // A year of a busy business takes longer than a request may.
    await sql`set local statement_timeout = 0`.execute(db);
    const { rows } = await sql<{ quarters: number }>`select ${sql.ref(how)}() as quarters`.execute(db);
    return must(rows[0], 'one row').quarters;
  });
