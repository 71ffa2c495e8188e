import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  call,
  createApiKey,
  createDatabase,
  createWorkspace,
  type HttpResponse,
  queryAsDbOwner,
  type Service,
  signUp,
  startService,
} from '../../../test/harness.ts';
import type { ConnectionOptions } from '../database/database.ts';

/** Repeats a request until its response matches. */
async function waitForReply(
  sendRequest: () => Promise<HttpResponse>,
  isExpected: (reply: HttpResponse) => boolean,
  withinMs = 60_000,
): Promise<HttpResponse> {
  for (const deadline = Date.now() + withinMs; ; await sleep(30)) {
    const reply = await sendRequest();
    if (isExpected(reply)) return reply;
    if (Date.now() > deadline) throw new Error(`still ${reply.status} ${reply.text}`);
  }
}

const expectNoTrace = (text: string) =>
  expect(text).not.toMatch(/\n\s+at |node_modules|\.ts:\d|relation|permission|ECONN/i);

function expectUnavailable(reply: HttpResponse): void {
  expect({ status: reply.status, code: reply.json?.code, text: reply.text }).toMatchObject({
    status: 503,
    code: 'unavailable',
  });
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(reply.json.requestId).toBe(reply.headers.get('x-request-id'));
  expectNoTrace(reply.text);
}

