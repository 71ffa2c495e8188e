import { randomInt } from 'node:crypto';
import { type ColumnType, type Selectable, sql } from 'kysely';
import type { DepositMode } from '../capability/deposit-options.ts';
import type { Db } from '../kernel/database/database.ts';
import type { PaymentStatus } from './payment-state.ts';
import { ACTIVE_STATUSES, type BOOKING_STATUSES, type KINDS } from './shapes.ts';

type Json<T> = ColumnType<T, string | null, string | null>;
type NamedReference = { id: string; name: string };
export type BookingStatus = (typeof BOOKING_STATUSES)[number];
export type BookingCustomer = {
  name: string;
  phone?: string | null;
  email?: string | null;
  /** The customer has agreed to text messages about the booking. */
  textsAllowed?: boolean;
};

/** What the payment of the booking's deposit says. Set by the database. */
export type Deposit = {
  id: string;
  amount: number;
  currency: string;
  mode: DepositMode;
  status: PaymentStatus;
  refundUntilHours: number;
  payBy: string;
  url?: string;
  refunded?: number;
  /** The booking was given up because nobody paid in time. */
  lapsed?: true;
  error?: string;
};

type BookingTable = {
  workspace_id: string;
  id: string;
  kind: (typeof KINDS)[number];
  industry: string;
  status: BookingStatus;
  code: string;
  starts_at: Date;
  ends_at: Date;
  party_size: number | null;
  service: Json<NamedReference | null>;
  resource: Json<NamedReference | null>;
  price: number | null;
  asked: Json<Record<string, unknown>>;
  customer: Json<BookingCustomer | null>;
  notes: string | null;
  sealed: Buffer | null;
  person_hashes: Buffer[];
  conversation_id: string | null;
  /** Set by the database. */
  customer_id: ColumnType<string | null, never, never>;
  /** The language the booking was made in and mails are sent in; null means English. */
  language: string | null;
  occurrence_id: string | null;
  offered_until: Date | null;
  confirmed_at: ColumnType<Date | null, never, Date | null>;
  settled_at: ColumnType<Date, never, never>;
  deposit: ColumnType<Deposit | null, never, never>;
  /** Made while the business was closed. */
  after_hours: boolean | null;
  /** When the personal data was erased. */
  erased_at: ColumnType<Date | null, never, Date | null>;
  version: number;
  created_at: Date;
  updated_at: Date;
};

declare module '../kernel/database/database.ts' {
  interface Tables {
    bookings: BookingTable;
    booked_times: { workspace_id: string; booking_id: string; resource_id: string; from_at: Date; to_at: Date };
    class_places: { workspace_id: string; occurrence_id: string; place: number; booking_id: string };
  }
}

export type Booking = Selectable<BookingTable>;

/** Excludes letters and digits that are easily confused when spoken or handwritten. */
const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const CODE_LENGTH = 6;

/** Always has a letter and a digit, so that a code in a message is never mistaken for a word or a number. */
function newCode(): string {
  let code = '';
  for (let i = 0; i < CODE_LENGTH; i++) code += CODE_ALPHABET[randomInt(CODE_ALPHABET.length)];
  return /\d/.test(code) && /\D/.test(code) ? code : newCode();
}

/** The omitted columns are generated here or by the database. */
type NewBooking = Omit<Booking, 'code' | 'customer_id' | 'confirmed_at' | 'settled_at' | 'erased_at' | 'deposit'>;

/** Stores a booking under a new unique code, and retries if the code is taken. */
export async function insertBooking(db: Db, booking: NewBooking): Promise<Booking> {
  for (;;) {
    const code = newCode();
    const row = {
      ...booking,
      code,
      service: booking.service && JSON.stringify(booking.service),
      resource: booking.resource && JSON.stringify(booking.resource),
      customer: booking.customer && JSON.stringify(booking.customer),
      asked: JSON.stringify(booking.asked),
    };
    const inserted = await db
      .insertInto('bookings')
      .values(row)
      .onConflict((conflict) => conflict.columns(['workspace_id', 'code']).doNothing())
      .returning('customer_id')
      .executeTakeFirst();
    if (inserted)
      return {
        ...booking,
        ...inserted,
        code,
        confirmed_at: null,
        settled_at: booking.created_at,
        erased_at: null,
        deposit: null,
      };
  }
}

export const findBooking = (db: Db, id: string): Promise<Booking | undefined> =>
  db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst();

/** Like `findBooking`, and locks the row until the transaction ends. */
export const lockBooking = (db: Db, id: string): Promise<Booking | undefined> =>
  db.selectFrom('bookings').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const selectBookingByCode = (db: Db, code: string): Promise<Booking | undefined> =>
  db.selectFrom('bookings').selectAll().where('code', '=', code.trim().toUpperCase()).executeTakeFirst();

const MAX_UPCOMING_BOOKINGS = 10;

type BookingOwner =
  | { conversationId: string }
  | { name: string; phone: string }
  | { contact: { phone?: string; email?: string } };

