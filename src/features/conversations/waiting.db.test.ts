import { beforeAll, describe, expect, it } from 'vitest';
import { createEveryDayHours, expectStatus, KEEP_ALL_SAMPLES } from '../../../test/business.ts';
import {
  call,
  createApiKey,
  createWorkspace,
  queryAsDbOwner,
  type Service,
  startService,
} from '../../../test/harness.ts';
import { callFromWidget, ORIGIN, startVisitorSession, type WidgetSite } from '../../../test/visitor.ts';

let service: Service;
let workspaceId: string;
let key: string;
let site: WidgetSite;

const ACKNOWLEDGEMENTS = ['I’ve added that for the team.', 'Got it. The team will see that too.'];

beforeAll(async () => {
  service = await startService();
  ({ id: workspaceId, key } = await createWorkspace(service));
  expectStatus(201, await call(service, 'POST', '/api/v1/setup', { key, body: { industry: 'restaurant' } }));
  expectStatus(200, await call(service, 'POST', '/api/v1/config/samples', { key, body: KEEP_ALL_SAMPLES }));
  await setHours(createEveryDayHours(['00:00', '24:00']));
  site = { key: (await createApiKey(service, workspaceId, { kind: 'publishable', origins: [ORIGIN] })).key };
});

const setHours = async (hours: object) =>
  expectStatus(200, await call(service, 'PUT', '/api/v1/config', { key, body: { hours, closures: [] } }));

/** A visitor of the widget, in a conversation of their own. */
async function startVisit() {
  const { token } = await startVisitorSession(service, site);
  let conversationId: string | undefined;
  const sendMessage = async (message: string) => {
    const { json } = expectStatus(
      200,
      await callFromWidget(service, site, 'POST', '/api/chat', { token, body: { message, conversationId } }),
    );
    conversationId = json.conversationId;
    return json;
  };
  const postAction = (action: string, body: object = {}) =>
    call(service, 'POST', `/api/conversations/${conversationId}/${action}`, { key, body });
  const readConversation = async () =>
    (await call(service, 'GET', `/api/conversations/${conversationId}`, { key })).json;
  const getId = () => conversationId!;
  return { sendMessage, postAction, readConversation, readId: getId };
}

describe('a visitor who waits for a person', () => {
  it('still gets facts, hears once that the rest was passed on, and hears nothing once a person has replied', async () => {
    const { sendMessage, postAction } = await startVisit();
    expect((await sendMessage('I want to talk to a person')).status).toBe('handoff');
    const hoursReply = await sendMessage('When are you open?');
    expect(hoursReply).toMatchObject({ intent: 'general.hours', status: 'handoff' });
    expect(hoursReply.reply).toMatch(/open/);
    expect((await sendMessage('do you have parking')).reply).toMatch(/garage/);
    const tableReply = (await sendMessage('is there a table for 2 on Friday at 8 pm?')).reply;
    expect(tableReply).toMatch(/8:00 PM.*team/);
    expect((await sendMessage('thanks')).reply).not.toMatch(/team/);
    const firstReply = (await sendMessage('My cousin is coming along as well')).reply;
    const secondReply = (await sendMessage('She is bringing a present')).reply;
    expect([firstReply, secondReply]).toEqual(ACKNOWLEDGEMENTS);
    expect((await sendMessage('hello?')).reply).toMatch(/still here/);
    expectStatus(201, await postAction('messages', { text: 'Hi, this is Paola.' }));
    expect(await sendMessage('When are you open?')).toMatchObject({ reply: '', status: 'handoff' });
    expectStatus(200, await postAction('handback'));
    expect((await sendMessage('When are you open?')).reply).toMatch(/open/);
  });

  it('cannot book, and an unfinished booking continues after a handback', async () => {
    const { sendMessage, postAction, readId } = await startVisit();
    for (const message of ['A table for 2 tomorrow at 7:30 pm', 'Maria Rossi', '(212) 555-0188'])
      await sendMessage(message);
    expect(await sendMessage('I want to talk to a person')).toMatchObject({ status: 'handoff' });
    expect(await sendMessage('yes')).toMatchObject({ reply: ACKNOWLEDGEMENTS[0], receipts: [], status: 'handoff' });
    expect(await sendMessage('Book me a table for 4 on Friday at 8 pm')).toMatchObject({
      receipts: [],
      status: 'handoff',
    });
    const countBookings = async () => {
      const { rows } = await queryAsDbOwner(
        service.connection,
        'select count(*)::int as n from bookings where conversation_id = $1',
        [readId()],
      );
      return rows[0].n;
    };
    expect(await countBookings()).toBe(0);
    expectStatus(200, await postAction('handback'));
    expect((await sendMessage('yes')).receipts).toMatchObject([{ type: 'booking.created' }]);
    expect(await countBookings()).toBe(1);
  });

  it('is told the emergency number', async () => {
    const { sendMessage } = await startVisit();
    await sendMessage('I want to talk to a person');
    expect(await sendMessage('My husband collapsed and is not breathing')).toMatchObject({
      intent: 'safety.emergency',
      reply: expect.stringMatching(/911/),
    });
  });

  it('is asked once how to reach them, and the details are kept', async () => {
    const { sendMessage, readConversation } = await startVisit();
    const handoffReply = await sendMessage('Can I speak to a person please');
    expect(handoffReply.reply).toMatch(/your name and a phone number or email/);
    expect(handoffReply.asks).toEqual({ field: 'name', fields: ['name', 'phone', 'email'] });
    expect((await sendMessage('Do you have parking?')).asks).toEqual(handoffReply.asks);
    const thanksReply = await sendMessage('Maria Rossi, 212 555 0188');
    expect(thanksReply.reply).toBe('Thank you, Maria. I’ve passed your details on to the team.');
    expect(thanksReply.asks).toBeUndefined();
    expect((await readConversation()).customer).toEqual({ name: 'Maria Rossi', phone: '+12125550188' });
  });

  it('is not asked for contact details that are known', async () => {
    const { sendMessage } = await startVisit();
    for (const message of ['A table for 2 tomorrow at 6:30 pm', 'Maria Rossi', '(212) 555-0188', 'yes'])
      await sendMessage(message);
    expect((await sendMessage('I want to talk to a person')).reply).not.toMatch(/phone number/);
  });

  it('is answered in their own language', async () => {
    const { sendMessage } = await startVisit();
    const handoffReply = await sendMessage('Quiero hablar con una persona, por favor');
    expect(handoffReply).toMatchObject({ status: 'handoff', reply: expect.stringMatching(/teléfono o correo/) });
    expect((await sendMessage('Mi prima también viene con nosotros')).reply).toBe('Lo he añadido para el equipo.');
  });
});

