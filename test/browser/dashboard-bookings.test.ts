// The calendar, as the people at the counter use it.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectStatus } from '../business.ts';
import { call } from '../harness.ts';
import { findViolations, findViolationsInBothThemes } from './accessibility.ts';
import { openDashboard } from './dashboard.ts';
import { openPath } from './pages.ts';

const { service, key, open } = await openDashboard(['restaurant', 'fitness', 'medical']);

const formatDateInDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** A day well ahead, in New York. */
const DAY = formatDateInDays(10);
/** Nothing is booked within a week of it. */
const EMPTY_DAY = formatDateInDays(25);

async function reserve(time: string, name: string, extraFields: object = {}, day = DAY) {
  const body = { partySize: 2, startsAt: `${day}T${time}`, customer: { name, phone: '+12125550147' }, ...extraFields };
  return expectStatus(201, await call(service, 'POST', '/api/v1/restaurant/reservations', { key, body })).json;
}
const readBooking = async (id: string) => (await call(service, 'GET', `/api/v1/bookings/${id}`, { key })).json;
/** The vertical position at which an hour begins in the grid. */
const readHourTop = async (page: Page, hour: string) => (await page.getByText(hour, { exact: true }).boundingBox())!.y;
const locateBookingForm = (page: Page) => page.getByRole('dialog', { name: 'New booking' });
const readFieldValue = (page: Page, label: string) =>
  locateBookingForm(page).getByLabel(label, { exact: true }).inputValue();

/** Clicks an empty slot in the grid. */
async function clickAt(page: Page, column: string | number, hour: string) {
  const columnHeads = page.locator('[data-column]');
  const columnHead = typeof column === 'number' ? columnHeads.nth(column) : columnHeads.filter({ hasText: column });
  const { x, width } = (await columnHead.boundingBox())!;
  await page.mouse.click(x + width / 2, (await readHourTop(page, hour)) + 4);
  await locateBookingForm(page).waitFor();
}

const locateBookingBlock = (page: Page, id: string) => page.locator(`[data-booking="${id}"]`).first();

describe('a day', () => {
  it('shows a booking as soon as it is made', async () => {
    const { page, consoleLines } = await open(`/bookings?date=${DAY}`);
    await page.getByText('No bookings').waitFor();
    await page.getByRole('status').getByText('Up to date', { exact: true }).waitFor();
    const { id } = await reserve('13:00', 'Lena Live');
    await locateBookingBlock(page, id).waitFor();
    await locateBookingBlock(page, id).click();
    await page.getByRole('dialog', { name: 'Lena Live' }).getByRole('link', { name: '(212) 555-0147' }).waitFor();
    expect(consoleLines).toEqual([]);
  });

  it('lets a booking be dragged where the engine allows it, and undone', async () => {
    const { id, startsAt } = await reserve('16:00', 'Dora Drag');
    const { page } = await open(`/bookings?date=${DAY}`);
    const box = (await locateBookingBlock(page, id).boundingBox())!;
    await page.mouse.move(box.x + 20, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 20, box.y + 40, { steps: 4 });
    const hourHeight = (await readHourTop(page, '11 AM')) - (await readHourTop(page, '10 AM'));
    await page.mouse.move(box.x + 20, box.y + 10 + hourHeight, { steps: 4 });
    await page.mouse.up();
    await page.getByText(/^Moved to/).waitFor();
    expect((await readBooking(id)).startsAt.slice(11, 16)).toBe('17:00');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await readBooking(id)).startsAt).toBe(startsAt);
  });

  it('explains why a booking cannot be moved, and leaves it where it was', async () => {
    const firstBooking = await reserve('19:00', 'Fred First');
    const secondBooking = await reserve('19:00', 'Sue Second');
    expect(firstBooking.resource.id).not.toBe(secondBooking.resource.id);
    const { page } = await open(`/bookings?date=${DAY}`);
    await locateBookingBlock(page, secondBooking.id).focus();
    const columnNames = await page.locator('[data-column]').allTextContents();
    const columnDistance =
      columnNames.indexOf(firstBooking.resource.name) - columnNames.indexOf(secondBooking.resource.name);
    for (let step = 0; step < Math.abs(columnDistance); step++)
      await page.keyboard.press(columnDistance < 0 ? 'Alt+ArrowLeft' : 'Alt+ArrowRight');
    await page.keyboard.press('Enter');
    const notice = page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Dismiss' }) });
    expect(await notice.textContent()).toContain('is already booked at 7:00 PM');
    expect((await readBooking(secondBooking.id)).resource.id).toBe(secondBooking.resource.id);
  });

  it('moves a booking by the keyboard', async () => {
    const { id } = await reserve('21:00', 'Kay Keys');
    const { page } = await open(`/bookings?date=${DAY}`);
    await locateBookingBlock(page, id).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByText(/^Moved to/).waitFor();
    expect((await readBooking(id)).startsAt.slice(11, 16)).toBe('20:30');
  });
});

