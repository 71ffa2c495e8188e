import { Type } from 'typebox';
import { parseRangeBound, parseTime } from '../../kernel/clock.ts';
import type { Db } from '../../kernel/database/database.ts';
import { DEFAULT_LIMIT } from '../../kernel/http/pagination.ts';
import {
  type Gate,
  ok,
  type Route,
  type RouteResponse,
  route,
  type WorkspacePrincipal,
} from '../../kernel/http/route.ts';
import { createListPage, Id, ListOf, OneOf, PageQuery, Strict } from '../../kernel/http/schema.ts';
import { notFound, Problem } from '../../kernel/problem.ts';
import type { Scope } from '../keys/scopes.ts';
import { DeliveryShape, DeliveryWithResponses, presentDelivery, presentDeliveryWithResponses } from './shapes.ts';
import {
  DELIVERY_STATUSES,
  findDelivery,
  findEvent,
  listDeliveries,
  mustBeEnabled,
  mustFindEndpoint,
  replayDelivery,
  replayFailedDeliveries,
} from './store.ts';

type Dependencies = { keyGate(scope: Scope): Gate<WorkspacePrincipal>; eventTypes: string[] };

const tag = 'Webhooks';
const EndpointParams = Strict({ id: Id('whk') });
const DeliveryParams = Strict({ id: Id('dlv') });

/** Responds with 202: the work continues after the response. */
export const accepted = (body: unknown): RouteResponse => ({ status: 202, body });

/** The log of deliveries, and replaying them. */
export function deliveryRoutes({ keyGate, eventTypes }: Dependencies): Route[] {
  return [
    route({
      method: 'GET',
      pathPrefixSet: 'all',
      path: '/webhooks/:id/deliveries',
      gate: keyGate('webhooks:read'),
      tag,
      summary: 'List what was sent to an endpoint, and how it went',
      description: 'Kept for 30 days.',
      params: EndpointParams,
      query: Strict({
        ...PageQuery,
        status: Type.Optional(OneOf(DELIVERY_STATUSES)),
        type: Type.Optional(OneOf(eventTypes)),
        from: Type.Optional(Type.String({ description: 'Created at or after this time or day' })),
        to: Type.Optional(Type.String({ description: 'Created before this time or day' })),
      }),
      responses: { 200: ListOf(DeliveryShape) },
      async handle({ db, workspace }, { params: { id }, query }) {
        const { from, to, ...filter } = query;
        const timezone = workspace.timezone;
        const parseBound = (name: string, text?: string) =>
          text === undefined ? undefined : parseRangeBound(name, text, timezone);
        const range = { from: parseBound('from', from), to: parseBound('to', to) };
        await mustFindEndpoint(db, id);
        const rows = await listDeliveries(db, id, { ...filter, ...range });
        return ok(createListPage(rows, filter.limit ?? DEFAULT_LIMIT, (row) => presentDelivery(row, timezone)));
      },
    }),
    route({
      method: 'GET',
      pathPrefixSet: 'all',
      path: '/deliveries/:id',
      aliasPath: '/webhooks/deliveries/:id',
      gate: keyGate('webhooks:read'),
      tag,
      summary: 'Read a delivery with what was sent and what was answered',
      params: DeliveryParams,
      responses: { 200: DeliveryWithResponses },
      async handle({ db, workspace }, { params: { id } }) {
        const delivery = await mustFindDelivery(db, id);
        return ok(presentDeliveryWithResponses(delivery, await findEvent(db, delivery.event_id), workspace.timezone));
      },
    }),
    route({
      method: 'POST',
      pathPrefixSet: 'all',
      path: '/webhooks/deliveries/:id/replay',
      gate: keyGate('webhooks:write'),
      tag,
      summary: 'Send a delivery again',
      description:
        'With the same `webhook-id`, and all attempts anew where it fails. 409 `conflict` while an attempt is under way.',
      params: DeliveryParams,
      body: Strict({}),
      responses: { 202: DeliveryShape },
      async handle({ db, workspace }, { params: { id } }) {
        const delivery = await mustFindDelivery(db, id);
        mustBeEnabled(await mustFindEndpoint(db, delivery.endpoint_id));
        return accepted(presentDelivery(await replayDelivery(db, id), workspace.timezone));
      },
    }),
    route({
      method: 'POST',
      pathPrefixSet: 'all',
      path: '/webhooks/:id/replay',
      gate: keyGate('webhooks:write'),
      tag,
      summary: 'Send again all that failed since a time',
      params: EndpointParams,
      body: Strict({ since: Type.String({ maxLength: 40, examples: ['2026-11-18T10:00:00-05:00'] }) }),
      example: { body: { since: '2026-10-27T00:00:00-04:00' } },
      responses: { 202: Type.Object({ count: Type.Integer({ description: 'How many are sent again' }) }) },
      async handle({ db, workspace }, { params: { id }, body }) {
        const since = parseSince(body.since, workspace.timezone);
        mustBeEnabled(await mustFindEndpoint(db, id));
        return accepted({ count: await replayFailedDeliveries(db, id, since) });
      },
    }),
  ];
}

async function mustFindDelivery(db: Db, id: string) {
  const delivery = await findDelivery(db, id);
  if (!delivery) throw notFound('webhook delivery');
  return delivery;
}

function parseSince(text: string, timezone: string): Date {
  const since = parseTime(text, timezone);
  if (since) return since;
  const detail = 'must be a time such as 2026-11-18T10:00:00-05:00, or a day';
  throw new Problem('validation_failed', `/since ${detail}`, { errors: [{ pointer: '/since', detail }] });
}
