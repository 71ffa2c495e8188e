// Customers hear of their bookings by the channel they booked by, against a server that speaks Twilio's API.
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { must } from '../../../test/business.ts';
import { insertConnection } from '../../../test/channels/connection.ts';
import { startProvider } from '../../../test/channels/provider.ts';
import { type Restaurant, startRestaurant } from '../../../test/channels/restaurant.ts';
import { mailsTo } from '../../../test/expect.ts';
import { call } from '../../../test/harness.ts';
import { runTask } from '../../../test/jobs.ts';
import { NOTICE_TASK } from '../../scheduling/notify.ts';
import { signTwilioRequest } from '../channels/twilio.ts';
import { REMINDERS_TASK } from './jobs.ts';

const ACCOUNT = `AC${'a1'.repeat(16)}`;
const TOKEN = 'the-auth-token-of-the-account';
const NUMBER = '+12125550100';
const BOT_TOKEN = `123:${'b'.repeat(35)}`;
const HOUR_MS = 3_600_000;
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

let restaurant: Restaurant;
let sms: { webhookUrl: string };
let telegram: { webhookUrl: string };
let count = 0;
const provider = await startProvider(({ path }) => {
  if (path.includes('IncomingPhoneNumbers.json'))
    return { body: { incoming_phone_numbers: [{ sid: 'PN1', phone_number: NUMBER, capabilities: { sms: true } }] } };
  if (path.startsWith('/bot')) return { body: { ok: true, result: { username: 'bella', message_id: ++count } } };
  return { status: 201, body: { sid: `SM${++count}` } };
});
/** What went out to a phone number or a chat, the oldest first. */
const sentTo = (address: string): string[] =>
  provider.calls.flatMap(({ path, body }) => {
    if (path.endsWith('/sendMessage')) {
      const { chat_id, text } = JSON.parse(body.toString());
      return chat_id === address ? [text] : [];
    }
    const form = new URLSearchParams(body.toString());
    return path.endsWith('/Messages.json') && form.get('To') === address ? [form.get('Body') ?? ''] : [];
  });
const latestTo = async (address: string, total: number) => {
  await vi.waitFor(() => expect(sentTo(address).length).toBeGreaterThanOrEqual(total), 30_000);
  return sentTo(address)[total - 1] ?? '';
};

beforeAll(async () => {
  restaurant = await startRestaurant();
  // The days of the tests are like any other.
  const hours = Object.fromEntries(DAYS.map((day) => [day, [['11:00', '23:00']]]));
  const body = { hours, closures: [] };
  must(200, await call(restaurant.service, 'PUT', '/api/v1/config', { cookie: restaurant.cookie, body }));
  const settings = { accountSid: ACCOUNT, authToken: TOKEN, sender: NUMBER, apiUrl: provider.url };
  sms = must(201, await restaurant.connect('sms', settings)).json;
  const bot = { botToken: BOT_TOKEN, apiUrl: provider.url };
  telegram = must(201, await restaurant.connect('telegram', bot)).json;
});

let messageId = 0;
async function text(from: string, message: string): Promise<void> {
  const form = new URLSearchParams({ MessageSid: `SMin${++messageId}`, From: from, To: NUMBER, Body: message });
  const signature = signTwilioRequest(sms.webhookUrl, form, TOKEN);
  const path = new URL(sms.webhookUrl).pathname;
  const headers = { 'x-twilio-signature': signature };
  expect((await fetch(`${restaurant.service.url}${path}`, { method: 'POST', headers, body: form })).status).toBe(200);
}

async function telegramMessage(chat: number, message: string): Promise<void> {
  const setWebhook = provider.calls.find(({ path }) => path.endsWith('/setWebhook'));
  const { secret_token } = JSON.parse(String(setWebhook?.body));
  const body = {
    update_id: ++messageId,
    message: {
      message_id: messageId,
      chat: { id: chat, type: 'private' },
      from: { id: chat, first_name: 'Ana' },
      text: message,
    },
  };
  must(
    200,
    await call(restaurant.service, 'POST', new URL(telegram.webhookUrl).pathname, {
      body,
      headers: { 'x-telegram-bot-api-secret-token': secret_token },
    }),
  );
}

type StoredBooking = {
  id: string;
  status: string;
  starts_at: Date;
  confirmed_at: Date | null;
  conversation_id: string;
};
const bookingsUnder = (phone: string): Promise<StoredBooking[]> =>
  restaurant.query('select * from bookings where phone = $1 order by created_at', [phone]);
