// Screenshots of the dashboard: every page and section, in light, in dark and on a phone.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { ConnectionOptions } from '../../src/kernel/database/database.ts';
import { visit } from './browser.ts';
import { addSampleActivity, callAsOwner, signUpAsOwner } from './owner.ts';
import { openPath, PUBLIC_PAGES, visitPages } from './pages.ts';

const APPEARANCES: Record<string, BrowserContextOptions> = {
  light: { viewport: { width: 1280, height: 860 }, colorScheme: 'light' },
  dark: { viewport: { width: 1280, height: 860 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
};
/** Also saved as small files, for the README. */
const README_SHOTS = ['home', 'inbox-conversation', 'bookings-day', 'setup-website', 'assistant', 'setup-industry'];

/** Pages as only a new owner sees them. */
const FIRST_DAY_PATHS: Record<string, string> = {
  'first-day': '/',
  'setup-industry': '/setup',
  'setup-business': '/setup?step=business',
  'setup-hours': '/setup?step=hours',
  'setup-offer': '/setup?step=offer',
  'setup-website': '/setup?step=website',
};

type ShotContext = {
  browser: Browser;
  url: string;
  connection: ConnectionOptions;
  folder: string;
  imagesFolder: string;
};

/** `bookings-week` for `/bookings?view=week&date=2026-11-20`. */
function buildScreenshotName(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://dashboard');
  const values = [...searchParams].map(([name, value]) => (/_|^x$/.test(value) ? name : value));
  return [...pathname.split('/'), ...values].filter((part) => part && !/^\d|^token$/.test(part)).join('-') || 'home';
}

export async function takeDashboardScreenshots(shotContext: ShotContext, requestedNames: string[]): Promise<void> {
  const { browser, url } = shotContext;
  const isRequested = (name: string) =>
    !requestedNames.length || requestedNames.includes(name) || requestedNames.includes('dashboard');
  const { context, page } = await visit(browser, `${url}/login`);
  await signUpAsOwner(page, url);
  await callAsOwner(page, 'POST', '/api/v1/setup', { industry: 'restaurant' });
  const newcomerState = await context.storageState();
  await context.clearCookies();
  await signUpAsOwner(page, url);
  const extraPaths = await addSampleActivity(page, url);
  await addHistory(page, shotContext.connection);
  const ownerState = await context.storageState();
  await context.close();
  for (const [appearance, options] of Object.entries(APPEARANCES)) {
    const takeShot = (target: Page, name: string) => saveScreenshot(target, shotContext, name, appearance);
    const guest = await visit(browser, `${url}/login`, options);
    for (const path of PUBLIC_PAGES.filter((path) => isRequested(buildScreenshotName(path)))) {
      await openPath(guest.page, url, path);
      await takeShot(guest.page, buildScreenshotName(path));
    }
    const newcomer = await visit(browser, `${url}/login`, { ...options, storageState: newcomerState });
    for (const [name, path] of Object.entries(FIRST_DAY_PATHS).filter(([name]) => isRequested(name))) {
      await openPath(newcomer.page, url, path);
      if (name === 'setup-website') await showInstallCode(newcomer.page);
      await takeShot(newcomer.page, name);
    }
    const owner = await visit(browser, `${url}/login`, { ...options, storageState: ownerState });
    await visitPages(
      owner.page,
      url,
      async (path) => {
        if (path.startsWith('/setup') || !isRequested(buildScreenshotName(path))) return;
        if (path === '/assistant') await askAssistant(owner.page);
        await takeShot(owner.page, buildScreenshotName(path));
      },
      { extraPaths },
    );
    await Promise.all([guest, newcomer, owner].map((visitor) => visitor.context.close()));
  }
}

async function saveScreenshot(
  page: Page,
  { folder, imagesFolder: images }: ShotContext,
  name: string,
  appearance: string,
): Promise<void> {
  await page.evaluate('scrollTo(0, 0), document.fonts.ready.then(() => new Promise((done) => setTimeout(done, 150)))');
  await page.screenshot({ path: join(folder, `${name}-${appearance}.png`), fullPage: true });
  console.log(`${name}-${appearance}.png`);
  if (appearance !== 'light' || !README_SHOTS.includes(name)) return;
  const client = await page.context().newCDPSession(page);
  const { data } = await client.send('Page.captureScreenshot', { format: 'webp', quality: 82 });
  await writeFile(join(images, `dashboard-${name}.webp`), Buffer.from(data, 'base64'));
  await client.detach();
}

async function showInstallCode(page: Page): Promise<void> {
  await page.frameLocator('iframe').locator('.panel').waitFor();
  // The samples are kept only once, in the first appearance.
  const keepAll = page.getByRole('button', { name: 'Keep all' });
  if (await keepAll.isVisible()) await keepAll.click();
  await page.getByLabel('Website address').fill('https://bella-vista.example');
  await page.getByRole('button', { name: 'Get your code' }).click();
  await page.getByRole('region', { name: 'Your install code' }).waitFor();
}

async function askAssistant(page: Page): Promise<void> {
  await page.getByLabel('Message as a customer').fill('A table for 4 on Friday at 7:30 pm');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Why this answer?').waitFor();
}

/** Makes the business look established: without sample marks, and with weeks of past activity. */
async function addHistory(page: Page, connection: ConnectionOptions): Promise<void> {
  const config = await callAsOwner(page, 'GET', '/api/v1/config');
  const configWithoutMarks = JSON.parse(
    JSON.stringify(config, (name, value) => (name === 'sample' ? undefined : value)),
  );
  await callAsOwner(page, 'PUT', '/api/v1/config', {
    restaurant: configWithoutMarks.restaurant,
    fitness: configWithoutMarks.fitness,
    medical: configWithoutMarks.medical,
  });
  const { workspaces } = await callAsOwner<{ workspaces: { id: string }[] }>(page, 'GET', '/api/me');
  const client = new pg.Client(connection);
  await client.connect();
  for (const sql of HISTORY_SQL) await client.query(sql, sql.includes('$1') ? [workspaces[0]!.id] : []);
  await client.end();
}

const HISTORY_SQL = [
  // Conversations per day: more at the end of the week, and a little more each week.
  `create temporary table past as
   select row_number() over () as n, now() - d * interval '1 day' - (4 + k * 1.3) * interval '1 hour' as at
   from generate_series(1, 58) d,
     generate_series(1, 4 + (extract(isodow from now() - d * interval '1 day') / 2)::int * 2 + (58 - d) / 12 + (d * 7) % 4) k`,
  `insert into conversations (workspace_id, id, status, channel, business_type, customer, metadata, episodes, publishable,
     preview, message_count, created_at, updated_at)
   select $1, 'conv_0' || lpad(n::text, 25, '0'), 'resolved', 'widget', 'restaurant', '{"name": "Guest"}', '{}', '[]', false,
     'Thank you, see you then!', 6, at, at from past`,
  `insert into events (workspace_id, id, type, data, occurred_at)
   select $1, 'evt_0' || lpad(n::text, 25, '0'), 'conversation.resolved',
     jsonb_build_object('id', 'conv_0' || lpad(n::text, 25, '0')), at + interval '5 minutes' from past`,
  `insert into events (workspace_id, id, type, data, occurred_at)
   select $1, 'evt_1' || lpad(n::text, 25, '0'), 'conversation.handoff',
     jsonb_build_object('id', 'conv_0' || lpad(n::text, 25, '0')), at + interval '2 minutes' from past where n % 9 = 0`,
  `insert into bookings (workspace_id, id, kind, industry, status, code, starts_at, ends_at, party_size, customer, price,
     after_hours, created_at, updated_at)
   select $1, 'bkg_0' || lpad(n::text, 25, '0'), 'reservation', 'restaurant', 'completed', 'P' || lpad(n::text, 5, '0'),
     at, at + interval '2 hours', 2, '{"name": "Guest"}', 4000 + n % 7 * 900, n % 3 = 0, at, at from past where n % 3 <> 1`,
  `update api_keys set last_used_at = now() where workspace_id = $1`,
];
