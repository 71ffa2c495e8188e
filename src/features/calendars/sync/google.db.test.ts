import { beforeAll, describe, expect, it } from 'vitest';
import { expectStatus } from '../../../../test/business.ts';
import { createErrorResponse, startGoogle } from '../../../../test/calendars/google.ts';
import { expectProblem } from '../../../../test/expect.ts';
import { forgeSignature } from '../../../../test/forge-signature.ts';
import { queryAsDbOwner, type Service, startService } from '../../../../test/harness.ts';
import { openTaskRunner } from '../../../../test/jobs.ts';
import { createTestClock, type LiveBusiness, openLiveBusiness } from '../../../../test/live-business.ts';

type Google = Awaited<ReturnType<typeof startGoogle>>;
let service: Service;
let google: Google;
let salon: LiveBusiness;
let connectionId: string;
let runTask: Awaited<ReturnType<typeof openTaskRunner>>;
const clock = createTestClock();

const SALON = {
  name: 'Lumen',
  hours: Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri'].map((day) => [day, [['09:00', '18:00']]])),
  salon: {
    services: [{ id: 'cut', name: 'Cut', price: 5000, durationMinutes: 60, bufferMinutes: 0 }],
    stylists: [
      { id: 'ana', name: 'Ana' },
      { id: 'bo', name: 'Bo' },
    ],
  },
};

beforeAll(async () => {
  google = await startGoogle();
  const config = { jobs: 'off' as const, webhooksAllowPrivate: true, googleCalendar: google.config };
  service = await startService(undefined, config, { clock });
  runTask = await openTaskRunner(service, clock);
  salon = await openLiveBusiness(service, 'salon', SALON);
  connectionId = await connect(salon, 'salon/ana');
});

async function connect(business: LiveBusiness, resource: string): Promise<string> {
  const { json } = expectStatus(
    200,
    await business.send('POST', '/calendar-connections/google', { body: { resource } }),
  );
  const body = google.consent(json.url);
  const { id } = expectStatus(201, await business.send('POST', '/calendar-connections/google/finish', { body })).json;
  expectStatus(200, await business.send('PATCH', `/calendar-connections/${id}`, { body: { calendar: 'work@group' } }));
  await sync(business, id);
  return id;
}

const sync = (business = salon, id = connectionId) =>
  runTask('calendars.sync', { workspaceId: business.id, connectionId: id });
const readConnection = async (id = connectionId) =>
  expectStatus(200, await salon.send('GET', '/calendar-connections')).json.data.find(
    (connection: { id: string }) => connection.id === id,
  );
const listConflicts = async () => expectStatus(200, await salon.send('GET', '/calendar-conflicts')).json.data;
const isoTime = (day: number, time: string) => `2026-11-${day}T${time}:00-05:00`;
const eventTime = (day: number, from: string, to: string) => ({
  start: { dateTime: isoTime(day, from) },
  end: { dateTime: isoTime(day, to) },
});
const bookingBody = (day: number, time: string, stylist = 'ana') => ({
  service: 'cut',
  stylist,
  startsAt: `2026-11-${day}T${time}`,
  customer: { name: 'Dana Fox', phone: '+12125550147' },
});
const book = async (day: number, time: string) =>
  expectStatus(201, await salon.send('POST', '/salon/appointments', { body: bookingBody(day, time) })).json;
const tryBook = (day: number, time: string, stylist?: string) =>
  salon.send('POST', '/salon/appointments', { body: { ...bookingBody(day, time, stylist), checkOnly: true } });
const isFree = async (day: number, time: string, stylist?: string) =>
  expectStatus(200, await tryBook(day, time, stylist)).json.available;
const readBooking = async (id: string) => expectStatus(200, await salon.send('GET', `/bookings/${id}`)).json;
/** Our event for a booking, found by the link in its description. */
const findEvent = (bookingId: string) => google.events().find(({ description }) => description?.includes(bookingId));
const eventStart = (bookingId: string) => Date.parse(findEvent(bookingId)?.start.dateTime ?? '');

