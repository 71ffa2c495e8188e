// Customers text a business, against a server that speaks Twilio's API and signs as Twilio does.
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { expectStatus } from '../../../../test/business.ts';
import { startProvider } from '../../../../test/channels/provider.ts';
import { type Restaurant, startRestaurant } from '../../../../test/channels/restaurant.ts';
import { signTwilioRequest } from '../twilio.ts';

const ACCOUNT_SID = `AC${'a1'.repeat(16)}`;
const TOKEN = 'the-auth-token-of-the-account';
const NUMBER = '+12125550100';
const NUMBERS_PATH = `/2010-04-01/Accounts/${ACCOUNT_SID}/IncomingPhoneNumbers`;
const MESSAGES_PATH = `/2010-04-01/Accounts/${ACCOUNT_SID}/Messages.json`;
const MESSAGING_SERVICE_SID = `MG${'b2'.repeat(16)}`;

let restaurant: Restaurant;
let connection: { id: string; webhookUrl: string; address: string };
let sentCount = 0;
/** Twilio's responses to the next messages, before it works again. */
const failures: { status: number; body: object }[] = [];
const twilio = await startProvider(({ path, headers }) => {
  const credentials = Buffer.from(String(headers.authorization).slice('Basic '.length), 'base64').toString();
  if (credentials !== `${ACCOUNT_SID}:${TOKEN}`) return { status: 401, body: { code: 20003 } };
  if (path.startsWith(`${NUMBERS_PATH}.json`)) {
    const number = new URL(path, 'http://twilio').searchParams.get('PhoneNumber');
    const matchingNumbers =
      number === NUMBER ? [{ sid: 'PN1', phone_number: NUMBER, capabilities: { sms: true } }] : [];
    return { body: { incoming_phone_numbers: matchingNumbers } };
  }
  if (path === `/v1/Services/${MESSAGING_SERVICE_SID}`) return { body: { friendly_name: 'Front of house' } };
  if (path !== MESSAGES_PATH) return { body: {} };
  return failures.shift() ?? { status: 201, body: { sid: `SM${++sentCount}` } };
});
const parseForm = (request: { body: Buffer }) => Object.fromEntries(new URLSearchParams(request.body.toString()));
const isMessage = ({ path }: { path: string }) => path === MESSAGES_PATH;
const textsSentTo = (address: string) =>
  twilio.calls
    .filter(isMessage)
    .map(parseForm)
    .filter(({ To }) => To === address);
async function waitForText(address: string, textNumber: number) {
  await twilio.waitFor((request) => isMessage(request) && parseForm(request).To === address, textNumber);
  return textsSentTo(address)[textNumber - 1]!.Body!;
}

beforeAll(async () => {
  restaurant = await startRestaurant();
  const settings = { accountSid: ACCOUNT_SID, authToken: TOKEN, sender: NUMBER, apiUrl: twilio.url };
  connection = expectStatus(201, await restaurant.connect('sms', settings)).json;
});

let incomingCount = 0;
type IncomingTextOptions = { from?: string; id?: string; signature?: string; fields?: Record<string, string> };
async function post(url: string, fields: Record<string, string>, signature?: string) {
  const form = new URLSearchParams(fields);
  const path = url.slice(new URL(url).origin.length);
  return fetch(`${restaurant.service.url}${path}`, {
    method: 'POST',
    headers: { 'x-twilio-signature': signature ?? signTwilioRequest(url, form, TOKEN) },
    body: form,
  });
}
const receiveText = (
  text: string,
  { from = '+12125550147', id = `SMin${++incomingCount}`, signature, fields }: IncomingTextOptions = {},
) =>
  post(
    connection.webhookUrl,
    { MessageSid: id, From: from, To: NUMBER, Body: text, NumMedia: '0', SmsStatus: 'received', ...fields },
    signature,
  );
const reportStatus = (sentText: { StatusCallback?: string }, fields: Record<string, string>) =>
  post(sentText.StatusCallback ?? '', fields);

