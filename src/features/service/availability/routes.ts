import { Type } from 'typebox';
import type { Config } from '../../../kernel/config.ts';
import { ok, publicGate, type Route, route } from '../../../kernel/http/route.ts';
import { Nullable, OneOf, Strict, Time, Titled } from '../../../kernel/http/schema.ts';
import { notFound } from '../../../kernel/problem.ts';
import { type Availability, type AvailabilityReader, findMonthRange } from './read.ts';
import { COMPONENT_NAMES, calculateAvailability, type Figures, type Summary, toMinute } from './timeline.ts';

type Dependencies = { availability: AvailabilityReader; config: Pick<Config, 'availabilityTarget'> };

const tag = 'Service';
const StateShape = OneOf(['up', 'slow', 'down']);
const figureFields = {
  availability: Nullable(
    Type.Number({ minimum: 0, maximum: 1, description: 'Null where nothing was measured. A slow minute is available' }),
  ),
  measuredMinutes: Type.Integer(),
  downMinutes: Type.Integer(),
  slowMinutes: Type.Integer(),
};
const ComponentShape = Type.Object({
  name: OneOf(COMPONENT_NAMES),
  label: Type.String(),
  status: StateShape,
  ...figureFields,
  days: Type.Array(Type.Object({ date: Type.String({ format: 'date' }), ...figureFields })),
});
const IncidentShape = Titled('Incident', {
  startedAt: Time(),
  endedAt: Nullable(Time({ description: 'Null while it goes on' })),
  state: OneOf(['slow', 'down']),
  components: Type.Array(OneOf(COMPONENT_NAMES)),
  summary: Type.String(),
});
const rangeFields = {
  from: Time({ description: 'The first measured minute' }),
  to: Time(),
  promise: Nullable(Type.Number({ description: 'The availability that the operator promises, from 0 to 1' })),
  ...figureFields,
  components: Type.Array(ComponentShape),
  incidents: Type.Array(IncidentShape),
};

export function statusRoutes({ availability, config }: Dependencies): Route[] {
  const { availabilityTarget } = config;
  return [
    route({
      method: 'GET',
      pathPrefixSet: 'all',
      path: '/status',
      gate: publicGate,
      tag,
      summary: 'How the service did in the last 90 days',
      description: 'As measured by the service itself, minute by minute. The page for people is `/status`.',
      responses: { 200: Titled('Status', { status: StateShape, ...rangeFields, months: Type.Array(Type.String()) }) },
      async handle() {
        const [latest, months] = await Promise.all([availability.readLastDays(), availability.listMonths()]);
        return ok({ status: latest.service.current, ...presentAvailability(latest, availabilityTarget), months });
      },
    }),
    route({
      method: 'GET',
      pathPrefixSet: 'all',
      path: '/status/reports/:period',
      gate: publicGate,
      tag,
      summary: 'The availability of a month',
      description: 'Days and months are in UTC. Kept for thirteen months.',
      params: Strict({ period: Type.String({ description: 'A month', examples: ['2026-11'] }) }),
      responses: {
        200: Titled('Availability report', {
          month: Type.String(),
          isComplete: Type.Boolean({ description: 'False while the month lasts' }),
          isPromiseKept: Nullable(Type.Boolean({ description: 'Null without a promise or measurements' })),
          ...rangeFields,
        }),
      },
      async handle(_ctx, { params: { period: month } }) {
        const report = await readReport({ availability, config }, month);
        if (!report) throw notFound('report');
        return {
          ...ok(report),
          headers: { 'Content-Disposition': `attachment; filename="availability-${month}.json"` },
        };
      },
    }),
  ];
}

/** Undefined for a month in which nothing was recorded. */
export async function readReport({ availability, config }: Dependencies, month: string) {
  if (!(await availability.listMonths()).includes(month)) return undefined;
  const { availabilityTarget } = config;
  const monthAvailability = await availability.readMonth(month);
  const availabilityShare = calculateAvailability(monthAvailability.service.total);
  return {
    month,
    isComplete: toMinute(monthAvailability.to) >= findMonthRange(month).to,
    isPromiseKept:
      availabilityTarget === undefined || availabilityShare === null ? null : availabilityShare >= availabilityTarget,
    ...presentAvailability(monthAvailability, availabilityTarget),
  };
}

function presentAvailability(
  { from, to, service, components, incidents }: Availability,
  availabilityTarget: number | undefined,
) {
  return {
    from,
    to,
    promise: availabilityTarget ?? null,
    ...presentFigures(service.total),
    components: components.map(presentComponent),
    incidents,
  };
}

const presentComponent = ({ name, label, current, total, days }: Summary & { name: string; label: string }) => ({
  name,
  label,
  status: current,
  ...presentFigures(total),
  days: days.map(({ date, ...figures }) => ({ date, ...presentFigures(figures) })),
});

const presentFigures = (figures: Figures) => ({
  availability: calculateAvailability(figures),
  measuredMinutes: figures.measuredMinutes,
  downMinutes: figures.downMinutes,
  slowMinutes: figures.slowMinutes,
});