describe('the grid', () => {
  it('is shown without bookings: clicking a slot of the week opens the form with its day and time', async () => {
    const { page, consoleLines } = await open(`/bookings?view=week&date=${EMPTY_DAY}`);
    await page.getByText('No bookings this week.').waitFor();
    expect(await page.locator('[data-column]').count()).toBe(7);
    const dayLabels = await page.locator('[data-column]').allTextContents();
    await clickAt(page, 2, '1 PM');
    expect(await readFieldValue(page, 'Time')).toBe('13:00');
    const day = new Date(`${await readFieldValue(page, 'Date')}T12:00Z`);
    expect(dayLabels[2]).toBe(
      day.toLocaleDateString('en-US', {
        timeZone: 'UTC',
        weekday: 'short',
        month: 'short',
        day: 'numeric',
      }),
    );
    expect(consoleLines).toEqual([]);
  });

  it('books the table that was clicked, by mouse', async () => {
    const { restaurant } = (await call(service, 'GET', '/api/v1/config', { key })).json;
    const table = restaurant.tables.at(-1);
    const { page } = await open(`/bookings?date=${EMPTY_DAY}`);
    await page.getByText('No bookings on this day.').waitFor();
    await page.locator('[data-column]').filter({ hasText: table.name }).scrollIntoViewIfNeeded();
    await clickAt(page, table.name, '6 PM');
    expect(await locateBookingForm(page).getByLabel('Table').locator('option:checked').textContent()).toBe(table.name);
    expect([await readFieldValue(page, 'Date'), await readFieldValue(page, 'Time')]).toEqual([EMPTY_DAY, '18:00']);
    await locateBookingForm(page).getByLabel('Name').fill('Tara Table');
    await locateBookingForm(page).getByLabel('Phone').fill('(212) 555-0155');
    await locateBookingForm(page).getByRole('button', { name: 'Book', exact: true }).click();
    await page.getByText(/The code is/).waitFor();
    const { data } = (await call(service, 'GET', '/api/v1/bookings?q=Tara', { key })).json;
    expect(data[0]).toMatchObject({ resource: { id: table.id } });
    await call(service, 'POST', `/api/v1/bookings/${data[0].id}/cancel`, { key, body: {} });
  });

  it('opens the form of the person’s own kind of booking, by keyboard and with one tab stop', async () => {
    const { medical } = (await call(service, 'GET', '/api/v1/config', { key })).json;
    const { page } = await open(`/bookings?date=${EMPTY_DAY}`);
    const slot = page.getByRole('button', { name: /^Add at/ });
    await slot.focus();
    expect(await slot.count()).toBe(1);
    const columns = await page.locator('[data-column]').allTextContents();
    const targetColumn = columns.indexOf(medical.providers[0].name);
    for (let column = 0; column < targetColumn; column++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('PageDown');
    const slotLabel = (await slot.getAttribute('aria-label'))!;
    expect(slotLabel).toContain(medical.providers[0].name);
    await page.keyboard.press('Enter');
    await locateBookingForm(page).waitFor();
    expect(await locateBookingForm(page).getByLabel('Provider').inputValue()).toBe(medical.providers[0].id);
    expect(slotLabel.replace(/\s/g, ' ')).toContain(
      `Add at ${Number((await readFieldValue(page, 'Time')).slice(0, 2))}:`,
    );
    await page.keyboard.press('Escape');
    await locateBookingForm(page).waitFor({ state: 'detached' });
    expect(await slot.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true);
  });

  it('scrolls to the bookings, and marks the current time', async () => {
    const day = formatDateInDays(17);
    const { id } = await reserve('20:00', 'Evelyn Eight', {}, day);
    const { page } = await open(`/bookings?date=${day}`, { viewport: { width: 1280, height: 640 } });
    const isInView = async () => {
      const [box, grid] = [
        await locateBookingBlock(page, id).boundingBox(),
        await page.locator('[data-grid]').boundingBox(),
      ];
      return box!.y >= grid!.y && box!.y + box!.height <= Math.min(grid!.y + grid!.height, 640);
    };
    await locateBookingBlock(page, id).waitFor();
    expect(await isInView()).toBe(true);
    expect(await page.locator('[data-now]').count()).toBe(0);
    await page.clock.setFixedTime(new Date(`${day}T21:00:00Z`));
    await page.goto(`${service.url}/bookings`);
    await locateBookingBlock(page, id).waitFor();
    expect(await isInView()).toBe(true);
    const [nowLine, bookingBox] = [
      await page.locator('[data-now]').boundingBox(),
      await locateBookingBlock(page, id).boundingBox(),
    ];
    expect(nowLine!.y).toBeLessThan(bookingBox!.y);
    expect(nowLine!.y).toBeGreaterThan((await page.locator('[data-column]').first().boundingBox())!.y);
  });

  it('moves by a day with the arrow keys, and back to today with t', async () => {
    const { page } = await open(`/bookings?date=${DAY}`);
    const readShownDate = () => page.getByLabel('Date', { exact: true }).inputValue();
    await page.locator('[data-column]').first().waitFor();
    await page.keyboard.press('ArrowRight');
    await expect.poll(readShownDate).toBe(formatDateInDays(11));
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(readShownDate).toBe(formatDateInDays(9));
    await page.keyboard.press('t');
    await expect.poll(() => page.evaluate('location.search')).not.toContain('date=');
  });

  it('shows on which days the business is closed', async () => {
    const closures = [{ from: EMPTY_DAY, to: EMPTY_DAY, reason: 'Stocktaking' }];
    expectStatus(200, await call(service, 'PUT', '/api/v1/config', { key, body: { closures } }));
    const { page } = await open(`/bookings?date=${EMPTY_DAY}`);
    await page.getByText('Closed: Stocktaking.').waitFor();
    await page.getByRole('button', { name: 'Week' }).click();
    expect(await page.locator('[data-closed]').allTextContents()).toEqual(['Closed']);
    expectStatus(200, await call(service, 'PUT', '/api/v1/config', { key, body: { closures: [] } }));
  });

  it('has no violation, in either theme', async () => {
    const queries = [`date=${EMPTY_DAY}`, `date=${DAY}`, `view=week&date=${DAY}`];
    const { page } = await open('/bookings');
    for (const query of queries) {
      await openPath(page, service.url, `/bookings?${query}`);
      expect(await findViolationsInBothThemes(page)).toEqual([]);
    }
  });
});

const FIND_SMALL_TARGETS = `[...document.querySelectorAll('main :is(button, a, input, select)')].filter((control) => {
  const { width, height } = control.getBoundingClientRect();
  return width > 0 && (height < 43.9 || width < 43.9);
}).map((control) => control.outerHTML.slice(0, 120))`;

describe('on a phone', () => {
  it.each([390, 320])('of %i pixels, days and weeks are lists that fit, with room for a thumb', async (width) => {
    const { id } = await reserve(
      width === 390 ? '12:00' : '14:00',
      'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh',
    );
    const phone = { viewport: { width, height: 700 }, isMobile: true, hasTouch: true };
    const { page, consoleLines } = await open(`/bookings?date=${EMPTY_DAY}`, phone);
    for (const query of [`date=${EMPTY_DAY}`, `view=week&date=${DAY}`, `view=list&date=${DAY}`, `date=${DAY}`]) {
      await openPath(page, service.url, `/bookings?${query}`);
      expect(await page.locator('[data-column]').count()).toBe(0);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect({ query, tooSmall: await page.evaluate(FIND_SMALL_TARGETS) }).toEqual({ query, tooSmall: [] });
      // One width is enough: targets are closest where the page is narrowest.
      if (width === 320) expect(await findViolations(page)).toEqual([]);
    }
    await locateBookingBlock(page, id).tap();
    await page.getByRole('dialog', { name: /^Wolfe/ }).waitFor();
    expect(consoleLines).toEqual([]);
  });

  it('shows one table at a time if asked', async () => {
    const { id, resource } = await reserve('17:00', 'Ona Only');
    const { page } = await open(`/bookings?date=${DAY}`, { viewport: { width: 390, height: 844 } });
    await locateBookingBlock(page, id).waitFor();
    const countBefore = await page.locator('[data-booking]').count();
    await page.getByLabel(/^Table/).selectOption({ label: resource.name });
    await locateBookingBlock(page, id).waitFor();
    expect(await page.locator('[data-booking]').count()).toBeLessThan(countBefore);
  });
});

it('the next booking is shown on Home, with a link to its day', async () => {
  const day = formatDateInDays(2);
  await reserve('19:30', 'Ana Ruiz', { partySize: 4 }, day);
  const { page, consoleLines } = await open('/');
  await page.getByRole('link', { name: /7:30.PM Ana Ruiz Party of 4/ }).click();
  await page.getByRole('dialog', { name: 'Ana Ruiz' }).waitFor();
  expect(await page.evaluate('location.search')).toContain(`date=${day}`);
  expect(consoleLines).toEqual([]);
});

describe('a booking', () => {
  it('is made, moved with a form, and canceled after confirmation', async () => {
    const { page, consoleLines } = await open(`/bookings?date=${DAY}&view=list`);
    await page.getByRole('button', { name: 'New booking' }).first().click();
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
    // A customer with only a phone number is not notified.
    await page
      .getByRole('dialog')
      .getByText(/No email or text number on file/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Cancel booking' }).click();
    await page
      .getByRole('dialog', { name: 'Cancel this booking?' })
      .getByRole('button', { name: 'Cancel booking' })
      .click();
    await page.getByText('Booking canceled.').waitFor();
    expect(consoleLines).toEqual([]);
  });

  it('of a class is made from the day’s classes', async () => {
    const { classes } = (await call(service, 'GET', '/api/v1/fitness/classes?days=14', { key })).json;
    const { name, capacity, startsAt } = classes.at(-1);
    const { page, consoleLines } = await open(`/bookings?date=${startsAt.slice(0, 10)}`);
    const dayClasses = page.getByRole('region', { name: 'Classes' });
    await dayClasses.getByRole('button', { name: new RegExp(`^${name}.* 0 of ${capacity} booked`) }).click();
    expect(await locateBookingForm(page).getByLabel('Class').locator('option:checked').textContent()).toContain(name);
    await locateBookingForm(page).getByLabel('Name').fill('Hank Handmade');
    await locateBookingForm(page).getByLabel('Phone').fill('(212) 555-0149');
    await locateBookingForm(page).getByRole('button', { name: 'Book', exact: true }).click();
    await page.getByText(/^Booked\. The code is/).waitFor();
    await dayClasses.getByRole('button', { name: new RegExp(`^${name}.* 1 of ${capacity} booked`) }).waitFor();
    const { data } = (await call(service, 'GET', '/api/v1/bookings?q=Hank', { key })).json;
    expect(data).toMatchObject([{ kind: 'class', status: 'confirmed', startsAt, service: { name } }]);
    expect(consoleLines).toEqual([]);
  });

  it('of a class is moved to another session, and back', async () => {
    const { classes } = (await call(service, 'GET', '/api/v1/fitness/classes?days=14', { key })).json;
    const sessionsByClass = Map.groupBy(
      classes as { id: string; occurrenceId: string; startsAt: string }[],
      ({ id }) => id,
    );
    const [earlierSession, bookedSession, laterSession] = [...sessionsByClass.values()].find(
      ({ length }) => length > 2,
    )!;
    const body = { customer: { name: 'Cleo Class', phone: '+12125550148' } };
    const path = `/api/v1/fitness/classes/${bookedSession!.occurrenceId}/bookings`;
    const { id, startsAt } = expectStatus(201, await call(service, 'POST', path, { key, body })).json;
    const { page, consoleLines } = await open(`/bookings?date=${startsAt.slice(0, 10)}&view=list`);
    await page.getByRole('button', { name: 'Open booking for Cleo Class' }).click();
    await page.getByRole('button', { name: 'Move…' }).click();
    const sessionSelect = page.getByLabel('Move to');
    await sessionSelect.locator('option').first().waitFor({ state: 'attached' });
    const offeredTimes = await sessionSelect
      .locator('option')
      .evaluateAll((options) => options.map((option) => option.getAttribute('value')));
    expect(offeredTimes).toEqual(expect.arrayContaining([laterSession!.startsAt]));
    expect(offeredTimes).not.toContain(startsAt);
    expect(offeredTimes[0]).toBe(earlierSession!.startsAt);
    await sessionSelect.selectOption(laterSession!.startsAt);
    await page.getByRole('button', { name: 'Move booking' }).click();
    await page.getByText(/^Moved to/).waitFor();
    expect((await readBooking(id)).startsAt).toBe(laterSession!.startsAt);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await readBooking(id)).startsAt).toBe(startsAt);
    expect(consoleLines).toEqual([]);
  });

  it('of a patient hides the name until it is revealed', async () => {
    const patient = { name: 'Pat Hidden', dateOfBirth: '1980-01-02', phone: '+12125550101' };
    const { visitTypes } = (await call(service, 'GET', '/api/v1/config', { key })).json.medical;
    const body = { patient, visitType: visitTypes[0].id, startsAt: `${DAY}T10:00` };
    const firstAttempt = await call(service, 'POST', '/api/v1/medical/appointments', { key, body });
    const startsAt = firstAttempt.status === 201 ? undefined : firstAttempt.json.alternatives[0].startsAt;
    const appointment = startsAt
      ? expectStatus(
          201,
          await call(service, 'POST', '/api/v1/medical/appointments', { key, body: { ...body, startsAt } }),
        )
      : firstAttempt;
    const { page } = await open(`/bookings?date=${appointment.json.startsAt.slice(0, 10)}`);
    await locateBookingBlock(page, appointment.json.id).click();
    expect(await page.getByText('Pat Hidden').count()).toBe(0);
    await page.getByRole('button', { name: 'Show patient' }).click();
    await page.getByRole('dialog', { name: 'Pat Hidden' }).waitFor();
  });
});

