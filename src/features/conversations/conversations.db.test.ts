import { beforeAll, describe, expect, it } from 'vitest';
import { errorPointers, expectProblem } from '../../../test/expect.ts';
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
let id: string;
let key: string;

beforeAll(async () => {
  service = await startService();
  ({ id, key } = await createWorkspace(service));
  await subscribeToAllEvents(service, key);
});

const say = (message: string, overrides: object = {}, apiKey = key) =>
  call(service, 'POST', '/api/chat', { key: apiKey, body: { message, ...overrides } });
const act = (conversation: string, action: string, body: object = {}, apiKey = key) =>
  call(service, 'POST', `/api/conversations/${conversation}/${action}`, { key: apiKey, body });
const read = (conversation: string, apiKey = key) =>
  call(service, 'GET', `/api/conversations/${conversation}`, { key: apiKey });
const eventsOf = async (conversation: string) => {
  const { rows } = await queryAsDbOwner(
    service.connection,
    'select type from events where data::text like $1 order by id',
    [`%${conversation}%`],
  );
  return rows.map(({ type }) => type);
};

describe('a conversation', () => {
  it('starts with a message and continues with the next', async () => {
    const first = await say('hello', {
      businessName: 'Bella Vista',
      customer: { name: 'Dana' },
      metadata: { page: '/menu' },
    });
    expect(first).toMatchObject({
      status: 200,
      json: { intent: 'general.greeting', status: 'open', engine: 'embedded', receipts: [] },
    });
    const { conversationId } = first.json;
    await say('thanks', { conversationId, customer: { email: 'dana@example.com' } });
    const { json } = await read(conversationId);
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
    expect(await eventsOf(conversationId)).toEqual([
      ...['conversation.created', 'message.received', 'message.replied', 'message.received', 'message.replied'],
    ]);
  });

  it('explains its understanding on request, as JSON and as a stream', async () => {
    const headers = { accept: 'text/event-stream' };
    const body = { message: 'hello', explain: true };
    const streamed = await call(service, 'POST', '/api/chat', { key, body, headers });
    expect((await say('hello', { explain: true })).json.understanding).toMatchObject({
      intent: 'general.greeting',
      policy: 'answer',
      considered: expect.arrayContaining([expect.objectContaining({ intent: 'general.greeting' })]),
      focus: [],
    });
    expect(streamed.text).toContain('"understanding":{"intent":"general.greeting"');
    expect((await say('hello')).json).not.toHaveProperty('understanding');
  });

  it('keeps the order of concurrent messages', async () => {
    const { conversationId } = (await say('hello')).json;
    await Promise.all(Array.from({ length: 10 }, (_, i) => say(`thanks ${i}`, { conversationId })));
    const { messages } = (await read(conversationId)).json;
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
    expectProblem(await say(message), 422, 'validation_failed');
    expect((await say(message)).json.errors[0].pointer).toBe(pointer);
  });

  it('rejects a blank message from an agent and a blank business name', async () => {
    const { conversationId } = (await say('hello', { businessName: 'Trattoria' })).json;
    const before = (await read(conversationId)).json;
    const blankMessage = await act(conversationId, 'messages', { text: '   ' });
    expectProblem(blankMessage, 422, 'validation_failed');
    expect(errorPointers(blankMessage)).toEqual(['/text']);
    const blankName = await say('hello', { conversationId, businessName: '   ' });
    expectProblem(blankName, 422, 'validation_failed');
    expect(errorPointers(blankName)).toEqual(['/businessName']);
    expect((await read(conversationId)).json).toEqual(before);
  });

  it('accepts 4,000 characters, counting an emoji as one', async () => {
    expect((await say('🙂'.repeat(4_000))).status).toBe(200);
  });

  it('rejects more than 4 KiB of metadata and an unknown business type', async () => {
    expect((await say('hi', { metadata: { text: 'x'.repeat(4_096) } })).json.errors[0].pointer).toBe('/metadata');
    expect((await say('hi', { businessType: 'circus' })).json.errors[0].pointer).toBe('/businessType');
  });

  it('accepts another business name, but not another business type', async () => {
    const { conversationId } = (await say('hello', { businessType: 'restaurant' })).json;
    expect((await say('hello', { conversationId, businessName: 'Trattoria' })).json.reply).toContain('Trattoria');
    expectProblem(await say('hello', { conversationId, businessType: 'salon' }), 409, 'conflict');
  });

  it('names the plan that includes the channel', async () => {
    const starter = await createWorkspace(service, { plan: 'starter' });
    const rejected = await say('hi', { channel: 'sms' }, starter.key);
    expectProblem(rejected, 403, 'plan_required');
    expect(rejected.json.plan).toBe('business');
    expect((await say('hi', { channel: 'widget' }, starter.key)).status).toBe(200);
  });
});