describe('a Google calendar', () => {
  it('is described to its business, and can be connected only by the person who gave consent', async () => {
    expect(await readConnection()).toMatchObject({
      provider: 'google',
      resource: 'salon/ana',
      name: 'Ana',
      account: 'ana@example.com',
      status: 'active',
      calendar: { id: 'work@group', name: 'Work' },
      problem: null,
    });
    const otherSalon = await openLiveBusiness(service, 'salon', SALON);
    const { json } = expectStatus(
      200,
      await salon.send('POST', '/calendar-connections/google', { body: { resource: null } }),
    );
    const body = google.consent(json.url);
    expectProblem(
      await otherSalon.send('POST', '/calendar-connections/google/finish', { body }),
      422,
      'validation_failed',
    );
    const forgedBody = { ...body, state: forgeSignature(body.state) };
    expectProblem(
      await salon.send('POST', '/calendar-connections/google/finish', { body: forgedBody }),
      422,
      'validation_failed',
    );
  });

  it('blocks its owner’s time, and nobody else’s', async () => {
    google.add({ id: 'dentist', summary: 'Dentist', ...eventTime(19, '10:00', '11:30') });
    google.add({ id: 'maybe', transparency: 'transparent', ...eventTime(19, '13:00', '14:00') });
    const declined = [{ self: true, responseStatus: 'declined' }];
    google.add({ id: 'party', attendees: declined, ...eventTime(19, '14:00', '15:00') });
    google.add({ id: 'vacation', start: { date: '2026-11-25' }, end: { date: '2026-11-27' } });
    expect(await isFree(19, '10:00')).toBe(true);
    await sync();
    expect(await isFree(19, '10:00')).toBe(false);
    expect(await isFree(19, '11:30')).toBe(true);
    expect(await isFree(19, '10:00', 'bo')).toBe(true);
    expect([await isFree(19, '13:00'), await isFree(19, '14:00')]).toEqual([true, true]);
    expect([await isFree(25, '09:00'), await isFree(26, '17:00'), await isFree(27, '09:00')]).toEqual([
      false,
      false,
      true,
    ]);
    expectProblem(
      await salon.send('POST', '/salon/appointments', { body: bookingBody(19, '10:00') }),
      409,
      'slot_unavailable',
    );
    const { rows } = await queryAsDbOwner(service.connection, `select to_jsonb(b)::text as row from busy_times b`);
    expect(rows.map(({ row }) => row).join()).not.toContain('Dentist');
    google.delete('vacation');
    await sync();
    expect(await isFree(25, '09:00')).toBe(true);
  });

  it('shows bookings, their changes and their cancellations', async () => {
    const { id } = await book(20, '10:00');
    await sync();
    expect(findEvent(id)).toMatchObject({ summary: 'Dana Fox, Cut', location: 'Ana' });
    expect(eventStart(id)).toBe(Date.parse(isoTime(20, '10:00')));
    expectStatus(200, await salon.send('PATCH', `/bookings/${id}`, { body: { startsAt: '2026-11-20T12:00' } }));
    await sync();
    expect(eventStart(id)).toBe(Date.parse(isoTime(20, '12:00')));
    const writeCount = google.requests.filter((request) => !request.startsWith('GET')).length;
    await sync();
    expect(google.requests.filter((request) => !request.startsWith('GET'))).toHaveLength(writeCount);
    expectStatus(200, await salon.send('PATCH', `/bookings/${id}`, { body: { resourceId: 'bo' } }));
    await sync();
    expect(findEvent(id)).toBeUndefined();
    expectStatus(200, await salon.send('PATCH', `/bookings/${id}`, { body: { resourceId: 'ana' } }));
    await sync();
    expect(eventStart(id)).toBe(Date.parse(isoTime(20, '12:00')));
    expectStatus(200, await salon.send('POST', `/bookings/${id}/cancel`, { body: {} }));
    await sync();
    expect(findEvent(id)).toBeUndefined();
  });

  it('moves and cancels bookings when events change, and notifies the customer', async () => {
    const { id } = await book(23, '10:00');
    await sync();
    google.change(findEvent(id)!.id, eventTime(23, '15:00', '16:00'));
    await sync();
    expect((await readBooking(id)).startsAt).toBe(isoTime(23, '15:00'));
    google.delete(findEvent(id)!.id);
    await sync();
    expect((await readBooking(id)).status).toBe('cancelled');
    expect(await salon.listEventTypes(id)).toEqual(['booking.created', 'booking.rescheduled', 'booking.cancelled']);
    expect(await listConflicts()).toEqual([]);
  });

  it('gets its event restored if the booking rules refuse a change, and shows the conflict', async () => {
    const { id } = await book(24, '10:00');
    await book(24, '14:00');
    await sync();
    const expectPutBack = async (changes: object, detail: string) => {
      google.change(findEvent(id)!.id, changes);
      await sync();
      expect((await readBooking(id)).startsAt).toBe(isoTime(24, '10:00'));
      expect(findEvent(id)).toMatchObject({ start: { dateTime: new Date(isoTime(24, '10:00')).toISOString() } });
      expect(Date.parse(findEvent(id)!.end.dateTime!)).toBe(Date.parse(isoTime(24, '11:00')));
      expect(await listConflicts()).toMatchObject([{ bookingId: id, kind: 'put_back', connectionId }]);
      expect((await listConflicts())[0].detail).toContain(detail);
    };
    await expectPutBack(eventTime(24, '14:30', '15:30'), 'put the event back');
    await expectPutBack(eventTime(24, '22:00', '23:00'), 'put the event back');
    await expectPutBack(eventTime(24, '12:03', '13:03'), 'every 15 minutes');
    await expectPutBack(eventTime(24, '10:00', '12:00'), 'length');
    await expectPutBack({ start: { date: '2026-11-24' }, end: { date: '2026-11-25' } }, 'one start and end');
    expectStatus(204, await salon.send('DELETE', `/calendar-connections/${connectionId}/conflicts/${id}`));
    expect(await listConflicts()).toEqual([]);
    await expectPutBack(eventTime(24, '10:00', '12:00'), 'length');
    expectStatus(200, await salon.send('PATCH', `/bookings/${id}`, { body: { startsAt: '2026-11-24T11:00' } }));
    expect(await listConflicts()).toEqual([]);
  });

  it('moves several bookings, each into the time that another one leaves', async () => {
    const ids = [];
    for (const time of ['09:00', '10:00', '11:00']) ids.push((await book(17, time)).id);
    await sync();
    for (const [index, id] of ids.entries())
      google.change(findEvent(id)!.id, eventTime(17, `${10 + index}:00`, `${11 + index}:00`));
    await sync();
    const starts = await Promise.all(ids.map(async (id) => (await readBooking(id)).startsAt));
    expect(starts).toEqual([isoTime(17, '10:00'), isoTime(17, '11:00'), isoTime(17, '12:00')]);
    for (const id of ids) expectStatus(200, await salon.send('POST', `/bookings/${id}/cancel`, { body: {} }));
    await sync();
  });

  it('loses against the booking if both changed, and shows the conflict', async () => {
    const { id } = await book(30, '10:00');
    await sync();
    google.change(findEvent(id)!.id, eventTime(30, '15:00', '16:00'));
    expectStatus(200, await salon.send('PATCH', `/bookings/${id}`, { body: { startsAt: '2026-11-30T12:00' } }));
    await sync();
    expect((await readBooking(id)).startsAt).toBe(isoTime(30, '12:00'));
    expect(eventStart(id)).toBe(Date.parse(isoTime(30, '12:00')));
    expect(await listConflicts()).toMatchObject([{ bookingId: id, otherStartsAt: isoTime(30, '15:00') }]);
    expectStatus(200, await salon.send('POST', `/bookings/${id}/cancel`, { body: {} }));
    await sync();
  });

  it('shows an event over a booking as a conflict until one of them moves', async () => {
    const { id } = await book(30, '10:00');
    google.add({ id: 'clash1', ...eventTime(30, '10:30', '12:00') });
    await sync();
    expect(await listConflicts()).toMatchObject([
      { bookingId: id, kind: 'overlap', otherStartsAt: isoTime(30, '10:30'), otherEndsAt: isoTime(30, '12:00') },
    ]);
    google.change('clash1', eventTime(30, '11:00', '12:00'));
    await sync();
    expect(await listConflicts()).toEqual([]);
  });

  it('cancels nothing when all bookings disappear at once', async () => {
    const listBookingEvents = () => google.events().filter(({ description }) => description?.includes('bkg_'));
    const times = ['09:00', '10:00', '11:00', '12:00', '13:00'];
    for (const time of times) await book(18, time);
    await sync();
    const countBefore = listBookingEvents().length;
    for (const { id } of listBookingEvents()) google.delete(id);
    await sync();
    expect(listBookingEvents()).toHaveLength(countBefore);
    expect((await listConflicts()).length).toBe(countBefore);
  });

  it('is read from the start when Google rejects the sync token, and waits when Google limits requests', async () => {
    google.forgetSyncTokens();
    google.add({ id: 'later', ...eventTime(19, '16:00', '17:00') });
    await sync();
    expect(await isFree(19, '16:00')).toBe(false);
    expect(await isFree(19, '10:00')).toBe(false);
    google.queueResponses({ ...createErrorResponse(403, 'userRateLimitExceeded'), headers: { 'retry-after': '900' } });
    await sync();
    expect(await readConnection()).toMatchObject({ status: 'active', problem: expect.stringContaining('slow down') });
    const { rows } = await queryAsDbOwner(
      service.connection,
      `select extract(epoch from sync_after - clock_timestamp())::integer as wait from calendar_connections`,
    );
    expect(rows[0].wait).toBeGreaterThan(800);
    await sync();
    expect(await readConnection()).toMatchObject({ problem: null });
  });

  it('gets a new access token when the old one was refused, and before it expires', async () => {
    const syncAndListRequests = async () => {
      google.requests.length = 0;
      await sync();
      expect(await readConnection()).toMatchObject({ status: 'active', problem: null });
      return google.requests.map((request) => request.split(' ')[1]!.split('/').pop());
    };
    google.expireAccess();
    google.setTokenLifetime(30);
    expect(await syncAndListRequests()).toEqual(['events', 'token', 'events']);
    google.setTokenLifetime(3_599);
    expect(await syncAndListRequests()).toEqual(['token', 'events']);
    expect(await syncAndListRequests()).toEqual(['events']);
  });

  it('needs attention after the person revokes our access, and continues after a new consent', async () => {
    google.revoke();
    await sync();
    expect(await readConnection()).toMatchObject({ status: 'needs_attention' });
    expect(await isFree(19, '10:00')).toBe(false);
    const consentRequest = { body: { resource: 'salon/ana', connection: connectionId } };
    const { json } = expectStatus(200, await salon.send('POST', '/calendar-connections/google', consentRequest));
    expectStatus(
      201,
      await salon.send('POST', '/calendar-connections/google/finish', { body: google.consent(json.url) }),
    );
    await sync();
    expect(await readConnection()).toMatchObject({ status: 'active', problem: null });
  });

  it('stores its tokens encrypted', async () => {
    const { rows } = await queryAsDbOwner(
      service.connection,
      `select encode(credentials, 'escape') as text from calendar_connections`,
    );
    expect(rows[0].text).not.toContain('ya29');
  });

  it('is released, and its access revoked, when it is disconnected', async () => {
    expectStatus(204, await salon.send('DELETE', `/calendar-connections/${connectionId}`));
    await expect.poll(() => google.isRevoked()).toBe(true);
    expect(await isFree(19, '10:00')).toBe(true);
    const { rows } = await queryAsDbOwner(service.connection, `select from busy_times`);
    expect(rows).toEqual([]);
  });

  it('reuses its existing events when it is connected again', async () => {
    const countBefore = google.events().length;
    connectionId = await connect(salon, 'salon/ana');
    expect(google.events()).toHaveLength(countBefore);
    expect(await readConnection()).toMatchObject({ status: 'active', problem: null });
  });
});
