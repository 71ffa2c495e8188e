// What customers of a white-label business get by text, Telegram, WhatsApp and phone: nothing names the service.
import { expect, it, vi } from 'vitest';
import { expectStatus } from '../../../test/business.ts';
import { attributeOf, createCaller } from '../../../test/channels/caller.ts';
import { ACCOUNT, NUMBER, startTextingRestaurant, TOKEN } from '../../../test/channels/texting-restaurant.ts';
import { emailsTo } from '../../../test/expect.ts';
import { call } from '../../../test/harness.ts';
import { signTwilioRequest } from '../channels/twilio.ts';

const PRODUCT = /frontdesk/i;
const texting = await startTextingRestaurant();
const { restaurant, provider, refused, sentTo, latestTo, text, telegramMessage, bookByText, bookingUnder } = texting;
const { remind, change, waitForNotice } = texting;
const { service, cookie } = restaurant;
expectStatus(200, await call(service, 'PUT', '/api/v1/config', { cookie, body: { brand: { name: 'Lumen' } } }));

const settings = { accountSid: ACCOUNT, authToken: TOKEN, apiUrl: provider.url };

it('by text message', async () => {
  const phone = '+12125550401';
  await text(phone, 'HELP');
  await latestTo(phone, 1);
  const booker = '+12125550402';
  await bookByText(booker);
  const booking = await bookingUnder(booker);
  await remind(booking);
  expect(await latestTo(booker, 3)).toContain('Just a reminder');
  await change(booking.id, { status: 'cancelled' });
  expect(await latestTo(booker, 4)).toContain('has been canceled');
  for (const sent of [...sentTo(phone), ...sentTo(booker)]) expect(sent).not.toMatch(PRODUCT);
});

it('by Telegram', async () => {
  const chat = 4712;
  await telegramMessage(chat, 'a table for 2 in four days at 6pm please, name is Ana Ruiz, 212 555 0403');
  await latestTo(String(chat), 1);
  await telegramMessage(chat, 'yes');
  await latestTo(String(chat), 2);
  await remind(await bookingUnder('+12125550403'));
  await latestTo(String(chat), 3);
  await telegramMessage(chat, 'STOP');
  await latestTo(String(chat), 4);
  for (const sent of sentTo(String(chat))) expect(sent).not.toMatch(PRODUCT);
});

it('by WhatsApp', async () => {
  const from = 'whatsapp:+12125550404';
  const { webhookUrl } = expectStatus(
    201,
    await restaurant.connect('whatsapp', { ...settings, provider: 'Twilio', number: '+12125550199' }),
  ).json;
  let count = 0;
  for (const message of ['a table for 2 in four days at 5pm please, name is Ana Ruiz', '1', 'STOP']) {
    const form = new URLSearchParams({ MessageSid: `WA${++count}`, From: from, To: NUMBER, Body: message });
    const headers = { 'x-twilio-signature': signTwilioRequest(webhookUrl, form, TOKEN) };
    await fetch(service.url + new URL(webhookUrl).pathname, { method: 'POST', headers, body: form });
    await latestTo(from, count);
  }
  expect(sentTo(from)[1]).toMatch(/[Cc]ode is [A-Z0-9]{6}/);
  for (const sent of sentTo(from)) expect(sent).not.toMatch(PRODUCT);
});

it('on the phone', async () => {
  const { webhookUrl } = expectStatus(201, await restaurant.connect('phone', { ...settings, number: NUMBER })).json;
  const options = { serviceUrl: service.url, authToken: TOKEN, webhookUrl, to: NUMBER };
  const caller = createCaller({ ...options, from: '+12125550405', callSid: 'CA401' });
  const twiml = await caller.dial();
  expect(attributeOf(twiml, 'welcomeGreeting')).toContain('Bella Vista');
  const said = [twiml, await caller.say('who are you?'), await caller.say('I want to speak to a person')];
  const fields = { CallStatus: 'in-progress', SessionStatus: 'failed', ErrorCode: '64102' };
  said.push((await caller.post(`${webhookUrl}?event=session&attempt=1`, fields)).twiml);
  said.push((await caller.post(`${webhookUrl}?event=dial`, { DialCallStatus: 'no-answer' })).twiml);
  for (const each of said) expect(each).not.toMatch(PRODUCT);
});

it('by email, where a channel could not deliver', async () => {
  const [phone, email] = ['+12125550406', 'branded@example.com'];
  await bookByText(phone, `, ${email}`);
  const { id } = await bookingUnder(phone);
  refused.add(phone);
  await change(id, { status: 'cancelled' });
  await vi.waitFor(async () => expect(await emailsTo(service, email)).toHaveLength(1), 30_000);
  const [mail = ''] = await emailsTo(service, email);
  // The file has a header of its own, which no mail server sees.
  expect(mail.replace(/^X-Frontdesk-Workspace:.*$/m, '')).not.toMatch(/frontdesk(?!@localhost)/i);
  await waitForNotice(id, 'booking.created', { channel: 'sms' });
});