describe('without its database', () => {
  let database: ConnectionOptions;
  let databaseProxy: Awaited<ReturnType<typeof createCuttableProxy>>;
  let service: Service;
  let key: string;
  let workspaceId: string;
  let cookie: string;

  beforeAll(async () => {
    database = await createDatabase();
    databaseProxy = await createCuttableProxy(database);
    service = await startService({ ...database, host: databaseProxy.folder, port: 5432 });
    const workspace = await createWorkspace(service);
    key = workspace.key;
    workspaceId = workspace.id;
    cookie = (await signUp(service)).cookie;
  });
  afterEach(() => databaseProxy.mend());
  afterAll(async () => {
    await databaseProxy.mend();
    await service.stop();
    await databaseProxy.close();
  });

  const chat = (headers = {}) => call(service, 'POST', '/api/chat', { key, body: { message: 'Hello' }, headers });
  const listConversations = () => call(service, 'GET', '/api/conversations', { key });
  const readHealth = () => call(service, 'GET', '/api/health');
  const isHealthy = ({ status, json }: HttpResponse) => status === 200 && json.status === 'pass';

  async function expectDown(): Promise<void> {
    expectUnavailable(await waitForReply(listConversations, ({ status }) => status !== 200));
    expectUnavailable(await chat());
    expectUnavailable(await chat({ 'idempotency-key': 'down' }));
    const body = { email: 'a@example.com', password: 'Correct-horse-9' };
    expectUnavailable(await call(service, 'POST', '/api/auth/sign-in/email', { body }));
    for (const path of ['/api/keys', '/api/me', '/api/auth/get-session', '/api/auth/list-sessions']) {
      expectUnavailable(await call(service, 'GET', path, { cookie }));
    }
    const { status, json, headers } = await readHealth();
    expect({ status, health: json.status, database: json.checks.database[0].status }).toEqual({
      status: 503,
      health: 'fail',
      database: 'fail',
    });
    expect(headers.get('content-type')).toContain('application/health+json');
    expect((await call(service, 'GET', '/api/health/ready')).status).toBe(503);
    expect((await call(service, 'GET', '/api/health/live')).status).toBe(200);
    for (const path of ['/', '/docs', '/openapi.json', '/api/plans', '/metrics']) {
      expect((await call(service, 'GET', path)).status, path).toBe(200);
    }
  }

  async function expectUp(): Promise<void> {
    await waitForReply(readHealth, isHealthy);
    expect((await waitForReply(chat, ({ status }) => status === 200)).json.reply).toMatch(/\S/);
    expect((await listConversations()).status).toBe(200);
  }

  it('answers 503, reports it in its health, and recovers by itself', async () => {
    await expectUp();
    await databaseProxy.cut();
    await expectDown();
    await databaseProxy.mend();
    await expectUp();
    expect((await chat({ 'idempotency-key': 'down' })).headers.get('idempotent-replayed')).toBeNull();
  });

  it('receives change notifications again afterwards', async () => {
    const otherKey = await createApiKey(service, workspaceId);
    const listWithOtherKey = () => call(service, 'GET', '/api/conversations', { key: otherKey.key });
    expect((await listWithOtherKey()).status).toBe(200);
    await queryAsDbOwner(database, 'update api_keys set revoked_at = now() where id = $1', [otherKey.keyId]);
    expect((await waitForReply(listWithOtherKey, ({ status }) => status === 401, 2_000)).json.code).toBe(
      'revoked_api_key',
    );
  });

  it('does not use caches that may be outdated', async () => {
    expect((await listConversations()).status).toBe(200);
    await databaseProxy.cut();
    const reply = await waitForReply(listConversations, ({ status }) => status !== 200);
    expect(reply.status).toBe(503);
    await databaseProxy.mend();
    await expectUp();
  });

  it('fails a running request with 503 and stores nothing', async () => {
    const { conversationId } = (await chat()).json;
    const blocker = new pg.Client(database);
    await blocker.connect();
    await blocker.query('begin');
    await blocker.query('select from conversations where id = $1 for update', [conversationId]);
    const body = { conversationId, message: 'cut short' };
    const pendingReply = call(service, 'POST', '/api/chat', { key, body });
    const waitingQueriesSql = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    for (
      const deadline = Date.now() + 60_000;
      !(await queryAsDbOwner(database, waitingQueriesSql)).rowCount;
      await sleep(10)
    ) {
      if (Date.now() > deadline) throw new Error('the request does not wait');
    }
    await databaseProxy.cut();
    expectUnavailable(await pendingReply);
    await databaseProxy.mend();
    await blocker.end();
    await expectUp();
    const { rows } = await queryAsDbOwner(database, `select from messages where text = 'cut short'`);
    expect(rows).toHaveLength(0);
  });

  it('notices an unresponsive database long before the statement timeout', async () => {
    databaseProxy.silence();
    const startedAt = Date.now();
    const { status, json } = await readHealth();
    expect({ status, health: json.status }).toEqual({ status: 503, health: 'fail' });
    expect(Date.now() - startedAt).toBeLessThan(12_000);
    databaseProxy.speak();
    await expectUp();
  });

  it('logs lost connections with only the error code', async () => {
    const logLengthBefore = service.logLines.length;
    await queryAsDbOwner(
      database,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'frontdesk' and state = 'idle'`,
    );
    const lostConnectionLines = () =>
      service.logLines.slice(logLengthBefore).filter((line) => line.includes('a database connection was lost'));
    for (const deadline = Date.now() + 60_000; !lostConnectionLines().length && Date.now() < deadline; )
      await sleep(10);
    const [{ level, code, ...rest }] = lostConnectionLines().map((line) => JSON.parse(line));
    expect([level, code]).toEqual([40, '57P01']);
    expect(Object.keys(rest).sort()).toEqual(['msg', 'time']);
    await expectUp();
  });

  it('answers 503 when the database accepts no connections', async () => {
    const adminConnection = { ...database, database: 'frontdesk' };
    const setAllowConnections = (isAllowed: boolean) =>
      queryAsDbOwner(adminConnection, `alter database ${database.database} allow_connections ${isAllowed}`);
    await setAllowConnections(false);
    await queryAsDbOwner(adminConnection, 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      database.database,
    ]);
    try {
      expectUnavailable(await waitForReply(listConversations, ({ status }) => status !== 200));
      expectUnavailable(await chat());
      expect((await readHealth()).status).toBe(503);
    } finally {
      await setAllowConnections(true);
    }
    await expectUp();
  });
});

describe('a bug in our code', () => {
  let service: Service;
  let key: string;
  beforeAll(async () => {
    service = await startService();
    key = (await createWorkspace(service)).key;
  });

  it('causes a response with internal_error, logged with its requestId, and stores nothing', async () => {
    const chat = (headers: Record<string, string>) =>
      call(service, 'POST', '/api/chat', { key, body: { message: 'a private question' }, headers });
    await queryAsDbOwner(service.connection, 'revoke insert on events from frontdesk_app');
    const headers = { 'x-request-id': 'find-me', 'idempotency-key': 'faulty' };
    const failedReply = await chat(headers);
    await queryAsDbOwner(service.connection, 'grant insert on events to frontdesk_app');
    expect({ status: failedReply.status, json: failedReply.json }).toMatchObject({
      status: 500,
      json: { code: 'internal_error', requestId: 'find-me', status: 500 },
    });
    expectNoTrace(failedReply.text);
    const errors = service.logLines.map((text) => JSON.parse(text)).filter(({ level }) => level >= 50);
    expect(errors).toMatchObject([
      { requestId: 'find-me', err: { sqlState: '42501', stack: expect.stringContaining('at ') } },
    ]);
    expect(service.logLines.join('')).not.toContain('a private question');
    expect(service.logLines.filter((text) => (text.match(/"requestId"/g) ?? []).length > 1)).toEqual([]);
    const { rows } = await queryAsDbOwner(service.connection, 'select from conversations');
    expect(rows).toHaveLength(0);
    // The call was not counted and can be retried with the same key.
    const retry = await chat(headers);
    expect({ status: retry.status, replayed: retry.headers.get('idempotent-replayed') }).toEqual({
      status: 200,
      replayed: null,
    });
  });
});

describe('the log', () => {
  const SECRETS = {
    name: 'Zebulon Quux',
    business: 'Quux Parlour',
    email: 'zebulon.quux@example.com',
    password: 'Correct-horse-9',
    wrongPassword: 'Wrong-horse-quux-9',
    invited: 'friend.of.quux@example.com',
    message: 'my quux hurts',
    customer: 'Ignatius Quuxley',
    phone: '+15550100777',
    customerEmail: 'ignatius@example.com',
    query: 'conv_quuxinquery',
    path: 'quuxinpath',
    member: 'member-quux-id',
    idempotencyKey: 'idem-quux-key',
    userAgent: 'quux-agent',
  };

  it('contains no messages or personal data', async () => {
    const service = await startService();
    const person = await signUp(service, { name: SECRETS.name, email: SECRETS.email, businessName: SECRETS.business });
    const { cookie } = person;
    const post = (path: string, body: unknown, options: object = {}) =>
      call(service, 'POST', path, { body, ...options });
    const createdKey = await post('/api/keys', { name: 'k', mode: 'live', kind: 'secret' }, { cookie });
    const { key, id } = createdKey.json;
    const headers = {
      'idempotency-key': SECRETS.idempotencyKey,
      'x-member-id': SECRETS.member,
      userAgent: SECRETS.userAgent,
    };
    const customer = { name: SECRETS.customer, phone: SECRETS.phone, email: SECRETS.customerEmail };
    const body = { message: SECRETS.message, businessName: SECRETS.business, customer };
    const repliesWithStatuses: [HttpResponse, number][] = [
      [await post('/api/auth/sign-in/email', { email: SECRETS.email, password: SECRETS.password }), 200],
      [await post('/api/auth/sign-in/email', { email: SECRETS.email, password: SECRETS.wrongPassword }), 401],
      [
        await post('/api/auth/sign-up/email', {
          name: SECRETS.name,
          email: SECRETS.email,
          password: SECRETS.wrongPassword,
        }),
        401,
      ],
      [await post('/api/auth/request-password-reset', { email: SECRETS.email }), 200],
      [await post('/api/chat', body, { key, headers }), 200],
      [await post('/api/chat', body, { key, headers }), 200],
      [await post('/api/chat', { ...body, [SECRETS.path]: 1 }, { key, headers }), 422],
      [await post('/api/chat', `{"message":"${SECRETS.message}`, { key }), 400],
      [await call(service, 'GET', `/api/conversations?starting_after=${SECRETS.query}`, { key }), 400],
      [await call(service, 'GET', `/api/conversations/${SECRETS.path}`, { key }), 404],
      [await call(service, 'GET', `/${SECRETS.path}?q=${SECRETS.query}`, { key }), 404],
      [await call(service, 'GET', `/api/conversations?%00=${SECRETS.query}`, { key }), 400],
      [await call(service, 'GET', `/api/conversations/%zz${SECRETS.path}`, { key }), 404],
      [await call(service, 'GET', '/api/conversations', { key: key.replace(/.$/, '~') }), 401],
    ];
    expect(repliesWithStatuses.map(([{ status }]) => status)).toEqual(repliesWithStatuses.map(([, status]) => status));
    const invitation = await post('/api/invitations', { email: SECRETS.invited, role: 'agent' }, { cookie });
    expect(invitation.status).toBe(201);
    await queryAsDbOwner(service.connection, 'revoke insert on messages from frontdesk_app');
    expect((await post('/api/chat', body, { key })).status).toBe(500);
    await queryAsDbOwner(service.connection, 'grant insert on messages to frontdesk_app');
    expect((await call(service, 'DELETE', `/api/keys/${id}`, { cookie })).status).toBe(204);
    // Waits until both emails have been written.
    for (const deadline = Date.now() + 60_000; ; await sleep(30)) {
      const emailCount = service.logLines.filter((line) => line.includes('mail written')).length;
      if (emailCount >= 2) break;
      if (Date.now() > deadline) throw new Error(`only ${emailCount} mails`);
    }

    const log = service.logLines.join('');
    const requests = service.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
    expect(requests.length).toBeGreaterThanOrEqual(repliesWithStatuses.length);
    for (const entry of requests) {
      expect(Object.keys(entry).filter((name) => !LOG_FIELDS.has(name))).toEqual([]);
    }
    const tokens = cookie.split('; ').map((pair) => pair.split('=')[1]!.slice(0, 20));
    const leakedSecrets = [
      ...Object.entries(SECRETS),
      ['key', key.slice(11)],
      ...tokens.map((token) => ['cookie', token]),
    ]
      .filter(([, secret]) => log.includes(secret!))
      .map(([name]) => name);
    expect(leakedSecrets).toEqual([]);
  });

  const LOG_FIELDS = new Set([
    'level',
    'time',
    'requestId',
    'method',
    'route',
    'status',
    'ms',
    'workspace',
    'actor',
    'msg',
  ]);
});

/** A proxy in front of the database that a test can cut, restore and freeze. */
async function createCuttableProxy(database: ConnectionOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'frontdesk-line-'));
  const proxySocket = join(folder, '.s.PGSQL.5432');
  const databaseSocket = join(String(database.host), `.s.PGSQL.${database.port}`);
  const sockets = new Set<Socket>();
  const pendingSockets: Socket[] = [];
  let isSilent = false;
  let server: Server | undefined;

  const connectToDatabase = (clientSocket: Socket) => {
    if (isSilent) return void pendingSockets.push(clientSocket);
    const databaseSocketConnection = connect(databaseSocket);
    for (const [from, to] of [
      [clientSocket, databaseSocketConnection],
      [databaseSocketConnection, clientSocket],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  };
  const mend = async () => {
    if (server) return;
    server = createServer(connectToDatabase);
    await new Promise<void>((resolve) => server?.listen(proxySocket, resolve));
  };
  const cut = async () => {
    const closedServer = server;
    server = undefined;
    const serverClosed = new Promise((resolve) => (closedServer ? closedServer.close(resolve) : resolve(undefined)));
    for (const socket of [...sockets, ...pendingSockets.splice(0)]) socket.destroy();
    await serverClosed;
  };
  await mend();
  return {
    folder,
    mend,
    cut,
    silence() {
      isSilent = true;
      for (const socket of sockets) socket.pause();
    },
    speak() {
      isSilent = false;
      for (const socket of sockets) socket.resume();
      for (const socket of pendingSockets.splice(0)) connectToDatabase(socket);
    },
    async close() {
      await cut();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
