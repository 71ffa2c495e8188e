// A customer talks to a business by Telegram, against a server that speaks the Bot API.
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { expectStatus } from '../../../../test/business.ts';
import { startProvider } from '../../../../test/channels/provider.ts';
import { setUpRestaurant } from '../../../../test/channels/restaurant.ts';
import { call, queryAsDbOwner, type Service, signUp, startService } from '../../../../test/harness.ts';

const TOKEN = `123456:${'A'.repeat(35)}`;
let service: Service;
let cookie: string;
let workspaceId: string;
let connection: { id: string; webhookUrl: string; address: string };
let sentCount = 0;
/** The next responses of the Bot API, before it works again. */
const failures: { status: number; body: object }[] = [];
const telegram = await startProvider(({ path }) => {
  if (path.endsWith('/getMe')) return { body: { ok: true, result: { username: 'bella_vista_bot' } } };
  const failure = path.endsWith('/sendMessage') ? failures.shift() : undefined;
  return failure ?? { body: { ok: true, result: { message_id: ++sentCount } } };
});
const sentMessages = () =>
  telegram.calls
    .filter(({ path }) => path.endsWith('/sendMessage'))
    .map(({ body }) => JSON.parse(body.toString()) as { chat_id: string; text: string; reply_markup?: object });
const waitForReply = async (count: number) => {
  await telegram.waitFor(({ path }) => path.endsWith('/sendMessage'), count);
  return sentMessages()[count - 1]!;
};

beforeAll(async () => {
  service = await startService(undefined, { webhooksAllowPrivate: true });
  await service.warmUp();
  const signedUp = await signUp(service, { businessName: 'Bella Vista' });
  cookie = signedUp.cookie;
  workspaceId = (await call(service, 'GET', '/api/me', { cookie })).json.workspaces[0].id;
  await queryAsDbOwner(service.connection, `update workspaces set plan = 'business' where id = $1`, [workspaceId]);
  await setUpRestaurant(service, cookie);
  const body = { kind: 'telegram', settings: { botToken: TOKEN, apiUrl: telegram.url } };
  connection = expectStatus(201, await call(service, 'POST', '/api/channels', { cookie, body })).json;
});

let updateId = 1_000;
const secretToken = () => {
  const setWebhook = telegram.calls.find(({ path }) => path.endsWith('/setWebhook'))!;
  return JSON.parse(setWebhook.body.toString()).secret_token as string;
};
async function receiveMessage(text: string, { chatId = 77, id = ++updateId, secret = secretToken() } = {}) {
  const update = {
    update_id: id,
    message: {
      message_id: id,
      chat: { id: chatId, type: 'private' },
      from: { first_name: 'Ana', last_name: 'Ruiz' },
      text,
    },
  };
  return call(service, 'POST', `/hooks/${connection.id}`, {
    headers: { 'x-telegram-bot-api-secret-token': secret },
    body: update,
  });
}

describe('a bot', () => {
  it('is connected with its name and its webhook', () => {
    expect(connection.address).toBe('@bella_vista_bot');
    const setWebhook = telegram.calls.find(({ path }) => path.endsWith('/setWebhook'))!;
    expect(setWebhook.path).toBe(`/bot${TOKEN}/setWebhook`);
    expect(JSON.parse(setWebhook.body.toString())).toMatchObject({ url: connection.webhookUrl });
  });

  it('books, moves and cancels a table', async () => {
    expectStatus(200, await receiveMessage('a table for 2 in three days at 7pm please'));
    expect((await waitForReply(1)).text).toMatch(/7:00 PM is available for 2.*phone number/s);
    expectStatus(200, await receiveMessage('212 555 0147'));
    const readBack = await waitForReply(2);
    expect(readBack.text).toMatch(/table for 2 .*Ana Ruiz.*Shall I book it/s);
    expect(readBack.reply_markup).toMatchObject({ keyboard: [[{ text: 'Yes please' }], [{ text: 'No' }]] });
    expectStatus(200, await receiveMessage('Yes please'));
    expect((await waitForReply(3)).text).toMatch(/[Cc]ode is [A-Z0-9]{6}/);
    expectStatus(200, await receiveMessage('can we make it 8pm instead?'));
    await waitForReply(4);
    expectStatus(200, await receiveMessage('yes'));
    expect((await waitForReply(5)).text).toMatch(/8:00 PM/);
    expectStatus(200, await receiveMessage('cancel it please'));
    await waitForReply(6);
    expectStatus(200, await receiveMessage('yes'));
    expect((await waitForReply(7)).text).toMatch(/cancel/i);
    const { rows } = await queryAsDbOwner(
      service.connection,
      'select b.status, c.channel from bookings b cross join conversations c',
    );
    expect(rows).toEqual([{ status: 'cancelled', channel: 'telegram' }]);
  });

  it('answers a message that Telegram sends twice only once', async () => {
    const countBefore = sentMessages().length;
    for (let n = 0; n < 3; n++) expectStatus(200, await receiveMessage('are you open on sunday?', { id: 5_000 }));
    await waitForReply(countBefore + 1);
    expectStatus(200, await receiveMessage('do you have parking?'));
    await waitForReply(countBefore + 2);
    expect(sentMessages()).toHaveLength(countBefore + 2);
  });

  it('refuses what Telegram did not send', async () => {
    expect((await receiveMessage('hello', { secret: 'wrong' })).status).toBe(403);
    expect((await call(service, 'POST', '/hooks/chn_unknown', { body: {} })).status).toBe(404);
    expect(service.logLines.some((line) => line.includes('without the provider’s signature'))).toBe(true);
  });

  it('brings the team’s reply to the customer', async () => {
    const countBefore = sentMessages().length;
    expectStatus(200, await receiveMessage('can I talk to a person please'));
    await waitForReply(countBefore + 1);
    const { rows } = await queryAsDbOwner(
      service.connection,
      `select id, status from conversations where channel = 'telegram'`,
    );
    expect(rows[0].status).toBe('handoff');
    const body = { text: 'Hi Ana, this is Rosa.' };
    expectStatus(201, await call(service, 'POST', `/api/conversations/${rows[0].id}/messages`, { cookie, body }));
    expect((await waitForReply(countBefore + 2)).text).toBe('Hi Ana, this is Rosa.');
  });

  it('shows the team why a reply could not be delivered', async () => {
    const countBefore = sentMessages().length;
    failures.push({ status: 403, body: { ok: false, description: 'Forbidden: bot was blocked by the user' } });
    expectStatus(200, await receiveMessage('what time do you close today?', { chatId: 78 }));
    await waitForReply(countBefore + 1);
    const queryDeliveries = () =>
      queryAsDbOwner(
        service.connection,
        `select o.status, o.error from channel_outgoing o join channel_threads t on t.key = o.thread_key where t.address = '78'`,
      );
    await vi.waitFor(async () => expect((await queryDeliveries()).rows).toMatchObject([{ status: 'failed' }]), 10_000);
    const { json } = await call(service, 'GET', '/api/channels', { cookie });
    expect(json.connections[0].lastError).toBe('Telegram: Forbidden: bot was blocked by the user');
    expect(JSON.stringify(json)).not.toContain(TOKEN);
  });
});
