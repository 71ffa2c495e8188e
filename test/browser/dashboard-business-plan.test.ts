// The features of the Business plan: the business's own brand, and service levels for the team.
import type { Page, Response } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { expectStatus } from '../business.ts';
import { call, createApiKey, queryAsDbOwner } from '../harness.ts';
import { createPng } from '../images.ts';
import { findColorViolations, findViolations } from './accessibility.ts';
import { locateChat, visit } from './browser.ts';
import { openDashboard } from './dashboard.ts';
import { openPath } from './pages.ts';
import { createInstallCode, createPageHtml, startWebsite } from './website.ts';

const { service, workspace, key, browser, open } = await openDashboard();

/** Opened again in the dark theme, because the brand's colors are loaded with the page. */
async function findColorViolationsInDark(page: Page, path: string, visibleText: RegExp): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openPath(page, service.url, path);
  await page.getByText(visibleText).first().waitFor();
  return findColorViolations(page);
}

it('shows the business’s own brand once it is saved', async () => {
  const { page, consoleLines } = await open('/settings/brand');
  await page.getByLabel('Brand name').fill('Lumen');
  await page.getByLabel('Brand color', { exact: true }).fill('#7a1fa2');
  const fileChooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload logo' }).click();
  await (await fileChooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: createPng() });
  await page.getByAltText('Your logo').waitFor();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('link', { name: 'Lumen' }).first().waitFor();
  await expect.poll(() => page.title()).toBe('Settings · Lumen');
  // Away from the button, which is darker under the mouse.
  await page.mouse.move(0, 0);
  const readAccentColor = () =>
    page.evaluate(`getComputedStyle(document.querySelector('main button[type=submit]')).backgroundColor`);
  await expect.poll(readAccentColor).toBe('rgb(122, 31, 162)');
  await page.getByLabel('Domain', { exact: true }).fill('desk.lumen.example');
  await page.getByRole('button', { name: 'Add domain' }).click();
  await page.getByText('_desk-verification.desk.lumen.example').waitFor();
  expect(await findViolations(page)).toEqual([]);
  expect(await findColorViolationsInDark(page, '/settings/brand', /^Lumen$/)).toEqual([]);
  expect(consoleLines).toEqual([]);
});

it('shows the brand in the chat on its website, and never the service’s name', async () => {
  const site = await startWebsite();
  afterAll(() => site.close());
  const publishable = await createApiKey(service, workspace, { kind: 'publishable', origins: [site.origin] });
  const { page, context, consoleLines } = await visit(
    browser,
    site.addPage('/', createPageHtml(createInstallCode(service.url, publishable.key))),
  );
  const headerReads: Promise<string>[] = [];
  const readHeaders = async (response: Response) =>
    [...Object.keys(await response.request().allHeaders()), JSON.stringify(await response.allHeaders())].join('\n');
  page.on('response', (response) => headerReads.push(readHeaders(response)));
  const chat = locateChat(page);
  await chat.open();
  await chat.say('Hello');
  await expect.poll(() => chat.replies.count()).toBe(2);
  await chat.panel.getByText('Lumen').first().waitFor();
  // Everything that the script has added to the page, with the names of its elements.
  const renderedHtml = await page.evaluate<string>(
    `(() => { const { localName, shadowRoot } = document.querySelector('chat-launcher');
      for (const style of shadowRoot.querySelectorAll('style')) style.remove();
      return [localName, shadowRoot.innerHTML, ...Object.keys(localStorage), ...Object.keys(sessionStorage)].join('\\n'); })()`,
  );
  expect(renderedHtml).toContain('Hello');
  const cookieNames = (await context.cookies()).map(({ name }) => name);
  const headers = (await Promise.all(headerReads)).join('\n');
  expect(headers).toContain('x-visitor-token');
  for (const output of [renderedHtml, headers, cookieNames.join(), consoleLines.join()])
    expect(/.{0,60}frontdesk.{0,60}/i.exec(output)?.[0]).toBeUndefined();
});

it('shows when the team’s replies are due, and lists the most urgent first', async () => {
  const { page, consoleLines } = await open('/settings/service-levels');
  await page.getByLabel('Count hours').selectOption('always');
  await page.getByLabel('First response, Default').fill('12');
  await page.getByLabel('First response, SMS').fill('600');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Service levels saved.').waitFor();
  expect(await findViolations(page)).toEqual([]);

  const handOff = async (channel: string, name: string) => {
    const body = { message: 'Hello', channel, customer: { name } };
    const { conversationId } = expectStatus(200, await call(service, 'POST', '/api/chat', { key, body })).json;
    expectStatus(200, await call(service, 'POST', `/api/conversations/${conversationId}/handoff`, { key, body: {} }));
    return conversationId as string;
  };
  await openPath(page, service.url, '/inbox');
  await handOff('sms', 'Sam Later');
  const lateConversationId = await handOff('api', 'Lea Late');
  await handOff('api', 'Sia Soon');
  await page
    .getByText(/^Due in \d+ min$/)
    .nth(1)
    .waitFor();
  // An hour has passed for one of them.
  await queryAsDbOwner(
    service.connection,
    `update service_level_clocks set started_at = started_at - interval '1 hour', due_at = due_at - interval '1 hour'
    where workspace_id = $1 and conversation_id = $2`,
    [workspace, lateConversationId],
  );
  await page.getByRole('button', { name: /^Due/ }).click();
  await page.getByText(/^Overdue by \d+ min$/).waitFor();
  const readListedNames = async () => {
    const rows = await page.locator('[data-conversation]').allTextContents();
    return rows.map((row) => /Lea Late|Sia Soon|Sam Later/.exec(row)?.[0]);
  };
  await expect.poll(readListedNames).toEqual(['Lea Late', 'Sia Soon', 'Sam Later']);
  expect(await findViolations(page)).toEqual([]);
  expect(await findColorViolationsInDark(page, '/inbox?view=due', /^Overdue/)).toEqual([]);
  await page.getByText('Lea Late').click();
  await page.getByText(/^First response: Overdue/).waitFor();
  expect(consoleLines).toEqual([]);
});

it('the status page can be read in both themes and on a phone', async () => {
  await queryAsDbOwner(
    service.connection,
    `insert into service_days select current_date - days, component, repeat('1', 1440)::bit(1440),
      case when days = 3 and component = 'jobs' then repeat('1', 1440) else repeat('0', 1440) end::bit(1440)
    from generate_series(1, 40) as days, unnest(array['api', 'assistant', 'database', 'jobs', 'channels']) as component
    where days <> 9`,
  );
  const { page, consoleLines } = await open('/status');
  const month = new Date(Date.now() - 86_400_000).toISOString().slice(0, 7);
  for (const path of ['/status', `/status/${month}`]) {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(service.url + path);
    expect(await findViolations(page)).toEqual([]);
    expect(await findColorViolationsInDark(page, path, /Messaging channels/)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    const FITS_WIDTH = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth';
    expect(await page.evaluate(FITS_WIDTH)).toBe(true);
    await page.setViewportSize({ width: 1360, height: 860 });
  }
  expect(consoleLines).toEqual([]);
});
