import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { expectProblem } from '../../../test/expect.ts';
import {
  asOwner,
  call,
  createDatabase,
  makeKey,
  makeWorkspace,
  type Service,
  startService,
} from '../../../test/harness.ts';
import { beginSession, fromPage, listen, ORIGIN, type Page, type VisitorSession } from '../../../test/visitor.ts';

let here: Service;
let there: Service;
let id: string;
let key: string;
let page: Page;

beforeAll(async () => {
  const connection = await createDatabase();
  [here, there] = [await startService(connection), await startService(connection)];
  ({ id, key } = await makeWorkspace(here));
  for (const industry of ['restaurant', 'medical'])
    await call(here, 'POST', '/api/v1/setup', { key, body: { industry } });
  page = { key: (await makeKey(here, id, { kind: 'publishable', origins: [ORIGIN] })).key };
});

const asVisitor = ({ token }: VisitorSession, as = page) => ({
  authorization: `Bearer ${as.key}`,
  origin: ORIGIN,
  'x-frontdesk-visitor': token,
});
const asStaff = () => ({ authorization: `Bearer ${key}` });
const eventsOf = (conversationId: string, query = '') => `/api/conversations/${conversationId}/events${query}`;

async function begin(businessType = 'restaurant') {
  const visitor = await beginSession(here, page);
  const body = { message: 'hello', businessType };
  const { json } = await fromPage(here, page, 'POST', '/api/chat', { token: visitor.token, body });
  const say = (message: string, on: Service = here) =>
    fromPage(on, page, 'POST', '/api/chat', {
      token: visitor.token,
      body: { message, conversationId: json.conversationId },
    });
  const staff = (action: string, body: object = {}, on: Service = here) =>
    call(on, 'POST', `/api/conversations/${json.conversationId}/${action}`, { key, body });
  return { visitor, conversationId: json.conversationId as string, lastId: json.id as string, say, staff };
}

