import { beforeAll, describe, expect, it } from 'vitest';
import { everyDay, expectStatus } from '../../../test/business.ts';
import { expectProblem } from '../../../test/expect.ts';
import { call, createApiKey, queryAsDbOwner, type Service, signUp, startService } from '../../../test/harness.ts';
import {
  callFromWidget,
  ORIGIN,
  openEventStream,
  startVisitorSession,
  type WidgetSite,
} from '../../../test/visitor.ts';

let service: Service;
let cookie: string;
let owner: string;
let strangerCookie: string;
let key: string;
let page: WidgetSite;

beforeAll(async () => {
  service = await startService();
  const signedUp = await signUp(service, { name: 'Rosa Marino', businessName: 'Bella Vista' });
  ({ cookie } = signedUp);
  owner = signedUp.user.id;
  strangerCookie = (await signUp(service)).cookie;
  const workspace = (await call(service, 'GET', '/api/me', { cookie })).json.workspaces[0].id;
  await queryAsDbOwner(service.connection, `update workspaces set plan = 'business' where id = $1`, [workspace]);
  key = (await createApiKey(service, workspace)).key;
  page = { key: (await createApiKey(service, workspace, { kind: 'publishable', origins: [ORIGIN] })).key };
  for (const industry of ['restaurant', 'medical'])
    expectStatus(201, await call(service, 'POST', '/api/v1/setup', { key, body: { industry } }));
  expectStatus(200, await call(service, 'POST', '/api/v1/config/samples', { key, body: { keep: ['/'] } }));
  const body = { hours: everyDay(['00:00', '24:00']), closures: [] };
  expectStatus(200, await call(service, 'PUT', '/api/v1/config', { key, body }));
});

const asMember = (method: string, path: string, body?: unknown) =>
  call(service, method, `/api${path}`, { cookie, body });

async function visit(businessType = 'restaurant') {
  const { token } = await startVisitorSession(service, page, { businessType });
  let conversationId: string | undefined;
  const say = async (message: string) => {
    const body = { message, conversationId, businessType };
    const { json } = expectStatus(200, await callFromWidget(service, page, 'POST', '/api/chat', { token, body }));
    conversationId = json.conversationId;
    return json;
  };
  const read = async () =>
    expectStatus(200, await callFromWidget(service, page, 'GET', `/api/conversations/${conversationId}`, { token }))
      .json;
  const row = async () =>
    expectStatus(200, await asMember('GET', `/inbox/conversations?ids=${conversationId}`)).json.data[0];
  return { token, say, read, row, id: () => conversationId! };
}

