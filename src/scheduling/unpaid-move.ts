import { formatterFor } from '../capability/formatter.ts';
import { type Refusal, refuse } from '../capability/outcome.ts';
import type { BookingContext } from './calendar.ts';
import { depositCovered, requiredDeposit } from './payments.ts';
import type { Booking } from './store.ts';

/**
 * A change may not avoid a deposit, such as by booking for two and coming with ten. A change of the time alone needs none,
 * and the team decides for itself.
 */
export function refuseUnpaidMove(
  { business, isByCustomer, actor }: BookingContext,
  booking: Booking,
  next: Parameters<typeof requiredDeposit>[1],
): Refusal | undefined {
  const isTeam = actor.kind === 'user' && !isByCustomer;
  const required = requiredDeposit(business, next)?.amount ?? 0;
  const before = requiredDeposit(business, booking)?.amount ?? 0;
  if (isTeam || required <= Math.max(before, depositCovered(booking.deposit))) return undefined;
  const format = formatterFor(business);
  const detail = format.text('This change needs a deposit of {amount}. Please make a new booking, or call us.', {
    amount: format.money(required),
  });
  return refuse('conflict', detail, { reason: 'deposit_required' });
}
