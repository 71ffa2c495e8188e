// What the form of the booking page does: one booking for each form, at a time that nobody else got.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BookingPage, fillForm, openPage, readFormFields, walkToForm } from '../../../test/booking-page.ts';
import { createEveryDayHours, expectStatus } from '../../../test/business.ts';
import { forgeSignature } from '../../../test/forge-signature.ts';
import { call, queryAsDbOwner, type Service, startService } from '../../../test/harness.ts';
import { createTestClock, type LiveBusiness, openLiveBusiness } from '../../../test/live-business.ts';
import { WIDGET_LIMITS } from '../access/widget-limits.ts';

const MONDAY = '2026-11-16T09:00:00-05:00';
const clock = createTestClock(MONDAY);
const SALON = {
  name: 'Shear & Co',
  timezone: 'America/New_York',
  locale: 'en-US',
  contact: { phone: '212 555 0100' },
  hours: createEveryDayHours(['09:00', '18:00']),
  closures: [],
  booking: { noticeMinutes: 60, horizonDays: 90, slotMinutes: 60, cancelUntilMinutes: 60 },
  salon: {
    services: [{ id: 'cut', name: 'Cut', durationMinutes: 60, bufferMinutes: 0 }],
    stylists: [{ id: 'ana', name: 'Ana' }],
  },
};
let service: Service;
let salon: LiveBusiness;
let pagePath: string;

async function enableBookingPage(business: LiveBusiness, body: object = {}): Promise<string> {
  const { json } = expectStatus(200, await business.send('PUT', '/booking-page', { body: { enabled: true, ...body } }));
  return new URL(json.url).pathname;
}
beforeAll(async () => {
  service = await startService(undefined, {}, { clock });
  salon = await openLiveBusiness(service, 'salon', SALON);
  pagePath = await enableBookingPage(salon);
});
beforeEach(() => clock.set(MONDAY));

const openDetailsPage = (startsAt: string) => openPage(service, `${pagePath}?service=cut&startsAt=${startsAt}`);
const sendForm = (form: Record<string, string>, to = pagePath) => openPage(service, to, { form });
const findBookingsAt = async (startsAt: string, { id } = salon) =>
  (
    await queryAsDbOwner(service.connection, 'select * from bookings where workspace_id = $1 and starts_at = $2', [
      id,
      new Date(`${startsAt}-05:00`),
    ])
  ).rows;
const readEnteredValue = ({ text }: BookingPage, id: string) =>
  new RegExp(`id="${id}"[^>]* value="([^"]*)"`).exec(text)?.[1];

