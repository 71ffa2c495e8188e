// Tests when reminders are sent and what mails contain.
import { beforeAll, describe, expect, it } from 'vitest';
import { everyDay, expectStatus, openBusiness } from '../../../test/business.ts';
import { emailsTo, errorPointers, expectProblem } from '../../../test/expect.ts';
import { queryAsDbOwner, type Service } from '../../../test/harness.ts';
import { runTask } from '../../../test/jobs.ts';
import {
  type LiveBusiness,
  latestEmail,
  openLiveBusiness,
  runReminders,
  startLiveService,
  testClock,
  waitForEmails,
} from '../../../test/live-business.ts';

const MONDAY = '2026-11-16T09:00:00-05:00';
const booking = { noticeMinutes: 0, horizonDays: 90, slotMinutes: 15, cancelUntilMinutes: 120 };
const RESTAURANT = {
  name: 'Bella Vista',
  timezone: 'America/New_York',
  contact: { email: 'hello@bella.example', phone: '212 555 0100', address: '1 Main St' },
  hours: everyDay(['00:00', '24:00']),
  closures: [],
  booking,
  restaurant: {
    menu: [],
    tables: Array.from({ length: 10 }, (_, i) => ({ id: `t${i}`, name: `Table ${i}`, seats: 4 })),
    joins: [],
    maxPartySize: 4,
  },
};

const clock = testClock(MONDAY);
let service: Service;
let guestCount = 0;

beforeAll(async () => {
  service = await startLiveService(clock);
});

async function openBella(patch: object = {}): Promise<LiveBusiness> {
  clock.set(MONDAY);
  return openLiveBusiness(service, 'restaurant', { ...RESTAURANT, ...patch });
}

/** Reserves a table with a unique e-mail address. */
async function reserveTable(business: LiveBusiness, startsAt: string) {
  const email = `guest${++guestCount}@example.com`;
  const body = { partySize: 2, startsAt, customer: { name: 'Dana Fox', email } };
  const { json } = expectStatus(201, await business.send('POST', '/restaurant/reservations', { body }));
  await waitForEmails(service);
  const reminders = async () => (await emailsTo(service, email)).filter((mail) => mail.includes('Just a reminder'));
  return { id: json.id as string, email, reminders };
}

const runAt = async (time: string) => {
  clock.set(time);
  await runReminders(service, clock);
};
const reminderRules = (...minutes: number[]) => ({
  booking: { ...booking, reminders: minutes.map((beforeMinutes) => ({ beforeMinutes })) },
});

