// Every page and part of the dashboard, found by walking it: no accessibility violation in either theme, nor after
// the theme is switched on an open page; nothing in the console; nothing that scrolls sideways on a phone.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { startService } from '../harness.ts';
import { findColorViolations, findViolations, findViolationsInBothThemes } from './accessibility.ts';
import { visit } from './browser.ts';
import { buildDashboard } from './build-dashboard.ts';
import { addSampleActivity, signUpAsOwner } from './owner.ts';
import { openPath, PUBLIC_PAGES, visitPages } from './pages.ts';
import { connectSharedBrowser } from './shared-browser.ts';

/** A third of the pages each day; all of them in `npm run test:full`. */
const PAGES_ONE_IN = 3;
let serviceUrl: string;
let page: Page;
let consoleLines: string[];
let extraPaths: string[];

beforeAll(async () => {
  const dashboardFolder = await buildDashboard();
  ({ url: serviceUrl } = await startService(undefined, {}, { dashboardFolder }));
  ({ page, consoleLines } = await visit(await connectSharedBrowser(), `${serviceUrl}/login`));
});

it.each(PUBLIC_PAGES)('before signing in, %s has no violation', async (path) => {
  await openPath(page, serviceUrl, path);
  expect(await findViolationsInBothThemes(page)).toEqual([]);
  // The invitation's token is invalid, and the browser logs the 404.
  const isExpected = (line: string) => path.startsWith('/invitation') && line.includes('status of 404');
  expect(consoleLines.splice(0).filter((line) => !isExpected(line))).toEqual([]);
});

describe('as an owner', () => {
  beforeAll(async () => {
    await signUpAsOwner(page, serviceUrl);
    extraPaths = await addSampleActivity(page, serviceUrl);
  });

  /** Switches through the menu, without reloading the page. */
  async function switchTheme(name: string) {
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitemcheckbox', { name, exact: true }).click();
  }

  /** At 320 pixels, which is a small phone, or a window at 400 %. */
  async function isTooWide(): Promise<boolean> {
    const size = page.viewportSize()!;
    await page.setViewportSize({ width: 320, height: 640 });
    const CHECK_WIDTH = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
    const scrollsSideways = (await page.evaluate(CHECK_WIDTH)) as boolean;
    await page.setViewportSize(size);
    return scrollsSideways;
  }

  it('no page has a violation in either theme, whether opened in it or switched to it', async () => {
    const findings: string[] = [];
    const addFindings = (location: string, violations: string[]) =>
      findings.push(...violations.map((finding) => `${location}: ${finding}`));
    let [theme, otherTheme]: [string, string] = ['Light', 'Dark'];
    const paths = await visitPages(
      page,
      serviceUrl,
      async (path) => {
        addFindings(`${path} opened in ${theme}`, await findViolations(page));
        await switchTheme(otherTheme);
        addFindings(`${path} switched to ${otherTheme}`, await findColorViolations(page));
        if (await isTooWide()) findings.push(`${path} is wider than a small phone`);
        // The next page is opened in the theme that this one was switched to.
        [theme, otherTheme] = [otherTheme, theme];
      },
      { extraPaths, oneIn: PAGES_ONE_IN },
    );
    expect(findings).toEqual([]);
    expect(consoleLines).toEqual([]);
    expect(paths.length).toBeGreaterThan(25 / PAGES_ONE_IN);
  });

  it('no dialog has a violation', async () => {
    for (const [path, name] of [
      ['/developers', 'Create API key'],
      ['/developers/webhooks', 'Add endpoint'],
      ['/team', 'Invite teammate'],
      ['/requests', /^Open /],
      ['/bookings', 'New booking'],
      ['/business?section=restaurant', 'Edit Bruschetta'],
    ] as const) {
      await openPath(page, serviceUrl, path);
      await page.getByRole('button', { name }).first().click();
      await page.getByRole('dialog').waitFor();
      expect(await findViolations(page)).toEqual([]);
    }
    expect(consoleLines).toEqual([]);
  });
});
