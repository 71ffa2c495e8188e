import { rebuildBookingRequest } from '../../scheduling/book.ts';
import { type FreeDays, findFreeDays } from '../../scheduling/free-days.ts';
import { type BookingContext, rulesOf } from '../../scheduling/schedules.ts';
import type { Booking } from '../../scheduling/store.ts';
import { parseDay } from '../../scheduling/zone.ts';

/** The times the booking could be moved to around the requested day or its own, ignoring the time it occupies itself. */
export async function findMoveTimes(ctx: BookingContext, booking: Booking, requestedDay = ''): Promise<FreeDays> {
  const bookingRequest = rebuildBookingRequest(ctx, booking.industry, booking.asked);
  if ('ok' in bookingRequest) return { days: [] };
  const start = booking.starts_at.getTime();
  const day = parseDay(requestedDay) ?? rulesOf(ctx.business).zone.localAt(start).day;
  const bookingCtx = { ...ctx, industry: booking.industry };
  return findFreeDays(bookingCtx, bookingRequest, { day, exceptBookingId: booking.id, exceptStart: start });
}
