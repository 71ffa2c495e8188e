import { type TObject, type TProperties, type TSchema, Type } from 'typebox';
import { ok, type Route, type RouteExample, route } from '../kernel/http/route.ts';
import { Strict } from '../kernel/http/schema.ts';
import { Problem, type ProblemCode } from '../kernel/problem.ts';
import type { AnyCapability } from './capability.ts';
import type { AnyIndustry, RouteServices } from './industry.ts';
import { toProblem } from './outcome.ts';
import { createRequestBodySchema } from './request-body.ts';

/** All endpoints of the industries. */
export const createIndustryRoutes = ({
  industries,
  ...services
}: RouteServices & { industries: AnyIndustry[] }): Route[] =>
  industries.flatMap(({ capabilities, routes }) => [
    ...capabilities.map((capability) => createRestRoute(capability, services)),
    ...(routes?.(services) ?? []),
  ]);

/** A capability's REST endpoint, which also adds it to the API reference. */
function createRestRoute(capability: AnyCapability, { keyGate, resolveBusinessContext }: RouteServices): Route {
  const { name, summary, scope, input, output, rest } = capability;
  const [industry = ''] = name.split('.');
  const pathFields = [...rest.path.matchAll(/:(\w+)/g)].map(([, field = '']) => field);
  const { properties } = input as TObject;
  const pickFields = (isIncluded: (field: string) => boolean) =>
    Object.fromEntries(Object.entries(properties).filter(([field]) => isIncluded(field))) as TProperties;
  const params = Type.Object(pickFields((field) => pathFields.includes(field)));
  const fields = pickFields((field) => !pathFields.includes(field));
  const requestSchema = rest.overview
    ? Strict((Type.Partial(Type.Object(fields)) as TObject).properties)
    : createRequestBodySchema(capability, fields);
  const { required = [] } = input as { required?: string[] };
  const status = rest.status ?? (rest.method === 'GET' ? 200 : 201);
  return route({
    method: rest.method,
    pathPrefixSet: 'versioned',
    path: `/${industry}${rest.path}`,
    gate: keyGate(scope),
    tag: tagOf(industry),
    summary,
    ...(pathFields.length ? { params } : {}),
    ...(rest.method === 'GET' ? { query: requestSchema } : { body: requestSchema }),
    ...(rest.example ? { example: toRouteExample(rest.example, pathFields, rest.method) } : {}),
    problems: ['industry_not_active', ...listRefusalCodes(capability)],
    responses: toResponses(status, rest.overview ? Type.Union([output, rest.overview.output]) : output),
    async handle(ctx, { params: pathParams, query, body, request }) {
      const requestInput = { ...(rest.method === 'GET' ? query : body), ...pathParams };
      const businessCtx = await resolveBusinessContext(ctx, name, { industry });
      if (rest.overview && !request.url.includes('?')) return ok(await rest.overview.run(businessCtx));
      if (rest.overview) requireFields(required, requestInput);
      const outcome = await capability.run(businessCtx, requestInput);
      if (!outcome.ok) throw toProblem(outcome);
      return { status: outcome.httpStatus ?? status, body: outcome.value };
    },
  });
}

/** For a GET with an overview, whose schema leaves all fields to the caller. */
function requireFields(required: readonly string[], input: object): void {
  const errors = required
    .filter((field) => !(field in input))
    .map((field) => ({ pointer: `/${field}`, detail: 'is required' }));
  const [firstError] = errors;
  if (firstError) throw new Problem('invalid_request', `${firstError.pointer} ${firstError.detail}`, { errors });
}

function toRouteExample(input: object, pathFields: string[], method: 'GET' | 'POST'): RouteExample {
  const entries = Object.entries(input);
  const params = Object.fromEntries(entries.filter(([field]) => pathFields.includes(field)));
  const otherFields = Object.fromEntries(entries.filter(([field]) => !pathFields.includes(field)));
  return { params, ...(method === 'GET' ? { query: otherFields } : { body: otherFields }) };
}

/** A booking may find its time taken, and any write may conflict with what is stored. */
function listRefusalCodes({ effect, bookingRequest, meetingsCapability }: AnyCapability): ProblemCode[] {
  if (effect === 'read') return [];
  return bookingRequest || meetingsCapability ? ['slot_unavailable', 'conflict'] : ['conflict'];
}

/** An industry's heading in the API reference. */
export const tagOf = (industry: string): string => industry.charAt(0).toUpperCase() + industry.slice(1);

function toResponses(status: number, output: TSchema): Route['responses'] {
  const { anyOf = [] } = output as { anyOf?: TSchema[] };
  const [bookedSchema, checkedSchema, ...otherSchemas] = anyOf;
  // Booking answers 201; with `checkOnly` it answers 200 with a different schema.
  return bookedSchema && checkedSchema && !otherSchemas.length && status === 201
    ? { 201: bookedSchema, 200: checkedSchema }
    : { [status]: output };
}
