// Customers: found, opened, changed, merged and imported.
import { mkdir } from 'node:fs/promises';
import type { BrowserContextOptions } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectStatus } from '../business.ts';
import { call, queryAsDbOwner } from '../harness.ts';
import { openDashboard } from './dashboard.ts';

const { service, key, workspace, open } = await openDashboard(['restaurant']);
const DANA = { name: 'Dana Fox', phone: '+12125550188', email: 'dana@example.com' };
const callApi = async (method: string, path: string, body?: object) =>
  (await call(service, method, `/api/v1${path}`, { key, body })).json;
let danaId: string;

beforeAll(async () => {
  for (const [index, hour] of ['18:00', '20:00'].entries()) {
    const day = new Date(Date.now() + (index + 2) * 86_400_000).toISOString().slice(0, 10);
    const body = { partySize: 2 + index, startsAt: `${day}T${hour}`, customer: DANA };
    const booking = expectStatus(
      201,
      await call(service, 'POST', '/api/v1/restaurant/reservations', { key, body }),
    ).json;
    danaId = (await callApi('GET', `/customers?bookingId=${booking.id}`)).data[0].id;
  }
  await queryAsDbOwner(
    service.connection,
    `insert into bookings (workspace_id, id, kind, industry, status, code, starts_at, ends_at, customer, party_size, price, created_at, updated_at)
     select $1, 'bkg_' || n, 'reservation', 'restaurant', case when n = 3 then 'no_show' else 'completed' end, 'P' || n,
       now() - n * interval '30 days', now() - n * interval '30 days' + interval '1 hour', $2, 2, 4200, now(), now()
     from generate_series(1, 4) n`,
    [workspace, DANA],
  );
  // The same person with another number, and somebody who only writes from their phone.
  await callApi('POST', '/customers', {
    name: 'Dana F.',
    phone: '+12125550177',
    tags: ['vip'],
    notes: 'Allergic to nuts',
  });
  for (const name of ['Ben Roe', 'Zoë Ito'])
    await callApi('POST', '/customers', { name, email: `${name[0]}@example.com` });
  const chatBody = { message: 'Do you have parking?', channel: 'sms', customer: { phone: DANA.phone } };
  expectStatus(200, await call(service, 'POST', '/api/chat', { key, body: chatBody }));
});

describe('customers', () => {
  it('are found while typing, merged, changed, and called by name in the inbox', async () => {
    const { page, consoleLines } = await open('/customers');
    await page.getByRole('link', { name: 'Zoë Ito' }).waitFor();
    await page.getByRole('searchbox').fill('5550188');
    await page.getByRole('link', { name: 'Zoë Ito' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Dana Fox' }).click();
    await page.getByRole('heading', { name: 'Dana Fox' }).waitFor();
    await page.getByText('$126.00').waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Merge with another customer' }).click();
    await page.getByRole('searchbox').fill('dana f.');
    await page.getByRole('button', { name: 'Merge Dana F.' }).click();
    await page.getByText('Customers merged.').waitFor();
    expect(await page.getByRole('textbox', { name: 'Notes for your team' }).inputValue()).toBe('Allergic to nuts');
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('textbox', { name: 'Email' }).fill('b@example.com');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Another customer has this phone or email.').waitFor();
    await page.getByRole('textbox', { name: 'Email' }).fill('dana.fox@example.com');
    await page.getByRole('combobox', { name: 'Marketing' }).selectOption('Agreed');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Customer saved.').waitFor();
    await page.getByRole('link', { name: 'dana.fox@example.com' }).waitFor();
    expect(await callApi('GET', `/customers/${danaId}`)).toMatchObject({
      tags: ['vip'],
      consents: { marketing: { allowed: true } },
    });
    const inbox = await open('/inbox');
    await inbox.page.getByText('Dana Fox').first().waitFor();
    // The browser reports the refused change.
    expect(consoleLines.filter((line) => !line.includes('409'))).toEqual([]);
  });

  it('are imported, with errors by line', async () => {
    const { page } = await open('/customers');
    await page.getByRole('button', { name: 'Import' }).first().click();
    await page.getByRole('textbox', { name: 'Or paste rows here' }).fill('name,phone\nIda New,212 555 0166\nBad,12');
    await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('1 added, 0 updated, 0 unchanged.').waitFor();
    await page.getByRole('cell', { name: '“12” is not a phone number.' }).waitFor();
    await takeScreenshot(page, 'import', 'light');
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'Ida New' }).waitFor();
  });

  // `SHOTS=folder` saves screenshots of the pages there.
  it.runIf(process.env.SHOTS)('have their screenshots taken', async () => {
    const appearances: Record<string, BrowserContextOptions> = {
      light: { viewport: { width: 1280, height: 860 }, colorScheme: 'light' },
      dark: { viewport: { width: 1280, height: 860 }, colorScheme: 'dark' },
      phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    };
    for (const [appearance, options] of Object.entries(appearances)) {
      for (const [name, path, text] of [
        ['list', '/customers', 'Zoë Ito'],
        ['profile', `/customers?customer=${danaId}`, 'Upcoming'],
        ['empty', '/customers?mode=test', 'No customers yet'],
      ] as const) {
        const { page } = await open(path, options);
        await page.getByText(text).first().waitFor();
        await takeScreenshot(page, name, appearance);
      }
      const { page } = await open(`/customers?customer=${danaId}`, options);
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await takeScreenshot(page, 'edit', appearance);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Merge with another customer' }).click();
      await page.getByRole('searchbox').fill('e');
      await takeScreenshot(page, 'merge', appearance);
      const customerList = await open('/customers', options);
      await customerList.page.getByRole('button', { name: 'Import' }).first().click();
      await takeScreenshot(customerList.page, 'import-form', appearance);
      await customerList.page.getByRole('button', { name: 'Cancel' }).click();
      const inbox = await open('/inbox', options);
      await inbox.page.getByText('Dana Fox').first().click();
      await takeScreenshot(inbox.page, 'inbox', appearance);
    }
  });
});

async function takeScreenshot(page: Awaited<ReturnType<typeof open>>['page'], name: string, appearance: string) {
  const folder = process.env.SHOTS;
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.waitForTimeout(500);
  await page.screenshot({ path: `${folder}/${name}-${appearance}.png`, fullPage: true });
}
