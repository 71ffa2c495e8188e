import type { BookingRequestOrRefusal } from '../capability/booking-request.ts';
import type { RequiredDeposit } from '../capability/deposits.ts';
import { formatterFor } from '../capability/formatter.ts';
import { type Outcome, refuse, succeed } from '../capability/outcome.ts';
import { Problem } from '../kernel/problem.ts';
import { message } from '../messages/catalogue.ts';
import { checkRequest, findCandidate, getOccupiedRange, lockDay, rebuildBookingRequest } from './book.ts';
import { type ClassMoveTarget, checkSpotMove, findOccurrenceIdsAt, moveSpot } from './class-move.ts';
import { lockOccurrence } from './class-spots.ts';
import { notifyOfBooking } from './notify.ts';
import { findRequiredDeposit, openPayment, settleDeposit, settleMove, withDeposit } from './payments.ts';
import { reencryptWithNotes } from './person-encryption.ts';
import { type BookingContext, parseStart } from './schedules.ts';
import {
  type Booking,
  type BookingStatus,
  type BookingUpdate,
  deleteBookedTimes,
  findBooking,
  insertBookedTimes,
  lockBooking,
  qualifyResourceIds,
  updateBooking,
} from './store.ts';
import { refuseUnpaidMove } from './unpaid-move.ts';
import { lapseOffer, offerManually, offerToWaitlist, releaseReservation } from './waitlist.ts';
import { MINUTE_MS } from './zone.ts';

const ALLOWED_TRANSITIONS: Record<BookingStatus, BookingStatus[]> = {
  waitlisted: ['offered', 'cancelled'],
  offered: ['confirmed', 'cancelled', 'waitlisted'],
  // Only its payment, or the team's decision, confirms it.
  awaiting_payment: ['cancelled'],
  confirmed: ['cancelled', 'completed', 'no_show'],
  cancelled: [],
  completed: [],
  no_show: [],
};

type MoveTarget = ClassMoveTarget & { partySize?: number };
export type BookingChanges = MoveTarget & {
  status?: BookingStatus;
  notes?: string;
};

/** Applies several changes as one. A change of time, party or resource is checked like a new booking. */
export async function applyChanges(
  ctx: BookingContext,
  booking: Booking,
  changes: BookingChanges,
): Promise<Outcome<Booking>> {
  const { startsAt, partySize, resourceId, status, notes } = changes;
  if (status && status !== booking.status && !ALLOWED_TRANSITIONS[booking.status].includes(status)) {
    return refuse('conflict', `A booking that is ${booking.status} cannot become ${status}.`);
  }
  if (partySize !== undefined && booking.kind !== 'reservation') {
    const detail = 'is for reservations only';
    return refuse('validation_failed', `/partySize ${detail}`, { errors: [{ pointer: '/partySize', detail }] });
  }
  let changedBooking = booking;
  // Several steps still count as one change, so the version goes up by one.
  const withOriginalVersion = () => ({ ...changedBooking, version: booking.version });
  if (startsAt !== undefined || partySize !== undefined || resourceId !== undefined) {
    const moveOutcome = await moveWithoutNotification(ctx, booking, { startsAt, partySize, resourceId });
    if (!moveOutcome.ok) return moveOutcome;
    changedBooking = moveOutcome.value;
  }
  const isMoved = changedBooking.starts_at.getTime() !== booking.starts_at.getTime();
  if (notes !== undefined) {
    const columns = booking.sealed ? await reencryptWithNotes(ctx, booking, notes) : { notes };
    changedBooking = await updateBooking(ctx.db, withOriginalVersion(), columns, ctx.now);
  }
  if (!status || status === booking.status) {
    if (isMoved) await notifyOfBooking(ctx, 'booking.rescheduled', changedBooking);
    return succeed(changedBooking);
  }
  const outcome = await changeStatus(ctx, withOriginalVersion(), status);
  // Notify after all changes, so the notification shows the final state.
  if (outcome.ok && isMoved) await notifyOfBooking(ctx, 'booking.rescheduled', outcome.value);
  return outcome;
}

async function changeStatus(ctx: BookingContext, booking: Booking, status: BookingStatus): Promise<Outcome<Booking>> {
  if (status === 'cancelled') return cancelBooking(ctx, booking);
  if (status === 'confirmed' && booking.offered_until && ctx.now > booking.offered_until) {
    return refuse('conflict', 'This offer has lapsed. The place goes to the next in line.', { reason: 'offer_lapsed' });
  }
  if (status === 'waitlisted') return succeed(await lapseOffer(ctx, booking));
  if (status === 'offered') return offerManually(ctx, booking);
  if (status === 'completed' || status === 'no_show') await settleDeposit(ctx, booking, status);
  const deposit = status === 'confirmed' ? findRequiredDeposit(ctx.business, booking) : undefined;
  if (deposit) return succeed(await holdForDeposit(ctx, booking, deposit));
  return succeed(await updateBooking(ctx.db, booking, { status, offered_until: null }, ctx.now));
}

