// The owner connects Google Calendar, sees a conflict, and disconnects.
import { expect, it } from 'vitest';
import { expectStatus } from '../business.ts';
import { startGoogle } from '../calendars/google.ts';
import { call } from '../harness.ts';
import { findViolationsInBothThemes } from './accessibility.ts';
import { openDashboard } from './dashboard.ts';

const google = await startGoogle();
const { service, key, open } = await openDashboard(['salon'], {
  webhooksAllowPrivate: true,
  googleCalendar: google.config,
});

it('connects a calendar, shows a conflict and disconnects it', async () => {
  const { page, consoleLines } = await open('/bookings');
  await page.route('**/o/oauth2/v2/auth?*', (route) => {
    const query = new URLSearchParams(google.consent(route.request().url()));
    return route.fulfill({ status: 302, headers: { location: `${service.url}/bookings/calendars?${query}` } });
  });
  await page.getByRole('link', { name: 'Calendars' }).click();
  await page.getByText('No calendars connected').waitFor();
  expect(await findViolationsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Connect a calendar' }).click();
  await page.getByLabel('Calendar', { exact: true }).selectOption('iCloud');
  await page.getByLabel('App password').waitFor();
  expect(await findViolationsInBothThemes(page)).toEqual([]);
  await page.getByLabel('Calendar', { exact: true }).selectOption('Google Calendar');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('dialog', { name: 'Choose a calendar' }).waitFor();
  await page.getByLabel('Calendar', { exact: true }).selectOption('Work');
  expect(await findViolationsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText('Syncing', { exact: true }).waitFor();
  expect(new URL(page.url()).search).toBe('');

  const { json: config } = expectStatus(200, await call(service, 'GET', '/api/v1/config', { key }));
  const [{ id: serviceId }] = config.salon.services;
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const customer = { name: 'Dana Fox', phone: '+12125550147' };
  const body = { service: serviceId, startsAt: `${day}T12:00`, customer };
  const booking = expectStatus(201, await call(service, 'POST', '/api/v1/salon/appointments', { key, body })).json;
  // The new booking starts the sync by itself.
  await expect
    .poll(() =>
      google
        .events()
        .map(({ description }) => description)
        .join(),
    )
    .toContain(booking.id);
  google.add({ id: 'dentist', start: { dateTime: booking.startsAt }, end: { dateTime: booking.endsAt } });
  await page.getByRole('button', { name: 'Sync now' }).click();
  await page.getByText('1 conflict', { exact: true }).waitFor();
  await page.goto(`${service.url}/bookings`);
  await page.getByText('1 conflict with connected calendars').waitFor();
  await page.getByRole('link', { name: 'Review' }).click();
  await page.getByText('Another event in this calendar overlaps the booking.').waitFor();
  expect(await findViolationsInBothThemes(page)).toEqual([]);
  await page.setViewportSize({ width: 375, height: 740 });
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await page.getByText('No calendars connected').waitFor();
  await expect.poll(() => google.isRevoked()).toBe(true);
  expect(consoleLines).toEqual([]);
});
