// Which senders are trusted: those that the mail server in front has checked.
import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createEveryDayHours, expectStatus } from '../../../../test/business.ts';
import { type Restaurant, startRestaurant } from '../../../../test/channels/restaurant.ts';
import { findEmailsTo } from '../../../../test/expect.ts';
import { addCleanup, call } from '../../../../test/harness.ts';
import { runTask } from '../../../../test/jobs.ts';
import { startMailServer } from '../../../../test/smtp.ts';
import { parseEmail } from './mail.ts';

const ADDRESS = 'desk@bella.example';
const DAY_MS = 86_400_000;
const smtp = await startMailServer(() => '250 ok');
addCleanup(() => smtp.close());
let restaurant: Restaurant;
let webhookPath: string;

const connect = async (settings: object) => {
  const commonSettings = { address: ADDRESS, smtpHost: '127.0.0.1', smtpPort: new URL(smtp.url).port };
  return expectStatus(201, await restaurant.connect('email', { ...commonSettings, ...settings })).json as {
    id: string;
    webhookUrl: string;
  };
};

beforeAll(async () => {
  restaurant = await startRestaurant();
  const body = { hours: createEveryDayHours(['09:00', '23:00']), closures: [] };
  expectStatus(200, await call(restaurant.service, 'PUT', '/api/v1/config', { cookie: restaurant.cookie, body }));
  const { webhookUrl } = await connect({ receiveBy: 'postmark', authServer: 'mx.bella.example' });
  webhookPath = webhookUrl.replace(/^.*(?=\/hooks)/, '');
});

let emailCount = 0;
const PASSED_RESULT = 'mx.bella.example; dmarc=pass header.from=example.com';
const FAILED_RESULT = 'mx.bella.example; dmarc=fail header.from=example.com';
async function deliver(from: string, text: string, authResults: string, headers: Record<string, string> = {}) {
  const id = `<${++emailCount}@example.com>`;
  const allHeaders = {
    'Message-ID': id,
    ...(authResults ? { 'Authentication-Results': authResults } : {}),
    ...headers,
  };
  const body = {
    FromFull: { Name: 'Fay Bell', Email: from },
    Subject: 'My booking',
    TextBody: text,
    Headers: Object.entries(allHeaders).map(([Name, Value]) => ({ Name, Value })),
  };
  expectStatus(200, await call(restaurant.service, 'POST', webhookPath, { body }));
  return id;
}
async function waitForReply(address: string, replyNumber: number): Promise<string> {
  const listEmails = () => smtp.receivedEmails.filter(({ to }) => to.includes(address));
  await vi.waitFor(() => expect(listEmails().length).toBeGreaterThanOrEqual(replyNumber), 30_000);
  return (await parseEmail(Buffer.from(listEmails()[replyNumber - 1]!.data))).text;
}
const listConversationsOf = (address: string) =>
  restaurant.query(
    'select distinct conversation_id from channel_threads where address = $1 and conversation_id is not null',
    [address],
  );
const chooseBookingDay = () => new Date(Date.now() + 4 * DAY_MS).toISOString().slice(0, 10);
const reserve = async (email: string) => {
  const body = { partySize: 2, startsAt: `${chooseBookingDay()}T18:30`, customer: { name: 'Fay Bell', email } };
  const { cookie, service } = restaurant;
  return expectStatus(201, await call(service, 'POST', '/api/v1/restaurant/reservations', { cookie, body })).json;
};

describe('a customer who booked on the website', () => {
  it('is known by an address that the mail server has checked', async () => {
    await reserve('fay@example.com');
    await deliver('fay@example.com', 'What time is my booking?', PASSED_RESULT);
    expect(await waitForReply('fay@example.com', 1)).toMatch(/Your booking: a table for 2 .*6:30 PM/);
  });

  it.each([
    ['nobody has checked', 'gil@example.com', ''],
    ['another server has checked', 'hal@example.com', 'mx.evil.example; dmarc=pass header.from=example.com'],
    ['failed the check', 'ida@example.com', FAILED_RESULT],
  ])('is not known by an address that %s', async (_, address, authResults) => {
    await reserve(address);
    await deliver(address, 'What time is my booking?', authResults);
    const reply = await waitForReply(address, 1);
    expect(reply).toContain('booking code');
    expect(reply).not.toContain('6:30');
  });
});

describe('a customer who booked by email', () => {
  const address = 'joy@example.com';

  it('is reminded in the thread, and the answer lands in the same conversation', async () => {
    const firstId = await deliver(address, 'A table for 2 in four days at 7pm please.\n\nJoy Park', PASSED_RESULT);
    await waitForReply(address, 1);
    await deliver(address, '1', PASSED_RESULT, { 'In-Reply-To': firstId, References: firstId });
    expect(await waitForReply(address, 2)).toMatch(/[Cc]ode is/);
    const [booking] = await restaurant.query(`select * from bookings where customer ->> 'email' = $1`, [address]);
    const clock = () => new Date(booking.starts_at.getTime() - DAY_MS + 60_000);
    await runTask(restaurant.service, 'reminders.send', {}, clock);
    // The reply in the thread was the confirmation: the reminder is the only other email.
    await vi.waitFor(async () => expect(await findEmailsTo(restaurant.service, address)).toHaveLength(1), 30_000);
    const [raw = ''] = await findEmailsTo(restaurant.service, address);
    const reminder = await parseEmail(Buffer.from(raw));
    expect(reminder.replyTo?.address).toBe(ADDRESS);
    expect(reminder.references[0]).toBe(firstId);
    const references = [...reminder.references, reminder.id].join(' ');
    await deliver(address, 'Please cancel my booking', PASSED_RESULT, {
      'In-Reply-To': reminder.id,
      References: references,
    });
    expect(await waitForReply(address, 3)).toContain('Should I cancel it?');
    expect(await listConversationsOf(address)).toHaveLength(1);
  });

  it('is not confused with somebody who forges that address', async () => {
    const headers = { 'In-Reply-To': '<1@example.com>', References: `<${emailCount}@example.com>` };
    await deliver(address, 'yes', FAILED_RESULT, headers);
    await vi.waitFor(async () => expect(await listConversationsOf(address)).toHaveLength(2), 30_000);
    const bookings = await restaurant.query(`select status from bookings where customer ->> 'email' = $1`, [address]);
    expect(bookings).toEqual([{ status: 'confirmed' }]);
  });
});

it('accepts each Mailgun token only once', async () => {
  const { id } = await connect({ receiveBy: 'mailgun', mailgunKey: 'signing-key', address: 'mg@bella.example' });
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', 'signing-key').update(`${timestamp}once`).digest('hex');
  const postEmail = (from: string) =>
    fetch(`${restaurant.service.url}/hooks/${id}`, {
      method: 'POST',
      body: new URLSearchParams({
        timestamp,
        token: 'once',
        signature,
        from,
        subject: 'Hi',
        'body-plain': 'Are you open on Sunday?',
      }),
    });
  expect((await postEmail('kay@example.com')).status).toBe(200);
  await waitForReply('kay@example.com', 1);
  expect((await postEmail('forged@example.com')).status).toBe(200);
  expect(await restaurant.query(`select from channel_threads where address = 'forged@example.com'`)).toEqual([]);
});
