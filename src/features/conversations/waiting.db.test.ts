import { beforeAll, describe, expect, it } from 'vitest';
import { everyDay, expectStatus } from '../../../test/business.ts';
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
let workspace: string;
let key: string;
let page: WidgetSite;

const ACKNOWLEDGEMENTS = ['I’ve added that for the team.', 'Got it. The team will see that too.'];

beforeAll(async () => {
  service = await startService();
  ({ id: workspace, key } = await createWorkspace(service));
  expectStatus(201, await call(service, 'POST', '/api/v1/setup', { key, body: { industry: 'restaurant' } }));
  expectStatus(200, await call(service, 'POST', '/api/v1/config/samples', { key, body: { keep: ['/'] } }));
  await setHours(everyDay(['00:00', '24:00']));
  page = { key: (await createApiKey(service, workspace, { kind: 'publishable', origins: [ORIGIN] })).key };
});

const setHours = async (hours: object) =>
  expectStatus(200, await call(service, 'PUT', '/api/v1/config', { key, body: { hours, closures: [] } }));

/** A visitor of the widget, in a conversation of their own. */
async function visit() {
  const { token } = await startVisitorSession(service, page);
  let conversationId: string | undefined;
  const say = async (message: string) => {
    const { json } = expectStatus(
      200,
      await callFromWidget(service, page, 'POST', '/api/chat', { token, body: { message, conversationId } }),
    );
    conversationId = json.conversationId;
    return json;
  };
  const act = (action: string, body: object = {}) =>
    call(service, 'POST', `/api/conversations/${conversationId}/${action}`, { key, body });
  const read = async () => (await call(service, 'GET', `/api/conversations/${conversationId}`, { key })).json;
  const id = () => conversationId!;
  return { say, act, read, id };
}

describe('a visitor who waits for a person', () => {
  it('still gets facts, hears once that the rest was passed on, and hears nothing once a person has replied', async () => {
    const { say, act } = await visit();
    expect((await say('I want to talk to a person')).status).toBe('handoff');
    const hours = await say('When are you open?');
    expect(hours).toMatchObject({ intent: 'general.hours', status: 'handoff' });
    expect(hours.reply).toMatch(/open/);
    expect((await say('do you have parking')).reply).toMatch(/garage/);
    const table = (await say('is there a table for 2 on Friday at 8 pm?')).reply;
    expect(table).toMatch(/8:00 PM.*team/);
    expect((await say('thanks')).reply).not.toMatch(/team/);
    const first = (await say('My cousin is coming along as well')).reply;
    const second = (await say('She is bringing a present')).reply;
    expect([first, second]).toEqual(ACKNOWLEDGEMENTS);
    expect((await say('hello?')).reply).toMatch(/still here/);
    expectStatus(201, await act('messages', { text: 'Hi, this is Paola.' }));
    expect(await say('When are you open?')).toMatchObject({ reply: '', status: 'handoff' });
    expectStatus(200, await act('handback'));
    expect((await say('When are you open?')).reply).toMatch(/open/);
  });

  it('cannot book, and a booking that was under way goes on after a hand-back', async () => {
    const { say, act, id } = await visit();
    for (const message of ['A table for 2 tomorrow at 7:30 pm', 'Maria Rossi', '(212) 555-0188']) await say(message);
    expect(await say('I want to talk to a person')).toMatchObject({ status: 'handoff' });
    expect(await say('yes')).toMatchObject({ reply: ACKNOWLEDGEMENTS[0], receipts: [], status: 'handoff' });
    expect(await say('Book me a table for 4 on Friday at 8 pm')).toMatchObject({ receipts: [], status: 'handoff' });
    const count = async () => {
      const { rows } = await queryAsDbOwner(
        service.connection,
        'select count(*)::int as n from bookings where conversation_id = $1',
        [id()],
      );
      return rows[0].n;
    };
    expect(await count()).toBe(0);
    expectStatus(200, await act('handback'));
    expect((await say('yes')).receipts).toMatchObject([{ type: 'booking.created' }]);
    expect(await count()).toBe(1);
  });

  it('is told of an emergency number', async () => {
    const { say } = await visit();
    await say('I want to talk to a person');
    expect(await say('My husband collapsed and is not breathing')).toMatchObject({
      intent: 'safety.emergency',
      reply: expect.stringMatching(/911/),
    });
  });

  it('is asked once how to reach them, and the details are kept', async () => {
    const { say, read } = await visit();
    const handoff = await say('Can I speak to a person please');
    expect(handoff.reply).toMatch(/your name and a phone number or email/);
    expect(handoff.asks).toEqual({ field: 'name', fields: ['name', 'phone', 'email'] });
    expect((await say('Do you have parking?')).asks).toEqual(handoff.asks);
    const thanks = await say('Maria Rossi, 212 555 0188');
    expect(thanks.reply).toBe('Thank you, Maria. I’ve passed your details on to the team.');
    expect(thanks.asks).toBeUndefined();
    expect((await read()).customer).toEqual({ name: 'Maria Rossi', phone: '+12125550188' });
  });

  it('is not asked for what is known', async () => {
    const { say } = await visit();
    for (const message of ['A table for 2 tomorrow at 6:30 pm', 'Maria Rossi', '(212) 555-0188', 'yes'])
      await say(message);
    expect((await say('I want to talk to a person')).reply).not.toMatch(/phone number/);
  });

  it('hears in their own language', async () => {
    const { say } = await visit();
    const handoff = await say('Quiero hablar con una persona, por favor');
    expect(handoff).toMatchObject({ status: 'handoff', reply: expect.stringMatching(/teléfono o correo/) });
    expect((await say('Mi prima también viene con nosotros')).reply).toBe('Lo he añadido para el equipo.');
  });
});

