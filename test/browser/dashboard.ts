// Starts the service with the current dashboard and signs in its owner.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { AppOptions } from '../../src/app-options.ts';
import type { Config } from '../../src/kernel/config.ts';
import { createEveryDayHours, expectStatus, KEEP_ALL_SAMPLES } from '../business.ts';
import { call, createApiKey, queryAsDbOwner, type Service, signUp, startService } from '../harness.ts';
import { openPage, TIMEOUT_MS } from './browser.ts';
import { buildDashboard } from './build-dashboard.ts';
import { FILL_INBOX_SQL } from './inbox.ts';
import { closeAfterTest, connectSharedBrowser } from './shared-browser.ts';

export type OpenedDashboard = {
  service: Service;
  browser: Browser;
  workspace: string;
  ownerId: string;
  key: string;
  cookie: string;
  /** Opens a page as the owner, or as whom `cookie` signs in, and collects the console's output. */
  open(
    path: string,
    options?: BrowserContextOptions & { cookie?: string },
  ): Promise<{ page: Page; consoleLines: string[] }>;
};

export async function openDashboard(
  industries = ['restaurant'],
  config: Partial<Config> = {},
  options: Partial<AppOptions> = {},
): Promise<OpenedDashboard> {
  const dashboardFolder = await buildDashboard();
  const service = await startService(undefined, config, { dashboardFolder, ...options });
  const browser = await connectSharedBrowser();
  const { cookie, user } = await signUp(service, { name: 'Ann Owner', businessName: 'Bella Vista' });
  const workspace = (await call(service, 'GET', '/api/me', { cookie })).json.workspaces[0].id as string;
  await queryAsDbOwner(service.connection, `update workspaces set plan = 'business' where id = $1`, [workspace]);
  const { key } = await createApiKey(service, workspace);
  for (const industry of industries)
    expectStatus(201, await call(service, 'POST', '/api/v1/setup', { key, body: { industry } }));
  expectStatus(200, await call(service, 'POST', '/api/v1/config/samples', { key, body: KEEP_ALL_SAMPLES }));
  const hours = createEveryDayHours(['09:00', '23:00']);
  const timezone = 'America/New_York';
  expectStatus(
    200,
    await call(service, 'PUT', '/api/v1/config', { key, body: { name: 'Bella Vista', hours, closures: [], timezone } }),
  );
  const { url } = service;
  const contexts = new Map<string, Promise<BrowserContext>>();
  const open: OpenedDashboard['open'] = async (path, { cookie: sessionCookie = cookie, ...contextOptions } = {}) => {
    const contextKey = JSON.stringify([contextOptions, sessionCookie]);
    const contextPromise = contexts.get(contextKey) ?? openSignedInContext(browser, url, contextOptions, sessionCookie);
    contexts.set(contextKey, contextPromise);
    const context = await contextPromise;
    const openedPage = await openPage(context, url + path);
    closeAfterTest(openedPage.page);
    return openedPage;
  };
  return { service, browser, workspace, ownerId: user.id, key, cookie, open };
}

async function openSignedInContext(browser: Browser, url: string, options: BrowserContextOptions, cookie: string) {
  const context = await browser.newContext({
    viewport: { width: 1360, height: 860 },
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  const cookiePairs = cookie.split('; ').map((pair) => pair.split(/=(.*)/s));
  await context.addCookies(cookiePairs.map(([name, value]) => ({ name: name!, value: value!, url })));
  return context;
}

export const fillInbox = (service: Service, workspace: string, count: number) =>
  queryAsDbOwner(service.connection, FILL_INBOX_SQL, [workspace, count]);
