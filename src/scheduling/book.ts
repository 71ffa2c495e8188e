// Books times. Where a start is a number, it is in epoch milliseconds.
import type { BookingRequest, BookingRequestOrRefusal } from '../capability/booking-request.ts';
import { type Business, countryOf } from '../capability/document.ts';
import { formatterFor } from '../capability/formatter.ts';
import { type Outcome, type Refusal, refuse, succeed } from '../capability/outcome.ts';
import { rfc3339 } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import { must } from '../kernel/must.ts';
import { toE164 } from '../kernel/phone.ts';
import { type FieldError, Problem } from '../kernel/problem.ts';
import type { ResourceSchedule } from './availability-rules.ts';
import { checkAnyAvailability } from './check-availability.ts';
import { lockLocalDay } from './lock-day.ts';
import { notifyOfBooking } from './notify.ts';
import { findRequiredDeposit, openPayment } from './payments.ts';
import { presentBooking } from './present.ts';
import {
  type BookingContext,
  chooseResource,
  findAlternatives,
  getConflictRange,
  isClosedNow,
  loadResourceSchedules,
  type MovedBooking,
  parseStart,
  rulesOf,
} from './schedules.ts';
import {
  type Booking,
  type BookingCustomer,
  buildSameCustomerCondition,
  insertBookedTimes,
  insertBooking,
  qualifyResourceIds,
} from './store.ts';
import { scheduleWaitlistJob } from './waitlist-job.ts';
import { MINUTE_MS } from './zone.ts';

export type BookingInput = {
  startsAt: string;
  /** May be left out to check only. */
  customer?: { name: string; phone?: string; email?: string; textsAllowed?: boolean };
  notes?: string;
  checkOnly?: boolean;
  /** Join the waiting list if everything is taken. */
  waitlist?: boolean;
  /** The input fields the request was built from, stored so the booking can be moved later. */
  asked: Record<string, unknown>;
};

/** Returns the columns that store the person: plain, or encrypted if the industry requires it. */
export type StorePerson = (booking: {
  id: string;
}) => Promise<Pick<Booking, 'customer' | 'notes' | 'sealed' | 'person_hashes'>>;

/** Books the request, or returns why it cannot be booked, with alternatives. */
export async function book(
  ctx: BookingContext,
  bookingRequest: BookingRequest,
  input: BookingInput,
): Promise<Outcome<unknown>> {
  const { business } = ctx;
  const customer = input.customer && parseCustomer(input.customer, business);
  const outcome = await bookWithPersonStorage(ctx, bookingRequest, input, async () => ({
    customer: must(customer, 'a customer to book for'),
    notes: input.notes ?? null,
    sealed: null,
    person_hashes: [],
  }));
  return outcome.ok && 'booking' in outcome.value
    ? succeed(presentBooking(outcome.value.booking, business.timezone))
    : (outcome as Outcome<unknown>);
}

type BookOrCheckResult = { booking: Booking } | { available: boolean };

/** Like `book`, but the caller decides how the person is stored. */
export async function bookWithPersonStorage(
  ctx: BookingContext,
  bookingRequest: BookingRequest,
  input: Omit<BookingInput, 'customer'>,
  storePerson: StorePerson,
): Promise<Outcome<BookOrCheckResult>> {
  const start = parseStart(ctx.business, input.startsAt);
  const firstCheck = await checkRequest(ctx, bookingRequest, start);
  if (input.checkOnly)
    return succeed(
      await buildAvailabilityResult(
        ctx,
        bookingRequest,
        start,
        'refusal' in firstCheck ? firstCheck.refusal : undefined,
      ),
      200,
    );
  const isFinal = (refusal: Refusal) => !(input.waitlist && refusal.reason === 'full');
  if ('refusal' in firstCheck && isFinal(firstCheck.refusal)) return firstCheck.refusal;

  await lockDay(ctx, start);
  // Another request may have been faster. With the day locked, this second check is final.
  const finalCheck = await checkRequest(ctx, bookingRequest, start);
  if ('refusal' in finalCheck && isFinal(finalCheck.refusal)) return finalCheck.refusal;
  const id = newId('bkg');
  const person = await storePerson({ id });
  const candidate = 'candidate' in finalCheck ? finalCheck.candidate : undefined;
  if (!candidate && (await isOnWaitlist(ctx, start, person)))
    return refuse('conflict', formatterFor(ctx.business).text('This customer is already waiting for that time.'));
  const booking = await insertRequestedBooking(ctx, bookingRequest, candidate, start, {
    id,
    asked: input.asked,
    ...person,
  });
  if (!candidate) await scheduleWaitlistJob(ctx, booking, booking.starts_at);
  await notifyOfBooking(ctx, booking.status === 'awaiting_payment' ? 'booking.held' : 'booking.created', booking);
  return succeed({ booking });
}

