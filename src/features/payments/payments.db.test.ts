// Deposits from the booking to the refund, against a stand-in that follows Stripe's API.
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { expectStatus } from '../../../test/business.ts';
import { expectProblem, findEmailsTo } from '../../../test/expect.ts';
import { call } from '../../../test/harness.ts';
import { runTask } from '../../../test/jobs.ts';
import { submitForm, waitForEmails } from '../../../test/live-business.ts';
import { openPaidRestaurant, type PaidRestaurant } from '../../../test/stripe/paid-restaurant.ts';
import { DECLINED_CARD, LIVE_KEY, TEST_KEY } from '../../../test/stripe/stripe.ts';
import { HOLD_TASK, PAYMENT_TASK } from '../../scheduling/payments.ts';
import { EVENT_TASK } from './hooks.ts';

const MONDAY = '2026-11-16T09:00:00-05:00';
let restaurant: PaidRestaurant;
beforeAll(async () => {
  restaurant = await openPaidRestaurant();
});

/** Books and pays, until the payment has confirmed the booking. */
async function bookAndPay(startsAt: string) {
  restaurant.clock.set(MONDAY);
  const booking = await restaurant.book(startsAt);
  await restaurant.stripe.pay(await restaurant.checkout(booking.pagePath));
  await restaurant.waitForBooking(booking.id, { status: 'confirmed', deposit: { status: 'paid' } });
  return booking;
}
const runLapseJob = async (id: string) => {
  const { pay_by } = await restaurant.findPayment(id);
  restaurant.clock.set(pay_by.toISOString());
  const payload = { workspaceId: restaurant.workspace, bookingId: id, at: pay_by.toISOString() };
  await runTask(restaurant.service, HOLD_TASK, payload, restaurant.clock);
};
/** Waits until the jobs for Stripe's events and payment actions have run. */
const waitForJobs = () =>
  vi.waitFor(
    async () => {
      const tasks = [EVENT_TASK, PAYMENT_TASK];
      const pendingJobs = await restaurant.queryRows(
        'select 1 from graphile_worker.jobs where task_identifier = any($1) and attempts = 0',
        [tasks],
      );
      expect(pendingJobs).toEqual([]);
    },
    { timeout: 30_000, interval: 20 },
  );

describe('connecting an account', () => {
  it('takes only keys of the workspace’s mode, and checks them', async () => {
    const { team, sendAsMember, stripe, queryRows, workspace } = restaurant;
    for (const secretKey of [TEST_KEY, 'pk_live_0123456789abcdef', 'sk_live_not_a_known_key']) {
      const response = await sendAsMember(team.admin, 'PUT', '/api/payments/connection', { secretKey });
      expectProblem(response, 422, 'validation_failed');
      expect(response.json.errors[0].pointer).toBe('/secretKey');
    }
    expect((await sendAsMember(team.agent, 'GET', '/api/payments/connection')).json.connection).toMatchObject({
      account: 'acct_1',
      accountName: 'Shear & Co',
      lastError: null,
    });
    expect((await sendAsMember(team.agent, 'DELETE', '/api/payments/connection')).status).toBe(403);
    const [endpoint] = stripe.objects.endpoints.values();
    expect(endpoint).toMatchObject({ livemode: true, url: expect.stringMatching(/\/hooks\/stripe\/pcn_\w+$/) });
    const [row] = await queryRows('select secrets::text from payment_connections where workspace_id = $1', [workspace]);
    expect(row.secrets).not.toContain(Buffer.from('rk_live').toString('hex'));
  });
});

