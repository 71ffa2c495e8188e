// The calls to Stripe. Its library is loaded on the first call, because most businesses never need it.
import type Stripe from 'stripe';
import type { DepositMode } from '../../capability/deposit-options.ts';
import type { Config } from '../../kernel/config.ts';
import { must } from '../../kernel/must.ts';
import { Problem } from '../../kernel/problem.ts';
import { PAYMENT_KEY, STRIPE_EVENTS, type StripeEvent, type StripeIntent, type StripeSession } from './signals.ts';
import { toStripeAmount } from './stripe-amount.ts';

const TIMEOUT_MS = 15_000;
const MAX_RETRIES = 2;

/** Stripe refused a request for good, in words for the team. */
export class PaymentRefused extends Error {
  readonly code: string | undefined;
  constructor(message: string, code: string | undefined) {
    super(message);
    this.code = code;
  }
}

export type CheckoutInput = {
  paymentId: string;
  bookingId: string;
  amount: number;
  currency: string;
  mode: DepositMode;
  name: string;
  endsAt: Date;
  successUrl: string;
  cancelUrl: string;
  idempotencyKey: string;
};

export type PaymentProvider = ReturnType<typeof createPaymentProvider>;

export function createPaymentProvider({ stripeApiUrl }: Pick<Config, 'stripeApiUrl'>) {
  const createClient = async (secretKey: string): Promise<Stripe> => {
    const { default: StripeClient } = await import('stripe');
    const { hostname: host, port, protocol } = new URL(stripeApiUrl);
    return new StripeClient(secretKey, {
      host,
      protocol: protocol.slice(0, -1) as 'http' | 'https',
      telemetry: false,
      ...(port ? { port: Number(port) } : {}),
      timeout: TIMEOUT_MS,
      maxNetworkRetries: MAX_RETRIES,
    });
  };
  const callStripe = async <T>(secretKey: string, work: (stripe: Stripe) => Promise<T>): Promise<T> => {
    try {
      return await work(await createClient(secretKey));
    } catch (error) {
      throw toPaymentRefused(error);
    }
  };
  return {
    /** Which pages a customer is sent to for paying, for the content security policy. */
    pageSources: new URL(stripeApiUrl).protocol === 'https:' ? ['https:'] : ['https:', new URL(stripeApiUrl).origin],
    /** Checks the key and registers the URL that Stripe sends events to. */
    connect: (secretKey: string, webhookUrl: string) =>
      callStripe(secretKey, async (stripe) => {
        const account = await stripe.accounts.retrieveCurrent();
        const endpoint = await stripe.webhookEndpoints.create({
          url: webhookUrl,
          enabled_events: [...STRIPE_EVENTS],
          // Events have the shape of the library's version, whatever the account's default is.
          api_version: stripe.getApiField('version') as Stripe.WebhookEndpointCreateParams.ApiVersion,
        });
        const { business_profile, settings, id } = account;
        return {
          account: id,
          accountName: business_profile?.name ?? settings?.dashboard?.display_name ?? null,
          endpointId: endpoint.id,
          signingSecret: must(endpoint.secret, 'the secret of a new endpoint'),
        };
      }),
    disconnect: (secretKey: string, endpointId: string) =>
      callStripe(secretKey, (stripe) => stripe.webhookEndpoints.del(endpointId)),
    createCheckout: (secretKey: string, checkout: CheckoutInput): Promise<StripeSession> =>
      callStripe(secretKey, (stripe) =>
        stripe.checkout.sessions.create(buildSessionParams(checkout), { idempotencyKey: checkout.idempotencyKey }),
      ),
    readSession: (secretKey: string, id: string): Promise<StripeSession> =>
      callStripe(secretKey, (stripe) =>
        stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] }),
      ) as Promise<StripeSession>,
    endSession: (secretKey: string, id: string): Promise<StripeSession> =>
      callStripe(secretKey, (stripe) => stripe.checkout.sessions.expire(id)),
    readIntent: (secretKey: string, id: string): Promise<StripeIntent> =>
      callStripe(secretKey, (stripe) =>
        stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }),
      ) as Promise<StripeIntent>,
    refund: (secretKey: string, intentId: string, idempotencyKey: string) =>
      callStripe(secretKey, (stripe) => stripe.refunds.create({ payment_intent: intentId }, { idempotencyKey })),
    capture: (secretKey: string, intentId: string, idempotencyKey: string) =>
      callStripe(secretKey, (stripe) => stripe.paymentIntents.capture(intentId, {}, { idempotencyKey })),
    release: (secretKey: string, intentId: string, idempotencyKey: string) =>
      callStripe(secretKey, (stripe) => stripe.paymentIntents.cancel(intentId, {}, { idempotencyKey })),
    /** Throws if Stripe has not signed the body, or long ago. */
    async verify(body: Buffer, signature: string, signingSecret: string): Promise<StripeEvent> {
      const { default: StripeClient } = await import('stripe');
      return StripeClient.webhooks.constructEvent(body, signature, signingSecret);
    },
  };
}

/** Only cards: other ways to pay can take days, and cannot be held. */
const buildSessionParams = (checkout: CheckoutInput): Stripe.Checkout.SessionCreateParams => {
  const metadata = { [PAYMENT_KEY]: checkout.paymentId };
  return {
    mode: 'payment',
    allowed_payment_method_types: ['card'],
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: checkout.currency.toLowerCase(),
          unit_amount: toStripeAmount(checkout.amount, checkout.currency),
          product_data: { name: checkout.name },
        },
      },
    ],
    payment_intent_data: {
      metadata,
      description: checkout.name,
      ...(checkout.mode === 'hold' ? { capture_method: 'manual' as const } : {}),
    },
    metadata,
    client_reference_id: checkout.bookingId,
    expires_at: Math.floor(checkout.endsAt.getTime() / 1000),
    success_url: checkout.successUrl,
    cancel_url: checkout.cancelUrl,
  };
};

/** Refusals are shown to the team. Other errors, such as an unreachable Stripe, are retried. */
function toPaymentRefused(error: unknown): unknown {
  const { type, message = '', code } = (error ?? {}) as { type?: string; message?: string; code?: string };
  const refusalTypes = [
    'StripeInvalidRequestError',
    'StripeAuthenticationError',
    'StripePermissionError',
    'StripeCardError',
  ];
  return type && refusalTypes.includes(type) ? new PaymentRefused(message, code) : error;
}

/** The problem to report if Stripe refuses a key or cannot be reached. */
export const toProblem = (error: unknown): Problem =>
  error instanceof PaymentRefused
    ? new Problem('validation_failed', error.message, { errors: [{ pointer: '/secretKey', detail: error.message }] })
    : new Problem('unavailable', 'Stripe can’t be reached right now. Try again in a moment.');
