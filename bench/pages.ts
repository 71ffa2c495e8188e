// What pages cost in a browser: the dashboard's first one, an inbox of ten thousand, and the widget on somebody's website.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { inPage, openBrowser } from '../test/browser/browser.ts';
import { FILL_INBOX } from '../test/browser/inbox.ts';
import { asOwner, signUpAsOwner } from '../test/browser/owner.ts';
import { median } from './median.ts';
import type { Bench } from './setup.ts';

const VISITS = 9;
const CONVERSATIONS = 10_000;
const FRAMES = 120;
const SEARCHES = ['4711', 'Customer 99', 'table', 'nowhere', 'Is table 77 free'];
const SEARCHED = 5;
/** As on a phone that is some years old. */
const THROTTLED = 4;
const GOALS = { interactive: 2_000, frame: 16, search: 200, widget: 50 };

type Judged = { what: string; ms: number; goal: number };

export async function pages({ owner, serviceUrl }: Bench): Promise<boolean> {
  const browser = await openBrowser();
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
  await signUpAsOwner(page, serviceUrl);
  await asOwner(page, 'POST', '/api/v1/setup', { industry: 'restaurant' });
  const me = (await asOwner(page, 'GET', '/api/me')) as unknown as { workspaces: { id: string }[] };
  await owner.query(FILL_INBOX, [me.workspaces[0]!.id, CONVERSATIONS]);
  await owner.query('vacuum analyze conversations, messages');
  const judged = [
    { what: 'overview interactive, throttled', ms: await interactive(page, serviceUrl), goal: GOALS.interactive },
    { what: 'main thread a frame, scrolling the inbox', ms: await scrolled(page, serviceUrl), goal: GOALS.frame },
    { what: 'slowest search in the inbox', ms: await searched(page), goal: GOALS.search },
    { what: 'main thread for the widget, throttled', ms: await widgetCost(page, serviceUrl), goal: GOALS.widget },
  ];
  await browser.close();
  return report(judged);
}

/** When the figures stand there, nothing is loading any more, and the page has time for a click. */
const INTERACTIVE = `new Promise((done) => {
  const isThere = () => document.querySelector('main dl') && !document.querySelector('main .animate-pulse');
  const look = () => isThere() ? requestIdleCallback(() => done(performance.now())) : requestAnimationFrame(look);
  look();
})`;

/** The median of visits by a browser that has never been here, signed in. */
async function interactive(page: Page, url: string): Promise<number> {
  const storageState = await page.context().storageState();
  const times: number[] = [];
  for (let visit = 0; visit < VISITS; visit++) {
    const { client, fresh, close } = await anew(page.context().browser()!, { storageState });
    await client.send('Emulation.setCPUThrottlingRate', { rate: THROTTLED });
    await fresh.goto(url, { waitUntil: 'commit' });
    times.push((await fresh.evaluate(INTERACTIVE)) as number);
    await close();
  }
  return median(times);
}

/** A screen and a half each frame, which is faster than anybody reads. */
async function scrolled(page: Page, url: string): Promise<number> {
  await page.goto(`${url}/inbox`);
  const list = page.getByRole('list', { name: 'Conversations' });
  await list.getByRole('listitem').first().waitFor();
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await busyMs(client);
  await list.locator('..').evaluate(
    inPage<Promise<void>>(`async (it) => {
      for (let frame = 0; frame < ${FRAMES}; frame++) {
        it.scrollBy(0, 1000);
        await new Promise(requestAnimationFrame);
      }
    }`),
  );
  return ((await busyMs(client)) - before) / FRAMES;
}

/** The slowest of several searches, each by the median of its times. */
async function searched(page: Page): Promise<number> {
  const slowest: number[] = [];
  for (const words of SEARCHES) {
    const times: number[] = [];
    while (times.length < SEARCHED) {
      const began = performance.now();
      await asOwner(page, 'GET', `/api/inbox/conversations?q=${encodeURIComponent(words)}&limit=100`);
      times.push(performance.now() - began);
    }
    slowest.push(median(times));
  }
  return Math.max(...slowest);
}

/** Both pages say when the last thing is drawn, and nothing is asked of them until then. */
const DRAWN = `() => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => console.log('drawn'), 50)))`;

/** What the widget adds to a page, in the middle of several pairs of visits, each by somebody who was never there. */
async function widgetCost(page: Page, serviceUrl: string): Promise<number> {
  const site = await openSite();
  const origins = [site.origin];
  const { key } = await asOwner(page, 'POST', '/api/keys', {
    ...{ name: 'Website', mode: 'live', kind: 'publishable', origins },
  });
  site.pages['/bare'] = `<script>addEventListener('load', ${DRAWN})</script>`;
  site.pages['/dressed'] =
    `<script>window.frontdesk = (...call) => (frontdesk.q ??= []).push(call); frontdesk('on', 'ready', ${DRAWN})</script>
     <script src="${serviceUrl}/widget.js" data-key="${key}" async></script>`;
  const cost = async (path: string) => {
    const { client, fresh, close } = await anew(page.context().browser()!);
    await client.send('Performance.enable', { timeDomain: 'threadTicks' });
    await client.send('Emulation.setCPUThrottlingRate', { rate: THROTTLED });
    const drawn = fresh.waitForEvent('console', (message) => message.text() === 'drawn');
    await Promise.all([fresh.goto(site.origin + path), drawn]);
    const ms = await busyMs(client);
    await close();
    return ms;
  };
  await cost('/dressed');
  const more: number[] = [];
  for (let pair = 0; pair < VISITS; pair++) more.push(-(await cost('/bare')) + (await cost('/dressed')));
  site.server.close();
  return median(more);
}

async function anew(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  const fresh = await context.newPage();
  return { fresh, client: await context.newCDPSession(fresh), close: () => context.close() };
}

/** Of the page's main thread. */
async function busyMs(client: CDPSession): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1_000;
}

/** A website of another origin than the service's. */
async function openSite(): Promise<{ server: Server; origin: string; pages: Record<string, string> }> {
  const pages: Record<string, string> = {};
  const server = createServer((request, response) => {
    const script = pages[request.url!];
    response.writeHead(script === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><html lang="en"><title>A website</title>${script}<h1>A website</h1></html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, origin: `http://localhost:${(server.address() as AddressInfo).port}`, pages };
}

function report(judged: Judged[]): boolean {
  console.log(`\nPages in a browser; throttled is ${THROTTLED} times slower than this machine`);
  for (const { what, ms, goal } of judged) {
    console.log(`${ms < goal ? 'met' : 'MISSED'}: ${what} ${ms.toFixed(1)} ms (goal under ${goal})`);
  }
  return judged.every(({ ms, goal }) => ms < goal);
}
