// Tests the pages behind mail links, as a browser without JavaScript would use them.
import { beforeAll, describe, expect, it } from 'vitest';
import { everyDay, expectStatus } from '../../../test/business.ts';
import { call, queryAsDbOwner, type Service } from '../../../test/harness.ts';
import {
  type LiveBusiness,
  latestEmail,
  openLiveBusiness,
  runReminders,
  startLiveService,
  submitForm,
  testClock,
  waitForEmails,
} from '../../../test/live-business.ts';

const MONDAY = '2026-11-16T09:00:00-05:00';
const SALON = {
  name: 'Shear & Co <b>',
  timezone: 'America/New_York',
  contact: { phone: '212 555 0100', email: 'hi@shear.example' },
  hours: everyDay(['09:00', '18:00']),
  closures: [],
  policies: { cancellation: 'Please call us on the day itself.' },
  booking: { noticeMinutes: 60, horizonDays: 60, slotMinutes: 30, cancelUntilMinutes: 1_200 },
  salon: {
    services: [{ id: 'cut', name: 'Cut', price: 5000, durationMinutes: 60, bufferMinutes: 0 }],
    stylists: [{ id: 'ana', name: 'Ana' }],
  },
};

const clock = testClock(MONDAY);
let service: Service;
let salon: LiveBusiness;
let guestCount = 0;

beforeAll(async () => {
  service = await startLiveService(clock);
  salon = await openLiveBusiness(service, 'salon', SALON);
});

/** Books an appointment and returns the page its mail links to. */
async function bookAppointment(startsAt: string) {
  clock.set(MONDAY);
  const email = `guest${++guestCount}@example.com`;
  const body = { service: 'cut', startsAt, customer: { name: 'Dana Fox', email } };
  const { json } = expectStatus(201, await salon.send('POST', '/salon/appointments', { body }));
  await waitForEmails(service);
  const { booking: page } = await latestEmail(service, email);
  return { id: json.id as string, email, page };
}

const readBooking = async (id: string) => (await salon.send('GET', `/bookings/${id}`)).json;
const openPath = (path: string) => call(service, 'GET', path);

