import { EventEmitter } from 'node:events';
import { Logger, run, type Task, type WorkerEvents } from 'graphile-worker';
import { sql } from 'kysely';
import { type ConnectionOptions, type Database, type Db, openPool } from './database/database.ts';
import { newId } from './ids.ts';
import type { Log } from './log.ts';

/**
 * What a feature wants done later. `schedule` begins a task again and again, once over all instances. What takes minutes is
 * done `apart`, so many at a time: the others' jobs never wait for it.
 */
export type Jobs = { tasks: Record<string, Task>; schedule?: Scheduled[]; apart?: number };

type Scheduled = {
  task: string;
  everyMinutes: number;
  /** So many minutes after the hour, or after midnight in UTC. */
  at?: number;
  /** What it does cannot be undone, so it is not begun on a clock that may be wrong. */
  careful?: boolean;
};

/** Adds a job in the transaction of the change that it follows from. */
export async function enqueue(
  db: Db,
  task: string,
  payload: object,
  options: { key?: string; inMs?: number } = {},
): Promise<void> {
  const { key = null, inMs = 0 } = options;
  await sql`select enqueue(${task}, ${JSON.stringify(payload)}::json, ${key},
    now() + ${inMs} * interval '1 millisecond')`.execute(db);
}

const CONCURRENCY = 5;
const HEARTBEAT_MS = 10_000;

/** Runs jobs until stopped; stopping lets those that run finish. */
export async function runJobs(connection: ConnectionOptions, database: Database, jobs: Jobs[], log: Log) {
  const lanes = [
    { jobs: jobs.filter(({ apart }) => !apart), concurrency: CONCURRENCY },
    ...jobs.flatMap((own) => (own.apart ? [{ jobs: [own], concurrency: own.apart }] : [])),
  ];
  // A job holds a connection only while it is taken or written down; besides, each lane listens.
  const max = CONCURRENCY + 2 * lanes.length;
  const pool = openPool({ ...connection, max, statement_timeout: 0, application_name: 'frontdesk jobs' }, { log });
  const lockers: string[] = [];
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => lockers.push(workerPool.id));
  const runners = await Promise.all(
    lanes.map((lane) =>
      run({
        events,
        pgPool: pool,
        taskList: Object.assign({}, ...lane.jobs.map((own) => own.tasks)),
        // Its own schedule begins every minute that a clock has leaped over, and none while a clock that has gone back catches up.
        parsedCronItems: [],
        concurrency: lane.concurrency,
        noHandleSignals: true,
        // Its messages quote what failed, which may quote a customer; ids and task names are in the events below.
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

  const id = newId('run');
  const schedule = jobs.flatMap((own) => own.schedule ?? []);
  const scheduled = [
    schedule.map(({ task }) => task),
    schedule.map(({ everyMinutes }) => everyMinutes),
    schedule.map(({ at = 0 }) => at),
    schedule.map(({ careful = false }) => careful),
  ];
  const beat = async () => {
    await database.statement('select keep_runner($1, $2)', [id, lockers]);
    await database.statement('select begin_scheduled($1, $2, $3, $4)', scheduled);
  };
  await beat().catch(() => undefined);
  const heart = setInterval(() => void beat().catch(() => undefined), HEARTBEAT_MS);
  heart.unref();
  let stopping = false;
  // One that has ended alone would leave jobs that nobody comes for, and health would not notice.
  void Promise.race(runners.map(({ promise }) => promise.catch(() => undefined))).then(() => {
    clearInterval(heart);
    if (!stopping) log.error('the job runner has ended; health will say so');
  });

  return {
    async stop() {
      stopping = true;
      clearInterval(heart);
      await Promise.all(runners.map((runner) => runner.stop()));
      await database.statement('delete from job_runners where id = $1', [id]).catch(() => undefined);
      await pool.end();
    },
  };
}
