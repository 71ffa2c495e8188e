import { Type } from 'typebox';
import { type CapabilityContext, defineCapability } from '../../../capability/capability.ts';
import { type About, phrasesIn } from '../../../capability/dialogue.ts';
import { done, refuse } from '../../../capability/outcome.ts';
import { readTime } from '../../../kernel/clock.ts';
import { NonBlank, Nullable, Strict, Time } from '../../../kernel/http/schema.ts';
import { message } from '../../../messages/catalogue.ts';
import { listOccurrences } from '../../../scheduling/class-places.ts';
import { When } from '../../../scheduling/shapes.ts';
import { zoneOf } from '../../../scheduling/zone.ts';
import { namesOf, sourcesOf } from '../../render.ts';
import { stretchOf, timesOfDay, withinDay } from '../../times-of-day.ts';
import { allNamed, describeClass, OF_PRICE } from '../render.ts';
import { askedLimit, renderMeetings, told } from '../render-meetings.ts';
import type { FitnessBusiness } from '../schema.ts';
import { askedLevel, countMeetings, describeMeetings, wantedClasses } from '../timetable.ts';

const Meeting = Type.Object({
  occurrenceId: Type.String({ examples: ['yoga_20261120T1800'] }),
  id: Type.String(),
  name: Type.String(),
  description: Type.Optional(Type.String()),
  instructor: Nullable(Type.String()),
  level: Nullable(Type.String()),
  price: Nullable(Type.Integer()),
  startsAt: Time(),
  endsAt: Time(),
  capacity: Type.Integer(),
  spotsLeft: Type.Integer(),
  waitlist: Type.Integer({ description: 'How many wait' }),
});

const Word = NonBlank({ maxLength: 200 });
/** More would be an answer of many megabytes. */
const MOST_MEETINGS = 20_000;

const INCLUDED = /includ|comes? with|part of|get with/i;

export const showClasses = defineCapability({
  name: 'fitness.classes',
  summary: message('See the class schedule'),
  effect: 'read',
  basis: ['/fitness/classes'],
  scope: 'bookings:read',
  input: Strict({
    from: Type.Optional({ ...When, description: 'A day or a time; left out: now' }),
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: 31, default: 7 })),
    ...timesOfDay,
    instructor: Type.Optional(Word),
    level: Type.Optional(Word),
    q: Type.Optional({ ...Word, description: 'Words of the name or description' }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: 'At most so many, the soonest first' })),
  }),
  output: Type.Object({ classes: Type.Array(Meeting) }),
  rest: { method: 'GET', path: '/classes' },
  dialogue: {
    examples: phrasesIn(import.meta.dirname, 'classes'),
    subject: ['class', 'level'],
    ask: { q: 'Which class are you interested in?', from: 'For which day?' },
    words: { staff: 'instructor', level: 'level' },
    instead: ({ words }, text) => {
      if (words.plan && INCLUDED.test(text)) return 'fitness.membership';
      // What somebody charges is the price of training with them; a class has its own.
      return words.staff && !words.class && OF_PRICE.test(text) && !/class/i.test(text) ? 'fitness.train' : undefined;
    },
    fill: (slots, { business, text }: About<FitnessBusiness>) => {
      const { classes } = business.fitness;
      const level = askedLevel(classes, slots);
      const [named] = namesOf(slots, 'class');
      const q = named ?? (slots.words.staff || level ? undefined : slots.sought);
      // Of "I've never climbed" the level is meant, whatever class has a like word in its name.
      const isMeant = !level || !named || wantedClasses(classes, { q: named, level }).length > 0;
      // Who asks for a class by name wants to hear of it even if it is not on this week.
      const isNamed = q !== undefined || slots.words.staff !== undefined;
      return {
        ...(q === undefined || !isMeant ? {} : { q }),
        ...(level ? { level } : {}),
        ...(isNamed ? { days: 14 } : {}),
        ...askedLimit(text),
        ...stretchOf(slots),
      };
    },
    answer: ({ words }, { business, text }: About<FitnessBusiness>, say) =>
      describeClass(business, allNamed(words.class), text, say),
    sources: ({ classes }) => sourcesOf('class', distinct(classes)),
    next: {
      capability: 'fitness.join_class',
      times: ({ classes }) =>
        told(classes)
          .flat()
          .map(({ startsAt }) => startsAt),
    },
    done: ({ classes }, say, input) => renderMeetings(classes, say, input),
  },
  run: async (ctx: CapabilityContext<FitnessBusiness>, { from, days = 7, after, before, limit, ...filter }) => {
    const { business, now } = ctx;
    const start = from === undefined ? now : readTime(from, business.timezone);
    if (!start) {
      const detail = 'must be a day or a time such as 2026-11-20T09:00';
      return refuse('invalid_request', `/from ${detail}`, { errors: [{ pointer: '/from', detail }] });
    }
    const classes = wantedClasses(business.fitness.classes, filter);
    const { day } = zoneOf(business.timezone).localAt(start.getTime());
    if (countMeetings(classes, day, days) > MOST_MEETINGS) {
      const detail = 'That is too many classes at once. Name an instructor or ask for fewer days.';
      return refuse('invalid_request', detail, { errors: [{ pointer: '/days', detail: 'is too many at once' }] });
    }
    const wanted = { ...business, fitness: { ...business.fitness, classes } };
    const meetings = await listOccurrences({ ...ctx, business: wanted }, { from: start.getTime(), days });
    const isWanted = withinDay({ after, before });
    const described = describeMeetings(meetings, classes).filter(({ startsAt }) => isWanted(startsAt));
    return done({ classes: described.slice(0, limit) });
  },
});

/** One entry of each, in their order. */
const distinct = <E extends { id: string }>(entries: E[]) => [
  ...new Map(entries.map((each) => [each.id, each])).values(),
];
