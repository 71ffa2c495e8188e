import { Type } from 'typebox';
import { Nullable, OneOf, Time, Titled } from '../../kernel/http/schema.ts';
import { WEEKDAYS } from '../../scheduling/zone.ts';
import { PLAN_NAMES } from '../plans/plans.ts';
import { TARGET_KINDS } from '../service-levels/store.ts';
import { COUNT_FIELDS } from './counts.ts';
import { INTERVALS } from './range.ts';

const countSchemas = Object.fromEntries(COUNT_FIELDS.map((name) => [name, Type.Integer()])) as Record<
  (typeof COUNT_FIELDS)[number],
  ReturnType<typeof Type.Integer>
>;
const Rate = Nullable(Type.Number({ minimum: 0, maximum: 1 }));

const Totals = Titled('Totals', {
  ...countSchemas,
  resolutionRate: Rate,
  durableResolutionRate: Rate,
  averageRating: Nullable(Type.Number()),
  ratings: Type.Integer(),
  handoffsAnswered: Type.Integer(),
  averageHandoffWaitSeconds: Nullable(Type.Number()),
});

export const AnalyticsShape = Titled('Analytics', {
  from: Time(),
  to: Time(),
  interval: OneOf(INTERVALS),
  timezone: Type.String(),
  totals: Totals,
  previous: Type.Optional(Type.Object({ from: Time(), to: Time(), totals: Totals }, { description: 'With `compare`' })),
  series: Type.Array(Type.Object({ at: Time(), ...countSchemas })),
  intents: Type.Array(Type.Object({ intent: Type.String(), count: Type.Integer() })),
  gaps: Type.Array(
    Type.Object({
      id: Type.String(),
      question: Type.String(),
      count: Type.Integer(),
      lastAskedAt: Time(),
      examples: Type.Array(Type.String()),
    }),
  ),
  channels: Type.Array(Type.Object({ channel: Type.String(), conversations: Type.Integer() })),
  engines: Type.Array(Type.Object({ engine: Type.String(), messages: Type.Integer() })),
  engineReasons: Type.Array(
    Type.Object({ reason: Type.String({ description: 'Why that engine answered' }), messages: Type.Integer() }),
  ),
  handoffReasons: Type.Array(Type.Object({ reason: Type.String(), count: Type.Integer() })),
  calls: Type.Array(
    Type.Object({ method: Type.String(), route: Type.String(), status: Type.Integer(), count: Type.Integer() }),
  ),
  latencyMs: Type.Object({
    p50: Nullable(Type.Number()),
    p95: Nullable(Type.Number()),
    p99: Nullable(Type.Number()),
  }),
  usage: Type.Object({
    replies: Type.Integer({ description: 'For which a language model was asked' }),
    conversations: Type.Integer({ description: 'In which a language model was asked for the first time' }),
    inputTokens: Type.Integer(),
    outputTokens: Type.Integer(),
    cost: Type.Integer({ description: 'In millionths of a US dollar, by list prices' }),
    averageLatencyMs: Nullable(Type.Number()),
    dropped: Type.Array(Type.Object({ why: Type.String(), count: Type.Integer() }), {
      description: 'Sentences of a language model that were not let out, by what was wrong with them',
    }),
  }),
  serviceLevels: Type.Array(
    Type.Object({
      channel: Type.String(),
      kind: OneOf(TARGET_KINDS),
      met: Type.Integer(),
      missed: Type.Integer(),
    }),
    { description: 'Targets that started in the range, by what became of them' },
  ),
  quota: Type.Object({
    plan: OneOf(PLAN_NAMES),
    limit: Nullable(Type.Integer()),
    used: Type.Integer(),
    resetsAt: Time(),
  }),
});

const ReportFigures = {
  satisfaction: Type.Object({ average: Nullable(Type.Number()), ratings: Type.Integer() }),
  teamReplies: Type.Object(
    { handoffs: Type.Integer(), answered: Type.Integer(), averageWaitSeconds: Nullable(Type.Number()) },
    { description: 'How long customers who needed a person waited for the first reply' },
  ),
  resolution: Type.Object({ resolved: Type.Integer(), rate: Rate, durableRate: Rate }),
  bookings: Type.Object(
    {
      count: Type.Integer(),
      value: Type.Integer(),
      afterHours: Type.Integer(),
      afterHoursValue: Type.Integer(),
    },
    { description: 'Made in the range; values in the smallest unit of the currency' },
  ),
  visits: Type.Object(
    {
      attended: Type.Integer(),
      upcoming: Type.Integer(),
      noShows: Type.Integer(),
      canceled: Type.Integer(),
      noShowRate: Rate,
    },
    { description: 'Bookings that begin in the range. Past ones that nobody marked as a no-show count as attended' },
  ),
};

export const ReportShape = Titled('Report', {
  from: Time(),
  to: Time(),
  timezone: Type.String(),
  ...ReportFigures,
  busiestHours: Type.Array(
    Type.Object({
      weekday: OneOf(WEEKDAYS),
      hour: Type.Integer({ minimum: 0, maximum: 23 }),
      conversations: Type.Integer(),
      bookings: Type.Integer({ description: 'Made in this hour' }),
      visits: Type.Integer({ description: 'That begin in this hour' }),
    }),
    { description: 'Sums over the same hour of the same weekday; hours in which nothing happened are left out' },
  ),
  previous: Type.Optional(
    Type.Object({ from: Time(), to: Time(), ...ReportFigures }, { description: 'With `compare`' }),
  ),
});
