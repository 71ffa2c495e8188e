// The dashboard's pages, from its own router: a new page is walked without a line here.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { rotatingSample } from '../random.ts';

const ROUTER = join(import.meta.dirname, '../../web/src/router.tsx');
const routes = [...readFileSync(ROUTER, 'utf8').matchAll(/\b(publicPage|page|pageWithSearch)\(\s*'([^']+)'/g)];

if (new Set(routes.map(([, kind]) => kind)).size !== 3)
  throw new Error('The router declares its pages by other names now');

/** Those before anybody is signed in. Links from mails carry a token. */
export const OPEN_PAGES = routes
  .filter(([, kind]) => kind === 'publicPage')
  .map(([, , path]) => (/reset|invitation/.test(path!) ? `${path}?token=x` : path!));
export const MEMBER_PAGES = routes.filter(([, kind]) => kind !== 'publicPage').map(([, , path]) => path!);

/** Opened, with nothing loading any more. */
export async function openPath(page: Page, url: string, path: string): Promise<void> {
  await page.goto(url + path);
  await settled(page);
}

/** The same, where a heading tells that the right part of it is there. */
export async function openPart(page: Page, url: string, path: string, heading: string): Promise<void> {
  await openPath(page, url, path);
  await page.getByRole('heading', { name: heading, exact: true }).first().waitFor();
}

export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('.animate-pulse').first().waitFor({ state: 'detached' });
}

/** What else there is of a page: its tabs, sections and steps, as far as they are links. */
async function partsOf(page: Page): Promise<string[]> {
  return page
    .locator('main nav a[href^="/"]')
    .evaluateAll((links) =>
      links.map((link) => (link as unknown as { getAttribute(name: string): string }).getAttribute('href')),
    );
}

/** Of the parts of a page, one in so many is walked; all of them in `npm run test:full`. */
const PARTS = 4;

/** Every page (or one in so many, others every day) and some of its parts, each once, as whoever is signed in sees it. */
export async function walk(
  page: Page,
  url: string,
  look: (path: string) => Promise<void>,
  { more = [], oneIn = 1 }: { more?: string[]; oneIn?: number } = {},
): Promise<string[]> {
  const paths = rotatingSample([...MEMBER_PAGES, ...more], oneIn);
  const found = new Set(paths);
  for (const path of paths) {
    await openPath(page, url, path);
    const parts = [...new Set(await partsOf(page))].filter((part) => !found.has(part));
    for (const part of parts) found.add(part);
    paths.push(...rotatingSample(parts, PARTS));
    await look(path);
  }
  console.log(`${paths.length} of ${found.size} pages and parts walked`);
  return [...found];
}
