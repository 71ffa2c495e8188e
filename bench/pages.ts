// The cost of pages in a browser: the dashboard's first page, an inbox of ten thousand, and the widget on a website.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { openBrowser, toPageFunction } from '../test/browser/browser.ts';
import { FILL_INBOX_SQL } from '../test/browser/inbox.ts';
import { callAsOwner, signUpAsOwner } from '../test/browser/owner.ts';
import { KEEP_ALL_SAMPLES } from '../test/business.ts';
import { computeMedian } from './median.ts';
import type { Bench } from './setup.ts';

const VISITS = 9;
const CONVERSATIONS = 10_000;
const SCROLL_FRAMES = 120;
const SEARCHES = ['4711', 'Customer 99', 'table', 'nowhere', 'Is table 77 free'];
const RUNS_PER_SEARCH = 5;
/** Like a phone that is some years old. */
const CPU_THROTTLING_RATE = 4;
/** Like the mobile network of a small town. */
const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const GOALS_MS = { interactive: 2_000, bookingPage: 1_500, frame: 16, search: 200, widget: 50 };

type Measurement = { name: string; ms: number; goalMs: number };

export async function benchPages({ dbOwnerPool, serviceUrl }: Bench): Promise<boolean> {
  const browser = await openBrowser();
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
  await signUpAsOwner(page, serviceUrl);
  await callAsOwner(page, 'POST', '/api/v1/setup', { industry: 'restaurant' });
  const account = await callAsOwner<{ workspaces: { id: string }[] }>(page, 'GET', '/api/me');
  await dbOwnerPool.query(FILL_INBOX_SQL, [account.workspaces[0]!.id, CONVERSATIONS]);
  await dbOwnerPool.query('vacuum analyze conversations, messages');
  const measurements = [
    {
      name: 'overview interactive, throttled',
      ms: await measureInteractive(page, serviceUrl),
      goalMs: GOALS_MS.interactive,
    },
    {
      name: 'booking page interactive, throttled',
      ms: await measureBookingPage(page),
      goalMs: GOALS_MS.bookingPage,
    },
    {
      name: 'main thread a frame, scrolling the inbox',
      ms: await measureScrolling(page, serviceUrl),
      goalMs: GOALS_MS.frame,
    },
    { name: 'slowest search in the inbox', ms: await measureSearch(page), goalMs: GOALS_MS.search },
    {
      name: 'main thread for the widget, throttled',
      ms: await measureWidgetCost(page, serviceUrl),
      goalMs: GOALS_MS.widget,
    },
  ];
  await browser.close();
  return report(measurements);
}

/** Resolves when the figures are visible, nothing is loading and the page is idle. */
const WAIT_UNTIL_INTERACTIVE = `new Promise((done) => {
  const isReady = () => document.querySelector('main dl') && !document.querySelector('main .animate-pulse');
  const check = () => isReady() ? requestIdleCallback(() => done(performance.now())) : requestAnimationFrame(check);
  check();
})`;

/** The median over visits by a signed-in browser with an empty cache. */
async function measureInteractive(page: Page, url: string): Promise<number> {
  const storageState = await page.context().storageState();
  const times: number[] = [];
  for (let visit = 0; visit < VISITS; visit++) {
    const { client, freshPage, close } = await openFreshPage(page.context().browser()!, { storageState });
    await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_THROTTLING_RATE });
    await freshPage.goto(url, { waitUntil: 'commit' });
    times.push((await freshPage.evaluate(WAIT_UNTIL_INTERACTIVE)) as number);
    await close();
  }
  return computeMedian(times);
}

/** The median over first visits on a slow network: its script has run and it is idle. */
async function measureBookingPage(page: Page): Promise<number> {
  await callAsOwner(page, 'POST', '/api/v1/config/samples', KEEP_ALL_SAMPLES);
  const { url } = await callAsOwner(page, 'PUT', '/api/v1/booking-page', { enabled: true });
  const times: number[] = [];
  for (let visit = 0; visit < VISITS; visit++) {
    const { client, freshPage, close } = await openFreshPage(page.context().browser()!, {});
    await client.send('Network.enable');
    await client.send('Network.emulateNetworkConditions', SLOW_NETWORK);
    await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_THROTTLING_RATE });
    await freshPage.goto(new URL(new URL(String(url)).pathname, page.url()).href);
    times.push(
      (await freshPage.evaluate('new Promise((done) => requestIdleCallback(() => done(performance.now())))')) as number,
    );
    await close();
  }
  return computeMedian(times);
}

