// The pages that emails link to, on a phone: without scripts, light and dark, and checked with axe.
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createEveryDayHours, expectStatus } from '../business.ts';
import { forgeSignature } from '../forge-signature.ts';
import type { Service } from '../harness.ts';
import {
  createTestClock,
  findLatestEmail,
  type LiveBusiness,
  openLiveBusiness,
  runReminders,
  startLiveService,
  waitForEmails,
} from '../live-business.ts';
import { findViolationsInBothThemes } from './accessibility.ts';
import { connectSharedBrowser } from './shared-browser.ts';

const PHONE = { width: 390, height: 844 };
/** `SCREENSHOTS=folder` saves screenshots there. */
const { SCREENSHOTS } = process.env;

const clock = createTestClock('2026-11-16T09:00:00-05:00');
let service: Service;
let bella: LiveBusiness;
let browser: Browser;

beforeAll(async () => {
  service = await startLiveService(clock);
  bella = await openLiveBusiness(service, 'restaurant', {
    name: 'Bella Vista',
    timezone: 'America/New_York',
    contact: { phone: '+1 212 555 0100', email: 'hello@bella.example', address: '12 Orchard Street, New York' },
    hours: createEveryDayHours(['12:00', '15:00'], ['17:00', '23:00']),
    closures: [],
    policies: { cancellation: 'Within two hours of your table please call us, so that the kitchen knows.' },
    booking: { noticeMinutes: 60, horizonDays: 60, slotMinutes: 30, cancelUntilMinutes: 120 },
    restaurant: { menu: [], tables: [{ id: 't1', name: 'Window', seats: 4 }], joins: [] },
  });
  browser = await connectSharedBrowser();
});

let guestCount = 0;
async function reserve(startsAt: string, extraFields: object = {}) {
  const email = `guest${++guestCount}@example.com`;
  const body = { partySize: 2, startsAt, customer: { name: 'Dana Fox', email }, ...extraFields };
  const { json } = expectStatus(201, await bella.send('POST', '/restaurant/reservations', { body }));
  await waitForEmails(service);
  return { id: json.id as string, email, path: (await findLatestEmail(service, email)).booking };
}

async function openPhonePage(colorScheme: 'light' | 'dark', javaScriptEnabled = false) {
  const context = await browser.newContext({ viewport: PHONE, deviceScaleFactor: 2, colorScheme, javaScriptEnabled });
  return context.newPage();
}

/** Checks a page in both themes: its policy, its width, and what axe finds. */
async function checkPage(path: string, name: string): Promise<void> {
  const page = await openPhonePage('light', true);
  const consoleTexts: string[] = [];
  page.on('console', (message) => consoleTexts.push(message.text()));
  await page.goto(service.url + path);
  expect(consoleTexts.filter((text) => /Content Security Policy/.test(text))).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
  for (const colorScheme of SCREENSHOTS ? (['dark', 'light'] as const) : []) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(SCREENSHOTS ?? '', `${name}-${colorScheme}.png`), fullPage: true });
  }
  expect(await findViolationsInBothThemes(page)).toEqual([]);
  await page.context().close();
}

describe('on a phone', () => {
  it('a booking is confirmed, moved and canceled without a script', async () => {
    const { id, path } = await reserve('2026-11-20T19:00');
    const page = await openPhonePage('light');
    await page.goto(service.url + path);
    await page.getByRole('button', { name: 'Yes, I’ll be there' }).click();
    expect(await page.getByRole('status').textContent()).toContain('We look forward to seeing you');
    await page.getByRole('link', { name: 'Reschedule' }).click();
    await page.getByRole('link', { name: 'Saturday, November 21' }).click();
    await page.getByRole('button', { name: '8:30 PM' }).click();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Saturday, November 21');
    expect((await bella.send('GET', `/bookings/${id}`)).json.startsAt).toBe('2026-11-21T20:30:00-05:00');
    await page.getByRole('link', { name: 'Cancel booking' }).click();
    await page.getByRole('button', { name: 'Yes, cancel it' }).click();
    expect(await page.getByRole('status').textContent()).toBe('Your booking has been canceled.');
    expect((await bella.send('GET', `/bookings/${id}`)).json.status).toBe('cancelled');
    await checkPage(path, 'cancelled');
  });

  it('a customer on the waitlist accepts a table that became free', async () => {
    const firstBooking = await reserve('2026-11-25T19:00');
    const waitingBooking = await reserve('2026-11-25T19:00', { waitlist: true });
    await checkPage(waitingBooking.path, 'waiting');
    await checkPage(`${waitingBooking.path}/cancel`, 'leave');
    expectStatus(200, await bella.send('POST', `/bookings/${firstBooking.id}/cancel`));
    await waitForEmails(service);
    const email = await findLatestEmail(service, waitingBooking.email);
    expect(email.text).toContain('hold it for you until Monday, November 16 at 11:00 AM');
    await checkPage(email.booking, 'offered');
    // The other link in the email asks for confirmation, and can lead back.
    expect(email.text).toMatch(new RegExp(`No, thank you: \\S+${email.booking}/cancel\\s`));
    const page = await openPhonePage('dark');
    await page.goto(`${service.url}${email.booking}/cancel`);
    await page.getByRole('heading', { name: 'Give up this spot?' }).waitFor();
    await page.getByRole('link', { name: 'No, keep it' }).click();
    await page.getByRole('button', { name: 'Yes, I’ll take it' }).click();
    expect(await page.getByRole('status').textContent()).toContain('It’s yours.');
    expect((await bella.send('GET', `/bookings/${waitingBooking.id}`)).json.status).toBe('confirmed');
  });

  it('every page is accessible and fits the screen', async () => {
    const { path, email } = await reserve('2026-11-27T19:00');
    await checkPage(path, 'booking');
    await checkPage(`${path}/cancel`, 'cancel');
    await checkPage(`${path}/move`, 'move');
    await checkPage(forgeSignature(path), 'broken');
    clock.set('2026-11-26T19:00:00-05:00');
    await runReminders(service, clock);
    await checkPage((await findLatestEmail(service, email)).unsubscribe, 'unsubscribe');
    clock.set('2026-11-27T18:00:00-05:00');
    await checkPage(path, 'late');
    await checkPage(`${path}/cancel`, 'too-late');
    clock.set('2026-11-27T19:00:00-05:00');
    await checkPage(path, 'expired');
  });
});
