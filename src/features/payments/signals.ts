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

const findReferencedId = (reference: Reference): string | undefined =>
  typeof reference === 'string' ? reference : (reference?.id ?? undefined);

const createSignal = (facts: PaymentFacts, metadata: Metadata, ids: Pick<StoredSignal, 'sessionId' | 'intentId'>) => {
  const paymentId = metadata?.[PAYMENT_KEY];
  return { facts, ...(paymentId ? { paymentId } : {}), ...ids };
};

const INTENT_FACTS: Record<string, PaymentFacts> = {
  requires_capture: { authorized: true },
  succeeded: { paid: true },
  canceled: { canceled: true },
};

export function parseIntent(intent: StripeIntent): StoredSignal {
  const { latest_charge: charge } = intent;
  const refundFacts = charge && typeof charge === 'object' ? parseCharge(charge).facts : {};
  return createSignal({ ...INTENT_FACTS[intent.status], ...refundFacts }, intent.metadata, { intentId: intent.id });
}

/** Canceling a charge that was only held looks like a refund. */
function parseCharge({ payment_intent, captured, amount_refunded, currency, metadata }: StripeCharge): StoredSignal {
  const refunded = fromStripeAmount(amount_refunded, currency.toUpperCase());
  const facts: PaymentFacts = refunded === 0 ? {} : captured ? { paid: true, refunded } : { canceled: true };
  const intentId = findReferencedId(payment_intent);
  return createSignal(facts, metadata, intentId ? { intentId } : {});
}

export function parseSession(session: StripeSession): StoredSignal {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : undefined;
  const facts: PaymentFacts = {
    ...(session.payment_status === 'paid' ? { paid: true } : {}),
    ...(session.status === 'expired' ? { ended: true } : {}),
    ...(intent ? parseIntent(intent).facts : {}),
  };
  const intentId = findReferencedId(session.payment_intent);
  return createSignal(facts, session.metadata, { sessionId: session.id, ...(intentId ? { intentId } : {}) });
}

/** A dispute that is withdrawn ends like one that was won. */
function parseDispute({ payment_intent, status }: StripeDispute): StoredSignal {
  const dispute = status === 'lost' ? 'lost' : status === 'won' || status === 'warning_closed' ? 'won' : 'open';
  const intentId = findReferencedId(payment_intent);
  return { facts: { dispute }, ...(intentId ? { intentId } : {}) };
}

function parseFailedRefund({ payment_intent, metadata }: StripeRefund): StoredSignal {
  const intentId = findReferencedId(payment_intent);
  return createSignal({ refundFailed: true }, metadata, intentId ? { intentId } : {});
}

const parseSessionEvent = (object: unknown) => parseSession(object as StripeSession);
const parseIntentEvent = (object: unknown) => parseIntent(object as StripeIntent);
const parseDisputeEvent = (object: unknown) => parseDispute(object as StripeDispute);

const EVENT_PARSERS = {
  'checkout.session.completed': parseSessionEvent,
  'checkout.session.expired': parseSessionEvent,
  'payment_intent.amount_capturable_updated': parseIntentEvent,
  'payment_intent.succeeded': parseIntentEvent,
  'payment_intent.canceled': parseIntentEvent,
  'payment_intent.payment_failed': (object: unknown) => {
    const signal = parseIntent(object as StripeIntent);
    return { ...signal, facts: { ...signal.facts, failed: true as const } };
  },
  'charge.refunded': (object: unknown) => parseCharge(object as StripeCharge),
  'refund.failed': (object: unknown) => parseFailedRefund(object as StripeRefund),
  'charge.dispute.created': parseDisputeEvent,
  'charge.dispute.closed': parseDisputeEvent,
} as const;

/** The events that we ask Stripe for. */
export const STRIPE_EVENTS = Object.keys(EVENT_PARSERS) as (keyof typeof EVENT_PARSERS)[];

/** Undefined if the event is not about one of our payments: an account may take others too. */
export function parseEvent({ type, data }: StripeEvent): StoredSignal | undefined {
  if (!Object.hasOwn(EVENT_PARSERS, type)) return undefined;
  const signal = EVENT_PARSERS[type as keyof typeof EVENT_PARSERS](data.object);
  // A dispute or refund names only the payment at Stripe, so it is looked up later.
  const mayBeOurs = signal.paymentId || type.startsWith('charge.dispute.') || type === 'refund.failed';
  return mayBeOurs ? signal : undefined;
}
