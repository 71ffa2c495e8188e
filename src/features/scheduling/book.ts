import { sql } from 'kysely';
import { type Business, countryOf } from '../../capability/document.ts';
import { done, type Outcome, type Refusal, refuse } from '../../capability/outcome.ts';
import type { Wish } from '../../capability/wish.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import { recordEvents } from '../../kernel/events.ts';
import { newId } from '../../kernel/ids.ts';
import { readPhone } from '../../kernel/phone.ts';
import { type FieldError, Problem } from '../../kernel/problem.ts';
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
import type { Candidate } from './frame.ts';
import { judgeAny } from './judge.ts';
import { presentBooking } from './present.ts';
import { type Booking, type BookingCustomer, insertBooking, resourcesOf, takeTime } from './store.ts';
import { MINUTE } from './zone.ts';

export type BookingInput = {
  startsAt: string;
  customer: { name: string; phone?: string; email?: string };
  notes?: string;
  checkOnly?: boolean;
  /** The plain fields that the wish was made of, kept for a later move. */
  asked: Record<string, unknown>;
};

/** How a booking's person is stored and told of: in clear, unless the industry seals it. */
export type Storing = {
  store(booking: { id: string }): Promise<Pick<Booking, 'customer' | 'notes' | 'sealed' | 'person_hashes'>>;
  /** What events carry of it. */
  tell(booking: Booking): Record<string, unknown>;
};

/** Books the wish, or says what stands in its way and what could be had instead. */
export async function book(ctx: BookingContext, wish: Wish, input: BookingInput): Promise<Outcome<unknown>> {
  const { business } = ctx;
  const customer = readCustomer(input.customer, business);
  const storing: Storing = {
    store: async () => ({ customer, notes: input.notes ?? null, sealed: null, person_hashes: [] }),
    tell: (booking) => presentBooking(booking, business.timezone),
  };
  const outcome = await bookWith(ctx, wish, input, storing);
  return outcome.ok && 'booking' in outcome.value
    ? done(presentBooking(outcome.value.booking, business.timezone))
    : (outcome as Outcome<unknown>);
}

type Made = { booking: Booking } | { available: boolean };

/** The same, for whoever stores the person in another way. */
export async function bookWith(
  ctx: BookingContext,
  wish: Wish,
  input: Omit<BookingInput, 'customer'>,
  storing: Storing,
): Promise<Outcome<Made>> {
  const start = readStart(ctx.business, input.startsAt);
  const refused = await judgeWish(ctx, wish, start);
  if (input.checkOnly)
    return done(await checked(ctx, wish, start, 'refusal' in refused ? refused.refusal : undefined), 200);
  if ('refusal' in refused) return refused.refusal;

  await lockDay(ctx, start);
  // Another request may have been quicker; now that the day is locked the answer holds.
  const again = await judgeWish(ctx, wish, start);
  if ('refusal' in again) return again.refusal;
  const booking = await insert(ctx, wish, again.candidate, start, input.asked, storing);
  const happened = { workspaceId: ctx.workspace.id, type: 'booking.created', data: storing.tell(booking), at: ctx.now };
  recordEvents(ctx.db, [happened]);
  return done({ booking });
}

/** Who would take it, or the refusal with alternatives. Off the grid is the caller's mistake. */
export async function judgeWish(
  ctx: BookingContext,
  wish: Wish,
  start: number,
  except?: string,
): Promise<{ candidate: Candidate } | { refusal: Refusal }> {
  const rules = rulesOf(ctx.business);
  const candidates = await candidatesFor(ctx, wish.candidates, ...reachOf(wish, start), except);
  const verdict = judgeAny(rules, ctx.now.getTime(), { ...wish, start }, candidates);
  if (verdict.offGrid) {
    const detail = `must lie on the grid of ${rules.slotMinutes} minutes that begins when the business opens`;
    throw new Problem('validation_failed', `/startsAt ${detail}`, { errors: [{ pointer: '/startsAt', detail }] });
  }
  const candidate = verdict.available ? choose(wish, verdict.free, start, rules) : undefined;
  if (candidate) return { candidate };
  const why = verdict.rules.find(({ ok }) => !ok);
  const alternatives = await alternativesTo(ctx, wish, start, except);
  return {
    refusal: refuse('slot_unavailable', why?.detail ?? 'That time is taken.', {
      reason: verdict.reason ?? 'full',
      alternatives,
    }),
  };
}

async function checked(ctx: BookingContext, wish: Wish, start: number, refusal: Refusal | undefined) {
  const startsAt = rfc3339(new Date(start), ctx.business.timezone);
  if (refusal) return { available: false, startsAt, reason: refusal.reason, alternatives: refusal.alternatives };
  return { available: true, startsAt, alternatives: await alternativesTo(ctx, wish, start) };
}

/** Bookings of one day of one business are made one after the other; the database's constraint stands behind it. */
export async function lockDay({ db, workspace, business }: BookingContext, start: number): Promise<void> {
  const { day } = rulesOf(business).zone.localAt(start);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${workspace.id} ${day}`}, 1))`.execute(db);
}

async function insert(
  ctx: BookingContext,
  wish: Wish,
  candidate: Candidate,
  start: number,
  asked: Record<string, unknown>,
  storing: Storing,
): Promise<Booking> {
  const { db, workspace, now, conversationId = null } = ctx;
  const id = newId('bkg');
  const booking = await insertBooking(db, {
    workspace_id: workspace.id,
    id,
    kind: wish.kind,
    industry: ctx.industry,
    status: 'confirmed',
    starts_at: new Date(start),
    ends_at: new Date(start + wish.durationMinutes * MINUTE),
    party_size: wish.partySize ?? null,
    service: wish.service ?? null,
    resource: { id: candidate.id, name: candidate.name },
    price: takerOf(wish, candidate).price ?? wish.price ?? null,
    asked,
    ...(await storing.store({ id })),
    conversation_id: conversationId,
    occurrence_id: null,
    offered_until: null,
    after_hours: isClosed(ctx),
    version: 1,
    created_at: now,
    updated_at: now,
  });
  await takeTime(db, booking, resourcesOf(booking.industry, takerOf(wish, candidate).parts), ...takenBy(wish, start));
  return booking;
}

export const takerOf = (wish: Wish, { id }: { id: string }) => wish.candidates.find((taker) => taker.id === id)!;

/** From and to, with the buffers. */
export function takenBy(wish: Wish, start: number): [from: number, to: number] {
  const { durationMinutes, bufferBeforeMinutes = 0, bufferAfterMinutes = 0 } = wish;
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
  if (errors.length) throw new Problem('validation_failed', `${errors[0]!.pointer} ${errors[0]!.detail}`, { errors });
  return { name, phone: phone ?? null, email: given.email ?? null };
}
