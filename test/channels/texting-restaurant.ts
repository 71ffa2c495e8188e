// A restaurant whose customers book and are notified by text message and Telegram, against a server that speaks the APIs
// of both.
import { expect, vi } from 'vitest';
import { signTwilioRequest } from '../../src/features/channels/twilio.ts';
import { REMINDERS_TASK } from '../../src/features/reminders/jobs.ts';
import { createEveryDayHours, expectStatus } from '../business.ts';
import { call } from '../harness.ts';
import { runTask } from '../jobs.ts';
import { type ProviderCall, startProvider } from './provider.ts';
import { startRestaurant } from './restaurant.ts';

export const ACCOUNT_SID = `AC${'a1'.repeat(16)}`;
export const AUTH_TOKEN = 'the-auth-token-of-the-account';
export const BUSINESS_NUMBER = '+12125550100';
const BOT_TOKEN = `123:${'b'.repeat(35)}`;
export const HOUR_MS = 3_600_000;

type StoredBooking = {
  id: string;
  status: string;
  starts_at: Date;
  confirmed_at: Date | null;
  conversation_id: string;
};
type Notice = { about: string; channel: string | null; status: string; error: string | null };

/** The phone number or chat that a call of the provider's API writes to, and the text. */
function parseSentMessage({ path, body }: ProviderCall): { to: string; text: string } | undefined {
  if (path.endsWith('/sendMessage')) {
    const { chat_id, text } = JSON.parse(body.toString());
    return { to: chat_id, text };
  }
  const form = new URLSearchParams(body.toString());
  return path.endsWith('/Messages.json') ? { to: form.get('To') ?? '', text: form.get('Body') ?? '' } : undefined;
}

