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

/** Waits for the next frame to be drawn, and the one after it. */
const DRAWN = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))';

it('takes less than 50 ms of the main thread, four times throttled', async () => {
  const bare = site.put('/bare', html('<script>window.page = 1</script>'));
  const add = `new Promise((done) => { window.frontdesk = (...call) => { (frontdesk.q ??= []).push(call) };
    frontdesk('on', 'ready', done);
    document.body.append(Object.assign(document.createElement('script'), { src: '${service.url}/widget.js', async: true }));
    document.body.lastChild.dataset.key = '${restaurant.key}'; }).then(() => ${DRAWN})`;

  /** Of a page that stands there already: from the script element to the button on the screen. */
  async function cost() {
    const context = await browser.newContext();
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await client.send('Performance.enable', { timeDomain: 'threadTicks' });
    await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.goto(bare, { waitUntil: 'networkidle' });
    await page.evaluate(DRAWN);
    const look = async () => (await client.send('Performance.getMetrics')).metrics;
    const before = await look();
    await page.evaluate(DRAWN);
    const control = await look();
    await page.evaluate(add);
    const after = await look();
    await chatOf(page).launcher.waitFor();
    await context.close();
    const spent = (name: string) => {
      const at = (metrics: typeof before) => metrics.find((it) => it.name === name)!.value * 1_000;
      // Less what asking and drawing take by themselves.
      return at(after) - at(control) - (at(control) - at(before));
    };
    return { task: spent('TaskDuration'), script: spent('ScriptDuration') };
  }
  const runs: Awaited<ReturnType<typeof cost>>[] = [];
  const isEnough = () => runs.length >= 9 && runs.some(({ task }) => task < MAIN_THREAD_MS);
  while (runs.length < 27 && !isEnough()) runs.push(await cost());
  runs.sort((one, other) => one.task - other.task);
  const shown = ({ task, script }: (typeof runs)[number]) => `${task.toFixed(1)} ms (script ${script.toFixed(1)} ms)`;
  console.log(
    `main thread, 4× throttled: least ${shown(runs[0]!)}, median ${shown(runs[runs.length >> 1]!)}; ${load()}`,
  );
  // The least is what it takes; what else the machine does comes on top. A busy one gets more tries.
  expect(runs[0]!.task).toBeLessThan(MAIN_THREAD_MS);
}, 120_000);
