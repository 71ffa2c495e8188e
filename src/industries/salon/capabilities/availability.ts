import { Type } from 'typebox';
import { type CapabilityContext, defineCapability } from '../../../capability/capability.ts';
import { findUniqueEntity, type MessageContext, readPhrases } from '../../../capability/dialogue.ts';
import { refuse, succeed } from '../../../capability/outcome.ts';
import { parseTime, rfc3339 } from '../../../kernel/clock.ts';
import { NonBlank, Strict } from '../../../kernel/http/schema.ts';
import { must } from '../../../kernel/must.ts';
import { message } from '../../../messages/catalogue.ts';
import { loadResourceSchedules, rulesOf } from '../../../scheduling/schedules.ts';
import { When } from '../../../scheduling/shapes.ts';
import { findSlotsPerCandidate } from '../../../scheduling/slots.ts';
import { DAY_MS } from '../../../scheduling/zone.ts';
import { createTimeQuery, createTimesOfDayFilter, timesOfDayFields } from '../../times-of-day.ts';
import { createAppointmentRequest } from '../booking-request.ts';
import { findNextTimes, NextTimes } from '../next-times.ts';
import { renderFreeTimes } from '../render-free-times.ts';
import type { SalonBusiness } from '../schema.ts';
import { createStylistLookup } from '../services.ts';

const StylistTimes = Type.Object({
  id: Type.String(),
  name: Type.String(),
  slots: Type.Array(Type.String({ description: 'RFC 3339' })),
});

const MAX_OFFERED_TIMES = 3;
/** More would make a response of many megabytes. */
const MAX_CHECKED_SLOTS = 150_000;

export const findFreeTimes = defineCapability({
  name: 'salon.availability',
  summary: message('Check availability'),
  effect: 'read',
  requiredData: ['/salon/services', '/salon/stylists', '/hours'],
  scope: 'bookings:read',
  input: Strict({
    service: NonBlank({ maxLength: 200, description: 'Id or name' }),
    stylist: Type.Optional(NonBlank({ maxLength: 200, description: 'Id or name; left out: any' })),
    from: Type.Optional({ ...When, description: 'A day or a time; left out: now' }),
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: 31, default: 7 })),
    ...timesOfDayFields,
  }),
  output: Type.Object({ stylists: Type.Array(StylistTimes) }),
  rest: {
    method: 'GET',
    path: '/availability',
    example: { service: 'womens-cut', from: '2026-11-20', days: 1 },
    overview: { output: NextTimes, run: findNextTimes },
  },
  dialogue: {
    examples: readPhrases(import.meta.dirname, 'availability'),
    subject: ['staff'],
    fieldBySlot: { service: 'service', staff: 'stylist' },
    choices: { service: ({ salon }: SalonBusiness) => salon.services.map(({ name }) => name) },
    fill: (slots, { business }: MessageContext<SalonBusiness>) => {
      const stylist = findUniqueEntity(slots, 'staff');
      const stylistsOf = createStylistLookup(business.salon);
      const services = business.salon.services.filter(
        (service) => !stylist || stylistsOf(service).some(({ id }) => id === stylist.id),
      );
      const shortestService = services.toSorted((a, b) => a.durationMinutes - b.durationMinutes)[0];
      // If no service is mentioned, the stylist's shortest one shows when they are free.
      const serviceDefault = slots.catalogEntities.service || !shortestService ? {} : { service: shortestService.name };
      return { ...serviceDefault, ...createTimeQuery(slots) };
    },
    // An exact time can be booked directly.
    redirectTo: ({ date, time, catalogEntities }) =>
      date && time && catalogEntities.service ? 'salon.book' : undefined,
    ask: { service: 'Which service is it for?', stylist: 'Who would you like to see?' },
    next: {
      capability: 'salon.book',
      times: ({ stylists }) => stylists.flatMap(({ slots }) => slots.slice(0, MAX_OFFERED_TIMES)),
    },
    renderResult: ({ stylists }, format) => renderFreeTimes(stylists, format),
    renderRefusal: { no_such_resource: (refusal) => refusal.detail, not_offered: (refusal) => refusal.detail },
  },
  run: async (ctx: CapabilityContext<SalonBusiness>, { service, stylist, from, days = 7, after, before }) => {
    const { business, now } = ctx;
    const start = from === undefined ? now : parseTime(from, business.timezone);
    if (!start) {
      const detail = 'must be a day or a time such as 2026-11-20T09:00';
      return refuse('invalid_request', `/from ${detail}`, { errors: [{ pointer: '/from', detail }] });
    }
    const bookingRequest = createAppointmentRequest(business, { service, stylist });
    if ('ok' in bookingRequest) return bookingRequest;
    const rules = rulesOf(business);
    if (bookingRequest.candidates.length * days * (1440 / rules.slotMinutes) > MAX_CHECKED_SLOTS) {
      const detail = 'That is too many times at once. Name a stylist or ask for fewer days.';
      return refuse('invalid_request', detail, { errors: [{ pointer: '/days', detail: 'is too many at once' }] });
    }
    // Whole days: the first may have begun, the last ends at midnight.
    const toMs = rules.zone.epochAt(rules.zone.localAt(start.getTime()).day + days, 0);
    const schedules = await loadResourceSchedules(
      ctx,
      bookingRequest.candidates,
      start.getTime() - DAY_MS,
      toMs + DAY_MS,
    );
    const formatSlot = (slot: number) => rfc3339(new Date(slot), business.timezone);
    const freeSlots = findSlotsPerCandidate(
      rules,
      now.getTime(),
      bookingRequest,
      schedules,
      start.getTime(),
      toMs,
      formatSlot,
    );
    const isInTimeRange = createTimesOfDayFilter({ after, before });
    const stylists = schedules.map(({ id, name }, index) => {
      const slots = must(freeSlots[index], 'the slots of each');
      // Without limits there may be tens of thousands of slots, which need no second look.
      return { id, name, slots: after || before ? slots.filter(isInTimeRange) : slots };
    });
    return succeed({ stylists });
  },
});
