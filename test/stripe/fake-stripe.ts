import { type Fields, parseFormValue } from './form-fields.ts';

export class StripeError extends Error {
  readonly status: number;
  readonly type: string;
  readonly code: string | undefined;
  constructor(status: number, type: string, message: string, code?: string) {
    super(message);
    this.status = status;
    this.type = type;
    this.code = code;
  }
}

const createInvalidRequestError = (message: string, code?: string) =>
  new StripeError(400, 'invalid_request_error', message, code);
const createResourceMissingError = (what: string, id: string) =>
  new StripeError(404, 'invalid_request_error', `No such ${what}: '${id}'`, 'resource_missing');

type Metadata = Record<string, string>;
export type CheckoutSession = {
  object: 'checkout.session';
  id: string;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  payment_intent: string | null;
  url: string | null;
  amount_total: number;
  currency: string;
  success_url: string;
  cancel_url: string;
  expires_at: number;
  metadata: Metadata;
  livemode: boolean;
  /** Not in Stripe's object: what its page shows and what its payment begins with. */
  name: string;
  intentMetadata: Metadata;
  isManualCapture: boolean;
};
type Charge = {
  object: 'charge';
  id: string;
  payment_intent: string;
  amount: number;
  amount_refunded: number;
  captured: boolean;
  refunded: boolean;
  currency: string;
  metadata: Metadata;
};
type Intent = {
  object: 'payment_intent';
  id: string;
  status: 'requires_payment_method' | 'requires_capture' | 'succeeded' | 'canceled';
  amount: number;
  currency: string;
  metadata: Metadata;
  latest_charge: string | null;
  last_payment_error: { code: string } | null;
};
type Endpoint = {
  object: 'webhook_endpoint';
  id: string;
  url: string;
  secret: string;
  enabled_events: string[];
  livemode: boolean;
};

export type FakeStripe = ReturnType<typeof createFakeStripe>;

const MIN_EXPIRY_S = 30 * 60;
const MAX_EXPIRY_S = 24 * 3600;
export const DECLINED_CARD = '4000000000000002';

