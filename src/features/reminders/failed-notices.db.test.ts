// A notice that a channel could not deliver goes on by email, once.
import { describe, expect, it, vi } from 'vitest';
import { startTextingRestaurant } from '../../../test/channels/texting-restaurant.ts';
import { emailsTo } from '../../../test/expect.ts';
import { runTask } from '../../../test/jobs.ts';
import { NOTICE_TASK } from '../../scheduling/notify.ts';

const texting = await startTextingRestaurant();
const {
  restaurant,
  bookByText,
  bookingUnder,
  changeBooking,
  waitForText,
  noticesOf,
  refusedNumbers,
  sendReminders,
  reportFailure,
  reserveTable,
} = texting;

const noticesAbout = async (id: string, about: string) =>
  (await noticesOf(id)).filter((notice) => notice.about === about).map(({ channel, status }) => [channel, status]);
const waitForNotices = (id: string, about: string, wanted: unknown[]) =>
  vi.waitFor(async () => expect(await noticesAbout(id, about)).toEqual(wanted), 30_000);
/** Until there is nothing left to do, so that what must not happen would have happened. */
const waitForJobs = () =>
  vi.waitFor(async () => {
    const sql = `select from graphile_worker.jobs where task_identifier in ('${NOTICE_TASK}', 'channels.send') and attempts < max_attempts`;
    expect(await restaurant.query(sql)).toEqual([]);
  }, 30_000);
const sentEmailsTo = (address: string) => emailsTo(restaurant.service, address);

describe('a notice', () => {
  it('that the provider refuses is mailed, once', async () => {
    const [phone, email] = ['+12125550301', 'refused@example.com'];
    await bookByText(phone, `, ${email}`);
    const booking = await bookingUnder(phone);
    refusedNumbers.add(phone);
    await sendReminders(booking);
    await waitForNotices(booking.id, 'booking.reminder', [
      ['sms', 'failed'],
      ['email', 'sent'],
    ]);
    expect(await sentEmailsTo(email)).toHaveLength(1);
    // The job again, as after a crash.
    const [{ workspace_id: workspaceId, id: insteadOf }] = await restaurant.query(
      `select workspace_id, id from booking_notices where booking_id = $1 and about = 'booking.reminder' and route = 'sms'`,
      [booking.id],
    );
    const startsAt = booking.starts_at.toISOString();
    const payload = { workspaceId, bookingId: booking.id, about: 'booking.reminder', startsAt, insteadOf };
    await runTask(restaurant.service, NOTICE_TASK, payload);
    expect(await sentEmailsTo(email)).toHaveLength(1);
  });

  it('that was not delivered after all is mailed, though reported twice', async () => {
    const [phone, email] = ['+12125550302', 'undelivered@example.com'];
    const { id } = await reserveTable({ phone, email, textsAllowed: true });
    await waitForNotices(id, 'booking.created', [['sms', 'sent']]);
    expect(await sentEmailsTo(email)).toEqual([]);
    await reportFailure(phone);
    await reportFailure(phone);
    await waitForNotices(id, 'booking.created', [
      ['sms', 'failed'],
      ['email', 'sent'],
    ]);
    await waitForJobs();
    expect(await sentEmailsTo(email)).toHaveLength(1);
  });

  it('that a reply in the conversation has told is mailed too', async () => {
    const [phone, email] = ['+12125550303', 'reply@example.com'];
    await bookByText(phone, `, ${email}`);
    const { id } = await bookingUnder(phone);
    await waitForNotices(id, 'booking.created', [['sms', 'sent']]);
    await reportFailure(phone);
    await waitForNotices(id, 'booking.created', [
      ['sms', 'failed'],
      ['email', 'sent'],
    ]);
  });

  it('that a reply has told is mailed if the reply failed before', async () => {
    const [phone, email] = ['+12125550304', 'before@example.com'];
    await bookByText(phone, `, ${email}`);
    const { id } = await bookingUnder(phone);
    await waitForNotices(id, 'booking.created', [['sms', 'sent']]);
    const [notice] = await restaurant.query('delete from booking_notices where booking_id = $1 returning *', [id]);
    await reportFailure(phone);
    await restaurant.query(
      `insert into booking_notices (workspace_id, id, booking_id, about, route, message_id, created_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [notice.workspace_id, notice.id, id, notice.about, notice.route, notice.message_id, notice.created_at],
    );
    await waitForNotices(id, 'booking.created', [
      ['sms', 'failed'],
      ['email', 'sent'],
    ]);
  });
});

describe('nobody is mailed', () => {
  it('without an address', async () => {
    const phone = '+12125550305';
    const { id } = await reserveTable({ phone, textsAllowed: true }, 19);
    await waitForNotices(id, 'booking.created', [['sms', 'sent']]);
    await reportFailure(phone);
    await waitForJobs();
    expect(await noticesAbout(id, 'booking.created')).toEqual([['sms', 'failed']]);
  });

  it('what a later notice has told, or is no longer true', async () => {
    const [phone, email] = ['+12125550306', 'later@example.com'];
    const { id } = await reserveTable({ phone, email, textsAllowed: true }, 20);
    await waitForNotices(id, 'booking.created', [['sms', 'sent']]);
    await changeBooking(id, { status: 'cancelled' });
    await waitForText(phone, 2);
    const first = `select message_id from booking_notices where booking_id = $1 and about = 'booking.created'`;
    await restaurant.query(`update channel_outgoing set status = 'failed' where message_id = (${first})`, [id]);
    await waitForJobs();
    expect(await sentEmailsTo(email)).toEqual([]);
  });

  it('who wants no reminders', async () => {
    const [phone, email] = ['+12125550307', 'unsubscribed@example.com'];
    refusedNumbers.add(phone);
    const mailed = [
      ['sms', 'failed'],
      ['email', 'sent'],
    ];
    const first = await reserveTable({ phone, email, textsAllowed: true }, 21);
    // A reminder is not mailed if a later notice has gone out.
    await waitForNotices(first.id, 'booking.created', mailed);
    await sendReminders(await bookingUnder(phone));
    await waitForNotices(first.id, 'booking.reminder', mailed);
    const [link] = (await sentEmailsTo(email)).flatMap(
      (mail) => /^List-Unsubscribe:\s+<[^>]*(\/unsubscribe\/[^>]+)>/m.exec(mail)?.[1] ?? [],
    );
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    expect((await fetch(`${restaurant.service.url}${link}`, { method: 'POST', body })).status).toBe(200);
    const second = await reserveTable({ phone, email, textsAllowed: true }, 17);
    await waitForNotices(second.id, 'booking.created', mailed);
    await sendReminders(await bookingUnder(phone));
    await waitForNotices(second.id, 'booking.reminder', [
      ['sms', 'failed'],
      [null, 'none'],
    ]);
  });
});