/** Upcoming bookings of a person with this name and phone, of this conversation, or with one of these contacts; soonest first. */
export async function findUpcomingBookings(db: Db, now: Date, owner: BookingOwner): Promise<Booking[]> {
  const upcomingQuery = db
    .selectFrom('bookings')
    .selectAll()
    .where('status', 'in', ACTIVE_STATUSES)
    .where('starts_at', '>', now);
  const ownedQuery =
    'conversationId' in owner
      ? upcomingQuery.where('conversation_id', '=', owner.conversationId)
      : 'contact' in owner
        ? upcomingQuery.where(hasContact(owner.contact))
        : upcomingQuery.where(
            sql<boolean>`phone = ${owner.phone} and lower(customer ->> 'name') = lower(${owner.name.trim()})`,
          );
  return ownedQuery.orderBy('starts_at').limit(MAX_UPCOMING_BOOKINGS).execute();
}

/** The phone as the indexed column has it. */
const hasContact = ({ phone, email }: { phone?: string; email?: string }) =>
  sql<boolean>`(phone = ${phone ?? null} or lower(customer ->> 'email') = lower(${email ?? null}))`;

/** SQL condition: the same phone or e-mail. */
export const isSameCustomer = ({ phone = null, email = null }: BookingCustomer) =>
  sql<boolean>`(customer ->> 'phone' = ${phone} or lower(customer ->> 'email') = lower(${email}))`;

/** SQL: the customer with this id, or the one they were merged into. */
export const currentCustomer = (id: string) =>
  sql<string>`(select coalesce(merged_into, id) from customers where id = ${id})`;

export type BookingUpdate = Partial<
  Pick<
    Booking,
    | 'status'
    | 'starts_at'
    | 'ends_at'
    | 'party_size'
    | 'notes'
    | 'price'
    | 'offered_until'
    | 'confirmed_at'
    | 'sealed'
    | 'person_hashes'
    | 'occurrence_id'
  >
> & {
  service?: NamedReference;
  resource?: NamedReference | null;
  asked?: Record<string, unknown>;
};

export async function updateBooking(db: Db, booking: Booking, change: BookingUpdate, now: Date): Promise<Booking> {
  const { service, resource, asked, ...otherColumns } = change;
  await db
    .updateTable('bookings')
    .set({
      ...otherColumns,
      ...(service === undefined ? {} : { service: JSON.stringify(service) }),
      ...(resource === undefined ? {} : { resource: resource && JSON.stringify(resource) }),
      ...(asked === undefined ? {} : { asked: JSON.stringify(asked) }),
      version: booking.version + 1,
      updated_at: now,
    })
    .where('id', '=', booking.id)
    .execute();
  return { ...booking, ...change, version: booking.version + 1, updated_at: now } as Booking;
}

/** Resource ids are only unique within an industry, so the industry is part of the stored id. */
export const qualifiedResourceIds = (industry: string, resourceIds: string[]): string[] =>
  resourceIds.map((part) => `${industry}/${part}`);

export type OccupiedTime = { resourceId: string; start: number; end: number };

/** No booking is longer, so anything that overlaps a range starts at most this long before it. */
export const MAX_BOOKING_MS = 2 * 86_400_000;

/** The resource id of busy times that block the whole business. */
export const WHOLE_BUSINESS = '';

/**
 * The booked and busy times of these resources in a range, without those of the booking that is being moved. Epoch
 * milliseconds in one JSON value, because that is parsed much faster than many rows of dates.
 */
export async function loadOccupiedTimes(
  db: Db,
  resourceIds: string[],
  from: number,
  to: number,
  exceptBookingId = '',
): Promise<OccupiedTime[]> {
  const overlapsRange = sql`from_at > ${new Date(from - MAX_BOOKING_MS)} and from_at < ${new Date(to)} and to_at > ${new Date(from)}`;
  const {
    rows: [row],
  } = await sql<{ taken: [string, number, number][] | null }>`
    select json_agg(json_build_array(resource_id, (extract(epoch from from_at) * 1000)::float8,
      (extract(epoch from to_at) * 1000)::float8) order by from_at) as taken
    from (
      select resource_id, from_at, to_at from booked_times where ${overlapsRange} and booking_id <> ${exceptBookingId}
      union all
      select resource_id, from_at, to_at from busy_times where ${overlapsRange}
    ) times`.execute(db);
  const requestedIds = new Set([...resourceIds, WHOLE_BUSINESS]);
  const times = (row?.taken ?? []).map(([resourceId, start, end]) => ({ resourceId, start, end }));
  return times.filter(({ resourceId }) => requestedIds.has(resourceId));
}

/** A database constraint rejects the insert if the time is already taken. */
export async function insertBookedTimes(
  db: Db,
  booking: Booking,
  resourceIds: string[],
  from: number,
  to: number,
): Promise<void> {
  const { workspace_id, id: booking_id } = booking;
  const times = { workspace_id, booking_id, from_at: new Date(from), to_at: new Date(to) };
  await db
    .insertInto('booked_times')
    .values(resourceIds.map((resource_id) => ({ ...times, resource_id })))
    .execute();
}

export const deleteBookedTimes = (db: Db, bookingId: string) =>
  db.deleteFrom('booked_times').where('booking_id', '=', bookingId).execute();
