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
async function eventually(
  ask: () => Promise<HttpResponse>,
  wanted: (reply: HttpResponse) => boolean,
  withinMs = 60_000,
): Promise<HttpResponse> {
  for (const deadline = Date.now() + withinMs; ; await sleep(30)) {
    const reply = await ask();
    if (wanted(reply)) return reply;
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
  let line: Awaited<ReturnType<typeof createCuttableProxy>>;
  let service: Service;
  let key: string;
  let workspaceId: string;
  let cookie: string;

  beforeAll(async () => {
    database = await createDatabase();
    line = await createCuttableProxy(database);
    service = await startService({ ...database, host: line.folder, port: 5432 });
    const workspace = await createWorkspace(service);
    key = workspace.key;
    workspaceId = workspace.id;
    cookie = (await signUp(service)).cookie;
  });
  afterEach(() => line.mend());
  afterAll(async () => {
    await line.mend();
    await service.stop();
    await line.close();
  });

  const chat = (headers = {}) => call(service, 'POST', '/api/chat', { key, body: { message: 'Hello' }, headers });
  const list = () => call(service, 'GET', '/api/conversations', { key });
  const health = () => call(service, 'GET', '/api/health');
  const passes = ({ status, json }: HttpResponse) => status === 200 && json.status === 'pass';

  async function expectDown(): Promise<void> {
    expectUnavailable(await eventually(list, ({ status }) => status !== 200));
    expectUnavailable(await chat());
    expectUnavailable(await chat({ 'idempotency-key': 'down' }));
    const body = { email: 'a@example.com', password: 'Correct-horse-9' };
    expectUnavailable(await call(service, 'POST', '/api/auth/sign-in/email', { body }));
    for (const path of ['/api/keys', '/api/me', '/api/auth/get-session', '/api/auth/list-sessions']) {
      expectUnavailable(await call(service, 'GET', path, { cookie }));
    }
    const { status, json, headers } = await health();
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

  async function expectWell(): Promise<void> {
    await eventually(health, passes);
    expect((await eventually(chat, ({ status }) => status === 200)).json.reply).toMatch(/\S/);
    expect((await list()).status).toBe(200);
  }

  it('answers 503, reports it in its health, and recovers by itself', async () => {
    await expectWell();
    await line.cut();
    await expectDown();
    await line.mend();
    await expectWell();
    expect((await chat({ 'idempotency-key': 'down' })).headers.get('idempotent-replayed')).toBeNull();
  });

  it('receives change notifications again afterwards', async () => {
    const otherKey = await createApiKey(service, workspaceId);
    const ask = () => call(service, 'GET', '/api/conversations', { key: otherKey.key });
    expect((await ask()).status).toBe(200);
    await queryAsDbOwner(database, 'update api_keys set revoked_at = now() where id = $1', [otherKey.keyId]);
    expect((await eventually(ask, ({ status }) => status === 401, 2_000)).json.code).toBe('revoked_api_key');
  });

  it('does not use caches that may be outdated', async () => {
    expect((await list()).status).toBe(200);
    await line.cut();
    const reply = await eventually(list, ({ status }) => status !== 200);
    expect(reply.status).toBe(503);
    await line.mend();
    await expectWell();
  });

  it('fails a running request with 503 and stores nothing of it', async () => {
    const { conversationId } = (await chat()).json;
    const blocker = new pg.Client(database);
    await blocker.connect();
    await blocker.query('begin');
    await blocker.query('select from conversations where id = $1 for update', [conversationId]);
    const body = { conversationId, message: 'cut short' };
    const under = call(service, 'POST', '/api/chat', { key, body });
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    for (const deadline = Date.now() + 60_000; !(await queryAsDbOwner(database, waiting)).rowCount; await sleep(10)) {
      if (Date.now() > deadline) throw new Error('the request does not wait');
    }
    await line.cut();
    expectUnavailable(await under);
    await line.mend();
    await blocker.end();
    await expectWell();
    const { rows } = await queryAsDbOwner(database, `select from messages where text = 'cut short'`);
    expect(rows).toHaveLength(0);
  });

  it('notices an unresponsive database long before the statement timeout', async () => {
    line.silence();
    const start = Date.now();
    const { status, json } = await health();
    expect({ status, health: json.status }).toEqual({ status: 503, health: 'fail' });
    expect(Date.now() - start).toBeLessThan(12_000);
    line.speak();
    await expectWell();
  });

  it('logs lost connections with only the error code', async () => {
    const logLengthBefore = service.logLines.length;
    await queryAsDbOwner(
      database,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'frontdesk' and state = 'idle'`,
    );
    const lost = () =>
      service.logLines.slice(logLengthBefore).filter((line) => line.includes('a database connection was lost'));
    for (const deadline = Date.now() + 60_000; !lost().length && Date.now() < deadline; ) await sleep(10);
    const [{ level, code, ...rest }] = lost().map((line) => JSON.parse(line));
    expect([level, code]).toEqual([40, '57P01']);
    expect(Object.keys(rest).sort()).toEqual(['msg', 'time']);
    await expectWell();
  });

  it('answers 503 when the database accepts no connections', async () => {
    const admin = { ...database, database: 'frontdesk' };
    const open = (yes: boolean) =>
      queryAsDbOwner(admin, `alter database ${database.database} allow_connections ${yes}`);
    await open(false);
    await queryAsDbOwner(admin, 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      database.database,
    ]);
    try {
      expectUnavailable(await eventually(list, ({ status }) => status !== 200));
      expectUnavailable(await chat());
      expect((await health()).status).toBe(503);
    } finally {
      await open(true);
    }
    await expectWell();
  });
});

describe('a bug in our code', () => {
  let service: Service;
  let key: string;
  beforeAll(async () => {
    service = await startService();
    key = (await createWorkspace(service)).key;
  });

  it('is answered with internal_error, logged with its requestId, and stores nothing', async () => {
    const chat = (headers: Record<string, string>) =>
      call(service, 'POST', '/api/chat', { key, body: { message: 'a private question' }, headers });
    await queryAsDbOwner(service.connection, 'revoke insert on events from frontdesk_app');
    const headers = { 'x-request-id': 'find-me', 'idempotency-key': 'faulty' };
    const failed = await chat(headers);
    await queryAsDbOwner(service.connection, 'grant insert on events to frontdesk_app');
    expect({ status: failed.status, json: failed.json }).toMatchObject({
      status: 500,
      json: { code: 'internal_error', requestId: 'find-me', status: 500 },
    });
    expectNoTrace(failed.text);
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
      'user-agent': SECRETS.userAgent,
    };
    const customer = { name: SECRETS.customer, phone: SECRETS.phone, email: SECRETS.customerEmail };
    const body = { message: SECRETS.message, businessName: SECRETS.business, customer };
    const round: [HttpResponse, number][] = [
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
    expect(round.map(([{ status }]) => status)).toEqual(round.map(([, status]) => status));
    const invitation = await post('/api/invitations', { email: SECRETS.invited, role: 'agent' }, { cookie });
    expect(invitation.status).toBe(201);
    await queryAsDbOwner(service.connection, 'revoke insert on messages from frontdesk_app');
    expect((await post('/api/chat', body, { key })).status).toBe(500);
    await queryAsDbOwner(service.connection, 'grant insert on messages to frontdesk_app');
    expect((await call(service, 'DELETE', `/api/keys/${id}`, { cookie })).status).toBe(204);
    // Both mails have been written now.
    for (const deadline = Date.now() + 60_000; ; await sleep(30)) {
      const mails = service.logLines.filter((line) => line.includes('mail written')).length;
      if (mails >= 2) break;
      if (Date.now() > deadline) throw new Error(`only ${mails} mails`);
    }

    const log = service.logLines.join('');
    const requests = service.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
    expect(requests.length).toBeGreaterThanOrEqual(round.length);
    for (const entry of requests) {
      expect(Object.keys(entry).filter((name) => !KNOWN.has(name))).toEqual([]);
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

  const KNOWN = new Set(['level', 'time', 'requestId', 'method', 'route', 'status', 'ms', 'workspace', 'actor', 'msg']);
});

/** A proxy in front of the database that a test can cut, restore and freeze. */
async function createCuttableProxy(database: ConnectionOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'frontdesk-line-'));
  const proxySocket = join(folder, '.s.PGSQL.5432');
  const databaseSocket = join(String(database.host), `.s.PGSQL.${database.port}`);
  const sockets = new Set<Socket>();
  const unheard: Socket[] = [];
  let silent = false;
  let server: Server | undefined;

  const answer = (near: Socket) => {
    if (silent) return void unheard.push(near);
    const far = connect(databaseSocket);
    for (const [from, to] of [
      [near, far],
      [far, near],
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
    server = createServer(answer);
    await new Promise<void>((resolve) => server?.listen(proxySocket, resolve));
  };
  const cut = async () => {
    const closedServer = server;
    server = undefined;
    const closed = new Promise((resolve) => (closedServer ? closedServer.close(resolve) : resolve(undefined)));
    for (const socket of [...sockets, ...unheard.splice(0)]) socket.destroy();
    await closed;
  };
  await mend();
  return {
    folder,
    mend,
    cut,
    silence() {
      silent = true;
      for (const socket of sockets) socket.pause();
    },
    speak() {
      silent = false;
      for (const socket of sockets) socket.resume();
      for (const socket of unheard.splice(0)) answer(socket);
    },
    async close() {
      await cut();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
