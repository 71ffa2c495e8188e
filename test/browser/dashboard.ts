// The dashboard as it is written, and somebody of the team who is signed in to it.
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll } from 'vitest';
import type { AppOptions } from '../../src/app-options.ts';
import type { Config } from '../../src/kernel/config.ts';
import { everyDay, must } from '../business.ts';
import { asOwner, call, makeKey, type Service, signUp, startService } from '../harness.ts';
import { openBrowser, openPage, PATIENCE_MS } from './browser.ts';
import { builtDashboard } from './built.ts';
import { FILL_INBOX } from './inbox.ts';

export type OpenedDashboard = {
  service: Service;
  browser: Browser;
  workspace: string;
  owner: string;
  key: string;
  cookie: string;
  /** A page of the dashboard, as the owner sees it; what its console says is kept. */
  open(path: string, options?: BrowserContextOptions, cookie?: string): Promise<{ page: Page; said: string[] }>;
};

export async function openDashboard(
  industries = ['restaurant'],
  config: Partial<Config> = {},
  options: Partial<AppOptions> = {},
): Promise<OpenedDashboard> {
  const web = await builtDashboard();
  const [browser, service] = await Promise.all([
    openBrowser(),
    startService(undefined, config, { dashboardFolder: web, ...options }),
  ]);
  afterAll(() => browser.close());
  const { cookie, user } = await signUp(service, { name: 'Ann Owner', businessName: 'Bella Vista' });
  const workspace = (await call(service, 'GET', '/api/me', { cookie })).json.workspaces[0].id as string;
  await asOwner(service.connection, `update workspaces set plan = 'business' where id = $1`, [workspace]);
  const { key } = await makeKey(service, workspace);
  for (const industry of industries)
    must(201, await call(service, 'POST', '/api/v1/setup', { key, body: { industry } }));
  must(200, await call(service, 'POST', '/api/v1/config/samples', { key, body: { keep: ['/'] } }));
  const hours = everyDay(['09:00', '23:00']);
  const timezone = 'America/New_York';
  must(
    200,
    await call(service, 'PUT', '/api/v1/config', { key, body: { name: 'Bella Vista', hours, closures: [], timezone } }),
  );
  const { url } = service;
  const open: OpenedDashboard['open'] = async (path, options = {}, as = cookie) => {
    const viewport = { width: 1360, height: 860 };
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce', ...options });
    context.setDefaultTimeout(PATIENCE_MS);
    const pairs = as.split('; ').map((pair) => pair.split(/=(.*)/s));
    await context.addCookies(pairs.map(([name, value]) => ({ name: name!, value: value!, url })));
    return openPage(context, url + path);
  };
  return { service, browser, workspace, owner: user.id, key, cookie, open };
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Other colours are there a frame later, or when what leads over to them is over. */
const SETTLED = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() =>
  Promise.all(document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished.catch(() => undefined)))).then(() => undefined)`;

/** What axe finds on the page as it stands: everything, or by the rules named. */
export async function violations(page: Page, rules = RULES): Promise<string[]> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe.source);
  await page.evaluate(SETTLED);
  return page.evaluate(`axe.run(document, { iframes: false, runOnly: ${JSON.stringify(rules)} })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map((node) => id + ' ' + node.html.slice(0, 160))))`);
}

export const fillInbox = (service: Service, workspace: string, count: number) =>
  asOwner(service.connection, FILL_INBOX, [workspace, count]);
