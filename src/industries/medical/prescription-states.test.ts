import { expect, it } from 'vitest';
import { canTransition, PRESCRIPTION_STATUSES } from './prescription-states.ts';

it('allows only the defined transitions', () => {
  const allowedTransitions = PRESCRIPTION_STATUSES.flatMap((from) =>
    PRESCRIPTION_STATUSES.filter((to) => canTransition(from, to)).map((to) => `${from} → ${to}`),
  );
  expect(allowedTransitions).toEqual([
    'requested → approved',
    'requested → denied',
    'approved → sent_to_pharmacy',
    'approved → denied',
    'sent_to_pharmacy → ready',
  ]);
});
