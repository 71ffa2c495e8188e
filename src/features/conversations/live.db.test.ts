import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { expectProblem } from '../../../test/expect.ts';
import {
  call,
  createApiKey,
  createDatabase,
  createWorkspace,
  queryAsDbOwner,
  type Service,
  startService,
} from '../../../test/harness.ts';
import {
  callFromWidget,
  ORIGIN,
  openEventStream,
  startVisitorSession,
  type VisitorSession,
  type WidgetSite,
} from '../../../test/visitor.ts';
import { chooseDirectConnection } from '../../kernel/database/database.ts';

let firstInstance: Service;
let secondInstance: Service;
let workspaceId: string;
let key: string;
let site: WidgetSite;

beforeAll(async () => {
  const connection = await createDatabase();
  [firstInstance, secondInstance] = [await startService(connection), await startService(connection)];
  ({ id: workspaceId, key } = await createWorkspace(firstInstance));
  for (const industry of ['restaurant', 'medical'])
    await call(firstInstance, 'POST', '/api/v1/setup', { key, body: { industry } });
  site = { key: (await createApiKey(firstInstance, workspaceId, { kind: 'publishable', origins: [ORIGIN] })).key };
});

const createVisitorHeaders = ({ token }: VisitorSession, widgetSite = site) => ({
  authorization: `Bearer ${widgetSite.key}`,
  origin: ORIGIN,
  'x-visitor-token': token,
});
const createStaffHeaders = () => ({ authorization: `Bearer ${key}` });
const createEventsPath = (conversationId: string, query = '') => `/api/conversations/${conversationId}/events${query}`;

async function startConversation(businessType = 'restaurant') {
  const visitor = await startVisitorSession(firstInstance, site);
  const body = { message: 'hello', businessType };
  const { json } = await callFromWidget(firstInstance, site, 'POST', '/api/chat', { token: visitor.token, body });
  const sendMessage = (message: string, instance: Service = firstInstance) =>
    callFromWidget(instance, site, 'POST', '/api/chat', {
      token: visitor.token,
      body: { message, conversationId: json.conversationId },
    });
  const postAsStaff = (action: string, body: object = {}, instance: Service = firstInstance) =>
    call(instance, 'POST', `/api/conversations/${json.conversationId}/${action}`, { key, body });
  return {
    visitor,
    conversationId: json.conversationId as string,
    lastMessageId: json.id as string,
    sendMessage,
    postAsStaff,
  };
}

