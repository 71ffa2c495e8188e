import type { Database } from '../../kernel/database/database.ts';
import type { Jobs } from '../../kernel/jobs.ts';

/** The status page keeps thirteen months, so that a month can be compared with the year before. */
const PURGE_SERVICE_DAYS = `delete from service_days where day < (now() at time zone 'UTC')::date - interval '13 months'`;

/** Deletes expired rows every hour. */
export function maintenanceJobs({ database }: { database: Database }): Jobs {
  return {
    tasks: {
      'service.purge': async () => {
        await database.statement('select purge_expired()', []);
        await database.statement(PURGE_SERVICE_DAYS, []);
      },
    },
    schedule: [{ task: 'service.purge', everyMinutes: 60, startOffsetMinutes: 17, needsTrustedClock: true }],
  };
}