/** Whether the customer already waits for this start, so nobody joins the same waiting list twice. */
async function isOnWaitlist({ db, industry }: BookingContext, start: number, { customer }: Pick<Booking, 'customer'>) {
  if (!customer) return false;
  const waitingBookings = await db
    .selectFrom('bookings')
    .select('id')
    .where('industry', '=', industry)
    .where('starts_at', '=', new Date(start))
    .where('status', 'in', ['waitlisted', 'offered'])
    .where(buildSameCustomerCondition(customer))
    .limit(1)
    .execute();
  return waitingBookings.length > 0;
}

/** Rebuilds the request from a booking's stored input fields, using the current document. */
export function rebuildBookingRequest(
  ctx: BookingContext,
  industry: string,
  inputFields: Record<string, unknown>,
): BookingRequestOrRefusal {
  const bookingCapability = ctx.findBookingCapability(industry);
  if (bookingCapability?.bookingRequest && ctx.business[industry])
    return bookingCapability.bookingRequest(ctx.business, inputFields);
  const detail = formatterFor(ctx.business).text(
    '{industry} is no longer active, so this booking can only be canceled.',
    {
      industry,
    },
  );
  return refuse('industry_not_active', detail);
}

/** The candidate that would take the booking right now, if any. */
export async function findFreeCandidate(
  ctx: BookingContext,
  bookingRequest: BookingRequest,
  start: number,
  exceptBookingId?: string,
) {
  const rules = rulesOf(ctx.business);
  const candidates = await loadResourceSchedules(
    ctx,
    bookingRequest.candidates,
    ...getConflictRange(bookingRequest, start),
    exceptBookingId,
  );
  const verdict = checkAnyAvailability(rules, ctx.now.getTime(), { ...bookingRequest, start }, candidates);
  const isFree = !verdict.isOffGrid && verdict.available;
  return {
    verdict,
    candidate: isFree ? chooseResource(bookingRequest, verdict.freeCandidates, start, rules) : undefined,
  };
}

/** The candidate that would take it, or a refusal with alternatives. Throws if the start is not on the slot grid. */
export async function checkRequest(
  ctx: BookingContext,
  bookingRequest: BookingRequest,
  start: number,
  movedBooking: MovedBooking = {},
): Promise<{ candidate: ResourceSchedule } | { refusal: Refusal }> {
  const { verdict, candidate } = await findFreeCandidate(ctx, bookingRequest, start, movedBooking.exceptBookingId);
  if (verdict.isOffGrid) {
    const { slotMinutes } = ctx.business.booking;
    const detail = `must lie on the grid of ${slotMinutes} minutes that begins when the business opens`;
    throw new Problem('validation_failed', `/startsAt ${detail}`, { errors: [{ pointer: '/startsAt', detail }] });
  }
  if (candidate) return { candidate };
  const failedRule = verdict.rules.find(({ ok }) => !ok);
  const alternatives = await findAlternatives(ctx, bookingRequest, start, movedBooking);
  return {
    refusal: refuse('slot_unavailable', failedRule?.detail ?? formatterFor(ctx.business).text('That time is taken.'), {
      reason: verdict.reason ?? 'full',
      alternatives,
    }),
  };
}

