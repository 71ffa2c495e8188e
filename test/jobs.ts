import { allJobs } from '../src/background.ts';
import { createLog } from '../src/kernel/log.ts';
import { createServices } from '../src/services.ts';
import type { Service } from './harness.ts';
import { sharedEncoder } from './shared-resources.ts';

/** Runs one task immediately, as the job runner would on schedule. */
export async function runTask(
  { config, connection }: Service,
  task: string,
  payload: unknown = {},
  clock?: () => Date,
  job = { id: '1', attempts: 1, created_at: new Date() },
): Promise<void> {
  const log = createLog('silent');
  const services = await createServices({
    config,
    log,
    connection,
    encoder: sharedEncoder(),
    ...(clock ? { clock } : {}),
  });
  try {
    const { [task]: run } = Object.assign({}, ...allJobs(services).map(({ tasks }) => tasks));
    await run(payload, { job });
  } finally {
    await services.close();
  }
}
