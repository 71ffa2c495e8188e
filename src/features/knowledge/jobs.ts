import type { Database } from '../../kernel/database/database.ts';
import { type Jobs, longJobs } from '../../kernel/jobs.ts';
import { markFailed, type ReadDependencies, readSource, type SourceRef } from './read-source.ts';
import { findWithContent } from './store.ts';

type Dependencies = Pick<ReadDependencies, 'database' | 'encoder'> & { siteFetch: ReadDependencies['fetch'] };

/** Unexpected errors are retried this often before the source is marked as failed. */
const MAX_ATTEMPTS = 3;

/**
 * Per server process. Reading mostly waits for the website. A workspace can run only one reading at a time (see
 * `add_reading`), so a single hostile workspace cannot block the others.
 */
const CONCURRENT_READS = 12;

/** Reads new sources, and reads websites again once a day. */
export function knowledgeJobs({ database, encoder, siteFetch }: Dependencies): Jobs {
  const dependencies: ReadDependencies = { database, encoder, fetch: siteFetch };
  return {
    lane: longJobs(CONCURRENT_READS),
    tasks: {
      'knowledge.read': async (payload, { job, abortSignal }) => {
        const source = payload as SourceRef;
        try {
          await readSource(dependencies, source, abortSignal);
        } catch (error) {
          if (job.attempts < MAX_ATTEMPTS || abortSignal?.aborted) throw error;
          await markFailedAfterRetries(database, source);
          throw error;
        }
      },
      'knowledge.refresh': async () => {
        await database.statement('select enqueue_due_readings()', []);
      },
    },
    schedule: [{ task: 'knowledge.refresh', everyMinutes: 10 }],
  };
}

async function markFailedAfterRetries(database: Database, { workspaceId, id }: SourceRef): Promise<void> {
  const row = await database.inWorkspaceReadOnly(workspaceId, (db) => findWithContent(db, id));
  if (row)
    await markFailed(database, row, 'It could not be read, for a reason of our own. Delete it and add it again.');
}
