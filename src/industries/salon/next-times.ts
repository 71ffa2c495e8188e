import { Type } from 'typebox';
import type { CapabilityContext } from '../../capability/capability.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import { Time } from '../../kernel/http/schema.ts';
import { loadResourceSchedules, rulesOf } from '../../scheduling/schedules.ts';
import { findSlotsPerCandidate } from '../../scheduling/slots.ts';
import { DAY_MS } from '../../scheduling/zone.ts';
import { createAppointmentRequest } from './booking-request.ts';
import type { SalonBusiness } from './schema.ts';

const MAX_DAYS_AHEAD = 7;
const TIMES_PER_SERVICE = 3;
/** A salon with many services and stylists looks fewer days ahead. */
const MAX_CHECKED_SLOTS = 150_000;

const Named = { id: Type.String(), name: Type.String() };
export const NextTimes = Type.Object({
  services: Type.Array(
    Type.Object({
      ...Named,
      next: Type.Array(Type.Object({ startsAt: Time(), stylist: Type.Object(Named) }), {
        description: 'The next free times, at most three; none within the next days is an empty list',
      }),
    }),
  ),
});

/** The next free times of every service. */
export async function findNextTimes(ctx: CapabilityContext<SalonBusiness>) {
  const { business, now } = ctx;
  const rules = rulesOf(business);
  const offers = business.salon.services.flatMap(({ id, name }) => {
    const request = createAppointmentRequest(business, { service: id });
    return 'ok' in request ? [] : [{ id, name, request }];
  });
  const candidates = offers.flatMap(({ request }) => request.candidates);
  const slotsPerDay = candidates.length * (1440 / rules.slotMinutes);
  const days = Math.max(1, Math.min(MAX_DAYS_AHEAD, Math.floor(MAX_CHECKED_SLOTS / slotsPerDay)));
  const [fromMs, toMs] = [now.getTime(), now.getTime() + days * DAY_MS];
  const uniqueCandidates = [...new Map(candidates.map((candidate) => [candidate.id, candidate])).values()];
  const schedules = await loadResourceSchedules(ctx, uniqueCandidates, fromMs - DAY_MS, toMs + DAY_MS);
  const services = offers.map(({ id, name, request }) => {
    const eligibleSchedules = schedules.filter((person) =>
      request.candidates.some((candidate) => candidate.id === person.id),
    );
    const freeStarts = findSlotsPerCandidate(rules, fromMs, request, eligibleSchedules, fromMs, toMs).flatMap(
      (starts, index) =>
        starts.slice(0, TIMES_PER_SERVICE).map((start) => ({ start, person: eligibleSchedules[index] })),
    );
    const next = freeStarts
      .sort((a, b) => a.start - b.start)
      .slice(0, TIMES_PER_SERVICE)
      .flatMap(({ start, person }) =>
        person
          ? [{ startsAt: rfc3339(new Date(start), business.timezone), stylist: { id: person.id, name: person.name } }]
          : [],
      );
    return { id, name, next };
  });
  return { services };
}