describe('a booking that needs a deposit', () => {
  it('is held, and booked once it is paid', async () => {
    const { send, service, listEventTypes, stripe } = restaurant;
    restaurant.clock.set(MONDAY);
    const { id, pagePath, json, email } = await restaurant.book('2026-11-17T12:00');
    expect(json).toMatchObject({
      status: 'awaiting_payment',
      deposit: {
        amount: 8_000,
        currency: 'USD',
        mode: 'charge',
        status: 'open',
        payBy: '2026-11-16T09:30:00-05:00',
        refundUntil: '2026-11-16T12:00:00-05:00',
      },
    });
    // The time is taken meanwhile, and nobody but the payment confirms it.
    const overlappingReservation = {
      partySize: 8,
      startsAt: '2026-11-17T12:30',
      customer: { name: 'Bo', email: 'bo@example.com' },
    };
    expectProblem(
      await send('POST', '/restaurant/reservations', { body: overlappingReservation }),
      409,
      'slot_unavailable',
    );
    expectProblem(await send('PATCH', `/bookings/${id}`, { body: { status: 'confirmed' } }), 409, 'conflict');
    expectProblem(await send('PATCH', `/bookings/${id}`, { body: { startsAt: '2026-11-18T12:00' } }), 409, 'conflict');
    const bookingPage = await call(service, 'GET', pagePath);
    expect(bookingPage.text).toContain('To confirm your booking, pay the $80 deposit by 9:30 AM.');
    expect(bookingPage.text).not.toMatch(/you’re booked/i);
    await waitForEmails(service);
    const [holdEmail] = await findEmailsTo(service, email);
    expect(holdEmail).toContain('holding a table for 8');
    expect(holdEmail).not.toContain('BEGIN:VCALENDAR');

    const checkoutUrl = await restaurant.checkout(pagePath);
    expect(await restaurant.checkout(pagePath)).toBe(checkoutUrl);
    const payment = await stripe.pay(checkoutUrl);
    expect(payment).toMatchObject({ status: 303, to: expect.stringContaining(`${pagePath}?done=pay`) });
    await restaurant.waitForBooking(id, { status: 'confirmed', deposit: { status: 'paid' } });
    expect((await restaurant.readBooking(id)).deposit).not.toHaveProperty('url');
    expect(await listEventTypes(id)).toEqual(['booking.held', 'payment.succeeded', 'booking.created']);
    expect((await call(service, 'GET', `${pagePath}?done=pay`)).text).toContain('You’re booked.');
    await waitForEmails(service);
    expect((await findEmailsTo(service, email)).at(-1)).toContain('booked: a table for 8');
  });

  it('is not needed for a smaller party', async () => {
    restaurant.clock.set(MONDAY);
    const { json } = await restaurant.book('2026-11-17T12:00', 2);
    expect(json).toMatchObject({ status: 'confirmed' });
    expect(json).not.toHaveProperty('deposit');
    const body = { partySize: 8, startsAt: '2026-11-17T18:00' };
    const response = await restaurant.send('PATCH', `/bookings/${json.id}`, { body });
    expectProblem(response, 409, 'conflict');
    expect(response.json).toMatchObject({ reason: 'deposit_required' });
  });

  it('stays held while a card is declined', async () => {
    restaurant.clock.set(MONDAY);
    const { id, pagePath } = await restaurant.book('2026-11-18T12:00');
    const checkout = await restaurant.checkout(pagePath);
    expect((await restaurant.stripe.pay(checkout, DECLINED_CARD)).status).toBe(402);
    await restaurant.waitForBooking(id, {
      status: 'awaiting_payment',
      deposit: { status: 'failed', url: expect.any(String) },
    });
    await restaurant.stripe.pay(checkout);
    await restaurant.waitForBooking(id, { status: 'confirmed', deposit: { status: 'paid' } });
    expect(await restaurant.listEventTypes(id)).toEqual([
      ...['booking.held', 'payment.failed', 'payment.succeeded', 'booking.created'],
    ]);
  });

  it('leads to the same checkout if Stripe’s first response was lost', async () => {
    restaurant.clock.set(MONDAY);
    const { id, pagePath } = await restaurant.book('2026-11-19T12:00');
    const checkout = await restaurant.checkout(pagePath);
    await restaurant.queryRows('update payments set session_id = null, session_url = null where booking_id = $1', [id]);
    expect(await restaurant.checkout(pagePath)).toBe(checkout);
    expect((await restaurant.findPayment(id)).attempt).toBe(1);
  });

  it('can be confirmed without the deposit only by the team, which is recorded', async () => {
    restaurant.clock.set(MONDAY);
    const { id, pagePath } = await restaurant.book('2026-11-20T12:00');
    const checkout = await restaurant.checkout(pagePath);
    const path = `/api/bookings/${id}/deposit/waive`;
    expect((await call(restaurant.service, 'POST', path, { key: restaurant.key, body: {} })).status).toBe(401);
    expectStatus(200, await restaurant.sendAsMember(restaurant.team.agent, 'POST', path, {}));
    await restaurant.waitForBooking(id, { status: 'confirmed', deposit: { status: 'waived' } });
    expectProblem(await restaurant.sendAsMember(restaurant.team.agent, 'POST', path, {}), 409, 'conflict');
    expect(await restaurant.queryRows(`select action from audit_entries where subject = $1`, [id])).toContainEqual({
      action: 'payments.waive',
    });
    await vi.waitFor(async () => expect((await restaurant.stripe.pay(checkout)).status).toBe(410));
  });
});