describe('the booking page', () => {
  it('is turned on, opened, narrowed and renamed', async () => {
    const { page, consoleLines } = await open('/bookings');
    await page.getByRole('link', { name: 'Booking page' }).click();
    await page.getByRole('switch', { name: /Take bookings online/ }).click();
    const link = page.getByRole('link', { name: 'Open page' });
    await link.waitFor();
    const customerPage = await page.context().newPage();
    const readLinkPath = async () => new URL((await link.getAttribute('href')) ?? '').pathname;
    await customerPage.goto(service.url + (await readLinkPath()));
    await customerPage.getByRole('link', { name: 'Join a class' }).waitFor();
    await page.getByRole('switch', { name: 'Join a class' }).click();
    await page.getByRole('switch', { name: 'Join a class', checked: false }).waitFor();
    await customerPage.reload();
    await customerPage.getByRole('heading', { name: 'What would you like to book?' }).waitFor();
    expect(await customerPage.getByRole('link', { name: 'Join a class' }).count()).toBe(0);
    await page.getByLabel('Name in the link').fill('my-place');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(readLinkPath).toBe('/book/my-place');
    await customerPage.reload();
    expect(new URL(customerPage.url()).pathname).toBe('/book/my-place');
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    expect(consoleLines).toEqual([]);
  });
});
