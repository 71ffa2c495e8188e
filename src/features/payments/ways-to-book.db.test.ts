// Every way to book obeys the deposit rules: chat, the booking page, agents’ tools, classes, and the waiting list.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fillForm, openPage } from '../../../test/booking-page.ts';
import { expectStatus, openBusiness } from '../../../test/business.ts';
import { call, createApiKey } from '../../../test/harness.ts';
import { waitForEmails } from '../../../test/live-business.ts';
import { openPaidRestaurant, type PaidRestaurant, RESTAURANT } from '../../../test/stripe/paid-restaurant.ts';
import { TEST_KEY } from '../../../test/stripe/stripe.ts';

const MONDAY = '2026-11-16T09:00:00-05:00';
const BOOKED_WORDING = /\bbooked\b|all set|see you/i;
let restaurant: PaidRestaurant;
beforeAll(async () => {
  restaurant = await openPaidRestaurant();
});
beforeEach(() => restaurant.clock.set(MONDAY));

/** Talks to the assistant in one conversation. */
function chatWith({ service, key }: PaidRestaurant) {
  let conversationId: string | undefined;
  return async (message: string) => {
    const body = { message, ...(conversationId ? { conversationId } : {}) };
    const { json } = expectStatus(200, await call(service, 'POST', '/api/chat', { key, body }));
    conversationId = json.conversationId;
    return json as { reply: string; receipts: { type: string; id: string; booking?: { status: string } }[] };
  };
}

describe('in a chat', () => {
  it('the deposit is announced before booking, and nothing is called booked until it is paid', async () => {
    const chat = chatWith(restaurant);
    await chat('A table for 8 on Friday at 7pm, please');
    const readBack = await chat('Dana Fox, 212 555 0142');
    expect(readBack.reply).toContain("There's a deposit: $80. Refunded if canceled at least 24 hours before.");
    const heldReply = await chat('yes');
    const [receipt] = heldReply.receipts;
    expect(receipt).toMatchObject({ type: 'booking.held', booking: { status: 'awaiting_payment' } });
    const booking = await restaurant.readBooking(receipt?.id ?? '');
    expect(heldReply.reply).toContain('pay the deposit of $80');
    expect(heldReply.reply).toContain(booking.deposit.url);
    expect(heldReply.reply).not.toMatch(BOOKED_WORDING);

    const statusReply = await chat('is my reservation confirmed?');
    expect(statusReply.reply).toContain(booking.deposit.url);
    expect(statusReply.reply).not.toMatch(BOOKED_WORDING);
    await restaurant.stripe.pay(await restaurant.checkout(new URL(booking.deposit.url).pathname));
    await restaurant.waitForBooking(booking.id, { status: 'confirmed' });
    expect((await chat('is my reservation confirmed?')).reply).toContain('Your booking: a table for 8');

    expect((await chat('cancel my booking')).reply).toContain('You’ll get your deposit of $80 back.');
    const cancelReply = await chat('yes');
    expect(cancelReply.receipts).toMatchObject([{ type: 'booking.cancelled' }]);
    expect(cancelReply.reply).toContain('We’re refunding your deposit of $80.');
    await restaurant.waitForBooking(booking.id, { status: 'cancelled', deposit: { status: 'refunded' } });
  });

  it('questions about deposits are answered from the rules', async () => {
    const { reply } = await chatWith(restaurant)('Do I have to pay a deposit?');
    expect(reply).toContain('For parties of 6 or more, we take a deposit of $10 per person when you book.');
  });
});

it('on the booking page, the deposit is shown before the form is sent, and the next page asks for it', async () => {
  const { json } = expectStatus(200, await restaurant.send('PUT', '/booking-page', { body: { enabled: true } }));
  const path = new URL(json.url).pathname;
  const detailsPage = await openPage(restaurant.service, `${path}?partySize=8&startsAt=2026-11-18T18:00`);
  expect(detailsPage.text).toContain('deposit: $80.');
  const submitResponse = await openPage(restaurant.service, path, { form: fillForm(detailsPage) });
  const page = await openPage(restaurant.service, submitResponse.location);
  expect(page.text).toContain('To confirm your booking, pay the $80 deposit');
  expect(page.text).not.toMatch(/You’re booked/);
  expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' https: ${restaurant.stripe.url}`);
});

it('an agent’s tool holds the table and returns the link', async () => {
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: 'restaurant_reserve',
      arguments: { partySize: 8, startsAt: '2026-11-19T18:00', customer: { name: 'Ann', phone: '212 555 0143' } },
    },
  };
  const headers = { accept: 'application/json, text/event-stream' };
  const { json } = expectStatus(
    200,
    await call(restaurant.service, 'POST', '/mcp', { key: restaurant.key, body, headers }),
  );
  expect(json.result.structuredContent).toMatchObject({
    status: 'awaiting_payment',
    deposit: { amount: 8_000, url: expect.stringContaining('/booking/') },
  });
});

