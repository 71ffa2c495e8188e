import { formatterFor } from '../../capability/formatter.ts';
import { type Outcome, type Refusal, refuse, succeed } from '../../capability/outcome.ts';
import type { Html } from '../../kernel/html.ts';
import { applyChanges, cancelBooking, moveBooking } from '../../scheduling/booking-changes.ts';
import type { BookingContext } from '../../scheduling/schedules.ts';
import { type Booking, updateBooking } from '../../scheduling/store.ts';
import { findMoveTimes } from './move-times.ts';
import { createBookingPage, renderBooking, renderMove, renderTooLate } from './views.ts';

/** Performs a customer's action from an email link. Repeating an action, as with a double click, is not an error. */
export async function performAction(
  ctx: BookingContext,
  booking: Booking,
  { action, startsAt }: { action?: string; startsAt?: string },
): Promise<Outcome<Booking>> {
  const { status } = booking;
  if (action === 'cancel') return status === 'cancelled' ? succeed(booking) : cancelBooking(ctx, booking);
  if (action === 'move' && startsAt) return moveBooking(ctx, booking, { startsAt });
  if (action === 'accept' && status === 'offered') return applyChanges(ctx, booking, { status: 'confirmed' });
  if (action === 'confirm' && status === 'confirmed')
    return succeed(await updateBooking(ctx.db, booking, { confirmed_at: booking.confirmed_at ?? ctx.now }, ctx.now));
  return action === 'accept' && (status === 'confirmed' || status === 'awaiting_payment')
    ? succeed(booking)
    : refuse(
        'conflict',
        formatterFor(ctx.business).text('That’s no longer possible. Here’s your booking as it is now.'),
      );
}

/** Explains the refusal and offers a next step. */
export async function renderRefusal(
  ctx: BookingContext,
  booking: Booking,
  path: string,
  refusal: Refusal,
): Promise<Html> {
  const page = createBookingPage(ctx, booking, path);
  if (refusal.reason === 'too_late') return renderTooLate(ctx.business, path, refusal.detail);
  if (refusal.code !== 'slot_unavailable') return renderBooking(page, { tone: 'bad', text: refusal.detail });
  const format = formatterFor(ctx.business);
  const explanation = refusal.reason === 'full' ? format.text('Sorry, someone just booked that time.') : refusal.detail;
  const text = `${explanation} ${format.text('Nothing was changed. These times are available:')}`;
  return renderMove(page, await findMoveTimes(ctx, booking), { tone: 'bad', text });
}
