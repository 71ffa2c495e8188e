import { Type } from 'typebox';
import type { AnyIndustry } from '../../capability/industry.ts';
import type { EventKind } from '../../capability/records.ts';
import { audit } from '../../kernel/audit/log.ts';
import type { Keyring } from '../../kernel/crypto.ts';
import { DEFAULT_LIMIT } from '../../kernel/http/pagination.ts';
import type { ExpandableObjects } from '../../kernel/http/route.ts';
import {
  created,
  type Gate,
  noContent,
  ok,
  type Route,
  route,
  type WorkspacePrincipal,
} from '../../kernel/http/route.ts';
import { createListPage, Id, ListOf, Nullable, OneOf, PageQuery, Strict } from '../../kernel/http/schema.ts';
import { newId } from '../../kernel/ids.ts';
import { must } from '../../kernel/must.ts';
import { notFound, Problem } from '../../kernel/problem.ts';
import type { SafeFetch } from '../../kernel/safe-fetch.ts';
import type { Scope } from '../keys/scopes.ts';
import { accepted, deliveryRoutes } from './delivery-routes.ts';
import { disableIfEnabled } from './disable.ts';
import { eventRoutes } from './event-routes.ts';
import { createSecret, rotateSecret } from './secrets.ts';
import { DeliveryShape, EndpointShape, EndpointWithSecret, presentDelivery, presentEndpoint } from './shapes.ts';
import {
  countEndpoints,
  deleteEndpoint,
  ENDPOINT_STATUSES,
  insertEndpoint,
  insertPing,
  listEndpoints,
  mustBeEnabled,
  mustFindEndpoint,
  mustLockEndpoint,
  updateEndpoint,
} from './store.ts';

type Dependencies = {
  industries: AnyIndustry[];
  keyGate(scope: Scope): Gate<WorkspacePrincipal>;
  keyring: Keyring;
  safeFetch: Pick<SafeFetch, 'findRejectionReason'>;
  /** All event types. */
  events: Pick<EventKind, 'type'>[];
  expandable: Record<'booking' | 'conversation' | 'customer', ExpandableObjects>;
};

const tag = 'Webhooks';
const MAX_ENDPOINTS = 100;
const EndpointParams = Strict({ id: Id('whk') });

