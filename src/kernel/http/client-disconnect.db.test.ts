import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call, createWorkspace, queryAsDbOwner, type Service, startService } from '../../../test/harness.ts';
import { callAsMember, createTeam } from '../../../test/members.ts';

let service: Service;
let key: string;
let conversationId: string;
let seenLineCount = 0;

beforeAll(async () => {
  service = await startService(undefined, { jobs: 'off' });
  key = (await createWorkspace(service)).key;
  conversationId = (await call(service, 'POST', '/api/chat', { key, body: { message: 'Hello' } })).json.conversationId;
});
beforeEach(() => {
  seenLineCount = service.logLines.length;
});

type LogLine = { level: number; msg: string; status?: number; route?: string; err?: { sqlState?: string } };
const newLogLines = (): LogLine[] => service.logLines.slice(seenLineCount).map((line) => JSON.parse(line));
/** Waits for the access log line of a request. The service’s own health checks are logged at the debug level. */
const waitForRequestLine = () => waitFor(() => newLogLines().find(({ level, msg }) => msg === 'request' && level > 20));
/** Log lines at the levels warn and error. Ignores slow statements, because the machine's speed does not matter here. */
const newWarnings = () => newLogLines().filter(({ level, msg }) => level >= 40 && msg !== 'a slow statement');

async function waitFor<T>(check: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (const deadline = Date.now() + 60_000; ; await sleep(10)) {
    const result = await check();
    if (result) return result;
    if (Date.now() > deadline) throw new Error(`timed out, with the log lines: ${JSON.stringify(newLogLines())}`);
  }
}

/** Opens a raw connection and writes these header lines. */
async function openConnection(...headerLines: string[]): Promise<Socket> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(headerLines.map((line) => `${line}\r\n`).join(''));
  return socket;
}

const authorizedHeaders = () => [`Host: x`, `Authorization: Bearer ${key}`];
function postChat(body: string, contentLength = Buffer.byteLength(body), extraHeaders: string[] = []): Promise<Socket> {
  const headerLines = [
    'POST /api/chat HTTP/1.1',
    ...authorizedHeaders(),
    'Content-Type: application/json',
    ...extraHeaders,
  ];
  return openConnection(...headerLines, `Content-Length: ${contentLength}`, '').then((socket) => {
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
    const socket = await postChat('{"message": "Hel', 1_000);
    // The request was authorized, because a call was counted.
    await waitFor(async () => (await queryAsDbOwner(service.connection, 'select from call_counters')).rowCount);
    await sleep(50);
    socket.destroy();
    expect(await waitForRequestLine()).toMatchObject({ status: 499, route: '/api/chat' });
    expect(newLogLines().filter(({ msg }) => msg === 'the caller hung up')).toMatchObject([{ level: 20 }]);
    expect(newWarnings()).toEqual([]);
  });

  it.for([[], ['Accept: text/event-stream']])('while the handler runs does not stop it: %s', async (extraHeaders) => {
    const message = `done anyway ${extraHeaders.length}`;
    const unlock = await lockConversation();
    const socket = await postChat(JSON.stringify({ conversationId, message }), undefined, extraHeaders);
    await waitFor(isQueryWaiting);
    socket.destroy();
    await sleep(50);
    expect(await waitForRequestLine()).toMatchObject({ status: 499, route: '/api/chat' });
    await unlock();
    const countStoredMessages = async () =>
      (await queryAsDbOwner(service.connection, 'select from messages where text = $1', [message])).rowCount;
    expect(await waitFor(countStoredMessages)).toBe(1);
    // When a later request is answered, this one has finished.
    await call(service, 'POST', '/api/chat', { key, body: { conversationId, message: 'Hello' } });
    expect(newWarnings()).toEqual([]);
  });

  it('does not hide a bug in our code', async () => {
    const unlock = await lockConversation();
    const socket = await postChat(JSON.stringify({ conversationId, message: 'nobody listens' }));
    await waitFor(isQueryWaiting);
    socket.destroy();
    await queryAsDbOwner(service.connection, 'revoke insert on messages from frontdesk_app');
    await sleep(50);
    expect(await waitForRequestLine()).toMatchObject({ status: 499, route: '/api/chat' });
    await unlock();
    await waitFor(() => newWarnings().length);
    await queryAsDbOwner(service.connection, 'grant insert on messages to frontdesk_app');
    expect(newWarnings()).toMatchObject([{ level: 50, msg: 'a request failed', err: { sqlState: '42501' } }]);
  });
});

