// Tests that customers get notices about their bookings on the channel they booked on.
import { describe, expect, it, vi } from 'vitest';
import { insertChannelConnection } from '../../../test/channels/connection.ts';
import { BUSINESS_NUMBER, HOUR_MS, startTextingRestaurant } from '../../../test/channels/texting-restaurant.ts';
import { findEmailsTo } from '../../../test/expect.ts';
import { runTask } from '../../../test/jobs.ts';
import { NOTICE_TASK } from '../../scheduling/notify.ts';

const {
  restaurant,
  findTextsSentTo,
  waitForText,
  sendText,
  sendTelegramMessage,
  findBookingsUnder,
  bookingUnder,
  bookByText,
  sendReminders,
  findNotices,
  waitForNotice,
  changeBooking,
} = await startTextingRestaurant();

describe('a customer who booked by text', () => {
  it('gets the confirmation and the reminder by text, and can reply that they will come', async () => {
    const phone = '+12125550201';
    await bookByText(phone, ', ana@example.com');
    const confirmation = findTextsSentTo(phone)[1];
    expect(confirmation).toMatch(/[Cc]ode is [A-Z0-9]{6}/);
    expect(confirmation).toContain("We'll message you here about this booking. Reply STOP to opt out.");
    const booking = await bookingUnder(phone);
    await waitForNotice(booking.id, 'booking.created', { channel: 'sms', status: 'sent' });
    await sendReminders(booking);
    const reminder = await waitForText(phone, 3);
    expect(reminder).toMatch(
      /^Bella Vista: Just a reminder of your booking: a table for 2 on .*7:00 PM.*Reply STOP to opt out\./s,
    );
    expect(reminder).toMatch(/1\. Yes, I'll be there\n2\. Reschedule it\n3\. Cancel it$/);
    await waitForNotice(booking.id, 'booking.reminder', { channel: 'sms', status: 'sent', error: null });
    await sendText(phone, '1');
    expect(await waitForText(phone, 4)).toContain('See you then');
    expect((await bookingUnder(phone)).confirmed_at).not.toBeNull();
    // A notice sent by text is not emailed too.
    expect(await findEmailsTo(restaurant.service, 'ana@example.com')).toEqual([]);
    expect(findTextsSentTo(phone)).toHaveLength(4);
  });

  it('can reschedule or cancel by replying to the reminder', async () => {
    const phone = '+12125550202';
    await bookByText(phone);
    await sendReminders(await bookingUnder(phone));
    await waitForText(phone, 3);
    await sendText(phone, 'can we make it 8pm?');
    expect(await waitForText(phone, 4)).toMatch(/8:00 PM.*\?/s);
    await sendText(phone, 'yes');
    expect(await waitForText(phone, 5)).toMatch(/8:00 PM/);
    await sendText(phone, 'actually please cancel my booking');
    await waitForText(phone, 6);
    await sendText(phone, 'yes');
    await waitForText(phone, 7);
    expect(await findBookingsUnder(phone)).toMatchObject([{ status: 'cancelled' }]);
    const notices = await findNotices((await bookingUnder(phone)).id);
    expect(notices.map(({ about, channel }) => [about, channel])).toEqual([
      ['booking.created', 'sms'],
      ['booking.reminder', 'sms'],
      ['booking.rescheduled', 'sms'],
      ['booking.cancelled', 'sms'],
    ]);
  });

  it('can cancel by choosing that option of the reminder', async () => {
    const phone = '+12125550203';
    await bookByText(phone);
    await sendReminders(await bookingUnder(phone));
    await waitForText(phone, 3);
    await sendText(phone, '3');
    expect(await waitForText(phone, 4)).toContain('Should I cancel it?');
    await sendText(phone, 'yes');
    await waitForText(phone, 5);
    expect(await findBookingsUnder(phone)).toMatchObject([{ status: 'cancelled' }]);
  });

  it('gets one notice of a change by the team, even if the job runs again', async () => {
    const phone = '+12125550204';
    await bookByText(phone);
    const { id, starts_at } = await bookingUnder(phone);
    const startsAt = new Date(starts_at.getTime() + HOUR_MS).toISOString();
    const job = { id: '7', attempts: 1, created_at: new Date() };
    await changeBooking(id, { startsAt });
    expect(await waitForText(phone, 3)).toMatch(/^Bella Vista: We've rescheduled your booking: .*8:00 PM/);
    const { workspace_id: workspaceId } = (
      await restaurant.query('select workspace_id from bookings where id = $1', [id])
    )[0];
    const payload = { workspaceId, bookingId: id, about: 'booking.rescheduled', startsAt };
    for (let n = 0; n < 3; n++) await runTask(restaurant.service, NOTICE_TASK, payload, undefined, job);
    await waitForText(phone, 4);
    await changeBooking(id, { status: 'cancelled' });
    expect(await waitForText(phone, 5)).toContain('has been canceled');
    expect(findTextsSentTo(phone)).toHaveLength(5);
  });

  it('who has opted out is emailed instead, or the team sees that no notice could be sent', async () => {
    const [phoneWithEmail, phoneWithoutEmail] = ['+12125550205', '+12125550206'];
    await bookByText(phoneWithEmail, ', bea@example.com');
    await bookByText(phoneWithoutEmail);
    for (const phone of [phoneWithEmail, phoneWithoutEmail]) {
      await sendText(phone, 'STOP');
      await vi.waitFor(async () => {
        const [thread] = await restaurant.query('select opted_out_at from channel_threads where key = $1', [phone]);
        expect(thread.opted_out_at).not.toBeNull();
      }, 20_000);
    }
    await sendReminders(await bookingUnder(phoneWithEmail));
    await waitForNotice((await bookingUnder(phoneWithEmail)).id, 'booking.reminder', {
      channel: 'email',
      status: 'sent',
    });
    expect(await findEmailsTo(restaurant.service, 'bea@example.com')).toHaveLength(1);
    await waitForNotice((await bookingUnder(phoneWithoutEmail)).id, 'booking.reminder', {
      channel: null,
      status: 'none',
      error: 'The customer has opted out of messages.',
    });
    expect([findTextsSentTo(phoneWithEmail).length, findTextsSentTo(phoneWithoutEmail).length]).toEqual([2, 2]);
  });

  it('who texts only CANCEL, which carriers treat as an opt-out, is handed off to the team', async () => {
    const phone = '+12125550207';
    await bookByText(phone);
    await sendText(phone, 'Cancel');
    await vi.waitFor(async () => expect((await restaurant.findConversationWith(phone)).status).toBe('handoff'), 20_000);
    expect((await restaurant.listMessagesWith(phone)).at(-1)).toMatchObject({ role: 'customer', text: 'Cancel' });
    expect(await findBookingsUnder(phone)).toMatchObject([{ status: 'confirmed' }]);
    expect(findTextsSentTo(phone)).toHaveLength(2);
  });

  it('gets no text through the connection of a phone call', async () => {
    const phone = '+12125550209';
    await bookByText(phone);
    const { id, conversation_id } = await bookingUnder(phone);
    const [{ workspace_id }] = await restaurant.query('select workspace_id from bookings where id = $1', [id]);
    const phoneConnection = await insertChannelConnection(restaurant.service, workspace_id, {
      kind: 'phone',
      address: BUSINESS_NUMBER,
    });
    await restaurant.query(
      `insert into channel_threads (workspace_id, connection_id, key, address, conversation_id, last_received_at)
       values ($1, $2, 'CA1', $3, $4, now() + interval '1 hour')`,
      [workspace_id, phoneConnection, phone, conversation_id],
    );
    await restaurant.query(`update conversations set channel = 'phone' where id = $1`, [conversation_id]);
    await changeBooking(id, { status: 'cancelled' });
    await waitForNotice(id, 'booking.cancelled', { channel: null, status: 'none' });
  });

  it('who texts HELP learns which business this is', async () => {
    const phone = '+12125550208';
    await sendText(phone, 'HELP');
    expect(await waitForText(phone, 1)).toMatch(
      /^This is Bella Vista\. .*Reply STOP to opt out\. Please call us at .*\d/,
    );
  });
});

describe('on a channel where carriers do not handle opt-outs', () => {
  it('STOP ends notices, questions are answered, and “cancel” is about the booking', async () => {
    const chatId = 4711;
    const address = String(chatId);
    await sendTelegramMessage(chatId, 'a table for 2 in four days at 6pm please, name is Ana Ruiz, 212 555 0231');
    await waitForText(address, 1);
    await sendTelegramMessage(chatId, 'yes');
    expect(await waitForText(address, 2)).toContain('We’ll message you here about this booking');
    const booking = await bookingUnder('+12125550231');
    await sendReminders(booking);
    expect(await waitForText(address, 3)).toContain('Just a reminder');
    await sendTelegramMessage(chatId, 'cancel');
    expect(await waitForText(address, 4)).toContain('Should I cancel it?');
    await sendTelegramMessage(chatId, 'no');
    await waitForText(address, 5);
    await sendTelegramMessage(chatId, 'STOP');
    expect(await waitForText(address, 6)).toMatch(/won’t get any more messages.*START/);
    await sendTelegramMessage(chatId, 'do you have parking?');
    expect(await waitForText(address, 7)).toMatch(/park|garage/i);
    await changeBooking(booking.id, { status: 'cancelled' });
    await waitForNotice(booking.id, 'booking.cancelled', {
      channel: null,
      error: expect.stringContaining('opted out'),
    });
    await sendTelegramMessage(chatId, 'START');
    expect(await waitForText(address, 8)).toContain('here again');
  });
});

describe('somebody else who knows the details', () => {
  it('can cancel, and the customer is notified on the channel they booked on', async () => {
    const [phone, strangerPhone] = ['+12125550221', '+12125550222'];
    await bookByText(phone);
    const { id } = await bookingUnder(phone);
    await sendText(strangerPhone, `please cancel my booking, the name is Ana Ruiz and the phone number ${phone}`);
    expect(await waitForText(strangerPhone, 1)).toContain('Should I cancel it?');
    await sendText(strangerPhone, 'yes');
    expect(await waitForText(strangerPhone, 2)).toContain('is canceled');
    expect(await waitForText(phone, 3)).toMatch(/^Bella Vista: .*has been canceled/);
    await waitForNotice(id, 'booking.cancelled', { channel: 'sms', status: 'sent' });
  });
});

describe('a reply that confirms a booking', () => {
  it('counts as its notice only once it is sent', async () => {
    const phone = '+12125550223';
    await bookByText(phone);
    const { id } = await bookingUnder(phone);
    await waitForNotice(id, 'booking.created', { channel: 'sms', status: 'sent' });
    const [notice] = await restaurant.query('select message_id from booking_notices where booking_id = $1', [id]);
    await restaurant.query(
      `update channel_outgoing set status = 'failed', error = 'No such number.' where message_id = $1`,
      [notice.message_id],
    );
    await waitForNotice(id, 'booking.created', { channel: 'sms', status: 'failed', error: 'No such number.' });
  });
});
