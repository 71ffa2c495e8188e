// What the form of the booking page does: one booking for each form, at a time that nobody else got.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BookingPage, fillForm, formFields, openPage, walkToForm } from '../../../test/booking-page.ts';
import { everyDay, expectStatus } from '../../../test/business.ts';
import { forgeSignature } from '../../../test/forge-signature.ts';
import { call, queryAsDbOwner, type Service, startService } from '../../../test/harness.ts';
import { type LiveBusiness, openLiveBusiness, testClock } from '../../../test/live-business.ts';
import { WIDGET_LIMITS } from '../access/widget-limits.ts';

const MONDAY = '2026-11-16T09:00:00-05:00';
const clock = testClock(MONDAY);
const SALON = {
  name: 'Shear & Co',
  timezone: 'America/New_York',
  locale: 'en-US',
  contact: { phone: '212 555 0100' },
  hours: everyDay(['09:00', '18:00']),
  closures: [],
  booking: { noticeMinutes: 60, horizonDays: 90, slotMinutes: 60, cancelUntilMinutes: 60 },
  salon: {
    services: [{ id: 'cut', name: 'Cut', durationMinutes: 60, bufferMinutes: 0 }],
    stylists: [{ id: 'ana', name: 'Ana' }],
  },
};
let service: Service;
let salon: LiveBusiness;
let path: string;

async function switchOn(business: LiveBusiness, body: object = {}): Promise<string> {
  const { json } = expectStatus(200, await business.send('PUT', '/booking-page', { body: { enabled: true, ...body } }));
  return new URL(json.url).pathname;
}
beforeAll(async () => {
  service = await startService(undefined, {}, { clock });
  salon = await openLiveBusiness(service, 'salon', SALON);
  path = await switchOn(salon);
});
beforeEach(() => clock.set(MONDAY));

const openDetails = (startsAt: string) => openPage(service, `${path}?service=cut&startsAt=${startsAt}`);
const send = (form: Record<string, string>, to = path) => openPage(service, to, { form });
const bookingsAt = async (startsAt: string, { id } = salon) =>
  (
    await queryAsDbOwner(service.connection, 'select * from bookings where workspace_id = $1 and starts_at = $2', [
      id,
      new Date(`${startsAt}-05:00`),
    ])
  ).rows;
const enteredValue = ({ text }: BookingPage, id: string) =>
  new RegExp(`id="${id}"[^>]* value="([^"]*)"`).exec(text)?.[1];

