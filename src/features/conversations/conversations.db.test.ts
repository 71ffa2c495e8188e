import { beforeAll, describe, expect, it } from 'vitest';
import { expectProblem, getErrorPointers } from '../../../test/expect.ts';
import {
  call,
  createApiKey,
  createWorkspace,
  queryAsDbOwner,
  type Service,
  startService,
  subscribeToAllEvents,
} from '../../../test/harness.ts';

const ORIGIN = 'https://www.example.com';
let service: Service;
let workspaceId: string;
let key: string;

beforeAll(async () => {
  service = await startService();
  ({ id: workspaceId, key } = await createWorkspace(service));
  await subscribeToAllEvents(service, key);
});

const sendMessage = (message: string, overrides: object = {}, apiKey = key) =>
  call(service, 'POST', '/api/chat', { key: apiKey, body: { message, ...overrides } });
const postAction = (conversationId: string, action: string, body: object = {}, apiKey = key) =>
  call(service, 'POST', `/api/conversations/${conversationId}/${action}`, { key: apiKey, body });
const readConversation = (conversationId: string, apiKey = key) =>
  call(service, 'GET', `/api/conversations/${conversationId}`, { key: apiKey });
const listEventTypesOf = async (conversationId: string) => {
  const { rows } = await queryAsDbOwner(
    service.connection,
    'select type from events where data::text like $1 order by id',
    [`%${conversationId}%`],
  );
  return rows.map(({ type }) => type);
};

describe('a conversation', () => {
  it('starts with a message and continues with the next', async () => {
    const firstResponse = await sendMessage('hello', {
      businessName: 'Bella Vista',
      customer: { name: 'Dana' },
      metadata: { page: '/menu' },
    });
    expect(firstResponse).toMatchObject({
      status: 200,
      json: { intent: 'general.greeting', status: 'open', engine: 'embedded', receipts: [] },
    });
    const { conversationId } = firstResponse.json;
    await sendMessage('thanks', { conversationId, customer: { email: 'dana@example.com' } });
    const { json } = await readConversation(conversationId);
    expect(json).toMatchObject({
      id: conversationId,
      businessName: 'Bella Vista',
      customer: { name: 'Dana', email: 'dana@example.com' },
      metadata: { page: '/menu' },
      episodes: [{ resolvedAt: null }],
    });
    expect(json.messages.map(({ role }: { role: string }) => role)).toEqual([
      'customer',
      'assistant',
      'customer',
      'assistant',
    ]);
    expect(await listEventTypesOf(conversationId)).toEqual([
      ...['conversation.created', 'message.received', 'message.replied', 'message.received', 'message.replied'],
    ]);
  });

  it('explains its understanding on request, as JSON and as a stream', async () => {
    const headers = { accept: 'text/event-stream' };
    const body = { message: 'hello', explain: true };
    const streamResponse = await call(service, 'POST', '/api/chat', { key, body, headers });
    expect((await sendMessage('hello', { explain: true })).json.understanding).toMatchObject({
      intent: 'general.greeting',
      policy: 'answer',
      considered: expect.arrayContaining([expect.objectContaining({ intent: 'general.greeting' })]),
      focus: [],
    });
    expect(streamResponse.text).toContain('"understanding":{"intent":"general.greeting"');
    expect((await sendMessage('hello')).json).not.toHaveProperty('understanding');
  });

  it('keeps the order of concurrent messages', async () => {
    const { conversationId } = (await sendMessage('hello')).json;
    await Promise.all(Array.from({ length: 10 }, (_, i) => sendMessage(`thanks ${i}`, { conversationId })));
    const { messages } = (await readConversation(conversationId)).json;
    expect(messages).toHaveLength(22);
    expect(messages.map(({ role }: { role: string }) => role)).toEqual(
      Array.from({ length: 11 }, () => ['customer', 'assistant']).flat(),
    );
  });

  it.each([
    ['', '/message'],
    ['   ', '/message'],
    ['x'.repeat(4_001), '/message'],
  ])('rejects the message %j', async (message, pointer) => {
    expectProblem(await sendMessage(message), 422, 'validation_failed');
    expect((await sendMessage(message)).json.errors[0].pointer).toBe(pointer);
  });

  it('rejects a blank message from an agent and a blank business name', async () => {
    const { conversationId } = (await sendMessage('hello', { businessName: 'Trattoria' })).json;
    const conversationBefore = (await readConversation(conversationId)).json;
    const blankMessage = await postAction(conversationId, 'messages', { text: '   ' });
    expectProblem(blankMessage, 422, 'validation_failed');
    expect(getErrorPointers(blankMessage)).toEqual(['/text']);
    const blankName = await sendMessage('hello', { conversationId, businessName: '   ' });
    expectProblem(blankName, 422, 'validation_failed');
    expect(getErrorPointers(blankName)).toEqual(['/businessName']);
    expect((await readConversation(conversationId)).json).toEqual(conversationBefore);
  });

  it('accepts 4,000 characters, counting an emoji as one', async () => {
    expect((await sendMessage('🙂'.repeat(4_000))).status).toBe(200);
  });

  it('rejects more than 4 KiB of metadata and an unknown business type', async () => {
    expect((await sendMessage('hi', { metadata: { text: 'x'.repeat(4_096) } })).json.errors[0].pointer).toBe(
      '/metadata',
    );
    expect((await sendMessage('hi', { businessType: 'circus' })).json.errors[0].pointer).toBe('/businessType');
  });

  it('accepts another business name, but not another business type', async () => {
    const { conversationId } = (await sendMessage('hello', { businessType: 'restaurant' })).json;
    expect((await sendMessage('hello', { conversationId, businessName: 'Trattoria' })).json.reply).toContain(
      'Trattoria',
    );
    expectProblem(await sendMessage('hello', { conversationId, businessType: 'salon' }), 409, 'conflict');
  });

  it('names the plan that includes the channel', async () => {
    const starterWorkspace = await createWorkspace(service, { plan: 'starter' });
    const rejected = await sendMessage('hi', { channel: 'sms' }, starterWorkspace.key);
    expectProblem(rejected, 403, 'plan_required');
    expect(rejected.json.plan).toBe('business');
    expect((await sendMessage('hi', { channel: 'widget' }, starterWorkspace.key)).status).toBe(200);
  });
});

