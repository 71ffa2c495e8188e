// An owner who lets a language model answer, with a key of their own.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Service, startService } from '../harness.ts';
import { visit } from './browser.ts';
import { buildDashboard } from './build-dashboard.ts';
import { callAsOwner, signUpAsOwner } from './owner.ts';
import { openSection } from './pages.ts';
import { connectSharedBrowser } from './shared-browser.ts';

const PROVIDER_PATH = '/api/v1/assistant/provider';

let service: Service;
let page: Page;
beforeAll(async () => {
  const dashboardFolder = await buildDashboard();
  service = await startService(undefined, {}, { dashboardFolder });
  ({ page } = await visit(await connectSharedBrowser(), `${service.url}/`));
  await signUpAsOwner(page, service.url);
  await callAsOwner(page, 'POST', '/api/v1/setup', { industry: 'medical' });
  await openSection(page, service.url, '/assistant?tab=engine', 'Who replies');
});

const button = (name: string) => page.getByRole('button', { name });

describe('an owner', () => {
  it('sees that the built-in assistant answers for now', async () => {
    await page.getByText('No language model yet').waitFor();
    expect(await page.getByLabel('Model', { exact: true }).isDisabled()).toBe(true);
    expect(await page.getByLabel('Send health conversations').isDisabled()).toBe(true);
  });

  it('sees that no model was used, and finds the settings from the playground', async () => {
    await page.getByText('No usage yet').waitFor();
    await openSection(page, service.url, '/assistant', 'Playground');
    await page.getByLabel('Message as a customer').fill('Hello');
    await button('Send').click();
    await page.getByText('Built-in assistant · greeting or thanks').waitFor();
    await button('Compare engines').click();
    await page.getByText('No language model is set up').waitFor();
    await page.getByRole('link', { name: 'Language model settings' }).click();
    await page.getByText('No language model yet').waitFor();
  });

  it('sees why a URL is refused, and saves a key', async () => {
    await page.getByLabel('Provider', { exact: true }).selectOption('openai');
    await page.getByLabel('API key').fill('sk-secret-abcd');
    await page.getByLabel('Base URL').fill('https://10.0.0.1/v1');
    await button('Save API key').click();
    await page.getByText('must lead to a public address').waitFor();
    await page.getByLabel('Base URL').fill('');
    await button('Save API key').click();
    await page.getByText('API key ending in abcd').waitFor();
    expect(await callAsOwner(page, 'GET', PROVIDER_PATH)).toMatchObject({ provider: 'openai', keyHint: 'abcd' });
    expect(await page.content()).not.toContain('sk-secret');
  });

  it('chooses when the model answers, and what it may cost', async () => {
    await page.getByLabel('Engine').selectOption('auto');
    await page.getByLabel('Model', { exact: true }).fill('gpt-4.1-mini');
    await page.getByLabel('Limit per month').fill('12.50');
    await button('Save').click();
    await button('Save').waitFor({ state: 'detached' });
    expect(await callAsOwner(page, 'GET', '/api/v1/config')).toMatchObject({
      assistant: { engine: 'auto', model: 'gpt-4.1-mini', budget: { monthCents: 1_250 } },
    });
  });

  it('removes the key', async () => {
    await button('Remove API key').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove API key' }).click();
    await page.getByText('No language model yet').waitFor();
    expect(await callAsOwner(page, 'GET', PROVIDER_PATH)).toMatchObject({ provider: null });
  });
});