describe('a live stream', () => {
  it('tells of messages and states as they happen, whichever instance they happen on', async () => {
    const { visitor, conversationId, say, staff } = await begin();
    const stream = await listen(here, eventsOf(conversationId), asVisitor(visitor));
    expect(stream.response.status).toBe(200);
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
    expect(stream.response.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    await stream.hears(1);
    await staff('handoff', {}, there);
    await stream.hears(2);
    const { json: agents } = await staff('messages', { text: 'This is Ann. How can I help?' }, there);
    await stream.hears(3);
    const { json: own } = await say('Is there parking?', there);
    await stream.hears(4);
    await staff('resolve', {}, there);
    await stream.hears(5);
    await fromPage(there, page, 'POST', `/api/conversations/${conversationId}/feedback`, {
      token: visitor.token,
      body: { rating: 4 },
    });
    const told = await stream.hears(6);
    expect(told.map(({ event, data }) => [event, data.status ?? data.role, data.rating ?? data.text])).toEqual([
      ['conversation', 'open', undefined],
      ['conversation', 'handoff', undefined],
      ['message', 'agent', 'This is Ann. How can I help?'],
      ['message', 'customer', 'Is there parking?'],
      ['conversation', 'resolved', undefined],
      ['conversation', 'resolved', 4],
    ]);
    const { json } = await fromPage(here, page, 'GET', `/api/conversations/${conversationId}`, {
      token: visitor.token,
    });
    expect(stream.messages()).toEqual(json.messages.slice(-2));
    expect(told.map((event) => event.id)).toEqual([undefined, undefined, agents.id, own.id, undefined, undefined]);
    stream.close();
  });

  it('tells several tabs, and the business’s own key', async () => {
    const { visitor, conversationId, say } = await begin();
    const streams = [
      await listen(here, eventsOf(conversationId), asVisitor(visitor)),
      await listen(here, eventsOf(conversationId), asVisitor(visitor)),
      await listen(there, eventsOf(conversationId), asStaff()),
    ];
    for (const stream of streams) await stream.hears(1);
    await say('Do you have high chairs?');
    for (const stream of streams) {
      await stream.hears(3);
      expect(stream.messages().map(({ role }) => role)).toEqual(['customer', 'assistant']);
      stream.close();
    }
  });

  it('resumes without a gap after what was heard last, by header or by query', async () => {
    const { visitor, conversationId, lastId, say } = await begin();
    await say('Is there parking?');
    await say('Do you allow dogs?', there);
    const { json } = await fromPage(here, page, 'GET', `/api/conversations/${conversationId}`, {
      token: visitor.token,
    });
    const missed = json.messages.slice(2);
    const byQuery = await listen(here, eventsOf(conversationId, `?after=${lastId}`), asVisitor(visitor));
    const byHeader = await listen(there, eventsOf(conversationId), {
      ...asVisitor(visitor),
      'last-event-id': missed[1].id,
    });
    await byQuery.hears(5);
    expect(byQuery.messages()).toEqual(missed);
    await byHeader.hears(3);
    expect(byHeader.messages()).toEqual(missed.slice(2));
    for (const stream of [byQuery, byHeader]) stream.close();
  });

  it('misses nothing that is written while it opens', async () => {
    const { visitor, conversationId, lastId, staff } = await begin();
    let cursor = lastId;
    for (let round = 0; round < 15; round++) {
      const writing = staff('messages', { text: `message ${round}` }, round % 2 ? here : there);
      const stream = await listen(here, eventsOf(conversationId, `?after=${cursor}`), asVisitor(visitor));
      await stream.until(() => stream.messages().length > 0);
      expect(stream.messages().map(({ text }) => text)).toEqual([`message ${round}`]);
      cursor = stream.events.at(-1)!.id!;
      await writing;
      stream.close();
    }
  });

  it('opens what is sealed, and the audit log tells so; the notice carries ids alone', async () => {
    const { visitor, conversationId, staff } = await begin('medical');
    const heard: string[] = [];
    const client = new pg.Client(here.connection);
    client.on('error', () => undefined);
    await client.connect();
    client.on('notification', ({ payload = '' }) => void heard.push(payload));
    await client.query('listen frontdesk_changed');
    const stream = await listen(here, eventsOf(conversationId), asVisitor(visitor));
    await stream.hears(1);
    await staff('messages', { text: 'Your results are in.' }, there);
    await stream.hears(2);
    expect(stream.messages()[0]).toMatchObject({ role: 'agent', text: 'Your results are in.' });
    await expect.poll(() => heard.filter((payload) => payload.startsWith('conversations:'))).toHaveLength(1);
    expect(heard).toContain(`conversations:${id}:${conversationId}`);
    await client.end();
    const { rows } = await asOwner(
      here.connection,
      `select actor, action from audit_entries where subject = $1 order by sequence desc limit 1`,
      [conversationId],
    );
    expect(rows).toEqual([{ actor: expect.stringMatching(/^key_/), action: 'conversation.read' }]);
    stream.close();
  });

  it('is refused to others, for what is no message, and past what may be open', async () => {
    const { visitor, conversationId } = await begin();
    const get = (path: string, headers = {}) => fromPage(here, page, 'GET', path, { token: visitor.token, headers });
    expectProblem(await call(here, 'GET', eventsOf(conversationId)), 401, 'missing_api_key');
    expectProblem(await get(eventsOf('conv_01k9z0v3w8e5r7t2y4u6i8p0qa')), 404, 'not_found');
    expectProblem(await get(eventsOf(conversationId, '?after=nonsense')), 400, 'invalid_request');
    expectProblem(await get(eventsOf(conversationId), { 'last-event-id': 'nonsense' }), 400, 'invalid_request');
    const scopes = (await makeKey(here, id, { scopes: ['chat:write'] })).key;
    expectProblem(await call(here, 'GET', eventsOf(conversationId), { key: scopes }), 403, 'insufficient_scope');
    const streams = [];
    for (let n = 0; n < 6; n++) streams.push(await listen(here, eventsOf(conversationId), asVisitor(visitor)));
    const refused = await get(eventsOf(conversationId));
    expectProblem(refused, 429, 'rate_limited');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    streams.pop()!.close();
    await expect
      .poll(async () => {
        const stream = await listen(here, eventsOf(conversationId), asVisitor(visitor));
        stream.close();
        return stream.response.status;
      })
      .toBe(200);
    for (const stream of streams) stream.close();
    expect((await call(here, 'HEAD', eventsOf(conversationId), { key })).status).toBe(200);
  });

  it('ends when its key is revoked', async () => {
    const made = await makeKey(here, id, { kind: 'publishable', origins: [ORIGIN] });
    const own = { key: made.key };
    const visitor = await beginSession(here, own);
    const { json } = await fromPage(here, own, 'POST', '/api/chat', {
      token: visitor.token,
      body: { message: 'hello' },
    });
    const stream = await listen(there, eventsOf(json.conversationId), asVisitor(visitor, own));
    await stream.hears(1);
    await asOwner(here.connection, 'update api_keys set revoked_at = now() where id = $1', [made.keyId]);
    await stream.ended;
    await expect
      .poll(
        async () =>
          (await fromPage(there, own, 'GET', eventsOf(json.conversationId), { token: visitor.token })).json?.code,
      )
      .toBe('revoked_api_key');
  });

  it('ends with the instance, not with its next heartbeat, and goes on at another', async () => {
    const third = await startService(here.connection);
    const { visitor, conversationId, lastId, say } = await begin();
    const stream = await listen(third, eventsOf(conversationId), asVisitor(visitor));
    await stream.hears(1);
    const before = performance.now();
    await third.stop();
    await stream.ended;
    expect(performance.now() - before).toBeLessThan(10_000);
    await say('Do you allow dogs?');
    const next = await listen(there, eventsOf(conversationId, `?after=${lastId}`), asVisitor(visitor));
    await next.hears(3);
    expect(next.messages()).toHaveLength(2);
    next.close();
  });
});

describe('many open streams', () => {
  const OPEN = 200;

  it('ask the database nothing while nothing happens, and once when something does', async () => {
    const { conversationId, staff } = await begin();
    const { pool } = here.database;
    global.gc?.();
    const memory = process.memoryUsage().heapUsed;
    const streams = [];
    for (let n = 0; n < OPEN; n++) streams.push(await listen(here, eventsOf(conversationId), asStaff()));
    for (const stream of streams) await stream.hears(1);
    global.gc?.();
    const each = (process.memoryUsage().heapUsed - memory) / OPEN / 1024;
    // Transactions and reads; what other parts count every few seconds goes another way.
    const asked = vi.spyOn(pool, 'connect');
    const times = () => asked.mock.calls.filter((args: unknown[]) => args.length === 0).length;
    await sleep(500);
    expect(times()).toBe(0);
    await staff('messages', { text: 'Hello all' }, there);
    for (const stream of streams) await stream.hears(2);
    expect(times()).toBe(1);
    asked.mockRestore();
    // Both ends of each, and generously.
    expect(each).toBeLessThan(300);
    for (const stream of streams) stream.close();
  });
});