describe('who has a conversation', () => {
  it('is the assistant, nobody, a person, and nobody any more', async () => {
    const { say, read, row, id } = await visit();
    const counts = async () => expectStatus(200, await asMember('GET', '/inbox')).json;
    const inStage = async (stage: string) =>
      expectStatus(200, await asMember('GET', `/inbox/conversations?stage=${stage}`)).json.data.map(
        (each: { id: string }) => each.id,
      );
    await say('When are you open?');
    expect(await row()).toMatchObject({ stage: 'assistant', personName: null });
    await say('I want to talk to a person');
    expect(await row()).toMatchObject({ status: 'handoff', stage: 'waiting', preview: 'I want to talk to a person' });
    expect(await counts()).toMatchObject({ waiting: 1, withTeam: 0 });
    expect(await inStage('waiting')).toEqual([id()]);
    expect((await read()).person).toBeUndefined();

    expectStatus(201, await asMember('POST', `/conversations/${id()}/messages`, { text: 'Hi, Rosa here.' }));
    expect(await row()).toMatchObject({
      status: 'handoff',
      stage: 'person',
      personName: 'Rosa Marino',
      assignee: { id: owner },
    });
    expect(await counts()).toMatchObject({ waiting: 0, withTeam: 1, mine: 1 });
    expect(await inStage('waiting')).toEqual([]);
    expect(await inStage('person')).toEqual([id()]);
    // Customers see the first name only.
    expect((await read()).person).toEqual({ name: 'Rosa' });

    expect(await say('And is there parking?')).toMatchObject({ reply: '' });
    expect(await row()).toMatchObject({ stage: 'waiting', personName: 'Rosa Marino' });
    expectStatus(201, await asMember('POST', `/conversations/${id()}/messages`, { text: 'Behind the house.' }));
    expect(await row()).toMatchObject({ stage: 'person', assignee: { name: 'Rosa Marino' } });
    expectStatus(200, await asMember('POST', `/conversations/${id()}/resolve`, {}));
    expect(await row()).toMatchObject({ stage: 'resolved', personName: null, assignee: { id: owner } });
    expect(await counts()).toMatchObject({ waiting: 0, withTeam: 0 });
    expect((await read()).person).toBeUndefined();

    await say('Hello again');
    expect(await row()).toMatchObject({ stage: 'assistant', assignee: null });
    await say('I want to talk to a person');
    expect(await row()).toMatchObject({ stage: 'waiting', assignee: null });
  });

  it('is a member who is assigned before anybody replied, and a reply of another leaves it so', async () => {
    const { say, row, id } = await visit();
    await say('I want to talk to a person');
    expectStatus(200, await asMember('PATCH', `/inbox/conversations/${id()}`, { assigneeId: owner }));
    expect(await row()).toMatchObject({ stage: 'person', assignee: { id: owner } });
    const answer = await call(service, 'POST', `/api/conversations/${id()}/messages`, { key, body: { text: 'Hi' } });
    expectStatus(201, answer);
    expect(await row()).toMatchObject({ stage: 'person', assignee: { id: owner } });
  });

  it('is nobody in particular after a reply with a key', async () => {
    const { say, row, id } = await visit();
    await say('I want to talk to a person');
    expectStatus(
      201,
      await call(service, 'POST', `/api/conversations/${id()}/messages`, { key, body: { text: 'Hi' } }),
    );
    expect(await row()).toMatchObject({ stage: 'person', assignee: null });
  });

  it('is the member who takes over, and the assistant is silent from then on', async () => {
    const { say, row, id } = await visit();
    await say('Hello');
    expectStatus(200, await asMember('POST', `/conversations/${id()}/handoff`, {}));
    expect(await row()).toMatchObject({ stage: 'person', personName: 'Rosa Marino', assignee: { id: owner } });
    expect(await say('When are you open?')).toMatchObject({ reply: '', status: 'handoff' });
    expectStatus(200, await asMember('POST', `/conversations/${id()}/handback`, {}));
    expect(await row()).toMatchObject({ stage: 'assistant', personName: null, assignee: null });
  });

  it('is urgent after an emergency, of any industry, until it is resolved', async () => {
    const urgentIds = async () =>
      expectStatus(200, await asMember('GET', '/inbox/conversations?urgent=true')).json.data.map(
        ({ id }: { id: string }) => id,
      );
    const countUrgent = async () => expectStatus(200, await asMember('GET', '/inbox')).json.urgent;
    for (const businessType of ['restaurant', 'medical']) {
      const { say, row, id } = await visit(businessType);
      await say('I want to talk to a person');
      expect(await row()).toMatchObject({ stage: 'waiting', urgent: false });
      expect(await say('My father has chest pain and cannot breathe')).toMatchObject({ intent: 'safety.emergency' });
      // Of patients the list shows that it is urgent, and not why.
      const isHealth = businessType === 'medical';
      expect(await row()).toMatchObject({ stage: 'waiting', urgent: true, sealed: isHealth });
      expect(JSON.stringify(await row()).includes('chest pain')).toBe(!isHealth);
      expect([await urgentIds(), await countUrgent()]).toEqual([[id()], 1]);
      await say('hello?');
      expect(await row()).toMatchObject({ urgent: true });
      expectStatus(200, await asMember('POST', `/conversations/${id()}/resolve`));
      expect(await row()).toMatchObject({ stage: 'resolved', urgent: false });
      expect([await urgentIds(), await countUrgent()]).toEqual([[], 0]);
    }
  });

  it('cannot be filtered by what it is not', async () => {
    expectProblem(await asMember('GET', '/inbox/conversations?stage=lost'), 400, 'invalid_request');
  });
});

