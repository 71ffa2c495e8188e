import { Type } from 'typebox';
import { type CapabilityContext, defineCapability } from '../../../capability/capability.ts';
import { type MessageContext, readPhrases } from '../../../capability/dialogue.ts';
import { refuse, succeed } from '../../../capability/outcome.ts';
import { parseTime } from '../../../kernel/clock.ts';
import { NonBlank, Nullable, Strict, Time } from '../../../kernel/http/schema.ts';
import { message } from '../../../messages/catalogue.ts';
import { listOccurrences } from '../../../scheduling/class-spots.ts';
import { When } from '../../../scheduling/shapes.ts';
import { zoneOf } from '../../../scheduling/zone.ts';
import { createSources, listMentionedNames } from '../../render.ts';
import { createTimeQuery, createTimesOfDayFilter, timesOfDayFields } from '../../times-of-day.ts';
import { ASKS_PRICE_PATTERN, describeClass, listEntityNames } from '../render.ts';
import { chooseMeetingLimit, groupListedMeetings, renderMeetings } from '../render-meetings.ts';
import type { FitnessBusiness } from '../schema.ts';
import { countMeetings, describeMeetings, filterClasses, findLevel } from '../timetable.ts';

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

const SearchWord = NonBlank({ maxLength: 200 });
/** More would make a response of many megabytes. */
const MAX_MEETINGS = 20_000;
const DAYS_FOR_SPECIFIC_CLASS = 14;

const ASKS_WHAT_IS_INCLUDED_PATTERN = /includ|comes? with|part of|get with/i;

export const showClasses = defineCapability({
  name: 'fitness.classes',
  summary: message('See the class schedule'),
  effect: 'read',
  requiredData: ['/fitness/classes'],
  scope: 'bookings:read',
  input: Strict({
    from: Type.Optional({ ...When, description: 'A day or a time; left out: now' }),
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: 31, default: 7 })),
    ...timesOfDayFields,
    instructor: Type.Optional(SearchWord),
    level: Type.Optional(SearchWord),
    q: Type.Optional({ ...SearchWord, description: 'Words of the name or description' }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: 'At most so many, the soonest first' })),
  }),
  output: Type.Object({ classes: Type.Array(Meeting) }),
  rest: { method: 'GET', path: '/classes', example: { from: '2026-11-20', days: 1 } },
  dialogue: {
    examples: readPhrases(import.meta.dirname, 'classes'),
    subject: ['class', 'level'],
    ask: { q: 'Which class are you interested in?', from: 'For what day?' },
    fieldBySlot: { staff: 'instructor', level: 'level' },
    redirectTo: ({ catalogEntities }, text) => {
      if (catalogEntities.plan && ASKS_WHAT_IS_INCLUDED_PATTERN.test(text)) return 'fitness.membership';
      // Asking what a person charges is about personal training; classes have their own price.
      return catalogEntities.staff && !catalogEntities.class && ASKS_PRICE_PATTERN.test(text) && !/class/i.test(text)
        ? 'fitness.train'
        : undefined;
    },
    fill: (slots, { business, text }: MessageContext<FitnessBusiness>) => {
      const { classes } = business.fitness;
      const level = findLevel(classes, slots);
      const [className] = listMentionedNames(slots, 'class');
      const q = className ?? (slots.catalogEntities.staff || level ? undefined : slots.sought);
      // A level statement such as "I've never climbed" may also match a class name; the level wins.
      const matchesLevel = !level || !className || filterClasses(classes, { q: className, level }).length > 0;
      // A specific class is searched further ahead, in case it is not on this week.
      const isSpecific = q !== undefined || slots.catalogEntities.staff !== undefined;
      return {
        ...(q === undefined || !matchesLevel ? {} : { q }),
        ...(level ? { level } : {}),
        ...(isSpecific ? { days: DAYS_FOR_SPECIFIC_CLASS } : {}),
        ...chooseMeetingLimit(text),
        ...createTimeQuery(slots),
      };
    },
    answer: ({ catalogEntities }, { business, text }: MessageContext<FitnessBusiness>, format) =>
      describeClass(business, listEntityNames(catalogEntities.class), text, format),
    sources: ({ classes }) => createSources('class', removeDuplicateIds(classes)),
    next: {
      capability: 'fitness.join_class',
      times: ({ classes }) =>
        groupListedMeetings(classes)
          .flat()
          .map(({ startsAt }) => startsAt),
    },
    renderResult: ({ classes }, format, input) => renderMeetings(classes, format, input),
  },
  run: async (ctx: CapabilityContext<FitnessBusiness>, { from, days = 7, after, before, limit, ...filter }) => {
    const { business, now } = ctx;
    const start = from === undefined ? now : parseTime(from, business.timezone);
    if (!start) {
      const detail = 'must be a day or a time such as 2026-11-20T09:00';
      return refuse('invalid_request', `/from ${detail}`, { errors: [{ pointer: '/from', detail }] });
    }
    const classes = filterClasses(business.fitness.classes, filter);
    const { day } = zoneOf(business.timezone).localAt(start.getTime());
    if (countMeetings(classes, day, days) > MAX_MEETINGS) {
      const detail = 'That is too many classes at once. Name an instructor or ask for fewer days.';
      return refuse('invalid_request', detail, { errors: [{ pointer: '/days', detail: 'is too many at once' }] });
    }
    const narrowedBusiness = { ...business, fitness: { ...business.fitness, classes } };
    const meetings = await listOccurrences({ ...ctx, business: narrowedBusiness }, { from: start.getTime(), days });
    const isInTimeRange = createTimesOfDayFilter({ after, before });
    const describedMeetings = describeMeetings(meetings, classes).filter(({ startsAt }) => isInTimeRange(startsAt));
    return succeed({ classes: describedMeetings.slice(0, limit) });
  },
});

const removeDuplicateIds = <E extends { id: string }>(entries: E[]) => [
  ...new Map(entries.map((each) => [each.id, each])).values(),
];
