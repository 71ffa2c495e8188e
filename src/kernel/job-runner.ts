import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, run, type Task, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { isConnectionLost, READ_ONLY_SQLSTATE } from './database/connection-errors.ts';
import { type ConnectionOptions, type Database, openDbOwnerPool, RESPONSE_TIMEOUT_MS } from './database/database.ts';
import { newId } from './ids.ts';
import type { Log } from './log.ts';

const QUICK_JOBS: Lane = { name: 'quick jobs', workers: 5 };
const CONNECTIONS_FOR_JOBS = 3;
/**
 * How often a worker asks for jobs that have become due. In a lane of many workers each waits longer, because they all ask.
 * New jobs do not wait: they are announced.
 */
const POLL_INTERVAL_MS = 2_000;
const MIN_POLL_INTERVAL_PER_WORKER_MS = 400;
/** How long a runner may be silent before others take its jobs. It sends three heartbeats in that time. */
const LEASE_MS = 30_000;
const RECONNECT_DELAY_MS = 1_000;

/**
 * A feature's background tasks. Each task in `schedule` runs periodically on one of the instances. Slow tasks have another
 * lane, so that quick ones do not wait for them.
 */
export type Jobs = { tasks: Record<string, Task>; schedule?: ScheduledTask[]; lane?: Lane };

/** Workers that only run the tasks of some features. Features with the same lane add their workers to it. */
export type Lane = { name: string; workers: number };

/** For tasks that may take minutes. They share a lane, because each lane asks the database for every new job. */
export const createLongJobsLane = (workers: number): Lane => ({ name: 'long jobs', workers });

type ScheduledTask = {
  task: string;
  everyMinutes: number;
  /** Minutes after the hour, or after midnight UTC for tasks that run daily. */
  startOffsetMinutes?: number;
  /** For irreversible tasks: skipped while the system clock looks wrong. */
  needsTrustedClock?: boolean;
};

export type Runner = {
  /** Waits for running jobs and gives the locks back. */
  stop(): Promise<void>;
  /**
   * Waits for running jobs, whose end may be recorded later. Others take its locks once it has been silent for half a
   * minute.
   */
  retire(): Promise<void>;
};

type RunnerOptions = {
  connection: ConnectionOptions;
  database: Database;
  jobs: Jobs[];
  log: Log;
  /**
   * Called when the connection was lost, so that a job may be locked without this runner knowing of it, when others have
   * taken its jobs, or when it ended.
   */
  onLost(): void;
  leaseMs?: number | undefined;
};

/** Fetches and runs jobs, in one lane for most features, and in the lanes of those with slow tasks. */
export async function startRunner(options: RunnerOptions): Promise<Runner> {
  const { connection, database, jobs, log, onLost, leaseMs = LEASE_MS } = options;
  const lanes = groupByLane(jobs);
  // Each lane needs a connection to listen. Jobs use one only when they are fetched and completed, so few are enough.
  const maxConnections = lanes.length + CONNECTIONS_FOR_JOBS;
  let isEnding = false;
  const reportLost = () => {
    if (!isEnding) onLost();
  };
  const runnerId = newId('run');
  const workerPoolIds: string[] = [];
  /** Registers this runner, or reports that it is still alive, so that others leave its jobs alone for the time of a lease. */
  const registerOrRenew = async (isRenewal: boolean) => {
    const lease = `${leaseMs} milliseconds`;
    const statement = 'select keep_runner($1, $2, $3, $4) as "isKnown"';
    const [row] = await database.statement<{ isKnown: boolean }>(statement, [
      runnerId,
      workerPoolIds,
      lease,
      isRenewal,
    ]);
    if (!row?.isKnown) reportLost();
  };
  const pool = retryWhenLost(
    openDbOwnerPool(
      {
        responseTimeoutMs: RESPONSE_TIMEOUT_MS,
        ...connection,
        max: maxConnections,
        statement_timeout: 0,
        application_name: 'frontdesk jobs',
      },
      { log },
    ),
    reportLost,
  );
  const deregister = async () => {
    await pool.end();
    await database.statement('delete from job_runners where id = $1', [runnerId]).catch(() => undefined);
  };
  try {
    // Fails at once while there is no database. graphile-worker would wait longer and longer.
    await pool.query('select 1');
    // Not before, because health checks count it as alive from then on.
    await registerOrRenew(false);
  } catch (error) {
    await deregister();
    throw error;
  }
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => workerPoolIds.push(workerPool.id));
  logFailures(events, log);
  const startResults = await Promise.allSettled(
    lanes.map((lane) =>
      run({
        events,
        pgPool: pool,
        taskList: lane.tasks,
        // graphile-worker's cron misbehaves when the system clock jumps, so begin_scheduled() replaces it.
        parsedCronItems: [],
        concurrency: lane.workers,
        pollInterval: Math.max(POLL_INTERVAL_MS, lane.workers * MIN_POLL_INTERVAL_PER_WORKER_MS),
        noHandleSignals: true,
        // Silenced, because error messages may quote customers. The events log IDs and task names.
        logger: new Logger(() => () => undefined),
      }),
    ),
  );
  const runners = startResults.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const sendHeartbeat = () => registerOrRenew(true).catch(() => undefined);
  await sendHeartbeat();
  const heartbeatTimer = setInterval(() => void sendHeartbeat(), leaseMs / 3);
  heartbeatTimer.unref();

  const retire = async () => {
    isEnding = true;
    await Promise.allSettled(runners.map((runner) => runner.stop()));
    clearInterval(heartbeatTimer);
  };
  const failedStart = startResults.find((result) => result.status === 'rejected');
  if (failedStart) {
    await retire();
    await deregister();
    throw failedStart.reason;
  }
  void Promise.race(runners.map(({ promise }) => promise.catch(() => undefined))).then(reportLost);
  return {
    async retire() {
      await retire();
      await closeIdleConnections(pool);
    },
    async stop() {
      await retire();
      await deregister();
    },
  };
}

