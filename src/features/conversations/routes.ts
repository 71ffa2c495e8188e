import { sql } from 'kysely';
import { Type } from 'typebox';
import { parseRangeBound } from '../../kernel/clock.ts';
import { DEFAULT_LIMIT, requireValidCursor, restoreListOrder } from '../../kernel/http/pagination.ts';
import type { ExpandableObjects } from '../../kernel/http/route.ts';
import { type Context, created, ok, type Route, route, type WorkspacePrincipal } from '../../kernel/http/route.ts';
import { createListPage, Id, ListOf, NonBlank, OneOf, PageQuery, Strict } from '../../kernel/http/schema.ts';
import { notFound } from '../../kernel/problem.ts';
import { createLinkedCustomerIdFinder } from '../../scheduling/linked-customers.ts';
import type { KeyGate } from '../access/key-gate.ts';
import { STATUSES } from '../assistant/status.ts';
import { MAX_MESSAGE_LENGTH } from './chat.ts';
import type { Conversation } from './conversation.ts';
import {
  type ConversationService,
  handBack,
  handOff,
  isHidden,
  rateConversation,
  replyAsPerson,
  resolveConversation,
} from './conversation-service.ts';
import { withCurrentBookings } from './reply-extras.ts';
import {
  CHANNELS,
  ConversationShape,
  ConversationSummary,
  MessageShape,
  presentConversation,
  presentSummary,
} from './shapes.ts';

type Dependencies = {
  keyGate: KeyGate;
  conversationService: ConversationService;
  expandable: { customer: ExpandableObjects };
};

const tag = 'Conversations';
const SEARCH_DESCRIPTION =
  'Words of one message, the last of which may be a beginning (`"…"` together, `OR`, `-without`), or a part of the customer’s name, phone or e-mail. Conversations about health are stored sealed and are not found.';

export function conversationRoutes({ keyGate, conversationService, expandable }: Dependencies): Route[] {
  const expand = {
    knownCustomer: { ...expandable.customer, findReferencedIds: createLinkedCustomerIdFinder(sql`conversations`) },
  };
  const { store } = conversationService;
  return [
    route({
      method: 'GET',
      pathPrefixSet: 'all',
      path: '/conversations',
      gate: keyGate('conversations:read'),
      tag,
      summary: 'List conversations',
      query: Strict({
        ...PageQuery,
        status: Type.Optional(OneOf(STATUSES)),
        channel: Type.Optional(OneOf(CHANNELS)),
        from: Type.Optional(Type.String({ description: 'Created at or after this time or day' })),
        to: Type.Optional(Type.String({ description: 'Created before this time or day' })),
        q: Type.Optional(NonBlank({ maxLength: 200, description: SEARCH_DESCRIPTION })),
      }),
      expand,
      responses: { 200: ListOf(ConversationSummary) },
      async handle(ctx, { query: { limit = DEFAULT_LIMIT, starting_after, ending_before, from, to, ...filter } }) {
        const { timezone } = ctx.workspace;
        const cursors = { limit, starting_after, ending_before };
        await requireValidCursor(cursors, (id) => store.exists(ctx, id));
        const parseBound = (name: string, text?: string) => (text ? parseRangeBound(name, text, timezone) : undefined);
        const range = { from: parseBound('from', from), to: parseBound('to', to) };
        const position = { startingAfter: starting_after, endingBefore: ending_before, limit };
        const rows = await store.list(ctx, { ...filter, ...range, ...position });
        return ok(createListPage(restoreListOrder(rows, cursors), limit, (row) => presentSummary(row, timezone)));
      },
    }),
    route({
      method: 'GET',
      pathPrefixSet: 'all',
      path: '/conversations/:id',
      gate: keyGate('conversations:read', { allowPublishableKeyFor: 'other' }),
      tag,
      summary: 'Read a conversation with its messages',
      params: Strict({ id: Id('conv') }),
      expand,
      responses: { 200: ConversationShape },
      async handle(ctx, { params: { id } }) {
        const stored = await store.read(ctx, id);
        if (!stored || isHidden(ctx, stored.conversation)) throw notFound('conversation');
        const messages = await withCurrentBookings(ctx.db, stored.messages);
        return ok(presentConversation(stored.conversation, messages, ctx.workspace.timezone));
      },
    }),
    route({
      method: 'POST',
      pathPrefixSet: 'all',
      path: '/conversations/:id/messages',
      gate: keyGate('conversations:write'),
      tag,
      summary: 'Reply as a person of the business',
      params: Strict({ id: Id('conv') }),
      body: Strict({ text: NonBlank({ maxLength: MAX_MESSAGE_LENGTH }) }),
      example: { body: { text: 'Yes, we have a high chair.' } },
      responses: { 201: MessageShape },
      handle: async (ctx, { params: { id }, body: { text } }) =>
        created(await replyAsPerson(ctx, conversationService, id, text)),
    }),
    route({
      method: 'POST',
      pathPrefixSet: 'all',
      path: '/conversations/:id/handoff',
      gate: keyGate('conversations:write', { allowPublishableKeyFor: 'other' }),
      tag,
      summary: 'Hand the conversation to a person',
      description: 'The assistant is silent until it is resolved or given back.',
      params: Strict({ id: Id('conv') }),
      body: Strict({ reason: Type.Optional(Type.String({ maxLength: 500 })) }),
      responses: { 200: ConversationShape },
      handle: async (ctx, { params: { id }, body: { reason } }) =>
        createConversationResponse(ctx, conversationService, await handOff(ctx, conversationService, id, reason)),
    }),
    route({
      method: 'POST',
      pathPrefixSet: 'all',
      path: '/conversations/:id/handback',
      gate: keyGate('conversations:write'),
      tag,
      summary: 'Give the conversation back to the assistant',
      params: Strict({ id: Id('conv') }),
      body: Strict({}),
      responses: { 200: ConversationShape },
      handle: async (ctx, { params: { id } }) =>
        createConversationResponse(ctx, conversationService, await handBack(ctx, conversationService, id)),
    }),
    route({
      method: 'POST',
      pathPrefixSet: 'all',
      path: '/conversations/:id/resolve',
      gate: keyGate('conversations:write'),
      tag,
      summary: 'Resolve the conversation',
      description: 'A later message begins a new episode.',
      params: Strict({ id: Id('conv') }),
      body: Strict({}),
      responses: { 200: ConversationShape },
      handle: async (ctx, { params: { id } }) =>
        createConversationResponse(ctx, conversationService, await resolveConversation(ctx, conversationService, id)),
    }),
    route({
      method: 'POST',
      pathPrefixSet: 'all',
      path: '/conversations/:id/feedback',
      gate: keyGate('conversations:write', { allowPublishableKeyFor: 'other' }),
      tag,
      summary: 'Rate the conversation',
      params: Strict({ id: Id('conv') }),
      body: Strict({
        rating: Type.Integer({ minimum: 1, maximum: 5 }),
        comment: Type.Optional(Type.String({ maxLength: 2_000 })),
      }),
      example: { body: { rating: 5, comment: 'Quick and friendly' } },
      responses: { 200: ConversationShape },
      handle: async (ctx, { params: { id }, body: { rating, comment } }) =>
        createConversationResponse(
          ctx,
          conversationService,
          await rateConversation(ctx, conversationService, id, rating, comment),
        ),
    }),
  ];
}

async function createConversationResponse(
  ctx: Context<WorkspacePrincipal>,
  { store }: ConversationService,
  conversation: Conversation,
) {
  return ok(presentConversation(conversation, await store.readMessages(ctx, conversation), ctx.workspace.timezone));
}
