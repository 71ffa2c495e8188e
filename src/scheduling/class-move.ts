// A place in a class is moved to another meeting of it, or of a class that is named instead.

import { formatterFor } from '../capability/formatter.ts';
import { done, type Outcome, refuse } from '../capability/outcome.ts';
import { must } from '../kernel/must.ts';
import { type BookingContext, readStart, rulesOf } from './calendar.ts';
import { checkFixedStart } from './check-availability.ts';
import {
  type ClassEntry,
  freePlace,
  isBooked,
  leavePlace,
  listOccurrences,
  lockOccurrence,
  takePlace,
  timetableOf,
} from './class-places.ts';
import { type Occurrence, occurrencesBetween } from './classes.ts';
import { type Booking, changeBooking } from './store.ts';
import { offerFreed } from './waitlist.ts';

export type Meeting = { startsAt?: string; classId?: string; resourceId?: string };

const DAYS_AHEAD = 14;
const MOST_ALTERNATIVES = 3;

/** The meeting, with a place in it unless it is the one that the booking has already. */
type Judged = { meeting: Occurrence; entry: ClassEntry; place?: number };

const inItsIndustry = (ctx: BookingContext, { industry }: Booking): BookingContext => ({ ...ctx, industry });

export async function checkPlaceMove(ctx: BookingContext, booking: Booking, to: Meeting): Promise<Outcome<Judged>> {
  const { text } = formatterFor(ctx.business);
  if (to.resourceId !== undefined)
    return refuse('conflict', text('Who gives a class cannot be chosen. Choose another time.'));
  const timetable = timetableOf(inItsIndustry(ctx, booking));
  const classId = to.classId ?? booking.service?.id;
  const entry = timetable.classes.find(({ id }) => id === classId);
  if (!entry) return refuse('conflict', text('That class is no longer held. Cancel the place and join another class.'));
  const start = to.startsAt === undefined ? booking.starts_at.getTime() : readStart(ctx.business, to.startsAt);
  const refused = async (reason: string, detail: string) =>
    refuse('slot_unavailable', detail, { reason, alternatives: await otherMeetings(ctx, booking, entry) });
  const meeting = occurrencesBetween(timetable, start, start + 1).find((each) => each.classId === entry.id);
  if (!meeting) return refused('closed', text('{name} is not held then.', { name: entry.name }));
  if (meeting.occurrenceId === booking.occurrence_id) return done({ meeting, entry });
  const verdict = checkFixedStart(rulesOf(ctx.business), ctx.now.getTime(), meeting.start);
  const broken = verdict.rules.find(({ ok }) => !ok);
  if (verdict.reason) return refused(verdict.reason, must(broken, 'a rule that does not hold').detail);
  await lockOccurrence(ctx, meeting.occurrenceId);
  if (await isBooked(ctx.db, meeting.occurrenceId, must(booking.customer, 'a customer in clear')))
    return refuse('conflict', text('This customer has a place in that class, or waits for one, already.'));
  const place = await freePlace(ctx.db, meeting.occurrenceId, entry.capacity);
  return place ? done({ meeting, entry, place }) : refused('full', text('{name} is full then.', { name: entry.name }));
}

/** The place that becomes free goes to whoever waits for it. */
export async function movePlace(ctx: BookingContext, booking: Booking, to: Meeting): Promise<Outcome<Booking>> {
  const judged = await checkPlaceMove(ctx, booking, to);
  if (!judged.ok) return judged;
  const { meeting, entry, place } = judged.value;
  if (place === undefined) return done(booking);
  await leavePlace(ctx.db, booking);
  const change = {
    starts_at: new Date(meeting.start),
    ends_at: new Date(meeting.end),
    occurrence_id: meeting.occurrenceId,
    service: { id: entry.id, name: entry.name },
    resource: entry.instructor ? { id: entry.instructor, name: entry.instructor } : null,
    price: entry.price ?? null,
    confirmed_at: null,
  };
  const moved = await changeBooking(ctx.db, booking, change, ctx.now);
  await takePlace(ctx.db, moved, place);
  await offerFreed(ctx, booking);
  return done(moved);
}

/** The next ones of the class that still have a place. */
async function otherMeetings(ctx: BookingContext, booking: Booking, { id, name, instructor }: ClassEntry) {
  const now = ctx.now.getTime();
  const rules = rulesOf(ctx.business);
  const meetings = await listOccurrences(inItsIndustry(ctx, booking), { from: now, days: DAYS_AHEAD });
  const resource = instructor ? { id: instructor, name: instructor } : { id, name };
  return meetings
    .filter((each) => each.id === id && each.spotsLeft > 0 && each.occurrenceId !== booking.occurrence_id)
    .filter(({ startsAt }) => checkFixedStart(rules, now, Date.parse(startsAt)).available)
    .slice(0, MOST_ALTERNATIVES)
    .map(({ startsAt }) => ({ startsAt, resource }));
}

/** Of whatever class that is held where the booking's is. */
export const meetingsAt = (ctx: BookingContext, booking: Booking, start: number): string[] =>
  occurrencesBetween(timetableOf(inItsIndustry(ctx, booking)), start, start + 1).map(
    ({ occurrenceId }) => occurrenceId,
  );

/** When the class is held that day; of several the one nearest to the booking's own time. */
export function meetingOn(ctx: BookingContext, booking: Booking, day: number, classId = booking.service?.id) {
  const timetable = timetableOf(inItsIndustry(ctx, booking));
  const { zone } = timetable;
  const own = zone.localAt(booking.starts_at.getTime()).minutes;
  const away = ({ start }: Occurrence) => Math.abs(zone.localAt(start).minutes - own);
  return occurrencesBetween(timetable, zone.epochAt(day, 0), zone.epochAt(day + 1, 0))
    .filter((each) => each.classId === classId)
    .sort((one, other) => away(one) - away(other))[0]?.start;
}
