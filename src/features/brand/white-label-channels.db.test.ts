// What customers of a white-label business get by text, Telegram, WhatsApp and phone: nothing names the service.

import { expect, it, vi } from 'vitest';
import { expectStatus } from '../../../test/business.ts';
import { createCaller, readAttribute } from '../../../test/channels/caller.ts';
import {
  ACCOUNT_SID,
  AUTH_TOKEN,
  BUSINESS_NUMBER,
  startTextingRestaurant,
} from '../../../test/channels/texting-restaurant.ts';
import { findEmailsTo } from '../../../test/expect.ts';
import { call } from '../../../test/harness.ts';
import { signTwilioRequest } from '../channels/twilio.ts';

const PRODUCT_PATTERN = /frontdesk/i;
const textingRestaurant = await startTextingRestaurant();
const {
  restaurant,
  provider,
  refusedNumbers,
  findTextsSentTo,
  waitForText,
  sendText,
  sendTelegramMessage,
  bookByText,
  bookingUnder,
} = textingRestaurant;
const { sendReminders, changeBooking, waitForNotice } = textingRestaurant;
const { service, cookie } = restaurant;
expectStatus(200, await call(service, 'PUT', '/api/v1/config', { cookie, body: { brand: { name: 'Lumen' } } }));

const twilioSettings = { accountSid: ACCOUNT_SID, authToken: AUTH_TOKEN, apiUrl: provider.url };

it('text messages never name the service', async () => {
  const phone = '+12125550401';
  await sendText(phone, 'HELP');
  await waitForText(phone, 1);
  const bookerPhone = '+12125550402';
  await bookByText(bookerPhone);
  const booking = await bookingUnder(bookerPhone);
  await sendReminders(booking);
  expect(await waitForText(bookerPhone, 3)).toContain('Just a reminder');
  await changeBooking(booking.id, { status: 'cancelled' });
  expect(await waitForText(bookerPhone, 4)).toContain('has been canceled');
  for (const message of [...findTextsSentTo(phone), ...findTextsSentTo(bookerPhone)])
    expect(message).not.toMatch(PRODUCT_PATTERN);
});

it('Telegram messages never name the service', async () => {
  const chatId = 4712;
  await sendTelegramMessage(chatId, 'a table for 2 in four days at 6pm please, name is Ana Ruiz, 212 555 0403');
  await waitForText(String(chatId), 1);
  await sendTelegramMessage(chatId, 'yes');
  await waitForText(String(chatId), 2);
  await sendReminders(await bookingUnder('+12125550403'));
  await waitForText(String(chatId), 3);
  await sendTelegramMessage(chatId, 'STOP');
  await waitForText(String(chatId), 4);
  for (const message of findTextsSentTo(String(chatId))) expect(message).not.toMatch(PRODUCT_PATTERN);
});

it('WhatsApp messages never name the service', async () => {
  const whatsappNumber = 'whatsapp:+12125550404';
  const { webhookUrl } = expectStatus(
    201,
    await restaurant.connect('whatsapp', { ...twilioSettings, provider: 'Twilio', number: '+12125550199' }),
  ).json;
  let count = 0;
  for (const message of ['a table for 2 in four days at 5pm please, name is Ana Ruiz', '1', 'STOP']) {
    const form = new URLSearchParams({
      MessageSid: `WA${++count}`,
      From: whatsappNumber,
      To: BUSINESS_NUMBER,
      Body: message,
    });
    const headers = { 'x-twilio-signature': signTwilioRequest(webhookUrl, form, AUTH_TOKEN) };
    await fetch(service.url + new URL(webhookUrl).pathname, { method: 'POST', headers, body: form });
    await waitForText(whatsappNumber, count);
  }
  expect(findTextsSentTo(whatsappNumber)[1]).toMatch(/[Cc]ode is [A-Z0-9]{6}/);
  for (const message of findTextsSentTo(whatsappNumber)) expect(message).not.toMatch(PRODUCT_PATTERN);
});

it('the phone assistant never names the service', async () => {
  const { webhookUrl } = expectStatus(
    201,
    await restaurant.connect('phone', { ...twilioSettings, number: BUSINESS_NUMBER }),
  ).json;
  const options = { serviceUrl: service.url, authToken: AUTH_TOKEN, webhookUrl, to: BUSINESS_NUMBER };
  const caller = createCaller({ ...options, from: '+12125550405', callSid: 'CA401' });
  const twiml = await caller.dial();
  expect(readAttribute(twiml, 'welcomeGreeting')).toContain('Bella Vista');
  const twimlReplies = [twiml, await caller.say('who are you?'), await caller.say('I want to speak to a person')];
  const sessionFields = { CallStatus: 'in-progress', SessionStatus: 'failed', ErrorCode: '64102' };
  twimlReplies.push((await caller.post(`${webhookUrl}?event=session&attempt=1`, sessionFields)).twiml);
  twimlReplies.push((await caller.post(`${webhookUrl}?event=dial`, { DialCallStatus: 'no-answer' })).twiml);
  for (const twimlReply of twimlReplies) expect(twimlReply).not.toMatch(PRODUCT_PATTERN);
});

it('an email sent because a text could not be delivered never names the service', async () => {
  const [phone, email] = ['+12125550406', 'branded@example.com'];
  await bookByText(phone, `, ${email}`);
  const { id } = await bookingUnder(phone);
  refusedNumbers.add(phone);
  await changeBooking(id, { status: 'cancelled' });
  await vi.waitFor(async () => expect(await findEmailsTo(service, email)).toHaveLength(1), 30_000);
  const [notice = ''] = await findEmailsTo(service, email);
  // The stored file has an extra header, which no mail server sees.
  expect(notice.replace(/^X-Frontdesk-Workspace:.*$/m, '')).not.toMatch(/frontdesk(?!@localhost)/i);
  await waitForNotice(id, 'booking.created', { channel: 'sms' });
});
