import { findPatientBookings } from '../patients/bookings.ts';
import type { BookingContext } from '../scheduling/calendar.ts';
import { type Booking, findByCode, upcomingOf } from '../scheduling/store.ts';

/** How a customer shows that a booking is theirs. */
export type Claim = { code?: string; name?: string; phone?: string; dateOfBirth?: string };

/**
 * What is still to come for whoever asks: by its code, made in this conversation, or by name and phone (a patient: and
 * date of birth). Anything else finds as little as a booking that does not exist.
 */
export async function bookingsOf(ctx: BookingContext, { code, name, phone, dateOfBirth }: Claim): Promise<Booking[]> {
  const { db, now, conversationId } = ctx;
  if (code) return stillToCome([await findByCode(db, code)], now);
  const here = conversationId === undefined ? [] : await upcomingOf(db, now, { conversationId });
  if (here.length > 0) return here;
  if (name && dateOfBirth) return stillToCome(await findPatientBookings(ctx, { name, dateOfBirth }), now);
  return name && phone ? upcomingOf(db, now, { name, phone }) : [];
}

export const stillToCome = (bookings: (Booking | undefined)[], now: Date): Booking[] =>
  bookings.filter((each) => each !== undefined && LIVE.has(each.status) && each.starts_at > now) as Booking[];

const LIVE = new Set(['confirmed', 'waitlisted', 'offered']);
