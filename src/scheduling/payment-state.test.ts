import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decideCancellationOutcome,
  derivePaymentEvents,
  derivePaymentStatus,
  isSecured,
  mergeFacts,
  type PaymentFacts,
  type PaymentStatus,
} from './payment-state.ts';

const AMOUNT = 8_000;
const charge = { amount: AMOUNT, mode: 'charge' as const };
const hold = { amount: AMOUNT, mode: 'hold' as const };
const mergeAll = (facts: PaymentFacts[]) => facts.reduce(mergeFacts, {});

const anyFact = fc.oneof(
  fc.constantFrom<PaymentFacts>(
    { authorized: true },
    { paid: true },
    { canceled: true },
    { failed: true },
    { ended: true },
    { lapsed: true },
    { waived: true },
    { refundWanted: true },
    { refundFailed: true },
    { dispute: 'open' },
    { dispute: 'won' },
    { dispute: 'lost' },
  ),
  fc.integer({ min: 1, max: AMOUNT }).map((refunded): PaymentFacts => ({ refunded })),
);

describe('facts about a payment', () => {
  it('lead to the same state in every order, however often each is reported', () => {
    fc.assert(
      fc.property(
        fc
          .array(anyFact, { maxLength: 8 })
          .chain((facts) =>
            fc.tuple(
              fc.constant(facts),
              fc.shuffledSubarray([...facts, ...facts], { minLength: 2 * facts.length, maxLength: 2 * facts.length }),
            ),
          ),
        ([facts, shuffledDuplicates]) => {
          expect(mergeAll(shuffledDuplicates)).toEqual(mergeAll(facts));
        },
      ),
    );
  });

  it('are never lost: money that was taken is never called unpaid', () => {
    const unpaidStatuses: PaymentStatus[] = ['open', 'failed', 'expired', 'waived', 'held', 'released'];
    fc.assert(
      fc.property(fc.array(anyFact, { maxLength: 8 }), fc.constantFrom(charge, hold), (facts, payment) => {
        expect(unpaidStatuses).not.toContain(derivePaymentStatus(mergeAll([...facts, { paid: true }]), payment));
      }),
    );
  });

  it('cause each type of event at most once, whatever comes between', () => {
    fc.assert(
      fc.property(fc.array(anyFact, { maxLength: 12 }), (facts) => {
        let knownFacts: PaymentFacts = {};
        const announcedEvents: string[] = [];
        for (const newFacts of [...facts, ...facts]) {
          const mergedFacts = mergeFacts(knownFacts, newFacts);
          announcedEvents.push(...derivePaymentEvents(knownFacts, mergedFacts));
          knownFacts = mergedFacts;
        }
        for (const type of ['payment.succeeded', 'payment.failed', 'payment.disputed'])
          expect(announcedEvents.filter((eventType) => eventType === type).length).toBeLessThanOrEqual(1);
        expect(announcedEvents.includes('payment.succeeded')).toBe(Boolean(knownFacts.paid || knownFacts.authorized));
      }),
    );
  });

  it.each<[PaymentFacts, PaymentStatus, PaymentStatus]>([
    [{}, 'open', 'open'],
    [{ failed: true }, 'failed', 'failed'],
    [{ failed: true, ended: true }, 'expired', 'expired'],
    [{ failed: true, paid: true }, 'paid', 'captured'],
    [{ authorized: true }, 'held', 'held'],
    [{ authorized: true, paid: true }, 'paid', 'captured'],
    [{ authorized: true, canceled: true }, 'released', 'released'],
    [{ ended: true, lapsed: true, paid: true }, 'paid', 'captured'],
    [{ waived: true, ended: true }, 'waived', 'waived'],
    [{ paid: true, refundWanted: true }, 'refunding', 'refunding'],
    [{ paid: true, refunded: AMOUNT - 1 }, 'paid', 'captured'],
    [{ paid: true, refundWanted: true, refunded: AMOUNT }, 'refunded', 'refunded'],
    [{ paid: true, refunded: AMOUNT, refundFailed: true }, 'refunding', 'refunding'],
    [{ paid: true, dispute: 'open' }, 'disputed', 'disputed'],
    [{ paid: true, dispute: 'lost' }, 'disputed', 'disputed'],
    [{ paid: true, dispute: 'won' }, 'paid', 'captured'],
  ])('%j is %s when charged and %s when held', (facts, chargeStatus, holdStatus) => {
    expect([derivePaymentStatus(facts, charge), derivePaymentStatus(facts, hold)]).toEqual([chargeStatus, holdStatus]);
  });

  it('secure a booking only while the money is there', () => {
    expect(isSecured({ paid: true })).toBe(true);
    expect(isSecured({ authorized: true })).toBe(true);
    for (const facts of [
      {},
      { failed: true },
      { authorized: true, canceled: true },
      { paid: true, refundWanted: true },
    ])
      expect(isSecured(facts as PaymentFacts)).toBe(false);
  });
});

describe('a canceled booking', () => {
  const startsAt = new Date('2026-11-20T19:00:00Z');
  const refundableTime = new Date('2026-11-19T19:00:00Z');
  const tooLateForRefund = new Date('2026-11-19T19:00:01Z');

  it.each<[PaymentStatus, boolean, Date, string]>([
    ['paid', true, refundableTime, 'refund'],
    ['paid', true, tooLateForRefund, 'keep'],
    ['paid', false, tooLateForRefund, 'refund'],
    ['captured', true, tooLateForRefund, 'keep'],
    ['held', true, refundableTime, 'release'],
    ['held', true, tooLateForRefund, 'charge'],
    ['held', false, tooLateForRefund, 'release'],
    ['open', true, refundableTime, 'nothing'],
    ['disputed', false, refundableTime, 'nothing'],
    ['refunding', false, refundableTime, 'nothing'],
  ])('with a deposit that is %s, by the customer: %s', (status, isByCustomer, now, outcome) => {
    expect(decideCancellationOutcome({ status, refundUntilHours: 24 }, startsAt, { isByCustomer, now })).toBe(outcome);
  });

  it('without a deposit changes no money', () => {
    expect(decideCancellationOutcome(null, startsAt, { isByCustomer: true, now: refundableTime })).toBe('nothing');
  });
});