const bookingUnder = async (phone: string) => existing((await bookingsUnder(phone)).at(-1));
const existing = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('there is no booking');
  return value;
};
/** A customer books a table in four days by text. Returns how many messages they have got. */
async function bookByText(phone: string, extra = ''): Promise<number> {
  await text(phone, `a table for 2 in four days at 7pm please, name is Ana Ruiz${extra}`);
  await latestTo(phone, 1);
  await text(phone, '1');
  await latestTo(phone, 2);
  return 2;
}
/** Runs the reminders as they would run a day before a booking. */
const remind = ({ starts_at }: StoredBooking) =>
  runTask(restaurant.service, REMINDERS_TASK, {}, () => new Date(starts_at.getTime() - 23 * HOUR_MS));
const noticesOf = async (id: string) =>
  must(200, await call(restaurant.service, 'GET', `/api/v1/bookings/${id}/notices`, { cookie: restaurant.cookie })).json
    .notices as { about: string; channel: string | null; status: string; error: string | null }[];
const waitForNotice = async (id: string, about: string, wanted: object) =>
  vi.waitFor(async () => {
    const found = (await noticesOf(id)).filter((notice) => notice.about === about);
    expect(found).toEqual([expect.objectContaining(wanted)]);
  }, 30_000);
const change = async (id: string, body: object) =>
  must(200, await call(restaurant.service, 'PATCH', `/api/v1/bookings/${id}`, { cookie: restaurant.cookie, body }))
    .json;
const reserve = async (customer: object, hour = 18) => {
  const day = new Date(Date.now() + 4 * 24 * HOUR_MS).toISOString().slice(0, 10);
  const body = { partySize: 2, startsAt: `${day}T${hour}:00`, customer: { name: 'Dana Fox', ...customer } };
  return must(
    201,
    await call(restaurant.service, 'POST', '/api/v1/restaurant/reservations', { cookie: restaurant.cookie, body }),
  ).json as { id: string; startsAt: string };
};

