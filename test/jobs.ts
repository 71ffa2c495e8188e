import { allJobs } from '../src/background.ts';
import { createAssistant } from '../src/features/assistant/assistant.ts';
import { loadIndustries } from '../src/industries/load.ts';
import { loadMasterKey, openKeyring } from '../src/kernel/crypto.ts';
import { createLog } from '../src/kernel/log.ts';
import type { Service } from './harness.ts';
import { sharedEncoder } from './shared-resources.ts';

/** Runs one task immediately, as the job runner would on schedule. */
export async function runTask(
  { config, database }: Service,
  task: string,
  payload: unknown = {},
  clock?: () => Date,
): Promise<void> {
  const keyring = openKeyring(loadMasterKey(config.masterKey, config.dataDir));
  const industries = await loadIndustries();
  const encoder = sharedEncoder();
  const assistant = createAssistant({ encoder });
  const jobs = allJobs({ config, database, keyring, industries, encoder, assistant, log: createLog('silent'), clock });
  const { [task]: run } = Object.assign({}, ...jobs.map(({ tasks }) => tasks));
  await run(payload, { job: { id: '1', attempts: 1, created_at: new Date() } });
}