/** A screen and a half per frame, faster than anybody reads. */
async function measureScrolling(page: Page, url: string): Promise<number> {
  await page.goto(`${url}/inbox`);
  const list = page.getByRole('list', { name: 'Conversations' });
  await list.getByRole('listitem').first().waitFor();
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busyBeforeMs = await readBusyMs(client);
  await list.locator('..').evaluate(
    toPageFunction<Promise<void>>(`async (list) => {
      for (let frame = 0; frame < ${SCROLL_FRAMES}; frame++) {
        list.scrollBy(0, 1000);
        await new Promise(requestAnimationFrame);
      }
    }`),
  );
  return ((await readBusyMs(client)) - busyBeforeMs) / SCROLL_FRAMES;
}

/** The slowest of several searches, by the median of each. Timed in the page, without the transfer to this process. */
async function measureSearch(page: Page): Promise<number> {
  const medians: number[] = [];
  for (const query of SEARCHES) {
    const path = `/api/inbox/conversations?q=${encodeURIComponent(query)}&limit=100`;
    const times: number[] = [];
    while (times.length < RUNS_PER_SEARCH) times.push((await page.evaluate(createTimedFetchScript(path))) as number);
    medians.push(computeMedian(times));
  }
  return Math.max(...medians);
}

const createTimedFetchScript = (path: string) => `(async () => {
  const startedAt = performance.now();
  await (await fetch(${JSON.stringify(path)})).json();
  return performance.now() - startedAt;
})()`;

/** Both pages log when everything is drawn; nothing is measured until then. */
const LOG_WHEN_DRAWN = `() => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => console.log('drawn'), 50)))`;

/** What the widget adds to a page: the median over pairs of visits, each with an empty cache. */
async function measureWidgetCost(page: Page, serviceUrl: string): Promise<number> {
  const site = await openSite();
  const origins = [site.origin];
  const { key } = await callAsOwner(page, 'POST', '/api/keys', {
    name: 'Website',
    mode: 'live',
    kind: 'publishable',
    origins,
  });
  site.bodyByPath['/bare'] = `<script>addEventListener('load', ${LOG_WHEN_DRAWN})</script>`;
  site.bodyByPath['/with-widget'] =
    `<script>window.frontdesk = (...call) => (frontdesk.q ??= []).push(call); frontdesk('on', 'ready', ${LOG_WHEN_DRAWN})</script>
     <script src="${serviceUrl}/widget.js" data-key="${key}" async></script>`;
  const measureVisit = async (path: string) => {
    const { client, freshPage, close } = await openFreshPage(page.context().browser()!);
    await client.send('Performance.enable', { timeDomain: 'threadTicks' });
    await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_THROTTLING_RATE });
    const drawnMessage = freshPage.waitForEvent('console', (message) => message.text() === 'drawn');
    await Promise.all([freshPage.goto(site.origin + path), drawnMessage]);
    const ms = await readBusyMs(client);
    await close();
    return ms;
  };
  await measureVisit('/with-widget');
  const extraMs: number[] = [];
  for (let pair = 0; pair < VISITS; pair++)
    extraMs.push(-(await measureVisit('/bare')) + (await measureVisit('/with-widget')));
  site.server.close();
  return computeMedian(extraMs);
}

async function openFreshPage(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  const freshPage = await context.newPage();
  return { freshPage, client: await context.newCDPSession(freshPage), close: () => context.close() };
}

/** Busy time of the page's main thread. */
async function readBusyMs(client: CDPSession): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1_000;
}

/** A website on a different origin from the service. */
async function openSite(): Promise<{ server: Server; origin: string; bodyByPath: Record<string, string> }> {
  const bodyByPath: Record<string, string> = {};
  const server = createServer((request, response) => {
    const bodyHtml = bodyByPath[request.url!];
    response.writeHead(bodyHtml === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><html lang="en"><title>A website</title>${bodyHtml}<h1>A website</h1></html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, origin: `http://localhost:${(server.address() as AddressInfo).port}`, bodyByPath };
}

function report(measurements: Measurement[]): boolean {
  console.log(`\nPages in a browser; throttled is ${CPU_THROTTLING_RATE} times slower than this machine`);
  for (const { name, ms, goalMs } of measurements) {
    console.log(`${ms < goalMs ? 'met' : 'MISSED'}: ${name} ${ms.toFixed(1)} ms (goal under ${goalMs})`);
  }
  return measurements.every(({ ms, goalMs }) => ms < goalMs);
}
