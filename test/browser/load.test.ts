// How much the widget adds to a page. `npm run bench` measures its time on the main thread.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { chatOf, visit } from './browser.ts';
import { openWidgetWebsite } from './website.ts';

const { browser, site, home, service } = await openWidgetWebsite();
const DIST = join(import.meta.dirname, '../../dist/widget');

const KB = 1_000;
const MAX_FIRST_LOAD = 15 * KB;
const MAX_TOTAL = 25.5 * KB;
const MAX_LANGUAGE_FILE = 2 * KB;

it('the widget’s files are small', async () => {
  const size = (name: string) => gzipSync(readFileSync(join(DIST, name))).length;
  const sizes = Object.fromEntries(readdirSync(DIST).map((name) => [name, size(name)]));
  const isLanguage = (name: string) => name.startsWith('texts-');
  const [languages, scripts] = [
    Object.keys(sizes).filter(isLanguage),
    Object.keys(sizes).filter((name) => !isLanguage(name)),
  ];
  const total = scripts.reduce((sum, name) => sum + sizes[name]!, 0);
  console.log('widget, gzip:', sizes, 'total without languages', total);
  expect(sizes['widget.js']).toBeLessThanOrEqual(MAX_FIRST_LOAD);
  expect(total).toBeLessThanOrEqual(MAX_TOTAL);
  // A visitor loads at most one of them.
  for (const name of languages) expect(sizes[name]).toBeLessThanOrEqual(MAX_LANGUAGE_FILE);
});

it('the widget transfers only its own files, and nothing from other origins', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  const bytes = new Map<string, number>();
  const urls = new Map<string, string>();
  client.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url));
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    bytes.set(urls.get(requestId) ?? requestId, encodedDataLength),
  );
  await page.goto(home, { waitUntil: 'networkidle' });
  const scripts = () => [...bytes].filter(([url]) => /widget[./]/.test(url) && !url.includes('/api/'));
  expect(scripts().map(([url]) => url)).toEqual([`${service.url}/widget.js`]);
  const chat = chatOf(page);
  await chat.open();
  await chat.say('What is on the menu?');
  const transferred = scripts().reduce((all, [, size]) => all + size, 0);
  console.log('transferred, headers included:', scripts());
  expect(transferred).toBeLessThanOrEqual(MAX_TOTAL + KB);
  const otherUrls = [...bytes.keys()].filter((url) => ![service.url, site.origin].includes(new URL(url).origin));
  expect(otherUrls).toEqual([]);
});

it('the widget shifts nothing on the page', async () => {
  const { page } = await visit(browser, home);
  await page.evaluate(`(() => { window.shifts = 0;
    new PerformanceObserver((list) => { for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shifts += value; })
      .observe({ type: 'layout-shift', buffered: true }); })()`);
  const chat = chatOf(page);
  await chat.open();
  await chat.say('When are you open?');
  await chat.button('Close chat').click();
  expect(await page.evaluate('shifts')).toBe(0);
});
