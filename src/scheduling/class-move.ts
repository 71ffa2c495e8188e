// Moves a spot in a class to another occurrence, of the same class or of a different one.

import { formatterFor } from '../capability/formatter.ts';
import { type Outcome, refuse, succeed } from '../capability/outcome.ts';
import { must } from '../kernel/must.ts';
import { checkFixedStart } from './check-availability.ts';
import {
  assignSpot,
  type ClassEntry,
  findFreeSpot,
  getTimetable,
  hasClassBooking,
  listOccurrences,
  lockOccurrence,
  releaseSpot,
} from './class-spots.ts';
import { findOccurrencesBetween, type Occurrence } from './classes.ts';
import { settleMove } from './payments.ts';
import { type BookingContext, parseStart, rulesOf } from './schedules.ts';
import { type Booking, updateBooking } from './store.ts';
import { refuseUnpaidMove } from './unpaid-move.ts';
import { offerToWaitlist } from './waitlist.ts';

export type ClassMoveTarget = { startsAt?: string; classId?: string; resourceId?: string };

const ALTERNATIVES_DAYS_AHEAD = 14;
const MAX_ALTERNATIVES = 3;

/** The new occurrence, with a free spot unless it is the occurrence the booking already has. */
type CheckedSpotMove = { occurrence: Occurrence; classEntry: ClassEntry; freeSpot?: number };

const withIndustryOf = (ctx: BookingContext, { industry }: Booking): BookingContext => ({ ...ctx, industry });

export async function checkSpotMove(
  ctx: BookingContext,
  booking: Booking,
  target: ClassMoveTarget,
): Promise<Outcome<CheckedSpotMove>> {
  const { text } = formatterFor(ctx.business);
  if (target.resourceId !== undefined)
    return refuse('conflict', text('You can’t choose who teaches a class. Choose another time.'));
  const timetable = getTimetable(withIndustryOf(ctx, booking));
  const classId = target.classId ?? booking.service?.id;
  const classEntry = timetable.classes.find(({ id }) => id === classId);
  if (!classEntry)
    return refuse('conflict', text('That class is no longer offered. Cancel this spot and join another class.'));
  const start = target.startsAt === undefined ? booking.starts_at.getTime() : parseStart(ctx.business, target.startsAt);
  const refuseWithAlternatives = async (reason: string, detail: string) =>
    refuse('slot_unavailable', detail, {
      reason,
      alternatives: await findAlternativeOccurrences(ctx, booking, classEntry),
    });
  const occurrence = findOccurrencesBetween(timetable, start, start + 1).find(
    ({ classId }) => classId === classEntry.id,
  );
  if (!occurrence)
    return refuseWithAlternatives('closed', text('There’s no {name} at that time.', { name: classEntry.name }));
  if (occurrence.occurrenceId === booking.occurrence_id) return succeed({ occurrence, classEntry });
  const verdict = checkFixedStart(rulesOf(ctx.business), ctx.now.getTime(), occurrence.start);
  const failedRule = verdict.rules.find(({ ok }) => !ok);
  if (verdict.reason) return refuseWithAlternatives(verdict.reason, must(failedRule, 'the rule that failed').detail);
  await lockOccurrence(ctx, occurrence.occurrenceId);
  if (await hasClassBooking(ctx.db, occurrence.occurrenceId, must(booking.customer, 'an unencrypted customer')))
    return refuse('conflict', text('This customer already has a spot in that class or is on its waitlist.'));
  const unpaidRefusal = refuseUnpaidMove(ctx, booking, {
    starts_at: new Date(occurrence.start),
    ends_at: new Date(occurrence.end),
    party_size: booking.party_size,
    service: { id: classEntry.id, name: classEntry.name },
    price: classEntry.price ?? null,
  });
  if (unpaidRefusal) return unpaidRefusal;
  const freeSpot = await findFreeSpot(ctx.db, occurrence.occurrenceId, classEntry.capacity);
  return freeSpot
    ? succeed({ occurrence, classEntry, freeSpot })
    : refuseWithAlternatives('full', text('{name} is full at that time.', { name: classEntry.name }));
}

/** Offers the spot that becomes free to the waiting list. */
export async function moveSpot(
  ctx: BookingContext,
  booking: Booking,
  target: ClassMoveTarget,
): Promise<Outcome<Booking>> {
  const checkOutcome = await checkSpotMove(ctx, booking, target);
  if (!checkOutcome.ok) return checkOutcome;
  const { occurrence, classEntry, freeSpot } = checkOutcome.value;
  if (freeSpot === undefined) return succeed(booking);
  await releaseSpot(ctx.db, booking);
  const update = {
    starts_at: new Date(occurrence.start),
    ends_at: new Date(occurrence.end),
    occurrence_id: occurrence.occurrenceId,
    service: { id: classEntry.id, name: classEntry.name },
    resource: classEntry.instructor ? { id: classEntry.instructor, name: classEntry.instructor } : null,
    price: classEntry.price ?? null,
    confirmed_at: null,
  };
  const movedBooking = await updateBooking(ctx.db, booking, update, ctx.now);
  await assignSpot(ctx.db, movedBooking, freeSpot);
  await settleMove(ctx, movedBooking);
  await offerToWaitlist(ctx, booking);
  return succeed(movedBooking);
}

/** The next occurrences of the class that still have a spot. */
async function findAlternativeOccurrences(ctx: BookingContext, booking: Booking, { id, name, instructor }: ClassEntry) {
  const now = ctx.now.getTime();
  const rules = rulesOf(ctx.business);
  const occurrences = await listOccurrences(withIndustryOf(ctx, booking), {
    from: now,
    days: ALTERNATIVES_DAYS_AHEAD,
  });
  const resource = instructor ? { id: instructor, name: instructor } : { id, name };
  return occurrences
    .filter(
      (occurrence) =>
        occurrence.id === id && occurrence.spotsLeft > 0 && occurrence.occurrenceId !== booking.occurrence_id,
    )
    .filter(({ startsAt }) => checkFixedStart(rules, now, Date.parse(startsAt)).available)
    .slice(0, MAX_ALTERNATIVES)
    .map(({ startsAt }) => ({ startsAt, resource }));
}

/** Occurrences of any class in the booking's industry. */
export const findOccurrenceIdsAt = (ctx: BookingContext, booking: Booking, start: number): string[] =>
  findOccurrencesBetween(getTimetable(withIndustryOf(ctx, booking)), start, start + 1).map(
    ({ occurrenceId }) => occurrenceId,
  );

/** When the class starts on that day; if several times match, the one nearest to the booking's own time. */
export function findOccurrenceStartOn(
  ctx: BookingContext,
  booking: Booking,
  day: number,
  classId = booking.service?.id,
) {
  const timetable = getTimetable(withIndustryOf(ctx, booking));
  const { zone } = timetable;
  const bookingMinutes = zone.localAt(booking.starts_at.getTime()).minutes;
  const getMinutesAway = ({ start }: Occurrence) => Math.abs(zone.localAt(start).minutes - bookingMinutes);
  return findOccurrencesBetween(timetable, zone.epochAt(day, 0), zone.epochAt(day + 1, 0))
    .filter((occurrence) => occurrence.classId === classId)
    .sort((a, b) => getMinutesAway(a) - getMinutesAway(b))[0]?.start;
}
