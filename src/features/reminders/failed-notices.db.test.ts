// Tests that a notice that a channel could not deliver is emailed instead, once.
import { describe, expect, it, vi } from 'vitest';
import { startTextingRestaurant } from '../../../test/channels/texting-restaurant.ts';
import { findEmailsTo } from '../../../test/expect.ts';
import { runTask } from '../../../test/jobs.ts';
import { NOTICE_TASK } from '../../scheduling/notify.ts';

const texting = await startTextingRestaurant();
const {
  restaurant,
  bookByText,
  bookingUnder,
  changeBooking,
  waitForText,
  findNotices,
  refusedNumbers,
  sendReminders,
  reportFailure,
  reserveTable,
} = texting;

const noticeResults = async (id: string, about: string) =>
  (await findNotices(id)).filter((notice) => notice.about === about).map(({ channel, status }) => [channel, status]);
const waitForNoticeResults = (id: string, about: string, expectedResults: unknown[]) =>
  vi.waitFor(async () => expect(await noticeResults(id, about)).toEqual(expectedResults), 30_000);
/** Waits until no job is left, so that an unwanted email would have been sent. */
const waitForJobs = () =>
  vi.waitFor(async () => {
    const sql = `select from graphile_worker.jobs where task_identifier in ('${NOTICE_TASK}', 'channels.send') and attempts < max_attempts`;
    expect(await restaurant.query(sql)).toEqual([]);
  }, 30_000);
const sentEmailsTo = (address: string) => findEmailsTo(restaurant.service, address);

describe('a notice', () => {
  it('that the provider refuses is emailed, once', async () => {
    const [phone, email] = ['+12125550301', 'refused@example.com'];
    await bookByText(phone, `, ${email}`);
    const booking = await bookingUnder(phone);
    refusedNumbers.add(phone);
    await sendReminders(booking);
    await waitForNoticeResults(booking.id, 'booking.reminder', [
      ['sms', 'failed'],
      ['email', 'sent'],
    ]);
    expect(await sentEmailsTo(email)).toHaveLength(1);
    // Runs the job again, as after a crash.
    const [{ workspace_id: workspaceId, id: insteadOf }] = await restaurant.query(
      `select workspace_id, id from booking_notices where booking_id = $1 and about = 'booking.reminder' and route = 'sms'`,
      [booking.id],
    );
    const startsAt = booking.starts_at.toISOString();
    const payload = { workspaceId, bookingId: booking.id, about: 'booking.reminder', startsAt, insteadOf };
    await runTask(restaurant.service, NOTICE_TASK, payload);
    expect(await sentEmailsTo(email)).toHaveLength(1);
  });

  it('that turns out to be undelivered is emailed once, even if the failure is reported twice', async () => {
    const [phone, email] = ['+12125550302', 'undelivered@example.com'];
    const { id } = await reserveTable({ phone, email, textsAllowed: true });
    await waitForNoticeResults(id, 'booking.created', [['sms', 'sent']]);
    expect(await sentEmailsTo(email)).toEqual([]);
    await reportFailure(phone);
    await reportFailure(phone);
    await waitForNoticeResults(id, 'booking.created', [
      ['sms', 'failed'],
      ['email', 'sent'],
    ]);
    await waitForJobs();
    expect(await sentEmailsTo(email)).toHaveLength(1);
  });

  it('that was a reply in the conversation is emailed too if the reply fails', async () => {
    const [phone, email] = ['+12125550303', 'reply@example.com'];
    await bookByText(phone, `, ${email}`);
    const { id } = await bookingUnder(phone);
    await waitForNoticeResults(id, 'booking.created', [['sms', 'sent']]);
    await reportFailure(phone);
    await waitForNoticeResults(id, 'booking.created', [
      ['sms', 'failed'],
      ['email', 'sent'],
    ]);
  });

  it('that is recorded after its reply failed is emailed', async () => {
    const [phone, email] = ['+12125550304', 'before@example.com'];
    await bookByText(phone, `, ${email}`);
    const { id } = await bookingUnder(phone);
    await waitForNoticeResults(id, 'booking.created', [['sms', 'sent']]);
    const [notice] = await restaurant.query('delete from booking_notices where booking_id = $1 returning *', [id]);
    await reportFailure(phone);
    await restaurant.query(
      `insert into booking_notices (workspace_id, id, booking_id, about, route, message_id, created_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [notice.workspace_id, notice.id, id, notice.about, notice.route, notice.message_id, notice.created_at],
    );
    await waitForNoticeResults(id, 'booking.created', [
      ['sms', 'failed'],
      ['email', 'sent'],
    ]);
  });
});

describe('no email is sent', () => {
  it('to a customer without an email address', async () => {
    const phone = '+12125550305';
    const { id } = await reserveTable({ phone, textsAllowed: true }, 19);
    await waitForNoticeResults(id, 'booking.created', [['sms', 'sent']]);
    await reportFailure(phone);
    await waitForJobs();
    expect(await noticeResults(id, 'booking.created')).toEqual([['sms', 'failed']]);
  });

  it('about a change that a later notice has superseded', async () => {
    const [phone, email] = ['+12125550306', 'later@example.com'];
    const { id } = await reserveTable({ phone, email, textsAllowed: true }, 20);
    await waitForNoticeResults(id, 'booking.created', [['sms', 'sent']]);
    await changeBooking(id, { status: 'cancelled' });
    await waitForText(phone, 2);
    const firstMessageSql = `select message_id from booking_notices where booking_id = $1 and about = 'booking.created'`;
    await restaurant.query(`update channel_outgoing set status = 'failed' where message_id = (${firstMessageSql})`, [
      id,
    ]);
    await waitForJobs();
    expect(await sentEmailsTo(email)).toEqual([]);
  });

  it('as a reminder to a customer who has unsubscribed', async () => {
    const [phone, email] = ['+12125550307', 'unsubscribed@example.com'];
    refusedNumbers.add(phone);
    const failedThenEmailed = [
      ['sms', 'failed'],
      ['email', 'sent'],
    ];
    const firstBooking = await reserveTable({ phone, email, textsAllowed: true }, 21);
    // A reminder is not emailed if a later notice has gone out.
    await waitForNoticeResults(firstBooking.id, 'booking.created', failedThenEmailed);
    await sendReminders(await bookingUnder(phone));
    await waitForNoticeResults(firstBooking.id, 'booking.reminder', failedThenEmailed);
    const [link] = (await sentEmailsTo(email)).flatMap(
      (rawEmail) => /^List-Unsubscribe:\s+<[^>]*(\/unsubscribe\/[^>]+)>/m.exec(rawEmail)?.[1] ?? [],
    );
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    expect((await fetch(`${restaurant.service.url}${link}`, { method: 'POST', body })).status).toBe(200);
    const secondBooking = await reserveTable({ phone, email, textsAllowed: true }, 17);
    await waitForNoticeResults(secondBooking.id, 'booking.created', failedThenEmailed);
    await sendReminders(await bookingUnder(phone));
    await waitForNoticeResults(secondBooking.id, 'booking.reminder', [
      ['sms', 'failed'],
      [null, 'none'],
    ]);
  });
});
