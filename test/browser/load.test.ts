// What the widget costs a page.
import { readdirSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { chatOf, visit } from './browser.ts';
import { html, setStage } from './stage.ts';

const { browser, site, home, service, restaurant } = await setStage();
const DIST = join(import.meta.dirname, '../../dist/widget');
const load = () => `load average ${loadavg()[0]!.toFixed(2)}`;

const KB = 1_000;
const FIRST_LOAD = 15 * KB;
const ALL = 25 * KB;
const MAIN_THREAD_MS = 50;

it('is small', async () => {
  const size = (name: string) => gzipSync(readFileSync(join(DIST, name))).length;
  const sizes = Object.fromEntries(readdirSync(DIST).map((name) => [name, size(name)]));
  const all = Object.values(sizes).reduce((sum, bytes) => sum + bytes, 0);
  console.log('widget, gzip:', sizes, 'in all', all);
  expect(sizes['widget.js']).toBeLessThanOrEqual(FIRST_LOAD);
  expect(all).toBeLessThanOrEqual(ALL);
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

it('takes less than 50 ms of the main thread, four times throttled', async () => {
  // Both pages say when the last thing is drawn, and nothing is asked of them until then.
  const DRAWN = `() => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => console.log('drawn'), 50)))`;
  const bare = site.put('/bare', html(`<script>addEventListener('load', ${DRAWN})</script>`));
  const dressed = site.put(
    '/dressed',
    html(`<script>window.frontdesk = (...call) => (frontdesk.q ??= []).push(call); frontdesk('on', 'ready', ${DRAWN})</script>
      <script src="${service.url}/widget.js" data-key="${restaurant.key}" async></script>`),
  );

  /** From the address to a page that is drawn, by somebody who was never here before. */
  async function cost(url: string) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await client.send('Performance.enable', { timeDomain: 'threadTicks' });
    await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const drawn = page.waitForEvent('console', (message) => message.text() === 'drawn');
    await Promise.all([page.goto(url), drawn]);
    const { metrics } = await client.send('Performance.getMetrics');
    await context.close();
    const of = (name: string) => metrics.find((it) => it.name === name)!.value * 1_000;
    return { task: of('TaskDuration'), script: of('ScriptDuration') };
  }
  /** What the widget adds, in the middle of several pairs of pages. */
  async function round(): Promise<number> {
    const more: Awaited<ReturnType<typeof cost>>[] = [];
    for (let pair = 0; pair < 9; pair++) {
      const without = await cost(bare);
      const { task, script } = await cost(dressed);
      more.push({ task: task - without.task, script: script - without.script });
    }
    more.sort((one, other) => one.task - other.task);
    const [least, quarter, median, most] = [0, more.length >> 2, more.length >> 1, more.length - 1].map(
      (at) => more[at]!,
    );
    console.log(
      `main thread, 4× throttled, above the page without it: median ${median!.task.toFixed(1)} ms ` +
        `(script ${median!.script.toFixed(1)}), a quarter below ${quarter!.task.toFixed(1)}, ` +
        `from ${least!.task.toFixed(1)} to ${most!.task.toFixed(1)}; ${load()}`,
    );
    return median!.task;
  }
  await cost(dressed);
  let median = await round();
  // What else the machine does is in it too: a busy one gets two more tries.
  for (let tries = 2; tries > 0 && median >= MAIN_THREAD_MS; tries--) median = await round();
  expect(median).toBeLessThan(MAIN_THREAD_MS);
});