describe('when the team will reply', () => {
  it('is said by a measured median, and only while open', async () => {
    const { key: ownKey, id: ownWorkspace } = await createWorkspace(service);
    expectStatus(201, await call(service, 'POST', '/api/v1/setup', { key: ownKey, body: { industry: 'salon' } }));
    const hours = (periods: object) =>
      call(service, 'PUT', '/api/v1/config', { key: ownKey, body: { hours: periods, closures: [] } });
    expectStatus(200, await hours(everyDay(['00:00', '24:00'])));
    const ownPage = {
      key: (await createApiKey(service, ownWorkspace, { kind: 'publishable', origins: [ORIGIN] })).key,
    };
    const ask = async () => {
      const { token } = await startVisitorSession(service, ownPage);
      const body = { message: 'I want to talk to a person' };
      return expectStatus(200, await callFromWidget(service, ownPage, 'POST', '/api/chat', { token, body })).json;
    };
    for (let i = 0; i < 5; i++) {
      const { conversationId, reply } = await ask();
      expect(reply).toContain('Someone will reply here.');
      expect(reply).not.toContain('usually');
      const replied = await call(service, 'POST', `/api/conversations/${conversationId}/messages`, {
        key: ownKey,
        body: { text: 'Hi' },
      });
      expectStatus(201, replied);
    }
    await queryAsDbOwner(
      service.connection,
      'update conversations set response_seconds = 400 where workspace_id = $1 and response_seconds is not null',
      [ownWorkspace],
    );
    expect((await ask()).reply).toContain('We usually reply within 10 minutes.');
    const tomorrow = new Date(Date.now() + 30 * 3_600_000).toISOString().slice(0, 10);
    expectStatus(
      200,
      await call(service, 'PUT', '/api/v1/config', {
        key: ownKey,
        body: { closures: [{ from: '2020-01-01', to: tomorrow, reason: 'Holiday' }] },
      }),
    );
    const { reply } = await ask();
    expect(reply).toMatch(/We're closed right now\. We open again .+ at 12:00 AM\. Someone will reply here then\./);
    expect(reply).not.toContain('usually');
  });
});

it('keeps conversations of secret keys silent during a handoff', async () => {
  const say = async (message: string, conversationId?: string) =>
    expectStatus(200, await call(service, 'POST', '/api/chat', { key, body: { message, conversationId } })).json;
  const { conversationId, reply } = await say('I want to talk to a person');
  expect(reply).not.toMatch(/phone number/);
  expect(await say('When are you open?', conversationId)).toMatchObject({ reply: '', status: 'handoff' });
});

it('gives a conversation the name and phone of the booking made in it', async () => {
  const { say, read } = await visit();
  for (const message of ['A table for 2 tomorrow at 5:30 pm', 'Maria Rossi', '(212) 555-0177', 'yes'])
    await say(message);
  expect((await read()).customer).toEqual({ name: 'Maria Rossi', phone: '+12125550177' });
});
