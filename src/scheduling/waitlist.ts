// Offers a freed place or table to the customers on the waiting list, and holds it until they answer.
import { type Outcome, refuse, succeed } from '../capability/outcome.ts';
import { bookingRequestOf, findCandidate, findFreeCandidate, occupiedTime } from './book.ts';
import { type BookingContext, rulesOf } from './calendar.ts';
import { releasePlace, reservePlace } from './class-places.ts';
import { notifyOfBooking } from './notify.ts';
import {
  type Booking,
  type BookingUpdate,
  deleteBookedTimes,
  insertBookedTimes,
  qualifiedResourceIds,
  updateBooking,
} from './store.ts';
import { scheduleWaitlistJob } from './waitlist-job.ts';
import { MINUTE_MS } from './zone.ts';

const OFFER_DURATION_MS = 120 * MINUTE_MS;
/** An offer ends this long before the start, so that the next customer still has time to accept. */
const OFFER_CUTOFF_BEFORE_START_MS = 30 * MINUTE_MS;
const MAX_WAITLIST_ROWS = 200;

/**
 * Offers what a booking freed to waiting customers, first come, first served. The search starts behind `afterBookingId`,
 * whose offer has just lapsed, and then wraps around. The caller must have locked the class or day.
 */
export async function offerToWaitlist(ctx: BookingContext, freed: Booking, afterBookingId = ''): Promise<void> {
  for (const waiting of await findWaitlist(ctx, freed, afterBookingId)) await offer(ctx, waiting);
}

/** Bookings waiting for the same class occurrence or the same day; the availability check decides which one fits. */
function findWaitlist({ db, business }: BookingContext, freed: Booking, afterBookingId: string): Promise<Booking[]> {
  const { zone } = rulesOf(business);
  const { day } = zone.localAt(freed.starts_at.getTime());
  const waiting = db
    .selectFrom('bookings')
    .selectAll()
    .where('status', '=', 'waitlisted')
    .where('id', '<>', afterBookingId)
    .orderBy((eb) => eb('id', '<', afterBookingId))
    .orderBy('id')
    .limit(MAX_WAITLIST_ROWS)
    .forUpdate();
  const matching = freed.occurrence_id
    ? waiting.where('occurrence_id', '=', freed.occurrence_id)
    : waiting
        .where('industry', '=', freed.industry)
        .where('occurrence_id', 'is', null)
        .where('starts_at', '>=', new Date(zone.epochAt(day, 0)))
        .where('starts_at', '<', new Date(zone.epochAt(day + 1, 0)));
  return matching.execute();
}

/** Offers what is free to this booking, regardless of its place in the waiting list. */
export async function offerManually(ctx: BookingContext, booking: Booking): Promise<Outcome<Booking>> {
  const offered = await offer(ctx, booking);
  return offered ? succeed(offered) : refuse('conflict', 'Nothing is free at that time to offer.');
}

async function offer(ctx: BookingContext, booking: Booking): Promise<Booking | undefined> {
  const until = new Date(
    Math.min(ctx.now.getTime() + OFFER_DURATION_MS, booking.starts_at.getTime() - OFFER_CUTOFF_BEFORE_START_MS),
  );
  if (until <= ctx.now) return undefined;
  const reservation = await reserveAgain(ctx, booking);
  if (!reservation) return undefined;
  const change: BookingUpdate = { ...reservation, status: 'offered', offered_until: until };
  const offered = await updateBooking(ctx.db, booking, change, ctx.now);
  await notifyOfBooking(ctx, 'waitlist.offered', offered);
  await scheduleWaitlistJob(ctx, offered, until);
  return offered;
}

/** Reserves what the booking waits for or has lost, if the check for a new booking passes; returns the columns to update. */
export async function reserveAgain(ctx: BookingContext, booking: Booking): Promise<BookingUpdate | undefined> {
  if (booking.kind === 'class') return (await reservePlace(ctx, booking)) ? {} : undefined;
  const requested = bookingRequestOf(ctx, booking.industry, booking.asked);
  if ('ok' in requested) return undefined;
  const start = booking.starts_at.getTime();
  const { candidate } = await findFreeCandidate({ ...ctx, industry: booking.industry }, requested, start);
  if (!candidate) return undefined;
  const chosen = findCandidate(requested, candidate);
  await insertBookedTimes(
    ctx.db,
    booking,
    qualifiedResourceIds(booking.industry, chosen.resourceIds),
    ...occupiedTime(requested, start),
  );
  return {
    ends_at: new Date(start + requested.durationMinutes * MINUTE_MS),
    resource: { id: chosen.id, name: chosen.name },
    price: chosen.price ?? requested.price ?? null,
  };
}

export async function releaseReservation(ctx: BookingContext, booking: Booking): Promise<void> {
  if (booking.kind === 'class') await releasePlace(ctx.db, booking);
  else await deleteBookedTimes(ctx.db, booking.id);
}

/** Called when nobody answered in time: the booking goes back to the waiting list and the next customer gets the offer. */
export async function lapseOffer(ctx: BookingContext, booking: Booking): Promise<Booking> {
  await releaseReservation(ctx, booking);
  const change: BookingUpdate = { status: 'waitlisted', offered_until: null };
  if (booking.kind !== 'class') change.resource = null;
  const waiting = await updateBooking(ctx.db, booking, change, ctx.now);
  await scheduleWaitlistJob(ctx, waiting, booking.starts_at);
  await offerToWaitlist(ctx, booking, booking.id);
  return waiting;
}
