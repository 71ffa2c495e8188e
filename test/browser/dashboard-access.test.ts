// Every page that an owner sets up and manages with, in light and dark: no accessibility violation.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService } from '../harness.ts';
import { openBrowser, visit } from './browser.ts';
import { asOwner, buildDashboard, OPEN_PAGES, OWNER_PAGES, openPageOf, signUpAsOwner } from './owner.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
let browser: Awaited<ReturnType<typeof openBrowser>>;
let url: string;
let page: Page;
let said: string[];
let axe: string;

beforeAll(async () => {
  const web = await buildDashboard();
  axe = await readFile(AXE, 'utf8');
  browser = await openBrowser();
  ({ url } = await startService(undefined, {}, { web }));
  ({ page, said } = await visit(browser, `${url}/login`));
});
afterAll(() => browser?.close());

async function violations(): Promise<string[]> {
  await page.evaluate(axe);
  const found = (await page.evaluate(
    `axe.run(document, { iframes: false, runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })`,
  )) as { violations: { id: string; nodes: { html: string }[] }[] };
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

async function check(where: [string, string]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await openPageOf(page, url, where);
    expect(await violations()).toEqual([]);
  }
}

describe('before signing in', () => {
  it.each(Object.entries(OPEN_PAGES))('%s has no violation', (_, where) => check(where));
});

describe('as an owner', () => {
  beforeAll(async () => {
    await signUpAsOwner(page, url);
    await asOwner(page, 'POST', '/api/v1/setup', { industry: 'restaurant' });
    await asOwner(page, 'POST', '/api/keys', { name: 'Booking page', mode: 'live', kind: 'secret' });
    await asOwner(page, 'POST', '/api/invitations', { email: 'luca@example.com', role: 'agent' });
    await asOwner(page, 'POST', '/api/v1/knowledge', { title: 'House rules', text: 'Prams are parked in the hall.' });
  });

  it.each(Object.entries(OWNER_PAGES))('%s has no violation', (_, where) => check(where));

  it('nor have the dialogs', async () => {
    for (const [where, name] of [
      [OWNER_PAGES.keys!, 'Make a key'],
      [OWNER_PAGES.team!, 'Invite someone'],
      [OWNER_PAGES['business-menu']!, 'Everything about Bruschetta'],
    ] as const) {
      await openPageOf(page, url, where);
      await page.getByRole('button', { name }).click();
      await page.getByRole('dialog').waitFor();
      expect(await violations()).toEqual([]);
    }
  });

  it('and no page has complained', () => {
    expect(said.filter((line) => /^(error|pageerror)/.test(line) && !/status of 40[014]/.test(line))).toEqual([]);
  });
});
