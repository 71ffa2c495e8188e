// What a client shows beside the text of a reply: bookings, cards for the items it names, and the field it asks for.
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { type AnyCapability, isWithStaff } from '../../capability/capability.ts';
import type { Source } from '../../capability/dialogue.ts';
import type { Business } from '../../capability/document.ts';
import { type AnyIndustry, findBookingCapability } from '../../capability/industry.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { Context, WorkspacePrincipal } from '../../kernel/http/route.ts';
import { Nullable, OneOf, Time, Titled } from '../../kernel/http/schema.ts';
import { BOOKING_STATUSES, KINDS } from '../../scheduling/shapes.ts';
import { type Booking, findBooking } from '../../scheduling/store.ts';
import type { DialogueState } from '../assistant/dialogue-state.ts';
import type { Receipt } from '../assistant/reply.ts';
import type { CalendarLinks } from '../bookings/calendar-link.ts';

const MAX_CARDS = 10;

const Reference = { id: Type.String(), name: Type.String() };
const BookingCard = Type.Object({
  id: Type.String(),
  code: Type.String(),
  kind: OneOf(KINDS),
  status: OneOf(BOOKING_STATUSES),
  startsAt: Time(),
  endsAt: Time(),
  timezone: Type.String(),
  partySize: Type.Optional(Type.Integer()),
  service: Type.Optional(Type.Object(Reference)),
  resource: Type.Optional(
    Type.Object({
      ...Reference,
      isPerson: Type.Optional(Type.Boolean({ description: 'A member of staff, not a table or a room' })),
    }),
  ),
  details: Type.Optional(
    Type.Array(Type.String(), { description: 'What else the customer chose, such as “patio”, for people to read' }),
  ),
  calendarUrl: Type.String({
    description: 'Link to an .ics file. Anyone with the link can open it; it expires after a few weeks',
  }),
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
export const AsksSchema = Titled('Asked', {
  field: Type.String({ description: '`startsAt`, `date`, `time`, `partySize`, `name`, `phone`, `confirm`, …' }),
  fields: Type.Optional(
    Type.Array(Type.String(), {
      description: 'All fields that are asked for in this turn, when there is more than one',
    }),
  ),
  options: Type.Optional(Type.Array(Type.String(), { description: 'RFC 3339 where a time is asked for' })),
});

export type ReceiptWithBooking = Static<typeof Receipts>[number];
export type Card = Static<typeof Cards>[number];
export type Asks = Static<typeof AsksSchema>;

/** Attaches the booking's state after this turn to receipts with a booking code. Without a code the customer may not see it. */
export async function withBookings(
  ctx: Context<WorkspacePrincipal>,
  receipts: Receipt[],
  timezone: string,
  links: CalendarLinks,
  industry: AnyIndustry | undefined,
): Promise<ReceiptWithBooking[]> {
  const capability = findBookingCapability(industry);
  const receiptsWithBooking: ReceiptWithBooking[] = [];
  for (const receipt of receipts) {
    const booking =
      receipt.type.startsWith('booking.') && receipt.code !== null ? await findBooking(ctx.db, receipt.id) : undefined;
    const calendarUrl = booking && links.createUrl(booking, await links.findLinkBase(ctx));
    receiptsWithBooking.push(
      booking && calendarUrl
        ? { ...receipt, booking: toBookingCard(booking, timezone, calendarUrl, capability) }
        : receipt,
    );
  }
  return receiptsWithBooking;
}

type WithReceipts = { details: { receipts?: ReceiptWithBooking[] } | null };

/** The messages with what became of their bookings since, such as a place on a waiting list. A moved one keeps its card. */
export async function withCurrentBookings<M extends WithReceipts>(db: Db, messages: M[]): Promise<M[]> {
  const readReceipts = ({ details }: M) => details?.receipts ?? [];
  const ids = messages.flatMap(readReceipts).flatMap(({ booking }) => booking?.id ?? []);
  if (!ids.length) return messages;
  const rows = await db
    .selectFrom('bookings')
    .select(['id', 'status', 'starts_at'])
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
  const currentStatuses = new Map(rows.map(({ id, status, starts_at }) => [`${id} ${starts_at.getTime()}`, status]));
  const refreshReceipt = (receipt: ReceiptWithBooking): ReceiptWithBooking => {
    const { booking } = receipt;
    const status = booking && currentStatuses.get(`${booking.id} ${Date.parse(booking.startsAt)}`);
    return booking && status ? { ...receipt, booking: { ...booking, status } } : receipt;
  };
  return messages.map((message) =>
    readReceipts(message).length
      ? { ...message, details: { ...message.details, receipts: readReceipts(message).map(refreshReceipt) } }
      : message,
  );
}

function toBookingCard(
  booking: Booking,
  timezone: string,
  calendarUrl: string,
  capability: AnyCapability | undefined,
): Static<typeof BookingCard> {
  const { id, code, kind, status, party_size, service, resource, asked } = booking;
  const details = (capability?.shownFields ?? [])
    .map((field) => asked[field])
    .filter((value) => typeof value === 'string');
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
    ...(resource ? { resource: { ...resource, isPerson: isWithStaff(capability) } } : {}),
    ...(details.length ? { details } : {}),
    calendarUrl,
  };
}

type CatalogItem = { id?: unknown; name?: unknown; description?: unknown; price?: unknown } & Record<string, unknown>;

/** Cards for those sources that are items in the industry's part of the business document. */
export function findCards(business: Business, industry: string, sources: readonly Source[]): Card[] {
  if (!sources.length) return [];
  const lists = Object.values((business[industry] ?? {}) as Record<string, unknown>).filter(Array.isArray);
  const itemsByIdAndName = new Map((lists.flat() as CatalogItem[]).map((item) => [`${item?.id} ${item?.name}`, item]));
  const cards = sources.flatMap(({ kind, id, title }) => {
    const item = itemsByIdAndName.get(`${id} ${title}`);
    if (!item) return [];
    const detail = describeItem(item);
    const price = typeof item.price === 'number' ? { price: item.price, currency: business.currency } : {};
    return [{ kind, id, title, ...(detail ? { detail } : {}), ...price }];
  });
  return cards.slice(0, MAX_CARDS);
}

function describeItem({ description, durationMinutes, instructor, category }: CatalogItem): string {
  if (typeof description === 'string' && description) return description;
  const facts = [instructor, typeof durationMinutes === 'number' ? `${durationMinutes} min` : undefined, category];
  return facts.filter((fact) => typeof fact === 'string' && fact).join(' · ');
}

/** The field or fields that the active task is waiting for, with suggested answers. */
export function findAskedFields({ task }: DialogueState, suggestions: readonly string[]): Asks | undefined {
  if (!task) return undefined;
  const toOptionsField = (values: readonly string[] | undefined) => (values?.length ? { options: [...values] } : {});
  if (task.confirming) return { field: 'confirm', ...toOptionsField(suggestions) };
  const [firstSlot, ...others] = task.requestedSlots;
  if (firstSlot === undefined) return undefined;
  if (firstSlot === 'startsAt') return { field: findMissingTimeField(task.slots), ...toOptionsField(task.offered) };
  const fields = [...new Set([firstSlot, ...others].map(readLastSegment))];
  return {
    field: readLastSegment(firstSlot),
    ...(fields.length > 1 ? { fields } : {}),
    ...toOptionsField(suggestions),
  };
}

/** With a handoff only the contact details are asked for. */
export const findAskedContact = ({ contactRequested }: DialogueState): Asks | undefined =>
  contactRequested ? { field: 'name', fields: ['name', 'phone', 'email'] } : undefined;

/** `customer.phone` becomes `phone`. */
const readLastSegment = (path: string) => path.slice(path.lastIndexOf('.') + 1);

function findMissingTimeField({ date, time }: { date?: string; time?: string }): string {
  if (date && !time) return 'time';
  return time && !date ? 'date' : 'startsAt';
}
