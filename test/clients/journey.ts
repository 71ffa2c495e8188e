// What an integrator does first, step by step. Each client plays the same journey with its own calls.
import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import type { Booking, ChatReply, ExpandedEvent as Event } from '../../clients/typescript/src/index.ts';
import { everyDay } from '../business.ts';
import { type ReceivedRequest, startReceiver } from '../webhooks/receiver.ts';

/** A Wednesday in New York. */
export const CLOCK = '2026-11-18T10:00:00-05:00';
export const SETUP = { industry: 'restaurant' } as const;
export const DOCUMENT = { name: 'Bella Vista', hours: everyDay(['11:00', '22:00']) };
/** Sample content is shown to customers once it is kept. */
export const KEPT = { keep: ['/restaurant/menu', '/restaurant/tables'] };
const TABLE = {
  partySize: 2,
  startsAt: '2026-11-20T18:00',
  customer: { name: 'Ravi Shah', phone: '212 555 0143' },
};

type Subscription = { url: string; events: 'booking.*'[] };
type Table = typeof TABLE;
type Delivery = { headers: Record<string, string>; body: string };

/** The steps, in the words of one client. */
export type JourneyClient = {
  setUp(): Promise<{ name?: unknown }>;
  subscribe(endpoint: Subscription): Promise<{ secret: string }>;
  chat(message: string, conversationId?: string): Promise<ChatReply>;
  book(table: Table): Promise<Booking>;
  move(id: string, startsAt: string): Promise<Booking>;
  cancel(id: string): Promise<Booking>;
  /** Throws if the signature is wrong. */
  verify(secret: string, delivery: Delivery): Promise<unknown>;
  eventsOf(objectId: string): Promise<Event[]>;
};

export async function playJourney(client: JourneyClient): Promise<void> {
  expect(await client.setUp()).toMatchObject({ name: DOCUMENT.name });
  const receiver = await startReceiver();
  const { secret } = await client.subscribe({ url: `${receiver.url}/hooks`, events: ['booking.*'] });

  const first = await client.chat('Table for 4 tomorrow at 7:30 pm?');
  expect(first).toMatchObject({ intent: 'restaurant.reserve', receipts: [] });
  await client.chat('Dana Fox, 212 555 0142', first.conversationId);
  const confirmed = await client.chat('Yes please', first.conversationId);
  expect(confirmed.reply).toContain('7:30 PM');
  expect(confirmed.receipts).toMatchObject([{ type: 'booking.created' }]);

  const booked = await client.book(TABLE);
  expect(booked).toMatchObject({ status: 'confirmed', startsAt: '2026-11-20T18:00:00-05:00', partySize: 2 });
  const moved = await client.move(booked.id, '2026-11-20T18:30');
  expect(moved).toMatchObject({ id: booked.id, startsAt: '2026-11-20T18:30:00-05:00', version: 2 });
  const canceled = await client.cancel(booked.id);
  expect(canceled).toMatchObject({ id: booked.id, status: 'cancelled' });

  const received = await receiver.waitUntil((requests) => requests.length >= 4);
  expect(received.map(({ json }) => json.data.id)).toContain(confirmed.receipts[0]?.id);
  const sent = received.filter(({ json }) => json.data.id === booked.id);
  for (const delivery of sent.map(toDelivery)) await checkSignature(client, secret, delivery);

  const listed = await client.eventsOf(booked.id);
  expect(listed.map(({ type }) => type)).toEqual(['booking.cancelled', 'booking.rescheduled', 'booking.created']);
  const byId = (a: { id?: string }, b: { id?: string }) => (String(a.id) < String(b.id) ? -1 : 1);
  expect(sent.map(({ headers, json }) => ({ id: headers['webhook-id'], ...json })).sort(byId)).toEqual(
    [...listed].sort(byId),
  );
}

const toDelivery = ({ headers, body }: ReceivedRequest): Delivery => ({
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
  body,
});

async function checkSignature(client: JourneyClient, secret: string, delivery: Delivery): Promise<void> {
  expect(await client.verify(secret, delivery)).toEqual(JSON.parse(delivery.body));
  await expect(client.verify(secret, { ...delivery, body: `${delivery.body} ` })).rejects.toThrow(/signature/i);
}

/** For clients that leave webhooks to the library of Standard Webhooks. */
export const verifyByLibrary: JourneyClient['verify'] = async (secret, { headers, body }) =>
  new Webhook(secret).verify(body, headers);
