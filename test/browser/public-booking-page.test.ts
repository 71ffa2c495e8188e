// The public booking page: without scripts, by keyboard, in both themes, in a frame, and what it costs to load.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createEveryDayHours, expectStatus } from '../business.ts';
import { addCleanup, createApiKey, type Service } from '../harness.ts';
import { createTestClock, type LiveBusiness, openLiveBusiness, startLiveService } from '../live-business.ts';
import { pickTodaysShare } from '../random.ts';
import { findViolationsInBothThemes } from './accessibility.ts';
import { pressTabUntil, readFocusedElement, tabToAndPress } from './keyboard.ts';
import { connectSharedBrowser } from './shared-browser.ts';

const PHONE = { width: 390, height: 844 };
const MAX_SCRIPT_BYTES = 5_000;
/** `SCREENSHOTS=folder` saves screenshots there. */
const { SCREENSHOTS } = process.env;
const COMMON_CONFIG = {
  timezone: 'America/New_York',
  contact: { phone: '+1 212 555 0100', email: 'hello@bella.example', address: '12 Orchard Street, New York' },
  hours: createEveryDayHours(['09:00', '12:00'], ['13:00', '21:00']),
  closures: [],
  booking: { noticeMinutes: 60, horizonDays: 60, slotMinutes: 30, cancelUntilMinutes: 120 },
};
const BUSINESS_NAMES: Record<string, string> = {
  restaurant: 'Bella Vista',
  salon: 'Shear & Co',
  medical: 'Park Place Practice',
  fitness: 'Pulse Studio',
};

const clock = createTestClock('2026-11-16T09:00:00-05:00');
const businesses = new Map<string, { business: LiveBusiness; url: string }>();
let service: Service;
let browser: Browser;

beforeAll(async () => {
  service = await startLiveService(clock);
  for (const [industry, name] of Object.entries(BUSINESS_NAMES)) {
    const business = await openLiveBusiness(service, industry, { ...COMMON_CONFIG, name });
    const { json } = expectStatus(200, await business.send('PUT', '/booking-page', { body: { enabled: true } }));
    businesses.set(industry, { business, url: service.url + new URL(json.url).pathname });
  }
  browser = await connectSharedBrowser();
});

const findBusiness = (industry: string) => {
  const entry = businesses.get(industry);
  if (!entry) throw new Error(industry);
  return entry;
};
const readBookingStatuses = async (industry: string) =>
  (await findBusiness(industry).business.send('GET', '/bookings')).json.data.map(
    ({ status }: { status: string }) => status,
  );

async function openPageInViewport(javaScriptEnabled: boolean, viewport = PHONE): Promise<Page> {
  const context = await browser.newContext({ viewport, deviceScaleFactor: 2, javaScriptEnabled });
  return context.newPage();
}

async function fillDetails(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('Dana Fox');
  await page.getByLabel('Phone').fill('212 555 0142');
}

describe('without a script', () => {
  it('a class is joined', async () => {
    const page = await openPageInViewport(false);
    await page.goto(findBusiness('fitness').url);
    await page.getByRole('link', { name: 'Join a class' }).click();
    await page
      .getByRole('link', { name: /spots left/ })
      .first()
      .click();
    await fillDetails(page);
    await page.getByRole('button', { name: 'Book' }).click();
    expect(await page.getByRole('status').textContent()).toContain('You’re booked.');
    expect(await readBookingStatuses('fitness')).toEqual(['confirmed']);
    await page.context().close();
  });
});

describe('with the keyboard alone', () => {
  it('an appointment is booked, and each step takes the focus', async () => {
    const page = await openPageInViewport(true, { width: 1280, height: 900 });
    const navigationUrls: string[] = [];
    page.on('request', (request) => request.isNavigationRequest() && navigationUrls.push(request.url()));
    await page.goto(findBusiness('salon').url);
    const expectHeadingFocus = (name: string) =>
      expect.poll(() => readFocusedElement(page)).toMatchObject({ tag: 'h1', name });
    await tabToAndPress(page, /^Women’s Haircut/);
    await expectHeadingFocus('Do you have a stylist in mind?');
    await tabToAndPress(page, 'Anyone');
    await expectHeadingFocus('What day and time work for you?');
    await page.goBack();
    await expectHeadingFocus('Do you have a stylist in mind?');
    await page.goForward();
    await expectHeadingFocus('What day and time work for you?');
    await tabToAndPress(page, '10:30 AM');
    await expectHeadingFocus('Your details');
    expect(navigationUrls).toEqual([findBusiness('salon').url]);
    await pressTabUntil(page, 'Name');
    await page.keyboard.type('Dana Fox');
    await pressTabUntil(page, 'Email');
    await page.keyboard.type('dana@example.com');
    await tabToAndPress(page, 'Book');
    await page.getByRole('status').waitFor();
    expect(await readBookingStatuses('salon')).toEqual(['confirmed']);
    await page.context().close();
  });
});

