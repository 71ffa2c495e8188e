import { type TObject, Type } from 'typebox';
import type { EventKind } from '../../capability/records.ts';
import { type MembershipRequestInput, requestMembership } from './capabilities/membership.ts';

const { customer, notes } = (requestMembership.input as typeof MembershipRequestInput).properties;

export const fitnessEvents: EventKind[] = [
  {
    type: 'membership.requested',
    summary: 'A customer asked about a membership',
    data: Type.Object({ ...(requestMembership.output as TObject).properties, customer, notes }),
    example: {
      id: 'mbr_01k9z0v3w8e5r7t2y4u6i8o0pa',
      status: 'received',
      type: 'join',
      membership: { id: 'plus', name: 'Plus', price: 5900, interval: 'month' },
      currentMembership: null,
      customer: { name: 'Dana Fox', phone: '+12125550142' },
      createdAt: '2026-11-18T10:00:00-05:00',
    },
  },
];
