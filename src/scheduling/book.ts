import { sql } from 'kysely';
import type { BookingRequest, BookingRequestOrRefusal } from '../capability/booking-request.ts';
import { type Business, countryOf } from '../capability/document.ts';
import { formatterFor } from '../capability/formatter.ts';
import { done, type Outcome, type Refusal, refuse } from '../capability/outcome.ts';
import { rfc3339 } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import { must } from '../kernel/must.ts';
import { readPhone } from '../kernel/phone.ts';
import { type FieldError, Problem } from '../kernel/problem.ts';
import {
  alternativesTo,
  type BookingContext,
  candidatesFor,
  choose,
  isClosed,
  reachOf,
  readStart,
  rulesOf,
} from './calendar.ts';
import { checkAnyAvailability } from './check-availability.ts';
import type { Candidate } from './frame.ts';
import { notifyOfBooking } from './notify.ts';
import { presentBooking } from './present.ts';
import { type Booking, type BookingCustomer, insertBooking, isSamePerson, resourcesOf, takeTime } from './store.ts';
import { wakeAt } from './wake.ts';
import { MINUTE } from './zone.ts';

export type BookingInput = {
  startsAt: string;
  customer: { name: string; phone?: string; email?: string };
  notes?: string;
  checkOnly?: boolean;
  /** Where all is taken: a place in the line. */
  waitlist?: boolean;
  /** The plain fields that the request was made of, kept for a later move. */
  asked: Record<string, unknown>;
};

/** How a booking's person is stored: in clear, unless the industry seals it. */
export type StorePerson = (booking: {
  id: string;
}) => Promise<Pick<Booking, 'customer' | 'notes' | 'sealed' | 'person_hashes'>>;

/** Books the request, or returns why it cannot be booked, with alternatives. */
export async function book(
  ctx: BookingContext,
  requested: BookingRequest,
  input: BookingInput,
): Promise<Outcome<unknown>> {
  const { business } = ctx;
  const customer = readCustomer(input.customer, business);
  const person = { customer, notes: input.notes ?? null, sealed: null, person_hashes: [] };
  const outcome = await bookWith(ctx, requested, input, async () => person);
  return outcome.ok && 'booking' in outcome.value
    ? done(presentBooking(outcome.value.booking, business.timezone))
    : (outcome as Outcome<unknown>);
}

type Made = { booking: Booking } | { available: boolean };

/** The same, for whoever stores the person in another way. */
export async function bookWith(
  ctx: BookingContext,
  requested: BookingRequest,
  input: Omit<BookingInput, 'customer'>,
  store: StorePerson,
): Promise<Outcome<Made>> {
  const start = readStart(ctx.business, input.startsAt);
  const judged = await checkRequest(ctx, requested, start);
  if (input.checkOnly)
    return done(await checked(ctx, requested, start, 'refusal' in judged ? judged.refusal : undefined), 200);
  const isFinal = (refusal: Refusal) => !(input.waitlist && refusal.reason === 'full');
  if ('refusal' in judged && isFinal(judged.refusal)) return judged.refusal;

  await lockDay(ctx, start);
  // Another request may have been quicker; now that the day is locked the answer holds.
  const again = await checkRequest(ctx, requested, start);
  if ('refusal' in again && isFinal(again.refusal)) return again.refusal;
  const id = newId('bkg');
  const person = await store({ id });
  const candidate = 'candidate' in again ? again.candidate : undefined;
  if (!candidate && (await isWaiting(ctx, start, person)))
    return refuse('conflict', formatterFor(ctx.business).text('This customer waits for that time already.'));
  const booking = await insert(ctx, requested, candidate, start, { id, asked: input.asked, ...person });
  if (!candidate) await wakeAt(ctx, booking, booking.starts_at);
  await notifyOfBooking(ctx, 'booking.created', booking);
  return done({ booking });
}

/** For this very start; the line is no way to be asked twice. */
async function isWaiting({ db, industry }: BookingContext, start: number, { customer }: Pick<Booking, 'customer'>) {
  if (!customer) return false;
  const found = await db
    .selectFrom('bookings')
    .select('id')
    .where('industry', '=', industry)
    .where('starts_at', '=', new Date(start))
    .where('status', 'in', ['waitlisted', 'offered'])
    .where(isSamePerson(customer))
    .limit(1)
    .execute();
  return found.length > 0;
}

/** What the fields that a booking was made of mean today. */
export function bookingRequestOf(
  ctx: BookingContext,
  industry: string,
  asked: Record<string, unknown>,
): BookingRequestOrRefusal {
  const booker = ctx.booker(industry);
  if (booker?.bookingRequest && ctx.business[industry]) return booker.bookingRequest(ctx.business, asked);
  const detail = formatterFor(ctx.business).text(
    '{industry} is not active any more, so this booking can only be cancelled.',
    {
      industry,
    },
  );
  return refuse('industry_not_active', detail);
}

