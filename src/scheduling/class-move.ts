// Moves a spot in a class to another occurrence, of the same class or of a different one.

import { formatterFor } from '../capability/formatter.ts';
import { type Outcome, refuse, succeed } from '../capability/outcome.ts';
import { must } from '../kernel/must.ts';
import { checkFixedStart } from './check-availability.ts';
import {
  assignSpot,
  type ClassEntry,
  findFreeSpot,
  hasBooking,
  listOccurrences,
  lockOccurrence,
  releaseSpot,
  timetableOf,
} from './class-spots.ts';
import { type Occurrence, occurrencesBetween } from './classes.ts';
import { settleMove } from './payments.ts';
import { type BookingContext, parseStart, rulesOf } from './schedules.ts';
import { type Booking, updateBooking } from './store.ts';
import { refuseUnpaidMove } from './unpaid-move.ts';
import { offerToWaitlist } from './waitlist.ts';

export type ClassMoveTarget = { startsAt?: string; classId?: string; resourceId?: string };

const ALTERNATIVES_DAYS_AHEAD = 14;
const MAX_ALTERNATIVES = 3;

/** The new occurrence, with a free spot unless it is the occurrence the booking already has. */
type CheckedSpotMove = { occurrence: Occurrence; entry: ClassEntry; spot?: number };

const withIndustryOf = (ctx: BookingContext, { industry }: Booking): BookingContext => ({ ...ctx, industry });

export async function checkSpotMove(
  ctx: BookingContext,
  booking: Booking,
  target: ClassMoveTarget,
): Promise<Outcome<CheckedSpotMove>> {
  const { text } = formatterFor(ctx.business);
  if (target.resourceId !== undefined)
    return refuse('conflict', text('You can’t choose who teaches a class. Choose another time.'));
  const timetable = timetableOf(withIndustryOf(ctx, booking));
  const classId = target.classId ?? booking.service?.id;
  const entry = timetable.classes.find(({ id }) => id === classId);
  if (!entry)
    return refuse('conflict', text('That class is no longer offered. Cancel this spot and join another class.'));
  const start = target.startsAt === undefined ? booking.starts_at.getTime() : parseStart(ctx.business, target.startsAt);
  const refuseWithAlternatives = async (reason: string, detail: string) =>
    refuse('slot_unavailable', detail, { reason, alternatives: await findAlternativeOccurrences(ctx, booking, entry) });
  const occurrence = occurrencesBetween(timetable, start, start + 1).find(({ classId }) => classId === entry.id);
  if (!occurrence)
    return refuseWithAlternatives('closed', text('There’s no {name} at that time.', { name: entry.name }));
  if (occurrence.occurrenceId === booking.occurrence_id) return succeed({ occurrence, entry });
  const verdict = checkFixedStart(rulesOf(ctx.business), ctx.now.getTime(), occurrence.start);
  const failedRule = verdict.rules.find(({ ok }) => !ok);
  if (verdict.reason) return refuseWithAlternatives(verdict.reason, must(failedRule, 'the rule that failed').detail);
  await lockOccurrence(ctx, occurrence.occurrenceId);
  if (await hasBooking(ctx.db, occurrence.occurrenceId, must(booking.customer, 'an unencrypted customer')))
    return refuse('conflict', text('This customer already has a spot in that class or is on its waitlist.'));
  const unpaidRefusal = refuseUnpaidMove(ctx, booking, {
    starts_at: new Date(occurrence.start),
    ends_at: new Date(occurrence.end),
    party_size: booking.party_size,
    service: { id: entry.id, name: entry.name },
    price: entry.price ?? null,
  });
  if (unpaidRefusal) return unpaidRefusal;
  const spot = await findFreeSpot(ctx.db, occurrence.occurrenceId, entry.capacity);
  return spot
    ? succeed({ occurrence, entry, spot })
    : refuseWithAlternatives('full', text('{name} is full at that time.', { name: entry.name }));
}

/** Offers the spot that becomes free to the waiting list. */
export async function moveSpot(
  ctx: BookingContext,
  booking: Booking,
  target: ClassMoveTarget,
): Promise<Outcome<Booking>> {
  const checked = await checkSpotMove(ctx, booking, target);
  if (!checked.ok) return checked;
  const { occurrence, entry, spot } = checked.value;
  if (spot === undefined) return succeed(booking);
  await releaseSpot(ctx.db, booking);
  const update = {
    starts_at: new Date(occurrence.start),
    ends_at: new Date(occurrence.end),
    occurrence_id: occurrence.occurrenceId,
    service: { id: entry.id, name: entry.name },
    resource: entry.instructor ? { id: entry.instructor, name: entry.instructor } : null,
    price: entry.price ?? null,
    confirmed_at: null,
  };
  const movedBooking = await updateBooking(ctx.db, booking, update, ctx.now);
  await assignSpot(ctx.db, movedBooking, spot);
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
export const occurrenceIdsAt = (ctx: BookingContext, booking: Booking, start: number): string[] =>
  occurrencesBetween(timetableOf(withIndustryOf(ctx, booking)), start, start + 1).map(
    ({ occurrenceId }) => occurrenceId,
  );

/** When the class starts on that day; if several times match, the one nearest to the booking's own time. */
export function occurrenceStartOn(ctx: BookingContext, booking: Booking, day: number, classId = booking.service?.id) {
  const timetable = timetableOf(withIndustryOf(ctx, booking));
  const { zone } = timetable;
  const bookingMinutes = zone.localAt(booking.starts_at.getTime()).minutes;
  const minutesAway = ({ start }: Occurrence) => Math.abs(zone.localAt(start).minutes - bookingMinutes);
  return occurrencesBetween(timetable, zone.epochAt(day, 0), zone.epochAt(day + 1, 0))
    .filter((occurrence) => occurrence.classId === classId)
    .sort((a, b) => minutesAway(a) - minutesAway(b))[0]?.start;
}
