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
async function waitForResponse(
  sendRequest: () => Promise<HttpResponse>,
  isExpected: (response: HttpResponse) => boolean,
  withinMs = 60_000,
): Promise<HttpResponse> {
  for (const deadline = Date.now() + withinMs; ; await sleep(30)) {
    const response = await sendRequest();
    if (isExpected(response)) return response;
    if (Date.now() > deadline) throw new Error(`still ${response.status} ${response.text}`);
  }
}

const expectNoInternals = (text: string) =>
  expect(text).not.toMatch(/\n\s+at |node_modules|\.ts:\d|relation|permission|ECONN/i);

function expectUnavailable(response: HttpResponse): void {
  expect({ status: response.status, code: response.json?.code, text: response.text }).toMatchObject({
    status: 503,
    code: 'unavailable',
  });
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(response.json.requestId).toBe(response.headers.get('x-request-id'));
  expectNoInternals(response.text);
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
  afterEach(() => databaseProxy.restore());
  afterAll(async () => {
    await databaseProxy.restore();
    await service.stop();
    await databaseProxy.close();
  });

  const chat = (headers = {}) => call(service, 'POST', '/api/chat', { key, body: { message: 'Hello' }, headers });
  const listConversations = () => call(service, 'GET', '/api/conversations', { key });
  const readHealth = () => call(service, 'GET', '/api/health');
  const isHealthy = ({ status, json }: HttpResponse) => status === 200 && json.status === 'pass';

  async function expectDown(): Promise<void> {
    expectUnavailable(await waitForResponse(listConversations, ({ status }) => status !== 200));
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
    await waitForResponse(readHealth, isHealthy);
    expect((await waitForResponse(chat, ({ status }) => status === 200)).json.reply).toMatch(/\S/);
    expect((await listConversations()).status).toBe(200);
  }

  it('responds with 503, fails its health check, and recovers without a restart', async () => {
    await expectUp();
    await databaseProxy.cut();
    await expectDown();
    await databaseProxy.restore();
    await expectUp();
    expect((await chat({ 'idempotency-key': 'down' })).headers.get('idempotent-replayed')).toBeNull();
  });

  it('receives change notifications again after an outage', async () => {
    const otherKey = await createApiKey(service, workspaceId);
    const listWithOtherKey = () => call(service, 'GET', '/api/conversations', { key: otherKey.key });
    expect((await listWithOtherKey()).status).toBe(200);
    await queryAsDbOwner(database, 'update api_keys set revoked_at = now() where id = $1', [otherKey.keyId]);
    expect((await waitForResponse(listWithOtherKey, ({ status }) => status === 401, 2_000)).json.code).toBe(
      'revoked_api_key',
    );
  });

  it('does not use caches that may be outdated', async () => {
    expect((await listConversations()).status).toBe(200);
    await databaseProxy.cut();
    const response = await waitForResponse(listConversations, ({ status }) => status !== 200);
    expect(response.status).toBe(503);
    await databaseProxy.restore();
    await expectUp();
  });

  it('fails a running request with 503 and stores nothing', async () => {
    const { conversationId } = (await chat()).json;
    const blocker = new pg.Client(database);
    await blocker.connect();
    await blocker.query('begin');
    await blocker.query('select from conversations where id = $1 for update', [conversationId]);
    const body = { conversationId, message: 'cut short' };
    const pendingResponse = call(service, 'POST', '/api/chat', { key, body });
    const waitingQueriesSql = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    for (
      const deadline = Date.now() + 60_000;
      !(await queryAsDbOwner(database, waitingQueriesSql)).rowCount;
      await sleep(10)
    ) {
      if (Date.now() > deadline) throw new Error('the request does not wait');
    }
    await databaseProxy.cut();
    expectUnavailable(await pendingResponse);
    await databaseProxy.restore();
    await blocker.end();
    await expectUp();
    const { rows } = await queryAsDbOwner(database, `select from messages where text = 'cut short'`);
    expect(rows).toHaveLength(0);
  });

  it('notices an unresponsive database long before the statement timeout', async () => {
    databaseProxy.freeze();
    const startedAt = Date.now();
    const { status, json } = await readHealth();
    expect({ status, health: json.status }).toEqual({ status: 503, health: 'fail' });
    expect(Date.now() - startedAt).toBeLessThan(12_000);
    databaseProxy.unfreeze();
    await expectUp();
  });

  it('logs lost connections with only the error code', async () => {
    const lineCountBefore = service.logLines.length;
    await queryAsDbOwner(
      database,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'frontdesk' and state = 'idle'`,
    );
    const lostConnectionLines = () =>
      service.logLines.slice(lineCountBefore).filter((line) => line.includes('a database connection was lost'));
    for (const deadline = Date.now() + 60_000; !lostConnectionLines().length && Date.now() < deadline; )
      await sleep(10);
    const [{ level, code, ...rest }] = lostConnectionLines().map((line) => JSON.parse(line));
    expect([level, code]).toEqual([40, '57P01']);
    expect(Object.keys(rest).sort()).toEqual(['msg', 'time']);
    await expectUp();
  });

  it('responds with 503 when the database accepts no connections', async () => {
    const adminConnection = { ...database, database: 'frontdesk' };
    const setAllowConnections = (isAllowed: boolean) =>
      queryAsDbOwner(adminConnection, `alter database ${database.database} allow_connections ${isAllowed}`);
    await setAllowConnections(false);
    await queryAsDbOwner(adminConnection, 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      database.database,
    ]);
    try {
      expectUnavailable(await waitForResponse(listConversations, ({ status }) => status !== 200));
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
    const failedResponse = await chat(headers);
    await queryAsDbOwner(service.connection, 'grant insert on events to frontdesk_app');
    expect({ status: failedResponse.status, json: failedResponse.json }).toMatchObject({
      status: 500,
      json: { code: 'internal_error', requestId: 'find-me', status: 500 },
    });
    expectNoInternals(failedResponse.text);
    const errors = service.logLines.map((text) => JSON.parse(text)).filter(({ level }) => level >= 50);
    expect(errors).toMatchObject([
      { requestId: 'find-me', err: { sqlState: '42501', stack: expect.stringContaining('at ') } },
    ]);
    expect(service.logLines.join('')).not.toContain('a private question');
    expect(service.logLines.filter((text) => (text.match(/"requestId"/g) ?? []).length > 1)).toEqual([]);
    const { rows } = await queryAsDbOwner(service.connection, 'select from conversations');
    expect(rows).toHaveLength(0);
    // The call was not counted and can be retried with the same key.
    const retryResponse = await chat(headers);
    expect({ status: retryResponse.status, replayed: retryResponse.headers.get('idempotent-replayed') }).toEqual({
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
    const { cookie } = await signUp(service, {
      name: SECRETS.name,
      email: SECRETS.email,
      businessName: SECRETS.business,
    });
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
    const responsesWithStatuses: [HttpResponse, number][] = [
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
    expect(responsesWithStatuses.map(([{ status }]) => status)).toEqual(
      responsesWithStatuses.map(([, status]) => status),
    );
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
      if (Date.now() > deadline) throw new Error(`only ${emailCount} emails`);
    }

    const log = service.logLines.join('');
    const requests = service.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
    expect(requests.length).toBeGreaterThanOrEqual(responsesWithStatuses.length);
    for (const entry of requests) {
      expect(Object.keys(entry).filter((name) => !ALLOWED_LOG_FIELDS.has(name))).toEqual([]);
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

  const ALLOWED_LOG_FIELDS = new Set([
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
  const proxySocketPath = join(folder, '.s.PGSQL.5432');
  const databaseSocketPath = join(String(database.host), `.s.PGSQL.${database.port}`);
  const sockets = new Set<Socket>();
  const pendingSockets: Socket[] = [];
  let isFrozen = false;
  let server: Server | undefined;

  const connectToDatabase = (clientSocket: Socket) => {
    if (isFrozen) return void pendingSockets.push(clientSocket);
    const databaseSocket = connect(databaseSocketPath);
    for (const [from, to] of [
      [clientSocket, databaseSocket],
      [databaseSocket, clientSocket],
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
  const restore = async () => {
    if (server) return;
    server = createServer(connectToDatabase);
    await new Promise<void>((resolve) => server?.listen(proxySocketPath, resolve));
  };
  const cut = async () => {
    const closedServer = server;
    server = undefined;
    const serverClosed = new Promise((resolve) => (closedServer ? closedServer.close(resolve) : resolve(undefined)));
    for (const socket of [...sockets, ...pendingSockets.splice(0)]) socket.destroy();
    await serverClosed;
  };
  await restore();
  return {
    folder,
    restore,
    cut,
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    unfreeze() {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
      for (const socket of pendingSockets.splice(0)) connectToDatabase(socket);
    },
    async close() {
      await cut();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
