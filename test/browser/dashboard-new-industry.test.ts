// An industry that the dashboard has no code for: the service's description of it is enough to book it by hand.
import { expect, it } from 'vitest';
import { call } from '../harness.ts';
import { listFoldersWithKennel } from '../industries/kennel.ts';
import { findViolations } from './accessibility.ts';
import { openDashboard } from './dashboard.ts';

const { service, key, open } = await openDashboard(['kennel'], {}, { industryFolders: await listFoldersWithKennel() });

/** A day well ahead, in New York. */
const DAY = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);

it('a new industry is booked with a form generated from its schema, and gets its own columns', async () => {
  const { page, consoleLines } = await open(`/bookings?date=${DAY}`);
  await page.getByRole('button', { name: 'New booking' }).first().click();
  const form = page.getByRole('dialog', { name: 'New booking' });
  await form.getByText('From 1, a pug, to 5, a mastiff').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await form.getByLabel('Time', { exact: true }).fill('10:00');
  await form.getByLabel('Size').fill('2');
  await form.getByLabel('Hours').fill('3');
  await form.getByLabel('Dog').fill('Rex');
  await form.getByLabel('Name').fill('Dana Fox');
  await form.getByLabel('Phone').fill('(212) 555-0142');
  await form.getByLabel('Notes').fill('He is shy.');
  await form.getByRole('button', { name: 'Book', exact: true }).click();
  await page.getByText(/The code is/).waitFor();
  const { json } = await call(service, 'GET', '/api/v1/bookings', { key });
  expect(json.data).toMatchObject([
    {
      industry: 'kennel',
      resource: { id: 'puppy-corner' },
      customer: { name: 'Dana Fox', phone: '+12125550142', email: null },
      notes: 'Dog: Rex\nHe is shy.',
    },
  ]);
  expect(json.data[0].startsAt.slice(0, 16)).toBe(`${DAY}T10:00`);
  expect(json.data[0].endsAt.slice(11, 16)).toBe('13:00');
  await page.locator(`[data-booking="${json.data[0].id}"]`).waitFor();
  expect(await page.locator('[data-column]').allTextContents()).toEqual(['Garden run', 'Puppy corner']);
  expect(consoleLines).toEqual([]);
});

it('the generated form shows the error at the invalid field, and books nothing', async () => {
  const { page } = await open(`/bookings?date=${DAY}`);
  await page.getByRole('button', { name: 'New booking' }).first().click();
  const form = page.getByRole('dialog', { name: 'New booking' });
  await form.getByLabel('Size').fill('5');
  await form.getByLabel('Hours').fill('1');
  await form.getByLabel('Dog').fill('Rex');
  await form.getByLabel('Name').fill('Sue Nobody');
  await form.getByLabel('Phone').fill('12');
  await form.getByRole('button', { name: 'Book', exact: true }).click();
  await form.getByRole('alert').waitFor();
  expect(await form.getByLabel('Phone').getAttribute('aria-invalid')).toBe('true');
  const { json } = await call(service, 'GET', '/api/v1/bookings', { key });
  expect(json.data).toHaveLength(1);
});