describe('a form', () => {
  it('books once, however often it is sent', async () => {
    const startsAt = '2026-11-18T10:00';
    const form = fillForm(await openDetails(startsAt));
    const answers = await Promise.all([send(form), send(form), send(form)]);
    answers.push(await send(form));
    expect(new Set(answers.map(({ status, location }) => `${status} ${location}`)).size).toBe(1);
    expect(answers[0]?.location).toMatch(/^\/booking\//);
    expect((await bookingsAt(startsAt)).length).toBe(1);
  });

  it.each([
    ['forged', (form: Record<string, string>) => ({ ...form, token: forgeSignature(form.token ?? '') })],
    ['left out', ({ token: _, ...form }: Record<string, string>) => form],
    ['nonsense', (form: Record<string, string>) => ({ ...form, token: 'x'.repeat(9_000) })],
  ])('whose token is %s books nothing, and keeps what was typed', async (_, change) => {
    const startsAt = '2026-11-18T12:00';
    const page = await send(change(fillForm(await openDetails(startsAt))));
    expect([page.status, page.text]).toEqual([422, expect.stringContaining('This page was open for too long')]);
    expect(enteredValue(page, 'customer-name')).toBe('Dana Fox');
    expect(await bookingsAt(startsAt)).toEqual([]);
  });

  it('whose token has expired, or is of another business, can be sent again from the page that comes back', async () => {
    const startsAt = '2026-11-20T12:00';
    const form = fillForm(await openDetails(startsAt));
    const other = await openLiveBusiness(service, 'salon', SALON);
    const otherForm = formFields(await walkToForm(service, await switchOn(other)));
    expect((await send({ ...form, token: otherForm.token ?? '' })).status).toBe(422);
    clock.set('2026-11-17T09:00:01-05:00');
    const page = await send(form);
    expect(page.status).toBe(422);
    expect((await send(fillForm(page))).status).toBe(303);
    expect((await bookingsAt(startsAt)).length).toBe(1);
  });

  it('says what is missing or wrong, next to the field', async () => {
    const startsAt = '2026-11-18T13:00';
    const form = fillForm(await openDetails(startsAt));
    const missing = await send({ ...form, 'customer.phone': ' ', 'customer.name': 'Dana "Q" <Fox>' });
    expect([missing.status, missing.text]).toEqual([422, expect.stringContaining('Enter a phone number or an email.')]);
    expect(enteredValue(missing, 'customer-name')).toBe('Dana &quot;Q&quot; &lt;Fox&gt;');
    const wrong = await send({ ...form, 'customer.phone': '12', 'customer.email': 'nobody' });
    expect(wrong.text.match(/aria-invalid="true"/g)?.length).toBe(2);
    const invalid = [
      ['customer.name', ''],
      ['customer.name', 'x'.repeat(5_000)],
      ['notes', 'x'.repeat(20_000)],
    ] as const;
    for (const [name, value] of invalid) expect((await send({ ...form, [name]: value })).status).toBe(422);
    expect((await send({ ...form, notes: 'x'.repeat(100_000) })).status).toBe(413);
    expect((await send({ ...form, website: 'https://spam.example' })).status).toBe(422);
    expect(await bookingsAt(startsAt)).toEqual([]);
  });

  it('cannot book what the page does not offer, nor what belongs to another business', async () => {
    const startsAt = '2026-11-18T14:00';
    const form = fillForm(await openDetails(startsAt));
    expect((await send({ ...form, service: 'massage' })).location).toBe(path);
    expect((await send({ ...form, startsAt: '2026-11-18T03:00' })).status).toBe(409);
    expect((await send({ ...form, checkOnly: 'true', id: 'bkg_1', status: 'completed' })).status).toBe(303);
    expect((await bookingsAt(startsAt)).map(({ status }) => status)).toEqual(['confirmed']);
  });
});

describe('a time that is taken meanwhile', () => {
  it('gives the same page with other times and what was typed', async () => {
    const startsAt = '2026-11-19T10:00';
    const form = fillForm(await openDetails(startsAt), { email: 'dana@example.com' });
    const body = { service: 'cut', startsAt, customer: { name: 'Earlier', phone: '212 555 0199' } };
    expectStatus(201, await salon.send('POST', '/salon/appointments', { body }));
    const page = await send(form);
    expect([page.status, page.text]).toEqual([409, expect.stringContaining('Sorry, someone just booked that time.')]);
    expect([enteredValue(page, 'customer-name'), enteredValue(page, 'customer-email')]).toEqual([
      'Dana Fox',
      'dana@example.com',
    ]);
    const [, other = ''] = /type="radio" name="startsAt" value="([^"]+)"/.exec(page.text) ?? [];
    expect((await send({ ...fillForm(page), startsAt: other })).status).toBe(303);
    expect((await bookingsAt(other.slice(0, 16))).length).toBe(1);
  });

  it('can be waited for where the business has a waitlist', async () => {
    const diner = await openLiveBusiness(service, 'restaurant', {
      timezone: 'America/New_York',
      hours: everyDay(['17:00', '22:00']),
      closures: [],
      restaurant: { menu: [], tables: [{ id: 't1', name: 'One', seats: 2 }], joins: [] },
    });
    const dinerPath = await switchOn(diner);
    const startsAt = '2026-11-19T19:00';
    const details = await openPage(service, `${dinerPath}?partySize=2&startsAt=${startsAt}`);
    const body = { partySize: 2, startsAt, customer: { name: 'Earlier', phone: '212 555 0199' } };
    expectStatus(201, await diner.send('POST', '/restaurant/reservations', { body }));
    const page = await send(fillForm(details), dinerPath);
    const [, waitlist = ''] = /name="waitlist" value="([^"]+)"/.exec(page.text) ?? [];
    const waiting = await send({ ...fillForm(page), waitlist }, dinerPath);
    expect((await openPage(service, waiting.location)).text).toContain('On the waitlist');
    expect((await bookingsAt(startsAt, diner)).map(({ status }) => status).sort()).toEqual(['confirmed', 'waitlisted']);
  });

  it('a full class offers its waitlist', async () => {
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
    const gymPath = await switchOn(gym);
    const first = await walkToForm(service, gymPath);
    expect(first.text).toContain('>Book<');
    expect((await send(fillForm(first), gymPath)).status).toBe(303);
    const again = await send(fillForm(await walkToForm(service, gymPath)), gymPath);
    expect([again.status, again.text]).toEqual([409, expect.stringContaining('You already have a spot in that class')]);
    expect((await openPage(service, gymPath)).text).toContain('Full. Join the waitlist');
    const second = await walkToForm(service, gymPath);
    expect(second.text).toContain('>Join the waitlist<');
    const { location } = await send(fillForm(second, { phone: '212 555 0155' }), gymPath);
    expect((await openPage(service, location)).text).toContain('On the waitlist');
  });

  it('is got by exactly one of a chat and the page, 20 times', async () => {
    const chat = async (message: string, conversationId?: string) =>
      expectStatus(200, await call(service, 'POST', '/api/chat', { key: salon.key, body: { message, conversationId } }))
        .json;
    const winners = { chat: 0, page: 0 };
    for (let round = 0; round < 20; round++) {
      const day = new Date(Date.UTC(2026, 11, 1 + round)).toISOString().slice(0, 10);
      const startsAt = `${day}T11:00`;
      const asked = await chat(`Please book a Cut on ${day} at 11 am for Sam Hill, 212 555 0133`);
      expect(asked.reply).toContain('Shall I book it?');
      const form = fillForm(await openDetails(startsAt));
      const [page, reply] = await Promise.all([send(form), chat('yes', asked.conversationId)]);
      const rows = await bookingsAt(startsAt);
      expect(rows.length).toBe(1);
      const isPage = rows[0].conversation_id === null;
      winners[isPage ? 'page' : 'chat'] += 1;
      expect([page.status, /Your code is/.test(reply.reply)]).toEqual(isPage ? [303, false] : [409, true]);
    }
    expect(winners.chat + winners.page).toBe(20);
  });
});

