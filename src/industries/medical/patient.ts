import { type Business, countryOf } from '../../capability/document.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import { toE164 } from '../../kernel/phone.ts';
import { type FieldError, Problem } from '../../kernel/problem.ts';

/** The patient as the API receives it. */
export type SubmittedPatient = {
  name: string;
  dateOfBirth: string;
  phone?: string;
  email?: string;
  newPatient?: boolean;
};
export type Patient = { name: string; dateOfBirth: string; phone: string | null; email: string | null };

/** Converts the phone to E.164. Errors name the field but never its value, which is health data. */
export function parsePatient(input: SubmittedPatient, business: Business, now: Date): Patient {
  const errors: FieldError[] = [];
  const name = input.name.trim();
  const phone = input.phone === undefined ? null : toE164(input.phone, countryOf(business));
  if (!name) errors.push({ pointer: '/patient/name', detail: 'must not be empty' });
  if (input.dateOfBirth > rfc3339(now, business.timezone).slice(0, 10))
    errors.push({ pointer: '/patient/dateOfBirth', detail: 'must not be in the future' });
  if (phone === undefined) errors.push({ pointer: '/patient/phone', detail: 'must be a phone number' });
  const [first] = errors;
  if (first) throw new Problem('validation_failed', `${first.pointer} ${first.detail}`, { errors });
  return { name, dateOfBirth: input.dateOfBirth, phone: phone ?? null, email: input.email ?? null };
}