describe('customer data', () => {
  it('events about health carry only ids and statuses', async () => {
    const medicalFields = { businessType: 'medical', customer: { name: 'Zelda Marchetti' } };
    const { conversationId } = (await sendMessage('my insulin is finished', medicalFields)).json;
    await postAction(conversationId, 'messages', { text: 'insulin is on its way' });
    await postAction(conversationId, 'handoff', { reason: 'insulin' });
    await postAction(conversationId, 'feedback', { rating: 5, comment: 'insulin' });
    const { rows } = await queryAsDbOwner(
      service.connection,
      'select data::text from events where data::text like $1',
      [`%${conversationId}%`],
    );
    expect(rows.length).toBeGreaterThanOrEqual(6);
    for (const { data } of rows) expect(data).not.toMatch(/insulin|Zelda/);
  });

  it('normalizes phone numbers and rejects invalid ones', async () => {
    const { conversationId } = (await sendMessage('hello', { customer: { phone: '(212) 555-0142' } })).json;
    expect((await readConversation(conversationId)).json.customer.phone).toBe('+12125550142');
    expectProblem(await sendMessage('hello', { customer: { phone: 'abc' } }), 422, 'validation_failed');
  });

  it('limits the metadata of all turns together to 4 KiB', async () => {
    const { conversationId } = (await sendMessage('hello', { metadata: { a: 'x'.repeat(3_000) } })).json;
    expectProblem(
      await sendMessage('hello', { conversationId, metadata: { b: 'x'.repeat(3_000) } }),
      422,
      'validation_failed',
    );
    expect((await sendMessage('hello', { conversationId, metadata: { a: 'y' } })).status).toBe(200);
  });

  it('rejects an empty conversation id', async () => {
    expectProblem(await sendMessage('hello', { conversationId: '' }), 422, 'validation_failed');
  });
});

describe('staff actions', () => {
  it('reply, hand off and resolve, and a later message starts a new episode', async () => {
    const { conversationId } = (await sendMessage('hello')).json;
    expect(await postAction(conversationId, 'handoff', { reason: 'asked' })).toMatchObject({
      status: 200,
      json: { status: 'handoff' },
    });
    const silentResponse = await sendMessage('are you there?', { conversationId });
    expect(silentResponse.json).toMatchObject({ reply: '', receipts: [], status: 'handoff' });
    const reply = await postAction(conversationId, 'messages', { text: 'Ann here!' });
    expect(reply).toMatchObject({ status: 201, json: { role: 'agent', text: 'Ann here!' } });
    expect(await postAction(conversationId, 'resolve')).toMatchObject({ status: 200, json: { status: 'resolved' } });
    const reopenedReply = await sendMessage('hello', { conversationId });
    expect(reopenedReply.json).toMatchObject({ status: 'open', intent: 'general.greeting' });
    const { json } = await readConversation(conversationId);
    expect(json.episodes).toMatchObject([{ resolvedAt: expect.any(String) }, { resolvedAt: null }]);
    expect(json.messages.at(-3)).toMatchObject({ role: 'agent' });
    expect(json.messages.map(({ id: messageId }: { id: string }) => messageId)).toContain(silentResponse.json.id);
    expect(await listEventTypesOf(conversationId)).toEqual(
      expect.arrayContaining(['conversation.handoff', 'conversation.resolved', 'message.replied']),
    );
  });

  it('are idempotent', async () => {
    const { conversationId } = (await sendMessage('hello')).json;
    await postAction(conversationId, 'resolve');
    await postAction(conversationId, 'resolve');
    await postAction(conversationId, 'handoff');
    await postAction(conversationId, 'handoff');
    const types = await listEventTypesOf(conversationId);
    expect(types.filter((type) => /resolved|handoff/.test(type))).toEqual([
      'conversation.resolved',
      'conversation.handoff',
    ]);
  });

  it('accept a rating', async () => {
    const { conversationId } = (await sendMessage('hello')).json;
    expect((await postAction(conversationId, 'feedback', { rating: 5, comment: 'quick' })).json.rating).toBe(5);
    expectProblem(await postAction(conversationId, 'feedback', { rating: 6 }), 422, 'validation_failed');
    expect(await listEventTypesOf(conversationId)).toContain('feedback.received');
  });

  it('are not found for another workspace', async () => {
    const { conversationId } = (await sendMessage('hello')).json;
    const otherWorkspace = await createWorkspace(service);
    for (const [action, body] of Object.entries({
      messages: { text: 'x' },
      handoff: {},
      resolve: {},
      feedback: { rating: 1 },
    })) {
      expectProblem(await postAction(conversationId, action, body, otherWorkspace.key), 404, 'not_found');
    }
  });
});