describe('canceling', () => {
  it('in time refunds the deposit, and the page says so before', async () => {
    const { id, pagePath, email } = await bookAndPay('2026-11-21T12:00');
    expect((await call(restaurant.service, 'GET', `${pagePath}/cancel`)).text).toContain(
      'You’ll get your deposit of $80 back.',
    );
    expectStatus(303, await submitForm(restaurant.service, pagePath, { action: 'cancel' }));
    await restaurant.waitForBooking(id, {
      status: 'cancelled',
      deposit: { status: 'refunded', refundedAmount: 8_000 },
    });
    await waitForEmails(restaurant.service);
    expect((await findEmailsTo(restaurant.service, email)).at(-1)).toContain('refunding your deposit of $80.');
    expect(await restaurant.listEventTypes(id)).toContain('payment.refunded');
  });

  it('too late keeps the deposit, unless the business cancels', async () => {
    const lateBooking = await bookAndPay('2026-11-22T12:00');
    const businessCanceledBooking = await bookAndPay('2026-11-22T16:00');
    restaurant.clock.set('2026-11-21T20:00:00-05:00');
    expect((await call(restaurant.service, 'GET', `${lateBooking.pagePath}/cancel`)).text).toContain(
      'you won’t get your deposit of $80 back',
    );
    expectStatus(303, await submitForm(restaurant.service, lateBooking.pagePath, { action: 'cancel' }));
    expectStatus(200, await restaurant.send('POST', `/bookings/${businessCanceledBooking.id}/cancel`, { body: {} }));
    await restaurant.waitForBooking(businessCanceledBooking.id, {
      status: 'cancelled',
      deposit: { status: 'refunded' },
    });
    await waitForJobs();
    expect(await restaurant.readBooking(lateBooking.id)).toMatchObject({
      status: 'cancelled',
      deposit: { status: 'paid' },
    });
    const refundResponse = await restaurant.sendAsMember(
      restaurant.team.agent,
      'POST',
      `/api/bookings/${lateBooking.id}/deposit/refund`,
      {},
    );
    expect(expectStatus(200, refundResponse).json.deposit.status).toBe('refunding');
    await restaurant.waitForBooking(lateBooking.id, { deposit: { status: 'refunded' } });
  });

  it('shows why Stripe did not refund, and tries again', async () => {
    const { id } = await bookAndPay('2026-11-23T12:00');
    restaurant.stripe.objects.isBalanceEmpty = true;
    expectStatus(200, await restaurant.send('POST', `/bookings/${id}/cancel`, { body: {} }));
    await restaurant.waitForBooking(id, {
      deposit: { status: 'refunding', error: expect.stringContaining('Insufficient') },
    });
    restaurant.stripe.objects.isBalanceEmpty = false;
    const { id: paymentId } = await restaurant.findPayment(id);
    await runTask(
      restaurant.service,
      PAYMENT_TASK,
      { workspaceId: restaurant.workspace, paymentId, action: 'refund' },
      restaurant.clock,
    );
    expect((await restaurant.readBooking(id)).deposit).toMatchObject({ status: 'refunded' });
    expect((await restaurant.readBooking(id)).deposit).not.toHaveProperty('error');
  });
});

