import { beforeAll, describe, expect, it } from 'vitest';
import { createEveryDayHours, expectStatus, KEEP_ALL_SAMPLES } from '../../../test/business.ts';
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
let ownerId: string;
let strangerCookie: string;
let key: string;
let site: WidgetSite;

beforeAll(async () => {
  service = await startService();
  const signedUp = await signUp(service, { name: 'Rosa Marino', businessName: 'Bella Vista' });
  ({ cookie } = signedUp);
  ownerId = signedUp.user.id;
  strangerCookie = (await signUp(service)).cookie;
  const workspaceId = (await call(service, 'GET', '/api/me', { cookie })).json.workspaces[0].id;
  await queryAsDbOwner(service.connection, `update workspaces set plan = 'business' where id = $1`, [workspaceId]);
  key = (await createApiKey(service, workspaceId)).key;
  site = { key: (await createApiKey(service, workspaceId, { kind: 'publishable', origins: [ORIGIN] })).key };
  for (const industry of ['restaurant', 'medical'])
    expectStatus(201, await call(service, 'POST', '/api/v1/setup', { key, body: { industry } }));
  expectStatus(200, await call(service, 'POST', '/api/v1/config/samples', { key, body: KEEP_ALL_SAMPLES }));
  const body = { hours: createEveryDayHours(['00:00', '24:00']), closures: [] };
  expectStatus(200, await call(service, 'PUT', '/api/v1/config', { key, body }));
});

const asMember = (method: string, path: string, body?: unknown) =>
  call(service, method, `/api${path}`, { cookie, body });

async function startVisit(businessType = 'restaurant') {
  const { token } = await startVisitorSession(service, site, { businessType });
  let conversationId: string | undefined;
  const sendMessage = async (message: string) => {
    const body = { message, conversationId, businessType };
    const { json } = expectStatus(200, await callFromWidget(service, site, 'POST', '/api/chat', { token, body }));
    conversationId = json.conversationId;
    return json;
  };
  const readConversation = async () =>
    expectStatus(200, await callFromWidget(service, site, 'GET', `/api/conversations/${conversationId}`, { token }))
      .json;
  const readInboxRow = async () =>
    expectStatus(200, await asMember('GET', `/inbox/conversations?ids=${conversationId}`)).json.data[0];
  return { token, sendMessage, readConversation, readInboxRow, id: () => conversationId! };
}

