import { beforeAll, describe, expect, it } from 'vitest';
import { expectProblem, pointers } from '../../../test/expect.ts';
import { asOwner, call, listenIn, makeKey, makeWorkspace, type Service, startService } from '../../../test/harness.ts';

const ORIGIN = 'https://www.example.com';
let service: Service;
let id: string;
let key: string;

beforeAll(async () => {
  service = await startService();
  ({ id, key } = await makeWorkspace(service));
  await listenIn(service, key);
});

const say = (message: string, more: object = {}, as = key) =>
  call(service, 'POST', '/api/chat', { key: as, body: { message, ...more } });
const act = (conversation: string, action: string, body: object = {}, as = key) =>
  call(service, 'POST', `/api/conversations/${conversation}/${action}`, { key: as, body });
const read = (conversation: string, as = key) =>
  call(service, 'GET', `/api/conversations/${conversation}`, { key: as });
const eventsOf = async (conversation: string) => {
  const { rows } = await asOwner(service.connection, 'select type from events where data::text like $1 order by id', [
    `%${conversation}%`,
  ]);
  return rows.map(({ type }) => type);
};

describe('a conversation', () => {
  it('is begun by a message and goes on', async () => {
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

  it('explains what was understood to who asks for it, in either form', async () => {
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

  it('keeps the order of messages that come at once', async () => {
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
  ])('does not take the message %j', async (message, pointer) => {
    expectProblem(await say(message), 422, 'validation_failed');
    expect((await say(message)).json.errors[0].pointer).toBe(pointer);
  });

  it('keeps nothing of a blank message of an agent, nor of a blank name for the business', async () => {
    const { conversationId } = (await say('hello', { businessName: 'Trattoria' })).json;
    const before = (await read(conversationId)).json;
    const written = await act(conversationId, 'messages', { text: '   ' });
    expectProblem(written, 422, 'validation_failed');
    expect(pointers(written)).toEqual(['/text']);
    const named = await say('hello', { conversationId, businessName: '   ' });
    expectProblem(named, 422, 'validation_failed');
    expect(pointers(named)).toEqual(['/businessName']);
    expect((await read(conversationId)).json).toEqual(before);
  });

  it('takes 4,000 characters, counted as people do', async () => {
    expect((await say('🙂'.repeat(4_000))).status).toBe(200);
  });

  it('does not take more than 4 KiB of metadata, or an unknown type of business', async () => {
    expect((await say('hi', { metadata: { text: 'x'.repeat(4_096) } })).json.errors[0].pointer).toBe('/metadata');
    expect((await say('hi', { businessType: 'circus' })).json.errors[0].pointer).toBe('/businessType');
  });

  it('takes another name for the business, but not another type', async () => {
    const { conversationId } = (await say('hello', { businessType: 'restaurant' })).json;
    expect((await say('hello', { conversationId, businessName: 'Trattoria' })).json.reply).toContain('Trattoria');
    expectProblem(await say('hello', { conversationId, businessType: 'salon' }), 409, 'conflict');
  });

  it('asks for the plan that has the channel', async () => {
    const starter = await makeWorkspace(service, { plan: 'starter' });
    const refused = await say('hi', { channel: 'sms' }, starter.key);
    expectProblem(refused, 403, 'plan_required');
    expect(refused.json.plan).toBe('business');
    expect((await say('hi', { channel: 'widget' }, starter.key)).status).toBe(200);
  });
});

describe('who is told what', () => {
  it('tells ids and states alone where health is talked about', async () => {
    const medical = { businessType: 'medical', customer: { name: 'Zelda Marchetti' } };
    const { conversationId } = (await say('my insulin is finished', medical)).json;
    await act(conversationId, 'messages', { text: 'insulin is on its way' });
    await act(conversationId, 'handoff', { reason: 'insulin' });
    await act(conversationId, 'feedback', { rating: 5, comment: 'insulin' });
    const { rows } = await asOwner(service.connection, 'select data::text from events where data::text like $1', [
      `%${conversationId}%`,
    ]);
    expect(rows.length).toBeGreaterThanOrEqual(6);
    for (const { data } of rows) expect(data).not.toMatch(/insulin|Zelda/);
  });

  it('reads phones, and refuses what is none', async () => {
    const { conversationId } = (await say('hello', { customer: { phone: '(212) 555-0142' } })).json;
    expect((await read(conversationId)).json.customer.phone).toBe('+12125550142');
    expectProblem(await say('hello', { customer: { phone: 'abc' } }), 422, 'validation_failed');
  });

  it('keeps no more than 4 KiB of metadata over all turns', async () => {
    const { conversationId } = (await say('hello', { metadata: { a: 'x'.repeat(3_000) } })).json;
    expectProblem(await say('hello', { conversationId, metadata: { b: 'x'.repeat(3_000) } }), 422, 'validation_failed');
    expect((await say('hello', { conversationId, metadata: { a: 'y' } })).status).toBe(200);
  });

  it('does not take an empty id for a new conversation', async () => {
    expectProblem(await say('hello', { conversationId: '' }), 422, 'validation_failed');
  });
});

describe('the desk', () => {
  it('replies as a person, hands over, resolves, and begins a new episode', async () => {
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
    const again = await say('hello', { conversationId });
    expect(again.json).toMatchObject({ status: 'open', intent: 'general.greeting' });
    const { json } = await read(conversationId);
    expect(json.episodes).toMatchObject([{ resolvedAt: expect.any(String) }, { resolvedAt: null }]);
    expect(json.messages.at(-3)).toMatchObject({ role: 'agent' });
    expect(json.messages.map(({ id: message }: { id: string }) => message)).toContain(silent.json.id);
    expect(await eventsOf(conversationId)).toEqual(
      expect.arrayContaining(['conversation.handoff', 'conversation.resolved', 'message.replied']),
    );
  });

  it('changes nothing the second time', async () => {
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

  it('takes a rating', async () => {
    const { conversationId } = (await say('hello')).json;
    expect((await act(conversationId, 'feedback', { rating: 5, comment: 'quick' })).json.rating).toBe(5);
    expectProblem(await act(conversationId, 'feedback', { rating: 6 }), 422, 'validation_failed');
    expect(await eventsOf(conversationId)).toContain('feedback.received');
  });

  it('is not for another workspace, and not for a conversation that is not there', async () => {
    const { conversationId } = (await say('hello')).json;
    const other = await makeWorkspace(service);
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
  it('hands over and rates its own conversation, and no other', async () => {
    const publishable = (await makeKey(service, id, { kind: 'publishable', origins: [ORIGIN] })).key;
    const headers = { origin: ORIGIN };
    const post = (path: string, body: object) => call(service, 'POST', path, { key: publishable, headers, body });
    const own = (await post('/api/chat', { message: 'hello' })).json.conversationId;
    expect((await post(`/api/conversations/${own}/feedback`, { rating: 4 })).status).toBe(200);
    expect((await post(`/api/conversations/${own}/handoff`, {})).status).toBe(200);
    expectProblem(await post(`/api/conversations/${own}/resolve`, {}), 403, 'insufficient_scope');
    const theirs = (await say('hello')).json.conversationId;
    expectProblem(await post(`/api/conversations/${theirs}/feedback`, { rating: 4 }), 404, 'not_found');
    expectProblem(await post('/api/chat', { message: 'hello', conversationId: theirs }), 404, 'not_found');
  });
});

describe('a visitor', () => {
  it('cannot activate an industry', async () => {
    const mine = await makeWorkspace(service);
    const publishable = (await makeKey(service, mine.id, { kind: 'publishable', origins: [ORIGIN] })).key;
    const asked = { key: publishable, headers: { origin: ORIGIN }, body: { message: 'hi', businessType: 'medical' } };
    expectProblem(await call(service, 'POST', '/api/chat', asked), 403, 'industry_not_active');
    expect((await call(service, 'GET', '/api/v1/config', { key: mine.key })).json.industries).toEqual([]);
  });
});

describe('the list', () => {
  it('filters, pages and previews', async () => {
    const mine = await makeWorkspace(service, { mode: 'test' });
    const at = (day: string) => ({ 'x-test-clock': `${day}T12:00:00Z` });
    for (const day of ['2026-11-01', '2026-11-02', '2026-11-03']) {
      await call(service, 'POST', '/api/chat', {
        key: mine.key,
        headers: at(day),
        body: { message: 'hello', channel: 'sms' },
      });
    }
    const list = async (query: string) =>
      (await call(service, 'GET', `/api/conversations?${query}`, { key: mine.key })).json;
    const all = await list('');
    expect(all.data.map(({ createdAt }: { createdAt: string }) => createdAt.slice(0, 10))).toEqual([
      '2026-11-03',
      '2026-11-02',
      '2026-11-01',
    ]);
    expect(all.data[0]).toMatchObject({ messageCount: 2, preview: expect.stringContaining('welcome') });
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