async function buildAvailabilityResult(
  ctx: BookingContext,
  bookingRequest: BookingRequest,
  start: number,
  refusal: Refusal | undefined,
) {
  const startsAt = rfc3339(new Date(start), ctx.business.timezone);
  if (refusal) return { available: false, startsAt, reason: refusal.reason, alternatives: refusal.alternatives };
  return { available: true, startsAt, alternatives: await findAlternatives(ctx, bookingRequest, start) };
}

/** Serializes bookings per business and day. A database constraint still rejects overlaps if this lock is missed. */
export const lockDay = (ctx: BookingContext, start: number): Promise<void> =>
  lockLocalDay(ctx, rulesOf(ctx.business).zone.localAt(start).day);

/** Confirmed, held for its deposit, or on the waiting list. */
async function insertRequestedBooking(
  ctx: BookingContext,
  bookingRequest: BookingRequest,
  candidate: ResourceSchedule | undefined,
  start: number,
  person: Pick<Booking, 'id' | 'asked' | 'customer' | 'notes' | 'sealed' | 'person_hashes'>,
): Promise<Booking> {
  const { db, workspace, industry, now, conversationId = null } = ctx;
  const chosenCandidate = candidate && findCandidate(bookingRequest, candidate);
  const times = { starts_at: new Date(start), ends_at: new Date(start + bookingRequest.durationMinutes * MINUTE_MS) };
  const terms = {
    ...times,
    party_size: bookingRequest.partySize ?? null,
    service: bookingRequest.service ?? null,
    price: chosenCandidate?.price ?? bookingRequest.price ?? null,
  };
  const deposit = chosenCandidate && findRequiredDeposit(ctx.business, terms);
  const booking = await insertBooking(db, {
    ...person,
    ...terms,
    workspace_id: workspace.id,
    kind: bookingRequest.kind,
    industry,
    status: deposit ? 'awaiting_payment' : chosenCandidate ? 'confirmed' : 'waitlisted',
    resource: chosenCandidate ? { id: chosenCandidate.id, name: chosenCandidate.name } : null,
    conversation_id: conversationId,
    language: ctx.business.language ?? null,
    occurrence_id: null,
    offered_until: null,
    after_hours: isClosedNow(ctx),
    version: 1,
    created_at: now,
    updated_at: now,
  });
  if (chosenCandidate)
    await insertBookedTimes(
      db,
      booking,
      qualifyResourceIds(industry, chosenCandidate.resourceIds),
      ...getOccupiedRange(bookingRequest, start),
    );
  return deposit ? openPayment(ctx, booking, deposit) : booking;
}

export const findCandidate = (bookingRequest: BookingRequest, { id }: { id: string }) =>
  must(
    bookingRequest.candidates.find((candidate) => candidate.id === id),
    'one of the candidates',
  );

/** The start and end of the time the resource is occupied, including buffers. */
export function getOccupiedRange(bookingRequest: BookingRequest, start: number): [from: number, to: number] {
  const { durationMinutes, bufferBeforeMinutes = 0, bufferAfterMinutes = 0 } = bookingRequest;
  return [start - bufferBeforeMinutes * MINUTE_MS, start + (durationMinutes + bufferAfterMinutes) * MINUTE_MS];
}

/** Requires a name and a phone or e-mail; returns the phone in E.164. `pointer` locates the customer in the request body. */
export function parseCustomer(
  input: NonNullable<BookingInput['customer']>,
  business: Business,
  pointer = '/customer',
): BookingCustomer {
  const errors: FieldError[] = [];
  const name = input.name.trim();
  const phone = input.phone === undefined ? undefined : toE164(input.phone, countryOf(business));
  if (!name) errors.push({ pointer: `${pointer}/name`, detail: 'must not be empty' });
  if (input.phone !== undefined && !phone)
    errors.push({ pointer: `${pointer}/phone`, detail: 'must be a phone number' });
  if (input.phone === undefined && !input.email)
    errors.push({ pointer: `${pointer}/phone`, detail: 'is required, or an email' });
  const [firstError] = errors;
  if (firstError) throw new Problem('validation_failed', `${firstError.pointer} ${firstError.detail}`, { errors });
  return {
    name,
    phone: phone ?? null,
    email: input.email ?? null,
    ...(phone && input.textsAllowed ? { textsAllowed: true } : {}),
  };
}
