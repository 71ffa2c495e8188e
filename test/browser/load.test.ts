// How much the widget adds to a page. `npm run bench` measures its time on the main thread.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { locateChat, visit } from './browser.ts';
import { openWidgetWebsite } from './website.ts';

const { browser, site, homeUrl, service } = await openWidgetWebsite();
const DIST = join(import.meta.dirname, '../../dist/widget');

const KB = 1_000;
const MAX_FIRST_LOAD_BYTES = 15 * KB;
const MAX_TOTAL_BYTES = 25.5 * KB;
const MAX_LANGUAGE_FILE_BYTES = 2 * KB;

it('the widget’s files are small', async () => {
  const computeGzipSize = (name: string) => gzipSync(readFileSync(join(DIST, name))).length;
  const sizesByFile = Object.fromEntries(readdirSync(DIST).map((name) => [name, computeGzipSize(name)]));
  const isLanguageFile = (name: string) => name.startsWith('texts-');
  const [languageFiles, scriptFiles] = [
    Object.keys(sizesByFile).filter(isLanguageFile),
    Object.keys(sizesByFile).filter((name) => !isLanguageFile(name)),
  ];
  const totalSize = scriptFiles.reduce((sum, name) => sum + sizesByFile[name]!, 0);
  console.log('widget, gzip:', sizesByFile, 'total without languages', totalSize);
  expect(sizesByFile['widget.js']).toBeLessThanOrEqual(MAX_FIRST_LOAD_BYTES);
  expect(totalSize).toBeLessThanOrEqual(MAX_TOTAL_BYTES);
  // A visitor loads at most one of them.
  for (const name of languageFiles) expect(sizesByFile[name]).toBeLessThanOrEqual(MAX_LANGUAGE_FILE_BYTES);
});

it('the widget transfers only its own files, and nothing from other origins', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  const bytesByUrl = new Map<string, number>();
  const urlsByRequestId = new Map<string, string>();
  client.on('Network.responseReceived', ({ requestId, response }) => urlsByRequestId.set(requestId, response.url));
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    bytesByUrl.set(urlsByRequestId.get(requestId) ?? requestId, encodedDataLength),
  );
  await page.goto(homeUrl, { waitUntil: 'networkidle' });
  const listTransferredScripts = () =>
    [...bytesByUrl].filter(([url]) => /widget[./]/.test(url) && !url.includes('/api/'));
  expect(listTransferredScripts().map(([url]) => url)).toEqual([`${service.url}/widget.js`]);
  const chat = locateChat(page);
  await chat.open();
  await chat.say('What is on the menu?');
  const transferredBytes = listTransferredScripts().reduce((total, [, size]) => total + size, 0);
  console.log('transferred, headers included:', listTransferredScripts());
  expect(transferredBytes).toBeLessThanOrEqual(MAX_TOTAL_BYTES + KB);
  const otherUrls = [...bytesByUrl.keys()].filter((url) => ![service.url, site.origin].includes(new URL(url).origin));
  expect(otherUrls).toEqual([]);
});

it('the widget shifts nothing on the page', async () => {
  const { page } = await visit(browser, homeUrl);
  await page.evaluate(`(() => { window.shifts = 0;
    new PerformanceObserver((list) => { for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shifts += value; })
      .observe({ type: 'layout-shift', buffered: true }); })()`);
  const chat = locateChat(page);
  await chat.open();
  await chat.say('When are you open?');
  await chat.button('Close chat').click();
  expect(await page.evaluate('shifts')).toBe(0);
});