export function webhookRoutes({ industries, keyGate, keyring, safeFetch, events, expandable }: Dependencies): Route[] {
  const eventTypes = events.map(({ type }) => type);
  const endpointFields = createEndpointFields(eventTypes);
  const readGate = keyGate('webhooks:read');
  const writeGate = keyGate('webhooks:write');
  const requireAllowedUrl = async ({ url }: { url?: string }) => {
    const detail = url === undefined ? undefined : await safeFetch.findRejectionReason(url);
    if (detail) throw new Problem('validation_failed', `/url ${detail}`, { errors: [{ pointer: '/url', detail }] });
  };
  return [
    route({
      method: 'POST',
      pathPrefixSet: 'all',
      path: '/webhooks',
      gate: writeGate,
      tag,
      summary: 'Register an endpoint',
      description: 'Events of the key’s mode are sent to it from now on. The secret is shown this once.',
      body: Strict(endpointFields),
      example: { body: { url: 'https://example.com/hooks/desk', events: ['booking.*', 'conversation.handoff'] } },
      responses: { 201: EndpointWithSecret },
      prepare: requireAllowedUrl,
      async handle(ctx, { body: { url, events, description = null } }) {
        const { db, workspace, now } = ctx;
        if ((await countEndpoints(db)) >= MAX_ENDPOINTS) {
          throw new Problem('conflict', `A workspace can have up to ${MAX_ENDPOINTS} endpoints. Delete one first.`);
        }
        const endpointRef = { workspace_id: workspace.id, id: newId('whk') };
        const { secret, encryptedSecrets } = createSecret(keyring, endpointRef);
        const times = { failing_since: null, created_at: now, updated_at: now };
        const row = { ...endpointRef, url, events, description, secrets: encryptedSecrets, ...times };
        const endpoint = await insertEndpoint(db, { ...row, disabled_because: null });
        await audit(ctx, 'webhook.create', endpoint.id, 'webhooks');
        return created({ ...presentEndpoint(endpoint, workspace.timezone), secret });
      },
    }),
    route({
      method: 'GET',
      pathPrefixSet: 'all',
      path: '/webhooks',
      gate: readGate,
      tag,
      summary: 'List the endpoints',
      query: Strict(PageQuery),
      responses: { 200: ListOf(EndpointShape) },
      async handle({ db, workspace }, { query }) {
        const rows = await listEndpoints(db, query);
        return ok(
          createListPage(rows, query.limit ?? DEFAULT_LIMIT, (row) => presentEndpoint(row, workspace.timezone)),
        );
      },
    }),
    route({
      method: 'GET',
      pathPrefixSet: 'all',
      path: '/webhooks/:id',
      gate: readGate,
      tag,
      summary: 'Read an endpoint',
      params: EndpointParams,
      responses: { 200: EndpointShape },
      handle: async ({ db, workspace }, { params: { id } }) =>
        ok(presentEndpoint(await mustFindEndpoint(db, id), workspace.timezone)),
    }),
    route({
      method: 'PATCH',
      pathPrefixSet: 'all',
      path: '/webhooks/:id',
      gate: writeGate,
      tag,
      summary: 'Change, disable or enable an endpoint',
      description:
        'Disabled, it gets nothing, and what waits for it has failed. Once enabled again it can be sent with `replay`.',
      params: EndpointParams,
      body: Strict({
        ...endpointFields,
        url: Type.Optional(endpointFields.url),
        events: Type.Optional(endpointFields.events),
        status: Type.Optional(OneOf(ENDPOINT_STATUSES)),
      }),
      example: { body: { events: ['booking.*'] } },
      responses: { 200: EndpointShape },
      prepare: requireAllowedUrl,
      async handle({ db, workspace, now }, { params: { id }, body: { status, ...change } }) {
        const { timezone } = workspace;
        const currentEndpoint = await mustLockEndpoint(db, id);
        if (status === 'disabled' && currentEndpoint.status === 'enabled') {
          const disabledEndpoint = await disableIfEnabled(db, id, { ...change, reason: 'asked', now, timezone });
          return ok(presentEndpoint(must(disabledEndpoint, 'the locked endpoint'), timezone));
        }
        const enablingChange = status === 'enabled' ? { status, disabled_because: null } : {};
        const failingSinceChange =
          (enablingChange.status && currentEndpoint.status === 'disabled') || change.url ? { failing_since: null } : {};
        const updatedEndpoint = await updateEndpoint(db, id, {
          ...change,
          ...enablingChange,
          ...failingSinceChange,
          updated_at: now,
        });
        return ok(presentEndpoint(must(updatedEndpoint, 'the locked endpoint'), timezone));
      },
    }),
    route({
      method: 'DELETE',
      pathPrefixSet: 'all',
      path: '/webhooks/:id',
      gate: writeGate,
      tag,
      summary: 'Delete an endpoint, with its deliveries',
      params: EndpointParams,
      responses: { 204: null },
      async handle(ctx, { params: { id } }) {
        if (!(await deleteEndpoint(ctx.db, id))) throw notFound('webhook endpoint');
        await audit(ctx, 'webhook.delete', id, 'webhooks');
        return noContent();
      },
    }),
    route({
      method: 'POST',
      pathPrefixSet: 'all',
      path: '/webhooks/:id/test',
      gate: writeGate,
      tag,
      summary: 'Send a ping',
      description: 'An event `ping` goes to this endpoint, whatever it listens to.',
      params: EndpointParams,
      body: Strict({}),
      responses: { 202: DeliveryShape },
      async handle({ db, workspace, now }, { params: { id } }) {
        const endpoint = mustBeEnabled(await mustFindEndpoint(db, id));
        return accepted(presentDelivery(await insertPing(db, endpoint, now), workspace.timezone));
      },
    }),
    route({
      method: 'POST',
      pathPrefixSet: 'all',
      path: '/webhooks/:id/rotate',
      gate: writeGate,
      tag,
      summary: 'Replace the secret',
      description: 'For 24 hours each message is signed with the new one and the old one, so that nothing is refused.',
      params: EndpointParams,
      body: Strict({}),
      responses: { 200: EndpointWithSecret },
      async handle(ctx, { params: { id } }) {
        const { db, workspace, now } = ctx;
        const endpoint = await mustLockEndpoint(db, id);
        const { secret, encryptedSecrets } = rotateSecret(keyring, endpoint, endpoint.secrets, new Date());
        const rotatedEndpoint = await updateEndpoint(db, id, { secrets: encryptedSecrets, updated_at: now });
        await audit(ctx, 'webhook.rotate', id, 'webhooks');
        return ok({ ...presentEndpoint(must(rotatedEndpoint, 'the locked endpoint'), workspace.timezone), secret });
      },
    }),
    ...deliveryRoutes({ keyGate, eventTypes }),
    ...eventRoutes({ industries, keyGate, eventTypes, expandable }),
  ];
}

function createEndpointFields(eventTypes: string[]) {
  const eventGroups = new Set(eventTypes.filter((type) => type.includes('.')).map((type) => `${type.split('.')[0]}.*`));
  return {
    url: Type.String({ maxLength: 2_000, examples: ['https://example.com/hooks/desk'] }),
    events: Type.Array(OneOf(['*', ...eventGroups, ...eventTypes]), {
      minItems: 1,
      maxItems: 50,
      uniqueItems: true,
      description: 'Names of events, `booking.*` for all of a kind, `*` for all',
      examples: [['booking.created', 'conversation.*']],
    }),
    description: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
  };
}
