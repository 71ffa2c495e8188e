// Customers write to a business by WhatsApp, against a server that speaks Meta's and Twilio's APIs and signs as they do.
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createEveryDayHours, expectStatus } from '../../../../test/business.ts';
import { startProvider } from '../../../../test/channels/provider.ts';
import { type Restaurant, startRestaurant } from '../../../../test/channels/restaurant.ts';
import { call } from '../../../../test/harness.ts';
import { runTask } from '../../../../test/jobs.ts';
import { REMINDERS_TASK } from '../../reminders/jobs.ts';
import { signMetaRequest } from '../meta.ts';
import { signTwilioRequest } from '../twilio.ts';

const NUMBER_ID = '106540352242922';
const APP_SECRET = 'the-secret-of-the-app';
const ACCESS_TOKEN = 'the-access-token';
const ACCOUNT_SID = `AC${'a1'.repeat(16)}`;
const TWILIO_NUMBER = '+12125550199';

let restaurant: Restaurant;
let connection: { id: string; webhookUrl: string; address: string; settings: { verifyToken: string } };
let sentCount = 0;
/** Meta's responses to the next messages, before it works again. */
const failures: { status: number; body: object }[] = [];
const provider = await startProvider(({ path, headers, method }) => {
  if (path.endsWith('/Messages.json')) return { status: 201, body: { sid: `SM${++sentCount}` } };
  if (path.startsWith('/2010-04-01')) return { body: { sid: ACCOUNT_SID } };
  if (headers.authorization !== `Bearer ${ACCESS_TOKEN}`) return { status: 401, body: { error: { code: 190 } } };
  if (method === 'GET') return { body: { display_phone_number: '+1 212-555-0100' } };
  return failures.shift() ?? { body: { messages: [{ id: `wamid.out${++sentCount}` }] } };
});
type SentMessage = {
  to: string;
  type: string;
  text?: { body: string };
  interactive?: { type: string; body: { text: string }; action: object };
  template?: { name: string; components: { parameters: { text: string }[] }[] };
  biz_opaque_callback_data: string;
};
const messagesSentTo = (address: string): SentMessage[] =>
  provider.calls
    .filter(({ path, method }) => path.startsWith(`/${NUMBER_ID}/messages`) && method === 'POST')
    .map(({ body }) => JSON.parse(body.toString()) as SentMessage)
    .filter(({ to }) => `+${to}` === address);
const readSentText = ({ text, interactive }: SentMessage) => text?.body ?? interactive?.body.text ?? '';
async function waitForMessage(address: string, messageNumber: number): Promise<SentMessage> {
  await vi.waitFor(() => expect(messagesSentTo(address).length).toBeGreaterThanOrEqual(messageNumber), 30_000);
  return messagesSentTo(address)[messageNumber - 1]!;
}

const META_SETTINGS = { provider: 'Meta', phoneNumberId: NUMBER_ID, accessToken: ACCESS_TOKEN, appSecret: APP_SECRET };
beforeAll(async () => {
  restaurant = await startRestaurant();
  connection = expectStatus(201, await restaurant.connect('whatsapp', { ...META_SETTINGS, apiUrl: provider.url })).json;
});

const toLocalUrl = (url: string) => `${restaurant.service.url}${url.slice(new URL(url).origin.length)}`;
const postWebhook = (body: string, signature = signMetaRequest(body, APP_SECRET), { webhookUrl } = connection) =>
  fetch(toLocalUrl(webhookUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
    body,
  });
const webhookBody = (...values: object[]) =>
  JSON.stringify({
    object: 'whatsapp_business_account',
    entry: values.map((value) => ({
      id: '1',
      changes: [{ field: 'messages', value: { metadata: { phone_number_id: NUMBER_ID }, ...value } }],
    })),
  });
let messageId = 0;
const messageValue = (from: string, content: object, id = `wamid.in${++messageId}`, sentAtMs = Date.now()) => ({
  contacts: [{ wa_id: from.slice(1), profile: { name: 'Ana Ruiz' } }],
  messages: [{ from: from.slice(1), id, timestamp: String(Math.floor(sentAtMs / 1_000)), ...content }],
});
const textContent = (body: string) => ({ type: 'text', text: { body } });
const receiveMessage = (from: string, content: object | string, id?: string) =>
  postWebhook(webhookBody(messageValue(from, typeof content === 'string' ? textContent(content) : content, id)));