describe('a publishable key', () => {
  it('can hand off and rate only conversations started with it', async () => {
    const publishableKey = (await createApiKey(service, workspaceId, { kind: 'publishable', origins: [ORIGIN] })).key;
    const headers = { origin: ORIGIN };
    const post = (path: string, body: object) => call(service, 'POST', path, { key: publishableKey, headers, body });
    const ownConversationId = (await post('/api/chat', { message: 'hello' })).json.conversationId;
    expect((await post(`/api/conversations/${ownConversationId}/feedback`, { rating: 4 })).status).toBe(200);
    expect((await post(`/api/conversations/${ownConversationId}/handoff`, {})).status).toBe(200);
    expectProblem(await post(`/api/conversations/${ownConversationId}/resolve`, {}), 403, 'insufficient_scope');
    const otherConversationId = (await sendMessage('hello')).json.conversationId;
    expectProblem(await post(`/api/conversations/${otherConversationId}/feedback`, { rating: 4 }), 404, 'not_found');
    expectProblem(await post('/api/chat', { message: 'hello', conversationId: otherConversationId }), 404, 'not_found');
  });
});

describe('a visitor', () => {
  it('cannot activate an industry', async () => {
    const workspace = await createWorkspace(service);
    const publishableKey = (await createApiKey(service, workspace.id, { kind: 'publishable', origins: [ORIGIN] })).key;
    const request = {
      key: publishableKey,
      headers: { origin: ORIGIN },
      body: { message: 'hi', businessType: 'medical' },
    };
    expectProblem(await call(service, 'POST', '/api/chat', request), 403, 'industry_not_active');
    expect((await call(service, 'GET', '/api/v1/config', { key: workspace.key })).json.industries).toEqual([]);
  });
});

describe('the list', () => {
  it('supports filters, pages and previews', async () => {
    const workspace = await createWorkspace(service, { mode: 'test' });
    const clockHeader = (day: string) => ({ 'x-test-clock': `${day}T12:00:00Z` });
    for (const day of ['2026-11-01', '2026-11-02', '2026-11-03']) {
      await call(service, 'POST', '/api/chat', {
        key: workspace.key,
        headers: clockHeader(day),
        body: { message: 'hello', channel: 'sms' },
      });
    }
    const listConversations = async (query: string) =>
      (await call(service, 'GET', `/api/conversations?${query}`, { key: workspace.key })).json;
    const allConversations = await listConversations('');
    expect(allConversations.data.map(({ createdAt }: { createdAt: string }) => createdAt.slice(0, 10))).toEqual([
      '2026-11-03',
      '2026-11-02',
      '2026-11-01',
    ]);
    expect(allConversations.data[0]).toMatchObject({ messageCount: 2, preview: 'hello' });
    expect(allConversations.data[0].messages).toBeUndefined();
    expect((await listConversations('from=2026-11-02&to=2026-11-03')).data).toHaveLength(1);
    expect((await listConversations('channel=api')).data).toEqual([]);
    const firstPage = await listConversations('limit=2');
    expect(firstPage.has_more).toBe(true);
    const secondPage = await listConversations(`limit=2&starting_after=${firstPage.data[1].id}`);
    expect(secondPage).toMatchObject({ has_more: false, data: [{ id: allConversations.data[2].id }] });
    expect((await listConversations('starting_after=conv_nope')).code).toBe('invalid_request');
    expect((await listConversations('from=yesterday')).code).toBe('invalid_request');
  });
});
