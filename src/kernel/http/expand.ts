// `expand` adds the objects that a response refers to, so that a client needs only one request.
import { type TObject, Type } from 'typebox';
import type { Context, Expansion, Route, RouteResponse, WorkspacePrincipal } from './route.ts';
import { Nullable, OneOf, Strict } from './schema.ts';

type ResponseItem = Parameters<Expansion['findReferencedIds']>[1][number];
type Ctx = Context<WorkspacePrincipal>;

/** Takes each item's referenced id from the item itself. */
export const createIdFinder =
  (pick: (item: ResponseItem) => unknown): Expansion['findReferencedIds'] =>
  (_ctx, items) =>
    new Map(
      items.flatMap((item) => {
        const id = pick(item);
        return typeof id === 'string' ? [[item.id, id] as const] : [];
      }),
    );

/** Adds the query parameter and the response fields to the route. */
export function describeExpand(spec: Route): Route {
  const { expand, query, responses } = spec;
  if (!expand) return spec;
  const requirements = Object.entries(expand).map(([name, { scope }]) => `\`${name}\` (needs \`${scope}\`)`);
  const parameter = Type.Array(OneOf(Object.keys(expand)), {
    description: `Adds what the answer refers to: ${requirements.join(', ')}. Null where there is none. Separate several by commas, or repeat the parameter.`,
  });
  const responseSchema = responses[200] as TObject;
  const { data } = responseSchema.properties as { data?: { items?: TObject } };
  const expandedSchema = data?.items
    ? {
        ...responseSchema,
        properties: { ...responseSchema.properties, data: Type.Array(addExpandedFields(data.items, expand)) },
      }
    : addExpandedFields(responseSchema, expand);
  return {
    ...spec,
    query: Strict({ ...(query as TObject | undefined)?.properties, expand: Type.Optional(parameter) }),
    responses: { ...responses, 200: expandedSchema },
  };
}

function addExpandedFields(item: TObject, expansions: Record<string, Expansion>): TObject {
  const { title } = item as { title?: string };
  const fields = Object.entries(expansions).map(([name, { schema }]) => [name, Type.Optional(Nullable(schema))]);
  return Type.Object(
    { ...item.properties, ...Object.fromEntries(fields) },
    title ? { title: `Expanded ${title[0]?.toLowerCase()}${title.slice(1)}` } : {},
  );
}

/** `a,b` and repeated parameters as one list. Runs before validation. */
export function splitExpand(query: unknown): void {
  const rawQuery = query as { expand?: string | string[] };
  if (rawQuery.expand !== undefined) rawQuery.expand = [rawQuery.expand].flat().flatMap((names) => names.split(','));
}

/** Reads each kind of object once for all items of a page. */
export async function expandResponse(
  expansions: Record<string, Expansion>,
  names: string[],
  ctx: Ctx,
  response: RouteResponse,
): Promise<RouteResponse> {
  const body = response.body as { object?: unknown; data?: ResponseItem[]; id?: unknown } | undefined;
  const isList = body?.object === 'list';
  // A file has no fields to add to.
  if (!body || !(isList || typeof body.id === 'string')) return response;
  let items = isList ? (body.data ?? []) : [body as ResponseItem];
  for (const [name, { findReferencedIds, read }] of Object.entries(expansions)) {
    if (!names.includes(name)) continue;
    const ids = await findReferencedIds(ctx, items);
    const objects = ids.size ? await read(ctx, [...new Set(ids.values())]) : new Map<string, object>();
    items = items.map((item) => ({ ...item, [name]: objects.get(ids.get(item.id) ?? '') ?? null }));
  }
  return { ...response, body: isList ? { ...body, data: items } : items[0] };
}