const buttonTap = (title: string) => ({
  type: 'interactive',
  interactive: { type: 'button_reply', button_reply: { id: '1', title } },
});

describe('a number of Meta', () => {
  it('is connected with what the Meta app needs', () => {
    expect(connection.address).toBe('+1 212-555-0100');
    expect(connection.settings.verifyToken).toMatch(/^[\w-]{32}$/);
    expect(provider.calls[0]?.path).toMatch(/appsecret_proof=[0-9a-f]{64}/);
  });

  it('is refused with an explanation if something is missing or wrong', async () => {
    const wrongToken = await restaurant.connect('whatsapp', {
      ...META_SETTINGS,
      accessToken: 'old',
      apiUrl: provider.url,
    });
    expect(wrongToken).toMatchObject({
      status: 422,
      json: { detail: 'The access token has expired. Create a new one in Meta Business Suite.' },
    });
    const missingToken = await restaurant.connect('whatsapp', { provider: 'Meta', phoneNumberId: NUMBER_ID });
    expect(missingToken).toMatchObject({ status: 422, json: { detail: 'Fill in “Access token”.' } });
  });

  it('answers Meta’s verification of the webhook', async () => {
    const verify = (token: string) =>
      fetch(`${toLocalUrl(connection.webhookUrl)}?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=42`);
    const response = await verify(connection.settings.verifyToken);
    expect([response.status, await response.text()]).toEqual([200, '42']);
    expect((await verify('wrong')).status).toBe(403);
  });
});

describe('a customer', () => {
  it('books, moves and cancels a table', async () => {
    const from = '+12125550147';
    expect((await receiveMessage(from, 'a table for 2 in three days at 7pm please')).status).toBe(200);
    // The assistant does not ask for the name and number, which it knows.
    const readBack = await waitForMessage(from, 1);
    expect(readSentText(readBack)).toMatch(/table for 2 .*Ana Ruiz.*Shall I book it/s);
    expect(readBack.interactive).toMatchObject({
      type: 'button',
      action: { buttons: [{ reply: { title: 'Yes please' } }, { reply: { title: 'No' } }] },
    });
    await receiveMessage(from, buttonTap('Yes please'));
    expect(readSentText(await waitForMessage(from, 2))).toMatch(/[Cc]ode is [A-Z0-9]{6}/);
    await receiveMessage(from, 'can we make it 8pm instead?');
    await waitForMessage(from, 3);
    await receiveMessage(from, buttonTap('Yes please'));
    expect(readSentText(await waitForMessage(from, 4))).toMatch(/8:00 PM/);
    await receiveMessage(from, 'cancel it please');
    await waitForMessage(from, 5);
    await receiveMessage(from, 'yes');
    expect(readSentText(await waitForMessage(from, 6))).toMatch(/cancel/i);
    expect(await restaurant.query('select status from bookings')).toEqual([{ status: 'cancelled' }]);
    expect((await restaurant.findConversationWith(from)).channel).toBe('whatsapp');
  });

  it('is answered once, even if a batch arrives again', async () => {
    const [firstCustomer, secondCustomer] = ['+12125550148', '+12125550149'];
    const batch = webhookBody(
      messageValue(firstCustomer, textContent('are you open on sunday?'), 'wamid.a'),
      messageValue(secondCustomer, textContent('do you have parking?'), 'wamid.b'),
      messageValue(firstCustomer, { type: 'reaction', reaction: { emoji: '👍' } }, 'wamid.c'),
    );
    for (let n = 0; n < 3; n++) expect((await postWebhook(batch)).status).toBe(200);
    await waitForMessage(firstCustomer, 1);
    await waitForMessage(secondCustomer, 1);
    await receiveMessage(firstCustomer, 'thanks');
    await waitForMessage(firstCustomer, 2);
    expect([messagesSentTo(firstCustomer).length, messagesSentTo(secondCustomer).length]).toEqual([2, 1]);
  });

  it('who sends only a voice message is asked to write', async () => {
    const from = '+12125550150';
    await receiveMessage(from, { type: 'audio', audio: { mime_type: 'audio/ogg' } });
    expect(readSentText(await waitForMessage(from, 1))).toMatch(/can’t open photos, voice messages/);
    expect((await restaurant.listMessagesWith(from))[0]).toMatchObject({ text: '[voice message]' });
  });

  it('gets the team’s reply, and the team sees its delivery status', async () => {
    const from = '+12125550151';
    await receiveMessage(from, 'can I talk to a person please');
    await waitForMessage(from, 1);
    await restaurant.replyTo(from, 'Hi Ana, this is Rosa.');
    const reply = await waitForMessage(from, 2);
    expect(readSentText(reply)).toBe('Hi Ana, this is Rosa.');
    await restaurant.waitForStatus(from, 'sent');
    const status = { id: 'wamid.not-stored-yet', biz_opaque_callback_data: reply.biz_opaque_callback_data };
    await postWebhook(
      webhookBody({ statuses: [{ ...status, status: 'read' }] }, { statuses: [{ ...status, status: 'delivered' }] }),
    );
    expect((await restaurant.findOutgoingMessagesTo(from)).at(-1)).toMatchObject({ status: 'read' });
    await postWebhook(webhookBody({ statuses: [{ ...status, status: 'failed', errors: [{ code: 131026 }] }] }));
    expect((await restaurant.findOutgoingMessagesTo(from)).at(-1)).toMatchObject({
      status: 'failed',
      error: 'The customer’s number isn’t on WhatsApp or can’t receive this message.',
    });
  });

  it('gets replies in order when Meta limits calls', async () => {
    const from = '+12125550152';
    failures.push({ status: 400, body: { error: { code: 130429 } } }, { status: 429, body: {} });
    await receiveMessage(from, 'what time do you close today?');
    await waitForMessage(from, 1);
    await receiveMessage(from, 'and where are you?');
    await vi.waitFor(async () => expect(await restaurant.findOutgoingMessagesTo(from)).toHaveLength(2), 10_000);
    await restaurant.waitForStatus(from, 'sent');
    const texts = messagesSentTo(from).map(readSentText);
    expect(new Set(texts.slice(0, 3)).size).toBe(1);
    expect(texts).toHaveLength(4);
    expect(texts[3]).not.toBe(texts[0]);
  });
});

