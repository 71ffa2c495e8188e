// What customers of a white-label business get by text, Telegram, WhatsApp and phone: nothing names the service.
import { expect, it, vi } from 'vitest';
import { expectStatus } from '../../../test/business.ts';
import { attributeOf, createCaller } from '../../../test/channels/caller.ts';
import {
  ACCOUNT_SID,
  AUTH_TOKEN,
  BUSINESS_NUMBER,
  startTextingRestaurant,
} from '../../../test/channels/texting-restaurant.ts';
import { emailsTo } from '../../../test/expect.ts';
import { call } from '../../../test/harness.ts';
import { signTwilioRequest } from '../channels/twilio.ts';

const PRODUCT = /frontdesk/i;
const texting = await startTextingRestaurant();
const {
  restaurant,
  provider,
  refusedNumbers,
  textsSentTo,
  waitForText,
  sendText,
  sendTelegramMessage,
  bookByText,
  bookingUnder,
} = texting;
const { sendReminders, changeBooking, waitForNotice } = texting;
const { service, cookie } = restaurant;
expectStatus(200, await call(service, 'PUT', '/api/v1/config', { cookie, body: { brand: { name: 'Lumen' } } }));

const twilioSettings = { accountSid: ACCOUNT_SID, authToken: AUTH_TOKEN, apiUrl: provider.url };

it('text messages never name the service', async () => {
  const phone = '+12125550401';
  await sendText(phone, 'HELP');
  await waitForText(phone, 1);
  const booker = '+12125550402';
  await bookByText(booker);
  const booking = await bookingUnder(booker);
  await sendReminders(booking);
  expect(await waitForText(booker, 3)).toContain('Just a reminder');
  await changeBooking(booking.id, { status: 'cancelled' });
  expect(await waitForText(booker, 4)).toContain('has been canceled');
  for (const sent of [...textsSentTo(phone), ...textsSentTo(booker)]) expect(sent).not.toMatch(PRODUCT);
});

it('Telegram messages never name the service', async () => {
  const chat = 4712;
  await sendTelegramMessage(chat, 'a table for 2 in four days at 6pm please, name is Ana Ruiz, 212 555 0403');
  await waitForText(String(chat), 1);
  await sendTelegramMessage(chat, 'yes');
  await waitForText(String(chat), 2);
  await sendReminders(await bookingUnder('+12125550403'));
  await waitForText(String(chat), 3);
  await sendTelegramMessage(chat, 'STOP');
  await waitForText(String(chat), 4);
  for (const sent of textsSentTo(String(chat))) expect(sent).not.toMatch(PRODUCT);
});

it('WhatsApp messages never name the service', async () => {
  const from = 'whatsapp:+12125550404';
  const { webhookUrl } = expectStatus(
    201,
    await restaurant.connect('whatsapp', { ...twilioSettings, provider: 'Twilio', number: '+12125550199' }),
  ).json;
  let count = 0;
  for (const message of ['a table for 2 in four days at 5pm please, name is Ana Ruiz', '1', 'STOP']) {
    const form = new URLSearchParams({ MessageSid: `WA${++count}`, From: from, To: BUSINESS_NUMBER, Body: message });
    const headers = { 'x-twilio-signature': signTwilioRequest(webhookUrl, form, AUTH_TOKEN) };
    await fetch(service.url + new URL(webhookUrl).pathname, { method: 'POST', headers, body: form });
    await waitForText(from, count);
  }
  expect(textsSentTo(from)[1]).toMatch(/[Cc]ode is [A-Z0-9]{6}/);
  for (const sent of textsSentTo(from)) expect(sent).not.toMatch(PRODUCT);
});

it('the phone assistant never names the service', async () => {
  const { webhookUrl } = expectStatus(
    201,
    await restaurant.connect('phone', { ...twilioSettings, number: BUSINESS_NUMBER }),
  ).json;
  const options = { serviceUrl: service.url, authToken: AUTH_TOKEN, webhookUrl, to: BUSINESS_NUMBER };
  const caller = createCaller({ ...options, from: '+12125550405', callSid: 'CA401' });
  const twiml = await caller.dial();
  expect(attributeOf(twiml, 'welcomeGreeting')).toContain('Bella Vista');
  const replies = [twiml, await caller.say('who are you?'), await caller.say('I want to speak to a person')];
  const fields = { CallStatus: 'in-progress', SessionStatus: 'failed', ErrorCode: '64102' };
  replies.push((await caller.post(`${webhookUrl}?event=session&attempt=1`, fields)).twiml);
  replies.push((await caller.post(`${webhookUrl}?event=dial`, { DialCallStatus: 'no-answer' })).twiml);
  for (const reply of replies) expect(reply).not.toMatch(PRODUCT);
});

it('an email sent because a text could not be delivered never names the service', async () => {
  const [phone, email] = ['+12125550406', 'branded@example.com'];
  await bookByText(phone, `, ${email}`);
  const { id } = await bookingUnder(phone);
  refusedNumbers.add(phone);
  await changeBooking(id, { status: 'cancelled' });
  await vi.waitFor(async () => expect(await emailsTo(service, email)).toHaveLength(1), 30_000);
  const [notice = ''] = await emailsTo(service, email);
  // The stored file has an extra header, which no mail server sees.
  expect(notice.replace(/^X-Frontdesk-Workspace:.*$/m, '')).not.toMatch(/frontdesk(?!@localhost)/i);
  await waitForNotice(id, 'booking.created', { channel: 'sms' });
});