describe('every step', () => {
  it.each(SCREENSHOTS ? Object.keys(BUSINESS_NAMES) : pickTodaysShare(Object.keys(BUSINESS_NAMES), 2))(
    'of a %s booking is accessible and fits the screen',
    async (industry) => {
      const page = await openPageInViewport(true);
      const problems: string[] = [];
      page.on('console', (entry) => entry.type() === 'error' && problems.push(entry.text()));
      page.on('pageerror', ({ message }) => problems.push(message));
      await page.goto(findBusiness(industry).url);
      for (let step = 1; ; step++) {
        const heading = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
        expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
        await saveScreenshots(page, `${industry}-${step}`);
        expect(await findViolationsInBothThemes(page)).toEqual([]);
        const choices = page.locator('.options a, .times a');
        if ((await choices.count()) === 0) break;
        await choices.nth(1).click();
        await page.getByRole('heading', { level: 1 }).filter({ hasNotText: heading }).waitFor();
      }
      await page.getByLabel('Name').fill('Dana Fox');
      // Sent without the browser's own checks, the page comes back with what is missing.
      await page.locator('form.details').evaluate((form) => {
        (form as unknown as { noValidate: boolean }).noValidate = true;
      });
      await page.getByRole('button', { name: 'Book' }).click();
      await page.getByRole('alert').waitFor();
      await saveScreenshots(page, `${industry}-errors`);
      expect(await findViolationsInBothThemes(page)).toEqual([]);
      expect(problems.filter((text) => !/422/.test(text))).toEqual([]);
      await page.context().close();
    },
  );
});

async function saveScreenshots(page: Page, name: string): Promise<void> {
  if (!SCREENSHOTS) return;
  const save = (kind: string) => page.screenshot({ path: join(SCREENSHOTS, `${name}-${kind}.png`), fullPage: true });
  await save('phone');
  await page.setViewportSize({ width: 1280, height: 900 });
  await save('light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await save('dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(PHONE);
}

describe('the booking page', () => {
  it('loads little script, and nothing from anywhere else', async () => {
    const page = await openPageInViewport(true);
    const scriptSizes: Promise<number>[] = [];
    const origins = new Set<string>();
    page.on('response', (response) => {
      origins.add(new URL(response.url()).origin);
      if (new URL(response.url()).pathname.endsWith('.js'))
        scriptSizes.push(response.body().then((body) => gzipSync(body).length));
    });
    await page.goto(findBusiness('restaurant').url, { waitUntil: 'networkidle' });
    const totalBytes = (await Promise.all(scriptSizes)).reduce((sum, size) => sum + size, 0);
    expect(totalBytes).toBeGreaterThan(0);
    expect(totalBytes).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
    expect([...origins].filter((origin) => origin.startsWith('http'))).toEqual([service.url]);
    await page.context().close();
  });

  it('appears at its full height in a frame on the business’s own website, and on no other', async () => {
    const { business, url } = findBusiness('restaurant');
    const websiteHtml = `<!doctype html><title>Website</title><iframe src="${url}" title="Book" style="width:100%;height:10px"></iframe><script src="${service.url}/pages/book-embed.js" async></script>`;
    const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(websiteHtml));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    addCleanup(async () => server.close());
    const { port } = server.address() as AddressInfo;
    const [ownOrigin, otherOrigin] = [`http://127.0.0.1:${port}`, `http://localhost:${port}`];
    await createApiKey(service, business.id, { kind: 'publishable', origins: [ownOrigin] });
    const page = await openPageInViewport(true, { width: 800, height: 900 });
    await page.goto(ownOrigin);
    const frame = page.frameLocator('iframe');
    await frame.getByRole('link', { name: '2', exact: true }).click();
    await frame.getByRole('link', { name: '1:00 PM' }).first().click();
    await expect.poll(async () => (await page.locator('iframe').boundingBox())?.height ?? 0).toBeGreaterThan(400);
    await frame.getByLabel('Name').fill('Dana Fox');
    await frame.getByLabel('Phone').fill('212 555 0142');
    await frame.getByRole('button', { name: 'Book' }).click();
    await frame.getByRole('status').waitFor();
    const frameRefusal = page.waitForEvent('console', (entry) => /frame-ancestors/.test(entry.text()));
    await page.goto(otherOrigin);
    await frameRefusal;
    expect(await page.frameLocator('iframe').getByRole('heading').count()).toBe(0);
    await page.context().close();
  });
});
