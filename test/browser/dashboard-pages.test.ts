// Every page and part of the dashboard, found by walking it: no accessibility violation in either theme, nor after
// the theme is switched on an open page; nothing in the console; nothing that scrolls sideways on a phone.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { startService } from '../harness.ts';
import { colorViolations, violations, violationsInBothThemes } from './accessibility.ts';
import { visit } from './browser.ts';
import { buildDashboard } from './build-dashboard.ts';
import { addSampleActivity, signUpAsOwner } from './owner.ts';
import { openPath, PUBLIC_PAGES, visitPages } from './pages.ts';
import { sharedBrowser } from './shared-browser.ts';

/** A third of the pages each day; all of them in `npm run test:full`. */
const PAGES_ONE_IN = 3;
let url: string;
let page: Page;
let consoleLines: string[];
let extraPaths: string[];

beforeAll(async () => {
  const web = await buildDashboard();
  ({ url } = await startService(undefined, {}, { dashboardFolder: web }));
  ({ page, consoleLines } = await visit(await sharedBrowser(), `${url}/login`));
});

it.each(PUBLIC_PAGES)('before signing in, %s has no violation', async (path) => {
  await openPath(page, url, path);
  expect(await violationsInBothThemes(page)).toEqual([]);
  // Nobody was invited with that token, and the browser says so too.
  const isExpected = (line: string) => path.startsWith('/invitation') && line.includes('status of 404');
  expect(consoleLines.splice(0).filter((line) => !isExpected(line))).toEqual([]);
});

describe('as an owner', () => {
  beforeAll(async () => {
    await signUpAsOwner(page, url);
    extraPaths = await addSampleActivity(page, url);
  });

  /** As people do it, on the page as it stands. */
  async function switchTheme(name: string) {
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitemcheckbox', { name, exact: true }).click();
  }

  /** At 320 pixels, which is a small phone, or a window at 400 %. */
  async function isTooWide(): Promise<boolean> {
    const size = page.viewportSize()!;
    await page.setViewportSize({ width: 320, height: 640 });
    const isWider = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
    const found = (await page.evaluate(isWider)) as boolean;
    await page.setViewportSize(size);
    return found;
  }

  it('no page has a violation, in either theme, opened in it or switched to it', async () => {
    const found: string[] = [];
    const addFindings = (where: string, list: string[]) => found.push(...list.map((each) => `${where}: ${each}`));
    let [now, other]: [string, string] = ['Light', 'Dark'];
    const paths = await visitPages(
      page,
      url,
      async (path) => {
        addFindings(`${path} opened in ${now}`, await violations(page));
        await switchTheme(other);
        addFindings(`${path} switched to ${other}`, await colorViolations(page));
        if (await isTooWide()) found.push(`${path} is wider than a small phone`);
        // The next page is opened in the theme that this one was switched to.
        [now, other] = [other, now];
      },
      { more: extraPaths, oneIn: PAGES_ONE_IN },
    );
    expect(found).toEqual([]);
    expect(consoleLines).toEqual([]);
    expect(paths.length).toBeGreaterThan(25 / PAGES_ONE_IN);
  });

  it('nor have the dialogs', async () => {
    for (const [path, name] of [
      ['/developers', 'Create API key'],
      ['/developers/webhooks', 'Add endpoint'],
      ['/team', 'Invite teammate'],
      ['/requests', /^Open /],
      ['/bookings', 'New booking'],
      ['/business?section=restaurant', 'Edit Bruschetta'],
    ] as const) {
      await openPath(page, url, path);
      await page.getByRole('button', { name }).first().click();
      await page.getByRole('dialog').waitFor();
      expect(await violations(page)).toEqual([]);
    }
    expect(consoleLines).toEqual([]);
  });
});
