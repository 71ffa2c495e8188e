import { randomInt } from 'node:crypto';
import { type ColumnType, type Selectable, sql } from 'kysely';
import type { Db } from '../kernel/database/database.ts';
import type { BOOKING_STATUSES, KINDS } from './shapes.ts';

type Json<T> = ColumnType<T, string | null, string | null>;
type Named = { id: string; name: string };
export type BookingStatus = (typeof BOOKING_STATUSES)[number];
export type BookingCustomer = { name: string; phone?: string | null; email?: string | null };

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
  service: Json<Named | null>;
  resource: Json<Named | null>;
  price: number | null;
  asked: Json<Record<string, unknown>>;
  customer: Json<BookingCustomer | null>;
  notes: string | null;
  sealed: Buffer | null;
  person_hashes: Buffer[];
  conversation_id: string | null;
  /** In which it was made, and its customer is written to; null: English. */
  language: string | null;
  occurrence_id: string | null;
  offered_until: Date | null;
  confirmed_at: ColumnType<Date | null, never, Date | null>;
  settled_at: ColumnType<Date, never, never>;
  /** Made while the business was closed. */
  after_hours: boolean | null;
  /** Since when nobody is known by it any more. */
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

/** Without letters and digits that are taken for each other when read aloud or by hand. */
const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const CODE_LENGTH = 6;

/** With a letter and a digit: in a message it is neither a word nor a number. */
function newCode(): string {
  let code = '';
  for (let i = 0; i < CODE_LENGTH; i++) code += CODE_ALPHABET[randomInt(CODE_ALPHABET.length)];
  return /\d/.test(code) && /\D/.test(code) ? code : newCode();
}

/** The rest the database knows. */
type NewBooking = Omit<Booking, 'code' | 'confirmed_at' | 'settled_at' | 'erased_at'>;

/** Stores a booking under a code of its own. */
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
      .returning('id')
      .executeTakeFirst();
    if (inserted) return { ...booking, code, confirmed_at: null, settled_at: booking.created_at, erased_at: null };
  }
}

export const findBooking = (db: Db, id: string): Promise<Booking | undefined> =>
  db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst();

/** The same, and nobody else may change it until this transaction is over. */
export const lockBooking = (db: Db, id: string): Promise<Booking | undefined> =>
  db.selectFrom('bookings').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const findByCode = (db: Db, code: string): Promise<Booking | undefined> =>
  db.selectFrom('bookings').selectAll().where('code', '=', code.trim().toUpperCase()).executeTakeFirst();

/** What is still to come for someone of this name at this phone, or in this conversation; soonest first. */
export async function upcomingOf(
  db: Db,
  now: Date,
  by: { conversationId: string } | { name: string; phone: string },
): Promise<Booking[]> {
  const live = db
    .selectFrom('bookings')
    .selectAll()
    .where('status', 'in', ['confirmed', 'waitlisted', 'offered'])
    .where('starts_at', '>', now);
  const theirs =
    'conversationId' in by
      ? live.where('conversation_id', '=', by.conversationId)
      : live.where(sql<boolean>`phone = ${by.phone} and lower(customer ->> 'name') = lower(${by.name.trim()})`);
  return theirs.orderBy('starts_at').limit(10).execute();
}

/** By phone or e-mail. */
export const isSamePerson = ({ phone = null, email = null }: BookingCustomer) =>
  sql<boolean>`(customer ->> 'phone' = ${phone} or lower(customer ->> 'email') = lower(${email}))`;

export type Change = Partial<
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
  service?: Named;
  resource?: Named | null;
  asked?: Record<string, unknown>;
};

export async function changeBooking(db: Db, booking: Booking, change: Change, now: Date): Promise<Booking> {
  const { service, resource, asked, ...plain } = change;
  await db
    .updateTable('bookings')
    .set({
      ...plain,
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

/** An industry's ids are its own: its `t1` is not another's. */
export const resourcesOf = (industry: string, parts: string[]): string[] => parts.map((part) => `${industry}/${part}`);

export type TakenTime = { resourceId: string; start: number; end: number };

/** No booking takes longer, so whatever reaches into a stretch of time begins at most this long before it. */
const LONGEST_MS = 2 * 86_400_000;

/** Milliseconds. One value of JSON is read much faster than many rows of dates. */
const epoch = (column: string) => sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;

/** What of these resources is taken in a stretch of time. A booking that is being moved does not stand in its own way. */
export async function takenTimes(
  db: Db,
  resources: string[],
  from: number,
  to: number,
  except = '',
): Promise<TakenTime[]> {
  const { taken } = await db
    .selectFrom('booked_times')
    .select(
      sql<
        [string, number, number][] | null
      >`json_agg(json_build_array(resource_id, ${epoch('from_at')}, ${epoch('to_at')})
      order by from_at)`.as('taken'),
    )
    .where('from_at', '>', new Date(from - LONGEST_MS))
    .where('from_at', '<', new Date(to))
    .where('to_at', '>', new Date(from))
    .where('booking_id', '<>', except)
    .executeTakeFirstOrThrow();
  const wanted = new Set(resources);
  const times = (taken ?? []).map(([resourceId, start, end]) => ({ resourceId, start, end }));
  return times.filter(({ resourceId }) => wanted.has(resourceId));
}

/** Takes the time for the booking. Where it is taken already the database refuses, whatever was read before. */
export async function takeTime(db: Db, booking: Booking, resources: string[], from: number, to: number): Promise<void> {
  const { workspace_id, id: booking_id } = booking;
  const times = { workspace_id, booking_id, from_at: new Date(from), to_at: new Date(to) };
  await db
    .insertInto('booked_times')
    .values(resources.map((resource_id) => ({ ...times, resource_id })))
    .execute();
}

export const freeTime = (db: Db, bookingId: string) =>
  db.deleteFrom('booked_times').where('booking_id', '=', bookingId).execute();
