import { Type } from 'typebox';
import type { GoogleCalendarConfig } from '../../../kernel/config.ts';
import { created, DeferredResponse, ok, type Route, route } from '../../../kernel/http/route.ts';
import { Id, NonBlank, Strict } from '../../../kernel/http/schema.ts';
import { Problem } from '../../../kernel/problem.ts';
import { type ConnectionRow, encryptCredentials } from '../sync/connections.ts';
import {
  type ConnectionRouteServices,
  ConnectionShape,
  type Ctx,
  createInvalidFieldProblem,
  insertConnection,
  mapErrorToProblem,
  mustFindConnection,
  ResourceSchema,
  requireConnectable,
  tag,
  updateConnection,
} from '../sync/manage.ts';
import { createConsent } from './oauth.ts';
import { createGoogleProvider } from './provider.ts';

/** Start and finish Google's consent. */
export function googleRoutes(
  services: ConnectionRouteServices,
  presentConnection: (context: Ctx, row: ConnectionRow) => Promise<unknown>,
): Route[] {
  const { keyGate, keyring, safeFetch, config } = services;
  const consent = createConsent(keyring, config.publicUrl);
  return [
    route({
      method: 'POST',
      pathPrefixSet: 'versioned',
      path: '/calendar-connections/google',
      gate: keyGate('bookings:write'),
      tag,
      summary: 'Begin to connect Google Calendar',
      description: 'Open the address in a browser. Google sends the person back with `code` and `state`.',
      body: Strict({
        resource: ResourceSchema,
        connection: Type.Optional(Id('cal', { description: 'Connects this one again, after Google ended our access' })),
      }),
      responses: { 200: Type.Object({ url: Type.String() }) },
      async handle(context, { body: { resource, connection } }) {
        const google = requireGoogle(config.googleCalendar);
        if (connection) await mustFindConnection(context.db, connection);
        else await requireConnectable(services, context, resource);
        const state = {
          workspaceId: context.workspace.id,
          actorId: context.actor.id,
          resourceId: resource ?? '',
          ...(connection ? { connectionId: connection } : {}),
        };
        return ok({ url: consent.buildUrl(google, state, new Date()) });
      },
    }),
    route({
      method: 'POST',
      pathPrefixSet: 'versioned',
      path: '/calendar-connections/google/finish',
      gate: keyGate('bookings:write'),
      tag,
      summary: 'Finish connecting Google Calendar',
      description: 'With what Google sent back, by whoever began it. Then choose one of the calendars with PATCH.',
      body: Strict({ code: NonBlank({ maxLength: 2_000 }), state: NonBlank({ maxLength: 2_000 }) }),
      responses: { 201: ConnectionShape },
      async handle(context, { body: { code, state: signedState } }) {
        const google = requireGoogle(config.googleCalendar);
        const state = consent.verifyState(signedState, new Date());
        const isOwn = state?.workspaceId === context.workspace.id && state.actorId === context.actor.id;
        if (!state || !isOwn)
          throw createInvalidFieldProblem('/state', 'has expired, or belongs to somebody else. Connect again.');
        return new DeferredResponse(async () => {
          const credentials = await mapErrorToProblem(consent.exchangeCode(safeFetch, google, code, state), '/code');
          const provider = createGoogleProvider(safeFetch, google, credentials, async () => undefined);
          const account = await mapErrorToProblem(provider.readAccount(), '/code');
          return async (context: Ctx) => {
            const { connectionId, resourceId } = state;
            if (!connectionId) {
              const connection = { provider: 'google' as const, resource: resourceId || null, account, credentials };
              return created(await presentConnection(context, await insertConnection(context, keyring, connection)));
            }
            const row = await mustFindConnection(context.db, connectionId);
            if (row.account !== account)
              throw createInvalidFieldProblem('/code', `is for another account than ${row.account}`);
            const update = { credentials: encryptCredentials(keyring, row, credentials) };
            return created(await presentConnection(context, await updateConnection(context, connectionId, update)));
          };
        });
      },
    }),
  ];
}

function requireGoogle(google: GoogleCalendarConfig | undefined): GoogleCalendarConfig {
  if (google) return google;
  throw new Problem(
    'conflict',
    'Google Calendar isn’t set up on this server. Its operator sets GOOGLE_CALENDAR_CLIENT_ID and GOOGLE_CALENDAR_CLIENT_SECRET.',
  );
}
