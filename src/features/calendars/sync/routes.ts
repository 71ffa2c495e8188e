import { Type } from 'typebox';
import { audit } from '../../../kernel/audit/log.ts';
import type { Database } from '../../../kernel/database/database.ts';
import { created, DeferredResponse, noContent, ok, type Route, route } from '../../../kernel/http/route.ts';
import { Empty, Id, NonBlank, Strict } from '../../../kernel/http/schema.ts';
import { Problem } from '../../../kernel/problem.ts';
import { createCalDavProvider } from '../caldav/provider.ts';
import { listCalendarResources } from '../calendar-resources.ts';
import { googleRoutes } from '../google/routes.ts';
import { conflictRoutes } from './conflict-routes.ts';
import { type ConnectionRow, encryptCredentials, isAccountConnected } from './connections.ts';
import {
  buildCredentialsWithPassword,
  type ConnectionRouteServices,
  ConnectionShape,
  type Ctx,
  createInvalidFieldProblem,
  createListResponse,
  insertConnection,
  mapErrorToProblem,
  mustFindConnection,
  presentConnections,
  ResourceSchema,
  requireConnectable,
  tag,
  toCalendarColumns,
  updateConnection,
} from './manage.ts';
import { createProviderOpener } from './open-provider.ts';
import type { CalendarProvider } from './provider.ts';
import { enqueueSync } from './sync.ts';

const ConnectionParams = Strict({ id: Id('cal') });

