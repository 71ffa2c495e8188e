// Tests when reminders are sent and what emails contain.
import { beforeAll, describe, expect, it } from 'vitest';
import { createEveryDayHours, expectStatus, openBusiness } from '../../../test/business.ts';
import { expectProblem, findEmailsTo, getErrorPointers } from '../../../test/expect.ts';
import { queryAsDbOwner, type Service } from '../../../test/harness.ts';
import { runTask } from '../../../test/jobs.ts';
import {
  createTestClock,
  findLatestEmail,
  type LiveBusiness,
  openLiveBusiness,
  runReminders,
  startLiveService,
  waitForEmails,
} from '../../../test/live-business.ts';

const MONDAY = '2026-11-16T09:00:00-05:00';
const BOOKING_SETTINGS = { noticeMinutes: 0, horizonDays: 90, slotMinutes: 15, cancelUntilMinutes: 120 };
const RESTAURANT = {
  name: 'Bella Vista',
  timezone: 'America/New_York',
  contact: { email: 'hello@bella.example', phone: '212 555 0100', address: '1 Main St' },
  hours: createEveryDayHours(['00:00', '24:00']),
  closures: [],
  booking: BOOKING_SETTINGS,
  restaurant: {
    menu: [],
    tables: Array.from({ length: 10 }, (_, i) => ({ id: `t${i}`, name: `Table ${i}`, seats: 4 })),
    joins: [],
    maxPartySize: 4,
  },
};

const clock = createTestClock(MONDAY);
let service: Service;
let guestCount = 0;

beforeAll(async () => {
  service = await startLiveService(clock);
});

async function openBella(patch: object = {}): Promise<LiveBusiness> {
  clock.set(MONDAY);
  return openLiveBusiness(service, 'restaurant', { ...RESTAURANT, ...patch });
}

/** Reserves a table with a unique email address. */
async function reserveTable(business: LiveBusiness, startsAt: string) {
  const email = `guest${++guestCount}@example.com`;
  const body = { partySize: 2, startsAt, customer: { name: 'Dana Fox', email } };
  const { json } = expectStatus(201, await business.send('POST', '/restaurant/reservations', { body }));
  await waitForEmails(service);
  const listReminders = async () =>
    (await findEmailsTo(service, email)).filter((rawEmail) => rawEmail.includes('Just a reminder'));
  return { id: json.id as string, email, listReminders };
}

const runRemindersAt = async (time: string) => {
  clock.set(time);
  await runReminders(service, clock);
};
const reminderRules = (...minutes: number[]) => ({
  booking: { ...BOOKING_SETTINGS, reminders: minutes.map((beforeMinutes) => ({ beforeMinutes })) },
});

