import { Type } from 'typebox';
import { type Business, countryOf } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { getCustomerView } from '../../capability/samples.ts';
import { ENGINES } from '../../kernel/config.ts';
import type { EventStream } from '../../kernel/http/event-stream.ts';
import {
  type Context,
  DEFAULT_BODY_LIMIT,
  MAX_BODY_LIMIT,
  type Route,
  route,
  type WorkspacePrincipal,
} from '../../kernel/http/route.ts';
import { Id, NonBlank, OneOf, Strict } from '../../kernel/http/schema.ts';
import { toE164 } from '../../kernel/phone.ts';
import { Problem } from '../../kernel/problem.ts';
import { requireIdentity } from '../access/identity-required.ts';
import type { KeyGate } from '../access/key-gate.ts';
import { ensureIndustryActive } from '../business/routes.ts';
import type { Documents } from '../business/store.ts';
import { requireChannel } from '../plans/plans.ts';
import { type ChatDependencies, chat, MAX_MESSAGE_LENGTH, MAX_METADATA_BYTES } from './chat.ts';
import type { Customer } from './conversation.ts';
import type { ConversationService } from './conversation-service.ts';
import { CHANNELS, ChatReply, CustomerShape } from './shapes.ts';
import { chatStream, hasUiMessages, readPostedMessage, uiMessageFields } from './stream.ts';

type Dependencies = Pick<
  ChatDependencies,
  'assistant' | 'resolveBusinessContext' | 'links' | 'turns' | 'knowledgeCache'
> & {
  keyGate: KeyGate;
  documents: Documents;
  industries: AnyIndustry[];
  conversationService: ConversationService;
};

const createChatBodySchema = (industries: readonly AnyIndustry[]) =>
  Strict(
    {
      message: Type.Optional(
        Type.String({
          description: 'Required, unless `messages` is sent: 1 to 4,000 characters after trimming',
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
      ...uiMessageFields,
    },
    { if: { required: ['messages'] }, else: { required: ['message'] } },
  );

/** The same reply as JSON and as a stream, each at its own path. `/chat` also streams to clients that accept only a stream. */
export const chatRoutes = (dependencies: Dependencies): Route[] => [
  createChatRoute(dependencies, chatStream, {
    path: '/chat',
    absoluteAliases: ['/chat'],
    summary: 'Send a customer’s message and get the reply',
    description:
      'With `Accept: text/event-stream` it is streamed, as by `POST /api/chat/stream`. The body of the AI SDK’s `useChat` is taken as it is, and streamed too.',
  }),
  createChatRoute(
    dependencies,
    { ...chatStream, isRequested: () => true, isOnlyResponse: true },
    {
      path: '/chat/stream',
      summary: 'Send a customer’s message and stream the reply',
      description:
        'In the AI SDK’s UI message stream format (v1), with the answer of `POST /api/chat` as its `data-message` part.',
    },
  ),
];

function createChatRoute(
  dependencies: Dependencies,
  stream: EventStream,
  routeFields: Pick<Route, 'path' | 'absoluteAliases' | 'summary' | 'description'>,
): Route {
  const { keyGate, documents, industries, conversationService, assistant } = dependencies;
  const { resolveBusinessContext, links, turns, knowledgeCache } = dependencies;
  const chatServices = {
    ...conversationService,
    assistant,
    resolveBusinessContext,
    links,
    turns,
    knowledgeCache,
    industries,
  };
  return route({
    ...routeFields,
    method: 'POST',
    pathPrefixSet: 'all',
    gate: keyGate('chat:write', { allowPublishableKeyFor: 'message', answersEmergencies: true }),
    tag: 'Conversations',
    body: createChatBodySchema(industries),
    problems: ['identity_required', 'plan_required', 'industry_not_active', 'conflict', 'not_found'],
    example: { body: { message: 'Are you open on Friday evening?', businessName: 'Bella Vista' } },
    bodyLimit: (body) => (hasUiMessages(body) ? MAX_BODY_LIMIT : DEFAULT_BODY_LIMIT),
    responses: { 200: ChatReply },
    stream,
    async prepare(body) {
      const { message, conversationId } = readPostedMessage(body);
      // A message this long will be rejected, so it is not encoded first.
      if (message.length <= 2 * MAX_MESSAGE_LENGTH) await assistant.prepare(message, conversationId);
    },
    async handle(ctx, { body, request }) {
      const { pointer, ...postedMessage } = readPostedMessage(body);
      validateSizes(pointer, postedMessage.message, body.metadata);
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
      const activeDocument = isInactive
        ? (await ensureIndustryActive(ctx, documents, requestedIndustry)).document
        : document;
      const business = getCustomerView(activeDocument, ctx.workspace.mode);
      const customer = body.customer && normalizeContact(body.customer, business);
      // A visitor must not set the business name that replies and emails show.
      const businessName = isFromWidget ? undefined : body.businessName;
      return chat(
        ctx,
        chatServices,
        business,
        { ...body, ...postedMessage, businessName, customer },
        { isStreamed: stream.isRequested(request), ...(ctx.exceededLimit ? { refusal: ctx.exceededLimit } : {}) },
      );
    },
  });
}

function validateSizes(pointer: string, message: string, metadata: object | undefined): void {
  const errors = [];
  if (!message) errors.push({ pointer, detail: 'must not be empty' });
  if ([...message].length > MAX_MESSAGE_LENGTH)
    errors.push({ pointer, detail: `must have at most ${MAX_MESSAGE_LENGTH} characters` });
  if (metadata && Buffer.byteLength(JSON.stringify(metadata)) > MAX_METADATA_BYTES)
    errors.push({ pointer: '/metadata', detail: 'must have at most 4 KiB' });
  const [firstError] = errors;
  if (firstError) throw new Problem('validation_failed', `${firstError.pointer} ${firstError.detail}`, { errors });
}

/** Requests may choose an engine only in the sandbox: customers get the one that the business has chosen and pays for. */
function requireEngineAllowed({ workspace, actor }: Context<WorkspacePrincipal>): void {
  if (workspace.mode === 'test' && !(actor.kind === 'key' && actor.publishable)) return;
  const detail = 'can only be chosen in the sandbox, with a secret test key or in the dashboard';
  throw new Problem('validation_failed', `/engine ${detail}`, { errors: [{ pointer: '/engine', detail }] });
}

/** Converts the phone number to E.164 and rejects an unparsable one, which would never match a booking. */
function normalizeContact(customer: Customer, business: Business): Customer {
  if (customer.phone === undefined) return customer;
  const phone = toE164(customer.phone, countryOf(business));
  if (phone) return { ...customer, phone };
  const detail = 'must be a phone number';
  throw new Problem('validation_failed', `/customer/phone ${detail}`, {
    errors: [{ pointer: '/customer/phone', detail }],
  });
}
