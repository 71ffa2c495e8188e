// The owner connects a channel, tests, pauses and disconnects it; conversations on it are answered in the inbox.

import { expect, it } from 'vitest';
import { signMetaRequest } from '../../src/features/channels/meta.ts';
import { createCaller } from '../channels/caller.ts';
import { startProvider } from '../channels/provider.ts';
import { queryAsDbOwner } from '../harness.ts';
import { findViolations } from './accessibility.ts';
import { openDashboard } from './dashboard.ts';

const BOT_TOKEN = `123456:${'A'.repeat(35)}`;
const provider = await startProvider(({ path }) => {
  if (path.endsWith('/getMe')) return { body: { ok: true, result: { username: 'bella_vista_bot' } } };
  return { body: { ok: true, result: { message_id: 1 } } };
});
const APP_SECRET = 'the-app-secret';
const { service, open } = await openDashboard(['restaurant'], { webhooksAllowPrivate: true });

it('connects Telegram, sends a test, pauses and disconnects it', async () => {
  const { page, consoleLines } = await open('/channels');
  await page.getByText('No channels connected yet').waitFor();
  await page.getByRole('button', { name: 'Connect Telegram' }).click();
  await page.getByLabel('Bot token').fill('wrong');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText('Bot token must match').waitFor();
  await page.getByLabel('Bot token').fill(BOT_TOKEN);
  await page.getByLabel('API address').fill(provider.url);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText('@bella_vista_bot').waitFor();
  await page.getByRole('button', { name: 'Send test' }).click();
  await page.getByLabel('To').fill('77');
  await page.getByRole('dialog').getByRole('button', { name: 'Send test' }).click();
  await page.getByText('Test message sent.').waitFor();
  const sendRequest = provider.calls.find(({ path }) => path.endsWith('/sendMessage'))!;
  expect(JSON.parse(sendRequest.body.toString())).toMatchObject({
    chat_id: '77',
    text: expect.stringContaining('Bella Vista'),
  });
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('Paused').waitFor();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('Active').waitFor();
  expect(await page.locator('body').innerText()).not.toContain(BOT_TOKEN);
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await page.getByText('No channels connected yet').waitFor();
  const { rows } = await queryAsDbOwner(service.connection, 'select id from channel_connections');
  expect(rows).toEqual([]);
  expect(consoleLines.filter((line) => !line.includes('status of 422'))).toEqual([]);
});

it('asks for what the chosen provider of WhatsApp needs, and shows what to enter there', async () => {
  const meta = await startProvider(({ method }) => ({
    body: method === 'GET' ? { display_phone_number: '+1 212-555-0100' } : { messages: [{ id: 'wamid.out' }] },
  }));
  const { page, consoleLines } = await open('/channels');
  await page.getByRole('button', { name: 'Connect WhatsApp' }).click();
  await page.getByLabel('Provider').selectOption('Twilio');
  await page.getByLabel('Account SID').waitFor();
  expect(await page.getByLabel('App secret').count()).toBe(0);
  await page.getByLabel('Provider').selectOption('Meta');
  await page.getByLabel('Phone number ID').fill('106540352242922');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText('Fill in “Access token”.').waitFor();
  await page.getByLabel('Access token').fill('the-access-token');
  await page.getByLabel('App secret').fill(APP_SECRET);
  await page.getByLabel('API address').fill(meta.url);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText('Verify token: ').waitFor();
  await page.getByText('+1 212-555-0100').waitFor();
  expect(await findViolations(page)).toEqual([]);
  expect(consoleLines.filter((line) => !line.includes('status of 422'))).toEqual([]);
});

it('shows in the inbox whether a reply has reached the customer', async () => {
  const { rows } = await queryAsDbOwner(
    service.connection,
    `select id from channel_connections where kind = 'whatsapp'`,
  );
  const message = { from: '12125550147', id: 'wamid.1', type: 'text', text: { body: 'can I talk to a person please' } };
  const value = { metadata: { phone_number_id: '106540352242922' }, messages: [message] };
  const body = JSON.stringify({ entry: [{ changes: [{ field: 'messages', value }] }] });
  const headers = { 'x-hub-signature-256': signMetaRequest(body, APP_SECRET), 'content-type': 'application/json' };
  expect((await fetch(`${service.url}/hooks/${rows[0].id}`, { method: 'POST', headers, body })).status).toBe(200);
  const { page, consoleLines } = await open('/inbox');
  await page.getByText('can I talk to a person please').first().click();
  await page.getByText(/ · Sent$/).waitFor();
  await queryAsDbOwner(service.connection, `update channel_threads set last_received_at = now() - interval '25 hours'`);
  await page.getByLabel('Reply to the customer').fill('Hi Ana, this is Rosa.');
  await page.keyboard.press('Control+Enter');
  await page.getByText(/ · Not sent$/).waitFor();
  await page.getByText('WhatsApp allows replies only within 24 hours of the customer’s last message.').waitFor();
  expect(await findViolations(page)).toEqual([]);
  expect(consoleLines).toEqual([]);
});

it('connects a phone number, and shows a call with what the caller did not hear', async () => {
  const businessNumber = '+12125550100';
  const twilio = await startProvider(({ path }) => ({
    body: path.includes('PhoneNumber=')
      ? { incoming_phone_numbers: [{ sid: 'PN1', phone_number: businessNumber }] }
      : {},
  }));
  const { page, consoleLines } = await open('/channels');
  await page.getByRole('button', { name: 'Connect Phone' }).click();
  await page.getByLabel('Account SID').fill(`AC${'a1'.repeat(16)}`);
  await page.getByLabel('Auth Token').fill('the-auth-token');
  await page.getByLabel('Phone number').fill(businessNumber);
  await page.getByLabel('Transfer calls to').fill('+12125550111');
  await page.getByLabel('API address').fill(twilio.url);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText('Phone is connected.').waitFor();
  const { rows } = await queryAsDbOwner(service.connection, `select id from channel_connections where kind = 'phone'`);
  const webhookUrl = `${service.config.publicUrl}/hooks/${rows[0].id}`;
  const from = '+12125550148';
  const caller = createCaller({
    serviceUrl: service.url,
    authToken: 'the-auth-token',
    webhookUrl,
    from,
    to: businessNumber,
    callSid: 'CA1',
  });
  await caller.dial();
  const reply = await caller.say('what are your opening hours?');
  const inbox = await open('/inbox');
  await inbox.page.getByText('what are your opening hours?').first().click();
  await inbox.page.getByText('On the phone now').waitFor();
  await inbox.page.getByText('· Spoken').waitFor();
  caller.interrupt(reply.split(' ').slice(0, 4).join(' '));
  await inbox.page.getByText('The caller didn’t hear the crossed-out part.').waitFor();
  await caller.hangUp(83);
  await inbox.page.getByText('The caller hung up · 1:23 min').waitFor();
  // A call is not answered in writing.
  await inbox.page.getByText('To answer this customer, call them back.').waitFor();
  expect(await inbox.page.getByLabel('Reply to the customer').count()).toBe(0);
  expect(await findViolations(inbox.page)).toEqual([]);
  expect([...consoleLines, ...inbox.consoleLines]).toEqual([]);
});
