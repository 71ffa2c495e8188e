import { describe, expect, it } from 'vitest';
import { previewRule } from '../../web/src/payments/preview.ts';
import type { DepositRule } from './deposit-options.ts';
import { describeDeposits, findDepositErrors, findLargestDeposit, getCustomerPolicies } from './deposits.ts';
import { type Business, EMPTY_DOCUMENT } from './document.ts';
import { formatterFor, inLanguage } from './formatter.ts';

const baseRule: DepositRule = { mode: 'charge', refundUntilHours: 24 };
const subject = { serviceId: 'cut', partySize: 2, durationMinutes: 60, price: 5_000 };
const businessWith = (...rules: DepositRule[]) =>
  ({
    ...EMPTY_DOCUMENT,
    name: 'Shear & Co',
    industries: ['salon'],
    salon: {
      services: [
        { id: 'cut', name: 'Cut' },
        { id: 'color', name: 'Color' },
      ],
    },
    deposits: { rules },
  }) as unknown as Business;

describe('the deposit of a booking', () => {
  it.each<[string, DepositRule, object, number | undefined]>([
    ['a fixed amount', { ...baseRule, fixed: 2_000 }, {}, 2_000],
    ['an amount per person', { ...baseRule, perPerson: 1_000 }, { partySize: 8 }, 8_000],
    ['per person of a booking without a party', { ...baseRule, perPerson: 1_000 }, { partySize: null }, 1_000],
    ['a share of the price, rounded up', { ...baseRule, percent: 33 }, { price: 5_001 }, 1_651],
    ['no share of an unknown price', { ...baseRule, percent: 50 }, { price: null }, undefined],
    ['parties of that size', { ...baseRule, fixed: 1, minPartySize: 8 }, { partySize: 8 }, 1],
    ['no smaller parties', { ...baseRule, fixed: 1, minPartySize: 8 }, { partySize: 7 }, undefined],
    ['bookings of that length', { ...baseRule, fixed: 1, minMinutes: 90 }, { durationMinutes: 90 }, 1],
    ['no shorter bookings', { ...baseRule, fixed: 1, minMinutes: 90 }, { durationMinutes: 89 }, undefined],
    ['a service of the rule', { ...baseRule, fixed: 1, services: ['cut', 'color'] }, {}, 1],
    ['no other service', { ...baseRule, fixed: 1, services: ['color'] }, {}, undefined],
    ['no booking without a service', { ...baseRule, fixed: 1, services: ['cut'] }, { serviceId: undefined }, undefined],
    ['only if all conditions hold', { ...baseRule, fixed: 1, services: ['cut'], minPartySize: 3 }, {}, undefined],
  ])('follows the rule: %s', (_, rule, subjectOverrides, expectedAmount) => {
    expect(findLargestDeposit(businessWith(rule), { ...subject, ...subjectOverrides })?.amount).toBe(expectedAmount);
  });

  it('is the largest one, whatever the order of the rules', () => {
    const rules: DepositRule[] = [
      { ...baseRule, fixed: 500 },
      { mode: 'hold', refundUntilHours: 2, perPerson: 1_000 },
    ];
    const largest = { amount: 2_000, mode: 'hold', refundUntilHours: 2 };
    expect(findLargestDeposit(businessWith(...rules), subject)).toEqual(largest);
    expect(findLargestDeposit(businessWith(...rules.toReversed()), subject)).toEqual(largest);
  });

  it('is undefined without rules', () => {
    expect(findLargestDeposit({}, subject)).toBeUndefined();
  });
});

describe('deposit rules', () => {
  it('are invalid without exactly one kind of amount', () => {
    expect(
      findDepositErrors({ rules: [{ ...baseRule, fixed: 1 }, baseRule, { ...baseRule, fixed: 1, percent: 5 }] }),
    ).toEqual([
      { pointer: '/rules/1', detail: expect.any(String) },
      { pointer: '/rules/2', detail: expect.any(String) },
    ]);
  });

  it.each<[DepositRule, string]>([
    [
      { ...baseRule, perPerson: 1_000, minPartySize: 8 },
      'For parties of 8 or more, we take a deposit of $10 per person when you book. Refunded if canceled at least 24 hours before.',
    ],
    [
      { mode: 'hold', refundUntilHours: 0, fixed: 2_550 },
      'For every booking, we hold $25.50 on your card when you book, and charge it only for a no-show or a late cancellation. No charge if canceled before it starts.',
    ],
    [
      { ...baseRule, refundUntilHours: 1, percent: 20, services: ['cut', 'color'], minMinutes: 90 },
      'For Cut and Color, bookings of 1 hour 30 minutes or longer, we take a deposit of 20% of the price when you book. Refunded if canceled at least 1 hour before.',
    ],
  ])('are described in a sentence: %#', (rule, sentence) => {
    const business = businessWith(rule);
    expect(describeDeposits(business, formatterFor(business))).toBe(sentence);
    // The dashboard shows the owner the same.
    const names: Record<string, string> = { cut: 'Cut', color: 'Color' };
    expect(previewRule(rule, (id) => names[id] ?? id, business)).toBe(sentence);
  });

  it('replace the text about deposits, in the customer’s language', () => {
    const business = { ...businessWith({ ...baseRule, fixed: 2_000 }), policies: { deposit: 'None.', returns: 'No.' } };
    expect(getCustomerPolicies(business, formatterFor(business))).toEqual({
      deposit: expect.stringContaining('$20'),
      returns: 'No.',
    });
    const german = inLanguage(business, 'de');
    expect(getCustomerPolicies(german, formatterFor(german)).deposit).toMatch(/Anzahlung/);
    expect(getCustomerPolicies({ ...business, deposits: { rules: [] } }, formatterFor(business)).deposit).toBe('None.');
  });
});
