// Identity guessing over HTTP: by a widget visitor, by the business's own server, and by an agent.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectAgent } from '../../test/agent.ts';
import { expectStatus, NOW, openBusiness, type TestBusiness } from '../../test/business.ts';
import { readFixtureConfig } from '../../test/document.ts';
import { call, createApiKey, queryAsDbOwner, type Service, startService } from '../../test/harness.ts';
import { ORIGIN } from '../../test/visitor.ts';

const PATIENT = { name: 'Marguerite Quillfeather', dateOfBirth: '1961-05-03', phone: '212 555 0147' };
const CORRECT_IDENTITY = 'Marguerite Quillfeather, born May 3, 1961';

/** Appears in replies that reveal the visit. */
const VISIT_MONTH = /November/;

let service: Service;
/** Another server instance with the same database. */
let otherInstance: Service;
let practice: TestBusiness;
let publishableKey: string;
let visit: { id: string; code: string };
let networkCount = 0;

beforeAll(async () => {
  service = await startService(undefined, { trustProxy: '127.0.0.1' });
  otherInstance = await startService(service.connection, { trustProxy: '127.0.0.1' });
  practice = await openBusiness(service, 'medical', readFixtureConfig('medical'));
  publishableKey = await createPublishableKey(practice);
  visit = await book('2026-11-18T09:00');
});

beforeEach(() => queryAsDbOwner(service.connection, 'delete from attempt_counters'));

async function createPublishableKey({ id }: TestBusiness): Promise<string> {
  const { rows } = await queryAsDbOwner(service.connection, 'select live_id from workspaces where id = $1', [id]);
  return (await createApiKey(service, rows[0].live_id, { kind: 'publishable', mode: 'test', origins: [ORIGIN] })).key;
}

async function book(startsAt: string, patient: object = PATIENT): Promise<{ id: string; code: string }> {
  const body = { visitType: 'checkup', startsAt, provider: 'chen', patient };
  return expectStatus(201, await practice.send('POST', '/medical/appointments', { body })).json;
}

const bookingStatus = async (id: string) =>
  expectStatus(200, await practice.send('GET', `/bookings/${id}`)).json.status;

const newNetwork = () => `203.0.113.${++networkCount}`;

type ChatResponse = { reply: string; status: string; receipts: { type: string; booking: { code: string } }[] };

/** Starts a conversation with a publishable key from a network, or through the business's own server. */
function startConversation({
  key = publishableKey,
  network,
  instance = service,
}: {
  key?: string;
  network?: string;
  instance?: Service;
} = {}) {
  let conversationId: string | undefined;
  const headers = { 'x-test-clock': NOW, ...(network ? { 'x-forwarded-for': network, origin: ORIGIN } : {}) };
  return async (message: string): Promise<ChatResponse> => {
    const body = { message, ...(conversationId ? { conversationId } : {}) };
    const { json } = expectStatus(200, await call(instance, 'POST', '/api/chat', { key, body, headers }));
    ({ conversationId } = json);
    return json;
  };
}

/** Asks for a patient's visit in a new conversation, with this name and date of birth. */
async function guessIdentity(identity: string, network: string, instance: Service = service): Promise<ChatResponse> {
  const say = startConversation({ network, instance });
  await say('When is my appointment?');
  return say(identity);
}

const wrongIdentity = (day: number, name = PATIENT.name) => `${name}, born March ${day}, 1961`;
const WRONG_DAYS = [1, 2, 3, 4, 5];

