import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { addCleanup, createDatabase, queryAsDbOwner } from '../../test/harness.ts';
import { type ConnectionOptions, chooseDirectConnection, openDatabase } from './database/database.ts';
import { enqueue, type Jobs, runJobs } from './jobs.ts';
import { createLog } from './log.ts';

const LEASE_MS = 3_000;
const WAIT_OPTIONS = { timeout: 60_000, interval: 50 };
const log = createLog('silent');

/** A proxy to the database that can be cut and restored. */
async function createCuttableProxy(connection: ConnectionOptions) {
  const { host, port } = chooseDirectConnection(connection);
  const sockets = new Set<Socket>();
  let refusesConnections = false;
  let refusedCount = 0;
  const server = createServer((client) => {
    if (refusesConnections) {
      refusedCount += 1;
      return client.destroy();
    }
    const upstream = connect(join(String(host), `.s.PGSQL.${port}`));
    for (const [socket, peer] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => peer.destroy());
      socket.pipe(peer);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    refusesConnections = true;
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  addCleanup(async () => {
    cut();
    server.close();
  });
  const hostAndPort = { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
  return {
    connection: { ...chooseDirectConnection(connection), ...hostAndPort },
    cut,
    /** Like a server without a free connection: new ones are refused, existing ones continue to work. */
    refuseNewConnections() {
      refusesConnections = true;
    },
    refusedConnectionCount: () => refusedCount,
    restore() {
      refusesConnections = false;
    },
  };
}

/** An instance whose jobs of the task `held` run until they are released. */
async function startInstance(connection: ConnectionOptions, databaseConnection = connection) {
  const database = openDatabase(databaseConnection, 2, { log });
  const heldJobs: PromiseWithResolvers<void>[] = [];
  let quickJobCount = 0;
  const jobs: Jobs = {
    tasks: {
      held: () => {
        const job = Promise.withResolvers<void>();
        heldJobs.push(job);
        return job.promise;
      },
      quick: async () => void quickJobCount++,
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
  return { heldJobs, release, quickJobCount: () => quickJobCount, database };
}

async function startTwoInstances({ isOnlyFirstProxied }: { isOnlyFirstProxied: boolean }) {
  const directOptions = await createDatabase();
  const proxy = await createCuttableProxy(directOptions);
  const queryRows = async (text: string) => (await queryAsDbOwner(directOptions, text)).rows;
  const firstInstance = await startInstance(proxy.connection);
  const [{ id: firstRunnerId }] = await queryRows('select id from job_runners');
  await firstInstance.database.withoutWorkspace((db) => enqueue(db, 'held', {}));
  await vi.waitFor(() => expect(firstInstance.heldJobs).toHaveLength(1), WAIT_OPTIONS);
  const secondInstance = await startInstance(isOnlyFirstProxied ? directOptions : proxy.connection);
  const readRunnerIds = async () => (await queryRows('select id from job_runners')).map(({ id }) => id as string);
  const readHeldJobs = () => queryRows(`select locked_by from graphile_worker.jobs where task_identifier = 'held'`);
  return { proxy, queryRows, firstInstance, firstRunnerId, secondInstance, readRunnerIds, readHeldJobs };
}

it('takes over the jobs of a runner that was cut off, and replaces that runner', async () => {
  const { proxy, firstInstance, firstRunnerId, secondInstance, readRunnerIds, readHeldJobs } = await startTwoInstances({
    isOnlyFirstProxied: true,
  });
  const [jobBefore] = await readHeldJobs();
  proxy.cut();
  await vi.waitFor(() => expect(secondInstance.heldJobs).toHaveLength(1), WAIT_OPTIONS);
  const [takenJob] = await readHeldJobs();
  expect(takenJob.locked_by).not.toBe(jobBefore.locked_by);

  proxy.restore();
  await vi.waitFor(async () => expect(await readRunnerIds()).toHaveLength(2), WAIT_OPTIONS);
  expect(await readRunnerIds()).not.toContain(firstRunnerId);
  await vi.waitFor(async () => {
    await firstInstance.database.withoutWorkspace((db) => enqueue(db, 'quick', {}));
    expect(firstInstance.quickJobCount()).toBeGreaterThan(0);
  }, WAIT_OPTIONS);

  secondInstance.release();
  await vi.waitFor(async () => expect(await readHeldJobs()).toEqual([]), WAIT_OPTIONS);
  firstInstance.release();
  expect([firstInstance.heldJobs.length, secondInstance.heldJobs.length]).toEqual([1, 1]);
});

it('leaves jobs with their runners after an outage that cut off all runners', async () => {
  const { proxy, queryRows, firstInstance, secondInstance, readRunnerIds, readHeldJobs } = await startTwoInstances({
    isOnlyFirstProxied: false,
  });
  const knownRunnerIds = await readRunnerIds();
  proxy.cut();
  await vi.waitFor(
    async () =>
      expect(await queryRows(`select from job_runners where seen_at > now() - interval '${2 * LEASE_MS} ms'`)).toEqual(
        [],
      ),
    WAIT_OPTIONS,
  );
  proxy.restore();
  // Each runner that was cut off is replaced, but still sends heartbeats while one of its jobs runs.
  const runnerOfHeldJobSql = `select r.id from job_runners r join graphile_worker.jobs j on j.locked_by = any(r.lockers)
    where j.task_identifier = 'held' and r.seen_at > now() - interval '1 second'`;
  await vi.waitFor(async () => expect(await queryRows(runnerOfHeldJobSql)).toHaveLength(1), WAIT_OPTIONS);
  await vi.waitFor(
    async () => expect((await readRunnerIds()).some((id) => !knownRunnerIds.includes(id))).toBe(true),
    WAIT_OPTIONS,
  );
  expect([firstInstance.heldJobs.length, secondInstance.heldJobs.length]).toEqual([1, 0]);
  firstInstance.release();
  await vi.waitFor(async () => expect(await readHeldJobs()).toEqual([]), WAIT_OPTIONS);
  expect([firstInstance.heldJobs.length, secondInstance.heldJobs.length]).toEqual([1, 0]);
});

it('lets workspaces take turns, so that one with many jobs does not delay another', async () => {
  const BUSY_JOB_COUNT = 600;
  const JOBS_BEFORE_OTHERS = 100;
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
    if (finishedWorkspaces.length === JOBS_BEFORE_OTHERS)
      jobsAdded = addJobs('some', 20).then(() => addJobs('quiet', 1));
    await jobsAdded;
  };
  const runner = await runJobs(connection, database, [{ tasks: { turn: recordTurn } }], log);
  addCleanup(async () => {
    await runner.stop();
    await database.close();
  });
  await vi.waitFor(() => expect(finishedWorkspaces).toHaveLength(BUSY_JOB_COUNT + 21), WAIT_OPTIONS);
  // Five jobs run at a time, and each workspace gets four jobs per turn.
  expect(finishedWorkspaces.indexOf('quiet')).toBeLessThan(JOBS_BEFORE_OTHERS + 5 + 3 * 4);
  const fiveTurns = finishedWorkspaces.slice(
    finishedWorkspaces.indexOf('some'),
    finishedWorkspaces.lastIndexOf('some') + 1,
  );
  const busyJobsInFiveTurns = fiveTurns.filter((workspace) => workspace === 'busy').length;
  // A workspace whose jobs come later gets no extra turns for the time before.
  expect(busyJobsInFiveTurns).toBeGreaterThanOrEqual(3 * 4);
  expect(busyJobsInFiveTurns).toBeLessThanOrEqual(6 * 4);
});

it('keeps its runner while the database refuses new connections, because no connection was lost', async () => {
  const directOptions = await createDatabase();
  const proxy = await createCuttableProxy(directOptions);
  // Opens a new connection whenever it looks for jobs.
  const onlyInstance = await startInstance({ ...proxy.connection, idleTimeoutMillis: 10 }, directOptions);
  const readRunners = async () => (await queryAsDbOwner(directOptions, 'select id from job_runners')).rows;
  const runnersBefore = await readRunners();
  proxy.refuseNewConnections();
  await vi.waitFor(() => expect(proxy.refusedConnectionCount()).toBeGreaterThan(3), WAIT_OPTIONS);
  proxy.restore();
  await onlyInstance.database.withoutWorkspace((db) => enqueue(db, 'quick', {}));
  await vi.waitFor(() => expect(onlyInstance.quickJobCount()).toBe(1), WAIT_OPTIONS);
  expect(await readRunners()).toEqual(runnersBefore);
});

it('does not count a runner that could not start as alive', async () => {
  const directOptions = await createDatabase();
  const proxy = await createCuttableProxy(directOptions);
  const database = openDatabase(directOptions, 2, { log });
  addCleanup(() => database.close());
  const startRunner = (connection: ConnectionOptions) => runJobs(connection, database, [{ tasks: {} }], log);
  const readRunners = async () => (await queryAsDbOwner(directOptions, 'select id from job_runners')).rows;
  proxy.refuseNewConnections();
  await expect(startRunner(proxy.connection)).rejects.toThrow();
  expect(await readRunners()).toEqual([]);
  // graphile-worker refuses a database that a later version has changed.
  await queryAsDbOwner(directOptions, 'insert into graphile_worker.migrations (id, breaking) values (1000000, true)');
  await expect(startRunner(directOptions)).rejects.toThrow();
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

it('uses the private tables of graphile-worker in three functions, listed in docs/decisions/054', async () => {
  const { rows } = await queryAsDbOwner(
    await createDatabase(),
    `select proname as name from pg_proc
     where pronamespace = 'public'::regnamespace and prosrc like '%graphile_worker.\\_private\\_%' order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(['forget_jobs', 'job_turn', 'jobs_of']);
});
