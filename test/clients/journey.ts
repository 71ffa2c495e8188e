// The first steps of an integrator. Each client plays the same journey with its own calls.
import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import type { Booking, ChatReply, ExpandedEvent as Event } from '../../clients/typescript/src/index.ts';
import { createEveryDayHours } from '../business.ts';
import { type ReceivedRequest, startReceiver } from '../webhooks/receiver.ts';

/** A Wednesday in New York. */
export const CLOCK = '2026-11-18T10:00:00-05:00';
export const SETUP_REQUEST = { industry: 'restaurant' } as const;
export const BUSINESS_DOCUMENT = { name: 'Bella Vista', hours: createEveryDayHours(['11:00', '22:00']) };
/** Customers see sample content only after the business keeps it. */
export const KEEP_SAMPLES_REQUEST = { keep: ['/restaurant/menu', '/restaurant/tables'] };
const RESERVATION_REQUEST = {
  partySize: 2,
  startsAt: '2026-11-20T18:00',
  customer: { name: 'Ravi Shah', phone: '212 555 0143' },
};

type Subscription = { url: string; events: 'booking.*'[] };
type ReservationRequest = typeof RESERVATION_REQUEST;
type Delivery = { headers: Record<string, string>; body: string };

/** The steps of the journey, as one client takes them. */
export type JourneyClient = {
  setUp(): Promise<{ name?: unknown }>;
  subscribe(endpoint: Subscription): Promise<{ secret: string }>;
  chat(message: string, conversationId?: string): Promise<ChatReply>;
  book(reservation: ReservationRequest): Promise<Booking>;
  move(id: string, startsAt: string): Promise<Booking>;
  cancel(id: string): Promise<Booking>;
  /** Throws if the signature is wrong. */
  verify(secret: string, delivery: Delivery): Promise<unknown>;
  listEvents(objectId: string): Promise<Event[]>;
};

export async function playJourney(client: JourneyClient): Promise<void> {
  expect(await client.setUp()).toMatchObject({ name: BUSINESS_DOCUMENT.name });
  const receiver = await startReceiver();
  const { secret } = await client.subscribe({ url: `${receiver.url}/hooks`, events: ['booking.*'] });

  const firstReply = await client.chat('Table for 4 tomorrow at 7:30 pm?');
  expect(firstReply).toMatchObject({ intent: 'restaurant.reserve', receipts: [] });
  await client.chat('Dana Fox, 212 555 0142', firstReply.conversationId);
  const confirmation = await client.chat('Yes please', firstReply.conversationId);
  expect(confirmation.reply).toContain('7:30 PM');
  expect(confirmation.receipts).toMatchObject([{ type: 'booking.created' }]);

  const booking = await client.book(RESERVATION_REQUEST);
  expect(booking).toMatchObject({ status: 'confirmed', startsAt: '2026-11-20T18:00:00-05:00', partySize: 2 });
  const movedBooking = await client.move(booking.id, '2026-11-20T18:30');
  expect(movedBooking).toMatchObject({ id: booking.id, startsAt: '2026-11-20T18:30:00-05:00', version: 2 });
  const canceledBooking = await client.cancel(booking.id);
  expect(canceledBooking).toMatchObject({ id: booking.id, status: 'cancelled' });

  const receivedRequests = await receiver.waitUntil((requests) => requests.length >= 4);
  expect(receivedRequests.map(({ json }) => json.data.id)).toContain(confirmation.receipts[0]?.id);
  const bookingDeliveries = receivedRequests.filter(({ json }) => json.data.id === booking.id);
  for (const delivery of bookingDeliveries.map(toDelivery)) await checkSignature(client, secret, delivery);

  const listedEvents = await client.listEvents(booking.id);
  expect(listedEvents.map(({ type }) => type)).toEqual(['booking.cancelled', 'booking.rescheduled', 'booking.created']);
  const compareIds = (a: { id?: string }, b: { id?: string }) => (String(a.id) < String(b.id) ? -1 : 1);
  expect(
    bookingDeliveries.map(({ headers, json }) => ({ id: headers['webhook-id'], ...json })).sort(compareIds),
  ).toEqual([...listedEvents].sort(compareIds));
}

const toDelivery = ({ headers, body }: ReceivedRequest): Delivery => ({
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
  body,
});

async function checkSignature(client: JourneyClient, secret: string, delivery: Delivery): Promise<void> {
  expect(await client.verify(secret, delivery)).toEqual(JSON.parse(delivery.body));
  await expect(client.verify(secret, { ...delivery, body: `${delivery.body} ` })).rejects.toThrow(/signature/i);
}

/** For clients without webhook support of their own. */
export const verifyWithStandardWebhooks: JourneyClient['verify'] = async (secret, { headers, body }) =>
  new Webhook(secret).verify(body, headers);
