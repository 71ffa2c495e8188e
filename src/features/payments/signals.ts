// What Stripe's objects and events say about a payment. Nothing about the payer is kept.
import type { PaymentFacts } from '../../scheduling/payment-state.ts';
import { fromStripeAmount } from './stripe-amount.ts';

/** The key of our payment's id in Stripe's metadata. */
export const PAYMENT_KEY = 'frontdesk_payment';

type Reference = string | { id: string } | null | undefined;
type Metadata = Record<string, string> | null | undefined;
export type StripeIntent = {
  id: string;
  status: string;
  metadata?: Metadata;
  latest_charge?: string | StripeCharge | null;
};
export type StripeCharge = {
  payment_intent?: Reference;
  captured: boolean;
  amount_refunded: number;
  currency: string;
  metadata?: Metadata;
};
export type StripeSession = {
  id: string;
  url?: string | null;
  status: string | null;
  payment_status: string;
  payment_intent?: string | StripeIntent | null;
  metadata?: Metadata;
};
type StripeDispute = { payment_intent?: Reference; status: string };
type StripeRefund = { payment_intent?: Reference; metadata?: Metadata };
export type StripeEvent = { id: string; type: string; data: { object: unknown } };

/** A payment is found by its id, or by Stripe's id of it. */
export type StoredSignal = { facts: PaymentFacts; paymentId?: string; sessionId?: string; intentId?: string };

const idOf = (reference: Reference): string | undefined =>
  typeof reference === 'string' ? reference : (reference?.id ?? undefined);

const signalOf = (facts: PaymentFacts, metadata: Metadata, ids: Pick<StoredSignal, 'sessionId' | 'intentId'>) => {
  const paymentId = metadata?.[PAYMENT_KEY];
  return { facts, ...(paymentId ? { paymentId } : {}), ...ids };
};

const INTENT_FACTS: Record<string, PaymentFacts> = {
  requires_capture: { authorized: true },
  succeeded: { paid: true },
  canceled: { canceled: true },
};

export function readIntent(intent: StripeIntent): StoredSignal {
  const { latest_charge: charge } = intent;
  const refunded = charge && typeof charge === 'object' ? readCharge(charge).facts : {};
  return signalOf({ ...INTENT_FACTS[intent.status], ...refunded }, intent.metadata, { intentId: intent.id });
}

/** Canceling a charge that was only held looks like a refund. */
function readCharge({ payment_intent, captured, amount_refunded, currency, metadata }: StripeCharge): StoredSignal {
  const refunded = fromStripeAmount(amount_refunded, currency.toUpperCase());
  const facts: PaymentFacts = refunded === 0 ? {} : captured ? { paid: true, refunded } : { canceled: true };
  const intentId = idOf(payment_intent);
  return signalOf(facts, metadata, intentId ? { intentId } : {});
}

export function readSession(session: StripeSession): StoredSignal {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : undefined;
  const facts: PaymentFacts = {
    ...(session.payment_status === 'paid' ? { paid: true } : {}),
    ...(session.status === 'expired' ? { ended: true } : {}),
    ...(intent ? readIntent(intent).facts : {}),
  };
  const intentId = idOf(session.payment_intent);
  return signalOf(facts, session.metadata, { sessionId: session.id, ...(intentId ? { intentId } : {}) });
}

/** A dispute that is withdrawn ends like one that was won. */
function readDispute({ payment_intent, status }: StripeDispute): StoredSignal {
  const dispute = status === 'lost' ? 'lost' : status === 'won' || status === 'warning_closed' ? 'won' : 'open';
  const intentId = idOf(payment_intent);
  return { facts: { dispute }, ...(intentId ? { intentId } : {}) };
}

function readFailedRefund({ payment_intent, metadata }: StripeRefund): StoredSignal {
  const intentId = idOf(payment_intent);
  return signalOf({ refundFailed: true }, metadata, intentId ? { intentId } : {});
}

const readSessionEvent = (object: unknown) => readSession(object as StripeSession);
const readIntentEvent = (object: unknown) => readIntent(object as StripeIntent);
const readDisputeEvent = (object: unknown) => readDispute(object as StripeDispute);

const READERS = {
  'checkout.session.completed': readSessionEvent,
  'checkout.session.expired': readSessionEvent,
  'payment_intent.amount_capturable_updated': readIntentEvent,
  'payment_intent.succeeded': readIntentEvent,
  'payment_intent.canceled': readIntentEvent,
  'payment_intent.payment_failed': (object: unknown) => {
    const signal = readIntent(object as StripeIntent);
    return { ...signal, facts: { ...signal.facts, failed: true as const } };
  },
  'charge.refunded': (object: unknown) => readCharge(object as StripeCharge),
  'refund.failed': (object: unknown) => readFailedRefund(object as StripeRefund),
  'charge.dispute.created': readDisputeEvent,
  'charge.dispute.closed': readDisputeEvent,
} as const;

/** The events that we ask Stripe for. */
export const STRIPE_EVENTS = Object.keys(READERS) as (keyof typeof READERS)[];

/** Undefined if the event is not about one of our payments: an account may take others too. */
export function readEvent({ type, data }: StripeEvent): StoredSignal | undefined {
  if (!Object.hasOwn(READERS, type)) return undefined;
  const signal = READERS[type as keyof typeof READERS](data.object);
  // A dispute or refund names only the payment at Stripe, so it is looked up later.
  const mayBeOurs = signal.paymentId || type.startsWith('charge.dispute.') || type === 'refund.failed';
  return mayBeOurs ? signal : undefined;
}
