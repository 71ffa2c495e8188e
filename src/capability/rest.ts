import { type TObject, type TProperties, type TSchema, Type } from 'typebox';
import { type Context, type Gate, type InWorkspace, type Route, route } from '../kernel/http/route.ts';
import { Strict } from '../kernel/http/schema.ts';
import type { AnyCapability, CapabilityContext } from './capability.ts';
import { problemOf } from './outcome.ts';

type Dependencies = {
  // biome-ignore lint/suspicious/noExplicitAny: scopes are the keys' business, and a capability names one of them
  key(scope: any): Gate<InWorkspace>;
  /** Adds the business's document to the request, refusing where the industry is not active. */
  enter(ctx: Context<InWorkspace>, purpose: string, industry: string): Promise<CapabilityContext>;
};

/** A capability's REST face: its endpoint, and with it its entry in the API reference. */
export function restRoute(capability: AnyCapability, { key, enter }: Dependencies): Route {
  const { name, summary, scope, input, output, rest } = capability;
  const industry = name.split('.')[0]!;
  const inPath = [...rest.path.matchAll(/:(\w+)/g)].map(([, field]) => field!);
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
      const outcome = await capability.run(await enter(ctx, name, industry), given);
      if (!outcome.ok) throw problemOf(outcome);
      return { status: outcome.status ?? status, body: outcome.value };
    },
  });
}

/** Under which heading an industry stands in the API reference. */
export const tagOf = (industry: string): string => industry[0]!.toUpperCase() + industry.slice(1);

function answersOf(status: number, output: TSchema): Route['answers'] {
  const { anyOf } = output as { anyOf?: TSchema[] };
  // A check without booking answers 200, and has a shape of its own.
  return anyOf?.length === 2 && status === 201 ? { 201: anyOf[0]!, 200: anyOf[1]! } : { [status]: output };
}
