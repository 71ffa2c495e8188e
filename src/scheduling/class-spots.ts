import { sql } from 'kysely';
import { type Outcome, refuse, succeed } from '../capability/outcome.ts';
import { rfc3339 } from '../kernel/clock.ts';
import type { Db } from '../kernel/database/database.ts';
import { newId } from '../kernel/ids.ts';
import { must } from '../kernel/must.ts';
import { type BookingInput, parseCustomer } from './book.ts';
import { checkFixedStart } from './check-availability.ts';
import { findOccurrence, findOccurrencesBetween, type Occurrence, type Timetable } from './classes.ts';
import { notifyOfBooking } from './notify.ts';
import { findRequiredDeposit, openPayment } from './payments.ts';
import { presentBooking } from './present.ts';
import { type BookingContext, isClosedNow, rulesOf } from './schedules.ts';
import { type Booking, type BookingCustomer, buildSameCustomerCondition, insertBooking } from './store.ts';
import { scheduleWaitlistJob } from './waitlist-job.ts';
import { zoneOf } from './zone.ts';

export type ClassEntry = Timetable['classes'][number] & { name: string; capacity: number; price?: number };

/** The timetable in the industry's section of the document. */
export function getTimetable({
  business,
  industry,
}: BookingContext): Omit<Timetable, 'classes'> & { classes: ClassEntry[] } {
  const { classes = [] } = (business[industry] ?? {}) as { classes?: ClassEntry[] };
  return { zone: zoneOf(business.timezone), closures: business.closures, classes };
}

const findClass = ({ classes }: { classes: ClassEntry[] }, { classId }: { classId: string }): ClassEntry =>
  must(
    classes.find(({ id }) => id === classId),
    'the class of an occurrence',
  );

/** Class occurrences from `fromMs` to the end of `days` local days (today is the first), with their free and waitlisted spots. */
export async function listOccurrences(ctx: BookingContext, { from: fromMs, days }: { from: number; days: number }) {
  const timetable = getTimetable(ctx);
  const { zone } = timetable;
  const occurrences = findOccurrencesBetween(timetable, fromMs, zone.epochAt(zone.localAt(fromMs).day + days, 0));
  const spotCounts = await countSpots(
    ctx.db,
    occurrences.map(({ occurrenceId }) => occurrenceId),
  );
  return occurrences.map((occurrence) => {
    const { capacity } = findClass(timetable, occurrence);
    const { taken = 0, waiting = 0 } = spotCounts.get(occurrence.occurrenceId) ?? {};
    return {
      occurrenceId: occurrence.occurrenceId,
      id: occurrence.classId,
      startsAt: rfc3339(new Date(occurrence.start), ctx.business.timezone),
      endsAt: rfc3339(new Date(occurrence.end), ctx.business.timezone),
      capacity,
      spotsLeft: Math.max(0, capacity - taken),
      waitlist: waiting,
    };
  });
}

async function countSpots(db: Db, occurrenceIds: string[]) {
  const { rows } = await sql<{ occurrence_id: string; taken: number; waiting: number }>`
    select occurrence_id, count(*) filter (where status in ('confirmed', 'awaiting_payment', 'offered', 'completed', 'no_show'))::integer as taken,
      count(*) filter (where status = 'waitlisted')::integer as waiting
    from bookings where occurrence_id = any(${occurrenceIds}) group by occurrence_id`.execute(db);
  return new Map(rows.map((row) => [row.occurrence_id, row]));
}

/** Books a spot, or joins the waiting list if the class is full. */
export async function joinClass(
  ctx: BookingContext,
  input: Omit<BookingInput, 'asked' | 'startsAt'> & { occurrenceId: string },
): Promise<Outcome<unknown>> {
  const timetable = getTimetable(ctx);
  const occurrence = findOccurrence(timetable, input.occurrenceId);
  if (!occurrence) return refuse('not_found', 'There is no class at that time.');
  const classEntry = findClass(timetable, occurrence);
  const customerIfGiven = input.customer && parseCustomer(input.customer, ctx.business);
  const verdict = checkFixedStart(rulesOf(ctx.business), ctx.now.getTime(), occurrence.start);
  const refusedVerdict = verdict.available ? undefined : verdict;
  const detail = refusedVerdict?.rules.find(({ ok }) => !ok)?.detail ?? '';
  await lockOccurrence(ctx, occurrence.occurrenceId);
  const spot = await findFreeSpot(ctx.db, occurrence.occurrenceId, classEntry.capacity);
  if (input.checkOnly) {
    const reason = refusedVerdict?.reason ?? (spot ? undefined : 'full');
    const startsAt = rfc3339(new Date(occurrence.start), ctx.business.timezone);
    return succeed({ available: !reason, startsAt, ...(reason ? { reason } : {}), alternatives: [] }, 200);
  }
  const customer = must(customerIfGiven, 'a customer to book for');
  if (refusedVerdict) return refuse('slot_unavailable', detail, { reason: refusedVerdict.reason, alternatives: [] });
  if (await hasClassBooking(ctx.db, occurrence.occurrenceId, customer)) {
    return refuse('conflict', 'This customer already has a spot in that class or is on its waitlist.');
  }
  const booking = await insertClassBooking(ctx, occurrence, classEntry, { customer, notes: input.notes ?? null }, spot);
  if (!spot) await scheduleWaitlistJob(ctx, booking, booking.starts_at);
  await notifyOfBooking(ctx, booking.status === 'awaiting_payment' ? 'booking.held' : 'booking.created', booking);
  return succeed(presentBooking(booking, ctx.business.timezone));
}