describe('the page of a booking', () => {
  it('works without scripts, has a strict content security policy, and changes nothing', async () => {
    const { id, page } = await bookAppointment('2026-11-18T10:00');
    const before = await readBooking(id);
    for (const path of [page, `${page}/cancel`, `${page}/move`]) {
      for (const method of ['GET', 'HEAD', 'GET']) {
        const { status, text, headers } = await call(service, method, path);
        expect(status).toBe(200);
        expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
        expect(headers.get('content-security-policy')).toMatch(
          /^default-src 'none'; style-src 'self'; img-src 'self' data:;/,
        );
        expect(headers.get('referrer-policy')).toBe('no-referrer');
        expect(headers.get('cache-control')).toBe('no-store');
        expect(text).not.toMatch(/<script|<b>|style=/);
      }
    }
    const { text } = await openPath(page);
    expect(text).toContain('Wednesday, November 18');
    expect(text).toContain('10:00 AM');
    expect(text).toContain('Shear &amp; Co &lt;b&gt;');
    expect(await readBooking(id)).toEqual(before);
    const file = await openPath(`${page}/calendar.ics`);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(file.text).toContain('BEGIN:VEVENT');
  });

  it('records that the customer will come', async () => {
    const { id, page } = await bookAppointment('2026-11-18T11:00');
    const sent = await submitForm(service, page, { action: 'confirm' });
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `${page}?done=confirm`]);
    expect((await openPath(`${page}?done=confirm`)).text).toContain('Thank you. We look forward to seeing you.');
    expect((await readBooking(id)).confirmedAt).toBe('2026-11-16T09:00:00-05:00');
    expect((await submitForm(service, page, { action: 'confirm' })).status).toBe(303);
    expect((await openPath(page)).text).not.toContain('value="confirm"');
    expectStatus(200, await salon.send('PATCH', `/bookings/${id}`, { body: { startsAt: '2026-11-19T11:00' } }));
    expect((await readBooking(id)).confirmedAt).toBe(undefined);
  });

  it('cancels after a confirmation step', async () => {
    const { id, page } = await bookAppointment('2026-11-18T12:00');
    expect((await openPath(`${page}/cancel`)).text).toContain('Cancel this booking?');
    expect((await openPath(`${page}?done=cancel`)).text).not.toContain('has been canceled');
    const sent = await submitForm(service, page, { action: 'cancel' });
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `${page}?done=cancel`]);
    expect((await openPath(`${page}?done=cancel`)).text).toContain('Your booking has been canceled.');
    expect((await readBooking(id)).status).toBe('cancelled');
    expect((await submitForm(service, page, { action: 'cancel' })).status).toBe(303);
    expect(await salon.eventTypes(id)).toEqual(['booking.created', 'booking.cancelled']);
    const afterCancel = await submitForm(service, page, { action: 'confirm' });
    expect([afterCancel.status, afterCancel.text.includes('That’s no longer possible.')]).toEqual([409, true]);
    for (const part of ['move', 'cancel', 'calendar.ics']) expect((await openPath(`${page}/${part}`)).status).toBe(303);
  });

  it('moves only to a free time', async () => {
    const { id, page } = await bookAppointment('2026-11-18T14:00');
    const other = await bookAppointment('2026-11-18T16:00');
    const starts = async (path: string) =>
      [...(await openPath(path)).text.matchAll(/name="startsAt" value="([^"]+)"/g)].map(([, startsAt]) => startsAt!);
    const free = await starts(`${page}/move`);
    expect(free).toContain('2026-11-18T19:30:00.000Z');
    expect(free).not.toContain('2026-11-18T19:00:00.000Z');
    expect(free).not.toContain('2026-11-18T21:00:00.000Z');
    for (const startsAt of free) {
      const body = { service: 'cut', startsAt, customer: { name: 'X', email: 'x@example.com' }, checkOnly: true };
      const { json } = await salon.send('POST', '/salon/appointments', { body });
      // Times that overlap the booking itself are free only for this booking.
      const overlapsOwnTime = Math.abs(Date.parse(startsAt) - Date.parse('2026-11-18T19:00:00Z')) < 3_600_000;
      expect({ startsAt, available: json.available }).toEqual({ startsAt, available: !overlapsOwnTime });
    }
    expect(await starts(`${page}/move?day=2026-11-23`)).toContain('2026-11-23T14:00:00.000Z');
    const taken = await submitForm(service, page, { action: 'move', startsAt: '2026-11-18T21:00:00.000Z' });
    expect([taken.status, taken.text.includes('someone just booked that time')]).toEqual([409, true]);
    expect((await readBooking(id)).version).toBe(1);
    const sent = await submitForm(service, page, { action: 'move', startsAt: free[0]! });
    expect(sent.status).toBe(303);
    expect(Date.parse((await readBooking(id)).startsAt)).toBe(Date.parse(free[0]!));
    expect(await salon.eventTypes(id)).toEqual(['booking.created', 'booking.rescheduled']);
    expect((await readBooking(other.id)).version).toBe(1);
  });

  it('explains politely that it is too late', async () => {
    const { id, page } = await bookAppointment('2026-11-19T14:00');
    clock.set('2026-11-19T00:00:00-05:00');
    const pageBeforeStart = await openPath(page);
    expect(pageBeforeStart.text).toContain('Please call us on the day itself.');
    expect(pageBeforeStart.text).not.toContain('/cancel"');
    for (const action of ['cancel', 'move']) {
      const late = await submitForm(service, page, { action, startsAt: '2026-11-20T19:00:00.000Z' });
      expect([late.status, late.text.includes('Please call us on the day itself.')]).toEqual([409, true]);
    }
    expect((await openPath(`${page}/cancel`)).text).toContain('too late');
    expect((await openPath(`${page}/move`)).text).toContain('too late');
    expect(await readBooking(id)).toMatchObject({ status: 'confirmed', version: 1 });
    expect((await submitForm(service, page, { action: 'confirm' })).status).toBe(303);
  });

  it('expires when the booking starts', async () => {
    const { page } = await bookAppointment('2026-11-20T14:00');
    clock.set('2026-11-20T14:00:00-05:00');
    expect((await openPath(page)).status).toBe(410);
    expect((await submitForm(service, page, { action: 'cancel' })).status).toBe(410);
  });

  it('uses the language of the booking, and so do its mails', async () => {
    const { id, page, email } = await bookAppointment('2026-11-19T15:00');
    await queryAsDbOwner(service.connection, `update bookings set language = 'ar' where id = '${id}'`);
    const { text } = await openPath(page);
    expect(text).toContain('<html lang="ar" dir="rtl">');
    expect(text).toContain('<title>حجزك – Shear');
    expect(text).toContain('Cut مع Ana');
    expect(text).toContain('الخميس، 19 نوفمبر');
    expect((await openPath(`${page}/cancel`)).text).toContain('إلغاء هذا الحجز؟');
    expect((await openPath(`${page}/move`)).text).toContain('اختر وقتًا آخر');
    await submitForm(service, page, { action: 'move', startsAt: '2026-11-19T21:00:00.000Z' });
    await waitForEmails(service);
    const mail = await latestEmail(service, email);
    expect(Buffer.from(mail.text, 'latin1').toString()).toContain('غيّرنا موعد حجزك');
    expect(mail.text).toContain('<html lang="ar" dir="rtl">');
    expect((await readBooking(id)).language).toBeUndefined();
  });

  it('is only found with the complete link', async () => {
    const { page } = await bookAppointment('2026-11-21T10:00');
    const other = await bookAppointment('2026-11-21T12:00');
    const [workspace, booking, signature] = page.slice('/booking/'.length).split('.');
    const invalidPaths = [
      '/booking/x',
      page.slice(0, -1),
      `${page}A`,
      `/booking/${workspace}.${other.id}.${signature}`,
      `/booking/ws_01m7fak8vzeezkmev4248a44da.${booking}.${signature}`,
      `/booking/${workspace}.${booking}.`,
      page.replace('/booking/', '/unsubscribe/'),
    ];
    for (const path of invalidPaths) {
      const reply = await openPath(path);
      expect([path, reply.status, reply.text.includes('doesn’t work')]).toEqual([path, 404, true]);
      expect((await submitForm(service, path, { action: 'cancel' })).status).toBe(404);
    }
    expect(await readBooking(other.id)).toMatchObject({ status: 'confirmed' });
    expect(service.logLines.join('')).not.toContain(signature);
  });

  it.each(['', 'action=explode', 'action=move', 'action=move&startsAt=tomorrow', '%%%&=&action='])(
    'rejects the form %j',
    async (body) => {
      const { id, page } = await bookAppointment(`2026-11-2${4 + (guestCount % 5)}T10:00`);
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const reply = await call(service, 'POST', page, { body, headers });
      expect(reply.status).toBeGreaterThanOrEqual(400);
      expect(reply.status).toBeLessThan(500);
      expect(reply.text).toContain('<!doctype html>');
      expect(await readBooking(id)).toMatchObject({ status: 'confirmed', version: 1 });
    },
  );
});