export function calendarConnectionRoutes(services: ConnectionRouteServices): Route[] {
  const { keyGate, database, keyring, safeFetch, industries, resolveBusinessContext } = services;
  const { openProvider } = createProviderOpener(services);
  const presentRows = async (context: Ctx, rows: ConnectionRow[]) => {
    const { business } = await resolveBusinessContext(context, 'calendars.connections');
    return presentConnections(rows, listCalendarResources(business, industries), context.workspace.timezone);
  };
  const presentConnection = async (context: Ctx, row: ConnectionRow) => (await presentRows(context, [row]))[0];
  return [
    route({
      method: 'GET',
      pathPrefixSet: 'versioned',
      path: '/calendar-connections',
      gate: keyGate('bookings:read'),
      tag,
      summary: 'List connected calendars',
      responses: { 200: Type.Object({ object: Type.Literal('list'), data: Type.Array(ConnectionShape) }) },
      async handle(context) {
        const rows = await context.db.selectFrom('calendar_connections').selectAll().orderBy('id').execute();
        return createListResponse(await presentRows(context, rows));
      },
    }),
    route({
      method: 'POST',
      pathPrefixSet: 'versioned',
      path: '/calendar-connections',
      gate: keyGate('bookings:write'),
      tag,
      summary: 'Connect a CalDAV account',
      description:
        'Checks it with the server first; the password is never shown again. Then choose one of its calendars with PATCH.',
      body: Strict({
        resource: ResourceSchema,
        server: NonBlank({ maxLength: 500, examples: ['https://caldav.icloud.com'] }),
        user: NonBlank({ maxLength: 300 }),
        password: NonBlank({ maxLength: 500, description: 'An app password, where the provider has them' }),
      }),
      responses: { 201: ConnectionShape },
      async handle(context, { body: { resource, ...credentials } }) {
        await requireConnectable(services, context, resource);
        return new DeferredResponse(async () => {
          await mapErrorToProblem(createCalDavProvider(safeFetch, credentials).listCalendars(), '/server');
          const connection = { provider: 'caldav' as const, resource, account: credentials.user, credentials };
          return async (context: Ctx) =>
            created(await presentConnection(context, await insertConnection(context, keyring, connection)));
        });
      },
    }),
    route({
      method: 'GET',
      pathPrefixSet: 'versioned',
      path: '/calendar-connections/:id/calendars',
      gate: keyGate('bookings:write'),
      tag,
      summary: 'The calendars of an account that can be connected',
      params: ConnectionParams,
      responses: {
        200: Type.Object({
          object: Type.Literal('list'),
          data: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
        }),
      },
      async handle({ db }, { params: { id } }) {
        const row = await mustFindConnection(db, id);
        return new DeferredResponse(async () => {
          const calendars = await mapErrorToProblem((async () => openProvider(row).listCalendars())(), '/id');
          return async () => createListResponse(calendars);
        });
      },
    }),
    route({
      method: 'PATCH',
      pathPrefixSet: 'versioned',
      path: '/calendar-connections/:id',
      gate: keyGate('bookings:write'),
      tag,
      summary: 'Choose the calendar, or enter a new password',
      params: ConnectionParams,
      body: Strict({
        calendar: Type.Optional(NonBlank({ maxLength: 2_000, description: 'The ID of one of its calendars' })),
        password: Type.Optional(NonBlank({ maxLength: 500, description: 'For CalDAV' })),
      }),
      responses: { 200: ConnectionShape },
      async handle(context, { params: { id }, body: { calendar, password } }) {
        const row = await mustFindConnection(context.db, id);
        if (calendar !== undefined && row.calendar_id !== null && row.calendar_id !== calendar)
          throw new Problem('conflict', 'This connection has its calendar. Disconnect it to connect another one.');
        const credentials = password === undefined ? undefined : buildCredentialsWithPassword(keyring, row, password);
        const updatedRow = credentials ? { ...row, credentials: encryptCredentials(keyring, row, credentials) } : row;
        return new DeferredResponse(async () => {
          const calendars = await mapErrorToProblem(
            (async () => openProvider(updatedRow).listCalendars())(),
            '/calendar',
          );
          const chosenCalendar = calendars.find((candidate) => candidate.id === (calendar ?? row.calendar_id));
          if (calendar !== undefined && !chosenCalendar)
            throw createInvalidFieldProblem('/calendar', 'is not one of the calendars');
          return async (newContext: Ctx) => {
            const update = {
              credentials: updatedRow.credentials,
              ...(chosenCalendar ? toCalendarColumns(chosenCalendar) : {}),
            };
            return ok(await presentConnection(newContext, await updateConnection(newContext, id, update)));
          };
        });
      },
    }),
    route({
      method: 'POST',
      pathPrefixSet: 'versioned',
      path: '/calendar-connections/:id/sync',
      gate: keyGate('bookings:write'),
      tag,
      summary: 'Sync a calendar now',
      description: 'It is synced automatically after every change of a booking, and every few minutes.',
      params: ConnectionParams,
      body: Empty,
      responses: { 202: ConnectionShape },
      async handle(context, { params: { id } }) {
        const row = await mustFindConnection(context.db, id);
        if (row.calendar_id === null) throw new Problem('conflict', 'Choose a calendar first.');
        await enqueueSync(context.db, { workspaceId: context.workspace.id, connectionId: id });
        return { status: 202, body: await presentConnection(context, row) };
      },
    }),
    route({
      method: 'DELETE',
      pathPrefixSet: 'versioned',
      path: '/calendar-connections/:id',
      gate: keyGate('bookings:write'),
      tag,
      summary: 'Disconnect a calendar',
      description: 'Its busy times stop blocking bookings. Bookings that are already in the calendar stay there.',
      params: ConnectionParams,
      responses: { 204: null },
      async handle(context, { params: { id } }) {
        const row = await mustFindConnection(context.db, id);
        await context.db.deleteFrom('calendar_connections').where('id', '=', id).execute();
        await audit(context, 'calendar.disconnect', id, row.provider);
        // The provider may be gone or the access revoked already, so this is only tried.
        context.afterCommit(() => void revokeIfUnused(database, row, openProvider).catch(() => undefined));
        return noContent();
      },
    }),
    ...googleRoutes(services, presentConnection),
    ...conflictRoutes(services),
  ];
}

async function revokeIfUnused(
  database: Database,
  row: ConnectionRow,
  openProvider: (row: ConnectionRow) => CalendarProvider,
) {
  if (!(await isAccountConnected(database, row.provider, row.account))) await openProvider(row).revoke?.();
}
