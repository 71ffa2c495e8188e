import { type Static, Type } from 'typebox';
import { idsIn } from '../../capability/document.ts';
import { type Refusal, refuse } from '../../capability/outcome.ts';
import { NonBlank, OneOf, Strict } from '../../kernel/http/schema.ts';
import { must } from '../../kernel/must.ts';
import type { FieldError } from '../../kernel/problem.ts';
import { Notes, When } from '../../scheduling/shapes.ts';
import { PatientInput } from './shapes.ts';

const VisitType = NonBlank({ maxLength: 200, ...idsIn('medical.visitTypes') });
const Provider = NonBlank({ maxLength: 200, description: 'Id or name; left out: any', ...idsIn('medical.providers') });

/** What is required depends on `action`, so more is optional here than for any one of them. */
export const VisitInput = Strict({
  action: Type.Optional(OneOf(['book', 'reschedule', 'cancel'] as const, { default: 'book' })),
  code: Type.Optional(NonBlank({ maxLength: 20, description: 'Of the booking to reschedule or cancel' })),
  visitType: Type.Optional({ ...VisitType, description: 'Id or name; needed to book' }),
  provider: Type.Optional(Provider),
  startsAt: Type.Optional(When),
  patient: Type.Optional(Strict({ ...PatientInput.properties, name: Type.Optional(PatientInput.properties.name) })),
  dateOfBirth: Type.Optional({
    ...PatientInput.properties.dateOfBirth,
    description: 'In place of `patient`, to reschedule or cancel',
  }),
  reason: Type.Optional(Notes),
  notes: Type.Optional(Notes),
  checkOnly: Type.Optional(Type.Boolean({ description: 'Only say whether it is possible' })),
});
/** A visit that is booked by hand. */
const { newPatient: _, ...patient } = PatientInput.properties;
export const VisitForm = Strict(
  {
    visitType: VisitType,
    provider: Type.Optional(Provider),
    startsAt: When,
    patient: Strict(patient),
    notes: Type.Optional(Notes),
  },
  { title: 'A visit' },
);
export type VisitInput = Static<typeof VisitInput>;

type Patient = Static<typeof PatientInput>;
type Claim = { code: string; patient: { dateOfBirth: string } };
type Details = { provider?: string; reason?: string; notes?: string; checkOnly?: boolean };

export type ReadVisit =
  | { action: 'book'; visit: Details & { visitType: string; startsAt: string; patient: Patient } }
  | { action: 'reschedule'; visit: Claim & { startsAt: string } }
  | { action: 'cancel'; visit: Claim };

/** The input with all that its action needs, or which fields are wrong. */
export function readVisit(input: VisitInput): ReadVisit | Refusal {
  const { action = 'book', code, visitType, startsAt, patient, provider, reason, notes, checkOnly } = input;
  const dateOfBirth = patient?.dateOfBirth ?? input.dateOfBirth;
  if (action === 'book') {
    const name = patient?.name;
    if (visitType === undefined || startsAt === undefined || name === undefined || dateOfBirth === undefined)
      return wrong(missing({ visitType, startsAt, 'patient/name': name, 'patient/dateOfBirth': dateOfBirth }));
    const whole = { ...patient, name, dateOfBirth };
    return { action, visit: { visitType, startsAt, patient: whole, provider, reason, notes, checkOnly } };
  }
  const errors = missing({ code, 'patient/dateOfBirth': dateOfBirth, ...(action === 'cancel' ? {} : { startsAt }) });
  // Taking it for the wish itself would move or cancel what should only be looked at.
  if (checkOnly) errors.push({ pointer: '/checkOnly', detail: 'is only for a new booking' });
  if (errors.length > 0 || code === undefined || dateOfBirth === undefined) return wrong(errors);
  const claim = { code, patient: { dateOfBirth } };
  if (action === 'cancel') return { action, visit: claim };
  return startsAt === undefined ? wrong(errors) : { action, visit: { ...claim, startsAt } };
}

const missing = (fields: Record<string, unknown>): FieldError[] =>
  Object.keys(fields)
    .filter((field) => fields[field] === undefined)
    .map((field) => ({ pointer: `/${field}`, detail: 'is required' }));

function wrong(errors: FieldError[]): Refusal {
  const { pointer, detail } = must(errors[0], 'a field that is wrong');
  return refuse('validation_failed', `${pointer} ${detail}`, { errors });
}
