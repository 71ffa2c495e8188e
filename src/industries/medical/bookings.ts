import type { BookingRequest, BookingRequestOrRefusal } from '../../capability/booking-request.ts';
import { type Outcome, type Refusal, refuse, succeed } from '../../capability/outcome.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import { must } from '../../kernel/must.ts';
import { bookWithPersonStorage, checkRequest, type StorePerson } from '../../scheduling/book.ts';
import { cancelBooking, lockForChange, moveBooking } from '../../scheduling/booking-changes.ts';
import { findBookingByCode } from '../../scheduling/booking-ownership.ts';
import { decryptPerson, encryptPerson, toPersonalDetails } from '../../scheduling/person-encryption.ts';
import { presentBooking } from '../../scheduling/present.ts';
import { type BookingContext, parseStart } from '../../scheduling/schedules.ts';
import type { Booking } from '../../scheduling/store.ts';
import { parsePatient, type SubmittedPatient } from './patient.ts';

type PatientBooking = {
  startsAt: string;
  /** May be left out to check only. */
  patient?: SubmittedPatient;
  reason?: string;
  notes?: string;
  checkOnly?: boolean;
  /** The input fields of the booking request: visit type and provider, without the patient's data. */
  asked: Record<string, unknown>;
};

const EMPTY_REQUEST: BookingRequest = { kind: 'appointment', durationMinutes: 0, candidates: [], choose: 'first' };

/** Identifies a patient's booking by its code and a detail only the patient knows. */
type PatientClaim = { code: string; patient: { dateOfBirth: string } };

/** Books a visit, storing the patient and the reason encrypted. */
export async function bookPatientVisit(
  ctx: BookingContext,
  request: BookingRequestOrRefusal,
  input: PatientBooking,
): Promise<Outcome<unknown>> {
  const { business } = ctx;
  const patient = input.patient && parsePatient(input.patient, business, ctx.now);
  if ('ok' in request) return refuseBooking(ctx, request, input);

  const { newPatient } = input.patient ?? {};
  const person = patient && { ...patient, notes: input.notes ?? null, reason: input.reason ?? null, newPatient };
  const storePerson: StorePerson = async ({ id }) => {
    const { sealed, hashes } = await encryptPerson(ctx, id, must(person, 'a patient to book for'));
    return { customer: null, notes: null, sealed, person_hashes: hashes };
  };
  const outcome = await bookWithPersonStorage(ctx, request, input, storePerson);
  if (!outcome.ok || !('booking' in outcome.value) || !person) return outcome;
  return succeed(presentBooking(outcome.value.booking, business.timezone, toPersonalDetails(person)));
}

/** Refuses, but reports invalid input first, such as a start off the slot grid. A caller that only checks gets a result instead of an error. */
async function refuseBooking(ctx: BookingContext, refusal: Refusal, input: PatientBooking): Promise<Outcome<unknown>> {
  const start = parseStart(ctx.business, input.startsAt);
  await checkRequest(ctx, EMPTY_REQUEST, start);
  if (!input.checkOnly) return refusal;
  const startsAt = rfc3339(new Date(start), ctx.business.timezone);
  return succeed({ available: false, startsAt, reason: refusal.reason, alternatives: [] }, 200);
}

export async function movePatientBooking(
  ctx: BookingContext,
  { startsAt, ...claim }: PatientClaim & { startsAt: string },
): Promise<Outcome<unknown>> {
  const booking = await lockClaimedBooking(ctx, claim, startsAt);
  if (!booking) return refuse('not_found', 'There is no such booking.');
  return presentOutcome(ctx, await moveBooking(ctx, booking, { startsAt }));
}

export async function cancelPatientBooking(ctx: BookingContext, claim: PatientClaim): Promise<Outcome<unknown>> {
  const booking = await lockClaimedBooking(ctx, claim);
  if (!booking) return refuse('not_found', 'There is no such booking.');
  return presentOutcome(ctx, await cancelBooking(ctx, booking));
}

async function lockClaimedBooking(
  ctx: BookingContext,
  { code, patient }: PatientClaim,
  newStartsAt?: string,
): Promise<Booking | undefined> {
  const booking = await findBookingByCode(ctx, code, patient.dateOfBirth);
  return booking?.sealed ? lockForChange(ctx, booking.id, newStartsAt) : undefined;
}

async function presentOutcome(ctx: BookingContext, outcome: Outcome<Booking>): Promise<Outcome<unknown>> {
  if (!outcome.ok) return outcome;
  const booking = outcome.value;
  const person = await decryptPerson(ctx, booking.id, must(booking.sealed, 'a sealed booking'));
  return succeed(presentBooking(booking, ctx.business.timezone, toPersonalDetails(person)), 200);
}