describe('a reminder', () => {
  it('is sent once, a day before, as an event and as an email', async () => {
    const bella = await openBella();
    const { id, email, listReminders } = await reserveTable(bella, '2026-11-18T19:00');
    await runRemindersAt('2026-11-17T18:59:00-05:00');
    expect(await bella.listEventTypes(id)).toEqual(['booking.created']);
    await runRemindersAt('2026-11-17T19:00:00-05:00');
    await runRemindersAt('2026-11-17T19:01:00-05:00');
    await runRemindersAt('2026-11-18T18:59:00-05:00');
    expect(await bella.listEventTypes(id)).toEqual(['booking.created', 'booking.reminder']);
    const [rawEmail, ...otherEmails] = await listReminders();
    expect(otherEmails).toEqual([]);
    expect(rawEmail).toMatch(/^From: Bella Vista <frontdesk@localhost>\r$/m);
    expect(rawEmail).toMatch(/^Reply-To: hello@bella.example\r$/m);
    expect(rawEmail).toMatch(/^List-Unsubscribe:\s+<http.*\/unsubscribe\/.*>\r$/m);
    expect(rawEmail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    expect(rawEmail).toContain('your booking: a table for 2 on Wednesday, November 18 at 7:00 PM');
    for (const part of ['/move', '/cancel', 'text/plain', 'text/html', '1 Main St']) expect(rawEmail).toContain(part);
    const { rows } = await queryAsDbOwner(
      service.connection,
      `select data from events where type = 'booking.reminder' and data ->> 'id' = $1`,
      [id],
    );
    expect(rows[0].data).toEqual((await bella.send('GET', `/bookings/${id}`)).json);
    expect(rows[0].data.customer.email).toBe(email);
  });

  it('follows the rules of the document, even for existing bookings', async () => {
    const bella = await openBella(reminderRules(1_440, 120));
    const { id, listReminders } = await reserveTable(bella, '2026-11-20T19:00');
    await runRemindersAt('2026-11-19T19:00:00-05:00');
    expect(await listReminders()).toHaveLength(1);
    expectStatus(200, await bella.send('PUT', '/config', { body: reminderRules(30, 60) }));
    await runRemindersAt('2026-11-20T17:30:00-05:00');
    expect(await listReminders()).toHaveLength(1);
    await runRemindersAt('2026-11-20T18:00:00-05:00');
    await runRemindersAt('2026-11-20T18:30:00-05:00');
    expect(await listReminders()).toHaveLength(3);
    expect(await bella.listEventTypes(id)).toHaveLength(4);
  });

  it('is not sent if it was due before the booking, the move or the rule was made', async () => {
    const bella = await openBella(reminderRules(1_440, 120));
    const lateBooking = await reserveTable(bella, '2026-11-17T08:00');
    const movedBooking = await reserveTable(bella, '2026-11-30T08:00');
    await runRemindersAt('2026-11-16T09:30:00-05:00');
    expectStatus(
      200,
      await bella.send('PATCH', `/bookings/${movedBooking.id}`, { body: { startsAt: '2026-11-17T09:00' } }),
    );
    expectStatus(200, await bella.send('PUT', '/config', { body: reminderRules(1_440, 120, 10_080) }));
    await runRemindersAt('2026-11-16T09:31:00-05:00');
    expect([...(await lateBooking.listReminders()), ...(await movedBooking.listReminders())]).toEqual([]);
    await runRemindersAt('2026-11-17T06:00:00-05:00');
    expect(await lateBooking.listReminders()).toHaveLength(1);
    await runRemindersAt('2026-11-17T07:00:00-05:00');
    expect(await movedBooking.listReminders()).toHaveLength(1);
    expect((await movedBooking.listReminders())[0]).toContain('9:00 AM');
  });

  it('follows a moved booking and is not sent for a canceled one', async () => {
    const bella = await openBella();
    const movedBooking = await reserveTable(bella, '2026-11-18T10:00');
    const canceledBooking = await reserveTable(bella, '2026-11-18T10:00');
    await runRemindersAt('2026-11-17T10:00:00-05:00');
    expect([(await movedBooking.listReminders()).length, (await canceledBooking.listReminders()).length]).toEqual([
      1, 1,
    ]);
    expectStatus(
      200,
      await bella.send('PATCH', `/bookings/${movedBooking.id}`, { body: { startsAt: '2026-11-20T10:00' } }),
    );
    const earlyCanceledBooking = await reserveTable(bella, '2026-11-20T10:00');
    expectStatus(200, await bella.send('POST', `/bookings/${earlyCanceledBooking.id}/cancel`));
    await runRemindersAt('2026-11-19T10:00:00-05:00');
    expect([(await movedBooking.listReminders()).length, (await earlyCanceledBooking.listReminders()).length]).toEqual([
      2, 0,
    ]);
    expect(await bella.listEventTypes(earlyCanceledBooking.id)).toEqual(['booking.created', 'booking.cancelled']);
  });

  it('is sent once, for the latest rule, if several are due after an outage', async () => {
    const bella = await openBella(reminderRules(2_880, 1_440, 120));
    const { listReminders } = await reserveTable(bella, '2026-11-20T19:00');
    await runRemindersAt('2026-11-20T17:30:00-05:00');
    await runRemindersAt('2026-11-20T17:31:00-05:00');
    expect(await listReminders()).toHaveLength(1);
    const missedBooking = await reserveTable(bella, '2026-11-24T19:00');
    await runRemindersAt('2026-11-24T19:00:00-05:00');
    expect(await missedBooking.listReminders()).toEqual([]);
  });

  it('can be turned off by an empty list', async () => {
    const bella = await openBella({ booking: { ...BOOKING_SETTINGS, reminders: [] } });
    const { id } = await reserveTable(bella, '2026-11-18T19:00');
    await runRemindersAt('2026-11-18T18:00:00-05:00');
    expect(await bella.listEventTypes(id)).toEqual(['booking.created']);
  });

  it('is only an event in the sandbox, not an email', async () => {
    clock.set(MONDAY);
    const sandbox = await openBusiness(service, 'restaurant', RESTAURANT, MONDAY);
    const body = { partySize: 2, startsAt: '2026-11-18T19:00', customer: { name: 'Dana', email: 'test@example.com' } };
    const { json } = expectStatus(201, await sandbox.send('POST', '/restaurant/reservations', { body }));
    await runRemindersAt('2026-11-17T19:00:00-05:00');
    const { rows } = await queryAsDbOwner(
      service.connection,
      `select type from events where data ->> 'id' = $1 order by id`,
      [json.id],
    );
    expect(rows.map(({ type }) => type)).toEqual(['booking.created', 'booking.reminder']);
    expect(await findEmailsTo(service, 'test@example.com')).toEqual([]);
  });
});

describe('reminder rules', () => {
  it.each([
    ['too soon before', [{ beforeMinutes: 4 }], '/booking/reminders/0/beforeMinutes'],
    ['too long before', [{ beforeMinutes: 43_201 }], '/booking/reminders/0/beforeMinutes'],
    ['the same twice', [{ beforeMinutes: 60 }, { beforeMinutes: 60 }], '/booking/reminders'],
    ['too many', [10, 20, 30, 40, 50, 60].map((beforeMinutes) => ({ beforeMinutes })), '/booking/reminders'],
    ['an unknown field', [{ beforeMinutes: 60, by: 'pigeon' }], '/booking/reminders/0/by'],
  ])('reject %s', async (_what, reminders, pointer) => {
    const bella = await openBella();
    const response = await bella.send('PUT', '/config', { body: { booking: { ...BOOKING_SETTINGS, reminders } } });
    expectProblem(response, 422, 'validation_failed');
    expect(getErrorPointers(response)).toContain(pointer);
  });
});

describe('an email', () => {
  it('confirms a booking, a move and a cancellation, with a calendar file', async () => {
    const bella = await openBella();
    const { id, email } = await reserveTable(bella, '2026-11-18T19:00');
    const confirmation = await findLatestEmail(service, email);
    expect(confirmation.text).toContain('re booked: a table for 2 on Wednesday, November 18 at 7:00 PM');
    expect(confirmation.text).toMatch(/Content-Type: text\/calendar.*filename=calendar.ics/s);
    expect(confirmation.unsubscribe).toBe('none');
    expectStatus(200, await bella.send('PATCH', `/bookings/${id}`, { body: { startsAt: '2026-11-18T20:00' } }));
    await waitForEmails(service);
    expect((await findLatestEmail(service, email)).text).toContain('rescheduled your booking: a table for 2');
    expectStatus(200, await bella.send('POST', `/bookings/${id}/cancel`));
    await waitForEmails(service);
    const lastEmail = await findLatestEmail(service, email);
    expect(lastEmail.text).toContain('has been canceled');
    expect([lastEmail.count, lastEmail.booking]).toEqual([3, 'none']);
  });

  it('contains nothing the customer wrote, because anyone can book with someone else’s address', async () => {
    const bella = await openBella();
    const email = `guest${++guestCount}@example.com`;
    const customer = { name: 'Your Bank http://evil.example', email };
    const body = { partySize: 2, startsAt: '2026-11-18T19:00', customer, notes: 'Call 900 EVIL' };
    expectStatus(201, await bella.send('POST', '/restaurant/reservations', { body }));
    await waitForEmails(service);
    const [rawEmail] = await findEmailsTo(service, email);
    expect(rawEmail).toContain('a table for 2');
    expect(rawEmail).not.toMatch(/evil|bank/i);
  });

  it('is not sent if the business turned confirmations off', async () => {
    const bella = await openBella({ booking: { ...BOOKING_SETTINGS, confirmations: false } });
    const { email } = await reserveTable(bella, '2026-11-18T19:00');
    await runRemindersAt('2026-11-17T19:00:00-05:00');
    const { count, text } = await findLatestEmail(service, email);
    expect([count, text.includes('Just a reminder')]).toEqual([1, true]);
  });

  it('to a patient contains only the time of the appointment', async () => {
    clock.set(MONDAY);
    const clinic = await openLiveBusiness(service, 'medical', {
      name: 'Cedar Family Practice',
      timezone: 'America/New_York',
      hours: createEveryDayHours(['09:00', '17:00']),
      closures: [],
      medical: {
        visitTypes: [{ id: 'std', name: 'STD screening', durationMinutes: 30, newPatients: true, bufferMinutes: 0 }],
        providers: [{ id: 'chen', name: 'Dr. Alice Chen' }],
        insurance: [],
        pharmacies: [],
        refills: { turnaroundHours: 48, needsVisit: [] },
      },
    });
    const patient = { name: 'Marguerite Quill', dateOfBirth: '1961-05-03', email: 'quill@post.example' };
    const body = { visitType: 'std', startsAt: '2026-11-18T10:00', patient, reason: 'itching', notes: 'discreet' };
    const { json } = expectStatus(201, await clinic.send('POST', '/medical/appointments', { body }));
    const { rows } = await queryAsDbOwner(service.connection, `select payload from graphile_worker._private_jobs`);
    expect(JSON.stringify(rows)).not.toMatch(/quill/i);
    await waitForEmails(service);
    await runRemindersAt('2026-11-17T10:00:00-05:00');
    const emails = await findEmailsTo(service, patient.email);
    expect(emails).toHaveLength(2);
    for (const rawEmail of emails) {
      expect(rawEmail).toContain('an appointment on Wednesday, November 18 at 10:00 AM');
      expect(rawEmail).not.toMatch(/STD|screening|Chen|Marguerite|1961|itching|discreet/i);
      expect(rawEmail).not.toContain(json.code);
    }
    expect(await clinic.listEventTypes(json.id)).toEqual(['booking.created', 'booking.reminder']);
    const audit = await queryAsDbOwner(
      service.connection,
      `select actor, reason from audit_entries where subject = $1`,
      [json.id],
    );
    expect(audit.rows).toContainEqual({ actor: 'system', reason: 'bookings.mail' });
    expect(service.logLines.join('')).not.toMatch(/quill|screening/i);
  });

  it('is limited to twenty confirmations per address and hour', async () => {
    const bella = await openBella({ booking: { ...BOOKING_SETTINGS, slotMinutes: 5 } });
    const ids: string[] = [];
    for (let n = 0; n < 24; n++) {
      const startsAt = `2026-11-${18 + Math.floor(n / 6)}T1${n % 6}:00`;
      const body = { partySize: 2, startsAt, customer: { name: 'X', email: `${n % 2 ? 'V' : 'v'}ictim@example.com` } };
      ids.push(expectStatus(201, await bella.send('POST', '/restaurant/reservations', { body })).json.id);
    }
    await waitForEmails(service);
    const emails = [
      ...(await findEmailsTo(service, 'victim@example.com')),
      ...(await findEmailsTo(service, 'Victim@example.com')),
    ];
    expect(emails).toHaveLength(20);
    const notices = await Promise.all(
      ids.map(async (id) => expectStatus(200, await bella.send('GET', `/bookings/${id}/notices`)).json.notices[0]),
    );
    const error = 'This address has had too many emails in the last hour.';
    expect(notices.filter(({ status }) => status !== 'sent')).toMatchObject(Array(4).fill({ status: 'none', error }));
  });

  it('is not sent if the booking has changed since', async () => {
    const bella = await openBella();
    const { id, email } = await reserveTable(bella, '2026-11-18T19:00');
    const jobPayload = { workspaceId: bella.id, bookingId: id, about: 'booking.reminder', startsAt: '' };
    const { json } = await bella.send('GET', `/bookings/${id}`);
    const runNoticeJob = (startsAt: string) => runTask(service, 'bookings.mail', { ...jobPayload, startsAt }, clock);
    await runNoticeJob('2026-11-18T23:00:00.000Z');
    expect((await findLatestEmail(service, email)).count).toBe(1);
    await runNoticeJob(new Date(json.startsAt).toISOString());
    expect((await findLatestEmail(service, email)).count).toBe(2);
    expectStatus(200, await bella.send('POST', `/bookings/${id}/cancel`));
    await waitForEmails(service);
    await runNoticeJob(new Date(json.startsAt).toISOString());
    expect((await findLatestEmail(service, email)).count).toBe(3);
  });
});