describe('unsubscribing', () => {
  it('stops reminders of this business, also by one-click unsubscribe, and can be undone', async () => {
    const { id, email } = await bookAppointment('2026-12-01T10:00');
    const remind = async (time: string) => {
      clock.set(time);
      await runReminders(service, clock);
      return latestEmail(service, email);
    };
    const first = await remind('2026-11-30T10:00:00-05:00');
    expect(first.text).toContain('Just a reminder');
    expect((await openPath(first.unsubscribe)).text).toContain('Stop reminders?');
    const { rows } = await queryAsDbOwner(service.connection, 'select 1 from reminder_refusals');
    expect(rows).toEqual([]);
    // RFC 8058 one-click unsubscribe: a form post without a redirect.
    const form = new FormData();
    form.set('List-Unsubscribe', 'One-Click');
    const clicked = await fetch(service.url + first.unsubscribe, { method: 'POST', body: form, redirect: 'manual' });
    expect([clicked.status, await clicked.text()]).toEqual([200, expect.stringContaining('No more reminders')]);

    expectStatus(200, await salon.send('PATCH', `/bookings/${id}`, { body: { startsAt: '2026-12-03T10:00' } }));
    const moved = await remind('2026-12-02T10:00:00-05:00');
    expect(await salon.eventTypes(id)).toContain('booking.rescheduled');
    expect((await salon.eventTypes(id)).filter((type) => type === 'booking.reminder')).toHaveLength(2);
    expect(moved.text).toContain('rescheduled your booking');

    expect((await submitForm(service, first.unsubscribe, { again: 'yes' })).text).toContain('Stop reminders?');
    expectStatus(200, await salon.send('PATCH', `/bookings/${id}`, { body: { startsAt: '2026-12-05T10:00' } }));
    expect((await remind('2026-12-04T10:00:00-05:00')).text).toContain('Just a reminder');
  });
});
