import { type Business, countryOf } from '../../capability/document.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import { readPhone } from '../../kernel/phone.ts';
import { type FieldError, Problem } from '../../kernel/problem.ts';

/** As a caller sends it. */
export type PatientGiven = { name: string; dateOfBirth: string; phone?: string; email?: string; newPatient?: boolean };
export type Patient = { name: string; dateOfBirth: string; phone: string | null; email: string | null };

/** The patient with the phone in E.164. What is wrong is named by its place, never by its value. */
export function readPatient(given: PatientGiven, business: Business, now: Date): Patient {
  const errors: FieldError[] = [];
  const name = given.name.trim();
  const phone = given.phone === undefined ? null : readPhone(given.phone, countryOf(business));
  if (!name) errors.push({ pointer: '/patient/name', detail: 'must not be empty' });
  if (given.dateOfBirth > rfc3339(now, business.timezone).slice(0, 10))
    errors.push({ pointer: '/patient/dateOfBirth', detail: 'must not be in the future' });
  if (phone === undefined) errors.push({ pointer: '/patient/phone', detail: 'must be a phone number' });
  const [first] = errors;
  if (first) throw new Problem('validation_failed', `${first.pointer} ${first.detail}`, { errors });
  return { name, dateOfBirth: given.dateOfBirth, phone: phone ?? null, email: given.email ?? null };
}
