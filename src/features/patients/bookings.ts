import { countryOf } from '../../capability/document.ts';
import { done, type Outcome, type Refusal, refuse } from '../../capability/outcome.ts';
import type { Wish, WishOrRefusal } from '../../capability/wish.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import { readPhone } from '../../kernel/phone.ts';
import { bookWith, judgeWish, type StorePerson } from '../scheduling/book.ts';
import { cancelBooking, lockForChange, moveBooking } from '../scheduling/bookings.ts';
import { type BookingContext, readStart } from '../scheduling/calendar.ts';
import { presentBooking, type Person as Shown } from '../scheduling/present.ts';
import type { Booking } from '../scheduling/store.ts';
import type { HealthContext } from './data-keys.ts';
import { type PatientGiven, readPatient } from './patient.ts';
import { lookUp, openPeople, openPerson, type Person, sealPerson } from './sealed.ts';
import { bookingByCode } from './whose.ts';

type PatientBooking = {
  startsAt: string;
  patient: PatientGiven;
  reason?: string;
  notes?: string;
  checkOnly?: boolean;
  /** The plain fields that the wish was made of: visit type and provider, nothing of the patient. */
  asked: Record<string, unknown>;
};

const NOTHING: Wish = { kind: 'appointment', durationMinutes: 0, candidates: [], choose: 'first' };

/** How a patient's booking is named again: its code, and what only the patient knows beside it. */
type PatientClaim = { code: string; patient: { dateOfBirth: string } };

/** Books like anyone else; who it is for and why is stored sealed. */
export async function bookPatient(
  ctx: BookingContext,
  wish: WishOrRefusal,
  input: PatientBooking,
): Promise<Outcome<unknown>> {
  const { business } = ctx;
  const patient = readPatient(input.patient, business, ctx.now);
  if ('ok' in wish) return cannot(ctx, wish, input);

  const { newPatient } = input.patient;
  const person: Person = { ...patient, notes: input.notes ?? null, reason: input.reason ?? null, newPatient };
  const store: StorePerson = async ({ id }) => {
    const { sealed, hashes } = await sealPerson(ctx, id, person);
    return { customer: null, notes: null, sealed, person_hashes: hashes };
  };
  const outcome = await bookWith(ctx, wish, input, store);
  if (!outcome.ok || !('booking' in outcome.value)) return outcome;
  return done(presentBooking(outcome.value.booking, business.timezone, shown(person)));
}

/** A mistake in the request comes before any rule; someone who only checks is told as an answer, not as an error. */
async function cannot(ctx: BookingContext, refusal: Refusal, input: PatientBooking): Promise<Outcome<unknown>> {
  const start = readStart(ctx.business, input.startsAt);
  await judgeWish(ctx, NOTHING, start);
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
  const found = await bookingByCode(ctx, code, patient.dateOfBirth);
  return found?.sealed ? lockForChange(ctx, found.id, to) : undefined;
}

async function shownAfter(ctx: BookingContext, outcome: Outcome<Booking>): Promise<Outcome<unknown>> {
  if (!outcome.ok) return outcome;
  const booking = outcome.value;
  const person = await openPerson(ctx, booking.id, booking.sealed!);
  return done(presentBooking(booking, ctx.business.timezone, shown(person)), 200);
}

const shown = ({ name, phone, email, notes }: Person): Shown => ({ customer: { name, phone, email }, notes });

/** Who the sealed ones among these are for, by the booking's id; for `presentBooking`. Leaves an audit entry for each. */
export async function openBookings(ctx: HealthContext, bookings: Booking[]): Promise<Map<string, Shown>> {
  const rows = bookings.flatMap(({ id, sealed }) => (sealed ? [{ id, sealed }] : []));
  const people = await openPeople(ctx, rows);
  return new Map(rows.map(({ id }, index) => [id, shown(people[index]!)]));
}

/** What to store for a sealed booking whose notes change: both columns together, or a rotation could lose it. */
export async function sealNotes(ctx: HealthContext, { id, sealed }: Booking, notes: string | null) {
  const person = await openPerson(ctx, id, sealed!);
  const again = await sealPerson(ctx, id, { ...person, notes });
  return { sealed: again.sealed, person_hashes: again.hashes };
}

/** Keyed hashes of a text as a name, a phone or an e-mail, for a search that does not say which. */
export async function hashesOf(ctx: BookingContext, text: string): Promise<Buffer[]> {
  const phone = readPhone(text, countryOf(ctx.business));
  return (await lookUp(ctx, { name: text, email: text, ...(phone ? { phone } : {}) })).flat();
}
