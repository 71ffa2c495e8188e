import { bookingRequestOf } from '../../scheduling/book.ts';
import { type BookingContext, loadResourceSchedules, rulesOf } from '../../scheduling/calendar.ts';
import { slotsPerCandidate } from '../../scheduling/slots.ts';
import type { Booking } from '../../scheduling/store.ts';
import { DAY_MS, formatDay, parseDay } from '../../scheduling/zone.ts';

export type FreeDay = { day: string; starts: number[] };
/** Two weeks of free times, the selected day, and the first day of the pages before and after. */
export type MoveTimes = { days: FreeDay[]; day?: string; earlier?: string; later?: string };

const DAYS_SHOWN = 14;
const DAYS_SHOWN_BEFORE = 3;

/** Free times around the requested day, or around the booking's own day. */
export async function findMoveTimes(ctx: BookingContext, booking: Booking, requestedDay = ''): Promise<MoveTimes> {
  const { zone, horizonDays } = rulesOf(ctx.business);
  const today = zone.localAt(ctx.now.getTime()).day;
  const bookingDay = zone.localAt(booking.starts_at.getTime()).day;
  const last = today + horizonDays;
  const selectedDay = Math.min(Math.max(parseDay(requestedDay) ?? bookingDay, today), last);
  const first = Math.max(today, selectedDay - DAYS_SHOWN_BEFORE);
  const days = await freeDays(ctx, booking, first);
  const selected = days.find(({ day }) => day >= formatDay(selectedDay)) ?? days.at(-1);
  return {
    days,
    ...(selected ? { day: selected.day } : {}),
    ...(first > today ? { earlier: formatDay(Math.max(today, first - DAYS_SHOWN + DAYS_SHOWN_BEFORE)) } : {}),
    ...(first + DAYS_SHOWN <= last ? { later: formatDay(first + DAYS_SHOWN) } : {}),
  };
}

/** The starts the booking could be moved to, ignoring the time it occupies itself. */
async function freeDays(ctx: BookingContext, booking: Booking, first: number): Promise<FreeDay[]> {
  const requested = bookingRequestOf(ctx, booking.industry, booking.asked);
  if ('ok' in requested) return [];
  const rules = rulesOf(ctx.business);
  const { zone } = rules;
  const [from, to] = [zone.epochAt(first, 0), zone.epochAt(first + DAYS_SHOWN, 0)];
  const bookingCtx = { ...ctx, industry: booking.industry };
  const candidates = await loadResourceSchedules(
    bookingCtx,
    requested.candidates,
    from - DAY_MS,
    to + DAY_MS,
    booking.id,
  );
  const starts = new Set(slotsPerCandidate(rules, ctx.now.getTime(), requested, candidates, from, to).flat());
  starts.delete(booking.starts_at.getTime());
  const sorted = [...starts].sort((a, b) => a - b);
  const days = Map.groupBy(sorted, (start) => formatDay(zone.localAt(start).day));
  return [...days].map(([day, dayStarts]) => ({ day, starts: dayStarts }));
}
