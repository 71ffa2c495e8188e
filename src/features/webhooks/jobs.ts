import type { Database } from '../../kernel/database/database.ts';
import type { Jobs } from '../../kernel/jobs.ts';
import { must } from '../../kernel/must.ts';

const BATCH = 5_000;

/** The log of deliveries is kept for 30 days. */
export function webhookJobs({ database }: { database: Database }): Jobs {
  const purge = async () => {
    const [row] = await database.statement<{ purged: number }>('select purge_deliveries($1) as purged', [BATCH]);
    return must(row, 'one row').purged;
  };
  return {
    tasks: {
      'webhooks.purge': async () => {
        while ((await purge()) === BATCH);
      },
    },
    schedule: [{ task: 'webhooks.purge', everyMinutes: 60, at: 41, careful: true }],
  };
}
