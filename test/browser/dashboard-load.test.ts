// How much the dashboard loads. `npm run bench` measures how long that takes.
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { fillInbox, openDashboard } from './dashboard.ts';

const { service, workspace, browser, cookie } = await openDashboard();
const MAX_FIRST_LOAD_BYTES = 145_000;
await fillInbox(service, workspace, 200);

/** A browser that has never been here, signed in. */
async function openAsNewVisitor() {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
  const cookiePairs = cookie.split('; ').map((pair) => pair.split(/=(.*)/s));
  await context.addCookies(cookiePairs.map(([name, value]) => ({ name: name!, value: value!, url: service.url })));
  return { context, page: await context.newPage() };
}

/** Resolves when the figures are shown, nothing is loading, and the page is idle. */
const WAIT_UNTIL_INTERACTIVE = `new Promise((done) => {
  const isLoaded = () => document.querySelector('main dl') && !document.querySelector('main .animate-pulse');
  const poll = () => isLoaded() ? requestIdleCallback(() => done()) : requestAnimationFrame(poll);
  poll();
})`;

it('first loads 145 KB of script at most, chart included', async () => {
  const { context, page } = await openAsNewVisitor();
  const scriptSizes: Promise<[string, number]>[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    // Measured with gzip; better encodings are smaller still.
    if (pathname.endsWith('.js'))
      scriptSizes.push(response.body().then((body) => [pathname, gzipSync(body).length] as [string, number]));
  });
  await page.goto(service.url);
  await page.evaluate(WAIT_UNTIL_INTERACTIVE);
  const sizesByPath = await Promise.all(scriptSizes);
  const totalBytes = sizesByPath.reduce((total, [, size]) => total + size, 0);
  console.log('first load, gzip:', Object.fromEntries(sizesByPath), 'total', totalBytes);
  expect(totalBytes).toBeLessThanOrEqual(MAX_FIRST_LOAD_BYTES);
  await context.close();
});

it('loads the industries only once, even after a minute', async () => {
  const { context, page } = await openAsNewVisitor();
  let requestCount = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/v1/config/industries') requestCount++;
  });
  await page.goto(service.url);
  await page.evaluate(WAIT_UNTIL_INTERACTIVE);
  await page.clock.setSystemTime(Date.now() + 60_000);
  await page.getByRole('link', { name: /^Bookings/ }).click();
  await page.getByRole('heading', { name: 'Bookings', level: 1 }).waitFor();
  expect(requestCount).toBe(1);
  await context.close();
});
