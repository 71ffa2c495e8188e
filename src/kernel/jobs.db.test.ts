import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { addCleanup, createDatabase, queryAsDbOwner } from '../../test/harness.ts';
import { type ConnectionOptions, directConnection, openDatabase } from './database/database.ts';
import { enqueue, type Jobs, runJobs } from './jobs.ts';
import { createLog } from './log.ts';

const LEASE_MS = 3_000;
const WAIT = { timeout: 60_000, interval: 50 };
const log = createLog('silent');

/** A way to the database that can be cut and restored. */
async function createCuttableProxy(connection: ConnectionOptions) {
  const { host, port } = directConnection(connection);
  const sockets = new Set<Socket>();
  let isCut = false;
  let refusals = 0;
  const server = createServer((client) => {
    if (isCut) {
      refusals += 1;
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
    /** Like a server without a connection left: those there are go on. */
    refuse() {
      isCut = true;
    },
    refusals: () => refusals,
    restore() {
      isCut = false;
    },
  };
}

/** An instance whose jobs of the task `held` run until they are released. */
async function startInstance(connection: ConnectionOptions, ofDatabase = connection) {
  const database = openDatabase(ofDatabase, 2, { log });
  const held: PromiseWithResolvers<void>[] = [];
  let quickCount = 0;
  const jobs: Jobs = {
    tasks: {
      held: () => {
        const job = Promise.withResolvers<void>();
        held.push(job);
        return job.promise;
      },
      quick: async () => void quickCount++,
    },
  };
  const runner = await runJobs(connection, database, [jobs], log, LEASE_MS);
  const release = () => {
    for (const job of held) job.resolve();
  };
  addCleanup(async () => {
    release();
    await runner.stop();
    await database.close();
  });
  return { held, release, quickCount: () => quickCount, database };
}

async function startTwo({ isFirstAlone }: { isFirstAlone: boolean }) {
  const direct = await createDatabase();
  const proxy = await createCuttableProxy(direct);
  const sql = async (text: string) => (await queryAsDbOwner(direct, text)).rows;
  const first = await startInstance(proxy.connection);
  const [{ id: firstRunner }] = await sql('select id from job_runners');
  await first.database.withoutWorkspace((db) => enqueue(db, 'held', {}));
  await vi.waitFor(() => expect(first.held).toHaveLength(1), WAIT);
  const second = await startInstance(isFirstAlone ? direct : proxy.connection);
  const runners = async () => (await sql('select id from job_runners')).map(({ id }) => id as string);
  const heldJobs = () => sql(`select locked_by from graphile_worker.jobs where task_identifier = 'held'`);
  return { proxy, sql, first, firstRunner, second, runners, heldJobs };
}

it('takes the jobs of a runner that was cut off, which gets a successor', async () => {
  const { proxy, first, firstRunner, second, runners, heldJobs } = await startTwo({ isFirstAlone: true });
  const [before] = await heldJobs();
  proxy.cut();
  await vi.waitFor(() => expect(second.held).toHaveLength(1), WAIT);
  const [taken] = await heldJobs();
  expect(taken.locked_by).not.toBe(before.locked_by);

  proxy.restore();
  await vi.waitFor(async () => expect(await runners()).toHaveLength(2), WAIT);
  expect(await runners()).not.toContain(firstRunner);
  await vi.waitFor(async () => {
    await first.database.withoutWorkspace((db) => enqueue(db, 'quick', {}));
    expect(first.quickCount()).toBeGreaterThan(0);
  }, WAIT);

  second.release();
  await vi.waitFor(async () => expect(await heldJobs()).toEqual([]), WAIT);
  first.release();
  expect([first.held.length, second.held.length]).toEqual([1, 1]);
});

it('takes no jobs from runners after an outage that no runner could say anything in', async () => {
  const { proxy, sql, first, second, runners, heldJobs } = await startTwo({ isFirstAlone: false });
  const known = await runners();
  proxy.cut();
  await vi.waitFor(
    async () =>
      expect(await sql(`select from job_runners where seen_at > now() - interval '${2 * LEASE_MS} ms'`)).toEqual([]),
    WAIT,
  );
  proxy.restore();
  // Runners that were lost have successors, and give signs of life while a job of theirs runs.
  const runnerOf = `select r.id from job_runners r join graphile_worker.jobs j on j.locked_by = any(r.lockers)
    where j.task_identifier = 'held' and r.seen_at > now() - interval '1 second'`;
  await vi.waitFor(async () => expect(await sql(runnerOf)).toHaveLength(1), WAIT);
  await vi.waitFor(async () => expect((await runners()).some((id) => !known.includes(id))).toBe(true), WAIT);
  expect([first.held.length, second.held.length]).toEqual([1, 0]);
  first.release();
  await vi.waitFor(async () => expect(await heldJobs()).toEqual([]), WAIT);
  expect([first.held.length, second.held.length]).toEqual([1, 0]);
});

it('gives workspaces turns, so that one with many jobs does not hold up another', async () => {
  const MANY = 600;
  const STARTED_AFTER = 100;
  const connection = await createDatabase();
  const database = openDatabase(connection, 2, { log });
  const order: string[] = [];
  const add = (workspaceId: string, count: number) =>
    queryAsDbOwner(
      connection,
      `select enqueue('turn', json_build_object('workspaceId', $1::text)) from generate_series(1, $2)`,
      [workspaceId, count],
    );
  await add('busy', MANY);
  let added: Promise<unknown> | undefined;
  const turn = async (payload: unknown) => {
    order.push((payload as { workspaceId: string }).workspaceId);
    if (order.length === STARTED_AFTER) added = add('some', 20).then(() => add('quiet', 1));
    await added;
  };
  const runner = await runJobs(connection, database, [{ tasks: { turn } }], log);
  addCleanup(async () => {
    await runner.stop();
    await database.close();
  });
  await vi.waitFor(() => expect(order).toHaveLength(MANY + 21), WAIT);
  // Five jobs run at a time, and a turn has four of each.
  expect(order.indexOf('quiet')).toBeLessThan(STARTED_AFTER + 5 + 3 * 4);
  const fiveTurns = order.slice(order.indexOf('some'), order.lastIndexOf('some') + 1);
  const others = fiveTurns.filter((workspace) => workspace === 'busy').length;
  // Who comes later has no claim on the turns before.
  expect(others).toBeGreaterThanOrEqual(3 * 4);
  expect(others).toBeLessThanOrEqual(6 * 4);
});

it('keeps its runner while no connection is left, because nothing was lost', async () => {
  const direct = await createDatabase();
  const proxy = await createCuttableProxy(direct);
  // Opens one whenever it looks for jobs.
  const instance = await startInstance({ ...proxy.connection, idleTimeoutMillis: 10 }, direct);
  const runners = async () => (await queryAsDbOwner(direct, 'select id from job_runners')).rows;
  const before = await runners();
  proxy.refuse();
  await vi.waitFor(() => expect(proxy.refusals()).toBeGreaterThan(3), WAIT);
  proxy.restore();
  await instance.database.withoutWorkspace((db) => enqueue(db, 'quick', {}));
  await vi.waitFor(() => expect(instance.quickCount()).toBe(1), WAIT);
  expect(await runners()).toEqual(before);
});

it('counts no runner as alive that could not start', async () => {
  const direct = await createDatabase();
  const proxy = await createCuttableProxy(direct);
  const database = openDatabase(direct, 2, { log });
  addCleanup(() => database.close());
  const start = (connection: ConnectionOptions) => runJobs(connection, database, [{ tasks: {} }], log);
  const runners = async () => (await queryAsDbOwner(direct, 'select id from job_runners')).rows;
  proxy.refuse();
  await expect(start(proxy.connection)).rejects.toThrow();
  expect(await runners()).toEqual([]);
  // graphile-worker refuses a database that a later version has changed.
  await queryAsDbOwner(direct, 'insert into graphile_worker.migrations (id, breaking) values (1000000, true)');
  await expect(start(direct)).rejects.toThrow();
  expect(await runners()).toEqual([]);
});

it('does not let jobs that are planned for later take turns from those that are due', async () => {
  const connection = await createDatabase();
  const add = (workspaceId: string, runAt: string, count = 1) =>
    queryAsDbOwner(
      connection,
      `select enqueue('turn', json_build_object('workspaceId', $1::text), null, ${runAt}) from generate_series(1, ${count})`,
      [workspaceId],
    );
  const priorities = async (workspaceId: string) =>
    (
      await queryAsDbOwner(
        connection,
        `select priority from graphile_worker._private_jobs where payload ->> 'workspaceId' = $1 order by priority`,
        [workspaceId],
      )
    ).rows.map(({ priority }) => priority);
  await add('planned', `now() + interval '1 month'`, 50);
  expect(new Set(await priorities('planned'))).toEqual(new Set([0]));
  for (let n = 0; n < 5; n++) await add('planned', 'now()');
  // Its fifth job is in the second turn, as if it had planned nothing.
  expect((await priorities('planned')).slice(-2)).toEqual([0, 1]);
  await add('other', 'now()');
  expect(await priorities('other')).toEqual([0]);
});