export async function startTextingRestaurant() {
  let sentMessageCount = 0;
  /** Numbers that the provider refuses to write to. */
  const refusedNumbers = new Set<string>();
  const provider = await startProvider((request) => {
    const { path } = request;
    const numbers = [{ sid: 'PN1', phone_number: BUSINESS_NUMBER, capabilities: { sms: true, voice: true } }];
    if (path.includes('IncomingPhoneNumbers.json')) return { body: { incoming_phone_numbers: numbers } };
    if (path.startsWith('/bot'))
      return { body: { ok: true, result: { username: 'bella', message_id: ++sentMessageCount } } };
    // 21211: an invalid number.
    if (refusedNumbers.has(parseSentMessage(request)?.to ?? '')) return { status: 400, body: { code: 21_211 } };
    return { status: 201, body: { sid: `SM${++sentMessageCount}` } };
  });
  const restaurant = await startRestaurant();
  const { service, cookie, query } = restaurant;
  // Open on every day, so that it does not matter on which day the tests run.
  const body = { hours: createEveryDayHours(['11:00', '23:00']), closures: [] };
  expectStatus(200, await call(service, 'PUT', '/api/v1/config', { cookie, body }));
  const settings = { accountSid: ACCOUNT_SID, authToken: AUTH_TOKEN, sender: BUSINESS_NUMBER, apiUrl: provider.url };
  const smsConnection: { webhookUrl: string } = expectStatus(201, await restaurant.connect('sms', settings)).json;
  const telegramSettings = { botToken: BOT_TOKEN, apiUrl: provider.url };
  const telegramConnection: { webhookUrl: string } = expectStatus(
    201,
    await restaurant.connect('telegram', telegramSettings),
  ).json;

  /** What went out to a phone number or a chat, the oldest first. */
  const findTextsSentTo = (address: string): string[] =>
    provider.calls.flatMap((request) => {
      const message = parseSentMessage(request);
      return message?.to === address ? [message.text] : [];
    });
  const waitForText = async (address: string, textNumber: number): Promise<string> => {
    await vi.waitFor(() => expect(findTextsSentTo(address).length).toBeGreaterThanOrEqual(textNumber), 30_000);
    return findTextsSentTo(address)[textNumber - 1] ?? '';
  };
  async function postToTwilioWebhook(query: string, fields: Record<string, string>): Promise<void> {
    const form = new URLSearchParams(fields);
    const url = `${smsConnection.webhookUrl}${query}`;
    const headers = { 'x-twilio-signature': signTwilioRequest(url, form, AUTH_TOKEN) };
    const path = url.slice(new URL(url).origin.length);
    expect((await fetch(`${service.url}${path}`, { method: 'POST', headers, body: form })).status).toBe(200);
  }
  let incomingMessageCount = 0;
  const sendText = (from: string, message: string) =>
    postToTwilioWebhook('', {
      MessageSid: `SMin${++incomingMessageCount}`,
      From: from,
      To: BUSINESS_NUMBER,
      Body: message,
    });
  const findBookingsUnder = (phone: string): Promise<StoredBooking[]> =>
    query('select * from bookings where phone = $1 order by created_at', [phone]);
  const findNotices = async (id: string): Promise<Notice[]> =>
    expectStatus(200, await call(service, 'GET', `/api/v1/bookings/${id}/notices`, { cookie })).json.notices;

  return {
    restaurant,
    provider,
    refusedNumbers,
    findTextsSentTo,
    waitForText,
    sendText,
    findBookingsUnder,
    findNotices,
    async sendTelegramMessage(chat: number, message: string): Promise<void> {
      const setWebhook = provider.calls.find(({ path }) => path.endsWith('/setWebhook'));
      const { secret_token } = JSON.parse(String(setWebhook?.body));
      const sender = { chat: { id: chat, type: 'private' }, from: { id: chat, first_name: 'Ana' } };
      const update = {
        update_id: ++incomingMessageCount,
        message: { message_id: incomingMessageCount, ...sender, text: message },
      };
      const headers = { 'x-telegram-bot-api-secret-token': secret_token };
      expectStatus(
        200,
        await call(service, 'POST', new URL(telegramConnection.webhookUrl).pathname, { body: update, headers }),
      );
    },
    /** Twilio reports that the latest message to a number was not delivered. */
    async reportFailure(phone: string): Promise<void> {
      const [{ sid }] = await query(
        'select provider_ids[1] as sid from channel_outgoing where thread_key = $1 order by position desc limit 1',
        [phone],
      );
      await postToTwilioWebhook('', { MessageSid: sid, MessageStatus: 'undelivered', ErrorCode: '30003', To: phone });
    },
    async bookingUnder(phone: string): Promise<StoredBooking> {
      const booking = (await findBookingsUnder(phone)).at(-1);
      if (!booking) throw new Error('there is no booking');
      return booking;
    },
    /** A customer books a table in four days by text, and has then received two messages. */
    async bookByText(phone: string, extra = ''): Promise<void> {
      await sendText(phone, `a table for 2 in four days at 7pm please, name is Ana Ruiz${extra}`);
      await waitForText(phone, 1);
      await sendText(phone, '1');
      await waitForText(phone, 2);
    },
    /** Runs the reminders as they would run a day before a booking. */
    sendReminders: ({ starts_at }: StoredBooking) =>
      runTask(service, REMINDERS_TASK, {}, () => new Date(starts_at.getTime() - 23 * HOUR_MS)),
    waitForNotice: (id: string, about: string, expected: object) =>
      vi.waitFor(async () => {
        const notices = (await findNotices(id)).filter((notice) => notice.about === about);
        expect(notices).toEqual([expect.objectContaining(expected)]);
      }, 30_000),
    changeBooking: async (id: string, change: object) =>
      expectStatus(200, await call(service, 'PATCH', `/api/v1/bookings/${id}`, { cookie, body: change })).json,
    async reserveTable(customer: object, hour = 18): Promise<{ id: string; startsAt: string }> {
      const day = new Date(Date.now() + 4 * 24 * HOUR_MS).toISOString().slice(0, 10);
      const booking = { partySize: 2, startsAt: `${day}T${hour}:00`, customer: { name: 'Dana Fox', ...customer } };
      return expectStatus(
        201,
        await call(service, 'POST', '/api/v1/restaurant/reservations', { cookie, body: booking }),
      ).json;
    },
  };
}