describe('typing', () => {
  it('is shown to the visitor of the conversation, and nothing is stored', async () => {
    const { token, say, id } = await visit();
    const other = await visit();
    await Promise.all([say('I want to talk to a person'), other.say('Hello')]);
    const headers = (visitorToken: string) => ({
      authorization: `Bearer ${page.key}`,
      origin: ORIGIN,
      'x-visitor-token': visitorToken,
    });
    const stream = await openEventStream(service, `/api/conversations/${id()}/events`, headers(token));
    const otherStream = await openEventStream(service, `/api/conversations/${other.id()}/events`, headers(other.token));
    await Promise.all([stream.waitForEvents(1), otherStream.waitForEvents(1)]);
    const state = async () =>
      (await queryAsDbOwner(service.connection, 'select * from conversations where id = $1', [id()])).rows[0];
    const before = await state();
    expectStatus(204, await asMember('POST', `/inbox/conversations/${id()}/typing`, {}));
    const events = await stream.waitForEvents(2);
    expect(events[1]).toEqual({ event: 'typing', data: { name: 'Rosa' } });
    expect(await state()).toEqual(before);
    expectStatus(201, await asMember('POST', `/conversations/${id()}/messages`, { text: 'Hi' }));
    expect(
      (await stream.waitForEvents(4)).slice(2).map(({ event, data }) => [event, data.person ?? data.text]),
    ).toEqual([
      ['conversation', { name: 'Rosa' }],
      ['message', 'Hi'],
    ]);
    expect(otherStream.events).toHaveLength(1);
    stream.close();
    otherStream.close();
  });

  it('is refused to others', async () => {
    const { say, id } = await visit();
    await say('Hello');
    const path = `/api/inbox/conversations/${id()}/typing`;
    expectProblem(await call(service, 'POST', path, { body: {} }), 401, 'missing_api_key');
    expectProblem(await call(service, 'POST', path, { cookie: strangerCookie, body: {} }), 404, 'not_found');
    expectProblem(await callFromWidget(service, page, 'POST', path, { body: {} }), 403, 'insufficient_scope');
    expectProblem(await call(service, 'POST', path, { cookie, body: { x: 1 } }), 422, 'validation_failed');
  });
});

describe('the customer of a conversation', () => {
  it('is shown with bookings, and with other conversations of the same visitor and phone', async () => {
    const { say, row, id } = await visit();
    for (const message of ['A table for 2 tomorrow at 7:30 pm', 'Maria Rossi', '(212) 555-0188', 'yes'])
      await say(message);
    expect(await row()).toMatchObject({ customer: { name: 'Maria Rossi', phone: '+12125550188' } });
    const elsewhere = await call(service, 'POST', '/api/chat', {
      key,
      body: { message: 'Is there parking?', businessType: 'restaurant', customer: { phone: '+12125550188' } },
    });
    const similar = { message: 'Hello', businessType: 'restaurant', customer: { phone: '+12125550187' } };
    expectStatus(200, await call(service, 'POST', '/api/chat', { key, body: similar }));
    const { json } = expectStatus(200, await asMember('GET', `/conversations/${id()}/customer`));
    expect(json).toMatchObject({
      customer: { name: 'Maria Rossi', phone: '+12125550188' },
      bookings: [{ kind: 'reservation', status: 'confirmed', partySize: 2 }],
      conversations: [{ id: elsewhere.json.conversationId, stage: 'assistant', sealed: false }],
      requests: [],
    });
    const back = expectStatus(
      200,
      await asMember('GET', `/conversations/${elsewhere.json.conversationId}/customer`),
    ).json;
    expect(back).toMatchObject({
      conversations: [{ id: id() }],
      bookings: [{ partySize: 2 }],
      firstSeenAt: json.firstSeenAt,
    });
  });

  it('of a conversation about health is logged, and shows ids, states and times of the rest', async () => {
    const { say, id, row } = await visit('medical');
    await say('I need a refill of my lisinopril');
    await say('I want to talk to a person');
    await say('Pat Doe, 212 555 0111');
    expect(await row()).toMatchObject({ sealed: true, customer: {}, stage: 'waiting' });
    const reads = async () =>
      (
        await queryAsDbOwner(
          service.connection,
          `select count(*)::int as n from audit_entries where subject = $1 and action = 'conversation.read'`,
          [id()],
        )
      ).rows[0].n;
    const before = await reads();
    const { json } = expectStatus(200, await asMember('GET', `/conversations/${id()}/customer`));
    expect(json.customer).toEqual({ name: 'Pat Doe', phone: '+12125550111' });
    expect(await reads()).toBe(before + 1);
  });

  it('is refused to others', async () => {
    const { say, id } = await visit();
    await say('Hello');
    const path = `/api/conversations/${id()}/customer`;
    expectProblem(await call(service, 'GET', path), 401, 'missing_api_key');
    expectProblem(await call(service, 'GET', path, { cookie: strangerCookie }), 404, 'not_found');
    expectProblem(await callFromWidget(service, page, 'GET', path), 403, 'insufficient_scope');
    expectProblem(await asMember('GET', '/conversations/nonsense/customer'), 404, 'not_found');
  });
});
