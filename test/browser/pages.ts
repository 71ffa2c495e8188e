// The dashboard's pages, read from its router, so that new pages are visited too.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { pickTodaysShare } from '../random.ts';

const ROUTER_FILE = join(import.meta.dirname, '../../web/src/router.tsx');
const routeMatches = [
  ...readFileSync(ROUTER_FILE, 'utf8').matchAll(
    /\b(createPublicPageRoute|createPageRoute|createPageRouteWithSearch)\(\s*'([^']+)'/g,
  ),
];

if (new Set(routeMatches.map(([, kind]) => kind)).size !== 3)
  throw new Error('The router declares its pages by other names now');

/** Pages that need no sign-in. Links in emails carry a token. */
export const PUBLIC_PAGES = routeMatches
  .filter(([, kind]) => kind === 'createPublicPageRoute')
  .map(([, , path]) => (/reset|invitation/.test(path!) ? `${path}?token=x` : path!));
export const MEMBER_PAGES = routeMatches
  .filter(([, kind]) => kind !== 'createPublicPageRoute')
  .map(([, , path]) => path!);

/** Opens a page and waits until everything has loaded. */
export async function openPath(page: Page, url: string, path: string): Promise<void> {
  await page.goto(url + path);
  await waitUntilLoaded(page);
}

/** Opens a page and waits for the heading of one of its sections. */
export async function openSection(page: Page, url: string, path: string, heading: string): Promise<void> {
  await openPath(page, url, path);
  await page.getByRole('heading', { name: heading, exact: true }).first().waitFor();
}

export async function waitUntilLoaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('.animate-pulse').first().waitFor({ state: 'detached' });
}

/** The links to a page's tabs, sections and steps. */
async function listSectionPaths(page: Page): Promise<string[]> {
  return page
    .locator('main nav a[href^="/"]')
    .evaluateAll((links) =>
      links.map((link) => (link as unknown as { getAttribute(name: string): string }).getAttribute('href')),
    );
}

/** One in so many sections is visited; all of them in `npm run test:full`. */
const SECTIONS_ONE_IN = 4;

/** Visits every page once, or a daily selection, and some of its sections, as the signed-in person. */
export async function visitPages(
  page: Page,
  url: string,
  check: (path: string) => Promise<void>,
  { extraPaths = [], oneIn = 1 }: { extraPaths?: string[]; oneIn?: number } = {},
): Promise<string[]> {
  const paths = pickTodaysShare([...MEMBER_PAGES, ...extraPaths], oneIn);
  const knownPaths = new Set(paths);
  for (const path of paths) {
    await openPath(page, url, path);
    const newSections = [...new Set(await listSectionPaths(page))].filter((section) => !knownPaths.has(section));
    for (const section of newSections) knownPaths.add(section);
    paths.push(...pickTodaysShare(newSections, SECTIONS_ONE_IN));
    await check(path);
  }
  console.log(`${paths.length} of ${knownPaths.size} pages and sections visited`);
  return [...knownPaths];
}
