import { createAllJobs } from '../src/background.ts';
import { createLog } from '../src/kernel/log.ts';
import { createServices } from '../src/services.ts';
import { addCleanup, type Service } from './harness.ts';
import { openSharedEncoder } from './shared-resources.ts';

const JOB = { id: '1', attempts: 1, created_at: new Date() };

/** Runs one task immediately, as the job runner would on schedule. */
export async function runTask(
  service: Service,
  task: string,
  payload: unknown = {},
  clock?: () => Date,
  job = JOB,
): Promise<void> {
  const { run, close } = await createTaskRunner(service, clock);
  try {
    await run(task, payload, job);
  } finally {
    await close();
  }
}

/** Returns a function like `runTask`, for a test that runs many tasks. */
export async function openTaskRunner(service: Service, clock?: () => Date) {
  const { run, close } = await createTaskRunner(service, clock);
  addCleanup(close);
  return run;
}

async function createTaskRunner({ config, connection }: Service, clock?: () => Date) {
  const log = createLog('silent');
  const services = await createServices({
    config,
    log,
    connection,
    encoder: openSharedEncoder(),
    ...(clock ? { clock } : {}),
  });
  const tasks = Object.assign({}, ...createAllJobs(services).map((jobs) => jobs.tasks));
  return {
    run: (task: string, payload: unknown = {}, job = JOB): Promise<void> => tasks[task](payload, { job }),
    close: () => services.close(),
  };
}
