import { sql } from 'kysely';
import { Type } from 'typebox';
import type { AnyIndustry } from '../../capability/industry.ts';
import { parseRangeBound, rfc3339 } from '../../kernel/clock.ts';
import type { Db } from '../../kernel/database/database.ts';
import { createIdFinder } from '../../kernel/http/expand.ts';
import { DEFAULT_LIMIT, readPage } from '../../kernel/http/pagination.ts';
import type { ExpandableObjects, Expansion } from '../../kernel/http/route.ts';
import { type Gate, ok, type Route, route, type WorkspacePrincipal } from '../../kernel/http/route.ts';
import { createListPage, Id, ListOf, OneOf, PageQuery, Strict, Time, Titled } from '../../kernel/http/schema.ts';
import { notFound } from '../../kernel/problem.ts';
import { createLinkedCustomerIdFinder } from '../../scheduling/linked-customers.ts';
import type { Scope } from '../keys/scopes.ts';
import { buildRequestsQuery } from '../requests/select-requests.ts';

type Dependencies = {
  industries: AnyIndustry[];
  keyGate(scope: Scope): Gate<WorkspacePrincipal>;
  eventTypes: readonly string[];
  expandable: Record<'booking' | 'conversation' | 'customer', ExpandableObjects>;
};

const tag = 'Events';
const EventShape = Titled('Event', {
  id: Id('evt', { description: 'The `webhook-id` of its deliveries' }),
  type: Type.String({ examples: ['booking.created'] }),
  timestamp: Time(),
  data: Type.Object({}, { additionalProperties: true, description: 'As sent to webhooks' }),
});

/**
 * Lists and reads recorded events. A few types are recorded only while a webhook endpoint subscribes to them. Events about
 * health contain only ids and a status.
 */
export function eventRoutes({ industries, keyGate, eventTypes, expandable }: Dependencies): Route[] {
  const expand = {
    booking: { ...expandable.booking, findReferencedIds: createReferenceFinder('bkg') },
    conversation: { ...expandable.conversation, findReferencedIds: createReferenceFinder('conv') },
    knownCustomer: { ...expandable.customer, findReferencedIds: createCustomerFinder(industries) },
  };
  return [
    route({
      method: 'GET',
      pathPrefixSet: 'all',
      path: '/events',
      gate: keyGate('webhooks:read'),
      tag,
      summary: 'List what happened',
      description:
        'The record behind webhooks, the newest first. `conversation.created`, `message.received`, `message.replied` and ' +
        '`feedback.received` are recorded only while an enabled webhook endpoint subscribes to them.',
      query: Strict({
        ...PageQuery,
        type: Type.Optional(OneOf(eventTypes)),
        objectId: Type.Optional(
          Type.String({
            maxLength: 100,
            description: 'About this booking (and its payments), conversation (and its messages), customer or request',
          }),
        ),
        from: Type.Optional(Type.String({ description: 'Happened at or after this time or day' })),
        to: Type.Optional(Type.String({ description: 'Happened before this time or day' })),
      }),
      expand,
      responses: { 200: ListOf(EventShape) },
      async handle({ db, workspace: { timezone } }, { query }) {
        const { type, objectId, from, to, ...page } = query;
        let eventQuery = selectEvents(db);
        if (type) eventQuery = eventQuery.where('type', '=', type);
        if (objectId) eventQuery = eventQuery.where(sql<boolean>`id = any(array(select events_about(${objectId})))`);
        if (from) eventQuery = eventQuery.where('occurred_at', '>=', parseRangeBound('from', from, timezone));
        if (to) eventQuery = eventQuery.where('occurred_at', '<', parseRangeBound('to', to, timezone));
        const rows = await readPage(eventQuery, page, (id) => findEventRow(db, id));
        return ok(createListPage(rows, page.limit ?? DEFAULT_LIMIT, (row) => presentEvent(row, timezone)));
      },
    }),
    route({
      method: 'GET',
      pathPrefixSet: 'all',
      path: '/events/:id',
      gate: keyGate('webhooks:read'),
      tag,
      summary: 'Read an event',
      params: Strict({ id: Id('evt') }),
      expand,
      responses: { 200: EventShape },
      async handle({ db, workspace: { timezone } }, { params: { id } }) {
        const row = await findEventRow(db, id);
        if (!row) throw notFound('event');
        return ok(presentEvent(row, timezone));
      },
    }),
  ];
}

type EventItem = Parameters<Expansion['findReferencedIds']>[1][number];

/** The ids in the data of an event: its own object, and the booking or conversation that this belongs to. */
const collectSubjectIds = ({ data }: EventItem): string[] => {
  const { id, bookingId, conversationId } = data as Record<string, unknown>;
  return [id, bookingId, conversationId].filter((value) => typeof value === 'string');
};

/** The prefix of an id says what kind of object it identifies. */
const createReferenceFinder = (prefix: string) =>
  createIdFinder((item) => collectSubjectIds(item).find((id) => id.startsWith(`${prefix}_`)));

/** The customer that an event is about, or the one of its booking, request or conversation. */
function createCustomerFinder(industries: AnyIndustry[]): Expansion['findReferencedIds'] {
  const findLinkedCustomers = createLinkedCustomerIdFinder(
    sql`(select id, customer_id from bookings union all select id, customer_id from conversations
      union all select id, customer_id from (${buildRequestsQuery(industries)}) as requests)`,
  );
  return async (ctx, items) => {
    const linkedCustomerIds = await findLinkedCustomers(
      ctx,
      items.flatMap(collectSubjectIds).map((id) => ({ id })),
    );
    const findCustomerId = (id: string) => (id.startsWith('cus_') ? id : linkedCustomerIds.get(id));
    return new Map(
      items.flatMap((item) => {
        const customer = collectSubjectIds(item).map(findCustomerId).find(Boolean);
        return customer ? [[item.id, customer] as const] : [];
      }),
    );
  };
}

const selectEvents = (db: Db) => db.selectFrom('events').select(['id', 'type', 'data', 'occurred_at']);
const findEventRow = (db: Db, id: string) => selectEvents(db).where('id', '=', id).executeTakeFirst();

type EventRow = NonNullable<Awaited<ReturnType<typeof findEventRow>>>;

const presentEvent = ({ id, type, data, occurred_at }: EventRow, timezone: string) => ({
  id,
  type,
  timestamp: rfc3339(occurred_at, timezone),
  data,
});
