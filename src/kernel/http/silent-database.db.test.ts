// A database host that vanishes without a word: nothing is answered, and no connection is closed.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, expect, it, vi } from 'vitest';
import {
  addCleanup,
  call,
  createDatabase,
  createWorkspace,
  queryAsDbOwner,
  type Service,
  startService,
} from '../../../test/harness.ts';
import { CommitOutcomeUnknown, isConnectionLost } from '../database/connection-errors.ts';
import { type ConnectionOptions, directConnection, liftTimeLimit, openDatabase } from '../database/database.ts';

/** A way to the database on which connections can fall silent. Later ones lead to it again. */
async function createSilentProxy(connection: ConnectionOptions) {
  const { host, port } = connection;
  const open = new Set<Socket>();
  let silenceAt: string | undefined;
  const server = createServer((client) => {
    const upstream = connect(join(String(host), `.s.PGSQL.${port}`));
    open.add(client);
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
    upstream.on('data', (chunk) => open.has(client) && client.write(chunk));
    client.on('data', (chunk) => {
      if (silenceAt && chunk.includes(silenceAt)) {
        silenceAt = undefined;
        open.clear();
      }
      if (open.has(client)) upstream.write(chunk);
    });
    client.on('close', () => upstream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  addCleanup(async () => void server.close());
  return {
    connection: { ...connection, host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    silence: () => open.clear(),
    silenceAtNext(text: string) {
      silenceAt = text;
    },
  };
}

let direct: ConnectionOptions;
let proxy: Awaited<ReturnType<typeof createSilentProxy>>;

beforeAll(async () => {
  direct = directConnection(await createDatabase());
  proxy = await createSilentProxy(direct);
});

const openHurried = () => {
  const database = openDatabase({ ...proxy.connection, query_timeout: 1_000 }, 1);
  addCleanup(() => database.close());
  return database;
};

it('fails what waits for an answer, and does not use the connection again', async () => {
  const database = openHurried();
  await database.statement('select 1', []);
  proxy.silence();
  const lost = await database.statement('select 1', []).catch((error) => error);
  expect(isConnectionLost(lost)).toBe(true);
  expect(await database.statement('select 1 as n', [])).toEqual([{ n: 1 }]);

  proxy.silence();
  const library = await database.poolForLibraries.connect();
  await expect(library.query('select 1', [])).rejects.toThrow();
  library.release();
  expect(await database.statement('select 1 as n', [])).toEqual([{ n: 1 }]);

  proxy.silence();
  await expect(database.withoutWorkspace((db) => sql`select 1`.execute(db))).rejects.toThrow();
  expect(await database.statement('select 1 as n', [])).toEqual([{ n: 1 }]);
});

it('does not know the outcome of a COMMIT that is not answered', async () => {
  const database = openHurried();
  await database.statement('select 1', []);
  const outcome = database.withoutWorkspace(async (db) => {
    await sql`select 1`.execute(db);
    proxy.silence();
  });
  await expect(outcome).rejects.toBeInstanceOf(CommitOutcomeUnknown);
});

it('waits for statements of a transaction without a time limit', async () => {
  const database = openHurried();
  const sleep = sql`select pg_sleep(1.5)`;
  await expect(database.withoutWorkspace((db) => sleep.execute(db))).rejects.toThrow('Query read timeout');
  await database.withoutWorkspace(async (db) => {
    await liftTimeLimit(db);
    await sleep.execute(db);
  });
});

it('answers 503 that a request may have been saved, and the next requests as before', async () => {
  const service: Service = await startService({ ...proxy.connection, query_timeout: 3_000 }, { jobs: 'off' });
  const { key } = await createWorkspace(service);
  const send = () => call(service, 'POST', '/api/chat', { key, body: { message: 'Hello' } });
  expect((await send()).status).toBe(200);
  proxy.silenceAtNext('commit\0');
  const reply = await send();
  expect([reply.status, reply.json.code]).toEqual([503, 'unavailable']);
  expect(reply.json.detail).toContain('may have been saved');
  await vi.waitFor(async () => expect((await send()).status).toBe(200), { timeout: 60_000 });
  expect((await queryAsDbOwner(direct, 'select from conversations')).rowCount).toBeGreaterThan(1);
});
