// The assistant's settings and its checkup, before and after a change, as the owner sees them.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Service, startService } from '../harness.ts';
import { runTask } from '../jobs.ts';
import { openBrowser, visit } from './browser.ts';
import { builtDashboard } from './built.ts';
import { violations } from './desk.ts';
import { asOwner, signUpAsOwner } from './owner.ts';
import { openPart } from './pages.ts';

let service: Service;
let browser: Awaited<ReturnType<typeof openBrowser>>;
let page: Page;
let said: string[];

beforeAll(async () => {
  const web = await builtDashboard();
  [browser, service] = await Promise.all([openBrowser(), startService(undefined, { jobs: 'off' }, { web })]);
  await service.warm();
  ({ page, said } = await visit(browser, `${service.url}/login`));
  await signUpAsOwner(page, service.url);
  await asOwner(page, 'POST', '/api/v1/setup', { industry: 'salon' });
});
afterAll(() => browser?.close());

const button = (name: string | RegExp) => page.getByRole('button', { name });
const open = (path: string, heading: string) => openPart(page, service.url, path, heading);
async function save() {
  await button('Save changes').click();
  await button('Save changes').waitFor({ state: 'detached' });
}
const CHECKUP = '/assistant?tab=checkup';

async function expectAccessible() {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page)).toEqual([]);
  }
}

/** The job of the version that was saved last. */
async function checkSaved() {
  const { workspaces } = (await asOwner(page, 'GET', '/api/me')) as unknown as { workspaces: { id: string }[] };
  await runTask(service, 'checkup.run', { workspaceId: workspaces[0]!.id });
}

describe('the checkup', () => {
  it('tells that a saved version will be checked, and shows it when it is', async () => {
    await open(CHECKUP, 'Checkup');
    await page.getByText('Version 1 is being checked…').waitFor();
    await checkSaved();
    await page.getByText(/^All \d+ answers are right$/).waitFor();
    expect(await page.getByText('is being checked').count()).toBe(0);
    await expectAccessible();
  });

  it('says before saving which answers would change, and which would be wrong', async () => {
    await open('/business?section=salon', 'Services');
    await page.getByLabel('Price, Manicure', { exact: true }).fill('39');
    await button('Check before saving').click();
    await page.getByText('would change').waitFor();
    await button('Everything about Mei Tanaka').click();
    await page.getByRole('dialog').getByLabel('Gel Manicure').uncheck();
    await button('Done').click();
    await button('Check before saving').click();
    await page.getByText('One answer would not be right.').waitFor();
    await button('Show them').click();
    const dialog = page.getByRole('dialog', { name: 'Check before saving' });
    await dialog.getByText('Another answer').first().waitFor();
    await dialog.getByText('Expected in the answer').waitFor();
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await save();
  });

  it('shows afterwards what is wrong since the last version, and leads to where it is mended', async () => {
    await checkSaved();
    await open(CHECKUP, 'Checkup');
    await page.getByText(/^1 of \d+ answers are not right$/).waitFor();
    await page.getByRole('heading', { name: 'Since version 1' }).waitFor();
    await page.getByText('Not right any more').waitFor();
    await expectAccessible();
    await page.getByRole('link', { name: 'Change it' }).click();
    await page.getByRole('heading', { name: 'Stylists' }).waitFor();
    await button('Everything about Mei Tanaka').click();
    await page.getByRole('dialog').getByLabel('Gel Manicure').check();
    await button('Done').click();
    await save();
    await open(CHECKUP, 'Checkup');
    await button('Check now').click();
    await page.getByText('Right again').waitFor();
    await page.getByRole('link', { name: 'Version 2' }).click();
    await page.getByText('Not right any more').waitFor();
  });
});

describe('voice and safety', () => {
  it('are set in one place, and hold at once in the playground', async () => {
    await open('/assistant?tab=voice', 'How it speaks');
    await page.getByLabel('Tone').selectOption('formal');
    await page.getByLabel('Email').fill('desk@example.com');
    await page.getByLabel(/^Your own emergency number/).fill('(212) 555-0199');
    await page.getByLabel('Words that always go to a person').fill('lawyer\npress');
    await page.getByLabel('Words that always go to a person').blur();
    await expectAccessible();
    await save();
    await page.getByRole('link', { name: 'Playground' }).click();
    await page.getByLabel('Say something as a customer would').fill('I will call my lawyer');
    await button('Send').click();
    await page.getByRole('region', { name: 'What was understood' }).getByText('Waits for a person').waitFor();
  });

  it('a sandbox that was changed by hand keeps its own, until it is told otherwise', async () => {
    await page.evaluate(`fetch('/api/v1/config', { method: 'PUT', headers: { 'Content-Type': 'application/json', 'X-Mode': 'test' },
      body: JSON.stringify({ safety: {} }) })`);
    await open('/assistant', 'Playground');
    await page.getByText('The sandbox has been changed by hand').waitFor();
    await expectAccessible();
    await button('Use what is live').click();
    await page.getByText('The sandbox has been changed by hand').waitFor({ state: 'detached' });
  });
});

it('no page has complained', () => {
  expect(said.filter((line) => /^(error|pageerror)/.test(line) && !/status of 40[014]/.test(line))).toEqual([]);
});