describe('a visitor who guesses dates of birth', () => {
  it('is handed off after five guesses on any instance, even if the sixth is right', async () => {
    const network = newNetwork();
    for (const day of WRONG_DAYS) {
      const response = await guessIdentity(wrongIdentity(day), network, day % 2 ? service : otherInstance);
      expect(response).toMatchObject({ status: 'open', reply: expect.stringMatching(/can't find/) });
    }
    for (const instance of [service, otherInstance]) {
      const response = await guessIdentity(CORRECT_IDENTITY, network, instance);
      expect(response.status).toBe('handoff');
      expect(response.reply).toMatch(/the details didn't match several times/);
      expect(response.reply).not.toMatch(VISIT_MONTH);
    }
  });

  it('is handed off across networks and conversations, without affecting others', async () => {
    await book('2026-11-18T10:00', { ...PATIENT, name: 'Olive Tarrant' });
    for (const day of WRONG_DAYS)
      await guessIdentity(wrongIdentity(day, day % 2 ? PATIENT.name : 'marguerite  QUILLFEATHER'), newNetwork());
    expect((await guessIdentity(CORRECT_IDENTITY, newNetwork())).status).toBe('handoff');
    const oliveResponse = await guessIdentity('Olive Tarrant, born May 3, 1961', newNetwork());
    expect(oliveResponse).toMatchObject({
      status: 'open',
      reply: expect.stringMatching(/Your booking: .*November 18/),
    });
  });

  it('is handed off when guessing about several people from one network', async () => {
    const network = newNetwork();
    for (const day of WRONG_DAYS) await guessIdentity(wrongIdentity(1, `Gale ${'ABCDE'[day - 1]}rundle`), network);
    expect((await guessIdentity(CORRECT_IDENTITY, network)).status).toBe('handoff');
    expect((await guessIdentity(CORRECT_IDENTITY, newNetwork())).reply).toMatch(VISIT_MONTH);
  });

  it('is handed off within one conversation, even behind the business’s own server', async () => {
    const say = startConversation({ key: practice.key });
    const cancel = (identity: string) => say(`Please cancel my appointment. ${identity}`);
    for (const day of WRONG_DAYS)
      expect((await cancel(wrongIdentity(1, `Gale ${'ABCDE'[day - 1]}rundle`))).reply).toMatch(/can't find/);
    expect((await cancel(CORRECT_IDENTITY)).status).toBe('handoff');
    const sayElsewhere = startConversation({ key: practice.key });
    await sayElsewhere('When is my appointment?');
    expect((await sayElsewhere(CORRECT_IDENTITY)).reply).toMatch(VISIT_MONTH);
  });

  it('gets no extra attempts by guessing in parallel', async () => {
    const days = Array.from({ length: 24 }, (_, index) => index + 1);
    const responses = await Promise.all(
      days.map((day) => guessIdentity(wrongIdentity(day), newNetwork(), day % 2 ? service : otherInstance)),
    );
    expect(responses.filter(({ status }) => status === 'open')).toHaveLength(5);
    expect(responses.filter(({ status }) => status === 'handoff')).toHaveLength(19);
  });

  it('can try again 15 minutes after the last attempt', async () => {
    for (const day of WRONG_DAYS.slice(1)) await guessIdentity(wrongIdentity(day), newNetwork());
    await passMinutes(14);
    await guessIdentity(wrongIdentity(1), newNetwork());
    await passMinutes(14);
    expect((await guessIdentity(CORRECT_IDENTITY, newNetwork())).status).toBe('handoff');
    await passMinutes(2);
    expect((await guessIdentity(CORRECT_IDENTITY, newNetwork())).reply).toMatch(VISIT_MONTH);
  });

  it('leaves only keyed hashes in the database, no name', async () => {
    await guessIdentity(wrongIdentity(1), newNetwork());
    const { rows } = await queryAsDbOwner(service.connection, 'select address from attempt_counters');
    expect(rows.map(({ address }) => address.length)).toEqual([32, 32, 32]);
  });

  const passMinutes = (minutes: number) =>
    queryAsDbOwner(
      service.connection,
      'update attempt_counters set window_start = window_start - make_interval(mins => $1)',
      [minutes],
    );
});

it('does not count successful lookups as guesses', async () => {
  const network = newNetwork();
  for (const day of WRONG_DAYS.slice(1)) await guessIdentity(wrongIdentity(day), network);
  for (let attempt = 0; attempt < 7; attempt++)
    expect((await guessIdentity(CORRECT_IDENTITY, network)).reply).toMatch(VISIT_MONTH);
});

describe('a patient’s visit in a conversation', () => {
  it('is looked up by name and date of birth, without revealing its code', async () => {
    const say = startConversation({ network: newNetwork() });
    await say('When is my appointment?');
    const response = await say(CORRECT_IDENTITY);
    expect(response.reply).toMatch(/Your booking: Annual physical with Dr. Alice Chen on .*November 18/);
    expect(JSON.stringify(response)).not.toContain(visit.code);
  });

  it('is moved and canceled by name and date of birth, without revealing its code', async () => {
    const { id, code } = await book('2026-11-19T09:00', { ...PATIENT, name: 'Iris Calloway' });
    const requests = [
      ['Please move my appointment to Friday at 9am.', 'booking.rescheduled'],
      ['Please cancel my appointment.', 'booking.cancelled'],
    ] as const;
    for (const [request, receiptType] of requests) {
      const say = startConversation({ network: newNetwork() });
      await say(request);
      const responses = [await say('Iris Calloway, born May 3, 1961'), await say('yes')];
      expect(responses[1]!.receipts).toEqual([{ type: receiptType, id, code: null }]);
      expect(JSON.stringify(responses)).not.toContain(code);
    }
    expect(await bookingStatus(id)).toBe('cancelled');
  });

  it('is canceled by choosing among several with the same name and date of birth', async () => {
    const patient = { ...PATIENT, name: 'Nora Pell' };
    const [first, second] = [await book('2026-11-19T10:00', patient), await book('2026-11-19T14:00', patient)];
    const say = startConversation({ network: newNetwork() });
    await say('Please cancel my appointment.');
    expect((await say('Nora Pell, born May 3, 1961')).reply).toMatch(/Which one do you mean/);
    expect((await say('the first one')).reply).toMatch(/Should I cancel it\?/);
    const response = await say('yes');
    expect(JSON.stringify(response)).not.toContain(first.code);
    expect([await bookingStatus(first.id), await bookingStatus(second.id)]).toEqual(['cancelled', 'confirmed']);
  });

  it('is canceled by code and date of birth, but not by the code alone', async () => {
    const { id, code } = await book('2026-11-19T11:00', { ...PATIENT, name: 'Ada Wren' });
    const say = startConversation({ network: newNetwork() });
    const codeOnlyResponse = await say(`Please cancel my appointment, the code is ${code}`);
    expect(codeOnlyResponse.reply).toBe('Thank you. And the patient’s date of birth?');
    const unknownCodeResponse = await startConversation({ network: newNetwork() })(
      'Please cancel my appointment, the code is QQQQ22',
    );
    expect(unknownCodeResponse.reply).toBe(codeOnlyResponse.reply);
    expect((await say('May 4, 1961')).reply).toMatch(/can't find/);
    expect((await say(`${code}, born May 3, 1961`)).reply).toMatch(/Should I cancel it\?/);
    expect((await say('yes')).receipts).toMatchObject([{ type: 'booking.cancelled' }]);
    expect(await bookingStatus(id)).toBe('cancelled');
  });

  it('is canceled without identification in the conversation that booked it', async () => {
    const say = startConversation({ network: newNetwork() });
    await say('I need an annual physical with Dr. Chen on Thursday November 19 at 3pm');
    let response = await say('Flora Kemp, born May 3, 1961, 212 555 0148. I have been with you before.');
    for (let turn = 0; turn < 3 && response.receipts.length === 0; turn++) response = await say('yes');
    const { code } = response.receipts[0]!.booking;
    expect((await say(`cancel ${code} please`)).reply).toMatch(/Should I cancel it\?/);
    expect((await say('yes')).receipts).toMatchObject([{ type: 'booking.cancelled', booking: { code } }]);
  });

  it('hands off a visitor who guesses codes', async () => {
    const network = newNetwork();
    for (const day of WRONG_DAYS) {
      const say = startConversation({ network });
      await say(`Please cancel my appointment, the code is QQQQ2${day + 1}`);
      expect((await say('May 3, 1961')).reply).toMatch(/can't find/);
    }
    const say = startConversation({ network });
    await say(`Please cancel my appointment, the code is ${visit.code}`);
    expect((await say('May 3, 1961')).status).toBe('handoff');
  });
});

describe('the business’s own server', () => {
  const cancel = (code: string, dateOfBirth: string, headers = {}) =>
    practice.send('POST', '/medical/appointments', { body: { action: 'cancel', code, dateOfBirth }, headers });

  it('is locked out of one booking after five wrong dates of birth', async () => {
    const { id, code } = await book('2026-11-23T09:00');
    const { code: otherCode } = await book('2026-11-23T10:00');
    for (const day of WRONG_DAYS) expect((await cancel(code, `1961-03-0${day}`)).status).toBe(404);
    const refusal = await cancel(code, PATIENT.dateOfBirth);
    expect([refusal.status, refusal.json]).toMatchObject([
      429,
      { code: 'rate_limited', reason: 'identification_closed' },
    ]);
    const seconds = Number(refusal.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(840);
    expect(seconds).toBeLessThanOrEqual(900);
    expect(await bookingStatus(id)).toBe('confirmed');
    expect((await cancel(otherCode, PATIENT.dateOfBirth)).json.status).toBe('cancelled');
  });

  it('shares the attempts for a booking with other callers', async () => {
    const { code } = await book('2026-11-23T11:00');
    for (const day of WRONG_DAYS) await cancel(code, `1961-03-0${day}`);
    const say = startConversation({ network: newNetwork() });
    await say(`Please cancel my appointment, the code is ${code}`);
    expect((await say('May 3, 1961')).status).toBe('handoff');
  });

  it('is not limited by network', async () => {
    for (let attempt = 0; attempt < 8; attempt++)
      expect((await cancel(`QQQQ2${attempt + 2}`, '1961-03-01')).status).toBe(404);
    expect((await cancel('QQQQ33', '1961-03-01')).status).toBe(404);
  });
});

describe('an agent', () => {
  const agentAt = (network: string) =>
    connectAgent(service, practice.key, { 'x-test-clock': NOW, 'x-forwarded-for': network });

  it('finds a patient’s visit by name and date of birth, without its code', async () => {
    const { content } = await (await agentAt(newNetwork())).call('booking_find', {
      name: PATIENT.name,
      dateOfBirth: PATIENT.dateOfBirth,
    });
    expect(content.bookings).toContainEqual(expect.objectContaining({ id: visit.id, sealed: true }));
    for (const booking of content.bookings) {
      expect(booking).not.toHaveProperty('code');
      expect(booking).not.toHaveProperty('conversationId');
    }
  });

  it('cancels and moves it by code and date of birth, but not by the code alone', async () => {
    const { id, code } = await book('2026-11-24T09:00');
    const agent = await agentAt(newNetwork());
    for (const claim of [{ code }, { code, dateOfBirth: '1961-05-04' }]) {
      for (const [tool, extraInput] of [
        ['booking_cancel', {}],
        ['booking_change', { startsAt: '2026-11-24T10:00' }],
      ] as const)
        expect(await agent.call(tool, { ...claim, ...extraInput })).toMatchObject({ content: { code: 'not_found' } });
    }
    const correctIdentity = { code, dateOfBirth: PATIENT.dateOfBirth };
    expect(
      (await agent.call('booking_change', { ...correctIdentity, startsAt: '2026-11-24T10:00' })).content,
    ).toMatchObject({
      id,
      code,
    });
    expect((await agent.call('booking_cancel', correctIdentity)).content).toMatchObject({ id, status: 'cancelled' });
  });

  it('is locked out after five failed lookups of any kind', async () => {
    const network = newNetwork();
    const agent = await agentAt(network);
    for (const claim of [
      { code: 'QQQQ22' },
      { code: visit.code, dateOfBirth: '1961-05-04' },
      { name: 'Gale Arundle', dateOfBirth: '1961-05-03' },
      { name: 'Gale Brundle', phone: '+12125550199' },
    ])
      expect(await agent.call('booking_find', claim)).toMatchObject({ isError: true, content: { code: 'not_found' } });
    const cancelInput = { action: 'cancel', code: 'QQQQ23', dateOfBirth: '1961-05-03' };
    expect((await agent.call('medical_book', cancelInput)).content.code).toBe('not_found');
    const correctIdentity = { code: visit.code, dateOfBirth: PATIENT.dateOfBirth };
    const refusal = await agent.call('booking_find', correctIdentity);
    expect(refusal).toMatchObject({ isError: true, content: { code: 'rate_limited', status: 429 } });
    expect(refusal.content.detail).toMatch(/Ask the team\. Try again in \d+ s/);
    expect((await (await agentAt(newNetwork())).call('booking_find', correctIdentity)).isError).toBe(false);
  });
});

describe('an order', () => {
  it('cannot be looked up on any channel after five wrong email addresses', async () => {
    const shop = await openBusiness(service, 'retail', readFixtureConfig('retail'));
    const lookUpOrder = (number: string, email: string) =>
      shop.send('POST', '/retail/orders/lookup', { body: { number, email } });
    for (const day of WRONG_DAYS) expect((await lookUpOrder('NT10482', `guess${day}@example.com`)).status).toBe(404);
    expect((await lookUpOrder('nt10482', 'dana@example.com')).status).toBe(429);
    const items = [{ sku: 'NT-100', quantity: 1 }];
    const body = { number: 'NT10482', email: 'dana@example.com', items };
    expect((await shop.send('POST', '/retail/returns', { body })).status).toBe(429);
    for (const request of ['where is my order', 'I want to return my order']) {
      const response = await startConversation({ key: await createPublishableKey(shop), network: newNetwork() })(
        `${request} NT10482, dana@example.com`,
      );
      expect(response).toMatchObject({
        status: 'handoff',
        reply: expect.stringMatching(/the details didn't match several times/),
      });
    }
    expect((await lookUpOrder('NT10490', 'lee@example.com')).status).toBe(200);
  });

  it('cannot be found by guessing order numbers for one email address', async () => {
    const shop = await openBusiness(service, 'retail', readFixtureConfig('retail'));
    const lookUpOrder = (number: string) =>
      shop.send('POST', '/retail/orders/lookup', { body: { number, email: 'dana@example.com' } });
    for (const day of WRONG_DAYS) expect((await lookUpOrder(`NT1047${day}`)).status).toBe(404);
    expect((await lookUpOrder('NT10482')).status).toBe(429);
  });
});