export function createFakeStripe(emit: (type: string, object: object) => void, clock: () => Date) {
  let objectCount = 0;
  const createId = (prefix: string) => `${prefix}_${++objectCount}${Math.random().toString(36).slice(2, 10)}`;
  const sessions = new Map<string, CheckoutSession>();
  const intents = new Map<string, Intent>();
  const charges = new Map<string, Charge>();
  const endpoints = new Map<string, Endpoint>();
  const findObject = <T>(map: Map<string, T>, what: string, id: string | undefined): T => {
    const object = map.get(id ?? '');
    if (!object) throw createResourceMissingError(what, id ?? '');
    return object;
  };
  const findCharge = (intent: Intent) => findObject(charges, 'charge', intent.latest_charge ?? '');
  const withExpandedCharge = (intent: Intent) => ({
    ...intent,
    latest_charge: intent.latest_charge && charges.get(intent.latest_charge),
  });

  function createSession(fields: Fields, livemode: boolean): CheckoutSession {
    const lineItemPath = ['line_items', '0'];
    const expiresAt = Number(parseFormValue(fields, 'expires_at'));
    const secondsAhead = expiresAt - clock().getTime() / 1000;
    if (secondsAhead < MIN_EXPIRY_S - 5 || secondsAhead > MAX_EXPIRY_S)
      throw createInvalidRequestError(
        'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
      );
    const amount = Number(parseFormValue(fields, ...lineItemPath, 'price_data', 'unit_amount'));
    if (!(amount >= 50))
      throw createInvalidRequestError(
        'The Checkout Session’s total amount must convert to at least 50 cents.',
        'amount_too_small',
      );
    const id = createId(livemode ? 'cs_live' : 'cs_test');
    const session: CheckoutSession = {
      object: 'checkout.session',
      id,
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      url: `${fakeStripe.baseUrl}/pay/${id}`,
      amount_total: amount,
      currency: parseFormValue(fields, ...lineItemPath, 'price_data', 'currency') ?? '',
      success_url: parseFormValue(fields, 'success_url') ?? '',
      cancel_url: parseFormValue(fields, 'cancel_url') ?? '',
      expires_at: expiresAt,
      metadata: (fields.metadata ?? {}) as Metadata,
      livemode,
      name: parseFormValue(fields, ...lineItemPath, 'price_data', 'product_data', 'name') ?? '',
      intentMetadata: ((fields.payment_intent_data as Fields)?.metadata ?? {}) as Metadata,
      isManualCapture: parseFormValue(fields, 'payment_intent_data', 'capture_method') === 'manual',
    };
    sessions.set(id, session);
    return session;
  }

  function expireSession(session: CheckoutSession): CheckoutSession {
    if (session.status !== 'open')
      throw createInvalidRequestError(
        `Only Checkout Sessions with a status in ["open"] can be expired. This one is ${session.status}.`,
      );
    Object.assign(session, { status: 'expired', url: null });
    emit('checkout.session.expired', session);
    return session;
  }

  /** Returns why the card was refused, if it was. */
  function payByCard(sessionId: string, card: string): string | undefined {
    const session = findObject(sessions, 'checkout session', sessionId);
    const intent: Intent = session.payment_intent
      ? findObject(intents, 'payment intent', session.payment_intent)
      : {
          object: 'payment_intent',
          id: createId('pi'),
          status: 'requires_payment_method',
          amount: session.amount_total,
          currency: session.currency,
          metadata: session.intentMetadata,
          latest_charge: null,
          last_payment_error: null,
        };
    intents.set(intent.id, intent);
    session.payment_intent = intent.id;
    if (card === DECLINED_CARD) {
      intent.last_payment_error = { code: 'card_declined' };
      emit('payment_intent.payment_failed', intent);
      return 'Your card was declined.';
    }
    const charge: Charge = {
      object: 'charge',
      id: createId('ch'),
      payment_intent: intent.id,
      amount: intent.amount,
      amount_refunded: 0,
      captured: !session.isManualCapture,
      refunded: false,
      currency: intent.currency,
      metadata: intent.metadata,
    };
    charges.set(charge.id, charge);
    Object.assign(intent, {
      latest_charge: charge.id,
      last_payment_error: null,
      status: session.isManualCapture ? 'requires_capture' : 'succeeded',
    });
    Object.assign(session, {
      status: 'complete',
      url: null,
      payment_status: session.isManualCapture ? 'unpaid' : 'paid',
    });
    emit(session.isManualCapture ? 'payment_intent.amount_capturable_updated' : 'payment_intent.succeeded', intent);
    emit('checkout.session.completed', session);
    return undefined;
  }

  function capture(intent: Intent): Intent {
    if (intent.status !== 'requires_capture')
      throw createInvalidRequestError(
        `This PaymentIntent could not be captured because it has a status of ${intent.status}.`,
        'payment_intent_unexpected_state',
      );
    intent.status = 'succeeded';
    findCharge(intent).captured = true;
    emit('payment_intent.succeeded', intent);
    return intent;
  }

  function cancel(intent: Intent): Intent {
    if (intent.status === 'succeeded' || intent.status === 'canceled')
      throw createInvalidRequestError(
        `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
        'payment_intent_unexpected_state',
      );
    intent.status = 'canceled';
    if (intent.latest_charge) {
      const charge = findCharge(intent);
      Object.assign(charge, { amount_refunded: charge.amount, refunded: true });
      emit('charge.refunded', charge);
    }
    emit('payment_intent.canceled', intent);
    return intent;
  }

  function refund(fields: Fields): object {
    if (fakeStripe.isBalanceEmpty)
      throw createInvalidRequestError(
        'Insufficient funds in your Stripe balance to refund this amount.',
        'balance_insufficient',
      );
    const intent = findObject(intents, 'payment intent', parseFormValue(fields, 'payment_intent'));
    const charge = findCharge(intent);
    if (charge.refunded)
      throw createInvalidRequestError(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded');
    const amount = Number(parseFormValue(fields, 'amount') ?? charge.amount - charge.amount_refunded);
    charge.amount_refunded += amount;
    charge.refunded = charge.amount_refunded === charge.amount;
    emit('charge.refunded', charge);
    return {
      object: 'refund',
      id: createId('re'),
      amount,
      payment_intent: intent.id,
      charge: charge.id,
      status: 'succeeded',
    };
  }

  function createEndpoint(fields: Fields, livemode: boolean): Endpoint {
    const endpoint: Endpoint = {
      object: 'webhook_endpoint',
      id: createId('we'),
      url: parseFormValue(fields, 'url') ?? '',
      secret: `whsec_${createId('s')}`,
      livemode,
      enabled_events: Object.values((fields.enabled_events ?? {}) as Record<string, string>),
    };
    endpoints.set(endpoint.id, endpoint);
    return endpoint;
  }

  const routes: [RegExp, (fields: Fields, id: string, livemode: boolean) => object][] = [
    [
      /^GET \/v1\/account$/,
      () => ({ object: 'account', id: 'acct_1', business_profile: { name: 'Shear & Co' }, settings: {} }),
    ],
    [/^POST \/v1\/webhook_endpoints$/, (fields, _, livemode) => createEndpoint(fields, livemode)],
    [
      /^DELETE \/v1\/webhook_endpoints\/(\w+)$/,
      (_, id) => ({
        object: 'webhook_endpoint',
        id: findObject(endpoints, 'webhook endpoint', id).id,
        deleted: endpoints.delete(id),
      }),
    ],
    [/^POST \/v1\/checkout\/sessions$/, (fields, _, livemode) => createSession(fields, livemode)],
    [
      /^GET \/v1\/checkout\/sessions\/(\w+)$/,
      (fields, id) => {
        const session = findObject(sessions, 'checkout session', id);
        const intent = intents.get(session.payment_intent ?? '');
        return fields.expand && intent ? { ...session, payment_intent: withExpandedCharge(intent) } : session;
      },
    ],
    [
      /^POST \/v1\/checkout\/sessions\/(\w+)\/expire$/,
      (_, id) => expireSession(findObject(sessions, 'checkout session', id)),
    ],
    [
      /^GET \/v1\/payment_intents\/(\w+)$/,
      (fields, id) => {
        const intent = findObject(intents, 'payment intent', id);
        return fields.expand ? withExpandedCharge(intent) : intent;
      },
    ],
    [/^POST \/v1\/payment_intents\/(\w+)\/capture$/, (_, id) => capture(findObject(intents, 'payment intent', id))],
    [/^POST \/v1\/payment_intents\/(\w+)\/cancel$/, (_, id) => cancel(findObject(intents, 'payment intent', id))],
    [/^POST \/v1\/refunds$/, (fields) => refund(fields)],
  ];

  const fakeStripe = {
    baseUrl: '',
    /** The URL where the service listens, if its links name another one. */
    listenUrl: undefined as string | undefined,
    /** Refunds need money in the account. */
    isBalanceEmpty: false,
    sessions,
    intents,
    endpoints,
    payByCard,
    refund,
    handle(method: string, path: string, fields: Fields, livemode: boolean): object {
      for (const [pattern, handler] of routes) {
        const match = pattern.exec(`${method} ${path}`);
        if (match) return handler(fields, match[1] ?? '', livemode);
      }
      throw new StripeError(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path}).`);
    },
    /** Opens or closes a customer's dispute with their bank. */
    dispute(intentId: string, status: 'needs_response' | 'won' | 'lost' = 'needs_response') {
      const intent = findObject(intents, 'payment intent', intentId);
      const dispute = {
        object: 'dispute',
        id: createId('dp'),
        charge: intent.latest_charge,
        payment_intent: intentId,
        amount: intent.amount,
        status,
      };
      emit(status === 'needs_response' ? 'charge.dispute.created' : 'charge.dispute.closed', dispute);
    },
  };
  return fakeStripe;
}
