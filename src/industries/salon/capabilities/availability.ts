import { type Static, Type } from 'typebox';
import { type CapabilityContext, defineCapability } from '../../../capability/capability.ts';
import { done, refuse } from '../../../capability/outcome.ts';
import type { Say } from '../../../capability/say.ts';
import { candidatesFor, rulesOf } from '../../../features/scheduling/calendar.ts';
import { When } from '../../../features/scheduling/shapes.ts';
import { slotsOfEach } from '../../../features/scheduling/slots.ts';
import { DAY } from '../../../features/scheduling/zone.ts';
import { readTime, rfc3339 } from '../../../kernel/clock.ts';
import { Strict } from '../../../kernel/http/schema.ts';
import type { SalonBusiness } from '../schema.ts';
import { appointmentWish } from '../wish.ts';

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
  summary: 'When the stylists are free',
  effect: 'read',
  scope: 'bookings:read',
  input: Strict({
    service: Type.String({ minLength: 1, maxLength: 200, description: 'Id or name' }),
    stylist: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Id or name; left out: any' })),
    from: Type.Optional({ ...When, description: 'A day or a time; left out: now' }),
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: 31, default: 7 })),
  }),
  output: Type.Object({ stylists: Type.Array(Free) }),
  rest: { method: 'GET', path: '/availability' },
  dialogue: {
    examples: [
      'when are you free for a cut',
      'what times do you have on saturday',
      'any openings this week for highlights',
      "when's the next time Nina could see me",
      'is anyone available tomorrow afternoon',
      'whats your next available slot',
      'do you have anything after 5 on thursday',
      'which days does Omar work next week',
      'got any gaps today?',
      'how soon could I come in for a colour',
      'is Chloe in on friday',
      'availability for a manicure on the 12th?',
      'what does your schedule look like for next tuesday',
      'show me free slots for a gel set',
      'can you check if there is space in the morning for a trim',
      'when can I come by for my fringe',
      'earliest you can do a pedicure?',
      'are there any cancellations today',
      'is there still something left this weekend',
      'does she have any time before noon',
      'wich times are open for a mens cut',
      'I work until six, do you have evening times?',
      'who is free on wednesday for a blow dry',
      'what have you got between 1 and 3',
      'are you guys busy on monday',
      'next opening for a facial please, any day is fine',
    ],
    ask: { service: 'Which service would it be for?', stylist: 'With whom would you like it?' },
    done: ({ stylists }, say) => sayFree(stylists, say),
    refused: { no_such_resource: (why) => why.detail, not_offered: (why) => why.detail },
  },
  run: async (ctx: CapabilityContext<SalonBusiness>, { service, stylist, from, days = 7 }) => {
    const { business, now } = ctx;
    const start = from === undefined ? now : readTime(from, business.timezone);
    if (!start) {
      const detail = 'must be a day or a time such as 2026-11-20T09:00';
      return refuse('invalid_request', `/from ${detail}`, { errors: [{ pointer: '/from', detail }] });
    }
    const wish = appointmentWish(business, { service, stylist });
    if ('ok' in wish) return wish;
    const rules = rulesOf(business);
    if (wish.candidates.length * days * (1440 / rules.slotMinutes) > MOST_TIMES) {
      const detail = 'That is too many times at once. Name a stylist or ask for fewer days.';
      return refuse('invalid_request', detail, { errors: [{ pointer: '/days', detail: 'is too many at once' }] });
    }
    // Whole days: the first may have begun, the last ends at midnight.
    const to = rules.zone.epochAt(rules.zone.localAt(start.getTime()).day + days, 0);
    const people = await candidatesFor(ctx, wish.candidates, start.getTime() - DAY, to + DAY);
    const write = (slot: number) => rfc3339(new Date(slot), business.timezone);
    const free = slotsOfEach(rules, now.getTime(), wish, people, start.getTime(), to, write);
    const stylists = people.map(({ id, name }, index) => ({ id, name, slots: free[index]! }));
    return done({ stylists });
  },
});

function sayFree(stylists: Static<typeof Free>[], say: Say): string {
  const free = stylists.filter(({ slots }) => slots.length > 0);
  if (free.length === 0) return "I'm sorry, nothing is free in that time. Shall I look at other days?";
  const each = free.map(({ name, slots }) => `${name}: ${say.choices(slots.slice(0, MOST_SAID).map(say.time))}`);
  return `The next free times are – ${each.join('; ')}. Shall I book one of them?`;
}
