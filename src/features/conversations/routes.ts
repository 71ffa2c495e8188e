import { Type } from 'typebox';
import { type Business, countryOf } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { asCustomersSee } from '../../capability/samples.ts';
import { readBound } from '../../kernel/clock.ts';
import { ENGINES } from '../../kernel/config.ts';
import {
  type Context,
  created,
  DEFAULT_BODY_LIMIT,
  type InWorkspace,
  MAX_BODY_LIMIT,
  ok,
  type Route,
  route,
} from '../../kernel/http/route.ts';
import { Id, ListOf, NonBlank, OneOf, PageQuery, pageOf, Strict } from '../../kernel/http/schema.ts';
import { readPhone } from '../../kernel/phone.ts';
import { notFound, Problem, unknownCursor } from '../../kernel/problem.ts';
import { requireIdentity } from '../access/identity-required.ts';
import type { KeyGate } from '../access/key-gate.ts';
import { STATUSES } from '../assistant/status.ts';
import { ensureActive } from '../business/routes.ts';
import type { Documents } from '../business/store.ts';
import { requireChannel } from '../plans/plans.ts';
import { type ChatDependencies, chat, MAX_MESSAGE_LENGTH, MAX_METADATA_BYTES } from './chat.ts';
import type { Conversation, Customer } from './conversation.ts';
import { type ConversationService, handBack, handOff, isHidden, rate, reply, resolve } from './conversation-service.ts';
import { withCurrentBookings } from './reply-extras.ts';
import {
  CHANNELS,
  ChatReply,
  ConversationShape,
  ConversationSummary,
  CustomerShape,
  MessageShape,
  presentConversation,
  presentSummary,
} from './shapes.ts';
import { chatStream, hasUiMessages, readPostedMessage, UiMessages } from './stream.ts';

type Dependencies = Pick<ChatDependencies, 'assistant' | 'resolveBusiness' | 'links' | 'turns' | 'knowledgeCache'> & {
  key: KeyGate;
  documents: Documents;
  industries: AnyIndustry[];
  conversationService: ConversationService;
};

const tag = 'Conversations';
const SEARCH_DESCRIPTION =
  'Words of one message, the last of which may be a beginning (`"…"` together, `OR`, `-without`), or a part of the customer’s name, phone or e-mail. Conversations about health are stored sealed and are not found.';

