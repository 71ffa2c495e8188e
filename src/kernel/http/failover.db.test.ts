// What a failover of the database does to one service. test/failover plays whole ones.
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
import { directConnection } from '../database/database.ts';

/** A way to the database that can lose the answer to the next COMMIT, or the COMMIT itself. */
async function createLossyProxy({ host, port }: { host?: string; port?: number }) {
  let lose: 'answer' | 'commit' | undefined;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(join(String(host), `.s.PGSQL.${port}`));
    const cut = () => {
      client.destroy();
      upstream.destroy();
    };
    let isCutting = false;
    for (const socket of [client, upstream]) sockets.add(socket.on('error', cut).on('close', cut));
    client.on('data', (chunk) => {
      const isCommit = lose !== undefined && chunk.includes('commit\0');
      if (isCommit && lose === 'commit') {
        lose = undefined;
        return cut();
      }
      if (isCommit) {
        lose = undefined;
        isCutting = true;
      }
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      // The answer to a COMMIT ends with the next "ready for query", outside of a transaction.
      if (!isCutting) client.write(chunk);
      else if (chunk.includes('COMMIT\0')) cut();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  addCleanup(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return {
    address: { host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    loseNext(what: 'answer' | 'commit') {
      lose = what;
    },
  };
}

describe('a connection that is lost during COMMIT', () => {
  let proxy: Awaited<ReturnType<typeof createLossyProxy>>;
  let service: Service;
  let key: string;

  beforeAll(async () => {
    const database = await createDatabase();
    const direct = directConnection(database);
    proxy = await createLossyProxy(direct as { host: string; port: number });
    service = await startService({ ...direct, ...proxy.address }, { jobs: 'off' });
    ({ key } = await createWorkspace(service));
  });

  const reply = (id: string, text: string) =>
    call(service, 'POST', `/api/conversations/${id}/messages`, {
      key,
      body: { text },
      headers: { 'idempotency-key': text },
    });
  const newConversation = async () =>
    expectStatus(200, await call(service, 'POST', '/api/chat', { key, body: { message: 'Hello' } })).json
      .conversationId as string;
  const storedMessages = async (text: string) =>
    (await queryAsDbOwner(service.connection, 'select 1 from messages where text = $1', [text])).rowCount;

  it.each(['answer', 'commit'] as const)(
    'after the %s was lost is reported as possible, and repeated safely',
    async (lost) => {
      const id = await newConversation();
      const text = `lost ${lost}`;
      const send = () => reply(id, text);
      // The claim commits first, so the loss is awaited rather than counted.
      const { database } = service;
      const inWorkspace = database.inWorkspace.bind(database);
      let transactions = 0;
      const spy = vi.spyOn(database, 'inWorkspace').mockImplementation((workspaceId, work) =>
        inWorkspace(workspaceId, async (db) => {
          const result = await work(db);
          if (++transactions === 2) proxy.loseNext(lost);
          return result;
        }),
      );
      const answer = await send();
      spy.mockRestore();
      expect(answer).toMatchObject({ status: 503, json: { code: 'unavailable' } });
      expect(answer.json.detail).toContain('may have been saved');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      const repeated = await vi.waitFor(async () => expectStatus(201, await send()), { timeout: 60_000 });
      expect(repeated.headers.get('idempotent-replayed')).toBe(lost === 'answer' ? 'true' : null);
      expect(repeated.json).toMatchObject({ text });
      expect(await storedMessages(text)).toBe(1);
    },
  );
});

describe('a primary that was demoted', () => {
  it('fails the health check and writes with 503, and is forgotten once another takes over', async () => {
    const service = await startService();
    const { key } = await createWorkspace(service);
    const chat = () => call(service, 'POST', '/api/chat', { key, body: { message: 'Hello' } });
    expectStatus(200, await chat());
    const { database } = directConnection(service.connection);
    const setReadOnly = async (value: 'on' | 'off') => {
      await queryAsDbOwner(
        service.connection,
        `alter database ${database} set default_transaction_read_only = ${value}`,
      );
    };
    await setReadOnly('on');
    await queryAsDbOwner(
      { ...directConnection(service.connection), database: 'frontdesk' },
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name like 'frontdesk%'`,
      [database],
    );
    const reply = await vi.waitFor(async () => expectStatus(503, await chat()), { timeout: 60_000 });
    expect(reply.json.code).toBe('unavailable');
    await vi.waitFor(
      async () => {
        const { status, json } = await call(service, 'GET', '/api/health');
        expect([status, json.checks.database[0].output]).toEqual([503, 'The database is read-only.']);
      },
      { timeout: 60_000 },
    );
    await queryAsDbOwner(
      { ...directConnection(service.connection), database: 'frontdesk' },
      `alter database ${database} set default_transaction_read_only = off`,
    );
    await vi.waitFor(async () => expectStatus(200, await chat()), { timeout: 60_000 });
  });
});

describe('the job runner', () => {
  it('is replaced when it loses its connections, and its locks are taken over', async () => {
    const service = await startService();
    const sql = async (text: string, values: unknown[] = []) =>
      (await queryAsDbOwner(service.connection, text, values)).rows;
    const runners = () => sql('select id, lockers from job_runners order by seen_at');
    const [first] = await runners();
    const connections = async () =>
      (
        await sql(`select pid from pg_stat_activity
          where datname = current_database() and application_name = 'frontdesk jobs'`)
      ).map(({ pid }) => pid as number);
    const before = await connections();
    // Lost while it fetches a job, not before.
    const blocker = new pg.Client(directConnection(service.connection));
    await blocker.connect();
    await blocker.query('begin; lock table graphile_worker._private_jobs');
    await vi.waitFor(
      async () =>
        expect(
          await sql(`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and application_name = 'frontdesk jobs' and wait_event_type = 'Lock'`),
        ).not.toEqual([]),
      { timeout: 60_000 },
    );
    await blocker.end();
    const second = await vi.waitFor(
      async () => {
        const other = (await runners()).find(({ id }) => id !== first.id);
        expect(other).toBeDefined();
        return other;
      },
      { timeout: 60_000 },
    );
    expect(second.lockers).not.toEqual(first.lockers);
    // Sooner than connections are closed because nobody uses them.
    await vi.waitFor(async () => expect((await connections()).filter((pid) => before.includes(pid))).toEqual([]), {
      timeout: 30_000,
    });
    // A job that the first one locked without knowing: the statement was committed, and its answer lost.
    await sql(`select graphile_worker.add_job('maintenance.lost', '{}')`);
    await sql(`update graphile_worker._private_jobs set locked_at = now(), locked_by = $1`, [first.lockers[0]]);
    await sql(`update job_runners set seen_at = now() - interval '31 seconds' where id = $1`, [first.id]);
    await vi.waitFor(
      async () =>
        expect(
          await sql('select locked_by from graphile_worker.jobs where locked_by = $1', [first.lockers[0]]),
        ).toEqual([]),
      { timeout: 60_000 },
    );
    expect((await runners()).map(({ id }) => id)).toEqual([second.id]);
  });
});