describe('customer data', () => {
  it('events about health carry only ids and statuses', async () => {
    const medical = { businessType: 'medical', customer: { name: 'Zelda Marchetti' } };
    const { conversationId } = (await say('my insulin is finished', medical)).json;
    await act(conversationId, 'messages', { text: 'insulin is on its way' });
    await act(conversationId, 'handoff', { reason: 'insulin' });
    await act(conversationId, 'feedback', { rating: 5, comment: 'insulin' });
    const { rows } = await queryAsDbOwner(
      service.connection,
      'select data::text from events where data::text like $1',
      [`%${conversationId}%`],
    );
    expect(rows.length).toBeGreaterThanOrEqual(6);
    for (const { data } of rows) expect(data).not.toMatch(/insulin|Zelda/);
  });

  it('normalizes phone numbers and rejects invalid ones', async () => {
    const { conversationId } = (await say('hello', { customer: { phone: '(212) 555-0142' } })).json;
    expect((await read(conversationId)).json.customer.phone).toBe('+12125550142');
    expectProblem(await say('hello', { customer: { phone: 'abc' } }), 422, 'validation_failed');
  });

  it('limits the metadata of all turns together to 4 KiB', async () => {
    const { conversationId } = (await say('hello', { metadata: { a: 'x'.repeat(3_000) } })).json;
    expectProblem(await say('hello', { conversationId, metadata: { b: 'x'.repeat(3_000) } }), 422, 'validation_failed');
    expect((await say('hello', { conversationId, metadata: { a: 'y' } })).status).toBe(200);
  });

  it('rejects an empty conversation id', async () => {
    expectProblem(await say('hello', { conversationId: '' }), 422, 'validation_failed');
  });
});

