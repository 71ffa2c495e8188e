// A customer in the widget on the business's page, and the team in the dashboard, at the same time.
import { afterAll, expect, it } from 'vitest';
import { call, makeKey } from '../harness.ts';
import { chatOf, visit } from './browser.ts';
import { openDesk } from './desk.ts';
import { html, openSite, snippet } from './stage.ts';

const { service, browser, workspace, key, open } = await openDesk();
const site = await openSite();
afterAll(() => site.close());

it('a booking and its conversation appear by themselves, and a person answers into the widget', {
  timeout: 90_000,
}, async () => {
  const { key: publishable } = await makeKey(service, workspace, { kind: 'publishable', origins: [site.origin] });
  const { page: shop } = await visit(browser, site.put('/', html(snippet(service.url, publishable))));
  const { page: desk, said } = await open('/inbox');
  await desk.getByRole('status').getByText('Live', { exact: true }).waitFor();
  const chat = chatOf(shop);
  await chat.open();
  await chat.say('A table for 2 tomorrow at 7:30 pm, Maria Rossi, (212) 555-0188');
  await chat.say('Yes please');
  await chat.panel.locator('.booking').waitFor();

  await desk.getByRole('list', { name: 'Conversations' }).getByRole('button').first().click();
  await desk.getByLabel('Messages').getByText('Yes please').waitFor();
  await desk.getByRole('link', { name: /^Booked/ }).click();
  await desk.getByRole('dialog', { name: 'Maria Rossi' }).getByText('+12125550188').waitFor();
  await desk.getByRole('link', { name: 'Open the conversation' }).click();

  await desk.getByRole('button', { name: 'Take over', exact: true }).click();
  await desk.getByRole('button', { name: 'Hand back' }).waitFor();
  await desk.getByRole('textbox', { name: 'Your reply to the customer' }).fill('Ann here: the window table is yours.');
  await desk.getByRole('button', { name: 'Send' }).click();
  await chat.panel.getByText('Ann here: the window table is yours.').waitFor();
  await desk.getByRole('button', { name: 'Hand back' }).click();
  await desk.getByRole('button', { name: 'Take over', exact: true }).waitFor();
  expect(await chat.say('When are you open?')).toContain('open');
  await desk.getByLabel('Messages').getByText('When are you open?').waitFor();
  await desk.getByRole('button', { name: 'Resolve', exact: true }).click();
  await desk.getByText('Resolved.', { exact: true }).waitFor();
  const { json } = await call(service, 'GET', '/api/conversations', { key });
  expect(json.data[0].status).toBe('resolved');
  expect(said).toEqual([]);
});
