// The owner connects Stripe and asks for a deposit; a customer without scripts books, pays and cancels.
import { expect, it } from 'vitest';
import { expectStatus } from '../business.ts';
import { call } from '../harness.ts';
import { DECLINED_CARD, GOOD_CARD, LIVE_KEY, startStripe } from '../stripe/stripe.ts';
import { findViolations } from './accessibility.ts';
import { openDashboard } from './dashboard.ts';

const stripe = await startStripe();
const { service, browser, key, open } = await openDashboard(['restaurant'], { stripeApiUrl: stripe.url });
stripe.deliverTo(service.url);
const callApi = async (method: string, path: string, body?: object) =>
  expectStatus(200, await call(service, method, `/api/v1${path}`, { key, body })).json;

it('deposits are set up in the settings', async () => {
  const { page, consoleLines } = await open('/settings/payments');
  await page.getByText('No deposits.').waitFor();
  await page.getByLabel('Stripe secret key').fill('sk_test_0123456789abcdef');
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.getByText('must be a secret or restricted live key').waitFor();
  await page.getByLabel('Stripe secret key').fill(LIVE_KEY);
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.getByText('acct_1').waitFor();
  expect(await page.locator('body').innerText()).not.toContain(LIVE_KEY);
  await page.getByRole('button', { name: 'Add rule' }).click();
  await page.getByLabel('Minimum guests').fill('6');
  await page.getByLabel('How much (USD)').fill('12.50');
  const depositPolicy =
    'For parties of 6 or more, we take a deposit of $12.50 per person when you book. Refunded if canceled at least 24 hours before.';
  await page.getByText(depositPolicy).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => (await callApi('GET', '/config')).deposits?.rules)
    .toEqual([{ minPartySize: 6, perPerson: 1_250, mode: 'charge', refundUntilHours: 24 }]);
  expect(consoleLines.filter((line) => !line.includes('status of 422'))).toEqual([]);
});

it('a deposit is paid on Stripe’s page, confirms the booking, and is refunded when it is canceled', async () => {
  const { restaurant } = await callApi('GET', '/config');
  const tables = [{ id: 'long', name: 'Long table', seats: 8 }];
  await callApi('PUT', '/config', { restaurant: { ...restaurant, tables, joins: [], maxPartySize: 8 } });
  const { url } = await callApi('PUT', '/booking-page', { enabled: true });
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false });
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  await page.goto(`${service.url}${new URL(url).pathname}?partySize=8&startsAt=${day}T18:00`);
  await page.getByText("There's a deposit: $100.").waitFor();
  await page.getByLabel('Name').fill('Dana Fox');
  await page.getByLabel('Email').fill('dana@example.com');
  await page.getByRole('button', { name: 'Book' }).click();
  await page.getByText('To confirm your booking, pay the $100 deposit').waitFor();
  expect(await page.locator('body').innerText()).not.toContain('You’re booked');
  const bookingUrl = page.url().split('?')[0] ?? '';

  await page.getByRole('button', { name: 'Pay deposit' }).click();
  await page.getByLabel('Card number').fill(DECLINED_CARD);
  await page.getByRole('button', { name: 'Pay 10000' }).click();
  await page.getByRole('alert').getByText('declined').waitFor();
  await page.getByLabel('Card number').fill(GOOD_CARD);
  await page.getByRole('button', { name: 'Pay 10000' }).click();
  // The page refreshes itself until the payment is confirmed.
  await page.getByText('You’re booked. We look forward to seeing you.').waitFor({ timeout: 30_000 });

  const dashboard = await open('/bookings?view=list');
  const [booking] = (await callApi('GET', '/bookings')).data;
  await dashboard.page.goto(`${service.url}/bookings?booking=${booking.id}`);
  await dashboard.page.getByText('$100.00, paid').waitFor();
  await dashboard.page.getByRole('button', { name: 'Refund deposit' }).waitFor();
  expect(await findViolations(dashboard.page)).toEqual([]);

  await page.goto(`${bookingUrl}/cancel`);
  await page.getByText('You’ll get your deposit of $100 back.').waitFor();
  await page.getByRole('button', { name: 'Yes, cancel it' }).click();
  await page.getByText('We’re refunding your deposit of $100.').waitFor();
  await expect
    .poll(async () => (await callApi('GET', `/bookings/${booking.id}`)).deposit, { timeout: 30_000 })
    .toMatchObject({ status: 'refunded', refundedAmount: 10_000 });
  await dashboard.page.getByText('$100.00, refunded').waitFor({ timeout: 30_000 });
  await context.close();
});
