import { type Static, Type } from 'typebox';
import { referenceTo } from '../../capability/document.ts';
import { type Refusal, refuse } from '../../capability/outcome.ts';
import { NonBlank, OneOf, Strict } from '../../kernel/http/schema.ts';
import { must } from '../../kernel/must.ts';
import type { FieldError } from '../../kernel/problem.ts';
import { Notes, When } from '../../scheduling/shapes.ts';
import { PatientInput } from './shapes.ts';

const VisitType = NonBlank({ maxLength: 200, ...referenceTo('medical.visitTypes') });
const Provider = NonBlank({
  maxLength: 200,
  description: 'Id or name; left out: any',
  ...referenceTo('medical.providers'),
});

/** Required fields depend on `action`, so most are optional here. */
export const VisitInput = Strict({
  action: Type.Optional(OneOf(['book', 'reschedule', 'cancel'] as const, { default: 'book' })),
  code: Type.Optional(NonBlank({ maxLength: 20, description: 'Of the booking to reschedule or cancel' })),
  visitType: Type.Optional({ ...VisitType, description: 'Id or name; needed to book' }),
  provider: Type.Optional(Provider),
  startsAt: Type.Optional(When),
  patient: Type.Optional(
    Strict(
      {
        ...PatientInput.properties,
        name: Type.Optional(PatientInput.properties.name),
        dateOfBirth: Type.Optional(PatientInput.properties.dateOfBirth),
      },
      { description: 'Required to book. Optional with `checkOnly`, where only `newPatient` can change the answer' },
    ),
  ),
  dateOfBirth: Type.Optional({
    ...PatientInput.properties.dateOfBirth,
    description: 'In place of `patient`, to reschedule or cancel',
  }),
  reason: Type.Optional(Notes),
  notes: Type.Optional(Notes),
  checkOnly: Type.Optional(
    Type.Boolean({ description: 'Only check whether it is possible; `patient` may be left out' }),
  ),
});
const { newPatient: _, ...patientFields } = PatientInput.properties;
export const VisitForm = Strict(
  {
    visitType: VisitType,
    provider: Type.Optional(Provider),
    startsAt: When,
    patient: Strict(patientFields),
    notes: Type.Optional(Notes),
  },
  { title: 'A visit' },
);
export type VisitInput = Static<typeof VisitInput>;

type Patient = Static<typeof PatientInput>;
type BookingClaim = { code: string; patient: { dateOfBirth: string } };
type VisitDetails = { provider?: string; reason?: string; notes?: string; checkOnly?: boolean };

export type ParsedVisit =
  | { action: 'book'; visit: VisitDetails & { visitType: string; startsAt: string; patient?: Patient } }
  | { action: 'reschedule'; visit: BookingClaim & { startsAt: string } }
  | { action: 'cancel'; visit: BookingClaim };

/** The input with everything its action requires, or a refusal that lists the invalid fields. */
export function parseVisit(input: VisitInput): ParsedVisit | Refusal {
  const { action = 'book', code, visitType, startsAt, patient, provider, reason, notes, checkOnly } = input;
  const dateOfBirth = patient?.dateOfBirth ?? input.dateOfBirth;
  if (action === 'book') {
    const name = patient?.name;
    const completePatient =
      name === undefined || dateOfBirth === undefined ? undefined : { ...patient, name, dateOfBirth };
    if (visitType === undefined || startsAt === undefined || !(completePatient || checkOnly)) {
      const personFields = checkOnly ? {} : { 'patient/name': name, 'patient/dateOfBirth': dateOfBirth };
      return refuseInvalidInput(listMissingFieldErrors({ visitType, startsAt, ...personFields }));
    }
    const details = { visitType, startsAt, provider, reason, notes, checkOnly };
    return { action, visit: completePatient ? { ...details, patient: completePatient } : details };
  }
  const errors = listMissingFieldErrors({
    code,
    'patient/dateOfBirth': dateOfBirth,
    ...(action === 'cancel' ? {} : { startsAt }),
  });
  // Ignoring it would move or cancel a booking that the caller only meant to check.
  if (checkOnly) errors.push({ pointer: '/checkOnly', detail: 'is only for a new booking' });
  if (errors.length > 0 || code === undefined || dateOfBirth === undefined) return refuseInvalidInput(errors);
  const claim = { code, patient: { dateOfBirth } };
  if (action === 'cancel') return { action, visit: claim };
  return startsAt === undefined ? refuseInvalidInput(errors) : { action, visit: { ...claim, startsAt } };
}

const listMissingFieldErrors = (fields: Record<string, unknown>): FieldError[] =>
  Object.keys(fields)
    .filter((field) => fields[field] === undefined)
    .map((field) => ({ pointer: `/${field}`, detail: 'is required' }));

function refuseInvalidInput(errors: FieldError[]): Refusal {
  const { pointer, detail } = must(errors[0], 'a field that is wrong');
  return refuse('validation_failed', `${pointer} ${detail}`, { errors });
}
