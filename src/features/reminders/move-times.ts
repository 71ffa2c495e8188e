import { bookingRequestOf } from '../../scheduling/book.ts';
import { type BookingContext, candidatesFor, rulesOf } from '../../scheduling/calendar.ts';
import { slotsOfEach } from '../../scheduling/slots.ts';
import type { Booking } from '../../scheduling/store.ts';
import { DAY, readDay, writeDay } from '../../scheduling/zone.ts';

export type FreeDay = { day: string; starts: number[] };
/** Two weeks of free times, the day that is shown, and where the weeks before and after begin. */
export type MoveChoice = { days: FreeDay[]; day?: string; earlier?: string; later?: string };

const DAYS = 14;
const BEFORE = 3;

/** Around the day that was asked for, or the booking's own. */
export async function movesFrom(ctx: BookingContext, booking: Booking, asked = ''): Promise<MoveChoice> {
  const { zone, horizonDays } = rulesOf(ctx.business);
  const today = zone.localAt(ctx.now.getTime()).day;
  const own = zone.localAt(booking.starts_at.getTime()).day;
  const last = today + horizonDays;
  const wanted = Math.min(Math.max(readDay(asked) ?? own, today), last);
  const first = Math.max(today, wanted - BEFORE);
  const days = await freeDays(ctx, booking, first);
  const shown = days.find(({ day }) => day >= writeDay(wanted)) ?? days.at(-1);
  return {
    days,
    ...(shown ? { day: shown.day } : {}),
    ...(first > today ? { earlier: writeDay(Math.max(today, first - DAYS + BEFORE)) } : {}),
    ...(first + DAYS <= last ? { later: writeDay(first + DAYS) } : {}),
  };
}

/** The starts that it could be moved to: those that anyone is offered, and what it takes itself. */
async function freeDays(ctx: BookingContext, booking: Booking, first: number): Promise<FreeDay[]> {
  const wish = bookingRequestOf(ctx, booking.industry, booking.asked);
  if ('ok' in wish) return [];
  const rules = rulesOf(ctx.business);
  const { zone } = rules;
  const [from, to] = [zone.epochAt(first, 0), zone.epochAt(first + DAYS, 0)];
  const own = { ...ctx, industry: booking.industry };
  const candidates = await candidatesFor(own, wish.candidates, from - DAY, to + DAY, booking.id);
  const starts = new Set(slotsOfEach(rules, ctx.now.getTime(), wish, candidates, from, to).flat());
  starts.delete(booking.starts_at.getTime());
  const sorted = [...starts].sort((a, b) => a - b);
  const days = Map.groupBy(sorted, (start) => writeDay(zone.localAt(start).day));
  return [...days].map(([day, of]) => ({ day, starts: of }));
}
