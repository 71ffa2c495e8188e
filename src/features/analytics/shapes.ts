import { Type } from 'typebox';
import { Nullable, OneOf, Time, Titled } from '../../kernel/http/schema.ts';
import { PLAN_NAMES } from '../plans/plans.ts';
import { KINDS } from '../service-levels/store.ts';
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
      kind: OneOf(KINDS),
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
