import { type TObject, type TProperties, type TSchema, Type } from 'typebox';
import { type Route, route } from '../kernel/http/route.ts';
import { Strict } from '../kernel/http/schema.ts';
import type { AnyCapability } from './capability.ts';
import type { AnyIndustry, RouteServices } from './industry.ts';
import { problemOf } from './outcome.ts';

/** All endpoints that industries bring. */
export const industryRoutes = ({ industries, ...services }: RouteServices & { industries: AnyIndustry[] }): Route[] =>
  industries.flatMap(({ capabilities, routes }) => [
    ...capabilities.map((capability) => restRoute(capability, services)),
    ...(routes?.(services) ?? []),
  ]);

/** A capability's REST face: its endpoint, and with it its entry in the API reference. */
function restRoute(capability: AnyCapability, { key, resolveBusiness }: RouteServices): Route {
  const { name, summary, scope, input, output, rest } = capability;
  const [industry = ''] = name.split('.');
  const inPath = [...rest.path.matchAll(/:(\w+)/g)].map(([, field = '']) => field);
  const { properties } = input as TObject;
  const pick = (wanted: (field: string) => boolean) =>
    Object.fromEntries(Object.entries(properties).filter(([field]) => wanted(field))) as TProperties;
  const params = Type.Object(pick((field) => inPath.includes(field)));
  const sent = Strict(pick((field) => !inPath.includes(field)));
  const status = rest.status ?? (rest.method === 'GET' ? 200 : 201);
  return route({
    method: rest.method,
    root: 'versioned',
    path: `/${industry}${rest.path}`,
    gate: key(scope),
    tag: tagOf(industry),
    summary,
    ...(inPath.length ? { params } : {}),
    ...(rest.method === 'GET' ? { query: sent } : { body: sent }),
    answers: answersOf(status, output),
    async handle(ctx, { params: fromPath, query, body }) {
      const given = { ...(rest.method === 'GET' ? query : body), ...fromPath };
      const outcome = await capability.run(await resolveBusiness(ctx, name, industry), given);
      if (!outcome.ok) throw problemOf(outcome);
      return { status: outcome.status ?? status, body: outcome.value };
    },
  });
}

/** Under which heading an industry stands in the API reference. */
export const tagOf = (industry: string): string => industry.charAt(0).toUpperCase() + industry.slice(1);

function answersOf(status: number, output: TSchema): Route['answers'] {
  const { anyOf = [] } = output as { anyOf?: TSchema[] };
  const [booked, checked, ...others] = anyOf;
  // A check without booking answers 200, and has a shape of its own.
  return booked && checked && !others.length && status === 201 ? { 201: booked, 200: checked } : { [status]: output };
}
