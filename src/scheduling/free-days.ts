import type { BookingRequest } from '../capability/booking-request.ts';
import { formatDay } from '../kernel/clock.ts';
import { type BookingContext, loadResourceSchedules, type MovedBooking, rulesOf } from './schedules.ts';
import { findSlotsPerCandidate } from './slots.ts';
import { DAY_MS } from './zone.ts';

/** `day` is a date; the starts are epoch milliseconds. */
export type FreeDay = { day: string; starts: number[] };
/** Two weeks of free times, the selected day, and the first day of the pages before and after. */
export type FreeDays = { days: FreeDay[]; day?: string; earlier?: string; later?: string };

/** `day` counts from 1970-01-01. */
type FreeDaysRequest = MovedBooking & { day: number };

const DAYS_SHOWN = 14;
const DAYS_SHOWN_BEFORE = 3;

/** Free times around the wanted day. If nothing is free on it, the next day that has something is selected. */
export async function findFreeDays(
  ctx: BookingContext,
  bookingRequest: BookingRequest,
  options: FreeDaysRequest,
): Promise<FreeDays> {
  const { zone, horizonDays } = rulesOf(ctx.business);
  const today = zone.localAt(ctx.now.getTime()).day;
  const lastDay = today + horizonDays;
  const wantedDay = Math.min(Math.max(options.day, today), lastDay);
  const firstDay = Math.max(today, wantedDay - DAYS_SHOWN_BEFORE);
  const days = await loadFreeDays(ctx, bookingRequest, firstDay, options);
  const selectedDay = days.find(({ day }) => day >= formatDay(wantedDay)) ?? days.at(-1);
  return {
    days,
    ...(selectedDay ? { day: selectedDay.day } : {}),
    ...(firstDay > today ? { earlier: formatDay(Math.max(today, firstDay - DAYS_SHOWN + DAYS_SHOWN_BEFORE)) } : {}),
    ...(firstDay + DAYS_SHOWN <= lastDay ? { later: formatDay(firstDay + DAYS_SHOWN) } : {}),
  };
}

async function loadFreeDays(
  ctx: BookingContext,
  bookingRequest: BookingRequest,
  firstDay: number,
  { exceptBookingId, exceptStart }: FreeDaysRequest,
): Promise<FreeDay[]> {
  const rules = rulesOf(ctx.business);
  const { zone } = rules;
  const [fromMs, toMs] = [zone.epochAt(firstDay, 0), zone.epochAt(firstDay + DAYS_SHOWN, 0)];
  const candidates = await loadResourceSchedules(
    ctx,
    bookingRequest.candidates,
    fromMs - DAY_MS,
    toMs + DAY_MS,
    exceptBookingId,
  );
  const starts = new Set(
    findSlotsPerCandidate(rules, ctx.now.getTime(), bookingRequest, candidates, fromMs, toMs).flat(),
  );
  const sortedStarts = [...starts].filter((start) => start !== exceptStart).sort((a, b) => a - b);
  const startsByDay = Map.groupBy(sortedStarts, (start) => formatDay(zone.localAt(start).day));
  return [...startsByDay].map(([day, dayStarts]) => ({ day, starts: dayStarts }));
}