describe('staff actions', () => {
  it('reply, hand off and resolve, and a later message starts a new episode', async () => {
    const { conversationId } = (await say('hello')).json;
    expect(await act(conversationId, 'handoff', { reason: 'asked' })).toMatchObject({
      status: 200,
      json: { status: 'handoff' },
    });
    const silent = await say('are you there?', { conversationId });
    expect(silent.json).toMatchObject({ reply: '', receipts: [], status: 'handoff' });
    const reply = await act(conversationId, 'messages', { text: 'Ann here!' });
    expect(reply).toMatchObject({ status: 201, json: { role: 'agent', text: 'Ann here!' } });
    expect(await act(conversationId, 'resolve')).toMatchObject({ status: 200, json: { status: 'resolved' } });
    const reopenedReply = await say('hello', { conversationId });
    expect(reopenedReply.json).toMatchObject({ status: 'open', intent: 'general.greeting' });
    const { json } = await read(conversationId);
    expect(json.episodes).toMatchObject([{ resolvedAt: expect.any(String) }, { resolvedAt: null }]);
    expect(json.messages.at(-3)).toMatchObject({ role: 'agent' });
    expect(json.messages.map(({ id: message }: { id: string }) => message)).toContain(silent.json.id);
    expect(await eventsOf(conversationId)).toEqual(
      expect.arrayContaining(['conversation.handoff', 'conversation.resolved', 'message.replied']),
    );
  });

  it('are idempotent', async () => {
    const { conversationId } = (await say('hello')).json;
    await act(conversationId, 'resolve');
    await act(conversationId, 'resolve');
    await act(conversationId, 'handoff');
    await act(conversationId, 'handoff');
    const types = await eventsOf(conversationId);
    expect(types.filter((type) => /resolved|handoff/.test(type))).toEqual([
      'conversation.resolved',
      'conversation.handoff',
    ]);
  });

  it('accept a rating', async () => {
    const { conversationId } = (await say('hello')).json;
    expect((await act(conversationId, 'feedback', { rating: 5, comment: 'quick' })).json.rating).toBe(5);
    expectProblem(await act(conversationId, 'feedback', { rating: 6 }), 422, 'validation_failed');
    expect(await eventsOf(conversationId)).toContain('feedback.received');
  });

  it('are not found for another workspace', async () => {
    const { conversationId } = (await say('hello')).json;
    const other = await createWorkspace(service);
    for (const [action, body] of Object.entries({
      messages: { text: 'x' },
      handoff: {},
      resolve: {},
      feedback: { rating: 1 },
    })) {
      expectProblem(await act(conversationId, action, body, other.key), 404, 'not_found');
    }
  });
});

describe('a publishable key', () => {
  it('can hand off and rate only conversations started with it', async () => {
    const publishable = (await createApiKey(service, id, { kind: 'publishable', origins: [ORIGIN] })).key;
    const headers = { origin: ORIGIN };
    const post = (path: string, body: object) => call(service, 'POST', path, { key: publishable, headers, body });
    const ownConversation = (await post('/api/chat', { message: 'hello' })).json.conversationId;
    expect((await post(`/api/conversations/${ownConversation}/feedback`, { rating: 4 })).status).toBe(200);
    expect((await post(`/api/conversations/${ownConversation}/handoff`, {})).status).toBe(200);
    expectProblem(await post(`/api/conversations/${ownConversation}/resolve`, {}), 403, 'insufficient_scope');
    const otherConversation = (await say('hello')).json.conversationId;
    expectProblem(await post(`/api/conversations/${otherConversation}/feedback`, { rating: 4 }), 404, 'not_found');
    expectProblem(await post('/api/chat', { message: 'hello', conversationId: otherConversation }), 404, 'not_found');
  });
});

describe('a visitor', () => {
  it('cannot activate an industry', async () => {
    const workspace = await createWorkspace(service);
    const publishable = (await createApiKey(service, workspace.id, { kind: 'publishable', origins: [ORIGIN] })).key;
    const request = { key: publishable, headers: { origin: ORIGIN }, body: { message: 'hi', businessType: 'medical' } };
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
    const list = async (query: string) =>
      (await call(service, 'GET', `/api/conversations?${query}`, { key: workspace.key })).json;
    const all = await list('');
    expect(all.data.map(({ createdAt }: { createdAt: string }) => createdAt.slice(0, 10))).toEqual([
      '2026-11-03',
      '2026-11-02',
      '2026-11-01',
    ]);
    expect(all.data[0]).toMatchObject({ messageCount: 2, preview: 'hello' });
    expect(all.data[0].messages).toBeUndefined();
    expect((await list('from=2026-11-02&to=2026-11-03')).data).toHaveLength(1);
    expect((await list('channel=api')).data).toEqual([]);
    const first = await list('limit=2');
    expect(first.has_more).toBe(true);
    const second = await list(`limit=2&starting_after=${first.data[1].id}`);
    expect(second).toMatchObject({ has_more: false, data: [{ id: all.data[2].id }] });
    expect((await list('starting_after=conv_nope')).code).toBe('invalid_request');
    expect((await list('from=yesterday')).code).toBe('invalid_request');
  });
});