describe('after 24 hours', () => {
  const expireReplyWindow = (from: string) =>
    restaurant.query(`update channel_threads set last_received_at = now() - interval '25 hours' where address = $1`, [
      from,
    ]);

  it('a reply is not sent, and the team sees why', async () => {
    const from = '+12125550153';
    await receiveMessage(from, 'can I talk to a person please', 'wamid.day');
    await waitForMessage(from, 1);
    await expireReplyWindow(from);
    // The same webhook again does not count as a new message.
    await receiveMessage(from, 'can I talk to a person please', 'wamid.day');
    await restaurant.replyTo(from, 'Sorry for the wait!');
    await restaurant.waitForStatus(from, 'failed');
    expect(await restaurant.findLatestDeliveryTo(from)).toMatchObject({
      status: 'failed',
      error: 'WhatsApp allows replies only within 24 hours of the customer’s last message.',
    });
    await receiveMessage(from, 'hello?');
    await restaurant.replyTo(from, 'Here I am.');
    expect(readSentText(await waitForMessage(from, 2))).toBe('Here I am.');
  });

  it('a reply is sent as a template if the connection has one', async () => {
    const from = '+12125550154';
    const settings = { ...META_SETTINGS, templateName: 'our_reply', templateLanguage: 'en_US', apiUrl: provider.url };
    const templateConnection = expectStatus(201, await restaurant.connect('whatsapp', settings)).json;
    const body = webhookBody(messageValue(from, textContent('can I talk to a person please')));
    await postWebhook(body, signMetaRequest(body, APP_SECRET), templateConnection);
    await waitForMessage(from, 1);
    await expireReplyWindow(from);
    await restaurant.replyTo(from, 'Sorry for\nthe wait!');
    const { template } = await waitForMessage(from, 2);
    expect(template).toMatchObject({ name: 'our_reply', language: { code: 'en_US' } });
    expect(template?.components[0]?.parameters).toEqual([{ type: 'text', text: 'Sorry for the wait!' }]);
  });
});

