import { type AnyIndustry, recordsOf } from '../../capability/industry.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Config } from '../../kernel/config.ts';
import type { Keyring } from '../../kernel/crypto.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { Jobs } from '../../kernel/jobs.ts';
import type { Log } from '../../kernel/log.ts';
import { clearOutbox } from '../../kernel/outbox.ts';
import { deleteWorkspaces } from './deletion.ts';
import { purgeExpiredRows } from './retention.ts';

type Dependencies = {
  industries: AnyIndustry[];
  database: Database;
  keyring: Keyring;
  config: Pick<Config, 'dataDir'>;
  clock: Clock;
  log: Log;
};

/** The same as for emails that permanently failed. */
const OUTBOX_RETENTION_MS = 30 * 86_400_000;

/** A workspace that fails does not block the purge of the others. */
export function privacyJobs({ industries, database, keyring, config, clock, log }: Dependencies): Jobs {
  const records = recordsOf(industries);
  return {
    tasks: {
      'privacy.purge': async () => {
        const workspaces = await database.statement<{ id: string }>('select id from all_workspaces() as id', []);
        for (const { id } of workspaces)
          await purgeExpiredRows({ database, keyring, records }, id, clock()).catch((error) => {
            log.error(
              { workspace: id, err: error },
              'what is past its time could not be removed; tried again tomorrow',
            );
          });
        await database.statement('select purge_failed_jobs()', []);
        await clearOutbox(config.dataDir, new Date(clock().getTime() - OUTBOX_RETENTION_MS));
      },
      'privacy.delete-workspaces': () => deleteWorkspaces(database, clock()),
    },
    schedule: [
      { task: 'privacy.purge', everyMinutes: 24 * 60, startOffsetMinutes: 3 * 60 + 7, needsTrustedClock: true },
      { task: 'privacy.delete-workspaces', everyMinutes: 60, startOffsetMinutes: 47, needsTrustedClock: true },
    ],
  };
}
