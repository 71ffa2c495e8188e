// Tests that customers who did not book by text get texts and are recognized by their number, within limits.
import { describe, expect, it, vi } from 'vitest';
import { expectStatus } from '../../../test/business.ts';
import { startTextingRestaurant } from '../../../test/channels/texting-restaurant.ts';
import { call } from '../../../test/harness.ts';

const { restaurant, findTextsSentTo, waitForText, sendText, waitForNotice, reserveTable } =
  await startTextingRestaurant();

describe('a booking through the API', () => {
  it('is confirmed by text only if the customer has agreed to it', async () => {
    const [phoneWithoutConsent, phoneWithConsent] = ['+12125550211', '+12125550212'];
    const bookingWithoutConsent = await reserveTable({ phone: phoneWithoutConsent });
    await waitForNotice(bookingWithoutConsent.id, 'booking.created', {
      channel: null,
      status: 'none',
      error: 'No email or text number on file.',
    });
    const bookingWithConsent = await reserveTable({ phone: phoneWithConsent, textsAllowed: true }, 20);
    expect(await waitForText(phoneWithConsent, 1)).toMatch(
      /^Bella Vista: You're booked: a table for 2 .*Reply STOP to opt out\.$/,
    );
    await waitForNotice(bookingWithConsent.id, 'booking.created', { channel: 'sms', status: 'sent' });
    expect(findTextsSentTo(phoneWithoutConsent)).toEqual([]);
    // A reply belongs to the same conversation, which knows the booking.
    await sendText(phoneWithConsent, 'please cancel it');
    expect(await waitForText(phoneWithConsent, 2)).toMatch(/a table for 2 .*Should I cancel it\?/);
    expect(
      await restaurant.query('select key from channel_threads where address = $1', [phoneWithConsent]),
    ).toHaveLength(1);
  });

  it('is texted to a limited number of new numbers an hour, and always to numbers that have written', async () => {
    const [newPhone, knownPhone] = ['+12125550224', '+12125550225'];
    await sendText(knownPhone, 'do you have parking?');
    await waitForText(knownPhone, 1);
    const [{ workspace_id, id, connection_id }] = await restaurant.query(
      `select b.workspace_id, b.id, c.id as connection_id from bookings b join channel_connections c using (workspace_id)
       where c.kind = 'sms' limit 1`,
    );
    // The conversation of another customer, since each number also has its own limit.
    const [{ conversation_id }] = await restaurant.query(
      `select conversation_id from channel_threads where key <> $1 and conversation_id is not null limit 1`,
      [knownPhone],
    );
    await restaurant.query(
      `with threads as (
         insert into channel_threads (workspace_id, connection_id, key, address, last_received_at)
         select $1, $2, '+1212556' || n, '', now() from generate_series(1000, 1199) n returning key
       ), sent as (
         insert into channel_outgoing (workspace_id, message_id, conversation_id, connection_id, thread_key, status)
         select $1, 'msg_' || key, $3, $2, key, 'sent' from threads returning message_id
       )
       insert into booking_notices (workspace_id, id, booking_id, about, route, message_id, created_at)
       select $1, message_id, $4, 'booking.created', 'sms', message_id, now() from sent`,
      [workspace_id, connection_id, conversation_id, id],
    );
    const refusedBooking = await reserveTable({ phone: newPhone, textsAllowed: true }, 19);
    await waitForNotice(refusedBooking.id, 'booking.created', {
      channel: null,
      error: expect.stringContaining('new numbers'),
    });
    await reserveTable({ phone: knownPhone, textsAllowed: true }, 19);
    expect(await waitForText(knownPhone, 2)).toContain("You're booked");
    await restaurant.query(`delete from booking_notices where message_id like 'msg\\_+%'`);
  });

  it('is found for the sender with its phone number, not for one who only mentions that number', async () => {
    const phone = '+12125550213';
    await reserveTable({ phone }, 21);
    await sendText(phone, 'what time is my booking?');
    expect(await waitForText(phone, 1)).toMatch(/Your booking: a table for 2 .*9:00 PM/);
    const strangerPhone = '+12125550214';
    await sendText(strangerPhone, `what time is my booking? my number is ${phone}`);
    expect(await waitForText(strangerPhone, 1)).toBe('And what name is it under?');
    expect(findTextsSentTo(strangerPhone).join()).not.toContain('9:00');
  });

  it('shows the team the customer’s conversations on all channels', async () => {
    const phone = '+12125550215';
    await sendText(phone, 'are you open on sunday?');
    await waitForText(phone, 1);
    const body = { message: 'do you have parking?', customer: { name: 'Gus', phone } };
    const { cookie, service } = restaurant;
    const newKeyBody = { name: 'website', mode: 'live', kind: 'secret' };
    const { key } = expectStatus(201, await call(service, 'POST', '/api/keys', { cookie, body: newKeyBody })).json;
    const { conversationId } = expectStatus(200, await call(service, 'POST', '/api/chat', { key, body })).json;
    const path = `/api/conversations/${conversationId}/customer`;
    const { conversations } = expectStatus(200, await call(service, 'GET', path, { cookie })).json;
    expect(conversations).toMatchObject([{ channel: 'sms' }]);
  });
});

describe('guessing booking codes', () => {
  it('is limited on channels as in the chat', async () => {
    await reserveTable({ phone: '+12125550216' }, 17);
    const guesserPhone = '+12125550217';
    for (let n = 1; n <= 8; n++) {
      await sendText(guesserPhone, `cancel my booking, the code is ${'QWERTYUP'[n - 1]}2AAAA`);
      await waitForText(guesserPhone, n);
    }
    await vi.waitFor(
      async () => expect((await restaurant.findConversationWith(guesserPhone)).status).toBe('handoff'),
      20_000,
    );
  });
});

describe('the plan', () => {
  it('counts messages; beyond its quota conversations are handed off, and the customer gets no error', async () => {
    const phone = '+12125550218';
    const [{ workspace_id: workspaceId }] = await restaurant.query(
      `select workspace_id from channel_connections where kind = 'sms'`,
    );
    await restaurant.query(`update workspaces set plan = 'professional' where id = $1`, [workspaceId]);
    const readMonthlyUsage = async () =>
      Number(
        (await restaurant.query('select month_used from call_counters where workspace_id = $1', [workspaceId]))[0]
          .month_used,
      );
    await sendText(phone, 'do you have parking?');
    await waitForText(phone, 1);
    const usageBefore = await readMonthlyUsage();
    await sendText(phone, 'are you open on sunday?');
    await waitForText(phone, 2);
    expect(await readMonthlyUsage()).toBe(usageBefore + 1);
    await restaurant.query('update call_counters set month_used = 2000 where workspace_id = $1', [workspaceId]);
    await sendText(phone, 'and where are you?');
    await vi.waitFor(async () => expect((await restaurant.findConversationWith(phone)).status).toBe('handoff'), 20_000);
    expect((await restaurant.listMessagesWith(phone)).at(-1)).toMatchObject({
      role: 'customer',
      text: 'and where are you?',
    });
    expect(findTextsSentTo(phone)).toHaveLength(2);
    await restaurant.query(`update workspaces set plan = 'business' where id = $1`, [workspaceId]);
  });
});
