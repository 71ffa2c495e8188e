import type { BookingRequest } from '../capability/booking-request.ts';
import { type BookingContext, loadResourceSchedules, rulesOf } from './calendar.ts';
import { slotsPerCandidate } from './slots.ts';
import { DAY_MS, formatDay } from './zone.ts';

export type FreeDay = { day: string; starts: number[] };
/** Two weeks of free times, the selected day, and the first day of the pages before and after. */
export type FreeDays = { days: FreeDay[]; day?: string; earlier?: string; later?: string };

/** `day` counts from 1970-01-01. A booking that is being moved does not block its own time, which is not offered again. */
type FreeDaysRequest = { day: number; exceptBookingId?: string; exceptStart?: number };

const DAYS_SHOWN = 14;
const DAYS_SHOWN_BEFORE = 3;

/** Free times around the wanted day. If nothing is free on it, the next day that has something is selected. */
export async function findFreeDays(
  ctx: BookingContext,
  requested: BookingRequest,
  wanted: FreeDaysRequest,
): Promise<FreeDays> {
  const { zone, horizonDays } = rulesOf(ctx.business);
  const today = zone.localAt(ctx.now.getTime()).day;
  const last = today + horizonDays;
  const wantedDay = Math.min(Math.max(wanted.day, today), last);
  const first = Math.max(today, wantedDay - DAYS_SHOWN_BEFORE);
  const days = await freeDaysFrom(ctx, requested, first, wanted);
  const selected = days.find(({ day }) => day >= formatDay(wantedDay)) ?? days.at(-1);
  return {
    days,
    ...(selected ? { day: selected.day } : {}),
    ...(first > today ? { earlier: formatDay(Math.max(today, first - DAYS_SHOWN + DAYS_SHOWN_BEFORE)) } : {}),
    ...(first + DAYS_SHOWN <= last ? { later: formatDay(first + DAYS_SHOWN) } : {}),
  };
}

async function freeDaysFrom(
  ctx: BookingContext,
  requested: BookingRequest,
  first: number,
  { exceptBookingId, exceptStart }: FreeDaysRequest,
): Promise<FreeDay[]> {
  const rules = rulesOf(ctx.business);
  const { zone } = rules;
  const [from, to] = [zone.epochAt(first, 0), zone.epochAt(first + DAYS_SHOWN, 0)];
  const candidates = await loadResourceSchedules(
    ctx,
    requested.candidates,
    from - DAY_MS,
    to + DAY_MS,
    exceptBookingId,
  );
  const starts = new Set(slotsPerCandidate(rules, ctx.now.getTime(), requested, candidates, from, to).flat());
  const sorted = [...starts].filter((start) => start !== exceptStart).sort((a, b) => a - b);
  const days = Map.groupBy(sorted, (start) => formatDay(zone.localAt(start).day));
  return [...days].map(([day, dayStarts]) => ({ day, starts: dayStarts }));
}
