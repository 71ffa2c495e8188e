// A database host that vanishes silently: no response arrives, and no connection is closed.
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
import { type ConnectionOptions, chooseDirectConnection, liftTimeLimit, openDatabase } from '../database/database.ts';

/** A proxy to the database that can silence its open connections. Later connections work again. */
async function createSilentProxy(connection: ConnectionOptions) {
  const { host, port } = connection;
  const responsiveSockets = new Set<Socket>();
  let silenceTrigger: string | undefined;
  const server = createServer((client) => {
    const upstream = connect(join(String(host), `.s.PGSQL.${port}`));
    responsiveSockets.add(client);
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
    upstream.on('data', (chunk) => responsiveSockets.has(client) && client.write(chunk));
    client.on('data', (chunk) => {
      if (silenceTrigger && chunk.includes(silenceTrigger)) {
        silenceTrigger = undefined;
        responsiveSockets.clear();
      }
      if (responsiveSockets.has(client)) upstream.write(chunk);
    });
    client.on('close', () => upstream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  addCleanup(async () => void server.close());
  return {
    connection: { ...connection, host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    silence: () => responsiveSockets.clear(),
    silenceOnNext(text: string) {
      silenceTrigger = text;
    },
  };
}

let directOptions: ConnectionOptions;
let proxy: Awaited<ReturnType<typeof createSilentProxy>>;

beforeAll(async () => {
  directOptions = chooseDirectConnection(await createDatabase());
  proxy = await createSilentProxy(directOptions);
});

const openWithShortTimeout = () => {
  const database = openDatabase({ ...proxy.connection, responseTimeoutMs: 1_000 }, 1);
  addCleanup(() => database.close());
  return database;
};

it('fails statements that get no response, and does not use the connection again', async () => {
  const database = openWithShortTimeout();
  await database.statement('select 1', []);
  proxy.silence();
  const lostError = await database.statement('select 1', []).catch((error) => error);
  expect(isConnectionLost(lostError)).toBe(true);
  expect(await database.statement('select 1 as n', [])).toEqual([{ n: 1 }]);

  proxy.silence();
  const libraryClient = await database.poolForLibraries.connect();
  await expect(libraryClient.query('select 1', [])).rejects.toThrow();
  libraryClient.release();
  expect(await database.statement('select 1 as n', [])).toEqual([{ n: 1 }]);

  proxy.silence();
  await expect(database.withoutWorkspace((db) => sql`select 1`.execute(db))).rejects.toThrow();
  expect(await database.statement('select 1 as n', [])).toEqual([{ n: 1 }]);
});

it('reports an unknown outcome if a COMMIT gets no response', async () => {
  const database = openWithShortTimeout();
  await database.statement('select 1', []);
  const outcome = database.withoutWorkspace(async (db) => {
    await sql`select 1`.execute(db);
    proxy.silence();
  });
  await expect(outcome).rejects.toBeInstanceOf(CommitOutcomeUnknown);
});

it('waits for slow statements in a transaction without a time limit', async () => {
  const database = openWithShortTimeout();
  const sleepStatement = sql`select pg_sleep(1.5)`;
  await expect(database.withoutWorkspace((db) => sleepStatement.execute(db))).rejects.toThrow('Connection terminated');
  await database.withoutWorkspace(async (db) => {
    await liftTimeLimit(db);
    await sleepStatement.execute(db);
  });
});

it('responds with 503 that the request may have been saved, and recovers', async () => {
  const service: Service = await startService({ ...proxy.connection, responseTimeoutMs: 3_000 }, { jobs: 'off' });
  const { key } = await createWorkspace(service);
  const sendChat = () => call(service, 'POST', '/api/chat', { key, body: { message: 'Hello' } });
  expect((await sendChat()).status).toBe(200);
  proxy.silenceOnNext('commit\0');
  const response = await sendChat();
  expect([response.status, response.json.code]).toEqual([503, 'unavailable']);
  expect(response.json.detail).toContain('may have been saved');
  await vi.waitFor(async () => expect((await sendChat()).status).toBe(200), { timeout: 60_000 });
  expect((await queryAsDbOwner(directOptions, 'select from conversations')).rowCount).toBeGreaterThan(1);
});
