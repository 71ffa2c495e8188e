// What the dashboard sends to whoever opens it. How long that takes, `npm run bench` says.
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { fillInbox, openDashboard } from './dashboard.ts';

const { service, workspace, browser, cookie } = await openDashboard();
const FIRST_LOAD = 145_000;
await fillInbox(service, workspace, 200);

/** A browser that has never been here, signed in. */
async function firstVisit() {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
  const pairs = cookie.split('; ').map((pair) => pair.split(/=(.*)/s));
  await context.addCookies(pairs.map(([name, value]) => ({ name: name!, value: value!, url: service.url })));
  return { context, page: await context.newPage() };
}

/** When the figures stand there, nothing is loading any more, and the page has time for a click. */
const INTERACTIVE = `new Promise((done) => {
  const isThere = () => document.querySelector('main dl') && !document.querySelector('main .animate-pulse');
  const look = () => isThere() ? requestIdleCallback(() => done()) : requestAnimationFrame(look);
  look();
})`;

it('first loads 145 KB of script at most, chart included', async () => {
  const { context, page } = await firstVisit();
  const sizes: Promise<[string, number]>[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    // As gzip sends it: what a browser asks for better is smaller still.
    if (pathname.endsWith('.js'))
      sizes.push(response.body().then((body) => [pathname, gzipSync(body).length] as [string, number]));
  });
  await page.goto(service.url);
  await page.evaluate(INTERACTIVE);
  const all = await Promise.all(sizes);
  const sum = all.reduce((total, [, size]) => total + size, 0);
  console.log('first load, gzip:', Object.fromEntries(all), 'in all', sum);
  expect(sum).toBeLessThanOrEqual(FIRST_LOAD);
  await context.close();
});

it('reads the industries once, however long somebody stays', async () => {
  const { context, page } = await firstVisit();
  let requests = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/v1/config/industries') requests++;
  });
  await page.goto(service.url);
  await page.evaluate(INTERACTIVE);
  await page.clock.setSystemTime(Date.now() + 60_000);
  await page.getByRole('link', { name: /^Bookings/ }).click();
  await page.getByRole('heading', { name: 'Bookings', level: 1 }).waitFor();
  expect(requests).toBe(1);
  await context.close();
});