/** Who would take it at this moment, by the rules alone. */
export async function findFreeCandidate(
  ctx: BookingContext,
  requested: BookingRequest,
  start: number,
  except?: string,
) {
  const rules = rulesOf(ctx.business);
  const candidates = await candidatesFor(ctx, requested.candidates, ...reachOf(requested, start), except);
  const verdict = checkAnyAvailability(rules, ctx.now.getTime(), { ...requested, start }, candidates);
  const isFree = !verdict.offGrid && verdict.available;
  return { verdict, candidate: isFree ? choose(requested, verdict.free, start, rules) : undefined };
}

/** Who would take it, or the refusal with alternatives. Off the grid is the caller's mistake. */
export async function checkRequest(
  ctx: BookingContext,
  requested: BookingRequest,
  start: number,
  except?: string,
): Promise<{ candidate: Candidate } | { refusal: Refusal }> {
  const { verdict, candidate } = await findFreeCandidate(ctx, requested, start, except);
  if (verdict.offGrid) {
    const { slotMinutes } = ctx.business.booking;
    const detail = `must lie on the grid of ${slotMinutes} minutes that begins when the business opens`;
    throw new Problem('validation_failed', `/startsAt ${detail}`, { errors: [{ pointer: '/startsAt', detail }] });
  }
  if (candidate) return { candidate };
  const why = verdict.rules.find(({ ok }) => !ok);
  const alternatives = await alternativesTo(ctx, requested, start, except);
  return {
    refusal: refuse('slot_unavailable', why?.detail ?? formatterFor(ctx.business).text('That time is taken.'), {
      reason: verdict.reason ?? 'full',
      alternatives,
    }),
  };
}

async function checked(ctx: BookingContext, requested: BookingRequest, start: number, refusal: Refusal | undefined) {
  const startsAt = rfc3339(new Date(start), ctx.business.timezone);
  if (refusal) return { available: false, startsAt, reason: refusal.reason, alternatives: refusal.alternatives };
  return { available: true, startsAt, alternatives: await alternativesTo(ctx, requested, start) };
}

/** Bookings of one day of one business are made one after the other; the database's constraint stands behind it. */
export async function lockDay({ db, workspace, business }: BookingContext, start: number): Promise<void> {
  const { day } = rulesOf(business).zone.localAt(start);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${workspace.id} ${day}`}, 1))`.execute(db);
}

async function insert(
  ctx: BookingContext,
  requested: BookingRequest,
  candidate: Candidate | undefined,
  start: number,
  own: Pick<Booking, 'id' | 'asked' | 'customer' | 'notes' | 'sealed' | 'person_hashes'>,
): Promise<Booking> {
  const { db, workspace, industry, now, conversationId = null } = ctx;
  const taker = candidate && candidateOf(requested, candidate);
  const booking = await insertBooking(db, {
    ...own,
    workspace_id: workspace.id,
    kind: requested.kind,
    industry,
    status: taker ? 'confirmed' : 'waitlisted',
    starts_at: new Date(start),
    ends_at: new Date(start + requested.durationMinutes * MINUTE),
    party_size: requested.partySize ?? null,
    service: requested.service ?? null,
    resource: taker ? { id: taker.id, name: taker.name } : null,
    price: taker?.price ?? requested.price ?? null,
    conversation_id: conversationId,
    language: ctx.business.language ?? null,
    occurrence_id: null,
    offered_until: null,
    after_hours: isClosed(ctx),
    version: 1,
    created_at: now,
    updated_at: now,
  });
  if (taker) await takeTime(db, booking, resourcesOf(industry, taker.parts), ...takenBy(requested, start));
  return booking;
}

export const candidateOf = (requested: BookingRequest, { id }: { id: string }) =>
  must(
    requested.candidates.find((taker) => taker.id === id),
    'one of the candidates',
  );

/** From and to, with the buffers. */
export function takenBy(requested: BookingRequest, start: number): [from: number, to: number] {
  const { durationMinutes, bufferBeforeMinutes = 0, bufferAfterMinutes = 0 } = requested;
  return [start - bufferBeforeMinutes * MINUTE, start + (durationMinutes + bufferAfterMinutes) * MINUTE];
}

/** Name and phone or e-mail; the phone in E.164. `at` is where the fields stand in the body. */
export function readCustomer(given: BookingInput['customer'], business: Business, at = '/customer'): BookingCustomer {
  const errors: FieldError[] = [];
  const name = given.name.trim();
  const phone = given.phone === undefined ? undefined : readPhone(given.phone, countryOf(business));
  if (!name) errors.push({ pointer: `${at}/name`, detail: 'must not be empty' });
  if (given.phone !== undefined && !phone) errors.push({ pointer: `${at}/phone`, detail: 'must be a phone number' });
  if (given.phone === undefined && !given.email)
    errors.push({ pointer: `${at}/phone`, detail: 'is required, or an email' });
  const [first] = errors;
  if (first) throw new Problem('validation_failed', `${first.pointer} ${first.detail}`, { errors });
  return { name, phone: phone ?? null, email: given.email ?? null };
}