describe('the stage of a conversation', () => {
  it('is assistant, waiting, person and resolved in turn', async () => {
    const { sendMessage, readConversation, readInboxRow, id } = await startVisit();
    const readCounts = async () => expectStatus(200, await asMember('GET', '/inbox')).json;
    const idsInStage = async (stage: string) =>
      expectStatus(200, await asMember('GET', `/inbox/conversations?stage=${stage}`)).json.data.map(
        (row: { id: string }) => row.id,
      );
    await sendMessage('When are you open?');
    expect(await readInboxRow()).toMatchObject({ stage: 'assistant', personName: null });
    await sendMessage('I want to talk to a person');
    expect(await readInboxRow()).toMatchObject({
      status: 'handoff',
      stage: 'waiting',
      preview: 'I want to talk to a person',
    });
    expect(await readCounts()).toMatchObject({ waiting: 1, withTeam: 0 });
    expect(await idsInStage('waiting')).toEqual([id()]);
    expect((await readConversation()).person).toBeUndefined();

    expectStatus(201, await asMember('POST', `/conversations/${id()}/messages`, { text: 'Hi, Rosa here.' }));
    expect(await readInboxRow()).toMatchObject({
      status: 'handoff',
      stage: 'person',
      personName: 'Rosa Marino',
      assignee: { id: ownerId },
    });
    expect(await readCounts()).toMatchObject({ waiting: 0, withTeam: 1, mine: 1 });
    expect(await idsInStage('waiting')).toEqual([]);
    expect(await idsInStage('person')).toEqual([id()]);
    // Customers see the first name only.
    expect((await readConversation()).person).toEqual({ name: 'Rosa' });

    expect(await sendMessage('And is there parking?')).toMatchObject({ reply: '' });
    expect(await readInboxRow()).toMatchObject({ stage: 'waiting', personName: 'Rosa Marino' });
    expectStatus(201, await asMember('POST', `/conversations/${id()}/messages`, { text: 'Behind the house.' }));
    expect(await readInboxRow()).toMatchObject({ stage: 'person', assignee: { name: 'Rosa Marino' } });
    expectStatus(200, await asMember('POST', `/conversations/${id()}/resolve`, {}));
    expect(await readInboxRow()).toMatchObject({ stage: 'resolved', personName: null, assignee: { id: ownerId } });
    expect(await readCounts()).toMatchObject({ waiting: 0, withTeam: 0 });
    expect((await readConversation()).person).toBeUndefined();

    await sendMessage('Hello again');
    expect(await readInboxRow()).toMatchObject({ stage: 'assistant', assignee: null });
    await sendMessage('I want to talk to a person');
    expect(await readInboxRow()).toMatchObject({ stage: 'waiting', assignee: null });
  });

  it('is person once a member is assigned, who stays assigned when somebody else replies', async () => {
    const { sendMessage, readInboxRow, id } = await startVisit();
    await sendMessage('I want to talk to a person');
    expectStatus(200, await asMember('PATCH', `/inbox/conversations/${id()}`, { assigneeId: ownerId }));
    expect(await readInboxRow()).toMatchObject({ stage: 'person', assignee: { id: ownerId } });
    const response = await call(service, 'POST', `/api/conversations/${id()}/messages`, { key, body: { text: 'Hi' } });
    expectStatus(201, response);
    expect(await readInboxRow()).toMatchObject({ stage: 'person', assignee: { id: ownerId } });
  });

  it('is person without an assignee after a reply with a key', async () => {
    const { sendMessage, readInboxRow, id } = await startVisit();
    await sendMessage('I want to talk to a person');
    expectStatus(
      201,
      await call(service, 'POST', `/api/conversations/${id()}/messages`, { key, body: { text: 'Hi' } }),
    );
    expect(await readInboxRow()).toMatchObject({ stage: 'person', assignee: null });
  });

  it('is person after a member takes over, and the assistant is silent from then on', async () => {
    const { sendMessage, readInboxRow, id } = await startVisit();
    await sendMessage('Hello');
    expectStatus(200, await asMember('POST', `/conversations/${id()}/handoff`, {}));
    expect(await readInboxRow()).toMatchObject({
      stage: 'person',
      personName: 'Rosa Marino',
      assignee: { id: ownerId },
    });
    expect(await sendMessage('When are you open?')).toMatchObject({ reply: '', status: 'handoff' });
    expectStatus(200, await asMember('POST', `/conversations/${id()}/handback`, {}));
    expect(await readInboxRow()).toMatchObject({ stage: 'assistant', personName: null, assignee: null });
  });

  it('is marked as urgent after an emergency in any industry, until it is resolved', async () => {
    const urgentIds = async () =>
      expectStatus(200, await asMember('GET', '/inbox/conversations?urgent=true')).json.data.map(
        ({ id }: { id: string }) => id,
      );
    const countUrgent = async () => expectStatus(200, await asMember('GET', '/inbox')).json.urgent;
    for (const businessType of ['restaurant', 'medical']) {
      const { sendMessage, readInboxRow, id } = await startVisit(businessType);
      await sendMessage('I want to talk to a person');
      expect(await readInboxRow()).toMatchObject({ stage: 'waiting', urgent: false });
      expect(await sendMessage('My father has chest pain and cannot breathe')).toMatchObject({
        intent: 'safety.emergency',
      });
      // For patients, the list shows that it is urgent, but not why.
      const isHealth = businessType === 'medical';
      expect(await readInboxRow()).toMatchObject({ stage: 'waiting', urgent: true, sealed: isHealth });
      expect(JSON.stringify(await readInboxRow()).includes('chest pain')).toBe(!isHealth);
      expect([await urgentIds(), await countUrgent()]).toEqual([[id()], 1]);
      await sendMessage('hello?');
      expect(await readInboxRow()).toMatchObject({ urgent: true });
      expectStatus(200, await asMember('POST', `/conversations/${id()}/resolve`));
      expect(await readInboxRow()).toMatchObject({ stage: 'resolved', urgent: false });
      expect([await urgentIds(), await countUrgent()]).toEqual([[], 0]);
    }
  });

  it('cannot be filtered by an unknown stage', async () => {
    expectProblem(await asMember('GET', '/inbox/conversations?stage=lost'), 400, 'invalid_request');
  });
});

