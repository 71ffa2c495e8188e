// Shared by the routes for connections.
import { Type } from 'typebox';
import type { AnyIndustry } from '../../../capability/industry.ts';
import { audit } from '../../../kernel/audit/log.ts';
import { rfc3339 } from '../../../kernel/clock.ts';
import type { Keyring } from '../../../kernel/crypto.ts';
import type { Database, Db } from '../../../kernel/database/database.ts';
import { type Context, type Gate, ok, type WorkspacePrincipal } from '../../../kernel/http/route.ts';
import { Id, Nullable, OneOf, Time, Titled } from '../../../kernel/http/schema.ts';
import { newId } from '../../../kernel/ids.ts';
import { notFound, Problem } from '../../../kernel/problem.ts';
import type { SafeFetch } from '../../../kernel/safe-fetch.ts';
import type { BookingContext } from '../../../scheduling/schedules.ts';
import type { Scope } from '../../keys/scopes.ts';
import { type CalendarResource, listCalendarResources } from '../calendar-resources.ts';
import {
  type ConnectionRow,
  type Credentials,
  decryptCredentials,
  encryptCredentials,
  findConnection,
  secondsFromNow,
} from './connections.ts';
import type { ProviderConfig } from './open-provider.ts';
import { CalendarError } from './provider.ts';
import { enqueueSync } from './sync.ts';

export type Ctx = Context<WorkspacePrincipal>;
export type ConnectionRouteServices = {
  industries: readonly AnyIndustry[];
  keyring: Keyring;
  database: Database;
  safeFetch: SafeFetch;
  config: ProviderConfig;
  keyGate(scope: Scope): Gate<WorkspacePrincipal>;
  resolveBusinessContext(ctx: Ctx, auditPurpose: string): Promise<BookingContext>;
};

export const tag = 'Calendars';
const MAX_CONNECTIONS = 100;
export const ResourceSchema = Nullable(
  Type.String({
    maxLength: 200,
    description: 'A person, a table or the like, as `<industry>/<id>`; null: the whole business',
  }),
);
export const ConnectionShape = Titled('CalendarConnection', {
  id: Id('cal'),
  provider: OneOf(['caldav', 'google']),
  resource: Nullable(Type.String()),
  name: Type.String({ description: 'Whose bookings it shows' }),
  account: Type.String(),
  calendar: Nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  status: OneOf(['choose_calendar', 'active', 'needs_attention']),
  problem: Nullable(Type.String({ description: 'What is wrong, in words for people' })),
  lastSyncedAt: Nullable(Time()),
  createdAt: Time(),
});
export const createListResponse = <T>(data: T[]) => ok({ object: 'list' as const, data });

export async function requireConnectable(
  { industries, resolveBusinessContext }: Pick<ConnectionRouteServices, 'industries' | 'resolveBusinessContext'>,
  context: Ctx,
  resource: string | null,
): Promise<void> {
  const { business } = await resolveBusinessContext(context, 'calendars.connect');
  const resources = listCalendarResources(business, industries);
  if (!resources.some(({ resourceId }) => resourceId === (resource ?? ''))) throw notFound('calendar');
  const connections = await context.db.selectFrom('calendar_connections').select('id').execute();
  if (connections.length >= MAX_CONNECTIONS)
    throw new Problem('conflict', `A workspace can have up to ${MAX_CONNECTIONS} calendars. Disconnect one first.`);
}

export async function mustFindConnection(db: Db, id: string): Promise<ConnectionRow> {
  const row = await findConnection(db, id);
  if (!row) throw notFound('connection');
  return row;
}

type NewConnection = {
  provider: ConnectionRow['provider'];
  resource: string | null;
  account: string;
  credentials: Credentials;
};

export async function insertConnection(
  context: Ctx,
  keyring: Keyring,
  { provider, resource, account, credentials }: NewConnection,
): Promise<ConnectionRow> {
  const connectionKey = { workspace_id: context.workspace.id, id: newId('cal') };
  const row = await context.db
    .insertInto('calendar_connections')
    .values({
      ...connectionKey,
      provider,
      resource_id: resource ?? '',
      account,
      created_at: context.now,
      credentials: encryptCredentials(keyring, connectionKey, credentials),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(context, 'calendar.connect', connectionKey.id, provider);
  return row;
}

export const toCalendarColumns = ({ id, name }: { id: string; name: string }) => ({
  calendar_id: id,
  calendar_name: name,
});

type ConnectionUpdate = { credentials: Buffer; calendar_id?: string; calendar_name?: string };

/** Also clears the stored problem; the next sync reports it again if it persists. */
export async function updateConnection(context: Ctx, id: string, update: ConnectionUpdate): Promise<ConnectionRow> {
  const { calendar_id } = update;
  const otherConnection = calendar_id
    ? await context.db
        .selectFrom('calendar_connections')
        .select('id')
        .where('calendar_id', '=', calendar_id)
        .where('id', '<>', id)
        .executeTakeFirst()
    : undefined;
  if (otherConnection) throw new Problem('conflict', 'This calendar is connected already. Choose another one.');
  const row = await context.db
    .updateTable('calendar_connections')
    .set({ ...update, problem: null, needs_owner: false, failures: 0, sync_after: secondsFromNow(0) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw notFound('connection');
  if (row.calendar_id) await enqueueSync(context.db, { workspaceId: context.workspace.id, connectionId: id });
  return row;
}

export function buildCredentialsWithPassword(keyring: Keyring, row: ConnectionRow, password: string): Credentials {
  if (row.provider !== 'caldav') throw createInvalidFieldProblem('/password', 'is for CalDAV only');
  return { ...decryptCredentials(keyring, row), password } as Credentials;
}

export const createInvalidFieldProblem = (pointer: string, detail: string): Problem =>
  new Problem('validation_failed', `${pointer} ${detail}`, { errors: [{ pointer, detail }] });

/** Turns a provider's error into a validation problem of the request. */
export const mapErrorToProblem = <T>(call: Promise<T>, pointer: string): Promise<T> =>
  call.catch((error: unknown) => {
    if (!(error instanceof CalendarError)) throw error;
    throw new Problem('validation_failed', error.message, { errors: [{ pointer, detail: error.message }] });
  });

export function presentConnections(rows: ConnectionRow[], resources: CalendarResource[], zone: string) {
  const names = new Map(resources.map(({ resourceId, name }) => [resourceId, name]));
  return rows.map((row) => presentConnection(row, names.get(row.resource_id) ?? row.resource_id, zone));
}

function presentConnection(row: ConnectionRow, name: string, zone: string) {
  const { calendar_id, calendar_name } = row;
  return {
    id: row.id,
    provider: row.provider,
    resource: row.resource_id || null,
    name,
    account: row.account,
    calendar: calendar_id === null ? null : { id: calendar_id, name: calendar_name ?? calendar_id },
    status: row.needs_owner ? 'needs_attention' : calendar_id === null ? 'choose_calendar' : 'active',
    problem: row.problem,
    lastSyncedAt: row.synced_at && rfc3339(row.synced_at, zone),
    createdAt: rfc3339(row.created_at, zone),
  };
}