describe('a form', () => {
  it('books once, however often it is sent', async () => {
    const startsAt = '2026-11-18T10:00';
    const form = fillForm(await openDetailsPage(startsAt));
    const responses = await Promise.all([sendForm(form), sendForm(form), sendForm(form)]);
    responses.push(await sendForm(form));
    expect(new Set(responses.map(({ status, location }) => `${status} ${location}`)).size).toBe(1);
    expect(responses[0]?.location).toMatch(/^\/booking\//);
    expect((await findBookingsAt(startsAt)).length).toBe(1);
  });

  it.each([
    ['forged', (form: Record<string, string>) => ({ ...form, token: forgeSignature(form.token ?? '') })],
    ['left out', ({ token: _, ...form }: Record<string, string>) => form],
    ['nonsense', (form: Record<string, string>) => ({ ...form, token: 'x'.repeat(9_000) })],
  ])('whose token is %s books nothing, and keeps what was typed', async (_, changeForm) => {
    const startsAt = '2026-11-18T12:00';
    const page = await sendForm(changeForm(fillForm(await openDetailsPage(startsAt))));
    expect([page.status, page.text]).toEqual([422, expect.stringContaining('This page was open for too long')]);
    expect(readEnteredValue(page, 'customer-name')).toBe('Dana Fox');
    expect(await findBookingsAt(startsAt)).toEqual([]);
  });

  it('whose token has expired, or is of another business, can be sent again from the page that comes back', async () => {
    const startsAt = '2026-11-20T12:00';
    const form = fillForm(await openDetailsPage(startsAt));
    const otherSalon = await openLiveBusiness(service, 'salon', SALON);
    const otherForm = readFormFields(await walkToForm(service, await enableBookingPage(otherSalon)));
    expect((await sendForm({ ...form, token: otherForm.token ?? '' })).status).toBe(422);
    clock.set('2026-11-17T09:00:01-05:00');
    const page = await sendForm(form);
    expect(page.status).toBe(422);
    expect((await sendForm(fillForm(page))).status).toBe(303);
    expect((await findBookingsAt(startsAt)).length).toBe(1);
  });

  it('says what is missing or wrong, next to the field', async () => {
    const startsAt = '2026-11-18T13:00';
    const form = fillForm(await openDetailsPage(startsAt));
    const missingFieldPage = await sendForm({ ...form, 'customer.phone': ' ', 'customer.name': 'Dana "Q" <Fox>' });
    expect([missingFieldPage.status, missingFieldPage.text]).toEqual([
      422,
      expect.stringContaining('Enter a phone number or an email.'),
    ]);
    expect(readEnteredValue(missingFieldPage, 'customer-name')).toBe('Dana &quot;Q&quot; &lt;Fox&gt;');
    const invalidFieldPage = await sendForm({ ...form, 'customer.phone': '12', 'customer.email': 'nobody' });
    expect(invalidFieldPage.text.match(/aria-invalid="true"/g)?.length).toBe(2);
    const invalidFields = [
      ['customer.name', ''],
      ['customer.name', 'x'.repeat(5_000)],
      ['notes', 'x'.repeat(20_000)],
    ] as const;
    for (const [name, value] of invalidFields) expect((await sendForm({ ...form, [name]: value })).status).toBe(422);
    expect((await sendForm({ ...form, notes: 'x'.repeat(100_000) })).status).toBe(413);
    expect((await sendForm({ ...form, website: 'https://spam.example' })).status).toBe(422);
    expect(await findBookingsAt(startsAt)).toEqual([]);
  });

  it('cannot book what the page does not offer, nor what belongs to another business', async () => {
    const startsAt = '2026-11-18T14:00';
    const form = fillForm(await openDetailsPage(startsAt));
    expect((await sendForm({ ...form, service: 'massage' })).location).toBe(pagePath);
    expect((await sendForm({ ...form, startsAt: '2026-11-18T03:00' })).status).toBe(409);
    expect((await sendForm({ ...form, checkOnly: 'true', id: 'bkg_1', status: 'completed' })).status).toBe(303);
    expect((await findBookingsAt(startsAt)).map(({ status }) => status)).toEqual(['confirmed']);
  });
});

describe('a time that was taken in the meantime', () => {
  it('gives the same page with other times and what was typed', async () => {
    const startsAt = '2026-11-19T10:00';
    const form = fillForm(await openDetailsPage(startsAt), { email: 'dana@example.com' });
    const body = { service: 'cut', startsAt, customer: { name: 'Earlier', phone: '212 555 0199' } };
    expectStatus(201, await salon.send('POST', '/salon/appointments', { body }));
    const page = await sendForm(form);
    expect([page.status, page.text]).toEqual([409, expect.stringContaining('Sorry, someone just booked that time.')]);
    expect([readEnteredValue(page, 'customer-name'), readEnteredValue(page, 'customer-email')]).toEqual([
      'Dana Fox',
      'dana@example.com',
    ]);
    const [, otherTime = ''] = /type="radio" name="startsAt" value="([^"]+)"/.exec(page.text) ?? [];
    expect((await sendForm({ ...fillForm(page), startsAt: otherTime })).status).toBe(303);
    expect((await findBookingsAt(otherTime.slice(0, 16))).length).toBe(1);
  });

  it('can be waited for where the business has a waitlist', async () => {
    const diner = await openLiveBusiness(service, 'restaurant', {
      timezone: 'America/New_York',
      hours: createEveryDayHours(['17:00', '22:00']),
      closures: [],
      restaurant: { menu: [], tables: [{ id: 't1', name: 'One', seats: 2 }], joins: [] },
    });
    const dinerPath = await enableBookingPage(diner);
    const startsAt = '2026-11-19T19:00';
    const detailsPage = await openPage(service, `${dinerPath}?partySize=2&startsAt=${startsAt}`);
    const body = { partySize: 2, startsAt, customer: { name: 'Earlier', phone: '212 555 0199' } };
    expectStatus(201, await diner.send('POST', '/restaurant/reservations', { body }));
    const page = await sendForm(fillForm(detailsPage), dinerPath);
    const [, waitlist = ''] = /name="waitlist" value="([^"]+)"/.exec(page.text) ?? [];
    const waitlistResponse = await sendForm({ ...fillForm(page), waitlist }, dinerPath);
    expect((await openPage(service, waitlistResponse.location)).text).toContain('On the waitlist');
    expect((await findBookingsAt(startsAt, diner)).map(({ status }) => status).sort()).toEqual([
      'confirmed',
      'waitlisted',
    ]);
  });

  it('leads to the waitlist of a full class', async () => {
    const gym = await openLiveBusiness(service, 'fitness', {
      timezone: 'America/New_York',
      fitness: {
        trainers: [],
        memberships: [],
        classes: [
          { id: 'yoga', name: 'Yoga', durationMinutes: 60, capacity: 1, weekly: [{ day: 'thu', time: '18:00' }] },
        ],
      },
    });
    const gymPath = await enableBookingPage(gym);
    const bookingForm = await walkToForm(service, gymPath);
    expect(bookingForm.text).toContain('>Book<');
    expect((await sendForm(fillForm(bookingForm), gymPath)).status).toBe(303);
    const secondResponse = await sendForm(fillForm(await walkToForm(service, gymPath)), gymPath);
    expect([secondResponse.status, secondResponse.text]).toEqual([
      409,
      expect.stringContaining('You already have a spot in that class'),
    ]);
    expect((await openPage(service, gymPath)).text).toContain('Full. Join the waitlist');
    const waitlistForm = await walkToForm(service, gymPath);
    expect(waitlistForm.text).toContain('>Join the waitlist<');
    const { location } = await sendForm(fillForm(waitlistForm, { phone: '212 555 0155' }), gymPath);
    expect((await openPage(service, location)).text).toContain('On the waitlist');
  });

  it('goes to exactly one of a chat and the page, 20 times', async () => {
    const chat = async (message: string, conversationId?: string) =>
      expectStatus(200, await call(service, 'POST', '/api/chat', { key: salon.key, body: { message, conversationId } }))
        .json;
    const winners = { chat: 0, page: 0 };
    for (let round = 0; round < 20; round++) {
      const day = new Date(Date.UTC(2026, 11, 1 + round)).toISOString().slice(0, 10);
      const startsAt = `${day}T11:00`;
      const proposal = await chat(`Please book a Cut on ${day} at 11 am for Sam Hill, 212 555 0133`);
      expect(proposal.reply).toContain('Shall I book it?');
      const form = fillForm(await openDetailsPage(startsAt));
      const [page, chatResponse] = await Promise.all([sendForm(form), chat('yes', proposal.conversationId)]);
      const rows = await findBookingsAt(startsAt);
      expect(rows.length).toBe(1);
      const isPage = rows[0].conversation_id === null;
      winners[isPage ? 'page' : 'chat'] += 1;
      expect([page.status, /Your code is/.test(chatResponse.reply)]).toEqual(isPage ? [303, false] : [409, true]);
    }
    expect(winners.chat + winners.page).toBe(20);
  });
});