describe('the time in which the team will reply', () => {
  it('is estimated from the median response time, and only while the business is open', async () => {
    const { key: salonKey, id: salonId } = await createWorkspace(service);
    expectStatus(201, await call(service, 'POST', '/api/v1/setup', { key: salonKey, body: { industry: 'salon' } }));
    const putHours = (periods: object) =>
      call(service, 'PUT', '/api/v1/config', { key: salonKey, body: { hours: periods, closures: [] } });
    expectStatus(200, await putHours(createEveryDayHours(['00:00', '24:00'])));
    const salonSite = {
      key: (await createApiKey(service, salonId, { kind: 'publishable', origins: [ORIGIN] })).key,
    };
    const requestPerson = async () => {
      const { token } = await startVisitorSession(service, salonSite);
      const body = { message: 'I want to talk to a person' };
      return expectStatus(200, await callFromWidget(service, salonSite, 'POST', '/api/chat', { token, body })).json;
    };
    for (let i = 0; i < 5; i++) {
      const { conversationId, reply } = await requestPerson();
      expect(reply).toContain('Someone will reply here.');
      expect(reply).not.toContain('usually');
      const replyResponse = await call(service, 'POST', `/api/conversations/${conversationId}/messages`, {
        key: salonKey,
        body: { text: 'Hi' },
      });
      expectStatus(201, replyResponse);
    }
    await queryAsDbOwner(
      service.connection,
      'update conversations set response_seconds = 400 where workspace_id = $1 and response_seconds is not null',
      [salonId],
    );
    expect((await requestPerson()).reply).toContain('We usually reply within 10 minutes.');
    const tomorrow = new Date(Date.now() + 30 * 3_600_000).toISOString().slice(0, 10);
    expectStatus(
      200,
      await call(service, 'PUT', '/api/v1/config', {
        key: salonKey,
        body: { closures: [{ from: '2020-01-01', to: tomorrow, reason: 'Holiday' }] },
      }),
    );
    const { reply } = await requestPerson();
    expect(reply).toMatch(/We're closed right now\. We open again .+ at 12:00 AM\. Someone will reply here then\./);
    expect(reply).not.toContain('usually');
  });
});

it('keeps conversations of secret keys silent during a handoff', async () => {
  const sendMessage = async (message: string, conversationId?: string) =>
    expectStatus(200, await call(service, 'POST', '/api/chat', { key, body: { message, conversationId } })).json;
  const { conversationId, reply } = await sendMessage('I want to talk to a person');
  expect(reply).not.toMatch(/phone number/);
  expect(await sendMessage('When are you open?', conversationId)).toMatchObject({ reply: '', status: 'handoff' });
});

it('gives a conversation the name and phone of the booking made in it', async () => {
  const { sendMessage, readConversation } = await startVisit();
  for (const message of ['A table for 2 tomorrow at 5:30 pm', 'Maria Rossi', '(212) 555-0177', 'yes'])
    await sendMessage(message);
  expect((await readConversation()).customer).toEqual({ name: 'Maria Rossi', phone: '+12125550177' });
});
