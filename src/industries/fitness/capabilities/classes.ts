import { type Static, Type } from 'typebox';
import { type CapabilityContext, defineCapability } from '../../../capability/capability.ts';
import { type About, phrasesIn } from '../../../capability/dialogue.ts';
import { done, refuse } from '../../../capability/outcome.ts';
import type { Say } from '../../../capability/say.ts';
import { listOccurrences } from '../../../features/scheduling/class-places.ts';
import { When } from '../../../features/scheduling/shapes.ts';
import { zoneOf } from '../../../features/scheduling/zone.ts';
import { readTime } from '../../../kernel/clock.ts';
import { Nullable, Strict, Time } from '../../../kernel/http/schema.ts';
import { namesOf, sourcesOf } from '../../talk.ts';
import { stretchOf, timesOfDay, withinDay } from '../../times-of-day.ts';
import type { FitnessBusiness } from '../schema.ts';
import { allNamed, describeClass } from '../talk.ts';
import { countMeetings, describeMeetings, wantedClasses } from '../timetable.ts';

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

const Word = Type.String({ minLength: 1, maxLength: 200 });
const MOST_SAID = 5;
/** More would be an answer of many megabytes. */
const MOST_MEETINGS = 20_000;

const INCLUDED = /includ|comes? with|part of|get with/i;

export const showClasses = defineCapability({
  name: 'fitness.classes',
  summary: 'Show the timetable of classes',
  effect: 'read',
  scope: 'bookings:read',
  input: Strict({
    from: Type.Optional({ ...When, description: 'A day or a time; left out: now' }),
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: 31, default: 7 })),
    ...timesOfDay,
    instructor: Type.Optional(Word),
    level: Type.Optional(Word),
    q: Type.Optional({ ...Word, description: 'Words of the name or description' }),
  }),
  output: Type.Object({ classes: Type.Array(Meeting) }),
  rest: { method: 'GET', path: '/classes' },
  dialogue: {
    examples: phrasesIn(import.meta.dirname, 'classes'),
    subject: ['class', 'level'],
    ask: { q: 'Which class are you interested in?', from: 'For which day?' },
    words: { staff: 'instructor', level: 'level' },
    instead: ({ words }, text) => (words.plan && INCLUDED.test(text) ? 'fitness.membership' : undefined),
    fill: (slots) => {
      const q = namesOf(slots, 'class')[0] ?? (slots.words.staff || slots.words.level ? undefined : slots.sought);
      // Who asks for a class by name wants to hear of it even if it is not on this week.
      const isNamed = q !== undefined || slots.words.staff !== undefined;
      return { ...(q === undefined ? {} : { q }), ...(isNamed ? { days: 14 } : {}), ...stretchOf(slots) };
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
    done: ({ classes }, say, input) => sayMeetings(classes, say, input.q),
  },
  run: async (ctx: CapabilityContext<FitnessBusiness>, { from, days = 7, after, before, ...filter }) => {
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
    return done({ classes: described });
  },
});

/** One entry of each, in their order. */
const distinct = <E extends { id: string }>(entries: E[]) => [
  ...new Map(entries.map((each) => [each.id, each])).values(),
];

type Meetings = Static<typeof Meeting>[];

/** Those that are told, each class with its times together. */
const told = (meetings: Meetings): Meetings[] => [
  ...Map.groupBy(meetings.slice(0, MOST_SAID), ({ name, instructor }) => `${name} ${instructor}`).values(),
];

/** Few enough to be told of them. */
const FEW_SPOTS = 5;

function sayMeetings(meetings: Meetings, say: Say, q?: string): string {
  if (meetings.length === 0) {
    return `I'm sorry, I can't find ${q ?? 'a class'} on our timetable for then. Shall I look at other days?`;
  }
  const isOne = meetings.length === 1;
  const when = ({ startsAt, spotsLeft }: Meetings[number]) => {
    const left =
      spotsLeft > 0 ? `${spotsLeft} ${spotsLeft === 1 ? 'spot' : 'spots'} left` : 'full, with a waiting list';
    return `${say.time(startsAt)}${isOne || spotsLeft <= FEW_SPOTS ? ` (${left})` : ''}`;
  };
  const shown = told(meetings).map((times) => {
    const { name, instructor } = times[0]!;
    return `${name}${instructor ? ` with ${instructor}` : ''} on ${say.list(times.map(when))}`;
  });
  const more = meetings.length - MOST_SAID;
  return `${shown.join('; ')}.${more > 0 ? ` There are ${more} more after that.` : ''} Shall I put you down for one?`;
}
