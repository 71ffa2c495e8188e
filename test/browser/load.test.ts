// What the widget costs a page. How much of its main thread, `npm run bench` says.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { chatOf, visit } from './browser.ts';
import { openWidgetWebsite } from './website.ts';

const { browser, site, home, service } = await openWidgetWebsite();
const DIST = join(import.meta.dirname, '../../dist/widget');

const KB = 1_000;
const FIRST_LOAD = 15 * KB;
const ALL = 25.5 * KB;
const LANGUAGE = 2 * KB;

it('is small', async () => {
  const size = (name: string) => gzipSync(readFileSync(join(DIST, name))).length;
  const sizes = Object.fromEntries(readdirSync(DIST).map((name) => [name, size(name)]));
  const isLanguage = (name: string) => name.startsWith('texts-');
  const [languages, scripts] = [
    Object.keys(sizes).filter(isLanguage),
    Object.keys(sizes).filter((name) => !isLanguage(name)),
  ];
  const all = scripts.reduce((sum, name) => sum + sizes[name]!, 0);
  console.log('widget, gzip:', sizes, 'in all, languages aside', all);
  expect(sizes['widget.js']).toBeLessThanOrEqual(FIRST_LOAD);
  expect(all).toBeLessThanOrEqual(ALL);
  // One of them, for whoever reads another language than English.
  for (const name of languages) expect(sizes[name]).toBeLessThanOrEqual(LANGUAGE);
});

it('transfers no more than that, and nothing from anywhere else', async () => {
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
  const sum = scripts().reduce((all, [, one]) => all + one, 0);
  console.log('transferred, headers included:', scripts());
  expect(sum).toBeLessThanOrEqual(ALL + KB);
  const others = [...bytes.keys()].filter((url) => ![service.url, site.origin].includes(new URL(url).origin));
  expect(others).toEqual([]);
});

it('moves nothing on the page', async () => {
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