export function conversationRoutes({
  key,
  documents,
  industries,
  conversationService,
  assistant,
  resolveBusiness,
  links,
  turns,
  knowledgeCache,
}: Dependencies): Route[] {
  const { store } = conversationService;
  const chatServices = {
    ...conversationService,
    assistant,
    resolveBusiness,
    links,
    turns,
    knowledgeCache,
    industries,
  };
  return [
    route({
      method: 'POST',
      root: 'core',
      path: '/chat',
      extraPaths: ['/chat'],
      gate: key('chat:write', { widget: 'message', answersEmergencies: true }),
      tag,
      summary: 'Send a customer’s message and get the reply',
      description:
        'With `Accept: text/event-stream` the reply is streamed in the AI SDK’s UI message stream format (v1), with this answer as its `data-message` part. The body of its `useChat` is taken as it is.',
      body: Strict(
        {
          message: Type.Optional(
            Type.String({
              description: '1 to 4,000 characters after trimming',
              examples: ['Table for 4 tomorrow at 7:30?'],
            }),
          ),
          businessType: Type.Optional(OneOf(industries.map(({ name }) => name))),
          businessName: Type.Optional(
            NonBlank({
              maxLength: 200,
              description: 'With a publishable key it is ignored: the document’s name holds',
            }),
          ),
          conversationId: Type.Optional(
            Id('conv', { minLength: 1, description: 'Goes on with that conversation; left out, a new one begins' }),
          ),
          customer: Type.Optional(CustomerShape),
          channel: Type.Optional(OneOf(CHANNELS)),
          locale: Type.Optional(Type.String({ maxLength: 35 })),
          metadata: Type.Optional(
            Type.Unsafe<Record<string, unknown>>({
              type: 'object',
              additionalProperties: true,
              description: 'At most 4 KiB',
            }),
          ),
          explain: Type.Optional(Type.Boolean()),
          engine: Type.Optional(
            OneOf(ENGINES, { description: 'Who answers this message; only in the sandbox, and not from a page' }),
          ),
          ...UiMessages,
        },
        {
          if: { required: ['messages'] },
          else: { required: ['message'] },
          examples: [{ message: 'Hi!', businessType: 'restaurant', businessName: 'Bella Vista' }],
        },
      ),
      bodyLimit: (body) => (hasUiMessages(body) ? MAX_BODY_LIMIT : DEFAULT_BODY_LIMIT),
      answers: { 200: ChatReply },
      stream: chatStream,
      async prepare(body) {
        const { message, conversationId } = readPostedMessage(body);
        // A message this long will be rejected, so it is not encoded first.
        if (message.length <= 2 * MAX_MESSAGE_LENGTH) await assistant.prepare(message, conversationId);
      },
      async handle(ctx, { body, request }) {
        const { pointer, ...posted } = readPostedMessage(body);
        validateSizes(pointer, posted.message, body.metadata);
        if (body.channel) requireChannel(ctx.workspace, body.channel);
        if (body.engine) requireEngineAllowed(ctx);
        const { document } = await documents.get(ctx);
        await requireIdentity(ctx, document.widget);
        const requestedIndustry = industries.find(({ name }) => name === body.businessType);
        const isInactive = requestedIndustry && !document.industries.includes(requestedIndustry.name);
        const isFromWidget = ctx.actor.kind === 'key' && ctx.actor.publishable;
        if (isInactive && isFromWidget) {
          // A widget visitor must not activate an industry.
          throw new Problem(
            'industry_not_active',
            `${requestedIndustry.name} is not active here. Its owner can activate it.`,
          );
        }
        const activeDocument = isInactive ? (await ensureActive(ctx, documents, requestedIndustry)).document : document;
        const business = asCustomersSee(activeDocument, ctx.workspace.mode);
        const customer = body.customer && normalizeContact(body.customer, business);
        // A visitor must not set the business name that replies and mails show.
        const businessName = isFromWidget ? undefined : body.businessName;
        return chat(
          ctx,
          chatServices,
          business,
          { ...body, ...posted, businessName, customer },
          { isStreamed: chatStream.isRequested(request), ...(ctx.refusal ? { refusal: ctx.refusal } : {}) },
        );
      },
    }),
    route({
      method: 'GET',
      root: 'core',
      path: '/conversations',
      gate: key('conversations:read'),
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
      answers: { 200: ListOf(ConversationSummary) },
      async handle(ctx, { query: { limit = 20, starting_after: startingAfter, from, to, ...filter } }) {
        const { timezone } = ctx.workspace;
        if (startingAfter !== undefined && !(await store.exists(ctx, startingAfter))) throw unknownCursor();
        const bound = (name: string, text?: string) => (text ? readBound(name, text, timezone) : undefined);
        const range = { from: bound('from', from), to: bound('to', to) };
        const rows = await store.list(ctx, { ...filter, ...range, startingAfter, limit });
        return ok(pageOf(rows, limit, (row) => presentSummary(row, timezone)));
      },
    }),
    route({
      method: 'GET',
      root: 'core',
      path: '/conversations/:id',
      gate: key('conversations:read', { widget: 'other' }),
      tag,
      summary: 'Read a conversation with its messages',
      params: Strict({ id: Id('conv') }),
      answers: { 200: ConversationShape },
      async handle(ctx, { params: { id } }) {
        const stored = await store.read(ctx, id);
        if (!stored || isHidden(ctx, stored.conversation)) throw notFound('conversation');
        const messages = await withCurrentBookings(ctx.db, stored.messages);
        return ok(presentConversation(stored.conversation, messages, ctx.workspace.timezone));
      },
    }),
    route({
      method: 'POST',
      root: 'core',
      path: '/conversations/:id/messages',
      gate: key('conversations:write'),
      tag,
      summary: 'Reply as a person of the business',
      params: Strict({ id: Id('conv') }),
      body: Strict({ text: NonBlank({ maxLength: MAX_MESSAGE_LENGTH }) }),
      answers: { 201: MessageShape },
      handle: async (ctx, { params: { id }, body: { text } }) =>
        created(await reply(ctx, conversationService, id, text)),
    }),
    route({
      method: 'POST',
      root: 'core',
      path: '/conversations/:id/handoff',
      gate: key('conversations:write', { widget: 'other' }),
      tag,
      summary: 'Hand the conversation to a person',
      description: 'The assistant is silent until it is resolved or given back.',
      params: Strict({ id: Id('conv') }),
      body: Strict({ reason: Type.Optional(Type.String({ maxLength: 500 })) }),
      answers: { 200: ConversationShape },
      handle: async (ctx, { params: { id }, body: { reason } }) =>
        conversationResponse(ctx, conversationService, await handOff(ctx, conversationService, id, reason)),
    }),
    route({
      method: 'POST',
      root: 'core',
      path: '/conversations/:id/handback',
      gate: key('conversations:write'),
      tag,
      summary: 'Give the conversation back to the assistant',
      params: Strict({ id: Id('conv') }),
      body: Strict({}),
      answers: { 200: ConversationShape },
      handle: async (ctx, { params: { id } }) =>
        conversationResponse(ctx, conversationService, await handBack(ctx, conversationService, id)),
    }),
    route({
      method: 'POST',
      root: 'core',
      path: '/conversations/:id/resolve',
      gate: key('conversations:write'),
      tag,
      summary: 'Resolve the conversation',
      description: 'A later message begins a new episode.',
      params: Strict({ id: Id('conv') }),
      body: Strict({}),
      answers: { 200: ConversationShape },
      handle: async (ctx, { params: { id } }) =>
        conversationResponse(ctx, conversationService, await resolve(ctx, conversationService, id)),
    }),
    route({
      method: 'POST',
      root: 'core',
      path: '/conversations/:id/feedback',
      gate: key('conversations:write', { widget: 'other' }),
      tag,
      summary: 'Rate the conversation',
      params: Strict({ id: Id('conv') }),
      body: Strict({
        rating: Type.Integer({ minimum: 1, maximum: 5 }),
        comment: Type.Optional(Type.String({ maxLength: 2_000 })),
      }),
      answers: { 200: ConversationShape },
      handle: async (ctx, { params: { id }, body: { rating, comment } }) =>
        conversationResponse(ctx, conversationService, await rate(ctx, conversationService, id, rating, comment)),
    }),
  ];
}

