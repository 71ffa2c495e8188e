import { expect, it } from 'vitest';
import { describeDeposits } from '../../../src/capability/deposits.ts';
import { type Business, EMPTY_DOCUMENT } from '../../../src/capability/document.ts';
import { formatterFor } from '../../../src/capability/formatter.ts';
import { previewRule } from './preview.ts';
import type { DepositRule } from './rule.ts';

it.each<DepositRule>([
  { minPartySize: 8, perPerson: 1_000, mode: 'charge', refundUntilHours: 24 },
  { services: ['cut'], minMinutes: 90, fixed: 2_550, mode: 'hold', refundUntilHours: 0 },
  { percent: 20, mode: 'hold', refundUntilHours: 1 },
])('the owner sees the sentence that customers hear', (rule) => {
  const salon = { services: [{ id: 'cut', name: 'Cut' }] };
  const business = {
    ...EMPTY_DOCUMENT,
    name: '',
    industries: ['salon'],
    salon,
    deposits: { rules: [rule] },
  } as Business;
  expect(previewRule(rule, () => 'Cut', business)).toBe(describeDeposits(business, formatterFor(business)));
});
