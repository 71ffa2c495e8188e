import { Type } from 'typebox';
import type { EventKind } from '../../capability/records.ts';
import { PrescriptionShape } from './shapes.ts';

const { id, status } = PrescriptionShape.properties;
const data = Type.Object({ id, status });
const createExample = (state: string) => ({ id: 'rx_01k9z0v3w8e5r7t2y4u6i8o0pa', status: state });

/** Events carry only id and status; subscribers must fetch the health data through the API. */
export const medicalEvents: EventKind[] = [
  {
    type: 'prescription.requested',
    summary: 'A patient asked for a refill',
    data,
    example: createExample('requested'),
  },
  {
    type: 'prescription.updated',
    summary: 'The practice decided about a refill',
    data,
    example: createExample('approved'),
  },
];
