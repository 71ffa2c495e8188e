import type { Database } from '../../kernel/database/database.ts';
import type { Jobs } from '../../kernel/jobs.ts';
import { giveUp, type Named, type Reading, readSource } from './read.ts';
import { findToRead } from './store.ts';

type Dependencies = Pick<Reading, 'database' | 'encoder'> & { siteFetch: Reading['fetch'] };

/** What breaks for no fault of the source is tried again, but nobody waits for it for days. */
const MOST_TRIES = 3;

/**
 * Of one instance. Most of the time a site is waited for; a workspace has one place at most, see `add_reading`, so that
 * it takes as many hostile workspaces as there are places until another one waits.
 */
const AT_ONCE = 12;

/** Reads what was added, and websites once a day again. */
export function knowledgeJobs({ database, encoder, siteFetch }: Dependencies): Jobs {
  const reading: Reading = { database, encoder, fetch: siteFetch };
  return {
    apart: AT_ONCE,
    tasks: {
      'knowledge.read': async (payload, { job, abortSignal }) => {
        const named = payload as Named;
        try {
          await readSource(reading, named, abortSignal);
        } catch (error) {
          if (job.attempts < MOST_TRIES || abortSignal?.aborted) throw error;
          await failed(reading.database, named);
          throw error;
        }
      },
      'knowledge.refresh': async () => {
        await reading.database.statement('select enqueue_due_readings()', []);
      },
    },
    schedule: [{ task: 'knowledge.refresh', everyMinutes: 10 }],
  };
}

async function failed(database: Database, { workspaceId, id }: Named): Promise<void> {
  const row = await database.readWorkspace(workspaceId, (db) => findToRead(db, id));
  if (row) await giveUp(database, row, 'It could not be read, for a reason of our own. Delete it and add it again.');
}