describe('a reminder', () => {
  it('is sent once, a day before, as an event and as a mail', async () => {
    const bella = await openBella();
    const { id, email, reminders } = await reserveTable(bella, '2026-11-18T19:00');
    await runAt('2026-11-17T18:59:00-05:00');
    expect(await bella.eventTypes(id)).toEqual(['booking.created']);
    await runAt('2026-11-17T19:00:00-05:00');
    await runAt('2026-11-17T19:01:00-05:00');
    await runAt('2026-11-18T18:59:00-05:00');
    expect(await bella.eventTypes(id)).toEqual(['booking.created', 'booking.reminder']);
    const [mail, ...otherMails] = await reminders();
    expect(otherMails).toEqual([]);
    expect(mail).toMatch(/^From: Bella Vista <frontdesk@localhost>\r$/m);
    expect(mail).toMatch(/^Reply-To: hello@bella.example\r$/m);
    expect(mail).toMatch(/^List-Unsubscribe:\s+<http.*\/unsubscribe\/.*>\r$/m);
    expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    expect(mail).toContain('your booking: a table for 2 on Wednesday, November 18 at 7:00 PM');
    for (const part of ['/move', '/cancel', 'text/plain', 'text/html', '1 Main St']) expect(mail).toContain(part);
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
    const { id, reminders } = await reserveTable(bella, '2026-11-20T19:00');
    await runAt('2026-11-19T19:00:00-05:00');
    expect(await reminders()).toHaveLength(1);
    expectStatus(200, await bella.send('PUT', '/config', { body: reminderRules(30, 60) }));
    await runAt('2026-11-20T17:30:00-05:00');
    expect(await reminders()).toHaveLength(1);
    await runAt('2026-11-20T18:00:00-05:00');
    await runAt('2026-11-20T18:30:00-05:00');
    expect(await reminders()).toHaveLength(3);
    expect(await bella.eventTypes(id)).toHaveLength(4);
  });

  it('is not sent if it was due before the booking, the move or the rule was made', async () => {
    const bella = await openBella(reminderRules(1_440, 120));
    const late = await reserveTable(bella, '2026-11-17T08:00');
    const moved = await reserveTable(bella, '2026-11-30T08:00');
    await runAt('2026-11-16T09:30:00-05:00');
    expectStatus(200, await bella.send('PATCH', `/bookings/${moved.id}`, { body: { startsAt: '2026-11-17T09:00' } }));
    expectStatus(200, await bella.send('PUT', '/config', { body: reminderRules(1_440, 120, 10_080) }));
    await runAt('2026-11-16T09:31:00-05:00');
    expect([...(await late.reminders()), ...(await moved.reminders())]).toEqual([]);
    await runAt('2026-11-17T06:00:00-05:00');
    expect(await late.reminders()).toHaveLength(1);
    await runAt('2026-11-17T07:00:00-05:00');
    expect(await moved.reminders()).toHaveLength(1);
    expect((await moved.reminders())[0]).toContain('9:00 AM');
  });

  it('follows a moved booking and is not sent for a canceled one', async () => {
    const bella = await openBella();
    const moved = await reserveTable(bella, '2026-11-18T10:00');
    const canceled = await reserveTable(bella, '2026-11-18T10:00');
    await runAt('2026-11-17T10:00:00-05:00');
    expect([(await moved.reminders()).length, (await canceled.reminders()).length]).toEqual([1, 1]);
    expectStatus(200, await bella.send('PATCH', `/bookings/${moved.id}`, { body: { startsAt: '2026-11-20T10:00' } }));
    const canceledEarly = await reserveTable(bella, '2026-11-20T10:00');
    expectStatus(200, await bella.send('POST', `/bookings/${canceledEarly.id}/cancel`));
    await runAt('2026-11-19T10:00:00-05:00');
    expect([(await moved.reminders()).length, (await canceledEarly.reminders()).length]).toEqual([2, 0]);
    expect(await bella.eventTypes(canceledEarly.id)).toEqual(['booking.created', 'booking.cancelled']);
  });

  it('is sent once, for the latest rule, if several are due after an outage', async () => {
    const bella = await openBella(reminderRules(2_880, 1_440, 120));
    const { reminders } = await reserveTable(bella, '2026-11-20T19:00');
    await runAt('2026-11-20T17:30:00-05:00');
    await runAt('2026-11-20T17:31:00-05:00');
    expect(await reminders()).toHaveLength(1);
    const missed = await reserveTable(bella, '2026-11-24T19:00');
    await runAt('2026-11-24T19:00:00-05:00');
    expect(await missed.reminders()).toEqual([]);
  });

  it('can be turned off by an empty list', async () => {
    const bella = await openBella({ booking: { ...booking, reminders: [] } });
    const { id } = await reserveTable(bella, '2026-11-18T19:00');
    await runAt('2026-11-18T18:00:00-05:00');
    expect(await bella.eventTypes(id)).toEqual(['booking.created']);
  });

  it('is only an event in the sandbox, not a mail', async () => {
    clock.set(MONDAY);
    const sandbox = await openBusiness(service, 'restaurant', RESTAURANT, MONDAY);
    const body = { partySize: 2, startsAt: '2026-11-18T19:00', customer: { name: 'Dana', email: 'test@example.com' } };
    const { json } = expectStatus(201, await sandbox.send('POST', '/restaurant/reservations', { body }));
    await runAt('2026-11-17T19:00:00-05:00');
    const { rows } = await queryAsDbOwner(
      service.connection,
      `select type from events where data ->> 'id' = $1 order by id`,
      [json.id],
    );
    expect(rows.map(({ type }) => type)).toEqual(['booking.created', 'booking.reminder']);
    expect(await emailsTo(service, 'test@example.com')).toEqual([]);
  });
});

describe('the rules', () => {
  it.each([
    ['too soon before', [{ beforeMinutes: 4 }], '/booking/reminders/0/beforeMinutes'],
    ['too long before', [{ beforeMinutes: 43_201 }], '/booking/reminders/0/beforeMinutes'],
    ['the same twice', [{ beforeMinutes: 60 }, { beforeMinutes: 60 }], '/booking/reminders'],
    ['too many', [10, 20, 30, 40, 50, 60].map((beforeMinutes) => ({ beforeMinutes })), '/booking/reminders'],
    ['an unknown field', [{ beforeMinutes: 60, by: 'pigeon' }], '/booking/reminders/0/by'],
  ])('reject %s', async (_what, reminders, pointer) => {
    const bella = await openBella();
    const reply = await bella.send('PUT', '/config', { body: { booking: { ...booking, reminders } } });
    expectProblem(reply, 422, 'validation_failed');
    expect(errorPointers(reply)).toContain(pointer);
  });
});