it('an offered table is held until its deposit is paid', async () => {
  const firstBooking = await restaurant.book('2026-11-24T18:00');
  const startsAt = '2026-11-24T18:00';
  const customer = { name: 'Bea Cole', email: 'bea@example.com' };
  const waitingBooking = expectStatus(
    201,
    await restaurant.send('POST', '/restaurant/reservations', {
      body: { partySize: 8, startsAt, customer, waitlist: true },
    }),
  ).json;
  expectStatus(200, await restaurant.send('POST', `/bookings/${firstBooking.id}/cancel`, { body: {} }));
  expect((await restaurant.readBooking(waitingBooking.id)).status).toBe('offered');
  expectStatus(
    200,
    await restaurant.send('PATCH', `/bookings/${waitingBooking.id}`, { body: { status: 'confirmed' } }),
  );
  const heldBooking = await restaurant.readBooking(waitingBooking.id);
  expect(heldBooking).toMatchObject({ status: 'awaiting_payment', deposit: { amount: 8_000 } });
  await restaurant.stripe.pay(await restaurant.checkout(new URL(heldBooking.deposit.url).pathname));
  await restaurant.waitForBooking(waitingBooking.id, { status: 'confirmed' });
  await waitForEmails(restaurant.service);
});

it('analytics do not count bookings whose deposit is unpaid', async () => {
  const countBookings = async () =>
    (await restaurant.send('GET', '/analytics?from=2026-11-16&to=2026-11-17')).json.totals.bookings;
  const countBefore = await countBookings();
  const { pagePath, id } = await restaurant.book('2026-11-25T18:00');
  expect(await countBookings()).toBe(countBefore);
  await restaurant.stripe.pay(await restaurant.checkout(pagePath));
  await restaurant.waitForBooking(id, { status: 'confirmed' });
  expect(await countBookings()).toBe(countBefore + 1);
});

describe('without a connected account', () => {
  it('a booking that needs a deposit is not confirmed, not even in a class', async () => {
    const gym = await openBusiness(restaurant.service, 'fitness', {
      deposits: { rules: [{ services: ['yoga'], percent: 50, mode: 'charge', refundUntilHours: 2 }] },
      fitness: {
        classes: [
          {
            id: 'yoga',
            name: 'Yoga',
            durationMinutes: 60,
            capacity: 1,
            price: 2_000,
            weekly: [{ day: 'fri', time: '18:00' }],
          },
        ],
        memberships: [],
        trainers: [],
      },
    });
    const join = (email: string) =>
      gym.send('POST', '/fitness/classes/yoga_20261120T1800/bookings', { body: { customer: { name: 'Bea', email } } });
    const heldBooking = expectStatus(201, await join('bea@example.com')).json;
    expect(heldBooking).toMatchObject({
      status: 'awaiting_payment',
      deposit: { amount: 1_000, payBy: '2026-11-16T09:30:00-05:00' },
    });
    expect(expectStatus(201, await join('cy@example.com')).json.status).toBe('waitlisted');
    const paymentPagePath = new URL(heldBooking.deposit.url).pathname;
    const response = await openPage(restaurant.service, paymentPagePath, { form: { action: 'pay' } });
    expect(response).toMatchObject({
      status: 409,
      text: expect.stringContaining('We can’t take this payment online right now'),
    });
    expect((await gym.send('GET', `/bookings/${heldBooking.id}`)).json.status).toBe('awaiting_payment');
  });
});

it('the sandbox takes test keys, and pays with test cards', async () => {
  const { service, team, workspace, stripe } = restaurant;
  const { key } = await createApiKey(service, workspace, { mode: 'test' });
  const send = (method: string, path: string, body: object) =>
    call(service, method, `/api/v1${path}`, { key, body, headers: { 'x-test-clock': '2026-11-10T09:00:00-05:00' } });
  expectStatus(201, await send('POST', '/setup', { industry: 'restaurant' }));
  expectStatus(200, await send('PUT', '/config', RESTAURANT));
  const connect = (secretKey: string) =>
    call(service, 'PUT', '/api/payments/connection', {
      cookie: team.owner.cookie,
      body: { secretKey },
      headers: { 'x-workspace': workspace, 'x-mode': 'test' },
    });
  expect((await connect('rk_live_0123456789abcdef')).status).toBe(422);
  expectStatus(200, await connect(TEST_KEY));
  const customer = { name: 'Dana Fox', email: 'dana@example.com' };
  const { json } = expectStatus(
    201,
    await send('POST', '/restaurant/reservations', { partySize: 6, startsAt: '2026-11-20T18:00', customer }),
  );
  const checkout = await restaurant.checkout(new URL(json.deposit.url).pathname);
  await stripe.pay(checkout);
  const readStatus = async () => (await call(service, 'GET', `/api/v1/bookings/${json.id}`, { key })).json.status;
  await expect.poll(readStatus, { timeout: 30_000 }).toBe('confirmed');
});
