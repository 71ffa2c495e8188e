// The calendar, as the people at the counter use it.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { must } from '../business.ts';
import { call } from '../harness.ts';
import { openDashboard } from './dashboard.ts';

const { service, key, open } = await openDashboard(['restaurant', 'fitness', 'medical']);

/** A day well ahead, in New York. */
const DAY = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);

async function reserve(time: string, name: string, more: object = {}) {
  const body = { partySize: 2, startsAt: `${DAY}T${time}`, customer: { name, phone: '+12125550147' }, ...more };
  return must(201, await call(service, 'POST', '/api/v1/restaurant/reservations', { key, body })).json;
}
const read = async (id: string) => (await call(service, 'GET', `/api/v1/bookings/${id}`, { key })).json;
const block = (page: Page, id: string) => page.locator(`[data-booking="${id}"]`).first();

describe('a day', () => {
  it('shows a booking as soon as it is made', async () => {
    const { page, said } = await open(`/bookings?date=${DAY}`);
    await page.getByText('No bookings').waitFor();
    await page.getByRole('status').getByText('Up to date', { exact: true }).waitFor();
    const { id } = await reserve('13:00', 'Lena Live');
    await block(page, id).waitFor();
    await block(page, id).click();
    await page.getByRole('dialog', { name: 'Lena Live' }).getByRole('link', { name: '(212) 555-0147' }).waitFor();
    expect(said).toEqual([]);
  });

  it('lets a booking be dragged where the engine allows it, and undone', async () => {
    const { id, startsAt } = await reserve('16:00', 'Dora Drag');
    const { page } = await open(`/bookings?date=${DAY}`);
    const box = (await block(page, id).boundingBox())!;
    await page.mouse.move(box.x + 20, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 20, box.y + 40, { steps: 4 });
    await page.mouse.move(box.x + 20, box.y + 10 + 66, { steps: 4 });
    await page.mouse.up();
    await page.getByText(/^Moved to/).waitFor();
    expect((await read(id)).startsAt.slice(11, 16)).toBe('17:00');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await read(id)).startsAt).toBe(startsAt);
  });

  it('says why a booking cannot be there, and leaves it where it was', async () => {
    const first = await reserve('19:00', 'Fred First');
    const second = await reserve('19:00', 'Sue Second');
    expect(first.resource.id).not.toBe(second.resource.id);
    const { page } = await open(`/bookings?date=${DAY}`);
    await block(page, second.id).focus();
    const places = await page.locator('section > div.truncate').allTextContents();
    const by = places.indexOf(first.resource.name) - places.indexOf(second.resource.name);
    for (let step = 0; step < Math.abs(by); step++)
      await page.keyboard.press(by < 0 ? 'Alt+ArrowLeft' : 'Alt+ArrowRight');
    await page.keyboard.press('Enter');
    const told = page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Dismiss' }) });
    expect(await told.textContent()).toContain('is already booked at 7:00 PM');
    expect((await read(second.id)).resource.id).toBe(second.resource.id);
  });

  it('moves a booking by the keyboard', async () => {
    const { id } = await reserve('21:00', 'Kay Keys');
    const { page } = await open(`/bookings?date=${DAY}`);
    await block(page, id).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByText(/^Moved to/).waitFor();
    expect((await read(id)).startsAt.slice(11, 16)).toBe('20:30');
  });
});

describe('a booking', () => {
  it('is made, moved by a form, and cancelled after a question', async () => {
    const { page, said } = await open(`/bookings?date=${DAY}&view=list`);
    await page.getByRole('button', { name: 'New booking' }).click();
    await page.getByLabel('Time', { exact: true }).fill('10:00');
    await page.getByLabel('Name', { exact: true }).fill('Nora New');
    await page.getByLabel('Phone', { exact: true }).fill('(212) 555-0133');
    await page.getByRole('button', { name: 'Book', exact: true }).click();
    await page.getByText(/The code is/).waitFor();
    await page.getByRole('button', { name: 'Open booking for Nora New' }).click();
    await page.getByRole('button', { name: 'Move…' }).click();
    await page.getByRole('dialog').getByLabel('Time').fill('11:00');
    await page.getByRole('button', { name: 'Move booking' }).click();
    await page.getByText(/^Moved to/).waitFor();
    await page.getByRole('button', { name: 'Open booking for Nora New' }).click();
    await page.getByRole('dialog').getByText(/11:00/).first().waitFor();
    await page.getByRole('button', { name: 'Cancel booking' }).click();
    await page
      .getByRole('dialog', { name: 'Cancel this booking?' })
      .getByRole('button', { name: 'Cancel booking' })
      .click();
    await page.getByText('Booking canceled. We’ve let the customer know.').waitFor();
    expect(said).toEqual([]);
  });

  it('of a place in a class is moved to another meeting of it, and back', async () => {
    const { classes } = (await call(service, 'GET', '/api/v1/fitness/classes?days=14', { key })).json;
    const meetings = Map.groupBy(classes as { id: string; occurrenceId: string; startsAt: string }[], ({ id }) => id);
    const [first, second, third] = [...meetings.values()].find(({ length }) => length > 2)!;
    const body = { customer: { name: 'Cleo Class', phone: '+12125550148' } };
    const path = `/api/v1/fitness/classes/${second!.occurrenceId}/bookings`;
    const { id, startsAt } = must(201, await call(service, 'POST', path, { key, body })).json;
    const { page, said } = await open(`/bookings?date=${startsAt.slice(0, 10)}&view=list`);
    await page.getByRole('button', { name: 'Open booking for Cleo Class' }).click();
    await page.getByRole('button', { name: 'Move…' }).click();
    const held = page.getByLabel('Move to');
    await held.locator('option').first().waitFor({ state: 'attached' });
    const offered = await held.locator('option').evaluateAll((all) => all.map((each) => each.getAttribute('value')));
    expect(offered).toEqual(expect.arrayContaining([third!.startsAt]));
    expect(offered).not.toContain(startsAt);
    expect(offered[0]).toBe(first!.startsAt);
    await held.selectOption(third!.startsAt);
    await page.getByRole('button', { name: 'Move booking' }).click();
    await page.getByText(/^Moved to/).waitFor();
    expect((await read(id)).startsAt).toBe(third!.startsAt);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await read(id)).startsAt).toBe(startsAt);
    expect(said).toEqual([]);
  });

  it('of a patient says nobody’s name before it is asked', async () => {
    const patient = { name: 'Pat Hidden', dateOfBirth: '1980-01-02', phone: '+12125550101' };
    const { visitTypes } = (await call(service, 'GET', '/api/v1/config', { key })).json.medical;
    const body = { patient, visitType: visitTypes[0].id, startsAt: `${DAY}T10:00` };
    const tried = await call(service, 'POST', '/api/v1/medical/appointments', { key, body });
    const startsAt = tried.status === 201 ? undefined : tried.json.alternatives[0].startsAt;
    const made = startsAt
      ? must(201, await call(service, 'POST', '/api/v1/medical/appointments', { key, body: { ...body, startsAt } }))
      : tried;
    const { page } = await open(`/bookings?date=${made.json.startsAt.slice(0, 10)}`);
    await block(page, made.json.id).click();
    expect(await page.getByText('Pat Hidden').count()).toBe(0);
    await page.getByRole('button', { name: 'Show patient' }).click();
    await page.getByRole('dialog', { name: 'Pat Hidden' }).waitFor();
  });
});
