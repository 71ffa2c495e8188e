import { type ColumnType, type Generated, type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import { toEventRow } from '../../kernel/events.ts';
import { type PageInput, readPage } from '../../kernel/http/pagination.ts';
import { notFound, Problem } from '../../kernel/problem.ts';

export const ENDPOINT_STATUSES = ['enabled', 'disabled'] as const;
type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];
export const DISABLED_REASONS = ['asked', 'gone', 'failing'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

type EndpointTable = {
  workspace_id: string;
  id: string;
  url: string;
  events: string[];
  description: string | null;
  status: Generated<EndpointStatus>;
  disabled_because: DisabledReason | null;
  secrets: Buffer;
  failing_since: Date | null;
  created_at: Date;
  updated_at: Date;
};

/** An attempt as stored. Lists leave out `response`. */
export type Attempt = {
  at: string;
  responseStatus: number | null;
  durationMs: number;
  /** A code for why there was no response. */
  error?: string;
  response?: string;
};

type DeliveryTable = {
  workspace_id: string;
  id: string;
  endpoint_id: string;
  event_id: string;
  type: string;
  status: Generated<DeliveryStatus>;
  due_at: Date | null;
  tries: Generated<number>;
  leased_until: Date | null;
  attempts: ColumnType<Attempt[], never, never>;
  created_at: ColumnType<Date, never, never>;
};

declare module '../../kernel/database/database.ts' {
  interface Tables {
    webhook_endpoints: EndpointTable;
    webhook_deliveries: DeliveryTable;
  }
}

export type Endpoint = Selectable<EndpointTable>;
export type EndpointChange = Updateable<EndpointTable>;
export type Delivery = Selectable<DeliveryTable>;

export const insertEndpoint = (db: Db, row: Insertable<EndpointTable>): Promise<Endpoint> =>
  db.insertInto('webhook_endpoints').values(row).returningAll().executeTakeFirstOrThrow();

const findEndpoint = (db: Db, id: string): Promise<Endpoint | undefined> =>
  db.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).executeTakeFirst();

export async function mustFindEndpoint(db: Db, id: string): Promise<Endpoint> {
  const endpoint = await findEndpoint(db, id);
  if (!endpoint) throw notFound('webhook endpoint');
  return endpoint;
}

export function mustBeEnabled(endpoint: Endpoint): Endpoint {
  if (endpoint.status === 'enabled') return endpoint;
  throw new Problem('conflict', 'This endpoint is disabled. Set its status to enabled with PATCH first.');
}

export async function mustLockEndpoint(db: Db, id: string): Promise<Endpoint> {
  const query = db.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).forNoKeyUpdate();
  return query.executeTakeFirstOrThrow(() => notFound('webhook endpoint'));
}

export async function countEndpoints(db: Db): Promise<number> {
  const query = db.selectFrom('webhook_endpoints').select(({ fn }) => fn.countAll<string>().as('count'));
  return Number((await query.executeTakeFirstOrThrow()).count);
}

/** Newest first. Returns one row more than the limit, to tell whether there is another page. */
export const listEndpoints = (db: Db, page: PageInput): Promise<Endpoint[]> =>
  readPage(db.selectFrom('webhook_endpoints').selectAll(), page, (id) => findEndpoint(db, id));

/** With `expectedStatus`, updates only if the endpoint still has that status. */
export function updateEndpoint(
  db: Db,
  id: string,
  change: EndpointChange,
  expectedStatus?: EndpointStatus,
): Promise<Endpoint | undefined> {
  const update = db.updateTable('webhook_endpoints').set(change).where('id', '=', id);
  return (expectedStatus ? update.where('status', '=', expectedStatus) : update).returningAll().executeTakeFirst();
}

export async function deleteEndpoint(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('webhook_endpoints').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Sends a `ping` event to this endpoint only, whatever events it subscribes to. */
export async function insertPing(db: Db, { workspace_id, id }: Endpoint, at: Date): Promise<Delivery> {
  const event = toEventRow({ workspaceId: workspace_id, type: 'ping', data: {}, at });
  await db.insertInto('events').values(event).execute();
  return db
    .insertInto('webhook_deliveries')
    .values({
      workspace_id,
      id: sql<string>`delivery_id(${event.id}, ${id})`,
      endpoint_id: id,
      event_id: event.id,
      type: event.type,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export type DeliveryFilter = PageInput & {
  status?: DeliveryStatus;
  type?: string;
  from?: Date;
  to?: Date;
};

/** Lists leave out the responses, which are long. */
const ATTEMPTS_WITHOUT_RESPONSES = sql<Attempt[]>`(
  select coalesce(jsonb_agg(one - 'response' order by n), '[]')
  from jsonb_array_elements(attempts) with ordinality as each (one, n))`;

export function listDeliveries(db: Db, endpointId: string, filter: DeliveryFilter): Promise<Delivery[]> {
  const { status, type, from, to, ...page } = filter;
  let deliveryQuery = db
    .selectFrom('webhook_deliveries')
    .select(['workspace_id', 'id', 'endpoint_id', 'event_id', 'type', 'status', 'due_at', 'tries'])
    .select(['leased_until', 'created_at', ATTEMPTS_WITHOUT_RESPONSES.as('attempts')])
    .where('endpoint_id', '=', endpointId);
  if (status) deliveryQuery = deliveryQuery.where('status', '=', status);
  if (type) deliveryQuery = deliveryQuery.where('type', '=', type);
  if (from) deliveryQuery = deliveryQuery.where('created_at', '>=', from);
  if (to) deliveryQuery = deliveryQuery.where('created_at', '<', to);
  return readPage(deliveryQuery, page, async (cursor) => (await findDelivery(db, cursor))?.endpoint_id === endpointId);
}

export const findDelivery = (db: Db, id: string): Promise<Delivery | undefined> =>
  db.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).executeTakeFirst();

export const findEvent = (db: Db, id: string) =>
  db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const REPLAY_UPDATE = { status: 'pending' as const, tries: 0, due_at: null };

/** Starts again from the first attempt. Refused during an attempt, whose result would be recorded for the replay. */
export const replayDelivery = (db: Db, id: string): Promise<Delivery> =>
  db
    .updateTable('webhook_deliveries')
    .set(REPLAY_UPDATE)
    .where('id', '=', id)
    .where((q) => q.or([q('leased_until', 'is', null), q('leased_until', '<', sql<Date>`clock_timestamp()`)]))
    .returningAll()
    .executeTakeFirstOrThrow(
      () => new Problem('conflict', 'This delivery is being sent right now. Wait until it’s done.'),
    );

export async function replayFailedDeliveries(db: Db, endpointId: string, since: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set(REPLAY_UPDATE)
    .where('endpoint_id', '=', endpointId)
    .where('status', '=', 'failed')
    .where('created_at', '>=', since)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function failPendingDeliveries(db: Db, endpointId: string): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ status: 'failed' })
    .where('endpoint_id', '=', endpointId)
    .where('status', '=', 'pending')
    .execute();
}
