// Customers write to a business by Messenger and Instagram, against a server that speaks Meta's API and signs as Meta does.
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { expectStatus } from '../../../../test/business.ts';
import { startProvider } from '../../../../test/channels/provider.ts';
import { type Restaurant, startRestaurant } from '../../../../test/channels/restaurant.ts';
import { signMetaRequest } from '../meta.ts';

const PAGE_ID = '1029384756';
const ACCOUNT_ID = '17841400000000001';
const APP_SECRET = 'the-secret-of-the-app';
const ACCESS_TOKEN = 'the-page-access-token';
const SETTINGS = { pageId: PAGE_ID, accessToken: ACCESS_TOKEN, appSecret: APP_SECRET };

let restaurant: Restaurant;
const connections: Record<string, { id: string; webhookUrl: string; address: string }> = {};
let sentCount = 0;
/** Meta's responses to the next messages, before it works again. */
const failures: { status: number; body: object }[] = [];
const meta = await startProvider(({ path, method }) => {
  if (method === 'GET')
    return { body: { name: 'Bella Vista', instagram_business_account: { id: ACCOUNT_ID, username: 'bella.vista' } } };
  if (path.includes('/subscribed_apps')) return { body: { success: true } };
  return failures.shift() ?? { body: { recipient_id: '1', message_id: `m_out${++sentCount}` } };
});
type SentMessage = {
  recipient: { id: string };
  messaging_type: string;
  message: { text: string; quick_replies?: object[] };
};
const messagesSentTo = (id: string): SentMessage[] =>
  meta.calls
    .filter(({ path }) => path.startsWith(`/${PAGE_ID}/messages`))
    .map(({ body }) => JSON.parse(body.toString()) as SentMessage)
    .filter(({ recipient }) => recipient.id === id);
async function waitForMessage(id: string, messageNumber: number): Promise<SentMessage> {
  await vi.waitFor(() => expect(messagesSentTo(id).length).toBeGreaterThanOrEqual(messageNumber), 30_000);
  return messagesSentTo(id)[messageNumber - 1]!;
}

beforeAll(async () => {
  restaurant = await startRestaurant();
  for (const kind of ['messenger', 'instagram'])
    connections[kind] = expectStatus(201, await restaurant.connect(kind, { ...SETTINGS, apiUrl: meta.url })).json;
});

const KINDS = [
  ['messenger', 'page', PAGE_ID, 'Bella Vista'],
  ['instagram', 'instagram', ACCOUNT_ID, '@bella.vista'],
] as const;

