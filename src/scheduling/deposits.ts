// What payments do to bookings: a paid deposit confirms the booking, an unpaid one frees its time.

import { cancelBooking } from './booking-changes.ts';
import { enqueueNotice, notifyOfBooking } from './notify.ts';
import { isSecured, type PaymentFacts } from './payment-state.ts';
import { addFacts, enqueuePaymentAction, lockPaymentOf, type Payment, returnDeposit, withDeposit } from './payments.ts';
import type { BookingContext } from './schedules.ts';
import { type Booking, updateBooking } from './store.ts';
import { reserveAgain } from './waitlist.ts';

/** What the payment provider says about a payment. */
export type PaymentSignal = { facts: PaymentFacts; sessionId?: string; intentId?: string };

/** Applies what the provider says to the payment and its booking, which the caller has locked. */
export async function applySignal(
  ctx: BookingContext,
  booking: Booking,
  signal: PaymentSignal,
): Promise<Payment | undefined> {
  const payment = await lockPaymentOf(ctx.db, booking.id);
  if (!payment) return undefined;
  if (isPaidTwice(payment, signal)) {
    if (signal.facts.paid && !signal.facts.refunded)
      await enqueuePaymentAction(ctx, payment.id, 'refund', signal.intentId);
    return undefined;
  }
  const paymentUpdate = {
    error: null,
    ...(signal.sessionId ? { session_id: signal.sessionId } : {}),
    ...(signal.intentId ? { intent_id: signal.intentId } : {}),
  };
  const changedPayment = await addFacts(ctx, payment, signal.facts, paymentUpdate);
  if (!isSecured(payment.facts) && isSecured(changedPayment.facts))
    await applySecuredDeposit(ctx, booking, changedPayment);
  return changedPayment;
}

/** A second checkout of the same booking was paid too, such as in another tab. Only the first one counts. */
const isPaidTwice = ({ facts, intent_id }: Payment, { intentId }: PaymentSignal): boolean =>
  Boolean(facts.paid || facts.authorized) && intent_id !== null && intentId !== undefined && intentId !== intent_id;

/** Confirms the booking, whose deposit is now paid or reserved. If it was canceled meanwhile, books it again or returns the deposit. */
async function applySecuredDeposit(ctx: BookingContext, booking: Booking, payment: Payment): Promise<void> {
  if (booking.status === 'awaiting_payment') return confirmBooking(ctx, booking);
  if (booking.status !== 'cancelled') return;
  const isUpcoming = booking.starts_at > ctx.now;
  const reservation = payment.facts.lapsed && isUpcoming ? await reserveAgain(ctx, booking) : undefined;
  if (reservation) return confirmBooking(ctx, { ...booking, ...reservation } as Booking, reservation);
  await returnDeposit(ctx, payment);
  await enqueueNotice(ctx, 'booking.cancelled', booking);
}

async function confirmBooking(ctx: BookingContext, booking: Booking, change = {}): Promise<void> {
  const confirmedBooking = await updateBooking(ctx.db, booking, { ...change, status: 'confirmed' }, ctx.now);
  await notifyOfBooking(ctx, 'booking.created', await withDeposit(ctx.db, confirmedBooking));
}

/** Nobody paid in time. */
export async function lapseHold(ctx: BookingContext, booking: Booking): Promise<void> {
  const payment = await lockPaymentOf(ctx.db, booking.id);
  if (payment) await addFacts(ctx, payment, { lapsed: true });
  await cancelBooking(ctx, booking);
}

/** The team confirms a booking without its deposit. */
export async function waiveDeposit(ctx: BookingContext, booking: Booking): Promise<Booking> {
  const payment = await lockPaymentOf(ctx.db, booking.id);
  if (payment) {
    await addFacts(ctx, payment, { waived: true });
    if (payment.attempt > 0) await enqueuePaymentAction(ctx, payment.id, 'end');
  }
  const confirmedBooking = await updateBooking(ctx.db, booking, { status: 'confirmed' }, ctx.now);
  const waivedBooking = await withDeposit(ctx.db, confirmedBooking);
  await notifyOfBooking(ctx, 'booking.created', waivedBooking);
  return waivedBooking;
}
