// Offers a freed spot or table to the customers on the waiting list, and holds it until they answer.
import { type Outcome, refuse, succeed } from '../capability/outcome.ts';
import { findCandidate, findFreeCandidate, getOccupiedRange, rebuildBookingRequest } from './book.ts';
import { releaseSpot, reserveSpot } from './class-spots.ts';
import { notifyOfBooking } from './notify.ts';
import { type BookingContext, rulesOf } from './schedules.ts';
import {
  type Booking,
  type BookingUpdate,
  deleteBookedTimes,
  insertBookedTimes,
  qualifyResourceIds,
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
export async function offerToWaitlist(ctx: BookingContext, freedBooking: Booking, afterBookingId = ''): Promise<void> {
  for (const waitingBooking of await findWaitlist(ctx, freedBooking, afterBookingId)) await offer(ctx, waitingBooking);
}

/** Bookings waiting for the same class occurrence or the same day; the availability check decides which one fits. */
function findWaitlist(
  { db, business }: BookingContext,
  freedBooking: Booking,
  afterBookingId: string,
): Promise<Booking[]> {
  const { zone } = rulesOf(business);
  const { day } = zone.localAt(freedBooking.starts_at.getTime());
  const waitingQuery = db
    .selectFrom('bookings')
    .selectAll()
    .where('status', '=', 'waitlisted')
    .where('id', '<>', afterBookingId)
    .orderBy((eb) => eb('id', '<', afterBookingId))
    .orderBy('id')
    .limit(MAX_WAITLIST_ROWS)
    .forUpdate();
  const matchingQuery = freedBooking.occurrence_id
    ? waitingQuery.where('occurrence_id', '=', freedBooking.occurrence_id)
    : waitingQuery
        .where('industry', '=', freedBooking.industry)
        .where('occurrence_id', 'is', null)
        .where('starts_at', '>=', new Date(zone.epochAt(day, 0)))
        .where('starts_at', '<', new Date(zone.epochAt(day + 1, 0)));
  return matchingQuery.execute();
}

/** Offers what is free to this booking, regardless of its place in the waiting list. */
export async function offerManually(ctx: BookingContext, booking: Booking): Promise<Outcome<Booking>> {
  const offeredBooking = await offer(ctx, booking);
  return offeredBooking ? succeed(offeredBooking) : refuse('conflict', 'Nothing is free at that time to offer.');
}

async function offer(ctx: BookingContext, booking: Booking): Promise<Booking | undefined> {
  const offeredUntil = new Date(
    Math.min(ctx.now.getTime() + OFFER_DURATION_MS, booking.starts_at.getTime() - OFFER_CUTOFF_BEFORE_START_MS),
  );
  if (offeredUntil <= ctx.now) return undefined;
  const reservation = await reserveAgain(ctx, booking);
  if (!reservation) return undefined;
  const change: BookingUpdate = { ...reservation, status: 'offered', offered_until: offeredUntil };
  const offeredBooking = await updateBooking(ctx.db, booking, change, ctx.now);
  await notifyOfBooking(ctx, 'waitlist.offered', offeredBooking);
  await scheduleWaitlistJob(ctx, offeredBooking, offeredUntil);
  return offeredBooking;
}

/** Reserves what the booking waits for or has lost, if the check for a new booking passes; returns the columns to update. */
export async function reserveAgain(ctx: BookingContext, booking: Booking): Promise<BookingUpdate | undefined> {
  if (booking.kind === 'class') return (await reserveSpot(ctx, booking)) ? {} : undefined;
  const bookingRequest = rebuildBookingRequest(ctx, booking.industry, booking.asked);
  if ('ok' in bookingRequest) return undefined;
  const start = booking.starts_at.getTime();
  const { candidate } = await findFreeCandidate({ ...ctx, industry: booking.industry }, bookingRequest, start);
  if (!candidate) return undefined;
  const chosenCandidate = findCandidate(bookingRequest, candidate);
  await insertBookedTimes(
    ctx.db,
    booking,
    qualifyResourceIds(booking.industry, chosenCandidate.resourceIds),
    ...getOccupiedRange(bookingRequest, start),
  );
  return {
    ends_at: new Date(start + bookingRequest.durationMinutes * MINUTE_MS),
    resource: { id: chosenCandidate.id, name: chosenCandidate.name },
    price: chosenCandidate.price ?? bookingRequest.price ?? null,
  };
}

export async function releaseReservation(ctx: BookingContext, booking: Booking): Promise<void> {
  if (booking.kind === 'class') await releaseSpot(ctx.db, booking);
  else await deleteBookedTimes(ctx.db, booking.id);
}

/** Called when nobody answered in time: the booking goes back to the waiting list and the next customer gets the offer. */
export async function lapseOffer(ctx: BookingContext, booking: Booking): Promise<Booking> {
  await releaseReservation(ctx, booking);
  const change: BookingUpdate = { status: 'waitlisted', offered_until: null };
  if (booking.kind !== 'class') change.resource = null;
  const waitingBooking = await updateBooking(ctx.db, booking, change, ctx.now);
  await scheduleWaitlistJob(ctx, waitingBooking, booking.starts_at);
  await offerToWaitlist(ctx, booking, booking.id);
  return waitingBooking;
}
