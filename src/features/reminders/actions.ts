import { formatterFor } from '../../capability/formatter.ts';
import { done, type Outcome, type Refusal, refuse } from '../../capability/outcome.ts';
import type { Html } from '../../kernel/html.ts';
import { cancelBooking, changeAll, moveBooking } from '../../scheduling/bookings.ts';
import type { BookingContext } from '../../scheduling/calendar.ts';
import { type Booking, changeBooking } from '../../scheduling/store.ts';
import { movesFrom } from './move-times.ts';
import { bookingView, lateView, moveView, shownOf } from './views.ts';

/** What a customer may do with a link. Doing it a second time, as by a click too many, is no mistake. */
export async function act(
  ctx: BookingContext,
  booking: Booking,
  { action, startsAt }: { action?: string; startsAt?: string },
): Promise<Outcome<Booking>> {
  const { status } = booking;
  if (action === 'cancel') return status === 'cancelled' ? done(booking) : cancelBooking(ctx, booking);
  if (action === 'move' && startsAt) return moveBooking(ctx, booking, { startsAt });
  if (action === 'accept' && status === 'offered') return changeAll(ctx, booking, { status: 'confirmed' });
  if (action === 'confirm' && status === 'confirmed')
    return done(await changeBooking(ctx.db, booking, { confirmed_at: booking.confirmed_at ?? ctx.now }, ctx.now));
  return action === 'accept' && status === 'confirmed'
    ? done(booking)
    : refuse(
        'conflict',
        formatterFor(ctx.business).text('That’s no longer possible. Here’s your booking as it is now.'),
      );
}

/** Kind words, and a way on. */
export async function refusedPage(ctx: BookingContext, booking: Booking, path: string, why: Refusal): Promise<Html> {
  const shown = shownOf(ctx, booking, path);
  if (why.reason === 'too_late') return lateView(ctx.business, path, why.detail);
  if (why.code !== 'slot_unavailable') return bookingView(shown, { tone: 'bad', text: why.detail });
  const say = formatterFor(ctx.business);
  const taken = why.reason === 'full' ? say.text('Sorry, that time has just been taken.') : why.detail;
  const text = `${taken} ${say.text('Nothing was changed. These times are available:')}`;
  return moveView(shown, await movesFrom(ctx, booking), { tone: 'bad', text });
}