/** An accepted offer that needs a deposit is not booked before it is paid. */
async function holdForDeposit(ctx: BookingContext, booking: Booking, deposit: RequiredDeposit): Promise<Booking> {
  const update: BookingUpdate = { status: 'awaiting_payment', offered_until: null };
  const heldBooking = await openPayment(ctx, await updateBooking(ctx.db, booking, update, ctx.now), deposit);
  await notifyOfBooking(ctx, 'booking.held', heldBooking);
  return heldBooking;
}

/** Moves to another time, party size or resource, with the same checks as a new booking but ignoring its own slot. */
export async function moveBooking(
  ctx: BookingContext,
  booking: Booking,
  target: MoveTarget,
): Promise<Outcome<Booking>> {
  const moveOutcome = await moveWithoutNotification(ctx, booking, target);
  if (moveOutcome.ok && moveOutcome.value.starts_at.getTime() !== booking.starts_at.getTime())
    await notifyOfBooking(ctx, 'booking.rescheduled', moveOutcome.value);
  return moveOutcome;
}

/** Whether the booking could be moved there. */
export async function checkMove(ctx: BookingContext, booking: Booking, target: MoveTarget): Promise<Outcome<unknown>> {
  const checkMoveOfKind = booking.kind === 'class' ? checkSpotMove : checkTimeMove;
  return refuseIfImmovable(ctx, booking) ?? checkMoveOfKind(ctx, booking, target);
}

const CANNOT_BE_MOVED = message(
  '{status, select, waitlisted {Waitlisted} offered {Offered} awaiting_payment {Unpaid} cancelled {Canceled} completed {Completed} other {No-show}} bookings can’t be rescheduled.',
);
const CANNOT_BE_CANCELED = message(
  '{status, select, cancelled {Canceled} completed {Completed} other {No-show}} bookings can’t be canceled.',
);

const refuseIfImmovable = (ctx: BookingContext, booking: Booking) =>
  booking.status === 'confirmed'
    ? refuseIfTooLate(ctx, booking)
    : refuse('conflict', formatterFor(ctx.business).text(CANNOT_BE_MOVED, { status: booking.status }));

/** Whether the new time is free, and which candidate would take it. */
async function checkTimeMove(ctx: BookingContext, booking: Booking, target: MoveTarget) {
  const inputFields: Record<string, unknown> = { ...booking.asked };
  if (target.partySize !== undefined) inputFields.partySize = target.partySize;
  if (target.resourceId !== undefined)
    for (const field of ctx.findBookingCapability(booking.industry)?.resourceFields ?? []) delete inputFields[field];
  const bookingRequest = restrictToResource(
    ctx,
    rebuildBookingRequest(ctx, booking.industry, inputFields),
    target.resourceId,
  );
  if ('ok' in bookingRequest) return bookingRequest;

  const start = target.startsAt === undefined ? booking.starts_at.getTime() : parseStart(ctx.business, target.startsAt);
  // For more people or someone else, its own time may be what the customer takes instead.
  const keepsRequest = target.partySize === undefined && target.resourceId === undefined;
  const checkResult = await checkRequest(
    { ...ctx, industry: booking.industry },
    preferCurrentResource(bookingRequest, booking),
    start,
    { exceptBookingId: booking.id, ...(keepsRequest ? { exceptStart: booking.starts_at.getTime() } : {}) },
  );
  if ('refusal' in checkResult) return checkResult.refusal;
  const price = findCandidate(bookingRequest, checkResult.candidate).price ?? bookingRequest.price ?? null;
  const ends_at = new Date(start + bookingRequest.durationMinutes * MINUTE_MS);
  const terms = { starts_at: new Date(start), ends_at, price, party_size: bookingRequest.partySize ?? null };
  const unpaidRefusal = refuseUnpaidMove(ctx, booking, { ...terms, service: bookingRequest.service ?? null });
  return unpaidRefusal ?? succeed({ terms, bookingRequest, inputFields, candidate: checkResult.candidate });
}