describe('a live stream', () => {
  it('sends messages and status changes from every instance', async () => {
    const { visitor, conversationId, sendMessage, postAsStaff } = await startConversation();
    const stream = await openEventStream(
      firstInstance,
      createEventsPath(conversationId),
      createVisitorHeaders(visitor),
    );
    expect(stream.response.status).toBe(200);
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
    expect(stream.response.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    await stream.waitForEvents(1);
    await postAsStaff('handoff', {}, secondInstance);
    await stream.waitForEvents(2);
    const { json: agentMessage } = await postAsStaff(
      'messages',
      { text: 'This is Ann. How can I help?' },
      secondInstance,
    );
    await stream.waitForEvents(4);
    const { json: visitorMessage } = await sendMessage('Is there parking?', secondInstance);
    await stream.waitForEvents(5);
    await postAsStaff('resolve', {}, secondInstance);
    await stream.waitForEvents(6);
    await callFromWidget(secondInstance, site, 'POST', `/api/conversations/${conversationId}/feedback`, {
      token: visitor.token,
      body: { rating: 4 },
    });
    const receivedEvents = await stream.waitForEvents(7);
    expect(
      receivedEvents.map(({ event, data }) => [event, data.status ?? data.role, data.rating ?? data.text]),
    ).toEqual([
      ['conversation', 'open', undefined],
      ['conversation', 'handoff', undefined],
      // A person has joined.
      ['conversation', 'handoff', undefined],
      ['message', 'agent', 'This is Ann. How can I help?'],
      ['message', 'customer', 'Is there parking?'],
      ['conversation', 'resolved', undefined],
      ['conversation', 'resolved', 4],
    ]);
    const { json } = await callFromWidget(firstInstance, site, 'GET', `/api/conversations/${conversationId}`, {
      token: visitor.token,
    });
    expect(stream.listMessages()).toEqual(json.messages.slice(-2));
    expect(receivedEvents.map((event) => event.id)).toEqual([
      undefined,
      undefined,
      undefined,
      agentMessage.id,
      visitorMessage.id,
      undefined,
      undefined,
    ]);
    stream.close();
  });

  it('serves several tabs and the business’s own key', async () => {
    const { visitor, conversationId, sendMessage } = await startConversation();
    const streams = [
      await openEventStream(firstInstance, createEventsPath(conversationId), createVisitorHeaders(visitor)),
      await openEventStream(firstInstance, createEventsPath(conversationId), createVisitorHeaders(visitor)),
      await openEventStream(secondInstance, createEventsPath(conversationId), createStaffHeaders()),
    ];
    for (const stream of streams) await stream.waitForEvents(1);
    await sendMessage('Do you have high chairs?');
    for (const stream of streams) {
      await stream.waitForEvents(3);
      expect(stream.listMessages().map(({ role }) => role)).toEqual(['customer', 'assistant']);
      stream.close();
    }
  });

  it('resumes without a gap after the last received message, by header or query', async () => {
    const { visitor, conversationId, lastMessageId: lastId, sendMessage } = await startConversation();
    await sendMessage('Is there parking?');
    await sendMessage('Do you allow dogs?', secondInstance);
    const { json } = await callFromWidget(firstInstance, site, 'GET', `/api/conversations/${conversationId}`, {
      token: visitor.token,
    });
    const missedMessages = json.messages.slice(2);
    const queryStream = await openEventStream(
      firstInstance,
      createEventsPath(conversationId, `?after=${lastId}`),
      createVisitorHeaders(visitor),
    );
    const headerStream = await openEventStream(secondInstance, createEventsPath(conversationId), {
      ...createVisitorHeaders(visitor),
      'last-event-id': missedMessages[1].id,
    });
    await queryStream.waitForEvents(5);
    expect(queryStream.listMessages()).toEqual(missedMessages);
    await headerStream.waitForEvents(3);
    expect(headerStream.listMessages()).toEqual(missedMessages.slice(2));
    for (const stream of [queryStream, headerStream]) stream.close();
  });

  it('misses no message written while it opens', async () => {
    const { visitor, conversationId, lastMessageId: lastId, postAsStaff } = await startConversation();
    let cursor = lastId;
    for (let round = 0; round < 15; round++) {
      const writing = postAsStaff('messages', { text: `message ${round}` }, round % 2 ? firstInstance : secondInstance);
      const stream = await openEventStream(
        firstInstance,
        createEventsPath(conversationId, `?after=${cursor}`),
        createVisitorHeaders(visitor),
      );
      await stream.waitUntil(() => stream.listMessages().length > 0);
      expect(stream.listMessages().map(({ text }) => text)).toEqual([`message ${round}`]);
      cursor = stream.events.at(-1)!.id!;
      await writing;
      stream.close();
    }
  });

  it('decrypts messages and writes an audit entry, while the database notification carries only ids', async () => {
    const { visitor, conversationId, postAsStaff } = await startConversation('medical');
    const notifications: string[] = [];
    const listeningClient = new pg.Client(chooseDirectConnection(firstInstance.connection));
    listeningClient.on('error', () => undefined);
    await listeningClient.connect();
    listeningClient.on('notification', ({ payload = '' }) => void notifications.push(payload));
    await listeningClient.query('listen frontdesk_changed');
    const stream = await openEventStream(
      firstInstance,
      createEventsPath(conversationId),
      createVisitorHeaders(visitor),
    );
    await stream.waitForEvents(1);
    await postAsStaff('messages', { text: 'Your results are in.' }, secondInstance);
    await stream.waitForEvents(2);
    expect(stream.listMessages()[0]).toMatchObject({ role: 'agent', text: 'Your results are in.' });
    await expect.poll(() => notifications.filter((payload) => payload.startsWith('conversations:'))).toHaveLength(1);
    expect(notifications).toContain(`conversations:${workspaceId}:${conversationId}`);
    await listeningClient.end();
    const { rows } = await queryAsDbOwner(
      firstInstance.connection,
      `select actor, action from audit_entries where subject = $1 order by sequence desc limit 1`,
      [conversationId],
    );
    expect(rows).toEqual([{ actor: expect.stringMatching(/^key_/), action: 'conversation.read' }]);
    stream.close();
  });

  it('is rejected for other callers, invalid message ids and too many open streams', async () => {
    const { visitor, conversationId } = await startConversation();
    const get = (path: string, headers = {}) =>
      callFromWidget(firstInstance, site, 'GET', path, { token: visitor.token, headers });
    expectProblem(await call(firstInstance, 'GET', createEventsPath(conversationId)), 401, 'missing_api_key');
    expectProblem(await get(createEventsPath('conv_01k9z0v3w8e5r7t2y4u6i8p0qa')), 404, 'not_found');
    expectProblem(await get(createEventsPath(conversationId, '?after=nonsense')), 400, 'invalid_request');
    expectProblem(await get(createEventsPath(conversationId), { 'last-event-id': 'nonsense' }), 400, 'invalid_request');
    const chatOnlyKey = (await createApiKey(firstInstance, workspaceId, { scopes: ['chat:write'] })).key;
    expectProblem(
      await call(firstInstance, 'GET', createEventsPath(conversationId), { key: chatOnlyKey }),
      403,
      'insufficient_scope',
    );
    const streams = [];
    for (let n = 0; n < 6; n++)
      streams.push(
        await openEventStream(firstInstance, createEventsPath(conversationId), createVisitorHeaders(visitor)),
      );
    const rejected = await get(createEventsPath(conversationId));
    expectProblem(rejected, 429, 'rate_limited');
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    streams.pop()!.close();
    await expect
      .poll(async () => {
        const stream = await openEventStream(
          firstInstance,
          createEventsPath(conversationId),
          createVisitorHeaders(visitor),
        );
        stream.close();
        return stream.response.status;
      })
      .toBe(200);
    for (const stream of streams) stream.close();
    expect((await call(firstInstance, 'HEAD', createEventsPath(conversationId), { key })).status).toBe(200);
  });

  it('ends when its key is revoked', async () => {
    const widgetKey = await createApiKey(firstInstance, workspaceId, { kind: 'publishable', origins: [ORIGIN] });
    const newSite = { key: widgetKey.key };
    const visitor = await startVisitorSession(firstInstance, newSite);
    const { json } = await callFromWidget(firstInstance, newSite, 'POST', '/api/chat', {
      token: visitor.token,
      body: { message: 'hello' },
    });
    const stream = await openEventStream(
      secondInstance,
      createEventsPath(json.conversationId),
      createVisitorHeaders(visitor, newSite),
    );
    await stream.waitForEvents(1);
    await queryAsDbOwner(firstInstance.connection, 'update api_keys set revoked_at = now() where id = $1', [
      widgetKey.keyId,
    ]);
    await stream.ended;
    await expect
      .poll(
        async () =>
          (
            await callFromWidget(secondInstance, newSite, 'GET', createEventsPath(json.conversationId), {
              token: visitor.token,
            })
          ).json?.code,
      )
      .toBe('revoked_api_key');
  });

  it('ends as soon as the instance stops, and can be resumed on another', async () => {
    const thirdInstance = await startService(firstInstance.connection);
    const { visitor, conversationId, lastMessageId: lastId, sendMessage } = await startConversation();
    const stream = await openEventStream(
      thirdInstance,
      createEventsPath(conversationId),
      createVisitorHeaders(visitor),
    );
    await stream.waitForEvents(1);
    const stoppedAt = performance.now();
    await thirdInstance.stop();
    await stream.ended;
    expect(performance.now() - stoppedAt).toBeLessThan(10_000);
    await sendMessage('Do you allow dogs?');
    const resumedStream = await openEventStream(
      secondInstance,
      createEventsPath(conversationId, `?after=${lastId}`),
      createVisitorHeaders(visitor),
    );
    await resumedStream.waitForEvents(3);
    expect(resumedStream.listMessages()).toHaveLength(2);
    resumedStream.close();
  });
});

describe('many open streams', () => {
  const STREAM_COUNT = 200;

  it('do not query the database until something happens, and then only once', async () => {
    const { conversationId, postAsStaff } = await startConversation();
    global.gc?.();
    const memoryBefore = process.memoryUsage().heapUsed;
    const streams = [];
    for (let n = 0; n < STREAM_COUNT; n++)
      streams.push(await openEventStream(firstInstance, createEventsPath(conversationId), createStaffHeaders()));
    for (const stream of streams) await stream.waitForEvents(1);
    global.gc?.();
    const kilobytesPerStream = (process.memoryUsage().heapUsed - memoryBefore) / STREAM_COUNT / 1024;
    // Periodic counters use single statements outside workspaces.
    const spies = (['inWorkspace', 'inWorkspaceReadOnly'] as const).map((method) =>
      vi.spyOn(firstInstance.database, method),
    );
    const countAccesses = () => spies.flatMap((spy) => spy.mock.calls).length;
    await sleep(500);
    expect(countAccesses()).toBe(0);
    await postAsStaff('messages', { text: 'Hello all' }, secondInstance);
    for (const stream of streams) await stream.waitForEvents(2);
    expect(countAccesses()).toBe(1);
    for (const spy of spies) spy.mockRestore();
    // A generous limit that covers the client's and the server's end of each stream.
    expect(kilobytesPerStream).toBeLessThan(300);
    for (const stream of streams) stream.close();
  });
});