describe('a number', () => {
  it('is connected with its webhook', () => {
    expect(connection.address).toBe(NUMBER);
    const numberUpdate = twilio.calls.find(({ path }) => path === `${NUMBERS_PATH}/PN1.json`)!;
    expect(parseForm(numberUpdate)).toEqual({ SmsUrl: connection.webhookUrl, SmsMethod: 'POST' });
  });

  it('is refused with an explanation if Twilio does not know it', async () => {
    const settings = { accountSid: ACCOUNT_SID, authToken: TOKEN, sender: NUMBER, apiUrl: twilio.url };
    const wrongToken = await restaurant.connect('sms', { ...settings, authToken: 'wrong' });
    expect(wrongToken).toMatchObject({ status: 422, json: { detail: expect.stringContaining('Auth Token') } });
    const wrongNumber = await restaurant.connect('sms', { ...settings, sender: '+12125550199' });
    expect(wrongNumber).toMatchObject({ status: 422, json: { detail: expect.stringContaining('have this number') } });
    expect((await restaurant.connect('sms', { ...settings, sender: '555' })).status).toBe(422);
  });

  it('can be that of a Messaging Service', async () => {
    const settings = { accountSid: ACCOUNT_SID, authToken: TOKEN, sender: MESSAGING_SERVICE_SID, apiUrl: twilio.url };
    const { json } = expectStatus(201, await restaurant.connect('sms', settings));
    expect(json.address).toBe('Front of house');
    const serviceUpdate = twilio.calls.find(({ path, body }) => path.startsWith('/v1/Services') && body.length > 0)!;
    expect(parseForm(serviceUpdate)).toMatchObject({ InboundRequestUrl: json.webhookUrl });
  });
});

describe('a customer', () => {
  const CUSTOMER = '+12125550147';

  it('books, moves and cancels a table', async () => {
    const response = await receiveText('a table for 2 in three days at 7pm please, name is Ana Ruiz');
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      expect.stringContaining('text/xml'),
      expect.stringContaining('<Response/>'),
    ]);
    // The assistant does not ask for the number, which it knows.
    expect(await waitForText(CUSTOMER, 1)).toMatch(/table for 2 .*Ana Ruiz.*Shall I book it.*1\. Yes please\n2\. No/s);
    await receiveText('1');
    expect(await waitForText(CUSTOMER, 2)).toMatch(/[Cc]ode is [A-Z0-9]{6}/);
    await receiveText('can we make it 8pm instead?');
    await waitForText(CUSTOMER, 3);
    await receiveText('yes');
    expect(await waitForText(CUSTOMER, 4)).toMatch(/8:00 PM/);
    await receiveText('cancel it please');
    await waitForText(CUSTOMER, 5);
    await receiveText('yes');
    expect(await waitForText(CUSTOMER, 6)).toMatch(/cancel/i);
    expect(await restaurant.query('select status, phone from bookings b')).toMatchObject([{ status: 'cancelled' }]);
    expect(textsSentTo(CUSTOMER)[0]).toMatchObject({ From: NUMBER });
  });

  it('is answered once if Twilio sends a message again', async () => {
    const from = '+12125550148';
    for (let n = 0; n < 3; n++)
      expect((await receiveText('are you open on sunday?', { from, id: 'SMx' })).status).toBe(200);
    await waitForText(from, 1);
    await receiveText('do you have parking?', { from });
    await waitForText(from, 2);
    expect(textsSentTo(from)).toHaveLength(2);
  });

  it('gets plain punctuation, which costs less', async () => {
    const from = '+12125550149';
    await receiveText('can I talk to a person please', { from });
    await waitForText(from, 1);
    await restaurant.replyTo(from, 'We’re here — “Rosa”…');
    expect(await waitForText(from, 2)).toBe('We\'re here - "Rosa"...');
    expect((await restaurant.findConversationWith(from)).channel).toBe('sms');
  });

  it('who sends only a photo is told that nobody can open it', async () => {
    const from = '+12125550150';
    const fields = { NumMedia: '1', MediaUrl0: 'https://api.twilio.com/x', MediaContentType0: 'image/jpeg' };
    await receiveText('', { from, fields });
    expect(await waitForText(from, 1)).toMatch(/can't open photos/);
    expect(await restaurant.listMessagesWith(from)).toMatchObject([{ text: '[photo]' }, { role: 'assistant' }]);
    await receiveText('is there parking near this?', { from, fields });
    await waitForText(from, 2);
    expect((await restaurant.listMessagesWith(from))[2]).toMatchObject({
      text: 'is there parking near this?\n[photo]',
    });
  });

  it('stops and resumes messages', async () => {
    const from = '+12125550151';
    await receiveText('can I talk to a person please', { from });
    await waitForText(from, 1);
    await receiveText('STOP', { from });
    await vi.waitFor(async () => {
      const [thread] = await restaurant.query('select opted_out_at from channel_threads where address = $1', [from]);
      expect(thread.opted_out_at).not.toBeNull();
    }, 10_000);
    await restaurant.replyTo(from, 'Are you still there?');
    await restaurant.waitForStatus(from, 'failed');
    expect(await restaurant.findLatestDeliveryTo(from)).toMatchObject({
      status: 'failed',
      error: 'The customer has opted out of messages.',
    });
    await receiveText('Alta', { from, fields: { OptOutType: 'START' } });
    await receiveText('I am back', { from });
    await restaurant.replyTo(from, 'Welcome back.');
    expect(await waitForText(from, 2)).toBe('Welcome back.');
  });

  it('has opted out if Twilio says so', async () => {
    const from = '+12125550152';
    failures.push({ status: 400, body: { code: 21610, message: `Attempt to send to unsubscribed recipient ${from}` } });
    await receiveText('what time do you close today?', { from });
    await restaurant.waitForStatus(from, 'failed');
    const [thread] = await restaurant.query('select opted_out_at from channel_threads where address = $1', [from]);
    expect(thread.opted_out_at).not.toBeNull();
    expect((await restaurant.findOutgoingMessagesTo(from))[0]?.error).toBe('The customer has opted out of messages.');
  });
});

