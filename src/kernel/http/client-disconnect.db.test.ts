import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call, createWorkspace, queryAsDbOwner, type Service, startService } from '../../../test/harness.ts';
import { callAsMember, createTeam } from '../../../test/members.ts';

let service: Service;
let key: string;
let conversationId: string;
let seenLines = 0;

beforeAll(async () => {
  service = await startService(undefined, { jobs: 'off' });
  key = (await createWorkspace(service)).key;
  conversationId = (await call(service, 'POST', '/api/chat', { key, body: { message: 'Hello' } })).json.conversationId;
});
beforeEach(() => {
  seenLines = service.logLines.length;
});

type Line = { level: number; msg: string; status?: number; route?: string; err?: { sqlState?: string } };
const lines = (): Line[] => service.logLines.slice(seenLines).map((line) => JSON.parse(line));
/** Waits for the access log line of a request. */
/** The service's own checks of its health are logged at the debug level. */
const requestLine = () => eventually(() => lines().find(({ level, msg }) => msg === 'request' && level > 20));
/** Ignores slow statements, because the machine's speed does not matter here. */
const faults = () => lines().filter(({ level, msg }) => level >= 40 && msg !== 'a slow statement');

async function eventually<T>(check: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (const deadline = Date.now() + 60_000; ; await sleep(10)) {
    const result = await check();
    if (result) return result;
    if (Date.now() > deadline) throw new Error(`it never came: ${JSON.stringify(lines())}`);
  }
}

/** Opens a raw connection and writes these header lines. */
async function open(...heads: string[]): Promise<Socket> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(heads.map((line) => `${line}\r\n`).join(''));
  return socket;
}

const AUTHORISED = () => [`Host: x`, `Authorization: Bearer ${key}`];
function post(body: string, length = Buffer.byteLength(body), extraHeaders: string[] = []): Promise<Socket> {
  const head = ['POST /api/chat HTTP/1.1', ...AUTHORISED(), 'Content-Type: application/json', ...extraHeaders];
  return open(...head, `Content-Length: ${length}`, '').then((socket) => {
    socket.write(body);
    return socket;
  });
}

