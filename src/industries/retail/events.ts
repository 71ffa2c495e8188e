import { type TObject, Type } from 'typebox';
import type { EventKind } from '../../capability/records.ts';
import { type Input, returnItems } from './capabilities/return.ts';

const { email, reason } = (returnItems.input as typeof Input).properties;

export const retailEvents: EventKind[] = [
  {
    type: 'return.requested',
    summary: 'A customer wants to return something',
    data: Type.Object({ ...(returnItems.output as TObject).properties, email, reason }),
    example: {
      id: 'ret_01k9z0v3w8e5r7t2y4u6i8o0pa',
      status: 'requested',
      number: '1042',
      email: 'dana@example.com',
      items: [{ sku: 'MUG-BLUE', quantity: 1 }],
      createdAt: '2026-11-18T10:00:00-05:00',
    },
  },
];
