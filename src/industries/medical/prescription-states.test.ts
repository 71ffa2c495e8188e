import { expect, it } from 'vitest';
import { mayBecome, PRESCRIPTION_STATUSES } from './prescription-states.ts';

it('a prescription goes its way and no other', () => {
  const allowed = PRESCRIPTION_STATUSES.flatMap((from) =>
    PRESCRIPTION_STATUSES.filter((to) => mayBecome(from, to)).map((to) => `${from} → ${to}`),
  );
  expect(allowed).toEqual([
    'requested → approved',
    'requested → denied',
    'approved → sent_to_pharmacy',
    'approved → denied',
    'sent_to_pharmacy → ready',
  ]);
});
