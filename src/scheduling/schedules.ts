import type { BookingRequest, Candidate } from '../capability/booking-request.ts';
import type { CapabilityContext } from '../capability/capability.ts';
import type { Business } from '../capability/document.ts';
import { rfc3339 } from '../kernel/clock.ts';
import { Problem } from '../kernel/problem.ts';
import type { ResourceSchedule, SchedulingRules } from './availability-rules.ts';
import { findOpenPeriodsAround } from './hours.ts';
import { findPeriodAt, mergeIntervals } from './intervals.ts';
import { findLeastBooked } from './least-booked.ts';
import { findAlternativesNear, findSlotsPerCandidate, getAlternativesSearchRange } from './slots.ts';
import { loadOccupiedTimes, qualifyResourceIds, WHOLE_BUSINESS_RESOURCE_ID } from './store.ts';
import { DAY_MS, MINUTE_MS, parseLocalTime, zoneOf } from './zone.ts';

export type BookingContext = CapabilityContext<Business>;

const MAX_ALTERNATIVES = 5;

export function rulesOf({ timezone, hours, closures, booking, locale, country, language }: Business): SchedulingRules {
  return {
    zone: zoneOf(timezone),
    hours: hours as SchedulingRules['hours'],
    closures,
    ...booking,
    locale,
    country,
    language,
  };
}

/** Whether the business is closed right now. A business without any opening hours counts as open. */
export function isClosedNow({ business, now }: Pick<BookingContext, 'business' | 'now'>): boolean {
  const hasHours = Object.values(business.hours).some((periods) => periods?.length);
  return hasHours && !findPeriodAt(findOpenPeriodsAround(rulesOf(business), now.getTime()), now.getTime());
}

/** Parses a start in the caller's notation into epoch milliseconds. */
export function parseStart({ timezone }: Business, startsAt: string): number {
  const parsed = parseLocalTime(startsAt, zoneOf(timezone));
  if (parsed && 'epoch' in parsed) return parsed.epoch;
  const detail = parsed
    ? 'does not exist on that day: the clocks are put forward then'
    : 'must be a time such as 2026-11-20T19:30';
  throw new Problem('validation_failed', `/startsAt ${detail}`, { errors: [{ pointer: '/startsAt', detail }] });
}

/** The schedules of a request's candidates, with their busy times between `fromMs` and `toMs`. */
export async function loadResourceSchedules(
  { db, industry }: BookingContext,
  candidates: Candidate[],
  fromMs: number,
  toMs: number,
  exceptBookingId?: string,
): Promise<ResourceSchedule[]> {
  const occupiedTimes = await loadOccupiedTimes(db, fromMs, toMs, exceptBookingId);
  return candidates.map(({ id, name, hours, timeOff, resourceIds, findBusyTimes }) => ({
    id,
    name,
    hours: hours as ResourceSchedule['hours'],
    timeOff,
    busy: mergeIntervals([
      ...[...qualifyResourceIds(industry, resourceIds), WHOLE_BUSINESS_RESOURCE_ID].flatMap(
        (resourceId) => occupiedTimes.get(resourceId) ?? [],
      ),
      ...(findBusyTimes?.(fromMs, toMs) ?? []),
    ]),
  }));
}

/** The range around a start in which existing bookings could conflict with it. */
export function getConflictRange(bookingRequest: BookingRequest, start: number): [from: number, to: number] {
  const occupiedMs = (bookingRequest.durationMinutes + (bookingRequest.bufferAfterMinutes ?? 0)) * MINUTE_MS;
  return [start - DAY_MS, start + occupiedMs + DAY_MS];
}

/** Picks who takes the booking among the free candidates. */
export function chooseResource(
  bookingRequest: BookingRequest,
  freeCandidates: readonly ResourceSchedule[],
  start: number,
  rules: SchedulingRules,
): ResourceSchedule | undefined {
  return bookingRequest.choose === 'least-busy'
    ? findLeastBooked(freeCandidates, start, rules.zone)
    : freeCandidates[0];
}

const EARLIEST_SEARCH_DAYS = 28;

/** The times that can be booked from now on, the earliest first. */
export async function findEarliestTimes(ctx: BookingContext, bookingRequest: BookingRequest): Promise<string[]> {
  const rules = rulesOf(ctx.business);
  const now = ctx.now.getTime();
  const toMs = now + EARLIEST_SEARCH_DAYS * DAY_MS;
  const candidates = await loadResourceSchedules(ctx, bookingRequest.candidates, now - DAY_MS, toMs + DAY_MS);
  const starts = new Set(findSlotsPerCandidate(rules, now, bookingRequest, candidates, now, toMs).flat());
  return [...starts].sort((a, b) => a - b).map((start) => rfc3339(new Date(start), ctx.business.timezone));
}

/**
 * A booking that is being moved (`exceptBookingId`) does not block its own time, which is not offered again (`exceptStart`, in
 * epoch milliseconds).
 */
export type MovedBooking = { exceptBookingId?: string; exceptStart?: number };

/** Times near the requested start that can be booked right now. */
export async function findAlternatives(
  ctx: BookingContext,
  bookingRequest: BookingRequest,
  start: number,
  { exceptBookingId, exceptStart }: MovedBooking = {},
) {
  const rules = rulesOf(ctx.business);
  const now = ctx.now.getTime();
  const { start: fromMs, end: toMs } = getAlternativesSearchRange(rules, now, { ...bookingRequest, start });
  const candidates = await loadResourceSchedules(ctx, bookingRequest.candidates, fromMs, toMs, exceptBookingId);
  const alternatives = findAlternativesNear(
    rules,
    now,
    { ...bookingRequest, start },
    candidates,
    MAX_ALTERNATIVES,
    (freeCandidates, alternativeStart) =>
      alternativeStart === exceptStart
        ? undefined
        : chooseResource(bookingRequest, freeCandidates, alternativeStart, rules),
  );
  return alternatives.map(({ start: alternativeStart, resource: { id, name } }) => ({
    startsAt: rfc3339(new Date(alternativeStart), ctx.business.timezone),
    resource: { id, name },
  }));
}
