import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ConnectionOptions, Database, Db } from './database/database.ts';
import { type Jobs, startRunner } from './job-runner.ts';
import type { Log } from './log.ts';

export { createLongJobsLane as longJobs, type Jobs } from './job-runner.ts';

/** Adds a job in the caller's transaction. */
export async function enqueue(
  db: Db,
  task: string,
  payload: object,
  options: { key?: string; delayMs?: number } = {},
): Promise<void> {
  const { key = null, delayMs = 0 } = options;
  await sql`select enqueue(${task}, ${JSON.stringify(payload)}::json, ${key},
    now() + ${delayMs} * interval '1 millisecond')`.execute(db);
}

const SCHEDULE_INTERVAL_MS = 10_000;
const RESTART_DELAY_MS = 1_000;

/**
 * Runs jobs until stopped. Stopping waits for running jobs to finish.
 *
 * A runner that loses its connection during a statement cannot know whether it has locked a job, so it is treated like
 * one that crashed: it finishes what it runs and falls silent, half a minute later others take its jobs, and a new runner
 * takes its place at once. A runner whose jobs others have taken, because it was cut off for half a minute, is replaced
 * likewise.
 */
export async function runJobs(
  connection: ConnectionOptions,
  database: Database,
  jobs: Jobs[],
  log: Log,
  leaseMs?: number,
) {
  const stopSignal = Promise.withResolvers<'stop'>();
  let isStopping = false;
  const start = async () => {
    const lostSignal = Promise.withResolvers<'lost'>();
    const runner = await startRunner({
      connection,
      database,
      jobs,
      log,
      leaseMs,
      onLost: () => lostSignal.resolve('lost'),
    });
    return { runner, lost: lostSignal.promise };
  };
  const retirements = new Set<Promise<void>>();

  async function keepRunning(currentRun: Awaited<ReturnType<typeof start>> | undefined): Promise<void> {
    while (currentRun) {
      const reason = await Promise.race([currentRun.lost, stopSignal.promise]);
      if (reason === 'stop') return currentRun.runner.stop();
      log.warn('the job runner lost its database connection or its jobs, or ended; another takes its place');
      const retirement = currentRun.runner.retire().finally(() => retirements.delete(retirement));
      retirements.add(retirement);
      currentRun = undefined;
      while (!currentRun && !isStopping) {
        await sleep(RESTART_DELAY_MS, undefined, { ref: false });
        currentRun = await start().catch(() => undefined);
      }
    }
  }
  const runLoop = keepRunning(await start());

  const schedule = jobs.flatMap((featureJobs) => featureJobs.schedule ?? []);
  const scheduleColumns = [
    schedule.map(({ task }) => task),
    schedule.map(({ everyMinutes }) => everyMinutes),
    schedule.map(({ startOffsetMinutes = 0 }) => startOffsetMinutes),
    schedule.map(({ needsTrustedClock = false }) => needsTrustedClock),
  ];
  const beginScheduled = () =>
    database.statement('select begin_scheduled($1, $2, $3, $4)', scheduleColumns).catch(() => undefined);
  await beginScheduled();
  const scheduleTimer = setInterval(() => void beginScheduled(), SCHEDULE_INTERVAL_MS);
  scheduleTimer.unref();

  return {
    async stop() {
      isStopping = true;
      stopSignal.resolve('stop');
      clearInterval(scheduleTimer);
      await Promise.all([runLoop, ...retirements]);
    },
  };
}