describe('a reminder after 24 hours', () => {
  const TEMPLATE = { templateName: 'our_reply', templateLanguage: 'en_US' };

  /** Books over a new connection and sends the reminder. Returns the reminder as the team sees it. */
  async function bookAndRemind(from: string, settings: object) {
    const { service, cookie, query } = restaurant;
    const hours = createEveryDayHours(['11:00', '23:00']);
    expectStatus(200, await call(service, 'PUT', '/api/v1/config', { cookie, body: { hours, closures: [] } }));
    const newConnection = expectStatus(
      201,
      await restaurant.connect('whatsapp', { ...META_SETTINGS, ...settings, apiUrl: provider.url }),
    ).json;
    const sendAndWait = async (text: string, count: number) => {
      const body = webhookBody(messageValue(from, textContent(text)));
      await postWebhook(body, signMetaRequest(body, APP_SECRET), newConnection);
      await waitForMessage(from, count);
    };
    await sendAndWait('a table for 2 in four days at 7pm please, name is Ana Ruiz, ana@example.com', 1);
    await sendAndWait('yes', 2);
    const [{ id, starts_at }] = await query('select id, starts_at from bookings where phone = $1', [from]);
    await query(`update channel_threads set last_received_at = now() - interval '25 hours' where address = $1`, [from]);
    await runTask(service, REMINDERS_TASK, {}, () => new Date(starts_at.getTime() - 23 * 3_600_000));
    return vi.waitFor(async () => {
      const { notices } = expectStatus(
        200,
        await call(service, 'GET', `/api/v1/bookings/${id}/notices`, { cookie }),
      ).json;
      const reminder = notices.find(({ about }: { about: string }) => about === 'booking.reminder');
      expect(reminder).toMatchObject({ status: 'sent' });
      return reminder;
    }, 30_000);
  }

  it('is sent as the variable of the connection’s template', async () => {
    const from = '+12125550156';
    expect(await bookAndRemind(from, TEMPLATE)).toMatchObject({ channel: 'whatsapp' });
    const { type, template } = await waitForMessage(from, 3);
    expect([type, template?.name]).toEqual(['template', 'our_reply']);
    expect(template?.components[0]?.parameters[0]?.text).toMatch(
      /^Bella Vista: Just a reminder of your booking: a table for 2/,
    );
  });

  it('is sent by email if there is no template', async () => {
    const from = '+12125550157';
    expect(await bookAndRemind(from, {})).toMatchObject({ channel: 'email' });
    expect(messagesSentTo(from)).toHaveLength(2);
  });
});

it('refuses what Meta did not sign', async () => {
  const from = '+12125550155';
  const body = webhookBody(messageValue(from, textContent('hello')));
  expect((await postWebhook(body, 'sha256=00')).status).toBe(403);
  expect((await postWebhook(body, signMetaRequest(body, 'another secret'))).status).toBe(403);
  expect((await postWebhook(`${body} `, signMetaRequest(body, APP_SECRET))).status).toBe(403);
  expect(await restaurant.query('select 1 from channel_threads where address = $1', [from])).toEqual([]);
});

describe('a number of Twilio', () => {
  const from = '+12125550156';

  it('books a table the same way', async () => {
    const settings = { provider: 'Twilio', accountSid: ACCOUNT_SID, authToken: 'token', number: TWILIO_NUMBER };
    const { json } = expectStatus(201, await restaurant.connect('whatsapp', { ...settings, apiUrl: provider.url }));
    expect(json.address).toBe(TWILIO_NUMBER);
    const form = new URLSearchParams({
      MessageSid: 'SM1',
      From: `whatsapp:${from}`,
      To: `whatsapp:${TWILIO_NUMBER}`,
      ProfileName: 'Ana Ruiz',
      Body: 'a table for 2 in three days at 7pm please',
    });
    const send = (signature: string) =>
      fetch(toLocalUrl(json.webhookUrl), { method: 'POST', headers: { 'x-twilio-signature': signature }, body: form });
    expect((await send('wrong')).status).toBe(403);
    expect((await send(signTwilioRequest(json.webhookUrl, form, 'token'))).status).toBe(200);
    const [sendRequest] = await provider.waitFor(({ path }) => path.endsWith('/Messages.json'), 1);
    const sentForm = Object.fromEntries(new URLSearchParams(sendRequest?.body.toString()));
    expect(sentForm).toMatchObject({ To: `whatsapp:${from}`, From: `whatsapp:${TWILIO_NUMBER}` });
    expect(sentForm.Body).toMatch(/Ana Ruiz.*1\. Yes please\n2\. No/s);
  });
});

it('writes no number, text or token to the logs', () => {
  const log = restaurant.service.logLines.join('\n');
  for (const secret of [ACCESS_TOKEN, APP_SECRET, connection.settings.verifyToken, '12125550', 'parking'])
    expect(log).not.toContain(secret);
});
