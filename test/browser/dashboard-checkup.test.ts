// The assistant's settings and its checkup, before and after a change, as the owner sees them.

import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { KEEP_ALL_SAMPLES } from '../business.ts';
import { type Service, startService } from '../harness.ts';
import { runTask } from '../jobs.ts';
import { findViolationsInBothThemes } from './accessibility.ts';
import { visit } from './browser.ts';
import { buildDashboard } from './build-dashboard.ts';
import { callAsOwner, signUpAsOwner } from './owner.ts';
import { openSection } from './pages.ts';
import { connectSharedBrowser } from './shared-browser.ts';

let service: Service;
let page: Page;
let consoleLines: string[];

beforeAll(async () => {
  const dashboardFolder = await buildDashboard();
  service = await startService(undefined, { jobs: 'off' }, { dashboardFolder });
  // Loads the models and the industries, so that no test waits for them.
  await service.warmUp();
  ({ page, consoleLines } = await visit(await connectSharedBrowser(), `${service.url}/login`));
  await signUpAsOwner(page, service.url);
  await callAsOwner(page, 'POST', '/api/v1/setup', { industry: 'salon' });
  await callAsOwner(page, 'POST', '/api/v1/config/samples', KEEP_ALL_SAMPLES);
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const open = (path: string, heading: string) => openSection(page, service.url, path, heading);
async function saveChanges() {
  await button('Save changes').click();
  await button('Save changes').waitFor({ state: 'detached' });
}
const CHECKUP_PATH = '/assistant?tab=checkup';

const expectAccessible = async () => expect(await findViolationsInBothThemes(page)).toEqual([]);

/** Runs the checkup job for the last saved version. */
async function runCheckup() {
  const { workspaces } = await callAsOwner<{ workspaces: { id: string }[] }>(page, 'GET', '/api/me');
  await runTask(service, 'checkup.run', { workspaceId: workspaces[0]!.id });
}

describe('the checkup', () => {
  it('announces that a saved version will be checked, and then shows the result', async () => {
    await open(CHECKUP_PATH, 'Checkup');
    await page.getByText('Checking version 2…').waitFor();
    await runCheckup();
    await page.getByText(/^All \d+ answers are correct/).waitFor();
    expect(await page.getByText('Checking version').count()).toBe(0);
    await page.getByText('hello@example.com is a placeholder. Enter your real email.').waitFor();
    await expectAccessible();
  });

  it('shows before saving which answers would change, and which would be wrong', async () => {
    await open('/business?section=salon', 'Services');
    await page.getByLabel('Price, Manicure', { exact: true }).fill('39');
    await button('Check before saving').click();
    await page.getByText('would change').waitFor();
    await button('Edit Mei Tanaka').click();
    await page.getByRole('dialog').getByLabel('Gel Manicure').uncheck();
    await button('Done').click();
    await button('Check before saving').click();
    await page.getByText('1 answer would be wrong.').waitFor();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Check before saving' });
    await dialog.getByText('Different answer').first().waitFor();
    await dialog.getByText('Expected').waitFor();
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await saveChanges();
  });

  it('shows afterwards which answers became wrong, and links to where to fix them', async () => {
    await runCheckup();
    await open(CHECKUP_PATH, 'Checkup');
    await page.getByText(/^1 of \d+ answers are wrong/).waitFor();
    await page.getByRole('heading', { name: 'Changes since version 2' }).waitFor();
    await page.getByText('Now wrong').waitFor();
    await expectAccessible();
    await page.getByRole('link', { name: 'Fix' }).last().click();
    await page.getByRole('heading', { name: 'Stylists' }).waitFor();
    await button('Edit Mei Tanaka').click();
    await page.getByRole('dialog').getByLabel('Gel Manicure').check();
    await button('Done').click();
    await saveChanges();
    await open(CHECKUP_PATH, 'Checkup');
    await button('Check now').click();
    await page.getByText('Now correct').waitFor();
    await page.getByRole('link', { name: 'Version 3' }).click();
    await page.getByText('Now wrong').waitFor();
  });
});

describe('voice and safety', () => {
  it('are set in one place, and apply immediately in the playground', async () => {
    await open('/assistant?tab=voice', 'Voice');
    await page.getByLabel('Tone').selectOption('formal');
    await page.getByLabel('Your emergency number').fill('(212) 555-0199');
    await page.getByLabel('Words that trigger a handoff').fill('lawyer\npress');
    await page.getByLabel('Words that trigger a handoff').blur();
    await expectAccessible();
    await saveChanges();
    await page.getByRole('link', { name: 'Playground' }).click();
    await page.getByLabel('Message as a customer').fill('I will call my lawyer');
    await button('Send').click();
    await page.getByRole('region', { name: 'How it understood this' }).getByText('Waiting for your team').waitFor();
  });

  it('a sandbox that was changed directly keeps its own settings until it is reset', async () => {
    await page.evaluate(`fetch('/api/v1/config', { method: 'PUT', headers: { 'Content-Type': 'application/json', 'X-Mode': 'test' },
      body: JSON.stringify({ safety: {} }) })`);
    await open('/assistant', 'Playground');
    await page.getByText('Test mode has its own business info').waitFor();
    await expectAccessible();
    await button('Use your live info').click();
    await page.getByText('Test mode has its own business info').waitFor({ state: 'detached' });
  });
});

it('no page has logged an error', () => {
  expect(consoleLines.filter((line) => /^(error|pageerror)/.test(line) && !/status of 40[014]/.test(line))).toEqual([]);
});
