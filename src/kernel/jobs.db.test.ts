import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { addCleanup, createDatabase, queryAsDbOwner } from '../../test/harness.ts';
import { type ConnectionOptions, directConnection, openDatabase } from './database/database.ts';
import { enqueue, type Jobs, runJobs } from './jobs.ts';
import { createLog } from './log.ts';

const LEASE_MS = 3_000;
const WAIT_OPTIONS = { timeout: 60_000, interval: 50 };
const log = createLog('silent');

/** A proxy to the database that can be cut and restored. */
async function createCuttableProxy(connection: ConnectionOptions) {
  const { host, port } = directConnection(connection);
  const sockets = new Set<Socket>();
  let isCut = false;
  let refusedCount = 0;
  const server = createServer((client) => {
    if (isCut) {
      refusedCount += 1;
      return client.destroy();
    }
    const upstream = connect(join(String(host), `.s.PGSQL.${port}`));
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => other.destroy());
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  addCleanup(async () => {
    cut();
    server.close();
  });
  const address = { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
  return {
    connection: { ...directConnection(connection), ...address },
    cut,
    /** Like a server without a free connection: new ones are refused, existing ones continue to work. */
    refuse() {
      isCut = true;
    },
    refusals: () => refusedCount,
    restore() {
      isCut = false;
    },
  };
}

/** An instance whose jobs of the task `held` run until they are released. */
async function startInstance(connection: ConnectionOptions, ofDatabase = connection) {
  const database = openDatabase(ofDatabase, 2, { log });
  const heldJobs: PromiseWithResolvers<void>[] = [];
  let quickCount = 0;
  const jobs: Jobs = {
    tasks: {
      held: () => {
        const job = Promise.withResolvers<void>();
        heldJobs.push(job);
        return job.promise;
      },
      quick: async () => void quickCount++,
    },
  };
  const runner = await runJobs(connection, database, [jobs], log, LEASE_MS);
  const release = () => {
    for (const job of heldJobs) job.resolve();
  };
  addCleanup(async () => {
    release();
    await runner.stop();
    await database.close();
  });
  return { held: heldJobs, release, quickCount: () => quickCount, database };
}

async function startTwoInstances({ isFirstAlone }: { isFirstAlone: boolean }) {
  const direct = await createDatabase();
  const proxy = await createCuttableProxy(direct);
  const sql = async (text: string) => (await queryAsDbOwner(direct, text)).rows;
  const first = await startInstance(proxy.connection);
  const [{ id: firstRunner }] = await sql('select id from job_runners');
  await first.database.withoutWorkspace((db) => enqueue(db, 'held', {}));
  await vi.waitFor(() => expect(first.held).toHaveLength(1), WAIT_OPTIONS);
  const second = await startInstance(isFirstAlone ? direct : proxy.connection);
  const readRunnerIds = async () => (await sql('select id from job_runners')).map(({ id }) => id as string);
  const readHeldJobs = () => sql(`select locked_by from graphile_worker.jobs where task_identifier = 'held'`);
  return { proxy, sql, first, firstRunner, second, readRunnerIds, readHeldJobs };
}

it('takes the jobs of a runner that was cut off, which gets a successor', async () => {
  const { proxy, first, firstRunner, second, readRunnerIds, readHeldJobs } = await startTwoInstances({
    isFirstAlone: true,
  });
  const [jobBefore] = await readHeldJobs();
  proxy.cut();
  await vi.waitFor(() => expect(second.held).toHaveLength(1), WAIT_OPTIONS);
  const [takenJob] = await readHeldJobs();
  expect(takenJob.locked_by).not.toBe(jobBefore.locked_by);

  proxy.restore();
  await vi.waitFor(async () => expect(await readRunnerIds()).toHaveLength(2), WAIT_OPTIONS);
  expect(await readRunnerIds()).not.toContain(firstRunner);
  await vi.waitFor(async () => {
    await first.database.withoutWorkspace((db) => enqueue(db, 'quick', {}));
    expect(first.quickCount()).toBeGreaterThan(0);
  }, WAIT_OPTIONS);

  second.release();
  await vi.waitFor(async () => expect(await readHeldJobs()).toEqual([]), WAIT_OPTIONS);
  first.release();
  expect([first.held.length, second.held.length]).toEqual([1, 1]);
});

it('takes no jobs from runners after an outage that cut off all runners', async () => {
  const { proxy, sql, first, second, readRunnerIds, readHeldJobs } = await startTwoInstances({ isFirstAlone: false });
  const knownRunnerIds = await readRunnerIds();
  proxy.cut();
  await vi.waitFor(
    async () =>
      expect(await sql(`select from job_runners where seen_at > now() - interval '${2 * LEASE_MS} ms'`)).toEqual([]),
    WAIT_OPTIONS,
  );
  proxy.restore();
  // Lost runners have successors, and send heartbeats while a job of theirs runs.
  const runnerOfHeldJobSql = `select r.id from job_runners r join graphile_worker.jobs j on j.locked_by = any(r.lockers)
    where j.task_identifier = 'held' and r.seen_at > now() - interval '1 second'`;
  await vi.waitFor(async () => expect(await sql(runnerOfHeldJobSql)).toHaveLength(1), WAIT_OPTIONS);
  await vi.waitFor(
    async () => expect((await readRunnerIds()).some((id) => !knownRunnerIds.includes(id))).toBe(true),
    WAIT_OPTIONS,
  );
  expect([first.held.length, second.held.length]).toEqual([1, 0]);
  first.release();
  await vi.waitFor(async () => expect(await readHeldJobs()).toEqual([]), WAIT_OPTIONS);
  expect([first.held.length, second.held.length]).toEqual([1, 0]);
});

it('lets workspaces take turns, so that one with many jobs does not delay another', async () => {
  const BUSY_JOB_COUNT = 600;
  const STARTED_AFTER = 100;
  const connection = await createDatabase();
  const database = openDatabase(connection, 2, { log });
  const finishedWorkspaces: string[] = [];
  const addJobs = (workspaceId: string, count: number) =>
    queryAsDbOwner(
      connection,
      `select enqueue('turn', json_build_object('workspaceId', $1::text)) from generate_series(1, $2)`,
      [workspaceId, count],
    );
  await addJobs('busy', BUSY_JOB_COUNT);
  let jobsAdded: Promise<unknown> | undefined;
  const recordTurn = async (payload: unknown) => {
    finishedWorkspaces.push((payload as { workspaceId: string }).workspaceId);
    if (finishedWorkspaces.length === STARTED_AFTER) jobsAdded = addJobs('some', 20).then(() => addJobs('quiet', 1));
    await jobsAdded;
  };
  const runner = await runJobs(connection, database, [{ tasks: { turn: recordTurn } }], log);
  addCleanup(async () => {
    await runner.stop();
    await database.close();
  });
  await vi.waitFor(() => expect(finishedWorkspaces).toHaveLength(BUSY_JOB_COUNT + 21), WAIT_OPTIONS);
  // Five jobs run at a time, and each workspace gets four jobs per turn.
  expect(finishedWorkspaces.indexOf('quiet')).toBeLessThan(STARTED_AFTER + 5 + 3 * 4);
  const fiveTurns = finishedWorkspaces.slice(
    finishedWorkspaces.indexOf('some'),
    finishedWorkspaces.lastIndexOf('some') + 1,
  );
  const busyJobCount = fiveTurns.filter((workspace) => workspace === 'busy').length;
  // A workspace that comes later does not make up for earlier turns.
  expect(busyJobCount).toBeGreaterThanOrEqual(3 * 4);
  expect(busyJobCount).toBeLessThanOrEqual(6 * 4);
});

it('keeps its runner while no connection is left, because nothing was lost', async () => {
  const direct = await createDatabase();
  const proxy = await createCuttableProxy(direct);
  // Opens a new connection whenever it looks for jobs.
  const instance = await startInstance({ ...proxy.connection, idleTimeoutMillis: 10 }, direct);
  const readRunners = async () => (await queryAsDbOwner(direct, 'select id from job_runners')).rows;
  const runnersBefore = await readRunners();
  proxy.refuse();
  await vi.waitFor(() => expect(proxy.refusals()).toBeGreaterThan(3), WAIT_OPTIONS);
  proxy.restore();
  await instance.database.withoutWorkspace((db) => enqueue(db, 'quick', {}));
  await vi.waitFor(() => expect(instance.quickCount()).toBe(1), WAIT_OPTIONS);
  expect(await readRunners()).toEqual(runnersBefore);
});

it('does not count a runner that could not start as alive', async () => {
  const direct = await createDatabase();
  const proxy = await createCuttableProxy(direct);
  const database = openDatabase(direct, 2, { log });
  addCleanup(() => database.close());
  const startRunner = (connection: ConnectionOptions) => runJobs(connection, database, [{ tasks: {} }], log);
  const readRunners = async () => (await queryAsDbOwner(direct, 'select id from job_runners')).rows;
  proxy.refuse();
  await expect(startRunner(proxy.connection)).rejects.toThrow();
  expect(await readRunners()).toEqual([]);
  // graphile-worker refuses a database that a later version has changed.
  await queryAsDbOwner(direct, 'insert into graphile_worker.migrations (id, breaking) values (1000000, true)');
  await expect(startRunner(direct)).rejects.toThrow();
  expect(await readRunners()).toEqual([]);
});

it('does not count jobs that are planned for later as turns', async () => {
  const connection = await createDatabase();
  const addJobs = (workspaceId: string, runAt: string, count = 1) =>
    queryAsDbOwner(
      connection,
      `select enqueue('turn', json_build_object('workspaceId', $1::text), null, ${runAt}) from generate_series(1, ${count})`,
      [workspaceId],
    );
  const readPriorities = async (workspaceId: string) =>
    (
      await queryAsDbOwner(
        connection,
        `select priority from graphile_worker._private_jobs where payload ->> 'workspaceId' = $1 order by priority`,
        [workspaceId],
      )
    ).rows.map(({ priority }) => priority);
  await addJobs('planned', `now() + interval '1 month'`, 50);
  expect(new Set(await readPriorities('planned'))).toEqual(new Set([0]));
  for (let n = 0; n < 5; n++) await addJobs('planned', 'now()');
  // Its fifth due job is in the second turn, as if nothing were planned.
  expect((await readPriorities('planned')).slice(-2)).toEqual([0, 1]);
  await addJobs('other', 'now()');
  expect(await readPriorities('other')).toEqual([0]);
});
