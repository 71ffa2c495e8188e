import { describe, expect, it } from 'vitest';
import { PAYMENT_KEY, parseEvent, parseSession } from './signals.ts';
import { fromStripeAmount, toStripeAmount } from './stripe-amount.ts';

const metadata = { [PAYMENT_KEY]: 'pay_1' };
const intent = { id: 'pi_1', status: 'succeeded', metadata };
const charge = { payment_intent: 'pi_1', captured: true, amount_refunded: 8_000, currency: 'usd', metadata };
const parse = (type: string, object: object) => parseEvent({ id: 'evt_1', type, data: { object } });

describe('an event of Stripe', () => {
  it.each<[string, object, object]>([
    ['payment_intent.succeeded', intent, { paid: true }],
    ['payment_intent.amount_capturable_updated', { ...intent, status: 'requires_capture' }, { authorized: true }],
    ['payment_intent.canceled', { ...intent, status: 'canceled' }, { canceled: true }],
    ['payment_intent.payment_failed', { ...intent, status: 'requires_payment_method' }, { failed: true }],
    ['charge.refunded', charge, { paid: true, refunded: 8_000 }],
    ['charge.refunded', { ...charge, captured: false }, { canceled: true }],
    ['charge.refunded', { ...charge, currency: 'isk', amount_refunded: 500_000 }, { paid: true, refunded: 5_000 }],
  ])('%s is parsed as facts about the payment', (type, object, facts) => {
    expect(parse(type, object)).toEqual({ facts, paymentId: 'pay_1', intentId: 'pi_1' });
  });

  it.each<[string, string]>([
    ['needs_response', 'open'],
    ['under_review', 'open'],
    ['warning_closed', 'won'],
    ['won', 'won'],
    ['lost', 'lost'],
  ])('about a dispute that is %s is parsed as %s', (status, dispute) => {
    expect(parse('charge.dispute.closed', { payment_intent: 'pi_1', status })).toEqual({
      facts: { dispute },
      intentId: 'pi_1',
    });
  });

  it('about a checkout keeps ids and states, and nothing about the payer', () => {
    const session = {
      id: 'cs_1',
      status: 'complete',
      payment_status: 'paid',
      payment_intent: 'pi_1',
      metadata,
      customer_details: { email: 'dana@example.com', name: 'Dana Fox' },
    };
    expect(parse('checkout.session.completed', session)).toEqual({
      facts: { paid: true },
      paymentId: 'pay_1',
      sessionId: 'cs_1',
      intentId: 'pi_1',
    });
    expect(
      parse('checkout.session.expired', { ...session, status: 'expired', payment_status: 'unpaid' })?.facts,
    ).toEqual({
      ended: true,
    });
  });

  it('about an unrelated object of the same account is ignored', () => {
    expect(parse('payment_intent.succeeded', { ...intent, metadata: {} })).toBeUndefined();
    expect(parse('customer.created', { id: 'cus_1' })).toBeUndefined();
    expect(parse('constructor', {})).toBeUndefined();
  });
});

it('a checkout that was only authorized is not paid', () => {
  const session = { id: 'cs_1', status: 'complete', payment_status: 'unpaid', metadata };
  expect(parseSession({ ...session, payment_intent: { ...intent, status: 'requires_capture' } }).facts).toEqual({
    authorized: true,
  });
});

it.each([
  ['USD', 8_000, 8_000],
  ['JPY', 500, 500],
  ['ISK', 5_000, 500_000],
  ['KWD', 5_124, 5_120],
  ['MGA', 700, 700],
])('an amount in %s is sent in Stripe’s unit', (currency, ourAmount, stripeAmount) => {
  expect(toStripeAmount(ourAmount, currency)).toBe(stripeAmount);
  expect(toStripeAmount(fromStripeAmount(stripeAmount, currency), currency)).toBe(stripeAmount);
});