describe('disconnecting in the middle of a stream', () => {
  const readChunk = (socket: Socket) =>
    new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));

  it('causes no error if it is a live stream', async () => {
    const socket = await openConnection(
      `GET /api/conversations/${conversationId}/events HTTP/1.1`,
      ...authorizedHeaders(),
      '',
    );
    expect(await readChunk(socket)).toContain('200 OK');
    socket.destroy();
    expect(await waitForRequestLine()).toMatchObject({ status: 200, route: '/api/conversations/:id/events' });
    expect(newWarnings()).toEqual([]);
  });

  const startLargeDownload = async () => {
    const team = await createTeam(service);
    // More than the network buffers hold.
    await queryAsDbOwner(
      service.connection,
      `insert into ready_replies (workspace_id, id, title, text, created_at)
       select $1, 'rr_' || n, 'T' || n, repeat('x', 100000), now() from generate_series(1, 300) n`,
      [team.workspace],
    );
    const headerLines = [
      'POST /api/privacy/export HTTP/1.1',
      'Host: x',
      'Content-Type: application/json',
      'Content-Length: 2',
      `Cookie: ${team.owner.cookie}`,
      `X-Workspace: ${team.workspace}`,
      '',
    ];
    seenLineCount = service.logLines.length;
    const socket = await openConnection(...headerLines);
    socket.write('{}');
    return { team, socket };
  };

  it('causes no error if it is a download', async () => {
    const { socket } = await startLargeDownload();
    expect(await readChunk(socket)).toContain('200 OK');
    socket.destroy();
    expect(await waitForRequestLine()).toMatchObject({ route: '/api/privacy/export' });
    expect(newLogLines().some(({ msg }) => msg === 'the caller hung up')).toBe(true);
    expect(newWarnings()).toEqual([]);
  });

  it('is logged as an error if the download failed on our side', async () => {
    const { team, socket } = await startLargeDownload();
    expect(await readChunk(socket)).toContain('200 OK');
    socket.pause();
    await queryAsDbOwner(service.connection, 'revoke select on conversations from frontdesk_app');
    socket.resume();
    await new Promise((resolve) => socket.once('close', resolve));
    await queryAsDbOwner(service.connection, 'grant select on conversations to frontdesk_app');
    await waitForRequestLine();
    expect(newWarnings()).toMatchObject([
      { level: 50, msg: 'an answer failed after it had begun', err: { sqlState: '42501' } },
    ]);
    expect((await callAsMember(service, team.owner, team.workspace, 'POST', '/api/privacy/export', {})).status).toBe(
      200,
    );
  });
});

it('the service stops despite open connections without a request', async () => {
  const stoppingService = await startService(service.connection, { jobs: 'off' });
  const { hostname, port } = new URL(stoppingService.url);
  const socket = connect(Number(port), hostname);
  let response = '';
  socket.on('data', (chunk) => (response += chunk)).on('error', () => undefined);
  const connectionClosed = new Promise((resolve) => socket.once('close', resolve));
  const countConnections = () =>
    new Promise<number>((resolve) =>
      stoppingService.server.server.getConnections((_, connectionCount) => resolve(connectionCount)),
    );
  await waitFor(async () => (await countConnections()) === 1);
  await stoppingService.stop();
  await connectionClosed;
  // If the shutdown had waited for the connection, it would have received a timeout response.
  expect(response).toBe('');
});
