import { sql } from 'kysely';
import type { Context, ExpandableObjects, WorkspacePrincipal } from '../../kernel/http/route.ts';
import type { BookingContext } from '../../scheduling/schedules.ts';
import { BookingShape } from '../../scheduling/shapes.ts';
import { presentForList } from './list-routes.ts';

type ResolveBusiness = (ctx: Context<WorkspacePrincipal>, purpose: string) => Promise<BookingContext>;

export const createExpandableBookings = (resolveBusinessContext: ResolveBusiness): ExpandableObjects => ({
  scope: 'bookings:read',
  schema: BookingShape,
  async read(context, ids) {
    const ctx = await resolveBusinessContext(context, 'bookings.list');
    const rows = await ctx.db
      .selectFrom('bookings')
      .selectAll()
      .where('id', '=', sql<string>`any(${ids}::text[])`)
      .execute();
    // Reading health data is logged.
    if (rows.some(({ sealed }) => sealed)) context.requireWriteTransaction();
    return new Map((await presentForList(ctx, rows)).map((booking) => [booking.id, booking]));
  },
});
