// Tests the pages that emails link to, as a browser without JavaScript would use them.
import { beforeAll, describe, expect, it } from 'vitest';
import { createEveryDayHours, expectStatus } from '../../../test/business.ts';
import { call, queryAsDbOwner, type Service } from '../../../test/harness.ts';
import {
  createTestClock,
  findLatestEmail,
  type LiveBusiness,
  openLiveBusiness,
  runReminders,
  startLiveService,
  submitForm,
  waitForEmails,
} from '../../../test/live-business.ts';

const MONDAY = '2026-11-16T09:00:00-05:00';
const SALON = {
  name: 'Shear & Co <b>',
  timezone: 'America/New_York',
  contact: { phone: '212 555 0100', email: 'hi@shear.example' },
  hours: createEveryDayHours(['09:00', '18:00']),
  closures: [],
  policies: { cancellation: 'Please call us on the day itself.' },
  booking: { noticeMinutes: 60, horizonDays: 60, slotMinutes: 30, cancelUntilMinutes: 1_200 },
  salon: {
    services: [{ id: 'cut', name: 'Cut', price: 5000, durationMinutes: 60, bufferMinutes: 0 }],
    stylists: [{ id: 'ana', name: 'Ana' }],
  },
};

const clock = createTestClock(MONDAY);
let service: Service;
let salon: LiveBusiness;
let guestCount = 0;

beforeAll(async () => {
  service = await startLiveService(clock);
  salon = await openLiveBusiness(service, 'salon', SALON);
});

/** Books an appointment and returns the path of the page that its confirmation email links to. */
async function bookAppointment(startsAt: string) {
  clock.set(MONDAY);
  const email = `guest${++guestCount}@example.com`;
  const body = { service: 'cut', startsAt, customer: { name: 'Dana Fox', email } };
  const { json } = expectStatus(201, await salon.send('POST', '/salon/appointments', { body }));
  await waitForEmails(service);
  const { booking: pagePath } = await findLatestEmail(service, email);
  return { id: json.id as string, email, pagePath };
}

const readBooking = async (id: string) => (await salon.send('GET', `/bookings/${id}`)).json;
const openPath = (path: string) => call(service, 'GET', path);

