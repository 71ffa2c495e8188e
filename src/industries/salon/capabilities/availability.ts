import { Type } from 'typebox';
import { type CapabilityContext, defineCapability } from '../../../capability/capability.ts';
import { type About, phrasesIn, theOne } from '../../../capability/dialogue.ts';
import { done, refuse } from '../../../capability/outcome.ts';
import { readTime, rfc3339 } from '../../../kernel/clock.ts';
import { NonBlank, Strict } from '../../../kernel/http/schema.ts';
import { must } from '../../../kernel/must.ts';
import { message } from '../../../messages/catalogue.ts';
import { candidatesFor, rulesOf } from '../../../scheduling/calendar.ts';
import { When } from '../../../scheduling/shapes.ts';
import { slotsOfEach } from '../../../scheduling/slots.ts';
import { DAY } from '../../../scheduling/zone.ts';
import { stretchOf, timesOfDay, withinDay } from '../../times-of-day.ts';
import { appointmentRequest } from '../booking-request.ts';
import { renderFree } from '../render-free-times.ts';
import type { SalonBusiness } from '../schema.ts';
import { stylistsFor } from '../services.ts';

const Free = Type.Object({
  id: Type.String(),
  name: Type.String(),
  slots: Type.Array(Type.String({ description: 'RFC 3339' })),
});

const MOST_SAID = 3;
/** More would be an answer of many megabytes. */
const MOST_TIMES = 150_000;

export const findTimes = defineCapability({
  name: 'salon.availability',
  summary: message('Check availability'),
  effect: 'read',
  basis: ['/salon/services', '/salon/stylists', '/hours'],
  scope: 'bookings:read',
  input: Strict({
    service: NonBlank({ maxLength: 200, description: 'Id or name' }),
    stylist: Type.Optional(NonBlank({ maxLength: 200, description: 'Id or name; left out: any' })),
    from: Type.Optional({ ...When, description: 'A day or a time; left out: now' }),
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: 31, default: 7 })),
    ...timesOfDay,
  }),
  output: Type.Object({ stylists: Type.Array(Free) }),
  rest: { method: 'GET', path: '/availability' },
  dialogue: {
    examples: phrasesIn(import.meta.dirname, 'availability'),
    subject: ['staff'],
    words: { service: 'service', staff: 'stylist' },
    choices: { service: ({ salon }: SalonBusiness) => salon.services.map(({ name }) => name) },
    fill: (slots, { business }: About<SalonBusiness>) => {
      const who = theOne(slots, 'staff');
      const theirs = stylistsFor(business.salon);
      const services = business.salon.services.filter(
        (service) => !who || theirs(service).some(({ id }) => id === who.id),
      );
      const shortest = services.toSorted((a, b) => a.durationMinutes - b.durationMinutes)[0];
      // Who asks when somebody is free has not always said what for: the shortest that they do tells.
      const measure = slots.words.service || !shortest ? {} : { service: shortest.name };
      return { ...measure, ...stretchOf(slots) };
    },
    // A time that is named is either free to be booked, or it is not.
    instead: ({ date, time, words }) => (date && time && words.service ? 'salon.book' : undefined),
    ask: { service: 'Which service would it be for?', stylist: 'With whom would you like it?' },
    next: {
      capability: 'salon.book',
      times: ({ stylists }) => stylists.flatMap(({ slots }) => slots.slice(0, MOST_SAID)),
    },
    done: ({ stylists }, say) => renderFree(stylists, say),
    refused: { no_such_resource: (why) => why.detail, not_offered: (why) => why.detail },
  },
  run: async (ctx: CapabilityContext<SalonBusiness>, { service, stylist, from, days = 7, after, before }) => {
    const { business, now } = ctx;
    const start = from === undefined ? now : readTime(from, business.timezone);
    if (!start) {
      const detail = 'must be a day or a time such as 2026-11-20T09:00';
      return refuse('invalid_request', `/from ${detail}`, { errors: [{ pointer: '/from', detail }] });
    }
    const requested = appointmentRequest(business, { service, stylist });
    if ('ok' in requested) return requested;
    const rules = rulesOf(business);
    if (requested.candidates.length * days * (1440 / rules.slotMinutes) > MOST_TIMES) {
      const detail = 'That is too many times at once. Name a stylist or ask for fewer days.';
      return refuse('invalid_request', detail, { errors: [{ pointer: '/days', detail: 'is too many at once' }] });
    }
    // Whole days: the first may have begun, the last ends at midnight.
    const to = rules.zone.epochAt(rules.zone.localAt(start.getTime()).day + days, 0);
    const people = await candidatesFor(ctx, requested.candidates, start.getTime() - DAY, to + DAY);
    const write = (slot: number) => rfc3339(new Date(slot), business.timezone);
    const free = slotsOfEach(rules, now.getTime(), requested, people, start.getTime(), to, write);
    const wanted = withinDay({ after, before });
    const stylists = people.map(({ id, name }, index) => ({
      id,
      name,
      slots: must(free[index], 'the slots of each').filter(wanted),
    }));
    return done({ stylists });
  },
});
