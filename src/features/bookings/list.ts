import { sql } from 'kysely';
import { countryOf } from '../../capability/document.ts';
import { readBound } from '../../kernel/clock.ts';
import { readPhone } from '../../kernel/phone.ts';
import { unknownCursor } from '../../kernel/problem.ts';
import type { BookingContext } from '../../scheduling/calendar.ts';
import { searchHashesOfText } from '../../scheduling/person-encryption.ts';
import { type Booking, currentCustomer, findBooking } from '../../scheduling/store.ts';

export const SORTS = ['startsAt'] as const;

export type BookingFilter = {
  limit: number;
  starting_after?: string;
  status?: Booking['status'];
  kind?: Booking['kind'];
  customerId?: string;
  from?: string;
  to?: string;
  sort?: (typeof SORTS)[number];
  q?: string;
};

/** One more than `limit`, where there are more. */
export async function listBookings(
  ctx: BookingContext,
  { limit, starting_after, status, kind, customerId, from, to, sort, q }: BookingFilter,
): Promise<Booking[]> {
  const { db, business } = ctx;
  const rows = db
    .selectFrom('bookings')
    .selectAll()
    .limit(limit + 1);
  let page = sort ? rows.orderBy('starts_at').orderBy('id') : rows.orderBy('id', 'desc');
  if (starting_after !== undefined) {
    if (!(await findBooking(db, starting_after))) throw unknownCursor();
    page = sort
      ? page.where(sql<boolean>`(starts_at, id) > (select starts_at, id from bookings where id = ${starting_after})`)
      : page.where('id', '<', starting_after);
  }
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
  return page.execute();
}