/** The tasks of each lane, with the workers of all its features; every feature of the default lane shares the same ones. */
function groupByLane(jobs: Jobs[]): { tasks: Record<string, Task>; workers: number }[] {
  const jobsByLane = Map.groupBy(jobs, ({ lane = QUICK_JOBS }) => lane.name);
  return [...jobsByLane.values()].map((laneJobs) => ({
    tasks: Object.assign({}, ...laneJobs.map(({ tasks }) => tasks)),
    workers: laneJobs.reduce((sum, { lane }) => sum + (lane?.workers ?? 0), 0) || QUICK_JOBS.workers,
  }));
}

function logFailures(events: WorkerEvents, log: Log): void {
  events.on('job:failed', ({ job, error }) => {
    log.error({ job: job.id, task: job.task_identifier, attempts: job.attempts, err: error }, 'a job failed for good');
  });
  events.on('job:error', ({ job, error }) => {
    log.warn(
      { job: job.id, task: job.task_identifier, attempt: job.attempts, err: error },
      'a job failed and will be tried again',
    );
  });
}

/** The pool stays open, because the end of a job may be recorded later, but its successor needs the connections. */
async function closeIdleConnections(pool: pg.Pool): Promise<void> {
  pool.options.idleTimeoutMillis = RECONNECT_DELAY_MS;
  for (let n = pool.idleCount; n > 0 && pool.idleCount > 0; n--) (await pool.connect()).release(true);
}

/** PostgreSQL's "cannot connect now", which makes graphile-worker record the end of a job later. */
const RETRYABLE_CODE = '57P03';

/**
 * graphile-worker does not wait for the statement that records the end of a job. It repeats it after errors with certain
 * codes; any other error, such as that of a lost connection, would end this process as an unhandled rejection. It repeats
 * the one that fetches a job too, after longer and longer pauses, and then does not know the job that a lost answer was
 * about: hence `onLost`.
 */
function retryWhenLost(pool: pg.Pool, onLost: () => void): pg.Pool {
  const rethrowRetryable = (error: unknown): never => {
    if (!isConnectionLost(error)) throw error;
    onLost();
    throw Object.assign(error as Error, { code: RETRYABLE_CODE });
  };
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      const result = query(...args);
      if (!(result instanceof Promise)) return result;
      return result.catch((error) => {
        // Leads to a server that has become a standby: graphile-worker would put it back into the pool.
        if (error.code === READ_ONLY_SQLSTATE) void client.end().catch(() => undefined);
        return rethrowRetryable(error);
      });
    }) as typeof client.query;
  });
  const connect = pool.connect.bind(pool) as (callback?: unknown) => Promise<pg.PoolClient>;
  // Nothing was sent that could have been lost. graphile-worker would wait longer and longer.
  const connectWhenPossible = async (): Promise<pg.PoolClient> => {
    for (;;) {
      try {
        return await connect();
      } catch (error) {
        if (!isConnectionLost(error)) throw error;
        await sleep(RECONNECT_DELAY_MS);
        if (pool.ending) return new Promise(() => undefined);
      }
    }
  };
  pool.connect = ((callback?: Parameters<pg.Pool['connect']>[0]) => {
    // After the end of the pool, what is left to record is left to the next runner.
    if (pool.ending) return new Promise(() => undefined);
    if (!callback) return connectWhenPossible();
    // For the connection that listens, which graphile-worker opens again after any error. If it is lost while it is given
    // back, graphile-worker gives it back twice.
    return connect(
      (error: Error | undefined, client: pg.PoolClient | undefined, release: (error?: unknown) => void) => {
        let isReleased = false;
        callback(error, client, (reason) => {
          if (!isReleased) release(reason);
          isReleased = true;
        });
      },
    );
  }) as pg.Pool['connect'];
  return pool;
}