describe('the page of a booking', () => {
  it('works without scripts, has a strict content security policy, and changes nothing', async () => {
    const { id, pagePath } = await bookAppointment('2026-11-18T10:00');
    const bookingBefore = await readBooking(id);
    for (const path of [pagePath, `${pagePath}/cancel`, `${pagePath}/move`]) {
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
    const { text } = await openPath(pagePath);
    expect(text).toContain('Wednesday, November 18');
    expect(text).toContain('10:00 AM');
    expect(text).toContain('Shear &amp; Co &lt;b&gt;');
    expect(await readBooking(id)).toEqual(bookingBefore);
    const file = await openPath(`${pagePath}/calendar.ics`);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(file.text).toContain('BEGIN:VEVENT');
  });

  it('records that the customer will come', async () => {
    const { id, pagePath } = await bookAppointment('2026-11-18T11:00');
    const formResponse = await submitForm(service, pagePath, { action: 'confirm' });
    expect([formResponse.status, formResponse.headers.get('location')]).toEqual([303, `${pagePath}?done=confirm`]);
    expect((await openPath(`${pagePath}?done=confirm`)).text).toContain('Thank you. We look forward to seeing you.');
    expect((await readBooking(id)).confirmedAt).toBe('2026-11-16T09:00:00-05:00');
    expect((await submitForm(service, pagePath, { action: 'confirm' })).status).toBe(303);
    expect((await openPath(pagePath)).text).not.toContain('value="confirm"');
    expectStatus(200, await salon.send('PATCH', `/bookings/${id}`, { body: { startsAt: '2026-11-19T11:00' } }));
    expect((await readBooking(id)).confirmedAt).toBe(undefined);
  });

  it('cancels after a confirmation step', async () => {
    const { id, pagePath } = await bookAppointment('2026-11-18T12:00');
    expect((await openPath(`${pagePath}/cancel`)).text).toContain('Cancel this booking?');
    expect((await openPath(`${pagePath}?done=cancel`)).text).not.toContain('has been canceled');
    const formResponse = await submitForm(service, pagePath, { action: 'cancel' });
    expect([formResponse.status, formResponse.headers.get('location')]).toEqual([303, `${pagePath}?done=cancel`]);
    expect((await openPath(`${pagePath}?done=cancel`)).text).toContain('Your booking has been canceled.');
    expect((await readBooking(id)).status).toBe('cancelled');
    expect((await submitForm(service, pagePath, { action: 'cancel' })).status).toBe(303);
    expect(await salon.listEventTypes(id)).toEqual(['booking.created', 'booking.cancelled']);
    const confirmResponse = await submitForm(service, pagePath, { action: 'confirm' });
    expect([confirmResponse.status, confirmResponse.text.includes('That’s no longer possible.')]).toEqual([409, true]);
    for (const part of ['move', 'cancel', 'calendar.ics'])
      expect((await openPath(`${pagePath}/${part}`)).status).toBe(303);
  });

  it('moves only to a free time', async () => {
    const { id, pagePath } = await bookAppointment('2026-11-18T14:00');
    const otherBooking = await bookAppointment('2026-11-18T16:00');
    const listFreeTimes = async (path: string) =>
      [...(await openPath(path)).text.matchAll(/name="startsAt" value="([^"]+)"/g)].map(([, startsAt]) => startsAt!);
    const freeTimes = await listFreeTimes(`${pagePath}/move`);
    expect(freeTimes).toContain('2026-11-18T19:30:00.000Z');
    expect(freeTimes).not.toContain('2026-11-18T19:00:00.000Z');
    expect(freeTimes).not.toContain('2026-11-18T21:00:00.000Z');
    for (const startsAt of freeTimes) {
      const body = { service: 'cut', startsAt, customer: { name: 'X', email: 'x@example.com' }, checkOnly: true };
      const { json } = await salon.send('POST', '/salon/appointments', { body });
      // Times that overlap the booking itself are free only for this booking.
      const overlapsOwnTime = Math.abs(Date.parse(startsAt) - Date.parse('2026-11-18T19:00:00Z')) < 3_600_000;
      expect({ startsAt, available: json.available }).toEqual({ startsAt, available: !overlapsOwnTime });
    }
    expect(await listFreeTimes(`${pagePath}/move?day=2026-11-23`)).toContain('2026-11-23T14:00:00.000Z');
    const takenResponse = await submitForm(service, pagePath, { action: 'move', startsAt: '2026-11-18T21:00:00.000Z' });
    expect([takenResponse.status, takenResponse.text.includes('someone just booked that time')]).toEqual([409, true]);
    expect((await readBooking(id)).version).toBe(1);
    const formResponse = await submitForm(service, pagePath, { action: 'move', startsAt: freeTimes[0]! });
    expect(formResponse.status).toBe(303);
    expect(Date.parse((await readBooking(id)).startsAt)).toBe(Date.parse(freeTimes[0]!));
    expect(await salon.listEventTypes(id)).toEqual(['booking.created', 'booking.rescheduled']);
    expect((await readBooking(otherBooking.id)).version).toBe(1);
  });

  it('explains that it is too late to cancel or move', async () => {
    const { id, pagePath } = await bookAppointment('2026-11-19T14:00');
    clock.set('2026-11-19T00:00:00-05:00');
    const pageBeforeStart = await openPath(pagePath);
    expect(pageBeforeStart.text).toContain('Please call us on the day itself.');
    expect(pageBeforeStart.text).not.toContain('/cancel"');
    for (const action of ['cancel', 'move']) {
      const lateResponse = await submitForm(service, pagePath, { action, startsAt: '2026-11-20T19:00:00.000Z' });
      expect([lateResponse.status, lateResponse.text.includes('Please call us on the day itself.')]).toEqual([
        409,
        true,
      ]);
    }
    expect((await openPath(`${pagePath}/cancel`)).text).toContain('too late');
    expect((await openPath(`${pagePath}/move`)).text).toContain('too late');
    expect(await readBooking(id)).toMatchObject({ status: 'confirmed', version: 1 });
    expect((await submitForm(service, pagePath, { action: 'confirm' })).status).toBe(303);
  });

  it('expires when the booking starts', async () => {
    const { pagePath } = await bookAppointment('2026-11-20T14:00');
    clock.set('2026-11-20T14:00:00-05:00');
    expect((await openPath(pagePath)).status).toBe(410);
    expect((await submitForm(service, pagePath, { action: 'cancel' })).status).toBe(410);
  });

  it('uses the language of the booking, and so do its emails', async () => {
    const { id, pagePath, email } = await bookAppointment('2026-11-19T15:00');
    await queryAsDbOwner(service.connection, `update bookings set language = 'ar' where id = '${id}'`);
    const { text } = await openPath(pagePath);
    expect(text).toContain('<html lang="ar" dir="rtl">');
    expect(text).toContain('<title>حجزك – Shear');
    expect(text).toContain('Cut مع Ana');
    expect(text).toContain('الخميس، 19 نوفمبر');
    expect((await openPath(`${pagePath}/cancel`)).text).toContain('إلغاء هذا الحجز؟');
    expect((await openPath(`${pagePath}/move`)).text).toContain('اختر وقتًا آخر');
    await submitForm(service, pagePath, { action: 'move', startsAt: '2026-11-19T21:00:00.000Z' });
    await waitForEmails(service);
    const lastEmail = await findLatestEmail(service, email);
    expect(Buffer.from(lastEmail.text, 'latin1').toString()).toContain('غيّرنا موعد حجزك');
    expect(lastEmail.text).toContain('<html lang="ar" dir="rtl">');
    expect((await readBooking(id)).language).toBeUndefined();
  });

  it('is only found with the complete link', async () => {
    const { pagePath } = await bookAppointment('2026-11-21T10:00');
    const otherBooking = await bookAppointment('2026-11-21T12:00');
    const [workspace, booking, signature] = pagePath.slice('/booking/'.length).split('.');
    const invalidPaths = [
      '/booking/x',
      pagePath.slice(0, -1),
      `${pagePath}A`,
      `/booking/${workspace}.${otherBooking.id}.${signature}`,
      `/booking/ws_01m7fak8vzeezkmev4248a44da.${booking}.${signature}`,
      `/booking/${workspace}.${booking}.`,
      pagePath.replace('/booking/', '/unsubscribe/'),
    ];
    for (const path of invalidPaths) {
      const response = await openPath(path);
      expect([path, response.status, response.text.includes('doesn’t work')]).toEqual([path, 404, true]);
      expect((await submitForm(service, path, { action: 'cancel' })).status).toBe(404);
    }
    expect(await readBooking(otherBooking.id)).toMatchObject({ status: 'confirmed' });
    expect(service.logLines.join('')).not.toContain(signature);
  });

  it.each(['', 'action=explode', 'action=move', 'action=move&startsAt=tomorrow', '%%%&=&action='])(
    'rejects the form %j',
    async (body) => {
      const { id, pagePath } = await bookAppointment(`2026-11-2${4 + (guestCount % 5)}T10:00`);
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const response = await call(service, 'POST', pagePath, { body, headers });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
      expect(response.text).toContain('<!doctype html>');
      expect(await readBooking(id)).toMatchObject({ status: 'confirmed', version: 1 });
    },
  );
});

describe('unsubscribing', () => {
  it('stops reminders of this business, also by one-click unsubscribe, and can be undone', async () => {
    const { id, email } = await bookAppointment('2026-12-01T10:00');
    const latestEmailAfter = async (time: string) => {
      clock.set(time);
      await runReminders(service, clock);
      return findLatestEmail(service, email);
    };
    const firstReminder = await latestEmailAfter('2026-11-30T10:00:00-05:00');
    expect(firstReminder.text).toContain('Just a reminder');
    expect((await openPath(firstReminder.unsubscribe)).text).toContain('Stop reminders?');
    const { rows } = await queryAsDbOwner(service.connection, 'select 1 from reminder_refusals');
    expect(rows).toEqual([]);
    // RFC 8058 one-click unsubscribe: a form post without a redirect.
    const form = new FormData();
    form.set('List-Unsubscribe', 'One-Click');
    const unsubscribeResponse = await fetch(service.url + firstReminder.unsubscribe, {
      method: 'POST',
      body: form,
      redirect: 'manual',
    });
    expect([unsubscribeResponse.status, await unsubscribeResponse.text()]).toEqual([
      200,
      expect.stringContaining('No more reminders'),
    ]);

    expectStatus(200, await salon.send('PATCH', `/bookings/${id}`, { body: { startsAt: '2026-12-03T10:00' } }));
    const rescheduleEmail = await latestEmailAfter('2026-12-02T10:00:00-05:00');
    expect(await salon.listEventTypes(id)).toContain('booking.rescheduled');
    expect((await salon.listEventTypes(id)).filter((type) => type === 'booking.reminder')).toHaveLength(2);
    expect(rescheduleEmail.text).toContain('rescheduled your booking');

    expect((await submitForm(service, firstReminder.unsubscribe, { again: 'yes' })).text).toContain('Stop reminders?');
    expectStatus(200, await salon.send('PATCH', `/bookings/${id}`, { body: { startsAt: '2026-12-05T10:00' } }));
    expect((await latestEmailAfter('2026-12-04T10:00:00-05:00')).text).toContain('Just a reminder');
  });
});
