import type { Database } from '../../kernel/database/database.ts';
import type { Jobs } from '../../kernel/jobs.ts';
import { must } from '../../kernel/must.ts';

const BATCH_SIZE = 5_000;

/** Deletes deliveries older than 30 days. */
export function webhookJobs({ database }: { database: Database }): Jobs {
  const purge = async () => {
    const [row] = await database.statement<{ purged: number }>('select purge_deliveries($1) as purged', [BATCH_SIZE]);
    return must(row, 'one row').purged;
  };
  return {
    tasks: {
      'webhooks.purge': async () => {
        while ((await purge()) === BATCH_SIZE);
      },
    },
    schedule: [{ task: 'webhooks.purge', everyMinutes: 60, startOffsetMinutes: 41, needsTrustedClock: true }],
  };
}
