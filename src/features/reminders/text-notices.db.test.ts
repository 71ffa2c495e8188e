// Customers who did not book by text are told and known by their number, within limits.
import { describe, expect, it, vi } from 'vitest';
import { expectStatus } from '../../../test/business.ts';
import { startTextingRestaurant } from '../../../test/channels/texting-restaurant.ts';
import { call } from '../../../test/harness.ts';

const { restaurant, textsSentTo, waitForText, sendText, waitForNotice, reserveTable } = await startTextingRestaurant();

describe('a booking by the API', () => {
  it('is told by text only if the customer has agreed to it', async () => {
    const [silent, agreed] = ['+12125550211', '+12125550212'];
    const withoutConsent = await reserveTable({ phone: silent });
    await waitForNotice(withoutConsent.id, 'booking.created', {
      channel: null,
      status: 'none',
      error: 'No email or text number on file.',
    });
    const withConsent = await reserveTable({ phone: agreed, textsAllowed: true }, 20);
    expect(await waitForText(agreed, 1)).toMatch(
      /^Bella Vista: You're booked: a table for 2 .*Reply STOP to opt out\.$/,
    );
    await waitForNotice(withConsent.id, 'booking.created', { channel: 'sms', status: 'sent' });
    expect(textsSentTo(silent)).toEqual([]);
    // The answer comes to the same conversation, which knows the booking.
    await sendText(agreed, 'please cancel it');
    expect(await waitForText(agreed, 2)).toMatch(/a table for 2 .*Should I cancel it\?/);
    expect(await restaurant.query('select key from channel_threads where address = $1', [agreed])).toHaveLength(1);
  });

  it('is texted to a limited number of new numbers an hour, and always to numbers that have written', async () => {
    const [invented, known] = ['+12125550224', '+12125550225'];
    await sendText(known, 'do you have parking?');
    await waitForText(known, 1);
    const [{ workspace_id, id, connection_id }] = await restaurant.query(
      `select b.workspace_id, b.id, c.id as connection_id from bookings b join channel_connections c using (workspace_id)
       where c.kind = 'sms' limit 1`,
    );
    // Of another customer, since each number has a limit of its own.
    const [{ conversation }] = await restaurant.query(
      `select conversation_id as conversation from channel_threads where key <> $1 and conversation_id is not null limit 1`,
      [known],
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
      [workspace_id, connection_id, conversation, id],
    );
    const refused = await reserveTable({ phone: invented, textsAllowed: true }, 19);
    await waitForNotice(refused.id, 'booking.created', {
      channel: null,
      error: expect.stringContaining('new numbers'),
    });
    await reserveTable({ phone: known, textsAllowed: true }, 19);
    expect(await waitForText(known, 2)).toContain("You're booked");
    await restaurant.query(`delete from booking_notices where message_id like 'msg\\_+%'`);
  });

  it('is found by the phone that writes, and not by a phone that somebody names', async () => {
    const phone = '+12125550213';
    await reserveTable({ phone }, 21);
    await sendText(phone, 'what time is my booking?');
    expect(await waitForText(phone, 1)).toMatch(/Your booking: a table for 2 .*9:00 PM/);
    const stranger = '+12125550214';
    await sendText(stranger, `what time is my booking? my number is ${phone}`);
    expect(await waitForText(stranger, 1)).toBe('And what name is it under?');
    expect(textsSentTo(stranger).join()).not.toContain('9:00');
  });

  it('shows the team the customer’s conversations on all channels', async () => {
    const phone = '+12125550215';
    await sendText(phone, 'are you open on sunday?');
    await waitForText(phone, 1);
    const body = { message: 'do you have parking?', customer: { name: 'Gus', phone } };
    const { cookie, service } = restaurant;
    const newKey = { name: 'website', mode: 'live', kind: 'secret' };
    const { key } = expectStatus(201, await call(service, 'POST', '/api/keys', { cookie, body: newKey })).json;
    const { conversationId } = expectStatus(200, await call(service, 'POST', '/api/chat', { key, body })).json;
    const path = `/api/conversations/${conversationId}/customer`;
    const { conversations } = expectStatus(200, await call(service, 'GET', path, { cookie })).json;
    expect(conversations).toMatchObject([{ channel: 'sms' }]);
  });
});

describe('guessing', () => {
  it('is limited on channels as in the chat', async () => {
    await reserveTable({ phone: '+12125550216' }, 17);
    const guesser = '+12125550217';
    for (let n = 1; n <= 8; n++) {
      await sendText(guesser, `cancel my booking, the code is ${'QWERTYUP'[n - 1]}2AAAA`);
      await waitForText(guesser, n);
    }
    await vi.waitFor(async () => expect((await restaurant.conversationWith(guesser)).status).toBe('handoff'), 20_000);
  });
});

describe('the plan', () => {
  it('counts messages, and beyond its quota the team answers without the customer noticing', async () => {
    const phone = '+12125550218';
    const [{ workspace_id: id }] = await restaurant.query(
      `select workspace_id from channel_connections where kind = 'sms'`,
    );
    await restaurant.query(`update workspaces set plan = 'professional' where id = $1`, [id]);
    const used = async () =>
      Number(
        (await restaurant.query('select month_used from call_counters where workspace_id = $1', [id]))[0].month_used,
      );
    await sendText(phone, 'do you have parking?');
    await waitForText(phone, 1);
    const before = await used();
    await sendText(phone, 'are you open on sunday?');
    await waitForText(phone, 2);
    expect(await used()).toBe(before + 1);
    await restaurant.query('update call_counters set month_used = 2000 where workspace_id = $1', [id]);
    await sendText(phone, 'and where are you?');
    await vi.waitFor(async () => expect((await restaurant.conversationWith(phone)).status).toBe('handoff'), 20_000);
    expect((await restaurant.messagesWith(phone)).at(-1)).toMatchObject({
      role: 'customer',
      text: 'and where are you?',
    });
    expect(textsSentTo(phone)).toHaveLength(2);
    await restaurant.query(`update workspaces set plan = 'business' where id = $1`, [id]);
  });
});
