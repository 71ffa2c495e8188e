import { sql } from 'kysely';
import { countryOf } from '../../capability/document.ts';
import { parseRangeBound } from '../../kernel/clock.ts';
import { type ListOrder, type PageInput, readPage } from '../../kernel/http/pagination.ts';
import { toE164 } from '../../kernel/phone.ts';
import { createSearchHashesOfText } from '../../scheduling/person-encryption.ts';
import type { BookingContext } from '../../scheduling/schedules.ts';
import { type Booking, findBooking, selectCurrentCustomerId } from '../../scheduling/store.ts';

export const SORTS = ['startsAt'] as const;

/** Shorter texts match a large share of the bookings, so a scan is faster. */
const MIN_INDEXED_CHARACTERS = 3;

export type BookingFilter = PageInput & {
  limit: number;
  status?: Booking['status'];
  kind?: Booking['kind'];
  /** Only this industry's bookings, without places in classes. */
  industryWithoutClasses?: string;
  customerId?: string;
  from?: string;
  to?: string;
  sort?: (typeof SORTS)[number];
  q?: string;
};

/** One more than `limit`, where there are more. */
export async function listBookings(ctx: BookingContext, filter: BookingFilter): Promise<Booking[]> {
  const { db, business } = ctx;
  const { status, kind, industryWithoutClasses, customerId, from, to, sort, q, ...cursors } = filter;
  let query = db.selectFrom('bookings').selectAll();
  if (industryWithoutClasses) query = query.where('industry', '=', industryWithoutClasses).where('kind', '<>', 'class');
  if (status) query = query.where('status', '=', status);
  if (kind) query = query.where('kind', '=', kind);
  if (customerId) query = query.where('customer_id', '=', selectCurrentCustomerId(customerId));
  if (from) query = query.where('starts_at', '>=', parseRangeBound('from', from, business.timezone));
  if (to) query = query.where('starts_at', '<', parseRangeBound('to', to, business.timezone));
  if (q) {
    const likePattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
    const hashes = await createSearchHashesOfText(ctx, q);
    const phone = toE164(q, countryOf(business)) ?? null;
    query = query.where(
      q.length < MIN_INDEXED_CHARACTERS
        ? sql<boolean>`(booking_text(code, customer, notes, service) ilike ${likePattern} or person_hashes && ${hashes}::bytea[])`
        : sql<boolean>`id = any(array(select find_bookings(${q}, ${likePattern}, ${phone}, ${hashes}::bytea[])))`,
    );
  }
  return readPage(query, cursors, (id) => findBooking(db, id), sort && EARLIEST_FIRST);
}

const EARLIEST_FIRST: ListOrder = {
  expressions: [sql`starts_at`, sql`id`],
  direction: 'asc',
  valuesAt: (id) => sql`(select starts_at, id from bookings where id = ${id})`,
};
