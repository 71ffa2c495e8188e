// The state of a payment, as a pure function of what is known about it. Facts only accumulate, and adding one is commutative
// and idempotent, so notices of the payment provider may come twice and in any order.
import type { DepositMode } from '../capability/deposit-options.ts';

export const PAYMENT_STATUSES = [
  'open',
  'failed',
  'expired',
  'held',
  'released',
  'paid',
  'captured',
  'refunding',
  'refunded',
  'disputed',
  'waived',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

const DISPUTE_ORDER = ['open', 'won', 'lost'] as const;

export type PaymentFacts = {
  /** The money is reserved on the card. */
  authorized?: true;
  /** The money was taken. */
  paid?: true;
  /** The reservation ended without a charge. */
  canceled?: true;
  /** The card was refused; the customer may try another one. */
  failed?: true;
  /** The checkout cannot be paid any more. */
  ended?: true;
  /** The booking was given up because nobody paid in time. */
  lapsed?: true;
  /** The team confirmed the booking without a deposit. */
  waived?: true;
  /** We have decided to pay it back. */
  refundWanted?: true;
  /** The customer's bank rejected the refund. The team has to pay it back in another way. */
  refundFailed?: true;
  /** How much was paid back, in minor units. */
  refunded?: number;
  dispute?: (typeof DISPUTE_ORDER)[number];
};

const FACT_FLAGS = [
  'authorized',
  'paid',
  'canceled',
  'failed',
  'ended',
  'lapsed',
  'waived',
  'refundWanted',
  'refundFailed',
] as const;

export function mergeFacts(known: PaymentFacts, added: PaymentFacts): PaymentFacts {
  const merged: PaymentFacts = {};
  for (const flag of FACT_FLAGS) if (known[flag] || added[flag]) merged[flag] = true;
  const refunded = Math.max(known.refunded ?? 0, added.refunded ?? 0);
  if (refunded > 0) merged.refunded = refunded;
  const dispute = DISPUTE_ORDER.findLast((state) => known.dispute === state || added.dispute === state);
  if (dispute) merged.dispute = dispute;
  return merged;
}

export function derivePaymentStatus(
  facts: PaymentFacts,
  { amount, mode }: { amount: number; mode: DepositMode },
): PaymentStatus {
  if (facts.dispute === 'open' || facts.dispute === 'lost') return 'disputed';
  if (facts.refundFailed) return 'refunding';
  if ((facts.refunded ?? 0) >= amount) return 'refunded';
  if (facts.paid) return facts.refundWanted ? 'refunding' : mode === 'hold' ? 'captured' : 'paid';
  if (facts.authorized) return facts.canceled ? 'released' : 'held';
  if (facts.waived) return 'waived';
  if (facts.ended) return 'expired';
  return facts.failed ? 'failed' : 'open';
}

/** Whether the money is taken or reserved, and nobody has decided to give it back. */
export const isSecured = (facts: PaymentFacts): boolean =>
  Boolean(facts.paid || (facts.authorized && !facts.canceled)) && !facts.refundWanted && !facts.refunded;

type PaymentEvent = 'payment.succeeded' | 'payment.failed' | 'payment.refunded' | 'payment.disputed';

/** The webhook events for the change from one state to the next. */
export function derivePaymentEvents(before: PaymentFacts, after: PaymentFacts): PaymentEvent[] {
  const isTaken = ({ authorized, paid }: PaymentFacts) => Boolean(authorized || paid);
  return [
    ...(!isTaken(before) && isTaken(after) ? (['payment.succeeded'] as const) : []),
    ...(!before.failed && after.failed && !isTaken(after) ? (['payment.failed'] as const) : []),
    ...((after.refunded ?? 0) > (before.refunded ?? 0) ? (['payment.refunded'] as const) : []),
    ...(!before.dispute && after.dispute ? (['payment.disputed'] as const) : []),
  ];
}

export type CancellationOutcome = 'refund' | 'release' | 'charge' | 'keep' | 'nothing';

/** What becomes of the deposit of a booking that is canceled now. */
export function decideCancellationOutcome(
  deposit: { status: PaymentStatus; refundUntilHours: number } | null,
  startsAt: Date,
  { isByCustomer, now }: { isByCustomer: boolean; now: Date },
): CancellationOutcome {
  const isInTime = deposit && now.getTime() <= startsAt.getTime() - deposit.refundUntilHours * 3_600_000;
  const isReturned = !isByCustomer || isInTime;
  if (deposit?.status === 'held') return isReturned ? 'release' : 'charge';
  if (deposit?.status === 'paid' || deposit?.status === 'captured') return isReturned ? 'refund' : 'keep';
  return 'nothing';
}