describe('Stripe’s events', () => {
  it('count once, in whatever order they come', async () => {
    restaurant.clock.set(MONDAY);
    const { stripe } = restaurant;
    const { id, pagePath } = await restaurant.book('2026-11-24T12:00');
    stripe.setAutomaticDelivery(false);
    const eventCountBefore = stripe.events.length;
    const checkout = await restaurant.checkout(pagePath);
    await stripe.pay(checkout, DECLINED_CARD);
    await stripe.pay(checkout);
    const { payment_intent } = [...stripe.objects.sessions.values()].at(-1) ?? {};
    stripe.objects.dispute(payment_intent ?? '');
    stripe.objects.refund({ payment_intent: payment_intent ?? '' });
    const stripeEvents = stripe.events.slice(eventCountBefore).toReversed();
    expect(stripeEvents.length).toBe(5);
    for (const event of [...stripeEvents, ...stripeEvents]) expect(await stripe.post(event)).toEqual([200]);
    stripe.setAutomaticDelivery(true);
    await waitForJobs();
    await restaurant.waitForBooking(id, { deposit: { status: 'disputed', refundedAmount: 8_000 } });
    const types = await restaurant.listEventTypes(id);
    for (const type of ['payment.succeeded', 'payment.refunded', 'payment.disputed'])
      expect(types.filter((eventType) => eventType === type)).toHaveLength(1);
    const eventCounts = await restaurant.queryRows('select count(*)::int from payment_events where id = any($1)', [
      stripeEvents.map((event) => event.id),
    ]);
    expect(eventCounts).toEqual([{ count: 5 }]);
    await waitForEmails(restaurant.service);
    expect(await findEmailsTo(restaurant.service, 'team@bella.example')).toContainEqual(
      expect.stringContaining('disputed a deposit of $80'),
    );
  });

  it('are refused without the right and recent signature', async () => {
    const event = { id: 'evt_forged', type: 'payment_intent.succeeded', data: { object: {} } };
    expect(await restaurant.stripe.post(event, { secret: 'whsec_wrong' })).toEqual([403]);
    expect(await restaurant.stripe.post(event, { at: Date.now() - 3_600_000 })).toEqual([403]);
    expect((await call(restaurant.service, 'POST', '/hooks/stripe/pcn_unknown', { body: {} })).status).toBe(404);
  });

  it('may be lost: the payment is checked when the customer returns from the checkout', async () => {
    restaurant.clock.set(MONDAY);
    const { id, pagePath } = await restaurant.book('2026-11-25T12:00');
    restaurant.stripe.setAutomaticDelivery(false);
    await restaurant.stripe.pay(await restaurant.checkout(pagePath));
    const waitingPage = await call(restaurant.service, 'GET', `${pagePath}?done=pay`);
    expect(waitingPage.text).toContain('We’re confirming your payment.');
    expect(waitingPage.text).toContain('http-equiv="refresh"');
    await restaurant.waitForBooking(id, { status: 'confirmed', deposit: { status: 'paid' } });
    restaurant.stripe.setAutomaticDelivery(true);
  });
});