describe('a customer who booked by text', () => {
  it('is told what comes there, is reminded there, and says that they will come', async () => {
    const phone = '+12125550201';
    await bookByText(phone, ', ana@example.com');
    const confirmation = sentTo(phone)[1];
    expect(confirmation).toMatch(/[Cc]ode is [A-Z0-9]{6}/);
    expect(confirmation).toContain("We'll message you here about this booking. Reply STOP to opt out.");
    const booking = await bookingUnder(phone);
    await waitForNotice(booking.id, 'booking.created', { channel: 'sms', status: 'sent' });
    await remind(booking);
    const reminder = await latestTo(phone, 3);
    expect(reminder).toMatch(
      /^Bella Vista: Just a reminder: you have a table for 2 on .*7:00 PM.*Reply STOP to opt out\./s,
    );
    expect(reminder).toMatch(/1\. Yes, I'll be there\n2\. Reschedule it\n3\. Cancel it$/);
    await waitForNotice(booking.id, 'booking.reminder', { channel: 'sms', status: 'sent', error: null });
    await text(phone, '1');
    expect(await latestTo(phone, 4)).toContain('See you then');
    expect((await bookingUnder(phone)).confirmed_at).not.toBeNull();
    // What was told by text is not mailed as well.
    expect(await mailsTo(restaurant.service, 'ana@example.com')).toEqual([]);
    expect(sentTo(phone)).toHaveLength(4);
  });

  it('answers the reminder with another time, or cancels', async () => {
    const phone = '+12125550202';
    await bookByText(phone);
    await remind(await bookingUnder(phone));
    await latestTo(phone, 3);
    await text(phone, 'can we make it 8pm?');
    expect(await latestTo(phone, 4)).toMatch(/8:00 PM.*\?/s);
    await text(phone, 'yes');
    expect(await latestTo(phone, 5)).toMatch(/8:00 PM/);
    await text(phone, 'actually please cancel my booking');
    await latestTo(phone, 6);
    await text(phone, 'yes');
    await latestTo(phone, 7);
    expect(await bookingsUnder(phone)).toMatchObject([{ status: 'cancelled' }]);
    const notices = await noticesOf((await bookingUnder(phone)).id);
    expect(notices.map(({ about, channel }) => [about, channel])).toEqual([
      ['booking.created', 'sms'],
      ['booking.reminder', 'sms'],
      ['booking.rescheduled', 'sms'],
      ['booking.cancelled', 'sms'],
    ]);
  });

  it('cancels with the reminder’s own choice', async () => {
    const phone = '+12125550203';
    await bookByText(phone);
    await remind(await bookingUnder(phone));
    await latestTo(phone, 3);
    await text(phone, '3');
    expect(await latestTo(phone, 4)).toContain('Should I cancel it?');
    await text(phone, 'yes');
    await latestTo(phone, 5);
    expect(await bookingsUnder(phone)).toMatchObject([{ status: 'cancelled' }]);
  });

  it('hears once of what the team changes, even if the job runs again', async () => {
    const phone = '+12125550204';
    await bookByText(phone);
    const { id, starts_at } = await bookingUnder(phone);
    const startsAt = new Date(starts_at.getTime() + HOUR_MS).toISOString();
    const job = { id: '7', attempts: 1, created_at: new Date() };
    await change(id, { startsAt });
    expect(await latestTo(phone, 3)).toMatch(/^Bella Vista: We've rescheduled your booking\. You now have .*8:00 PM/);
    const { workspace_id: workspaceId } = (
      await restaurant.query('select workspace_id from bookings where id = $1', [id])
    )[0];
    const payload = { workspaceId, bookingId: id, about: 'booking.rescheduled', startsAt };
    for (let n = 0; n < 3; n++) await runTask(restaurant.service, NOTICE_TASK, payload, undefined, job);
    await latestTo(phone, 4);
    await change(id, { status: 'cancelled' });
    expect(await latestTo(phone, 5)).toContain('has been canceled');
    expect(sentTo(phone)).toHaveLength(5);
  });

  it('who has stopped messages is mailed instead, or the team sees that nobody could tell them', async () => {
    const [mailed, unknown] = ['+12125550205', '+12125550206'];
    await bookByText(mailed, ', bea@example.com');
    await bookByText(unknown);
    for (const phone of [mailed, unknown]) {
      await text(phone, 'STOP');
      await vi.waitFor(async () => {
        const [thread] = await restaurant.query('select opted_out_at from channel_threads where key = $1', [phone]);
        expect(thread.opted_out_at).not.toBeNull();
      }, 20_000);
    }
    await remind(await bookingUnder(mailed));
    await waitForNotice((await bookingUnder(mailed)).id, 'booking.reminder', { channel: 'email', status: 'sent' });
    expect(await mailsTo(restaurant.service, 'bea@example.com')).toHaveLength(1);
    await waitForNotice((await bookingUnder(unknown)).id, 'booking.reminder', {
      ...{ channel: null, status: 'none', error: 'The customer has opted out of messages.' },
    });
    expect([sentTo(mailed).length, sentTo(unknown).length]).toEqual([2, 2]);
  });

  it('who writes only CANCEL, on which the network stops messages, is left to the team', async () => {
    const phone = '+12125550207';
    await bookByText(phone);
    await text(phone, 'Cancel');
    await vi.waitFor(async () => expect((await restaurant.conversationWith(phone)).status).toBe('handoff'), 20_000);
    expect((await restaurant.messagesWith(phone)).at(-1)).toMatchObject({ role: 'customer', text: 'Cancel' });
    expect(await bookingsUnder(phone)).toMatchObject([{ status: 'confirmed' }]);
    expect(sentTo(phone)).toHaveLength(2);
  });

  it('is not written to on the line of a call', async () => {
    const phone = '+12125550209';
    await bookByText(phone);
    const { id, conversation_id } = await bookingUnder(phone);
    const [{ workspace_id }] = await restaurant.query('select workspace_id from bookings where id = $1', [id]);
    const call = await insertConnection(restaurant.service, workspace_id, { kind: 'phone', address: NUMBER });
    await restaurant.query(
      `insert into channel_threads (workspace_id, connection_id, key, address, conversation_id, last_received_at)
       values ($1, $2, 'CA1', $3, $4, now() + interval '1 hour')`,
      [workspace_id, call, phone, conversation_id],
    );
    await restaurant.query(`update conversations set channel = 'phone' where id = $1`, [conversation_id]);
    await change(id, { status: 'cancelled' });
    await waitForNotice(id, 'booking.cancelled', { channel: null, status: 'none' });
  });

  it('who asks for help is told who writes', async () => {
    const phone = '+12125550208';
    await text(phone, 'HELP');
    expect(await latestTo(phone, 1)).toMatch(/^This is Bella Vista\. .*Reply STOP to opt out\. Please call us at .*\d/);
  });
});

describe('where no network stops messages', () => {
  it('STOP ends notices, questions are answered, and “cancel” is about the booking', async () => {
    const chat = 4711;
    const address = String(chat);
    await telegramMessage(chat, 'a table for 2 in four days at 6pm please, name is Ana Ruiz, 212 555 0231');
    await latestTo(address, 1);
    await telegramMessage(chat, 'yes');
    expect(await latestTo(address, 2)).toContain('We’ll message you here about this booking');
    const booking = await bookingUnder('+12125550231');
    await remind(booking);
    expect(await latestTo(address, 3)).toContain('Just a reminder');
    await telegramMessage(chat, 'cancel');
    expect(await latestTo(address, 4)).toContain('Should I cancel it?');
    await telegramMessage(chat, 'no');
    await latestTo(address, 5);
    await telegramMessage(chat, 'STOP');
    expect(await latestTo(address, 6)).toMatch(/won’t get any more messages.*START/);
    await telegramMessage(chat, 'do you have parking?');
    expect(await latestTo(address, 7)).toMatch(/park|garage/i);
    await change(booking.id, { status: 'cancelled' });
    await waitForNotice(booking.id, 'booking.cancelled', {
      channel: null,
      error: expect.stringContaining('opted out'),
    });
    await telegramMessage(chat, 'START');
    expect(await latestTo(address, 8)).toContain('here again');
  });
});

describe('somebody else who knows the details', () => {
  it('can cancel, and the customer hears of it where they booked', async () => {
    const [phone, stranger] = ['+12125550221', '+12125550222'];
    await bookByText(phone);
    const { id } = await bookingUnder(phone);
    await text(stranger, `please cancel my booking, the name is Ana Ruiz and the phone number ${phone}`);
    expect(await latestTo(stranger, 1)).toContain('Should I cancel it?');
    await text(stranger, 'yes');
    expect(await latestTo(stranger, 2)).toContain('is canceled');
    expect(await latestTo(phone, 3)).toMatch(/^Bella Vista: .*has been canceled/);
    await waitForNotice(id, 'booking.cancelled', { channel: 'sms', status: 'sent' });
  });
});

describe('a reply that tells of a change', () => {
  it('counts as told only once it is sent', async () => {
    const phone = '+12125550223';
    await bookByText(phone);
    const { id } = await bookingUnder(phone);
    await waitForNotice(id, 'booking.created', { channel: 'sms', status: 'sent' });
    const [notice] = await restaurant.query('select message_id from booking_notices where booking_id = $1', [id]);
    await restaurant.query(
      `update channel_outgoing set status = 'failed', error = 'No such number.' where message_id = $1`,
      [notice.message_id],
    );
    await waitForNotice(id, 'booking.created', { channel: 'sms', status: 'failed', error: 'No such number.' });
  });
});

describe('a booking by the API', () => {
  it('is told by text only if the customer has agreed to it', async () => {
    const [silent, agreed] = ['+12125550211', '+12125550212'];
    const withoutConsent = await reserve({ phone: silent });
    await waitForNotice(withoutConsent.id, 'booking.created', {
      channel: null,
      status: 'none',
      error: expect.stringContaining('no email address'),
    });
    const withConsent = await reserve({ phone: agreed, textsAllowed: true }, 20);
    expect(await latestTo(agreed, 1)).toMatch(/^Bella Vista: You're booked: a table for 2 .*Reply STOP to opt out\.$/);
    await waitForNotice(withConsent.id, 'booking.created', { channel: 'sms', status: 'sent' });
    expect(sentTo(silent)).toEqual([]);
    // The answer comes to the same conversation, which knows the booking.
    await text(agreed, 'please cancel it');
    expect(await latestTo(agreed, 2)).toMatch(/a table for 2 .*Should I cancel it\?/);
    expect(await restaurant.query('select key from channel_threads where address = $1', [agreed])).toHaveLength(1);
  });

  it('is told by text to so many new numbers an hour, and to numbers that have written', async () => {
    const [invented, known] = ['+12125550224', '+12125550225'];
    await text(known, 'do you have parking?');
    await latestTo(known, 1);
    const [{ workspace_id, id, connection_id }] = await restaurant.query(
      `select b.workspace_id, b.id, c.id as connection_id from bookings b join channel_connections c using (workspace_id)
       where c.kind = 'sms' limit 1`,
    );
    // Of another customer, since each number has a limit of its own.
    const [{ conversation }] = await restaurant.query(
      `select conversation_id as conversation from channel_threads where key <> $1 and conversation_id is not null limit 1`,
      [known],
    );
    await restaurant.query(
      `with threads as (
         insert into channel_threads (workspace_id, connection_id, key, address, last_received_at)
         select $1, $2, '+1212556' || n, '', now() from generate_series(1000, 1199) n returning key
       ), sent as (
         insert into channel_outgoing (workspace_id, message_id, conversation_id, connection_id, thread_key, status)
         select $1, 'msg_' || key, $3, $2, key, 'sent' from threads returning message_id
       )
       insert into booking_notices (workspace_id, id, booking_id, about, route, message_id, created_at)
       select $1, message_id, $4, 'booking.created', 'sms', message_id, now() from sent`,
      [workspace_id, connection_id, conversation, id],
    );
    const refused = await reserve({ phone: invented, textsAllowed: true }, 19);
    await waitForNotice(refused.id, 'booking.created', {
      channel: null,
      error: expect.stringContaining('new numbers'),
    });
    await reserve({ phone: known, textsAllowed: true }, 19);
    expect(await latestTo(known, 2)).toContain("You're booked");
    await restaurant.query(`delete from booking_notices where message_id like 'msg\\_+%'`);
  });

  it('is found by the phone that writes, and not by a phone that somebody names', async () => {
    const phone = '+12125550213';
    await reserve({ phone }, 21);
    await text(phone, 'what time is my booking?');
    expect(await latestTo(phone, 1)).toMatch(/You have a table for 2 .*9:00 PM/);
    const stranger = '+12125550214';
    await text(stranger, `what time is my booking? my number is ${phone}`);
    expect(await latestTo(stranger, 1)).toMatch(/booking code, or the name and phone number/);
    expect(sentTo(stranger).join()).not.toContain('9:00');
  });

  it('shows the team the customer’s conversations on all channels', async () => {
    const phone = '+12125550215';
    await text(phone, 'are you open on sunday?');
    await latestTo(phone, 1);
    const body = { message: 'do you have parking?', customer: { name: 'Gus', phone } };
    const { cookie, service } = restaurant;
    const newKey = { name: 'website', mode: 'live', kind: 'secret' };
    const { key } = must(201, await call(service, 'POST', '/api/keys', { cookie, body: newKey })).json;
    const { conversationId } = must(200, await call(service, 'POST', '/api/chat', { key, body })).json;
    const path = `/api/conversations/${conversationId}/customer`;
    const { conversations } = must(200, await call(service, 'GET', path, { cookie })).json;
    expect(conversations).toMatchObject([{ channel: 'sms' }]);
  });
});

describe('guessing', () => {
  it('is limited on channels as in the chat', async () => {
    await reserve({ phone: '+12125550216' }, 17);
    const guesser = '+12125550217';
    for (let n = 1; n <= 8; n++) {
      await text(guesser, `cancel my booking, the code is ${'QWERTYUP'[n - 1]}2AAAA`);
      await latestTo(guesser, n);
    }
    await vi.waitFor(async () => expect((await restaurant.conversationWith(guesser)).status).toBe('handoff'), 20_000);
  });
});

describe('the plan', () => {
  it('counts messages, and beyond its quota the team answers without the customer noticing', async () => {
    const phone = '+12125550218';
    const [{ workspace_id: id }] = await restaurant.query(
      `select workspace_id from channel_connections where kind = 'sms'`,
    );
    await restaurant.query(`update workspaces set plan = 'professional' where id = $1`, [id]);
    const used = async () =>
      Number(
        (await restaurant.query('select month_used from call_counters where workspace_id = $1', [id]))[0].month_used,
      );
    await text(phone, 'do you have parking?');
    await latestTo(phone, 1);
    const before = await used();
    await text(phone, 'are you open on sunday?');
    await latestTo(phone, 2);
    expect(await used()).toBe(before + 1);
    await restaurant.query('update call_counters set month_used = 2000 where workspace_id = $1', [id]);
    await text(phone, 'and where are you?');
    await vi.waitFor(async () => expect((await restaurant.conversationWith(phone)).status).toBe('handoff'), 20_000);
    expect((await restaurant.messagesWith(phone)).at(-1)).toMatchObject({
      role: 'customer',
      text: 'and where are you?',
    });
    expect(sentTo(phone)).toHaveLength(2);
    await restaurant.query(`update workspaces set plan = 'business' where id = $1`, [id]);
  });
});
