import { randomInt } from 'node:crypto';
import { type ColumnType, type Selectable, sql } from 'kysely';
import type { DepositMode } from '../capability/deposit-options.ts';
import type { Db } from '../kernel/database/database.ts';
import type { Interval } from './intervals.ts';
import type { PaymentStatus } from './payment-state.ts';
import { ACTIVE_STATUSES, type BOOKING_STATUSES, type KINDS } from './shapes.ts';

type JsonColumn<T> = ColumnType<T, string | null, string | null>;
type NamedReference = { id: string; name: string };
export type BookingStatus = (typeof BOOKING_STATUSES)[number];
export type BookingCustomer = {
  name: string;
  phone?: string | null;
  email?: string | null;
  /** The customer has agreed to text messages about the booking. */
  textsAllowed?: boolean;
};

/** The booking's deposit, which a database trigger copies from its payment. */
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
  service: JsonColumn<NamedReference | null>;
  resource: JsonColumn<NamedReference | null>;
  price: number | null;
  asked: JsonColumn<Record<string, unknown>>;
  customer: JsonColumn<BookingCustomer | null>;
  notes: string | null;
  sealed: Buffer | null;
  person_hashes: Buffer[];
  conversation_id: string | null;
  /** Set by the database. */
  customer_id: ColumnType<string | null, never, never>;
  /** The language the booking was made in and its notices are sent in; null means English. */
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
function generateCode(): string {
  let code = '';
  for (let i = 0; i < CODE_LENGTH; i++) code += CODE_ALPHABET[randomInt(CODE_ALPHABET.length)];
  return /\d/.test(code) && /\D/.test(code) ? code : generateCode();
}

/** The omitted columns are generated here, set by the database, or empty at first. */
type NewBooking = Omit<Booking, 'code' | 'customer_id' | 'confirmed_at' | 'settled_at' | 'erased_at' | 'deposit'>;

/** Stores a booking under a new unique code, and retries if the code is taken. */
export async function insertBooking(db: Db, booking: NewBooking): Promise<Booking> {
  for (;;) {
    const code = generateCode();
    const row = {
      ...booking,
      code,
      service: booking.service && JSON.stringify(booking.service),
      resource: booking.resource && JSON.stringify(booking.resource),
      customer: booking.customer && JSON.stringify(booking.customer),
      asked: JSON.stringify(booking.asked),
    };
    const insertedRow = await db
      .insertInto('bookings')
      .values(row)
      .onConflict((conflict) => conflict.columns(['workspace_id', 'code']).doNothing())
      .returning('customer_id')
      .executeTakeFirst();
    if (insertedRow)
      return {
        ...booking,
        ...insertedRow,
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

type BookingOwnerCriteria =
  | { conversationId: string }
  | { name: string; phone: string }
  | { contact: { phone?: string; email?: string } };

/** Upcoming bookings of a person with this name and phone, of this conversation, or with one of these contacts; soonest first. */
export async function findUpcomingBookings(db: Db, now: Date, ownerCriteria: BookingOwnerCriteria): Promise<Booking[]> {
  const upcomingQuery = db
    .selectFrom('bookings')
    .selectAll()
    .where('status', 'in', ACTIVE_STATUSES)
    .where('starts_at', '>', now);
  const ownedQuery =
    'conversationId' in ownerCriteria
      ? upcomingQuery.where('conversation_id', '=', ownerCriteria.conversationId)
      : 'contact' in ownerCriteria
        ? upcomingQuery.where(buildContactCondition(ownerCriteria.contact))
        : upcomingQuery.where(
            sql<boolean>`phone = ${ownerCriteria.phone} and lower(customer ->> 'name') = lower(${ownerCriteria.name.trim()})`,
          );
  return ownedQuery.orderBy('starts_at').limit(MAX_UPCOMING_BOOKINGS).execute();
}

/** SQL condition: this phone or this e-mail. The column `phone` is indexed. */
const buildContactCondition = ({ phone, email }: { phone?: string; email?: string }) =>
  sql<boolean>`(phone = ${phone ?? null} or lower(customer ->> 'email') = lower(${email ?? null}))`;

/** SQL condition: the same phone or e-mail. */
export const buildSameCustomerCondition = ({ phone = null, email = null }: BookingCustomer) =>
  sql<boolean>`(customer ->> 'phone' = ${phone} or lower(customer ->> 'email') = lower(${email}))`;

/** SQL: the id of this customer, or of the one they were merged into. */
export const selectCurrentCustomerId = (id: string) =>
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
export const qualifyResourceIds = (industry: string, resourceIds: string[]): string[] =>
  resourceIds.map((resourceId) => `${industry}/${resourceId}`);

/** No booking is longer, so anything that overlaps a range starts at most this long before it. */
export const MAX_BOOKING_DURATION_MS = 2 * 86_400_000;

/** The resource id of busy times that block the whole business. */
export const WHOLE_BUSINESS_RESOURCE_ID = '';

/**
 * The booked and busy times that overlap the range, by resource, without those of the booking that is being moved. The times
 * of a resource are one JSON value, because that is parsed much faster than many rows of dates.
 */
export async function loadOccupiedTimes(
  db: Db,
  fromMs: number,
  toMs: number,
  exceptBookingId = '',
): Promise<Map<string, Interval[]>> {
  const overlapsRange = sql`from_at > ${new Date(fromMs - MAX_BOOKING_DURATION_MS)} and from_at < ${new Date(toMs)} and to_at > ${new Date(fromMs)}`;
  const { rows } = await sql<{ resource_id: string; times: [start: number, end: number][] }>`
    select resource_id, json_agg(json_build_array((extract(epoch from from_at) * 1000)::float8,
      (extract(epoch from to_at) * 1000)::float8) order by from_at) as times
    from (
      select resource_id, from_at, to_at from booked_times where ${overlapsRange} and booking_id <> ${exceptBookingId}
      union all
      select resource_id, from_at, to_at from busy_times where ${overlapsRange}
    ) occupied group by resource_id`.execute(db);
  return new Map(rows.map(({ resource_id, times }) => [resource_id, times.map(([start, end]) => ({ start, end }))]));
}

/** A database constraint rejects the insert if another booking has the time. */
export async function insertBookedTimes(
  db: Db,
  booking: Booking,
  resourceIds: string[],
  fromMs: number,
  toMs: number,
): Promise<void> {
  const { workspace_id, id: booking_id } = booking;
  const sharedColumns = { workspace_id, booking_id, from_at: new Date(fromMs), to_at: new Date(toMs) };
  await db
    .insertInto('booked_times')
    .values(resourceIds.map((resource_id) => ({ ...sharedColumns, resource_id })))
    .execute();
}

export const deleteBookedTimes = (db: Db, bookingId: string) =>
  db.deleteFrom('booked_times').where('booking_id', '=', bookingId).execute();