describe('typing', () => {
  it('is shown to the visitor of the conversation, and nothing is stored', async () => {
    const { token, sendMessage, id } = await startVisit();
    const otherVisit = await startVisit();
    await Promise.all([sendMessage('I want to talk to a person'), otherVisit.sendMessage('Hello')]);
    const headers = (visitorToken: string) => ({
      authorization: `Bearer ${site.key}`,
      origin: ORIGIN,
      'x-visitor-token': visitorToken,
    });
    const stream = await openEventStream(service, `/api/conversations/${id()}/events`, headers(token));
    const otherStream = await openEventStream(
      service,
      `/api/conversations/${otherVisit.id()}/events`,
      headers(otherVisit.token),
    );
    await Promise.all([stream.waitForEvents(1), otherStream.waitForEvents(1)]);
    const readRow = async () =>
      (await queryAsDbOwner(service.connection, 'select * from conversations where id = $1', [id()])).rows[0];
    const rowBefore = await readRow();
    expectStatus(204, await asMember('POST', `/inbox/conversations/${id()}/typing`, {}));
    const events = await stream.waitForEvents(2);
    expect(events[1]).toEqual({ event: 'typing', data: { name: 'Rosa' } });
    expect(await readRow()).toEqual(rowBefore);
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
    const { sendMessage, id } = await startVisit();
    await sendMessage('Hello');
    const path = `/api/inbox/conversations/${id()}/typing`;
    expectProblem(await call(service, 'POST', path, { body: {} }), 401, 'missing_api_key');
    expectProblem(await call(service, 'POST', path, { cookie: strangerCookie, body: {} }), 404, 'not_found');
    expectProblem(await callFromWidget(service, site, 'POST', path, { body: {} }), 403, 'insufficient_scope');
    expectProblem(await call(service, 'POST', path, { cookie, body: { x: 1 } }), 422, 'validation_failed');
  });
});

describe('the customer of a conversation', () => {
  it('is shown with bookings, and with other conversations of the same visitor and phone', async () => {
    const { sendMessage, readInboxRow, id } = await startVisit();
    for (const message of ['A table for 2 tomorrow at 7:30 pm', 'Maria Rossi', '(212) 555-0188', 'yes'])
      await sendMessage(message);
    expect(await readInboxRow()).toMatchObject({ customer: { name: 'Maria Rossi', phone: '+12125550188' } });
    const samePhoneChat = await call(service, 'POST', '/api/chat', {
      key,
      body: { message: 'Is there parking?', businessType: 'restaurant', customer: { phone: '+12125550188' } },
    });
    const similarPhoneBody = { message: 'Hello', businessType: 'restaurant', customer: { phone: '+12125550187' } };
    expectStatus(200, await call(service, 'POST', '/api/chat', { key, body: similarPhoneBody }));
    const { json } = expectStatus(200, await asMember('GET', `/conversations/${id()}/customer`));
    expect(json).toMatchObject({
      customer: { name: 'Maria Rossi', phone: '+12125550188' },
      bookings: [{ kind: 'reservation', status: 'confirmed', partySize: 2 }],
      conversations: [{ id: samePhoneChat.json.conversationId, stage: 'assistant', sealed: false }],
      requests: [],
    });
    const reverseLookup = expectStatus(
      200,
      await asMember('GET', `/conversations/${samePhoneChat.json.conversationId}/customer`),
    ).json;
    expect(reverseLookup).toMatchObject({
      conversations: [{ id: id() }],
      bookings: [{ partySize: 2 }],
      firstSeenAt: json.firstSeenAt,
    });
  });

  it('is shown for a conversation about health, and the read is logged', async () => {
    const { sendMessage, id, readInboxRow } = await startVisit('medical');
    await sendMessage('I need a refill of my lisinopril');
    await sendMessage('I want to talk to a person');
    await sendMessage('Pat Doe, 212 555 0111');
    expect(await readInboxRow()).toMatchObject({ sealed: true, customer: {}, stage: 'waiting' });
    const countReads = async () =>
      (
        await queryAsDbOwner(
          service.connection,
          `select count(*)::int as n from audit_entries where subject = $1 and action = 'conversation.read'`,
          [id()],
        )
      ).rows[0].n;
    const readsBefore = await countReads();
    const { json } = expectStatus(200, await asMember('GET', `/conversations/${id()}/customer`));
    expect(json.customer).toEqual({ name: 'Pat Doe', phone: '+12125550111' });
    expect(await countReads()).toBe(readsBefore + 1);
  });

  it('is refused to others', async () => {
    const { sendMessage, id } = await startVisit();
    await sendMessage('Hello');
    const path = `/api/conversations/${id()}/customer`;
    expectProblem(await call(service, 'GET', path), 401, 'missing_api_key');
    expectProblem(await call(service, 'GET', path, { cookie: strangerCookie }), 404, 'not_found');
    expectProblem(await callFromWidget(service, site, 'GET', path), 403, 'insufficient_scope');
    expectProblem(await asMember('GET', '/conversations/nonsense/customer'), 404, 'not_found');
  });
});
