import { sql } from 'kysely';
import { Type } from 'typebox';
import { readBound, rfc3339 } from '../../kernel/clock.ts';
import type { Db } from '../../kernel/database/database.ts';
import { idsIn } from '../../kernel/http/expand.ts';
import { DEFAULT_LIMIT, readPage } from '../../kernel/http/pages.ts';
import type { Expandable } from '../../kernel/http/route.ts';
import { type Gate, type InWorkspace, ok, type Route, route } from '../../kernel/http/route.ts';
import { Id, ListOf, OneOf, PageQuery, pageOf, Strict, Time, Titled } from '../../kernel/http/schema.ts';
import { notFound } from '../../kernel/problem.ts';
import type { Scope } from '../keys/scopes.ts';

type Dependencies = {
  key(scope: Scope): Gate<InWorkspace>;
  types: readonly string[];
  expandable: Record<'booking' | 'conversation' | 'customer', Expandable>;
};

const tag = 'Events';
const EventShape = Titled('Event', {
  id: Id('evt', { description: 'The `webhook-id` of its deliveries' }),
  type: Type.String({ examples: ['booking.created'] }),
  timestamp: Time(),
  data: Type.Object({}, { additionalProperties: true, description: 'As sent to webhooks' }),
});

/** What happened, whether or not a webhook was told. Events about health hold an id and a status only. */
export function eventRoutes({ key, types, expandable }: Dependencies): Route[] {
  const expand = {
    booking: { ...expandable.booking, idsOf: referencesTo('bkg') },
    conversation: { ...expandable.conversation, idsOf: referencesTo('conv') },
    knownCustomer: { ...expandable.customer, idsOf: referencesTo('cus') },
  };
  return [
    route({
      method: 'GET',
      root: 'core',
      path: '/events',
      gate: key('webhooks:read'),
      tag,
      summary: 'List what happened',
      description:
        'The record behind webhooks, the newest first. Events about messages are recorded only while an endpoint subscribes to them.',
      query: Strict({
        ...PageQuery,
        type: Type.Optional(OneOf(types)),
        objectId: Type.Optional(
          Type.String({
            maxLength: 100,
            description:
              'About this booking with its payments, this conversation with its messages, this customer or request',
          }),
        ),
        from: Type.Optional(Type.String({ description: 'Happened at or after this time or day' })),
        to: Type.Optional(Type.String({ description: 'Happened before this time or day' })),
      }),
      expand,
      answers: { 200: ListOf(EventShape) },
      async handle({ db, workspace: { timezone } }, { query }) {
        const { type, objectId, from, to, ...page } = query;
        let list = selectEvents(db);
        if (type) list = list.where('type', '=', type);
        if (objectId) list = list.where(sql<boolean>`id = any(array(select events_about(${objectId})))`);
        if (from) list = list.where('occurred_at', '>=', readBound('from', from, timezone));
        if (to) list = list.where('occurred_at', '<', readBound('to', to, timezone));
        const rows = await readPage(list, page, (id) => findEventRow(db, id));
        return ok(pageOf(rows, page.limit ?? DEFAULT_LIMIT, (row) => present(row, timezone)));
      },
    }),
    route({
      method: 'GET',
      root: 'core',
      path: '/events/:id',
      gate: key('webhooks:read'),
      tag,
      summary: 'Read an event',
      params: Strict({ id: Id('evt') }),
      expand,
      answers: { 200: EventShape },
      async handle({ db, workspace: { timezone } }, { params: { id } }) {
        const row = await findEventRow(db, id);
        if (!row) throw notFound('event');
        return ok(present(row, timezone));
      },
    }),
  ];
}

/** What an event is about, or belongs to. Ids say what they are of. */
const referencesTo = (prefix: string) =>
  idsIn(({ data }) => {
    const { id, conversationId, bookingId } = data as Record<string, unknown>;
    return [id, conversationId, bookingId].find((each) => typeof each === 'string' && each.startsWith(`${prefix}_`));
  });

const selectEvents = (db: Db) => db.selectFrom('events').select(['id', 'type', 'data', 'occurred_at']);
const findEventRow = (db: Db, id: string) => selectEvents(db).where('id', '=', id).executeTakeFirst();

type EventRow = NonNullable<Awaited<ReturnType<typeof findEventRow>>>;

const present = ({ id, type, data, occurred_at }: EventRow, timezone: string) => ({
  id,
  type,
  timestamp: rfc3339(occurred_at, timezone),
  data,
});
