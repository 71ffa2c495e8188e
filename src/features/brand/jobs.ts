import type { Config } from '../../kernel/config.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { Jobs } from '../../kernel/jobs.ts';
import type { Log } from '../../kernel/log.ts';
import { createDomainCheck, type DomainRow } from './domains.ts';

type Dependencies = { database: Database; config: Pick<Config, 'dnsServers'>; log: Log };

/** Checks the DNS of proven domains once a day, so that a domain that was sold stops counting as the business's own. */
export function brandJobs({ database, config, log }: Dependencies): Jobs {
  const checkDomain = createDomainCheck(config.dnsServers);
  return {
    tasks: {
      'brand.check-domains': async () => {
        const rows = await database.statement<Pick<DomainRow, 'workspace_id' | 'domain' | 'token'>>(
          'select * from verified_domains()',
          [],
        );
        for (const row of rows) {
          if ((await checkDomain(row)) !== 'absent') continue;
          await database.inWorkspace(row.workspace_id, (db) =>
            db.updateTable('brand_domains').set({ verified_at: null }).where('token', '=', row.token).execute(),
          );
          log.warn({ workspace: row.workspace_id }, 'a domain is no longer proven by its DNS');
        }
      },
    },
    schedule: [{ task: 'brand.check-domains', everyMinutes: 24 * 60, startOffsetMinutes: 3 * 60 + 17 }],
  };
}
