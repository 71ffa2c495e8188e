import type { Keyring } from '../../../kernel/crypto.ts';
import type { Database } from '../../../kernel/database/database.ts';
import type { Jobs } from '../../../kernel/jobs.ts';
import type { SafeFetch } from '../../../kernel/safe-fetch.ts';
import { SYNC_TASK, type SyncJob } from './connections.ts';
import { createProviderOpener, type ProviderConfig } from './open-provider.ts';
import { enqueueSync, type RunAsSystemForBusiness, syncConnection } from './sync.ts';

type Services = {
  database: Database;
  keyring: Keyring;
  safeFetch: SafeFetch;
  config: ProviderConfig;
  runAsSystemForBusiness: RunAsSystemForBusiness;
};

/** Syncs run separately, because providers are slow and other jobs must not wait for them. */
const SYNC_WORKERS = 4;

export function calendarJobs(services: Services): Jobs {
  const { openProvider } = createProviderOpener(services);
  return {
    lane: { name: 'calendars', workers: SYNC_WORKERS },
    tasks: {
      [SYNC_TASK]: (job) => syncConnection({ ...services, openProvider }, job as SyncJob),
      'calendars.poll': () => enqueueDueSyncs(services.database),
    },
    schedule: [{ task: 'calendars.poll', everyMinutes: 1 }],
  };
}

async function enqueueDueSyncs(database: Database): Promise<void> {
  const dueConnections = await database.statement<{ workspace_id: string; id: string }>(
    'select * from calendars_to_sync()',
    [],
  );
  for (const { workspace_id, id } of dueConnections)
    await database.inWorkspace(workspace_id, (db) => enqueueSync(db, { workspaceId: workspace_id, connectionId: id }));
}