/** Blocks requests for the conversation until the returned function is called. */
async function lockConversation(): Promise<() => Promise<void>> {
  const client = new pg.Client(service.connection);
  await client.connect();
  await client.query('begin');
  await client.query('select from conversations where id = $1 for update', [conversationId]);
  return () => client.end();
}
const isQueryWaiting = async () =>
  (
    await queryAsDbOwner(
      service.connection,
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).rowCount;

describe('a client that disconnects', () => {
  it('in the middle of the body gets no response and causes no error', async () => {
    const socket = await post('{"message": "Hel', 1_000);
    // The request was authorized, because a call was counted.
    await eventually(async () => (await queryAsDbOwner(service.connection, 'select from call_counters')).rowCount);
    await sleep(50);
    socket.destroy();
    expect(await requestLine()).toMatchObject({ status: 499, route: '/api/chat' });
    expect(lines().filter(({ msg }) => msg === 'the caller hung up')).toMatchObject([{ level: 20 }]);
    expect(faults()).toEqual([]);
  });

  it.for([[], ['Accept: text/event-stream']])('while the handler runs does not stop it: %s', async (more) => {
    const message = `done anyway ${more.length}`;
    const unlock = await lockConversation();
    const socket = await post(JSON.stringify({ conversationId, message }), undefined, more);
    await eventually(isQueryWaiting);
    socket.destroy();
    await sleep(50);
    expect(await requestLine()).toMatchObject({ status: 499, route: '/api/chat' });
    await unlock();
    const stored = async () =>
      (await queryAsDbOwner(service.connection, 'select from messages where text = $1', [message])).rowCount;
    expect(await eventually(stored)).toBe(1);
    // When a later request is answered, this one has finished.
    await call(service, 'POST', '/api/chat', { key, body: { conversationId, message: 'Hello' } });
    expect(faults()).toEqual([]);
  });

  it('does not hide a bug in our code', async () => {
    const unlock = await lockConversation();
    const socket = await post(JSON.stringify({ conversationId, message: 'nobody listens' }));
    await eventually(isQueryWaiting);
    socket.destroy();
    await queryAsDbOwner(service.connection, 'revoke insert on messages from frontdesk_app');
    await sleep(50);
    expect(await requestLine()).toMatchObject({ status: 499, route: '/api/chat' });
    await unlock();
    await eventually(() => faults().length);
    await queryAsDbOwner(service.connection, 'grant insert on messages to frontdesk_app');
    expect(faults()).toMatchObject([{ level: 50, msg: 'a request failed', err: { sqlState: '42501' } }]);
  });
});

describe('disconnecting in the middle of a stream', () => {
  const read = (socket: Socket) =>
    new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));

  it('closing a live stream causes no error', async () => {
    const socket = await open(`GET /api/conversations/${conversationId}/events HTTP/1.1`, ...AUTHORISED(), '');
    expect(await read(socket)).toContain('200 OK');
    socket.destroy();
    expect(await requestLine()).toMatchObject({ status: 200, route: '/api/conversations/:id/events' });
    expect(faults()).toEqual([]);
  });

  const workspaceOf = async () => {
    const team = await createTeam(service);
    // More than the network buffers hold.
    await queryAsDbOwner(
      service.connection,
      `insert into ready_replies (workspace_id, id, title, text, created_at)
       select $1, 'rr_' || n, 'T' || n, repeat('x', 100000), now() from generate_series(1, 300) n`,
      [team.workspace],
    );
    const head = [
      ...['POST /api/privacy/export HTTP/1.1', 'Host: x', 'Content-Type: application/json', 'Content-Length: 2'],
      ...[`Cookie: ${team.owner.cookie}`, `X-Workspace: ${team.workspace}`, ''],
    ];
    seenLines = service.logLines.length;
    const socket = await open(...head);
    socket.write('{}');
    return { team, socket };
  };

  it('an aborted download is not an error', async () => {
    const { socket } = await workspaceOf();
    expect(await read(socket)).toContain('200 OK');
    socket.destroy();
    expect(await requestLine()).toMatchObject({ route: '/api/privacy/export' });
    expect(lines().some(({ msg }) => msg === 'the caller hung up')).toBe(true);
    expect(faults()).toEqual([]);
  });

  it('a download that fails on our side is an error', async () => {
    const { team, socket } = await workspaceOf();
    expect(await read(socket)).toContain('200 OK');
    socket.pause();
    await queryAsDbOwner(service.connection, 'revoke select on conversations from frontdesk_app');
    socket.resume();
    await new Promise((resolve) => socket.once('close', resolve));
    await queryAsDbOwner(service.connection, 'grant select on conversations to frontdesk_app');
    await requestLine();
    expect(faults()).toMatchObject([
      { level: 50, msg: 'an answer failed after it had begun', err: { sqlState: '42501' } },
    ]);
    expect((await callAsMember(service, team.owner, team.workspace, 'POST', '/api/privacy/export', {})).status).toBe(
      200,
    );
  });
});

it('stops despite open connections without a request', async () => {
  const stopping = await startService(service.connection, { jobs: 'off' });
  const { hostname, port } = new URL(stopping.url);
  const socket = connect(Number(port), hostname);
  let response = '';
  socket.on('data', (chunk) => (response += chunk)).on('error', () => undefined);
  const ended = new Promise((resolve) => socket.once('close', resolve));
  const count = () =>
    new Promise<number>((resolve) => stopping.server.server.getConnections((_, open) => resolve(open)));
  await eventually(async () => (await count()) === 1);
  await stopping.stop();
  await ended;
  // If the shutdown had waited for the connection, it would have received a timeout response.
  expect(response).toBe('');
});
