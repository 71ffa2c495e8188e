import { EventEmitter } from 'node:events';
import { Logger, run, type Task, type WorkerEvents } from 'graphile-worker';
import { sql } from 'kysely';
import { type ConnectionOptions, type Database, type Db, openPool } from './database/database.ts';
import { newId } from './ids.ts';
import type { Log } from './log.ts';

/**
 * A feature's background tasks. Each task in `schedule` runs periodically on one of the instances. With
 * `dedicatedConcurrency`, slow tasks get their own workers, so that other features' jobs do not wait for them.
 */
export type Jobs = { tasks: Record<string, Task>; schedule?: ScheduledTask[]; dedicatedConcurrency?: number };

type ScheduledTask = {
  task: string;
  everyMinutes: number;
  /** Minutes after the hour, or after midnight UTC for tasks that run daily. */
  atMinute?: number;
  /** For irreversible tasks: skipped while the system clock looks wrong. */
  needsTrustedClock?: boolean;
};

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

const CONCURRENCY = 5;
const HEARTBEAT_MS = 10_000;

/** Runs jobs until stopped. Stopping waits for running jobs to finish. */
export async function runJobs(connection: ConnectionOptions, database: Database, jobs: Jobs[], log: Log) {
  const lanes = [
    { jobs: jobs.filter(({ dedicatedConcurrency }) => !dedicatedConcurrency), concurrency: CONCURRENCY },
    ...jobs.flatMap((featureJobs) =>
      featureJobs.dedicatedConcurrency ? [{ jobs: [featureJobs], concurrency: featureJobs.dedicatedConcurrency }] : [],
    ),
  ];
  // Jobs use a connection only when they are fetched and completed. Each lane also needs one to listen.
  const maxConnections = CONCURRENCY + 2 * lanes.length;
  const pool = openPool(
    { ...connection, max: maxConnections, statement_timeout: 0, application_name: 'frontdesk jobs' },
    { log },
  );
  const workerPoolIds: string[] = [];
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => workerPoolIds.push(workerPool.id));
  const runners = await Promise.all(
    lanes.map((lane) =>
      run({
        events,
        pgPool: pool,
        taskList: Object.assign({}, ...lane.jobs.map((featureJobs) => featureJobs.tasks)),
        // graphile-worker's cron misbehaves when the system clock jumps, so begin_scheduled() below replaces it.
        parsedCronItems: [],
        concurrency: lane.concurrency,
        noHandleSignals: true,
        // Silenced, because error messages may quote customers. The events below log IDs and task names.
        logger: new Logger(() => () => undefined),
      }),
    ),
  );
  events.on('job:failed', ({ job, error }) => {
    log.error({ job: job.id, task: job.task_identifier, attempts: job.attempts, err: error }, 'a job failed for good');
  });
  events.on('job:error', ({ job, error }) => {
    log.warn(
      { job: job.id, task: job.task_identifier, attempt: job.attempts, err: error },
      'a job failed and will be tried again',
    );
  });

  const runnerId = newId('run');
  const schedule = jobs.flatMap((featureJobs) => featureJobs.schedule ?? []);
  const scheduleColumns = [
    schedule.map(({ task }) => task),
    schedule.map(({ everyMinutes }) => everyMinutes),
    schedule.map(({ atMinute = 0 }) => atMinute),
    schedule.map(({ needsTrustedClock = false }) => needsTrustedClock),
  ];
  const sendHeartbeat = async () => {
    await database.statement('select keep_runner($1, $2)', [runnerId, workerPoolIds]);
    await database.statement('select begin_scheduled($1, $2, $3, $4)', scheduleColumns);
  };
  await sendHeartbeat().catch(() => undefined);
  const heartbeat = setInterval(() => void sendHeartbeat().catch(() => undefined), HEARTBEAT_MS);
  heartbeat.unref();
  let isStopping = false;
  // If one runner ends on its own, stop the heartbeat, so that the health check reports it.
  void Promise.race(runners.map(({ promise }) => promise.catch(() => undefined))).then(() => {
    clearInterval(heartbeat);
    if (!isStopping) log.error('the job runner has ended; health will say so');
  });

  return {
    async stop() {
      isStopping = true;
      clearInterval(heartbeat);
      await Promise.all(runners.map((runner) => runner.stop()));
      await database.statement('delete from job_runners where id = $1', [runnerId]).catch(() => undefined);
      await pool.end();
    },
  };
}
