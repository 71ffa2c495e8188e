import { formatterFor } from '../capability/formatter.ts';
import { type Refusal, refuse } from '../capability/outcome.ts';
import { findRequiredDeposit, getCoveredAmount } from './payments.ts';
import type { BookingContext } from './schedules.ts';
import type { Booking } from './store.ts';

/**
 * A change may not avoid a deposit, such as by booking for two and coming with ten. A change of the time alone needs none,
 * and the team decides for itself.
 */
export function refuseUnpaidMove(
  { business, isByCustomer, actor }: BookingContext,
  booking: Booking,
  newTerms: Parameters<typeof findRequiredDeposit>[1],
): Refusal | undefined {
  const isTeam = actor.kind === 'user' && !isByCustomer;
  const requiredAmount = findRequiredDeposit(business, newTerms)?.amount ?? 0;
  const previousAmount = findRequiredDeposit(business, booking)?.amount ?? 0;
  if (isTeam || requiredAmount <= Math.max(previousAmount, getCoveredAmount(booking.deposit))) return undefined;
  const format = formatterFor(business);
  const detail = format.text('This change needs a deposit of {amount}. Please make a new booking, or call us.', {
    amount: format.money(requiredAmount),
  });
  return refuse('conflict', detail, { reason: 'deposit_required' });
}
