import type { Database } from '../../kernel/database/database.ts';
import type { Jobs } from '../../kernel/jobs.ts';

/** What has expired is thrown away every hour. */
export function maintenanceJobs(database: Database): Jobs {
  return {
    tasks: { 'service.purge': async () => void (await database.statement('select purge_expired()', [])) },
    cron: [{ task: 'service.purge', match: '17 * * * *' }],
  };
}