describe('an answer that fails', () => {
  const from = '+12125550158';
  const blockMessage = (text: string) =>
    restaurant.query(`alter table messages add constraint broken check (text <> '${text}') not valid`);
  const unblockMessages = () => restaurant.query('alter table messages drop constraint broken');
  const waitForAttempt = () =>
    vi.waitFor(async () => {
      const [waitingMessage] = await restaurant.query(
        'select attempts, claimed_until from channel_incoming where done_at is null and thread_key = $1',
        [from],
      );
      expect(waitingMessage).toMatchObject({ attempts: expect.any(Number), claimed_until: null });
      expect(waitingMessage.attempts).toBeGreaterThan(0);
    }, 10_000);

  it('is tried again, and the next message waits', async () => {
    await blockMessage('do you have parking?');
    await receiveText('do you have parking?', { from });
    await waitForAttempt();
    await receiveText('thanks', { from });
    await unblockMessages();
    await waitForText(from, 2);
    const messages = (await restaurant.listMessagesWith(from)).filter(({ role }) => role === 'customer');
    expect(messages.map(({ text }) => text)).toEqual(['do you have parking?', 'thanks']);
  });

  it('hands the message to the team after the last attempt', async () => {
    const failingNumber = '+12125550159';
    await receiveText('are you open on sunday?', { from: failingNumber });
    await waitForText(failingNumber, 1);
    const { id } = await restaurant.findConversationWith(failingNumber);
    await restaurant.query(
      `alter table messages add constraint broken check (conversation_id <> '${id}' or role <> 'assistant') not valid`,
    );
    await receiveText('do you have parking?', { from: failingNumber });
    await vi.waitFor(async () => {
      const sql = `update channel_incoming set attempts = 7 where done_at is null and attempts > 0 and claimed_until is null returning 1`;
      expect(await restaurant.query(sql)).toHaveLength(1);
    }, 10_000);
    await vi.waitFor(
      async () => expect((await restaurant.findConversationWith(failingNumber)).status).toBe('handoff'),
      60_000,
    );
    await unblockMessages();
    expect((await restaurant.listMessagesWith(failingNumber)).at(-1)).toMatchObject({
      role: 'customer',
      text: 'do you have parking?',
    });
    expect(textsSentTo(failingNumber)).toHaveLength(1);
  });

  it('is given up if it cannot even be stored, so that the customer’s next messages are answered', async () => {
    await blockMessage('do you have parking again?');
    await receiveText('do you have parking again?', { from });
    await waitForAttempt();
    await restaurant.query('update channel_incoming set attempts = 7 where done_at is null');
    await receiveText('are you open on sunday?', { from });
    await waitForText(from, 3);
    await unblockMessages();
    expect((await restaurant.listMessagesWith(from)).at(-2)).toMatchObject({ text: 'are you open on sunday?' });
  });
});

