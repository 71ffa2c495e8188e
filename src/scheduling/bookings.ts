import type { BookingRequestOrRefusal } from '../capability/booking-request.ts';
import { formatterFor } from '../capability/formatter.ts';
import { done, type Outcome, refuse } from '../capability/outcome.ts';
import { Problem } from '../kernel/problem.ts';
import { message } from '../messages/catalogue.ts';
import { bookingRequestOf, candidateOf, checkRequest, lockDay, takenBy } from './book.ts';
import { type BookingContext, readStart } from './calendar.ts';
import { checkPlaceMove, type Meeting, meetingsAt, movePlace } from './class-move.ts';
import { lockOccurrence } from './class-places.ts';
import { notifyOfBooking } from './notify.ts';
import { encryptNotes } from './person-encryption.ts';
import {
  type Booking,
  type BookingStatus,
  type Change,
  changeBooking,
  findBooking,
  freeTime,
  lockBooking,
  resourcesOf,
  takeTime,
} from './store.ts';
import { lapseOffer, offerByHand, offerFreed, release } from './waitlist.ts';
import { MINUTE } from './zone.ts';

const NEXT: Record<BookingStatus, BookingStatus[]> = {
  waitlisted: ['offered', 'cancelled'],
  offered: ['confirmed', 'cancelled', 'waitlisted'],
  confirmed: ['cancelled', 'completed', 'no_show'],
  cancelled: [],
  completed: [],
  no_show: [],
};

type Place = Meeting & { partySize?: number };
export type Wanted = Place & {
  status?: BookingStatus;
  notes?: string;
};

/** Changes several things of a booking as one. What touches its time is judged like a new booking. */
export async function changeAll(ctx: BookingContext, booking: Booking, wanted: Wanted): Promise<Outcome<Booking>> {
  const { startsAt, partySize, resourceId, status, notes } = wanted;
  if (status && status !== booking.status && !NEXT[booking.status].includes(status)) {
    return refuse('conflict', `A booking that is ${booking.status} cannot become ${status}.`);
  }
  if (partySize !== undefined && booking.kind !== 'reservation') {
    const detail = 'is for reservations only';
    return refuse('validation_failed', `/partySize ${detail}`, { errors: [{ pointer: '/partySize', detail }] });
  }
  let changed = booking;
  // However many steps it takes, it is one change: one version more.
  const asBefore = () => ({ ...changed, version: booking.version });
  if (startsAt !== undefined || partySize !== undefined || resourceId !== undefined) {
    const moved = await move(ctx, booking, { startsAt, partySize, resourceId });
    if (!moved.ok) return moved;
    changed = moved.value;
  }
  const isMoved = changed.starts_at.getTime() !== booking.starts_at.getTime();
  if (notes !== undefined) {
    const stored = booking.sealed ? await encryptNotes(ctx, booking, notes) : { notes };
    changed = await changeBooking(ctx.db, asBefore(), stored, ctx.now);
  }
  if (!status || status === booking.status) {
    if (isMoved) await notifyOfBooking(ctx, 'booking.rescheduled', changed);
    return done(changed);
  }
  const outcome = await changeStatus(ctx, asBefore(), status);
  // Told of once everything is changed, as it is read from then on.
  if (outcome.ok && isMoved) await notifyOfBooking(ctx, 'booking.rescheduled', outcome.value);
  return outcome;
}

async function changeStatus(ctx: BookingContext, booking: Booking, status: BookingStatus): Promise<Outcome<Booking>> {
  if (status === 'cancelled') return cancelBooking(ctx, booking);
  if (status === 'confirmed' && booking.offered_until && ctx.now > booking.offered_until) {
    return refuse('conflict', 'This offer has lapsed. The place goes to the next in line.', { reason: 'offer_lapsed' });
  }
  if (status === 'waitlisted') return done(await lapseOffer(ctx, booking));
  if (status === 'offered') return offerByHand(ctx, booking);
  return done(await changeBooking(ctx.db, booking, { status, offered_until: null }, ctx.now));
}

/** Another time, party or resource, by the same rules as when it was made. It does not stand in its own way. */
export async function moveBooking(ctx: BookingContext, booking: Booking, to: Place): Promise<Outcome<Booking>> {
  const moved = await move(ctx, booking, to);
  if (moved.ok && moved.value.starts_at.getTime() !== booking.starts_at.getTime())
    await notifyOfBooking(ctx, 'booking.rescheduled', moved.value);
  return moved;
}

/** Whether it could be moved there. */
export async function checkMove(ctx: BookingContext, booking: Booking, to: Place): Promise<Outcome<unknown>> {
  const judge = booking.kind === 'class' ? checkPlaceMove : checkNewTime;
  return immovable(ctx, booking) ?? judge(ctx, booking, to);
}

const NOT_MOVED = message(
  'A booking that is {status, select, waitlisted {waitlisted} offered {offered} cancelled {cancelled} completed {completed} other {no_show}} cannot be moved.',
);
const NOT_CANCELLED = message(
  'A booking that is {status, select, cancelled {cancelled} completed {completed} other {no_show}} cannot be cancelled.',
);

const immovable = (ctx: BookingContext, booking: Booking) =>
  booking.status === 'confirmed'
    ? tooLate(ctx, booking)
    : refuse('conflict', formatterFor(ctx.business).text(NOT_MOVED, { status: booking.status }));