describe('a mail', () => {
  it('confirms a booking, a move and a cancellation, with a calendar file', async () => {
    const bella = await openBella();
    const { id, email } = await reserveTable(bella, '2026-11-18T19:00');
    const confirmation = await latestEmail(service, email);
    expect(confirmation.text).toContain('re booked: a table for 2 on Wednesday, November 18 at 7:00 PM');
    expect(confirmation.text).toMatch(/Content-Type: text\/calendar.*filename=calendar.ics/s);
    expect(confirmation.unsubscribe).toBe('none');
    expectStatus(200, await bella.send('PATCH', `/bookings/${id}`, { body: { startsAt: '2026-11-18T20:00' } }));
    await waitForEmails(service);
    expect((await latestEmail(service, email)).text).toContain('rescheduled your booking: a table for 2');
    expectStatus(200, await bella.send('POST', `/bookings/${id}/cancel`));
    await waitForEmails(service);
    const last = await latestEmail(service, email);
    expect(last.text).toContain('has been canceled');
    expect([last.count, last.booking]).toEqual([3, 'none']);
  });

  it('contains nothing the customer wrote, because anyone can book with someone else’s address', async () => {
    const bella = await openBella();
    const email = `guest${++guestCount}@example.com`;
    const customer = { name: 'Your Bank http://evil.example', email };
    const body = { partySize: 2, startsAt: '2026-11-18T19:00', customer, notes: 'Call 900 EVIL' };
    expectStatus(201, await bella.send('POST', '/restaurant/reservations', { body }));
    await waitForEmails(service);
    const [mail] = await emailsTo(service, email);
    expect(mail).toContain('a table for 2');
    expect(mail).not.toMatch(/evil|bank|900/i);
  });

  it('is not sent if the business turned confirmations off', async () => {
    const bella = await openBella({ booking: { ...booking, confirmations: false } });
    const { email } = await reserveTable(bella, '2026-11-18T19:00');
    await runAt('2026-11-17T19:00:00-05:00');
    const { count, text } = await latestEmail(service, email);
    expect([count, text.includes('Just a reminder')]).toEqual([1, true]);
  });

  it('to a patient contains only the time of the appointment', async () => {
    clock.set(MONDAY);
    const clinic = await openLiveBusiness(service, 'medical', {
      name: 'Cedar Family Practice',
      timezone: 'America/New_York',
      hours: everyDay(['09:00', '17:00']),
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
    await runAt('2026-11-17T10:00:00-05:00');
    const mails = await emailsTo(service, patient.email);
    expect(mails).toHaveLength(2);
    for (const mail of mails) {
      expect(mail).toContain('an appointment on Wednesday, November 18 at 10:00 AM');
      expect(mail).not.toMatch(/STD|screening|Chen|Marguerite|1961|itching|discreet/i);
      expect(mail).not.toContain(json.code);
    }
    expect(await clinic.eventTypes(json.id)).toEqual(['booking.created', 'booking.reminder']);
    const audit = await queryAsDbOwner(
      service.connection,
      `select actor, reason from audit_entries where subject = $1`,
      [json.id],
    );
    expect(audit.rows).toContainEqual({ actor: 'system', reason: 'bookings.mail' });
    expect(service.logLines.join('')).not.toMatch(/quill|screening/i);
  });

  it('is limited to twenty confirmations per address and hour', async () => {
    const bella = await openBella({ booking: { ...booking, slotMinutes: 5 } });
    const ids: string[] = [];
    for (let n = 0; n < 24; n++) {
      const startsAt = `2026-11-${18 + Math.floor(n / 6)}T1${n % 6}:00`;
      const body = { partySize: 2, startsAt, customer: { name: 'X', email: `${n % 2 ? 'V' : 'v'}ictim@example.com` } };
      ids.push(expectStatus(201, await bella.send('POST', '/restaurant/reservations', { body })).json.id);
    }
    await waitForEmails(service);
    const mails = [
      ...(await emailsTo(service, 'victim@example.com')),
      ...(await emailsTo(service, 'Victim@example.com')),
    ];
    expect(mails).toHaveLength(20);
    const notices = await Promise.all(
      ids.map(async (id) => expectStatus(200, await bella.send('GET', `/bookings/${id}/notices`)).json.notices[0]),
    );
    const error = 'This address has had too many emails in the last hour.';
    expect(notices.filter(({ status }) => status !== 'sent')).toMatchObject(Array(4).fill({ status: 'none', error }));
  });

  it('is not sent if the booking has changed since', async () => {
    const bella = await openBella();
    const { id, email } = await reserveTable(bella, '2026-11-18T19:00');
    const mailJob = { workspaceId: bella.id, bookingId: id, about: 'booking.reminder', startsAt: '' };
    const { json } = await bella.send('GET', `/bookings/${id}`);
    const run = (startsAt: string) => runTask(service, 'bookings.mail', { ...mailJob, startsAt }, clock);
    await run('2026-11-18T23:00:00.000Z');
    expect((await latestEmail(service, email)).count).toBe(1);
    await run(new Date(json.startsAt).toISOString());
    expect((await latestEmail(service, email)).count).toBe(2);
    expectStatus(200, await bella.send('POST', `/bookings/${id}/cancel`));
    await waitForEmails(service);
    await run(new Date(json.startsAt).toISOString());
    expect((await latestEmail(service, email)).count).toBe(3);
  });
});
