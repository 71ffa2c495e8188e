import type { Database } from '../../kernel/database/database.ts';
import type { Jobs } from '../../kernel/jobs.ts';

/** Deletes expired rows every hour. */
export function maintenanceJobs({ database }: { database: Database }): Jobs {
  return {
    tasks: { 'service.purge': async () => void (await database.statement('select purge_expired()', [])) },
    schedule: [{ task: 'service.purge', everyMinutes: 60, atMinute: 17, needsTrustedClock: true }],
  };
}