describe('a deposit that is not paid in time', () => {
  it('frees the time even if Stripe has already reported that the checkout expired', async () => {
    restaurant.clock.set(MONDAY);
    const { id, pagePath } = await restaurant.book('2026-11-27T13:00');
    await restaurant.checkout(pagePath);
    const { session_id } = await restaurant.findPayment(id);
    const headers = { authorization: `Bearer ${LIVE_KEY}` };
    await fetch(`${restaurant.stripe.url}/v1/checkout/sessions/${session_id}/expire`, { method: 'POST', headers });
    await restaurant.waitForBooking(id, { status: 'awaiting_payment', deposit: { status: 'expired' } });
    await runLapseJob(id);
    expect(await restaurant.readBooking(id)).toMatchObject({ status: 'cancelled', deposit: { status: 'expired' } });
  });

  it('frees the time and ends the checkout', async () => {
    restaurant.clock.set(MONDAY);
    const { id, pagePath, email } = await restaurant.book('2026-11-27T12:00');
    const checkout = await restaurant.checkout(pagePath);
    await runLapseJob(id);
    expect(await restaurant.readBooking(id)).toMatchObject({ status: 'cancelled', deposit: { status: 'expired' } });
    expect((await restaurant.stripe.pay(checkout)).status).toBe(410);
    expect((await submitForm(restaurant.service, pagePath, { action: 'pay' })).headers.get('location')).toBe(pagePath);
    await waitForEmails(restaurant.service);
    expect((await findEmailsTo(restaurant.service, email)).at(-1)).toContain('deposit in time');
    expect((await restaurant.book('2026-11-27T12:00')).json.status).toBe('awaiting_payment');
  });

  it('confirms the booking if it was paid at the last moment and Stripe’s event is late', async () => {
    restaurant.clock.set(MONDAY);
    const { id, pagePath } = await restaurant.book('2026-11-28T12:00');
    restaurant.stripe.setAutomaticDelivery(false);
    await restaurant.stripe.pay(await restaurant.checkout(pagePath));
    await runLapseJob(id);
    expect(await restaurant.readBooking(id)).toMatchObject({ status: 'confirmed', deposit: { status: 'paid' } });
    restaurant.stripe.setAutomaticDelivery(true);
  });

  it('confirms the booking after all if the payment comes later and the time is still free', async () => {
    const { id, deliverEvents } = await payAfterHoldEnded('2026-11-29T12:00');
    await deliverEvents();
    await restaurant.waitForBooking(id, { status: 'confirmed', deposit: { status: 'paid' }, resource: { id: 'big' } });
    expect(await restaurant.listEventTypes(id)).toEqual([
      ...['booking.held', 'booking.cancelled', 'payment.succeeded', 'booking.created'],
    ]);
  });

  it('is refunded if the payment comes later and the time is taken', async () => {
    const { id, email, deliverEvents } = await payAfterHoldEnded('2026-11-30T12:00');
    await restaurant.book('2026-11-30T12:30');
    await deliverEvents();
    await restaurant.waitForBooking(id, { status: 'cancelled', deposit: { status: 'refunded' } });
    await waitForEmails(restaurant.service);
    expect((await findEmailsTo(restaurant.service, email)).at(-1)).toContain('refunding your $80.');
  });

  /** Pays after the hold has ended: Stripe was down at that moment, so its checkout stayed open. */
  async function payAfterHoldEnded(startsAt: string) {
    restaurant.clock.set(MONDAY);
    const { id, pagePath, email } = await restaurant.book(startsAt);
    const checkout = await restaurant.checkout(pagePath);
    restaurant.stripe.setDown(true);
    const { pay_by } = await restaurant.findPayment(id);
    restaurant.clock.set(pay_by.toISOString());
    const payload = { workspaceId: restaurant.workspace, bookingId: id, at: pay_by.toISOString() };
    await runTask(restaurant.service, HOLD_TASK, payload, restaurant.clock, {
      id: '1',
      attempts: 4,
      created_at: new Date(),
    });
    expect(await restaurant.readBooking(id)).toMatchObject({ status: 'cancelled', deposit: { status: 'expired' } });
    const eventCountBefore = restaurant.stripe.events.length;
    restaurant.stripe.setAutomaticDelivery(false);
    expect((await restaurant.stripe.pay(checkout)).status).toBe(303);
    restaurant.stripe.setAutomaticDelivery(true);
    restaurant.stripe.setDown(false);
    const stripeEvents = restaurant.stripe.events.slice(eventCountBefore);
    return { id, email, deliverEvents: () => Promise.all(stripeEvents.map((event) => restaurant.stripe.post(event))) };
  }
});

describe('a deposit that is only held on the card', () => {
  beforeAll(async () => {
    const rules = [{ minPartySize: 6, perPerson: 1_000, mode: 'hold', refundUntilHours: 24 }];
    expectStatus(200, await restaurant.send('PUT', '/config', { body: { deposits: { rules } } }));
  });

  async function bookAndHoldDeposit(startsAt: string) {
    restaurant.clock.set(MONDAY);
    const booking = await restaurant.book(startsAt);
    await restaurant.stripe.pay(await restaurant.checkout(booking.pagePath));
    await restaurant.waitForBooking(booking.id, { status: 'confirmed', deposit: { status: 'held', mode: 'hold' } });
    return booking;
  }

  it.each([
    ['completed', '2026-11-17T15:00', 'released'],
    ['no_show', '2026-11-18T15:00', 'captured'],
    ['cancelled', '2026-11-19T15:00', 'released'],
  ])('is settled after the status %s', async (status, startsAt, depositStatus) => {
    const { id } = await bookAndHoldDeposit(startsAt);
    expectStatus(200, await restaurant.send('PATCH', `/bookings/${id}`, { body: { status } }));
    await restaurant.waitForBooking(id, { status, deposit: { status: depositStatus } });
  });

  it('is charged if the booking moves further away than cards hold money', async () => {
    const { id } = await bookAndHoldDeposit('2026-11-20T15:00');
    expectStatus(200, await restaurant.send('PATCH', `/bookings/${id}`, { body: { startsAt: '2026-12-10T15:00' } }));
    await restaurant.waitForBooking(id, { status: 'confirmed', deposit: { status: 'captured' } });
  });

  it('is charged at once for a booking further away than cards hold money', async () => {
    restaurant.clock.set(MONDAY);
    expect((await restaurant.book('2026-12-11T15:00')).json.deposit).toMatchObject({ mode: 'charge' });
  });
});
