import { type Static, Type } from 'typebox';
import { type CapabilityContext, defineCapability } from '../../../capability/capability.ts';
import { done, refuse } from '../../../capability/outcome.ts';
import type { Say } from '../../../capability/say.ts';
import { listOccurrences } from '../../../features/scheduling/class-places.ts';
import { When } from '../../../features/scheduling/shapes.ts';
import { zoneOf } from '../../../features/scheduling/zone.ts';
import { readTime } from '../../../kernel/clock.ts';
import { Nullable, Strict, Time } from '../../../kernel/http/schema.ts';
import type { FitnessBusiness } from '../schema.ts';
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

export const showClasses = defineCapability({
  name: 'fitness.classes',
  summary: 'Show the timetable of classes',
  effect: 'read',
  scope: 'bookings:read',
  input: Strict({
    from: Type.Optional({ ...When, description: 'A day or a time; left out: now' }),
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: 31, default: 7 })),
    instructor: Type.Optional(Word),
    level: Type.Optional(Word),
    q: Type.Optional({ ...Word, description: 'Words of the name or description' }),
  }),
  output: Type.Object({ classes: Type.Array(Meeting) }),
  rest: { method: 'GET', path: '/classes' },
  dialogue: {
    examples: [
      'what classes do you have',
      'class schedule please',
      'whats on tomorrow evening',
      "when's pilates",
      'do you offer zumba',
      'timetable for this weekend?',
      'who teaches the boxing class',
      'are there any beginner classes on mondays',
      'is there still space in the 6pm spin',
      'what time does body pump start',
      'any yoga before work',
      'how many people are in a class usually',
      'how long is the barre class',
      'Which classes would you recommend for somebody who has never done this?',
      'does Kenji teach on thursdays',
      'wen is the next hiit session',
      'how much is a drop in class',
      'got anything for seniors',
      'something relaxing on sunday maybe?',
      'show me all spinning classes next week',
      'is the saturday bootcamp full',
      'do u have prenatal yoga',
      'what are your evening classes like',
      "I'd love to try a dance class, when do you run those",
      'how hard is the advanced strength class',
      'list of classes with the instructors',
      'what can I do at lunchtime on tuesdays',
    ],
    ask: { q: 'Which class are you interested in?', from: 'For which day?' },
    done: ({ classes }, say) => sayMeetings(classes, say),
  },
  run: async (ctx: CapabilityContext<FitnessBusiness>, { from, days = 7, ...filter }) => {
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
    return done({ classes: describeMeetings(meetings, classes) });
  },
});

function sayMeetings(meetings: Static<typeof Meeting>[], say: Say): string {
  if (meetings.length === 0) return "I'm sorry, I can't find such a class in those days. Shall I look further ahead?";
  const shown = meetings.slice(0, MOST_SAID).map(({ name, instructor, startsAt, spotsLeft }) => {
    const who = instructor ? ` with ${instructor}` : '';
    const left =
      spotsLeft > 0 ? `${spotsLeft} ${spotsLeft === 1 ? 'spot' : 'spots'} left` : 'full, with a waiting list';
    return `${name}${who} on ${say.time(startsAt)} (${left})`;
  });
  const more = meetings.length - shown.length;
  return `${shown.join('; ')}.${more > 0 ? ` There are ${more} more after that.` : ''} Shall I put you down for one?`;
}