async function conversationResponse(
  ctx: Context<InWorkspace>,
  { store }: ConversationService,
  conversation: Conversation,
) {
  return ok(presentConversation(conversation, await store.messages(ctx, conversation), ctx.workspace.timezone));
}

function validateSizes(pointer: string, message: string, metadata: object | undefined): void {
  const errors = [];
  if (!message) errors.push({ pointer, detail: 'must not be empty' });
  if ([...message].length > MAX_MESSAGE_LENGTH)
    errors.push({ pointer, detail: `must have at most ${MAX_MESSAGE_LENGTH} characters` });
  if (metadata && Buffer.byteLength(JSON.stringify(metadata)) > MAX_METADATA_BYTES)
    errors.push({ pointer: '/metadata', detail: 'must have at most 4 KiB' });
  const [first] = errors;
  if (first) throw new Problem('validation_failed', `${first.pointer} ${first.detail}`, { errors });
}

/** Requests may choose an engine only in the sandbox: customers get the one that the business has chosen and pays for. */
function requireEngineAllowed({ workspace, actor }: Context<InWorkspace>): void {
  if (workspace.mode === 'test' && !(actor.kind === 'key' && actor.publishable)) return;
  const detail = 'can only be chosen in the sandbox, with a secret test key or in the dashboard';
  throw new Problem('validation_failed', `/engine ${detail}`, { errors: [{ pointer: '/engine', detail }] });
}

/** Converts the phone number to E.164 and rejects an unparsable one, which would never match a booking. */
function normalizeContact(customer: Customer, business: Business): Customer {
  if (customer.phone === undefined) return customer;
  const phone = readPhone(customer.phone, countryOf(business));
  if (phone) return { ...customer, phone };
  const detail = 'must be a phone number';
  throw new Problem('validation_failed', `/customer/phone ${detail}`, {
    errors: [{ pointer: '/customer/phone', detail }],
  });
}
