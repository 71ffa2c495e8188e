import { Type } from 'typebox';
import type { RouteServices } from '../../capability/industry.ts';
import { tagOf } from '../../capability/rest.ts';
import { ok, type Route, route } from '../../kernel/http/route.ts';
import { Id, OneOf, Strict } from '../../kernel/http/schema.ts';
import { notFound, Problem } from '../../kernel/problem.ts';
import { PRESCRIPTION_STATUSES } from './prescription-states.ts';
import { readPrescription, updatePrescriptionStatus } from './prescriptions.ts';
import { PrescriptionShape } from './shapes.ts';

const tag = tagOf('medical');
const PrescriptionId = Strict({ id: Id('rx') });

export function prescriptionRoutes({ keyGate, resolveBusinessContext }: RouteServices): Route[] {
  return [
    route({
      method: 'GET',
      pathPrefixSet: 'versioned',
      path: '/medical/prescriptions/:id',
      gate: keyGate('bookings:read'),
      tag,
      summary: 'Read a prescription request',
      description: 'Leaves an entry in the audit log.',
      params: PrescriptionId,
      transaction: 'write',
      responses: { 200: PrescriptionShape },
      async handle(ctx, { params: { id } }) {
        const prescription = await readPrescription(await resolveBusinessContext(ctx, 'prescriptions.read'), id);
        if (!prescription) throw notFound('prescription');
        return ok(prescription);
      },
    }),
    route({
      method: 'PATCH',
      pathPrefixSet: 'versioned',
      path: '/medical/prescriptions/:id',
      gate: keyGate('bookings:write'),
      tag,
      summary: 'Decide about a prescription request',
      description:
        '`requested` → `approved` → `sent_to_pharmacy` → `ready`; `denied` from the first two. Leaves an entry in the audit log.',
      params: PrescriptionId,
      body: Strict({
        status: OneOf(PRESCRIPTION_STATUSES),
        note: Type.Optional(Type.String({ maxLength: 2_000, description: 'For the patient' })),
      }),
      example: { body: { status: 'approved' } },
      responses: { 200: PrescriptionShape },
      async handle(ctx, { params: { id }, body }) {
        const outcome = await updatePrescriptionStatus(
          await resolveBusinessContext(ctx, 'prescriptions.decide'),
          id,
          body,
        );
        if (!outcome) throw notFound('prescription');
        if (!outcome.ok) throw new Problem(outcome.code, outcome.detail);
        return ok(outcome.value);
      },
    }),
  ];
}