describe('the limits', () => {
  it('slow down people who book too much, and say so on the page', async () => {
    const limits = { ...WIDGET_LIMITS, bookingPage: { ...WIDGET_LIMITS.bookingPage, bookingsPerHourOfAddress: 1 } };
    const strictService = await startService(service.connection, {}, { clock, widget: { limits } });
    const detailsPage = await openPage(strictService, `${pagePath}?service=cut&startsAt=2026-11-25T10:00`);
    const form = fillForm(detailsPage);
    const otherSalon = await openLiveBusiness(service, 'salon', SALON);
    const otherPath = await enableBookingPage(otherSalon);
    const otherForm = fillForm(await walkToForm(strictService, otherPath));
    expect((await openPage(strictService, otherPath, { form: otherForm })).status).toBe(303);
    const refusedPage = await openPage(strictService, otherPath, { form: otherForm });
    expect([refusedPage.status, refusedPage.text]).toEqual([429, expect.stringContaining('too many requests')]);
    expect(readEnteredValue(refusedPage, 'customer-name')).toBe('Dana Fox');
    expect(form.token).toBeDefined();
  });

  it('of the plan count a booking like a message', async () => {
    const starterSalon = await openLiveBusiness(service, 'salon', SALON);
    await queryAsDbOwner(service.connection, `update workspaces set plan = 'starter' where id = $1`, [starterSalon.id]);
    const starterPath = await enableBookingPage(starterSalon);
    const form = fillForm(await walkToForm(service, starterPath));
    await queryAsDbOwner(service.connection, 'update call_counters set month_used = 500 where workspace_id = $1', [
      starterSalon.id,
    ]);
    expect((await openPage(service, starterPath, { form })).status).toBe(429);
    await queryAsDbOwner(service.connection, 'update call_counters set month_used = 499 where workspace_id = $1', [
      starterSalon.id,
    ]);
    expect((await openPage(service, starterPath, { form })).status).toBe(303);
  });
});

describe('the path of the page', () => {
  it('comes from the name, is unique, can be changed, and earlier ones redirect to it', async () => {
    const twin = await openLiveBusiness(service, 'salon', SALON);
    expect((await openPage(service, '/book/nothing-here')).status).toBe(404);
    const firstPath = await enableBookingPage(twin);
    expect(firstPath).toMatch(/^\/book\/shear-co-\d+$/);
    const takenResponse = await twin.send('PUT', '/booking-page', { body: { name: pagePath.slice('/book/'.length) } });
    expect(takenResponse).toMatchObject({ status: 409, json: { errors: [{ pointer: '/name', detail: 'is taken' }] } });
    for (const name of ['Upper', 'with space', '-dash', 'a'.repeat(61), '../x'])
      expect((await twin.send('PUT', '/booking-page', { body: { name } })).status).toBe(422);
    expect(await enableBookingPage(twin, { name: 'twin-cuts' })).toBe('/book/twin-cuts');
    const oldPage = await openPage(service, firstPath);
    expect([oldPage.status, oldPage.location]).toEqual([301, '/book/twin-cuts']);
    expect((await openPage(service, '/book/TWIN-cuts')).location).toBe('/book/twin-cuts');
    expectStatus(200, await twin.send('PUT', '/booking-page', { body: { enabled: false } }));
    expect((await openPage(service, '/book/twin-cuts')).status).toBe(404);
    const name = firstPath.slice('/book/'.length);
    const strangerResponse = await salon.send('PUT', '/booking-page', { body: { name } });
    expect(strangerResponse.status).toBe(409);
  });
});
