// What customers hear about the deposit of their booking. Built from the stored payment only.
import { describeRefund } from '../capability/deposit-sentences.ts';
import type { Business } from '../capability/document.ts';
import { type Formatter, formatterFor } from '../capability/formatter.ts';
import { message } from '../messages/catalogue.ts';
import { type CancellationOutcome, cancellationOutcome } from './payment-state.ts';
import type { Booking, Deposit } from './store.ts';

/** In the currency that it was asked in. */
const amountOf = (business: Business, { amount, currency }: Pick<Deposit, 'amount' | 'currency'>): string =>
  formatterFor({ ...business, currency }).money(amount);

/** "Pay the deposit of $80 by 3:30 PM to book it. Refunded if canceled at least 24 hours before." */
export function describeOpenDeposit(business: Business, deposit: Deposit): string {
  const say = formatterFor(business);
  const values = { amount: amountOf(business, deposit), time: say.clock(deposit.payBy) };
  return `${say.text(OPEN_TEXTS[deposit.mode], values)} ${describeRefund(deposit, say)}`;
}
const OPEN_TEXTS: Record<Deposit['mode'], string> = {
  charge: message('To book it, pay the deposit of {amount} by {time}.'),
  hold: message('To book it, let us hold {amount} on your card by {time}. We charge it only for a no-show.'),
};

/** What becomes of the deposit if the booking is canceled now. Empty if nothing was paid. */
export function describeCancellation(
  { business, ...who }: { business: Business; byCustomer: boolean; now: Date },
  { deposit, starts_at }: Booking,
): string {
  const text = CANCELLATION_TEXTS[cancellationOutcome(deposit, starts_at, who)];
  return deposit && text ? formatterFor(business).text(text, { amount: amountOf(business, deposit) }) : '';
}
const CANCELLATION_TEXTS: Record<CancellationOutcome, string> = {
  refund: message('You’ll get your deposit of {amount} back.'),
  release: message('Your card won’t be charged the {amount} that we hold.'),
  charge: message('It’s too late to cancel free of charge: your card will be charged {amount}.'),
  keep: message('It’s too late for a refund: you won’t get your deposit of {amount} back.'),
  nothing: '',
};

/** What became of the deposit of a canceled booking. */
export function describeReturn(business: Business, deposit: Deposit | null): string {
  if (!deposit) return '';
  const { status, lapsed } = deposit;
  const values = { amount: amountOf(business, deposit) };
  const { text }: Formatter = formatterFor(business);
  if (status === 'expired')
    return lapsed ? text('The deposit wasn’t paid in time, so we couldn’t hold it any longer.') : '';
  if (status === 'refunding' || status === 'refunded')
    return lapsed
      ? text(
          'Your payment came after the hold had ended, and the time was taken. We’re refunding your {amount}.',
          values,
        )
      : text('We’re refunding your deposit of {amount}.', values);
  return status === 'paid' || status === 'captured' ? text('Your deposit of {amount} isn’t refunded.', values) : '';
}