async function insertClassBooking(
  ctx: BookingContext,
  occurrence: Occurrence,
  classEntry: ClassEntry,
  person: { customer: BookingCustomer; notes: string | null },
  spot: number | undefined,
): Promise<Booking> {
  const { db, workspace, business, industry, now, conversationId } = ctx;
  const terms = {
    starts_at: new Date(occurrence.start),
    ends_at: new Date(occurrence.end),
    party_size: 1,
    service: { id: classEntry.id, name: classEntry.name },
    price: classEntry.price ?? null,
  };
  const deposit = spot ? findRequiredDeposit(business, terms) : undefined;
  const booking = await insertBooking(db, {
    ...terms,
    workspace_id: workspace.id,
    id: newId('bkg'),
    kind: 'class',
    industry,
    status: deposit ? 'awaiting_payment' : spot ? 'confirmed' : 'waitlisted',
    resource: classEntry.instructor ? { id: classEntry.instructor, name: classEntry.instructor } : null,
    asked: {},
    ...person,
    sealed: null,
    person_hashes: [],
    conversation_id: conversationId ?? null,
    language: business.language ?? null,
    occurrence_id: occurrence.occurrenceId,
    offered_until: null,
    after_hours: isClosedNow({ business, now }),
    version: 1,
    created_at: now,
    updated_at: now,
  });
  if (spot) await assignSpot(db, booking, spot);
  return deposit ? openPayment(ctx, booking, deposit) : booking;
}

export const assignSpot = (db: Db, { workspace_id, id, occurrence_id }: Booking, spot: number) =>
  db
    .insertInto('class_places')
    .values({ workspace_id, occurrence_id: must(occurrence_id, 'a booking of a class'), place: spot, booking_id: id })
    .execute();

/** Serializes bookings of one occurrence. The primary key of a spot still rejects duplicates if this lock is missed. */
export const lockOccurrence = ({ db, workspace }: BookingContext, occurrenceId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`${workspace.id} ${occurrenceId}`}, 2))`.execute(db);

export async function findFreeSpot(db: Db, occurrenceId: string, capacity: number): Promise<number | undefined> {
  const rows = await db.selectFrom('class_places').select('place').where('occurrence_id', '=', occurrenceId).execute();
  const takenSpots = new Set(rows.map(({ place }) => place));
  for (let spot = 1; spot <= capacity; spot++) if (!takenSpots.has(spot)) return spot;
  return undefined;
}

/** Whether the customer has a booking for the occurrence that is not canceled. */
export async function hasClassBooking(db: Db, occurrenceId: string, customer: BookingCustomer): Promise<boolean> {
  const bookings = await db
    .selectFrom('bookings')
    .select('id')
    .where('occurrence_id', '=', occurrenceId)
    .where('status', '<>', 'cancelled')
    .where(buildSameCustomerCondition(customer))
    .limit(1)
    .execute();
  return bookings.length > 0;
}

export const releaseSpot = (db: Db, { id }: Booking) =>
  db.deleteFrom('class_places').where('booking_id', '=', id).execute();

/** Assigns a spot to a waiting booking if the class is still held and has one; returns whether it did. */
export async function reserveSpot(ctx: BookingContext, booking: Booking): Promise<boolean> {
  const timetable = getTimetable({ ...ctx, industry: booking.industry });
  const occurrence = findOccurrence(timetable, must(booking.occurrence_id, 'a booking of a class'));
  if (!occurrence) return false;
  const { capacity } = findClass(timetable, occurrence);
  const spot = await findFreeSpot(ctx.db, occurrence.occurrenceId, capacity);
  if (spot) await assignSpot(ctx.db, booking, spot);
  return spot !== undefined;
}
