// A restaurant that asks parties of six or more for a deposit, connected to the stand-in for Stripe.
import { expect, vi } from 'vitest';
import { createEveryDayHours, expectStatus, KEEP_ALL_SAMPLES } from '../business.ts';
import { type CallOptions, call, createApiKey, type HttpResponse, queryAsDbOwner, startService } from '../harness.ts';
import { createTestClock, submitForm } from '../live-business.ts';
import { callAsMember, createTeam } from '../members.ts';
import { LIVE_KEY, startStripe } from './stripe.ts';

export const RESTAURANT = {
  name: 'Bella Vista',
  timezone: 'America/New_York',
  contact: { phone: '212 555 0100', email: 'hi@bella.example' },
  hours: createEveryDayHours(['12:00', '22:00']),
  closures: [],
  policies: {},
  booking: { noticeMinutes: 60, horizonDays: 60, slotMinutes: 30, cancelUntilMinutes: 0 },
  handoff: { email: 'team@bella.example' },
  restaurant: {
    menu: [],
    tables: [
      { id: 'big', name: 'Big table', seats: 10 },
      { id: 'small', name: 'Small table', seats: 2 },
    ],
    joins: [],
    turnMinutes: [{ upTo: 99, minutes: 120 }],
    maxPartySize: 10,
  },
  deposits: { rules: [{ minPartySize: 6, perPerson: 1_000, mode: 'charge', refundUntilHours: 24 }] },
};

export type PaidRestaurant = Awaited<ReturnType<typeof openPaidRestaurant>>;

export async function openPaidRestaurant() {
  const clock = createTestClock();
  const stripe = await startStripe(clock);
  const service = await startService(undefined, { stripeApiUrl: stripe.url }, { clock });
  stripe.deliverTo(service.url);
  const team = await createTeam(service);
  const { workspace } = team;
  const { key } = await createApiKey(service, workspace);
  const send = (method: string, path: string, options: CallOptions = {}) =>
    call(service, method, `/api/v1${path}`, { key, ...options });
  expectStatus(201, await send('POST', '/setup', { body: { industry: 'restaurant' } }));
  expectStatus(200, await send('POST', '/config/samples', { body: KEEP_ALL_SAMPLES }));
  expectStatus(200, await send('PUT', '/config', { body: RESTAURANT }));
  const sendAsMember = (person: { cookie: string }, method: string, path: string, body?: unknown) =>
    callAsMember(service, person, workspace, method, path, body);
  expectStatus(200, await sendAsMember(team.admin, 'PUT', '/api/payments/connection', { secretKey: LIVE_KEY }));
  const queryRows = async (text: string, values: unknown[] = []) =>
    (await queryAsDbOwner(service.connection, text, values)).rows;

  let guestCount = 0;
  const readBooking = async (id: string) => (await send('GET', `/bookings/${id}`)).json;
  return {
    clock,
    stripe,
    service,
    team,
    workspace,
    key,
    send,
    sendAsMember,
    queryRows,
    readBooking,
    async book(startsAt: string, partySize = 8) {
      const email = `guest${++guestCount}@example.com`;
      const body = { partySize, startsAt, customer: { name: 'Dana Fox', email } };
      const { json } = expectStatus(201, await send('POST', '/restaurant/reservations', { body }));
      const pagePath = json.deposit?.url ? new URL(json.deposit.url).pathname : '';
      return { id: json.id as string, email, pagePath, json };
    },
    /** Presses the button of the booking's page and returns the URL of Stripe's page. */
    async checkout(pagePath: string): Promise<string> {
      const response: HttpResponse = await submitForm(service, pagePath, { action: 'pay' });
      expect(response.status).toBe(303);
      return response.headers.get('location') ?? '';
    },
    /** Waits until the booking has these values. */
    waitForBooking: (id: string, expected: object) =>
      vi.waitFor(async () => expect(await readBooking(id)).toMatchObject(expected), { timeout: 30_000, interval: 20 }),
    listEventTypes: async (bookingId: string): Promise<string[]> =>
      (
        await queryRows(
          `select type from events where workspace_id = $1 and ($2 in (data ->> 'id', data ->> 'bookingId')) order by id`,
          [workspace, bookingId],
        )
      ).map(({ type }) => type),
    findPayment: async (bookingId: string) =>
      (await queryRows('select * from payments where booking_id = $1', [bookingId]))[0],
  };
}
