// What customers of a white-label business get by text, Telegram, WhatsApp and phone: nothing names the service.
import { expect, it, vi } from 'vitest';
import { expectStatus } from '../../../test/business.ts';
import { attributeOf, createCaller } from '../../../test/channels/caller.ts';
import { ACCOUNT, NUMBER, startTextingRestaurant, TOKEN } from '../../../test/channels/texting-restaurant.ts';
import { mailsTo } from '../../../test/expect.ts';
import { call } from '../../../test/harness.ts';
import { signTwilioRequest } from '../channels/twilio.ts';

const PRODUCT = /frontdesk/i;
const texting = await startTextingRestaurant();
const { restaurant, provider, refused, sentTo, latestTo, text, telegramMessage, bookByText, bookingUnder } = texting;
const { remind, change, waitForNotice } = texting;
const { service, cookie } = restaurant;
expectStatus(200, await call(service, 'PUT', '/api/v1/config', { cookie, body: { brand: { name: 'Lumen' } } }));

const twilioSettings = { accountSid: ACCOUNT, authToken: TOKEN, apiUrl: provider.url };

it('text messages never name the service', async () => {
  const phone = '+12125550401';
  await text(phone, 'HELP');
  await latestTo(phone, 1);
  const bookerPhone = '+12125550402';
  await bookByText(bookerPhone);
  const booking = await bookingUnder(bookerPhone);
  await remind(booking);
  expect(await latestTo(bookerPhone, 3)).toContain('Just a reminder');
  await change(booking.id, { status: 'cancelled' });
  expect(await latestTo(bookerPhone, 4)).toContain('has been canceled');
  for (const message of [...sentTo(phone), ...sentTo(bookerPhone)]) expect(message).not.toMatch(PRODUCT);
});

it('Telegram messages never name the service', async () => {
  const chatId = 4712;
  await telegramMessage(chatId, 'a table for 2 in four days at 6pm please, name is Ana Ruiz, 212 555 0403');
  await latestTo(String(chatId), 1);
  await telegramMessage(chatId, 'yes');
  await latestTo(String(chatId), 2);
  await remind(await bookingUnder('+12125550403'));
  await latestTo(String(chatId), 3);
  await telegramMessage(chatId, 'STOP');
  await latestTo(String(chatId), 4);
  for (const message of sentTo(String(chatId))) expect(message).not.toMatch(PRODUCT);
});

it('WhatsApp messages never name the service', async () => {
  const from = 'whatsapp:+12125550404';
  const { webhookUrl } = expectStatus(
    201,
    await restaurant.connect('whatsapp', { ...twilioSettings, provider: 'Twilio', number: '+12125550199' }),
  ).json;
  let count = 0;
  for (const message of ['a table for 2 in four days at 5pm please, name is Ana Ruiz', '1', 'STOP']) {
    const form = new URLSearchParams({ MessageSid: `WA${++count}`, From: from, To: NUMBER, Body: message });
    const headers = { 'x-twilio-signature': signTwilioRequest(webhookUrl, form, TOKEN) };
    await fetch(service.url + new URL(webhookUrl).pathname, { method: 'POST', headers, body: form });
    await latestTo(from, count);
  }
  expect(sentTo(from)[1]).toMatch(/[Cc]ode is [A-Z0-9]{6}/);
  for (const message of sentTo(from)) expect(message).not.toMatch(PRODUCT);
});

it('the phone assistant never names the service', async () => {
  const { webhookUrl } = expectStatus(
    201,
    await restaurant.connect('phone', { ...twilioSettings, number: NUMBER }),
  ).json;
  const options = { serviceUrl: service.url, authToken: TOKEN, webhookUrl, to: NUMBER };
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
  refused.add(phone);
  await change(id, { status: 'cancelled' });
  await vi.waitFor(async () => expect(await mailsTo(service, email)).toHaveLength(1), 30_000);
  const [notice = ''] = await mailsTo(service, email);
  // The stored file has an extra header, which no mail server sees.
  expect(notice.replace(/^X-Frontdesk-Workspace:.*$/m, '')).not.toMatch(/frontdesk(?!@localhost)/i);
  await waitForNotice(id, 'booking.created', { channel: 'sms' });
});