describe('the limits', () => {
  it('slow down people who book too much, and say so on the page', async () => {
    const limits = { ...WIDGET_LIMITS, bookingPage: { ...WIDGET_LIMITS.bookingPage, bookingsOfAddress: 1 } };
    const strict = await startService(service.connection, {}, { clock, widget: { limits } });
    const details = await openPage(strict, `${path}?service=cut&startsAt=2026-11-25T10:00`);
    const form = fillForm(details);
    const other = await openLiveBusiness(service, 'salon', SALON);
    const otherPath = await switchOn(other);
    const otherForm = fillForm(await walkToForm(strict, otherPath));
    expect((await openPage(strict, otherPath, { form: otherForm })).status).toBe(303);
    const refused = await openPage(strict, otherPath, { form: otherForm });
    expect([refused.status, refused.text]).toEqual([429, expect.stringContaining('too many requests')]);
    expect(enteredValue(refused, 'customer-name')).toBe('Dana Fox');
    expect(form.token).toBeDefined();
  });

  it('of the plan count a booking like a message', async () => {
    const small = await openLiveBusiness(service, 'salon', SALON);
    await queryAsDbOwner(service.connection, `update workspaces set plan = 'starter' where id = $1`, [small.id]);
    const smallPath = await switchOn(small);
    const form = fillForm(await walkToForm(service, smallPath));
    await queryAsDbOwner(service.connection, 'update call_counters set month_used = 500 where workspace_id = $1', [
      small.id,
    ]);
    expect((await openPage(service, smallPath, { form })).status).toBe(429);
    await queryAsDbOwner(service.connection, 'update call_counters set month_used = 499 where workspace_id = $1', [
      small.id,
    ]);
    expect((await openPage(service, smallPath, { form })).status).toBe(303);
  });
});

describe('the address', () => {
  it('is made from the name, is unique, can be changed, and earlier ones lead to it', async () => {
    const twin = await openLiveBusiness(service, 'salon', SALON);
    expect((await openPage(service, '/book/nothing-here')).status).toBe(404);
    const first = await switchOn(twin);
    expect(first).toMatch(/^\/book\/shear-co-\d+$/);
    const taken = await twin.send('PUT', '/booking-page', { body: { name: path.slice('/book/'.length) } });
    expect(taken).toMatchObject({ status: 409, json: { errors: [{ pointer: '/name', detail: 'is taken' }] } });
    for (const name of ['Upper', 'with space', '-dash', 'a'.repeat(61), '../x'])
      expect((await twin.send('PUT', '/booking-page', { body: { name } })).status).toBe(422);
    expect(await switchOn(twin, { name: 'twin-cuts' })).toBe('/book/twin-cuts');
    const old = await openPage(service, first);
    expect([old.status, old.location]).toEqual([301, '/book/twin-cuts']);
    expect((await openPage(service, '/book/TWIN-cuts')).location).toBe('/book/twin-cuts');
    expectStatus(200, await twin.send('PUT', '/booking-page', { body: { enabled: false } }));
    expect((await openPage(service, '/book/twin-cuts')).status).toBe(404);
    const name = first.slice('/book/'.length);
    const stranger = await salon.send('PUT', '/booking-page', { body: { name } });
    expect(stranger.status).toBe(409);
  });
});
