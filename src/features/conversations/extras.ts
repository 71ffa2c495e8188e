// What a screen shows beside the words of a reply: bookings, the things that it names, and what it asks for.
import { type Static, Type } from 'typebox';
import type { Source } from '../../capability/dialogue.ts';
import type { Business } from '../../capability/document.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import type { Db } from '../../kernel/database/database.ts';
import { Nullable, OneOf, Time, Titled } from '../../kernel/http/schema.ts';
import { BOOKING_STATUSES, KINDS } from '../../scheduling/shapes.ts';
import { type Booking, findBooking } from '../../scheduling/store.ts';
import type { DialogueState } from '../assistant/dialogue-state.ts';
import type { Receipt } from '../assistant/reply.ts';
import type { CalendarLinks } from '../bookings/calendar-link.ts';

const MOST_CARDS = 10;

const Named = Type.Object({ id: Type.String(), name: Type.String() });
const BookingCard = Type.Object({
  id: Type.String(),
  code: Type.String(),
  kind: OneOf(KINDS),
  status: OneOf(BOOKING_STATUSES),
  startsAt: Time(),
  endsAt: Time(),
  timezone: Type.String(),
  partySize: Type.Optional(Type.Integer()),
  service: Type.Optional(Named),
  resource: Type.Optional(Named),
  calendarUrl: Type.String({ description: 'An .ics file for whoever has the link, for some weeks' }),
});
export const Receipts = Type.Array(
  Titled('Receipt', {
    type: Type.String(),
    id: Type.String(),
    code: Type.Optional(Nullable(Type.String())),
    booking: Type.Optional(BookingCard),
  }),
);
export const Cards = Type.Array(
  Titled('Card', {
    kind: Type.String(),
    id: Type.String(),
    title: Type.String(),
    detail: Type.Optional(Type.String()),
    price: Type.Optional(Type.Integer({ description: 'In the currency’s minor unit' })),
    currency: Type.Optional(Type.String()),
  }),
);
export const AsksShape = Titled('Asked', {
  field: Type.String({ description: '`startsAt`, `date`, `time`, `partySize`, `name`, `phone`, `confirm`, …' }),
  fields: Type.Optional(Type.Array(Type.String(), { description: 'All that is asked for at once' })),
  options: Type.Optional(Type.Array(Type.String(), { description: 'RFC 3339 where a time is asked for' })),
});

export type ShownReceipt = Static<typeof Receipts>[number];
export type Card = Static<typeof Cards>[number];
export type Asks = Static<typeof AsksShape>;

/** Receipts of bookings with the booking itself, as it is after this turn, where its code is told; nothing of the person. */
export async function withBookings(
  db: Db,
  receipts: Receipt[],
  timezone: string,
  links: CalendarLinks,
): Promise<ShownReceipt[]> {
  const shown: ShownReceipt[] = [];
  for (const receipt of receipts) {
    const booking =
      receipt.type.startsWith('booking.') && receipt.code !== null ? await findBooking(db, receipt.id) : undefined;
    shown.push(booking ? { ...receipt, booking: showBooking(booking, timezone, links) } : receipt);
  }
  return shown;
}

function showBooking(booking: Booking, timezone: string, links: CalendarLinks): Static<typeof BookingCard> {
  const { id, code, kind, status, party_size, service, resource } = booking;
  return {
    id,
    code,
    kind,
    status,
    startsAt: rfc3339(booking.starts_at, timezone),
    endsAt: rfc3339(booking.ends_at, timezone),
    timezone,
    ...(party_size === null ? {} : { partySize: party_size }),
    ...(service ? { service } : {}),
    ...(resource ? { resource } : {}),
    calendarUrl: links.urlOf(booking),
  };
}

type Entry = { id?: unknown; name?: unknown; description?: unknown; price?: unknown } & Record<string, unknown>;

/** The things among the sources that the industry's part of the document lists, as cards. */
export function cardsOf(business: Business, industry: string, sources: readonly Source[]): Card[] {
  if (!sources.length) return [];
  const lists = Object.values((business[industry] ?? {}) as Record<string, unknown>).filter(Array.isArray);
  const entries = new Map((lists.flat() as Entry[]).map((entry) => [`${entry?.id} ${entry?.name}`, entry]));
  const cards = sources.flatMap(({ kind, id, title }) => {
    const entry = entries.get(`${id} ${title}`);
    if (!entry) return [];
    const detail = detailOf(entry);
    const price = typeof entry.price === 'number' ? { price: entry.price, currency: business.currency } : {};
    return [{ kind, id, title, ...(detail ? { detail } : {}), ...price }];
  });
  return cards.slice(0, MOST_CARDS);
}

function detailOf({ description, durationMinutes, instructor, category }: Entry): string {
  if (typeof description === 'string' && description) return description;
  const facts = [instructor, typeof durationMinutes === 'number' ? `${durationMinutes} min` : undefined, category];
  return facts.filter((fact) => typeof fact === 'string' && fact).join(' · ');
}

/** What the task under way waits for. */
export function asksOf({ task }: DialogueState, suggestions: readonly string[]): Asks | undefined {
  if (!task) return undefined;
  const options = (values: readonly string[] | undefined) => (values?.length ? { options: [...values] } : {});
  if (task.confirming) return { field: 'confirm', ...options(suggestions) };
  const [first, ...more] = task.asked;
  if (first === undefined) return undefined;
  if (first === 'startsAt') return { field: whenField(task.slots), ...options(task.offered) };
  const fields = [...new Set([first, ...more].map(lastOf))];
  return { field: lastOf(first), ...(fields.length > 1 ? { fields } : {}), ...options(suggestions) };
}

/** `customer.phone` is asked for as `phone`. */
const lastOf = (path: string) => path.slice(path.lastIndexOf('.') + 1);

function whenField({ date, time }: { date?: string; time?: string }): string {
  if (date && !time) return 'time';
  return time && !date ? 'date' : 'startsAt';
}
