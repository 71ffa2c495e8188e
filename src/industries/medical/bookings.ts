import type { BookingRequest, BookingRequestOrRefusal } from '../../capability/booking-request.ts';
import { done, type Outcome, type Refusal, refuse } from '../../capability/outcome.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import { must } from '../../kernel/must.ts';
import { bookWith, checkRequest, type StorePerson } from '../../scheduling/book.ts';
import { findBookingByCode } from '../../scheduling/booking-ownership.ts';
import { cancelBooking, lockForChange, moveBooking } from '../../scheduling/bookings.ts';
import { type BookingContext, readStart } from '../../scheduling/calendar.ts';
import { decryptPerson, encryptPerson, personIn } from '../../scheduling/person-encryption.ts';
import { presentBooking } from '../../scheduling/present.ts';
import type { Booking } from '../../scheduling/store.ts';
import { type PatientGiven, readPatient } from './patient.ts';

type PatientBooking = {
  startsAt: string;
  patient: PatientGiven;
  reason?: string;
  notes?: string;
  checkOnly?: boolean;
  /** The plain fields that the wish was made of: visit type and provider, nothing of the patient. */
  asked: Record<string, unknown>;
};

const NOTHING: BookingRequest = { kind: 'appointment', durationMinutes: 0, candidates: [], choose: 'first' };

/** How a patient's booking is named again: its code, and what only the patient knows beside it. */
type PatientClaim = { code: string; patient: { dateOfBirth: string } };

/** Books like anyone else; who it is for and why is stored sealed. */
export async function bookPatient(
  ctx: BookingContext,
  wish: BookingRequestOrRefusal,
  input: PatientBooking,
): Promise<Outcome<unknown>> {
  const { business } = ctx;
  const patient = readPatient(input.patient, business, ctx.now);
  if ('ok' in wish) return cannot(ctx, wish, input);

  const { newPatient } = input.patient;
  const person = { ...patient, notes: input.notes ?? null, reason: input.reason ?? null, newPatient };
  const store: StorePerson = async ({ id }) => {
    const { sealed, hashes } = await encryptPerson(ctx, id, person);
    return { customer: null, notes: null, sealed, person_hashes: hashes };
  };
  const outcome = await bookWith(ctx, wish, input, store);
  if (!outcome.ok || !('booking' in outcome.value)) return outcome;
  return done(presentBooking(outcome.value.booking, business.timezone, personIn(person)));
}

/** A mistake in the request comes before any rule; someone who only checks is told as an answer, not as an error. */
async function cannot(ctx: BookingContext, refusal: Refusal, input: PatientBooking): Promise<Outcome<unknown>> {
  const start = readStart(ctx.business, input.startsAt);
  await checkRequest(ctx, NOTHING, start);
  if (!input.checkOnly) return refusal;
  const startsAt = rfc3339(new Date(start), ctx.business.timezone);
  return done({ available: false, startsAt, reason: refusal.reason, alternatives: [] }, 200);
}

export async function movePatient(
  ctx: BookingContext,
  { startsAt, ...claim }: PatientClaim & { startsAt: string },
): Promise<Outcome<unknown>> {
  const booking = await claimed(ctx, claim, startsAt);
  if (!booking) return refuse('not_found', 'There is no such booking.');
  return shownAfter(ctx, await moveBooking(ctx, booking, { startsAt }));
}

export async function cancelPatient(ctx: BookingContext, claim: PatientClaim): Promise<Outcome<unknown>> {
  const booking = await claimed(ctx, claim);
  if (!booking) return refuse('not_found', 'There is no such booking.');
  return shownAfter(ctx, await cancelBooking(ctx, booking));
}

async function claimed(
  ctx: BookingContext,
  { code, patient }: PatientClaim,
  to?: string,
): Promise<Booking | undefined> {
  const found = await findBookingByCode(ctx, code, patient.dateOfBirth);
  return found?.sealed ? lockForChange(ctx, found.id, to) : undefined;
}

async function shownAfter(ctx: BookingContext, outcome: Outcome<Booking>): Promise<Outcome<unknown>> {
  if (!outcome.ok) return outcome;
  const booking = outcome.value;
  const person = await decryptPerson(ctx, booking.id, must(booking.sealed, 'a sealed booking'));
  return done(presentBooking(booking, ctx.business.timezone, personIn(person)), 200);
}