describe('delivery', () => {
  it('is tried again in order while Twilio is busy', async () => {
    const from = '+12125550153';
    failures.push({ status: 429, body: { code: 20429 } }, { status: 503, body: {} });
    await receiveText('what time do you close today?', { from });
    await twilio.waitFor((request) => isMessage(request) && parseForm(request).To === from, 1);
    await receiveText('and where are you?', { from });
    await restaurant.waitForStatus(from, 'sent');
    await vi.waitFor(async () => expect(await restaurant.findOutgoingMessagesTo(from)).toHaveLength(2), 10_000);
    await restaurant.waitForStatus(from, 'sent');
    const bodies = textsSentTo(from).map(({ Body }) => Body);
    expect(bodies).toHaveLength(4);
    expect(new Set(bodies.slice(0, 3)).size).toBe(1);
    expect(bodies[3]).not.toBe(bodies[0]);
  });

  it('goes on after a sender has crashed', async () => {
    const from = '+12125550157';
    await receiveText('what time do you close today?', { from });
    await restaurant.waitForStatus(from, 'sent');
    await restaurant.query(
      `update channel_outgoing set status = 'sending', provider_ids = '{}', sending_until = clock_timestamp() + interval '2 seconds'
       where thread_key = $1`,
      [from],
    );
    await receiveText('and where are you?', { from });
    await waitForText(from, 3);
    const [firstText, repeatedText, secondText] = textsSentTo(from).map(({ Body }) => Body);
    expect(repeatedText).toBe(firstText);
    expect(secondText).not.toBe(firstText);
  });

  it('keeps its final status if reports arrive out of order', async () => {
    const from = '+12125550154';
    await receiveText('what time do you close today?', { from });
    await restaurant.waitForStatus(from, 'sent');
    const [sentText] = textsSentTo(from);
    const [{ provider_ids: providerIds }] = await restaurant.query(
      `select provider_ids from channel_outgoing where thread_key = $1`,
      [from],
    );
    const messageSid = { MessageSid: providerIds[0] };
    expect((await reportStatus(sentText!, { ...messageSid, MessageStatus: 'delivered' })).status).toBe(200);
    expect((await reportStatus(sentText!, { ...messageSid, MessageStatus: 'sent' })).status).toBe(200);
    expect((await reportStatus(sentText!, { ...messageSid, MessageStatus: 'queued' })).status).toBe(200);
    expect(await restaurant.findOutgoingMessagesTo(from)).toMatchObject([{ status: 'delivered', error: null }]);
  });

  it('that fails is explained, even if the report arrives before Twilio’s response', async () => {
    const from = '+12125550155';
    await receiveText('what time do you close today?', { from });
    await restaurant.waitForStatus(from, 'sent');
    const failedStatus = { MessageSid: 'SMunknown', MessageStatus: 'undelivered', ErrorCode: '30006' };
    await reportStatus(textsSentTo(from)[0]!, failedStatus);
    expect(await restaurant.findOutgoingMessagesTo(from)).toMatchObject([
      { status: 'failed', error: 'The customer’s number can’t receive these messages.' },
    ]);
    expect((await restaurant.listConnections())[0].lastError).toContain('can’t receive');
  });
});

describe('a forged request', () => {
  it('is refused and changes nothing', async () => {
    const from = '+12125550156';
    expect((await receiveText('hello', { from, signature: 'wrong' })).status).toBe(403);
    const fields = { MessageSid: 'SMf', From: from, Body: 'hello' };
    const signatureOfOtherUrl = signTwilioRequest(`${connection.webhookUrl}?x=1`, new URLSearchParams(fields), TOKEN);
    expect((await post(connection.webhookUrl, fields, signatureOfOtherUrl)).status).toBe(403);
    const signatureOfOtherFields = signTwilioRequest(
      connection.webhookUrl,
      new URLSearchParams({ ...fields, Body: 'x' }),
      TOKEN,
    );
    expect((await post(connection.webhookUrl, fields, signatureOfOtherFields)).status).toBe(403);
    expect(await restaurant.query('select 1 from channel_threads where address = $1', [from])).toEqual([]);
  });
});

it('writes no number, text or token to the logs', () => {
  const log = restaurant.service.logLines.join('\n');
  for (const secret of [TOKEN, '12125550', 'parking', 'can I talk']) expect(log).not.toContain(secret);
});
