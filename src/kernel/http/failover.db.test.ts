// How one service copes with a failover of the database. test/failover runs complete failovers.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { expectStatus } from '../../../test/business.ts';
import {
  addCleanup,
  call,
  createDatabase,
  createWorkspace,
  queryAsDbOwner,
  type Service,
  startService,
} from '../../../test/harness.ts';
import { chooseDirectConnection } from '../database/database.ts';

/** A proxy to the database that can lose the next COMMIT, or the response to it. */
async function createLossyProxy({ host, port }: { host?: string; port?: number }) {
  let nextLoss: 'response' | 'commit' | undefined;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(join(String(host), `.s.PGSQL.${port}`));
    const cutConnection = () => {
      client.destroy();
      upstream.destroy();
    };
    let isCutting = false;
    for (const socket of [client, upstream]) sockets.add(socket.on('error', cutConnection).on('close', cutConnection));
    client.on('data', (chunk) => {
      const isCommit = nextLoss !== undefined && chunk.includes('commit\0');
      if (isCommit && nextLoss === 'commit') {
        nextLoss = undefined;
        return cutConnection();
      }
      if (isCommit) {
        nextLoss = undefined;
        isCutting = true;
      }
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      // Drops the response to the COMMIT, and then the connection.
      if (!isCutting) client.write(chunk);
      else if (chunk.includes('COMMIT\0')) cutConnection();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  addCleanup(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return {
    connectionOptions: { host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    loseNext(loss: 'response' | 'commit') {
      nextLoss = loss;
    },
  };
}

describe('a connection that is lost during COMMIT', () => {
  let proxy: Awaited<ReturnType<typeof createLossyProxy>>;
  let service: Service;
  let key: string;

  beforeAll(async () => {
    const database = await createDatabase();
    const directOptions = chooseDirectConnection(database);
    proxy = await createLossyProxy(directOptions as { host: string; port: number });
    service = await startService({ ...directOptions, ...proxy.connectionOptions }, { jobs: 'off' });
    ({ key } = await createWorkspace(service));
  });

  const sendReply = (id: string, text: string) =>
    call(service, 'POST', `/api/conversations/${id}/messages`, {
      key,
      body: { text },
      headers: { 'idempotency-key': text },
    });
  const createConversation = async () =>
    expectStatus(200, await call(service, 'POST', '/api/chat', { key, body: { message: 'Hello' } })).json
      .conversationId as string;
  const countStoredMessages = async (text: string) =>
    (await queryAsDbOwner(service.connection, 'select 1 from messages where text = $1', [text])).rowCount;

  it.each(['response', 'commit'] as const)(
    'is reported as possibly saved, and the request can be repeated safely (lost: %s)',
    async (loss) => {
      const id = await createConversation();
      const text = `lost ${loss}`;
      const sendSameReply = () => sendReply(id, text);
      // The first transaction claims the Idempotency-Key; only the second one loses its COMMIT.
      const { database } = service;
      const inWorkspace = database.inWorkspace.bind(database);
      let transactionCount = 0;
      const spy = vi.spyOn(database, 'inWorkspace').mockImplementation((workspaceId, work) =>
        inWorkspace(workspaceId, async (db) => {
          const result = await work(db);
          if (++transactionCount === 2) proxy.loseNext(loss);
          return result;
        }),
      );
      const firstResponse = await sendSameReply();
      spy.mockRestore();
      expect(firstResponse).toMatchObject({ status: 503, json: { code: 'unavailable' } });
      expect(firstResponse.json.detail).toContain('may have been saved');
      expect(Number(firstResponse.headers.get('retry-after'))).toBeGreaterThan(0);
      const repeatedResponse = await vi.waitFor(async () => expectStatus(201, await sendSameReply()), {
        timeout: 60_000,
      });
      expect(repeatedResponse.headers.get('idempotent-replayed')).toBe(loss === 'response' ? 'true' : null);
      expect(repeatedResponse.json).toMatchObject({ text });
      expect(await countStoredMessages(text)).toBe(1);
    },
  );
});

describe('a primary that was demoted', () => {
  it('fails the health check and writes with 503, until a writable primary takes over', async () => {
    const service = await startService();
    const { key } = await createWorkspace(service);
    const chat = () => call(service, 'POST', '/api/chat', { key, body: { message: 'Hello' } });
    expectStatus(200, await chat());
    const { database } = chooseDirectConnection(service.connection);
    const setReadOnly = async (value: 'on' | 'off') => {
      await queryAsDbOwner(
        service.connection,
        `alter database ${database} set default_transaction_read_only = ${value}`,
      );
    };
    await setReadOnly('on');
    await queryAsDbOwner(
      { ...chooseDirectConnection(service.connection), database: 'frontdesk' },
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name like 'frontdesk%'`,
      [database],
    );
    const response = await vi.waitFor(async () => expectStatus(503, await chat()), { timeout: 60_000 });
    expect(response.json.code).toBe('unavailable');
    await vi.waitFor(
      async () => {
        const { status, json } = await call(service, 'GET', '/api/health');
        expect([status, json.checks.database[0].output]).toEqual([503, 'The database is read-only.']);
      },
      { timeout: 60_000 },
    );
    await queryAsDbOwner(
      { ...chooseDirectConnection(service.connection), database: 'frontdesk' },
      `alter database ${database} set default_transaction_read_only = off`,
    );
    await vi.waitFor(async () => expectStatus(200, await chat()), { timeout: 60_000 });
  });
});

describe('the job runner', () => {
  it('is replaced when it loses its connections, and its locks are taken over', async () => {
    const service = await startService();
    const runSql = async (text: string, values: unknown[] = []) =>
      (await queryAsDbOwner(service.connection, text, values)).rows;
    const readRunners = () => runSql('select id, lockers from job_runners order by seen_at');
    const [firstRunner] = await readRunners();
    const readConnectionPids = async () =>
      (
        await runSql(`select pid from pg_stat_activity
          where datname = current_database() and application_name = 'frontdesk jobs'`)
      ).map(({ pid }) => pid as number);
    const pidsBefore = await readConnectionPids();
    // The connection is lost while the runner fetches a job, not before.
    const blocker = new pg.Client(chooseDirectConnection(service.connection));
    await blocker.connect();
    await blocker.query('begin; lock table graphile_worker._private_jobs');
    await vi.waitFor(
      async () =>
        expect(
          await runSql(`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and application_name = 'frontdesk jobs' and wait_event_type = 'Lock'`),
        ).not.toEqual([]),
      { timeout: 60_000 },
    );
    await blocker.end();
    const secondRunner = await vi.waitFor(
      async () => {
        const newRunner = (await readRunners()).find(({ id }) => id !== firstRunner.id);
        expect(newRunner).toBeDefined();
        return newRunner;
      },
      { timeout: 60_000 },
    );
    expect(secondRunner.lockers).not.toEqual(firstRunner.lockers);
    // This must happen sooner than idle connections are closed anyway.
    await vi.waitFor(
      async () => expect((await readConnectionPids()).filter((pid) => pidsBefore.includes(pid))).toEqual([]),
      {
        timeout: 30_000,
      },
    );
    // A job that the first runner locked without knowing it: the statement was committed, and its result lost.
    await runSql(`select graphile_worker.add_job('maintenance.lost', '{}')`);
    await runSql(`update graphile_worker._private_jobs set locked_at = now(), locked_by = $1`, [
      firstRunner.lockers[0],
    ]);
    await runSql(`update job_runners set seen_at = now() - interval '31 seconds' where id = $1`, [firstRunner.id]);
    await vi.waitFor(
      async () =>
        expect(
          await runSql('select locked_by from graphile_worker.jobs where locked_by = $1', [firstRunner.lockers[0]]),
        ).toEqual([]),
      { timeout: 60_000 },
    );
    expect((await readRunners()).map(({ id }) => id)).toEqual([secondRunner.id]);
  });
});