describe.each(KINDS)('%s', (kind, object, accountId, address) => {
  let messageId = 0;
  const postEvents = (events: object[], secret = APP_SECRET) => {
    const body = JSON.stringify({ object, entry: events.map((event) => ({ id: accountId, messaging: [event] })) });
    const { webhookUrl } = connections[kind]!;
    return fetch(`${restaurant.service.url}${new URL(webhookUrl).pathname}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signMetaRequest(body, secret) },
      body,
    });
  };
  const event = (from: string, content: object) => ({
    sender: { id: from },
    recipient: { id: accountId },
    timestamp: Date.now(),
    ...content,
  });
  const message = (from: string, text: string, fields: object = {}) =>
    event(from, { message: { mid: `m_${kind}${++messageId}`, text, ...fields } });
  const receiveMessage = (from: string, text: string, fields?: object) => postEvents([message(from, text, fields)]);
  const customerId = (number: number) => `${kind}-scoped-${number}`;

  it('is connected', () => {
    expect(connections[kind]?.address).toBe(address);
    expect(meta.calls.some(({ path }) => path.startsWith(`/${PAGE_ID}/subscribed_apps`))).toBe(true);
  });

  it('books a table with quick replies', async () => {
    const from = customerId(1);
    expect(
      (await receiveMessage(from, 'a table for 2 in three days at 7pm please, Ana Ruiz, 212 555 0147')).status,
    ).toBe(200);
    const readBack = await waitForMessage(from, 1);
    expect(readBack.message.text).toMatch(/Shall I book it/);
    expect(readBack.messaging_type).toBe('RESPONSE');
    expect(readBack.message.quick_replies).toMatchObject([
      { content_type: 'text', title: 'Yes please' },
      { title: 'No' },
    ]);
    await receiveMessage(from, 'Yes please', { quick_reply: { payload: 'Yes please' } });
    expect((await waitForMessage(from, 2)).message.text).toMatch(/[Cc]ode is [A-Z0-9]{6}/);
    expect((await restaurant.findConversationWith(from)).channel).toBe(kind);
  });

  it('answers each message of a batch once, and no echo', async () => {
    const [firstCustomer, secondCustomer] = [customerId(2), customerId(3)];
    const batch = [
      message(firstCustomer, 'are you open on sunday?'),
      message(secondCustomer, 'do you have parking?'),
      event(accountId, {
        recipient: { id: firstCustomer },
        message: { mid: 'm_echo', text: 'From the page', is_echo: true },
      }),
      event(firstCustomer, { reaction: { mid: 'm_x', action: 'react' } }),
    ];
    for (let n = 0; n < 3; n++) expect((await postEvents(batch)).status).toBe(200);
    await waitForMessage(firstCustomer, 1);
    await waitForMessage(secondCustomer, 1);
    await receiveMessage(firstCustomer, 'thanks');
    await waitForMessage(firstCustomer, 2);
    expect([
      messagesSentTo(firstCustomer).length,
      messagesSentTo(secondCustomer).length,
      messagesSentTo(accountId).length,
    ]).toEqual([2, 1, 0]);
  });

  it('asks for text if only a photo arrives', async () => {
    const from = customerId(4);
    await postEvents([
      event(from, { message: { mid: `m_photo${kind}`, attachments: [{ type: 'image', payload: {} }] } }),
    ]);
    expect((await waitForMessage(from, 1)).message.text).toMatch(/can’t open photos/);
  });

  it('brings the team’s reply, and reports that it was read', async () => {
    const from = customerId(5);
    await receiveMessage(from, 'can I talk to a person please');
    await waitForMessage(from, 1);
    await restaurant.replyTo(from, 'Hi Ana, this is Rosa.');
    expect((await waitForMessage(from, 2)).message.text).toBe('Hi Ana, this is Rosa.');
    await restaurant.waitForStatus(from, 'sent');
    const [{ provider_ids }] = await restaurant.query(
      `select provider_ids from channel_outgoing where thread_key = $1 order by position desc limit 1`,
      [from],
    );
    const readEvent = kind === 'messenger' ? { watermark: Date.now() + 1_000 } : { mid: provider_ids[0] };
    await postEvents([event(from, { read: readEvent })]);
    expect((await restaurant.findOutgoingMessagesTo(from)).at(-1)).toMatchObject({ status: 'read' });
  });

  it('tries again when Meta is busy, and explains what cannot be sent', async () => {
    const from = customerId(6);
    failures.push({ status: 503, body: {} });
    await receiveMessage(from, 'what time do you close today?');
    await waitForMessage(from, 2);
    await restaurant.waitForStatus(from, 'sent');
    failures.push({ status: 401, body: { error: { code: 190, error_subcode: 463 } } });
    await receiveMessage(from, 'and where are you?');
    await restaurant.waitForStatus(from, 'failed');
    const listedConnection = (await restaurant.listConnections()).find(
      (connection: { kind: string }) => connection.kind === kind,
    );
    expect(listedConnection.lastError).toBe('The access token has expired. Create a new one in Meta Business Suite.');
    expect(JSON.stringify(listedConnection)).not.toContain(ACCESS_TOKEN);
  });

  it('is silent after 24 hours, and the team sees why', async () => {
    const from = customerId(7);
    await receiveMessage(from, 'can I talk to a person please');
    await waitForMessage(from, 1);
    await restaurant.query(
      `update channel_threads set last_received_at = now() - interval '25 hours' where address = $1`,
      [from],
    );
    await restaurant.replyTo(from, 'Sorry for the wait!');
    await restaurant.waitForStatus(from, 'failed');
    expect((await restaurant.findOutgoingMessagesTo(from)).at(-1)?.error).toMatch(/only within 24 hours/);
    expect(messagesSentTo(from)).toHaveLength(1);
  });

  it('refuses what Meta did not sign', async () => {
    const from = customerId(8);
    expect((await postEvents([message(from, 'hello')], 'another secret')).status).toBe(403);
    expect(await restaurant.query('select 1 from channel_threads where address = $1', [from])).toEqual([]);
  });
});

it('refuses a Page without an Instagram account', async () => {
  const metaWithoutAccount = await startProvider(() => ({ body: { name: 'Bella Vista' } }));
  const response = await restaurant.connect('instagram', { ...SETTINGS, apiUrl: metaWithoutAccount.url });
  expect(response).toMatchObject({
    status: 422,
    json: { detail: expect.stringContaining('professional Instagram account') },
  });
});

it('writes no customer’s ID, text or token to the logs', () => {
  const log = restaurant.service.logLines.join('\n');
  for (const secret of [ACCESS_TOKEN, APP_SECRET, '-scoped-', 'parking']) expect(log).not.toContain(secret);
});
