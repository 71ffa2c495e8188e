import type { BookingRequest, Candidate as Taker } from '../capability/booking-request.ts';
import type { CapabilityContext } from '../capability/capability.ts';
import type { Business } from '../capability/document.ts';
import { rfc3339 } from '../kernel/clock.ts';
import { Problem } from '../kernel/problem.ts';
import { type Candidate, periodAt, type Rules } from './frame.ts';
import { merged, openPeriodsAround } from './hours.ts';
import { leastBooked } from './people.ts';
import { alternativesNear, alternativesReach } from './slots.ts';
import { resourcesOf, takenTimes } from './store.ts';
import { DAY, MINUTE, readLocal, zoneOf } from './zone.ts';

export type BookingContext = CapabilityContext<Business>;

const MOST_ALTERNATIVES = 5;

export function rulesOf({ timezone, hours, closures, booking, locale, country, language }: Business): Rules {
  return { zone: zoneOf(timezone), hours: hours as Rules['hours'], closures, ...booking, locale, country, language };
}

/** Whether the business is closed at this moment. One that has told no hours is never. */
export function isClosed({ business, now }: Pick<BookingContext, 'business' | 'now'>): boolean {
  const hasHours = Object.values(business.hours).some((periods) => periods?.length);
  return hasHours && !periodAt(openPeriodsAround(rulesOf(business), now.getTime()), now.getTime());
}

/** A start as the caller wrote it, in epoch milliseconds. */
export function readStart({ timezone }: Business, startsAt: string): number {
  const read = readLocal(startsAt, zoneOf(timezone));
  if (read && 'epoch' in read) return read.epoch;
  const detail = read
    ? 'does not exist on that day: the clocks are put forward then'
    : 'must be a time such as 2026-11-20T19:30';
  throw new Problem('validation_failed', `/startsAt ${detail}`, { errors: [{ pointer: '/startsAt', detail }] });
}

/** The takers of a wish, with what is taken of them in a stretch of time. */
export async function candidatesFor(
  { db, industry }: BookingContext,
  takers: Taker[],
  from: number,
  to: number,
  except?: string,
): Promise<Candidate[]> {
  const parts = resourcesOf(industry, [...new Set(takers.flatMap((taker) => taker.parts))]);
  const taken = Map.groupBy(await takenTimes(db, parts, from, to, except), ({ resourceId }) => resourceId);
  return takers.map(({ id, name, hours, timeOff, parts: own, busy }) => ({
    id,
    name,
    hours: hours as Candidate['hours'],
    timeOff,
    busy: merged([
      ...resourcesOf(industry, own).flatMap((resource) => taken.get(resource) ?? []),
      ...(busy?.(from, to) ?? []),
    ]),
  }));
}

/** Around the wish: enough to judge it. */
export function reachOf(requested: BookingRequest, start: number): [from: number, to: number] {
  const length = (requested.durationMinutes + (requested.bufferAfterMinutes ?? 0)) * MINUTE;
  return [start - DAY, start + length + DAY];
}

/** Who takes it of those who are free. */
export function choose(
  requested: BookingRequest,
  free: readonly Candidate[],
  start: number,
  rules: Rules,
): Candidate | undefined {
  return requested.choose === 'least-busy' ? leastBooked(free, start, rules.zone) : free[0];
}

/** Times near the wish that can be booked at this moment. */
export async function alternativesTo(ctx: BookingContext, requested: BookingRequest, start: number, except?: string) {
  const rules = rulesOf(ctx.business);
  const now = ctx.now.getTime();
  const { start: from, end: to } = alternativesReach(rules, now, { ...requested, start });
  const candidates = await candidatesFor(ctx, requested.candidates, from, to, except);
  const found = alternativesNear(rules, now, { ...requested, start }, candidates, MOST_ALTERNATIVES, (free, at) =>
    choose(requested, free, at, rules),
  );
  return found.map(({ start: at, resource: { id, name } }) => ({
    startsAt: rfc3339(new Date(at), ctx.business.timezone),
    resource: { id, name },
  }));
}