async function moveWithoutNotification(
  ctx: BookingContext,
  booking: Booking,
  target: MoveTarget,
): Promise<Outcome<Booking>> {
  const refusal = refuseIfImmovable(ctx, booking);
  if (refusal) return refusal;
  if (booking.kind === 'class') return moveSpot(ctx, booking, target);
  await lockDay(
    ctx,
    target.startsAt === undefined ? booking.starts_at.getTime() : parseStart(ctx.business, target.startsAt),
  );
  const checkOutcome = await checkTimeMove(ctx, booking, target);
  if (!checkOutcome.ok) return checkOutcome;
  const { terms, bookingRequest, inputFields, candidate } = checkOutcome.value;
  const start = terms.starts_at.getTime();
  await deleteBookedTimes(ctx.db, booking.id);
  const update: BookingUpdate = {
    ...terms,
    resource: { id: candidate.id, name: candidate.name },
    asked: inputFields,
    // The customer confirmed attendance for the old time only.
    ...(start === booking.starts_at.getTime() ? {} : { confirmed_at: null }),
  };
  const movedBooking = await updateBooking(ctx.db, booking, update, ctx.now);
  await insertBookedTimes(
    ctx.db,
    movedBooking,
    qualifyResourceIds(booking.industry, findCandidate(bookingRequest, candidate).resourceIds),
    ...getOccupiedRange(bookingRequest, start),
  );
  await settleMove(ctx, movedBooking);
  await offerToWaitlist(ctx, booking);
  return succeed(movedBooking);
}

export async function cancelBooking(ctx: BookingContext, booking: Booking): Promise<Outcome<Booking>> {
  if (!ALLOWED_TRANSITIONS[booking.status].includes('cancelled'))
    return refuse('conflict', formatterFor(ctx.business).text(CANNOT_BE_CANCELED, { status: booking.status }));
  const lateRefusal = refuseIfTooLate(ctx, booking);
  if (lateRefusal) return lateRefusal;
  await releaseReservation(ctx, booking);
  await settleDeposit(ctx, booking, 'cancelled');
  const update: BookingUpdate = { status: 'cancelled', offered_until: null };
  const canceledBooking = await withDeposit(ctx.db, await updateBooking(ctx.db, booking, update, ctx.now));
  await notifyOfBooking(ctx, 'booking.cancelled', canceledBooking);
  if (booking.status !== 'waitlisted') await offerToWaitlist(ctx, booking);
  return succeed(canceledBooking);
}

/**
 * Customers can change a confirmed booking only until the cut-off in the business's policy. The business itself can
 * always change it, and waitlisted or offered bookings are not binding yet.
 */
export function refuseIfTooLate({ business, isByCustomer, now }: BookingContext, { starts_at, status }: Booking) {
  const cutoff = starts_at.getTime() - business.booking.cancelUntilMinutes * MINUTE_MS;
  if (!isByCustomer || status !== 'confirmed' || now.getTime() <= cutoff) return undefined;
  const policy =
    business.policies.cancellation ??
    formatterFor(business).text('It’s too late to change this booking online. Please call us.');
  return refuse('conflict', policy, { reason: 'too_late' });
}

function restrictToResource(
  { business }: BookingContext,
  bookingRequest: BookingRequestOrRefusal,
  resourceId: string | undefined,
): BookingRequestOrRefusal {
  if ('ok' in bookingRequest || resourceId === undefined) return bookingRequest;
  const candidates = bookingRequest.candidates.filter(({ id, name }) => id === resourceId || name === resourceId);
  if (candidates.length) return { ...bookingRequest, candidates };
  const detail = formatterFor(business).text('That booking doesn’t fit there.');
  return refuse('slot_unavailable', detail, { reason: 'no_such_resource', alternatives: [] });
}

/** Keeps the current resource if it is still available. */
function preferCurrentResource(bookingRequest: Exclude<BookingRequestOrRefusal, { ok: false }>, { resource }: Booking) {
  const currentCandidates = bookingRequest.candidates.filter(({ id }) => id === resource?.id);
  const otherCandidates = bookingRequest.candidates.filter(({ id }) => id !== resource?.id);
  return currentCandidates.length
    ? { ...bookingRequest, candidates: [...currentCandidates, ...otherCandidates], choose: 'first' as const }
    : bookingRequest;
}

export function assertCurrentVersion(booking: Booking, version: number | undefined): void {
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
 * Locks the class or day first and the booking second, always in that order, so that two concurrent changes cannot
 * deadlock. `newStartsAt` is the time the booking is about to be moved to.
 */
export async function lockForChange(
  ctx: BookingContext,
  id: string,
  newStartsAt?: string,
): Promise<Booking | undefined> {
  const unlockedBooking = await findBooking(ctx.db, id);
  if (!unlockedBooking) return undefined;
  const newStarts = newStartsAt === undefined ? [] : [parseStart(ctx.business, newStartsAt)];
  if (unlockedBooking.occurrence_id) {
    const occurrenceIds = [
      unlockedBooking.occurrence_id,
      ...newStarts.flatMap((start) => findOccurrenceIdsAt(ctx, unlockedBooking, start)),
    ];
    for (const occurrenceId of new Set(occurrenceIds.sort())) await lockOccurrence(ctx, occurrenceId);
  } else {
    for (const start of [unlockedBooking.starts_at.getTime(), ...newStarts].sort((a, b) => a - b))
      await lockDay(ctx, start);
  }
  return lockBooking(ctx.db, id);
}
