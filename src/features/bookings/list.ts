import { type SelectQueryBuilder, sql } from 'kysely';
import { countryOf } from '../../capability/document.ts';
import { readBound } from '../../kernel/clock.ts';
import type { Tables } from '../../kernel/database/database.ts';
import { findCursor, inListOrder, type PageInput, readPage } from '../../kernel/http/pages.ts';
import { readPhone } from '../../kernel/phone.ts';
import type { BookingContext } from '../../scheduling/calendar.ts';
import { searchHashesOfText } from '../../scheduling/person-encryption.ts';
import { type Booking, currentCustomer, findBooking } from '../../scheduling/store.ts';

export const SORTS = ['startsAt'] as const;

export type BookingFilter = PageInput & {
  limit: number;
  status?: Booking['status'];
  kind?: Booking['kind'];
  /** What was booked at a time of its own, unlike a place in a class. */
  bookedIn?: string;
  customerId?: string;
  from?: string;
  to?: string;
  sort?: (typeof SORTS)[number];
  q?: string;
};

/** One more than `limit`, where there are more. */
export async function listBookings(ctx: BookingContext, filter: BookingFilter): Promise<Booking[]> {
  const { db, business } = ctx;
  const { status, kind, bookedIn, customerId, from, to, sort, q, ...cursors } = filter;
  let page = db.selectFrom('bookings').selectAll();
  if (bookedIn) page = page.where('industry', '=', bookedIn).where('kind', '<>', 'class');
  if (status) page = page.where('status', '=', status);
  if (kind) page = page.where('kind', '=', kind);
  if (customerId) page = page.where('customer_id', '=', currentCustomer(customerId));
  if (from) page = page.where('starts_at', '>=', readBound('from', from, business.timezone));
  if (to) page = page.where('starts_at', '<', readBound('to', to, business.timezone));
  if (q) {
    const likePattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
    const hashes = await searchHashesOfText(ctx, q);
    const phone = readPhone(q, countryOf(business)) ?? null;
    page = page.where(
      sql<boolean>`(person_hashes && ${hashes}::bytea[] or customer ->> 'phone' = ${phone} or concat_ws(' ', code, customer ->> 'name', customer ->> 'phone', customer ->> 'email', notes, service ->> 'name') ilike ${likePattern})`,
    );
  }
  const find = (id: string) => findBooking(db, id);
  return sort ? readByStart(page, cursors, await findCursor(cursors, find)) : readPage(page, cursors, find);
}

/** The earliest first, so the direction of reading is the other way around. */
async function readByStart(
  page: SelectQueryBuilder<Tables, 'bookings', Booking>,
  cursors: PageInput & { limit: number },
  cursor: string | undefined,
): Promise<Booking[]> {
  const order = cursors.ending_before === undefined ? 'asc' : 'desc';
  const ordered = page
    .orderBy('starts_at', order)
    .orderBy('id', order)
    .limit(cursors.limit + 1);
  if (cursor === undefined) return ordered.execute();
  const direction = sql.raw(order === 'asc' ? '>' : '<');
  const start = sql`(select starts_at, id from bookings where id = ${cursor})`;
  return inListOrder(await ordered.where(sql<boolean>`(starts_at, id) ${direction} ${start}`).execute(), cursors);
}
