// The bookings of a person, a table or the whole business, for the team's own calendar apps.
import ical, { type ICalEventData } from 'ical-generator';
import { sql } from 'kysely';
import type { Business } from '../../capability/document.ts';
import type { Db } from '../../kernel/database/database.ts';
import { must } from '../../kernel/must.ts';
import type { Booking } from '../../scheduling/store.ts';
import { DAY_MS } from '../../scheduling/zone.ts';

const PAST_DAYS = 60;
const FUTURE_DAYS = 400;
const MAX_BOOKINGS = 5_000;
/** How often calendar apps are asked to look again. Many look less often. */
const REFRESH_SECONDS = 15 * 60;

/** Bookings that take place or took place, around now. An empty resource means all. */
export async function readFeedBookings(db: Db, resourceId: string, now: Date): Promise<Booking[]> {
  let bookings = db
    .selectFrom('bookings')
    .selectAll()
    .where('status', 'in', ['confirmed', 'completed', 'no_show'])
    .where('starts_at', '>=', new Date(now.getTime() - PAST_DAYS * DAY_MS))
    .where('starts_at', '<', new Date(now.getTime() + FUTURE_DAYS * DAY_MS))
    .orderBy('starts_at')
    .orderBy('id')
    .limit(MAX_BOOKINGS);
  if (resourceId) bookings = bookings.where(isBookingOf(resourceId));
  return bookings.execute();
}

export const isBookingOf = (resourceId: string) =>
  sql<boolean>`exists (select from booked_times t where t.workspace_id = bookings.workspace_id
    and t.booking_id = bookings.id and t.resource_id = ${resourceId})`;

/** `title` names the calendar in the app. The page of a booking in the dashboard is below `linkBase`. */
export function renderFeed(bookings: Booking[], business: Business, title: string, linkBase: string): string {
  const calendar = ical({
    name: title,
    prodId: { company: business.name, product: 'Bookings' },
    ttl: REFRESH_SECONDS,
  });
  for (const group of groupByEvent(bookings).values()) calendar.createEvent(toICalEvent(group, business, linkBase));
  // RFC 5545 requires a line break after every line, including the last.
  return `${calendar.toString()}\r\n`;
}

/** By the ID of their event: the bookings of a class are one event. */
export const groupByEvent = (bookings: Booking[]): Map<string, Booking[]> =>
  Map.groupBy(bookings, ({ id, occurrence_id }) => occurrence_id ?? id);

export function toICalEvent(group: Booking[], { contact }: Business, linkBase: string) {
  const booking = must(group[0], 'a booking');
  const { id, occurrence_id, starts_at, ends_at, resource } = booking;
  const lastUpdatedMs = Math.max(...group.map(({ updated_at }) => updated_at.getTime()));
  return {
    id: occurrence_id ?? id,
    sequence: group.reduce((sum, { version }) => sum + version, 0),
    start: starts_at,
    end: ends_at,
    stamp: new Date(lastUpdatedMs),
    timezone: null,
    summary: occurrence_id ? `${booking.service?.name ?? 'Class'} (${group.length} booked)` : summarize(booking),
    description: occurrence_id ? listNames(group) : describeDetails(booking),
    location: resource?.name ?? contact.address ?? null,
    url: `${linkBase}/bookings?booking=${id}`,
  } satisfies ICalEventData;
}

/** Names in health bookings are encrypted, and a calendar app would store them in the open. */
function summarize({ customer, service, party_size }: Booking): string {
  if (!customer) return 'Booked';
  const bookedItem = service?.name ?? (party_size ? `party of ${party_size}` : undefined);
  return [customer.name, bookedItem].filter(Boolean).join(', ');
}

const describeDetails = ({ customer, party_size, service, notes, code }: Booking): string =>
  customer
    ? [
        customer.phone,
        customer.email,
        service && party_size ? `Party of ${party_size}` : undefined,
        notes,
        `Code ${code}`,
      ]
        .filter(Boolean)
        .join('\n')
    : 'Open the booking to see who it is for.';

const listNames = (group: Booking[]): string => group.map(({ customer }) => customer?.name ?? 'Name hidden').join('\n');
