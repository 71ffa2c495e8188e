import { allJobs } from '../src/app.ts';
import { createLog } from '../src/kernel/log.ts';
import type { Service } from './harness.ts';

/** Runs one task as the job runner would, without waiting for its time. */
export async function runTask(
  { config, database }: Service,
  task: string,
  payload: unknown = {},
  clock?: () => Date,
): Promise<void> {
  const jobs = await allJobs({ config, database, log: createLog('silent'), clock });
  const { [task]: run } = Object.assign({}, ...jobs.map(({ tasks }) => tasks));
  await run(payload, { job: { id: '1', created_at: new Date() } });
}
