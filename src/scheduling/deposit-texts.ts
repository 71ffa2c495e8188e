// The texts for customers about the deposit of their booking. Built from the stored payment only.
import { describeRefund } from '../capability/deposit-sentences.ts';
import type { Business } from '../capability/document.ts';
import { type Formatter, formatterFor } from '../capability/formatter.ts';
import { message } from '../messages/catalogue.ts';
import { type CancellationOutcome, decideCancellationOutcome } from './payment-state.ts';
import type { Booking, Deposit } from './store.ts';

/** In the currency that it was asked in. */
const formatAmount = (business: Business, { amount, currency }: Pick<Deposit, 'amount' | 'currency'>): string =>
  formatterFor({ ...business, currency }).money(amount);

/** "Pay the deposit of $80 by 3:30 PM to book it. Refunded if canceled at least 24 hours before." */
export function describeOpenDeposit(business: Business, deposit: Deposit): string {
  const format = formatterFor(business);
  const values = { amount: formatAmount(business, deposit), time: format.clock(deposit.payBy) };
  return `${format.text(OPEN_TEXTS[deposit.mode], values)} ${describeRefund(deposit, format)}`;
}
const OPEN_TEXTS: Record<Deposit['mode'], string> = {
  charge: message('To confirm your booking, pay the {amount} deposit by {time}.'),
  hold: message(
    'To confirm your booking, authorize a hold of {amount} on your card by {time}. You’ll be charged only if you cancel late or don’t show up.',
  ),
};

/** What becomes of the deposit if the booking is canceled now. Empty if nothing was paid. */
export function describeCancellation(
  { business, ...caller }: { business: Business; isByCustomer: boolean; now: Date },
  { deposit, starts_at }: Booking,
): string {
  const text = CANCELLATION_TEXTS[decideCancellationOutcome(deposit, starts_at, caller)];
  return deposit && text ? formatterFor(business).text(text, { amount: formatAmount(business, deposit) }) : '';
}
const CANCELLATION_TEXTS: Record<CancellationOutcome, string> = {
  refund: message('You’ll get your deposit of {amount} back.'),
  release: message('We’ll release the {amount} hold, and your card won’t be charged.'),
  charge: message('It’s too late to cancel free of charge: your card will be charged {amount}.'),
  keep: message('It’s too late for a refund: you won’t get your deposit of {amount} back.'),
  nothing: '',
};

/** What became of the deposit of a canceled booking. */
export function describeReturn(business: Business, deposit: Deposit | null): string {
  if (!deposit) return '';
  const { status, lapsed } = deposit;
  const values = { amount: formatAmount(business, deposit) };
  const { text }: Formatter = formatterFor(business);
  if (status === 'expired')
    return lapsed ? text('We didn’t receive your deposit in time, so we couldn’t hold your booking any longer.') : '';
  if (status === 'refunding' || status === 'refunded')
    return lapsed
      ? text(
          'Your payment arrived after the hold expired, and that time is no longer available. We’re refunding your {amount}.',
          values,
        )
      : text('We’re refunding your deposit of {amount}.', values);
  return status === 'paid' || status === 'captured' ? text('Your {amount} deposit won’t be refunded.', values) : '';
}