/** Whether the time is free, and who would take it. */
async function checkNewTime(ctx: BookingContext, booking: Booking, to: Place) {
  const asked: Record<string, unknown> = { ...booking.asked };
  if (to.partySize !== undefined) asked.partySize = to.partySize;
  if (to.resourceId !== undefined) for (const field of ctx.booker(booking.industry)?.choice ?? []) delete asked[field];
  const requested = onlyResource(ctx, bookingRequestOf(ctx, booking.industry, asked), to.resourceId);
  if ('ok' in requested) return requested;

  const start = to.startsAt === undefined ? booking.starts_at.getTime() : readStart(ctx.business, to.startsAt);
  const judged = await checkRequest(
    { ...ctx, industry: booking.industry },
    preferringSame(requested, booking),
    start,
    booking.id,
  );
  if ('refusal' in judged) return judged.refusal;
  return done({ start, requested, asked, candidate: judged.candidate });
}

async function move(ctx: BookingContext, booking: Booking, to: Place): Promise<Outcome<Booking>> {
  const refused = immovable(ctx, booking);
  if (refused) return refused;
  if (booking.kind === 'class') return movePlace(ctx, booking, to);
  await lockDay(ctx, to.startsAt === undefined ? booking.starts_at.getTime() : readStart(ctx.business, to.startsAt));
  const judged = await checkNewTime(ctx, booking, to);
  if (!judged.ok) return judged;
  const { start, requested, asked, candidate } = judged.value;
  await freeTime(ctx.db, booking.id);
  const change: Change = {
    starts_at: new Date(start),
    ends_at: new Date(start + requested.durationMinutes * MINUTE),
    party_size: requested.partySize ?? null,
    resource: { id: candidate.id, name: candidate.name },
    price: candidateOf(requested, candidate).price ?? requested.price ?? null,
    asked,
    // Who said that they would come said so of another time.
    ...(start === booking.starts_at.getTime() ? {} : { confirmed_at: null }),
  };
  const moved = await changeBooking(ctx.db, booking, change, ctx.now);
  await takeTime(
    ctx.db,
    moved,
    resourcesOf(booking.industry, candidateOf(requested, candidate).parts),
    ...takenBy(requested, start),
  );
  await offerFreed(ctx, booking);
  return done(moved);
}

export async function cancelBooking(ctx: BookingContext, booking: Booking): Promise<Outcome<Booking>> {
  if (!NEXT[booking.status].includes('cancelled'))
    return refuse('conflict', formatterFor(ctx.business).text(NOT_CANCELLED, { status: booking.status }));
  const late = tooLate(ctx, booking);
  if (late) return late;
  await release(ctx, booking);
  const cancelled = await changeBooking(ctx.db, booking, { status: 'cancelled', offered_until: null }, ctx.now);
  await notifyOfBooking(ctx, 'booking.cancelled', cancelled);
  if (booking.status !== 'waitlisted') await offerFreed(ctx, booking);
  return done(cancelled);
}

/**
 * The business itself can always change its mind; a customer only until the time that its policy names. Who waits, or
 * is asked, has promised nothing yet.
 */
export function tooLate({ business, byCustomer, now }: BookingContext, { starts_at, status }: Booking) {
  const until = starts_at.getTime() - business.booking.cancelUntilMinutes * MINUTE;
  if (!byCustomer || status !== 'confirmed' || now.getTime() <= until) return undefined;
  const policy =
    business.policies.cancellation ??
    formatterFor(business).text('It is too late to change this booking online. Please call us.');
  return refuse('conflict', policy, { reason: 'too_late' });
}

function onlyResource(
  { business }: BookingContext,
  requested: BookingRequestOrRefusal,
  resourceId: string | undefined,
): BookingRequestOrRefusal {
  if ('ok' in requested || resourceId === undefined) return requested;
  const candidates = requested.candidates.filter(({ id, name }) => id === resourceId || name === resourceId);
  if (candidates.length) return { ...requested, candidates };
  const detail = formatterFor(business).text('It cannot be booked there.');
  return refuse('slot_unavailable', detail, { reason: 'no_such_resource', alternatives: [] });
}

/** Whoever has it keeps it where that is possible. */
function preferringSame(requested: Exclude<BookingRequestOrRefusal, { ok: false }>, { resource }: Booking) {
  const same = requested.candidates.filter(({ id }) => id === resource?.id);
  const others = requested.candidates.filter(({ id }) => id !== resource?.id);
  return same.length ? { ...requested, candidates: [...same, ...others], choose: 'first' as const } : requested;
}

export function refuseStale(booking: Booking, version: number | undefined): void {
  if (version === undefined || version === booking.version) return;
  throw new Problem(
    'conflict',
    `This booking has changed meanwhile: its version is ${booking.version}. Read it again.`,
    {
      version: booking.version,
    },
  );
}

/**
 * Whoever changes a booking locks its class or its day first, since others may be waiting for what it has: two who lock
 * in another order would wait for each other. `to` is where it is about to be moved.
 */
export async function lockForChange(ctx: BookingContext, id: string, to?: string): Promise<Booking | undefined> {
  const seen = await findBooking(ctx.db, id);
  if (!seen) return undefined;
  const next = to === undefined ? [] : [readStart(ctx.business, to)];
  if (seen.occurrence_id) {
    const meetings = [seen.occurrence_id, ...next.flatMap((start) => meetingsAt(ctx, seen, start))];
    for (const meeting of new Set(meetings.sort())) await lockOccurrence(ctx, meeting);
  } else {
    for (const start of [seen.starts_at.getTime(), ...next].sort((a, b) => a - b)) await lockDay(ctx, start);
  }
  return lockBooking(ctx.db, id);
}
