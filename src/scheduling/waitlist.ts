// Who waits for a class or a table is asked as soon as there is one, and has it held while they think.
import { done, type Outcome, refuse } from '../capability/outcome.ts';
import { bookingRequestOf, candidateOf, findFreeCandidate, takenBy } from './book.ts';
import { type BookingContext, rulesOf } from './calendar.ts';
import { holdPlace, leavePlace } from './class-places.ts';
import { notifyOfBooking } from './notify.ts';
import { type Booking, type Change, changeBooking, freeTime, resourcesOf, takeTime } from './store.ts';
import { wakeAt } from './wake.ts';
import { MINUTE } from './zone.ts';

const OFFER_MS = 120 * MINUTE;
/** An offer ends so long before the start: whoever is next needs time as well, and a table is not kept for nobody. */
const LAST_CALL_MS = 30 * MINUTE;
const LONGEST_LINE = 200;

/**
 * What a booking gave up is offered to those who wait, first come, first served, each for what they asked for. The line
 * goes on behind `after`, who has just let an offer lapse, and then begins anew. Whoever calls has locked class or day.
 */
export async function offerFreed(ctx: BookingContext, freed: Booking, after = ''): Promise<void> {
  for (const waiting of await lineFor(ctx, freed, after)) await offer(ctx, waiting);
}

/** Those of the same meeting of a class, or of the same day. Whether it is their turn the calendar decides. */
function lineFor({ db, business }: BookingContext, freed: Booking, after: string): Promise<Booking[]> {
  const { zone } = rulesOf(business);
  const { day } = zone.localAt(freed.starts_at.getTime());
  const waiting = db
    .selectFrom('bookings')
    .selectAll()
    .where('status', '=', 'waitlisted')
    .where('id', '<>', after)
    .orderBy((eb) => eb('id', '<', after))
    .orderBy('id')
    .limit(LONGEST_LINE)
    .forUpdate();
  const line = freed.occurrence_id
    ? waiting.where('occurrence_id', '=', freed.occurrence_id)
    : waiting
        .where('industry', '=', freed.industry)
        .where('occurrence_id', 'is', null)
        .where('starts_at', '>=', new Date(zone.epochAt(day, 0)))
        .where('starts_at', '<', new Date(zone.epochAt(day + 1, 0)));
  return line.execute();
}

/** Offers what is free to someone who waits, whoever else does. */
export async function offerByHand(ctx: BookingContext, booking: Booking): Promise<Outcome<Booking>> {
  const offered = await offer(ctx, booking);
  return offered ? done(offered) : refuse('conflict', 'Nothing is free at that time to offer.');
}

async function offer(ctx: BookingContext, booking: Booking): Promise<Booking | undefined> {
  const until = new Date(Math.min(ctx.now.getTime() + OFFER_MS, booking.starts_at.getTime() - LAST_CALL_MS));
  if (until <= ctx.now) return undefined;
  const held = await hold(ctx, booking);
  if (!held) return undefined;
  const change: Change = { ...held, status: 'offered', offered_until: until };
  const offered = await changeBooking(ctx.db, booking, change, ctx.now);
  await notifyOfBooking(ctx, 'waitlist.offered', offered);
  await wakeAt(ctx, offered, until);
  return offered;
}

/** Takes what the booking waits for, where it can be had: as if it were made now, by the same check. */
async function hold(ctx: BookingContext, booking: Booking): Promise<Change | undefined> {
  if (booking.kind === 'class') return (await holdPlace(ctx, booking)) ? {} : undefined;
  const requested = bookingRequestOf(ctx, booking.industry, booking.asked);
  if ('ok' in requested) return undefined;
  const start = booking.starts_at.getTime();
  const { candidate } = await findFreeCandidate({ ...ctx, industry: booking.industry }, requested, start);
  if (!candidate) return undefined;
  const taker = candidateOf(requested, candidate);
  await takeTime(ctx.db, booking, resourcesOf(booking.industry, taker.parts), ...takenBy(requested, start));
  return {
    ends_at: new Date(start + requested.durationMinutes * MINUTE),
    resource: { id: taker.id, name: taker.name },
    price: taker.price ?? requested.price ?? null,
  };
}

export async function release(ctx: BookingContext, booking: Booking): Promise<void> {
  if (booking.kind === 'class') await leavePlace(ctx.db, booking);
  else await freeTime(ctx.db, booking.id);
}

/** Nobody answered in time: the next in line is asked, and this one waits on. */
export async function lapseOffer(ctx: BookingContext, booking: Booking): Promise<Booking> {
  await release(ctx, booking);
  const change: Change = { status: 'waitlisted', offered_until: null };
  if (booking.kind !== 'class') change.resource = null;
  const waiting = await changeBooking(ctx.db, booking, change, ctx.now);
  await wakeAt(ctx, waiting, booking.starts_at);
  await offerFreed(ctx, booking, booking.id);
  return waiting;
}
