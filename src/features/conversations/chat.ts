import type { Contact } from '../../capability/capability.ts';
import { type Business, countryOf } from '../../capability/document.ts';
import type { Formatter } from '../../capability/formatter.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import type { Engine } from '../../kernel/config.ts';
import {
  type Context,
  DeferredResponse,
  type RouteResponse,
  type Visitor,
  type WorkspacePrincipal,
} from '../../kernel/http/route.ts';
import { must } from '../../kernel/must.ts';
import { toE164 } from '../../kernel/phone.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Assistant, AssistantAnswer } from '../assistant/assistant.ts';
import { createEmptySlots, type DialogueState } from '../assistant/dialogue-state.ts';
import type { CalendarLinks } from '../bookings/calendar-link.ts';
import type { ResolveBusinessContext } from '../business/resolve-business.ts';
import type { KnowledgeCache } from '../knowledge/knowledge-cache.ts';
import { type Conversation, type Customer, newConversation, reopenIfResolved } from './conversation.ts';
import { type ConversationService, lockOrRefuse } from './conversation-service.ts';
import { answerEmbedded, type TurnInput } from './embedded-answer.ts';
import { createFixedReplyTurn, renderReplyToFiles, withBookingNote } from './fixed-reply.ts';
import { withNextSteps } from './handoff-next-steps.ts';
import { storeTurn, type TurnToStore } from './store-turn.ts';
import { isAnswering, type ModelTurn, type Turns } from './turns.ts';

type Ctx = Context<WorkspacePrincipal>;

/** In characters. */
export const MAX_MESSAGE_LENGTH = 4_000;
export const MAX_METADATA_BYTES = 4_096;

export type ChatRequest = {
  message: string;
  /** The names of files that came with it. The team sees them; nobody can open them here. */
  attachments?: string[];
  /** Everything that came, with what is quoted, for the team; the assistant reads the message alone. */
  original?: string;
  conversationId?: string;
  businessType?: string;
  businessName?: string;
  customer?: Customer;
  channel?: string;
  metadata?: Record<string, unknown>;
  explain?: boolean;
  /** Overrides the engine that the workspace has chosen. */
  engine?: Engine;
};

export type ChatOptions = {
  /** The client wants the reply as it is written. */
  isStreamed: boolean;
  /** The customer gets the reply from us and not from a client of the API; by default true for the widget only. */
  isDirect?: boolean;
  /** What happens next at a handoff, if the channel knows better than the business. */
  handoffMessage?: string;
  /** The assistant does not answer, because it may be answering a program, for example: the team decides. */
  isForTeam?: boolean;
  /** The conversation that a new one continues. It is assigned to the same team member. */
  continuedConversation?: Pick<Conversation, 'assignee_id' | 'person_joined_at' | 'person_name'>;
  /** A limit refuses the message: it is answered only if somebody is in danger. */
  refusal?: Error;
  /** The assistant does not even read the message, because earlier attempts to answer it have failed. */
  skipsAssistant?: boolean;
  /** The phone number or email address that the channel knows the customer to write from. */
  proven?: Contact;
  /** The reply, whatever the message says. */
  fixedReply?(format: Formatter): string;
  /** Added to the reply for a customer who has just booked. */
  noteAfterBooking?(format: Formatter): string;
};

/** What answering a message needs besides the conversation service. */
export type ChatDependencies = {
  assistant: Assistant;
  resolveBusinessContext: ResolveBusinessContext;
  industries: readonly AnyIndustry[];
  links: CalendarLinks;
  turns: Turns;
  knowledgeCache: KnowledgeCache;
};

/** One turn: the customer's message and the reply are stored together, with their events, or not at all. */
export async function chat(
  ctx: Ctx,
  conversationService: ConversationService & ChatDependencies,
  business: Business,
  chatRequest: ChatRequest,
  options: ChatOptions,
  deadlineMs = performance.now() + conversationService.turns.maxWaitMs,
): Promise<RouteResponse | DeferredResponse> {
  const { turns } = conversationService;
  const existing =
    chatRequest.conversationId !== undefined
      ? await continueConversation(ctx, conversationService, chatRequest)
      : undefined;
  if (existing && isAnswering(existing))
    return new DeferredResponse(async () => {
      await turns.waitUntilAnswered(ctx, existing.id, deadlineMs);
      return (nextCtx) => chat(nextCtx, conversationService, business, chatRequest, options, deadlineMs);
    });
  const conversation = existing ?? startConversation(ctx, business, chatRequest);
  const industry = findIndustry(conversationService, business, conversation);
  const isNew = !existing;
  const { message } = chatRequest;
  const storeAnswer = async (storeCtx: Ctx, current: Conversation, turn: TurnToStore) =>
    storeTurn(
      storeCtx,
      conversationService,
      { business, industry, conversation: current, chatRequest: addAttachmentNames(chatRequest), isNew },
      withBookingNote(
        business,
        current,
        options.noteAfterBooking,
        await withNextSteps(storeCtx, business, current, message, turn),
      ),
    );
  const answerWithoutAssistant = () =>
    options.skipsAssistant
      ? { engine: EMBEDDED_ENGINE, engineReason: 'unread' }
      : answerEmergencyOnly(ctx, conversationService, business, conversation, chatRequest);
  if (options.refusal) {
    const turn = await answerEmergencyOnly(ctx, conversationService, business, conversation, chatRequest);
    if (!turn.reply) throw options.refusal;
    return storeAnswer(ctx, conversation, turn);
  }
  if (options.fixedReply)
    return storeAnswer(ctx, conversation, createFixedReplyTurn(business, conversation, options.fixedReply));
  if (options.isForTeam && conversation.status !== 'handoff') {
    const { assignee_id, person_joined_at, person_name } = options.continuedConversation ?? conversation;
    const handedOffConversation = {
      ...conversation,
      assignee_id,
      person_joined_at,
      person_name,
      status: 'handoff' as const,
      waiting_since: ctx.now,
    };
    return storeAnswer(ctx, handedOffConversation, { ...(await answerWithoutAssistant()), startsHandoff: true });
  }
  if (conversation.status === 'handoff' && !shouldAssistantContinue(conversation, options))
    return storeAnswer(ctx, conversation, await answerWithoutAssistant());
  if (!message.trim())
    return storeAnswer(ctx, conversation, createFixedReplyTurn(business, conversation, renderReplyToFiles, 'file'));
  const knowledgeIndex = await conversationService.knowledgeCache.get(ctx);
  const { handoffMessage, proven } = options;
  const turnInput = { business, industry, conversation, message, knowledgeIndex, handoffMessage, proven };
  if (conversation.status === 'handoff') {
    const answer = await answerEmbedded(ctx, conversationService, turnInput, 'replyWhileWaiting');
    return storeAnswer(ctx, conversation, { ...answer, engine: EMBEDDED_ENGINE, engineReason: 'person' });
  }
  const embeddedAnswer = await answerEmbedded(ctx, conversationService, turnInput);
  const modelRequest = await turns.prepareModelRequest(ctx, {
    ...turnInput,
    isNew,
    embeddedAnswer,
    engine: chatRequest.engine,
  });
  if (!modelRequest)
    return storeAnswer(ctx, conversation, {
      ...embeddedAnswer,
      engine: EMBEDDED_ENGINE,
      engineReason: embeddedAnswer.keepEmbeddedReason ?? 'no-model',
    });
  return new DeferredResponse(async (sendPartial) => {
    const turn = await turns.draft(options, ctx, modelRequest, sendPartial);
    return async (nextCtx) => {
      const current = existing ? await continueConversation(nextCtx, conversationService, chatRequest) : conversation;
      return storeAnswer(
        nextCtx,
        current,
        await resolveModelTurn(
          nextCtx,
          conversationService,
          { ...turnInput, conversation: current },
          embeddedAnswer,
          turn,
        ),
      );
    };
  });
}

/** Files are listed below the text. */
const addAttachmentNames = ({ attachments = [], ...chatRequest }: ChatRequest): ChatRequest => ({
  ...chatRequest,
  message: [chatRequest.message, ...attachments.map((name) => `[${name}]`)].filter(Boolean).join('\n'),
});

/** A customer who was handed off is not left alone: the assistant goes on until a person has joined. */
const shouldAssistantContinue = (
  { publishable, person_joined_at }: Conversation,
  { isDirect = publishable, isForTeam }: ChatOptions,
): boolean => isDirect && !isForTeam && person_joined_at === null;

/** Once a person has joined, and in conversations of secret keys, the assistant is silent during a handoff, except to answer an emergency. */
async function answerEmergencyOnly(
  ctx: Ctx,
  conversationService: ChatDependencies,
  business: Business,
  conversation: Conversation,
  { message }: ChatRequest,
): Promise<TurnToStore> {
  const industry = findIndustry(conversationService, business, conversation);
  const { business_name, customer } = conversation;
  const state = conversation.state as DialogueState;
  const businessCtx = await conversationService.resolveBusinessContext(ctx, 'chat');
  const customerCtx = { ...businessCtx, business, industry: industry?.name ?? '', isByCustomer: true };
  const turnRequest = { message, industry, businessName: business_name ?? business.name, customer, state };
  const reply = await conversationService.assistant.emergencyReply(customerCtx, turnRequest);
  const alarmedState = { ...state, alarm: true as const };
  return {
    ...(reply ? { reply, state: alarmedState } : {}),
    engine: EMBEDDED_ENGINE,
    engineReason: reply ? 'safety' : 'person',
  };
}

/** The turn to store: the model's reply, the action that the model confirmed, or the embedded assistant's answer instead. */
async function resolveModelTurn(
  ctx: Ctx,
  conversationService: ChatDependencies,
  turnInput: TurnInput,
  embeddedAnswer: AssistantAnswer,
  modelTurn: ModelTurn,
): Promise<TurnToStore> {
  const { conversation } = turnInput;
  const { draft, isPartlySent, lease } = modelTurn;
  const state = conversation.state as DialogueState;
  // A model that was too slow has lost its lease to the next message or to a person. Text already streamed is stored anyway.
  const holdsLease = conversation.status !== 'handoff' && (!lease || conversation.answering_until?.getTime() === lease);
  const failureFields = { engine: EMBEDDED_ENGINE, engineReason: 'model-failed' as const, modelTurn };
  if (!holdsLease && !isPartlySent) {
    const reply = conversation.status === 'handoff' ? {} : { reply: embeddedAnswer.reply };
    return { ...failureFields, ...reply, state };
  }
  if (!draft) return { ...embeddedAnswer, ...failureFields };
  const { state: nextState, engine, confirms, ...draftReply } = draft;
  const modelFields = { engine, engineReason: 'model' as const, modelTurn };
  if (confirms && holdsLease) {
    const confirmation = {
      conversation: { ...conversation, state: nextState },
      message: YES_MESSAGE,
      language: nextState.language,
    };
    const confirmed = await answerEmbedded(ctx, conversationService, { ...turnInput, ...confirmation });
    return { ...confirmed, ...modelFields };
  }
  const status = holdsLease ? draftReply.status : conversation.status;
  const reply = { ...embeddedAnswer.reply, ...NO_PREDICTION, ...draftReply, receipts: [], status, policy: 'model' };
  return { reply, state: holdsLease ? nextState : state, ...modelFields };
}

/** The embedded assistant understands this in every language. */
const YES_MESSAGE = 'yes';
const NO_PREDICTION = { confidence: 0, slots: createEmptySlots() };

const findIndustry = (
  { industries }: ChatDependencies,
  { industry }: Business,
  { business_type }: Conversation,
): AnyIndustry | undefined => industries.find(({ name }) => name === (business_type ?? industry));

const EMBEDDED_ENGINE = 'embedded';

function startConversation(
  { workspace, actor, now }: Context<WorkspacePrincipal>,
  business: Business,
  chatRequest: ChatRequest,
): Conversation {
  const visitor = actor.kind === 'key' ? actor.visitor : undefined;
  return newConversation({
    workspaceId: workspace.id,
    channel: chatRequest.channel ?? 'api',
    businessType: chatRequest.businessType ?? business.industry,
    businessName: chatRequest.businessName ?? null,
    customer: { ...chatRequest.customer, ...(visitor && readVerifiedCustomer(visitor, business)) },
    metadata: chatRequest.metadata ?? {},
    publishable: actor.kind === 'key' && actor.publishable,
    ...(visitor ? { visitorId: visitor.id } : {}),
    now,
    zone: business.timezone,
  });
}

/** The customer's details as the business signed them. An unparsable phone number is left out: it would never match. */
function readVerifiedCustomer({ customer: { phone, ...rest } }: Visitor, business: Business): Customer {
  const parsedPhone = phone && toE164(phone, countryOf(business));
  return { ...rest, ...(parsedPhone ? { phone: parsedPhone } : {}) };
}

async function continueConversation(
  ctx: Context<WorkspacePrincipal>,
  conversationService: ConversationService,
  chatRequest: ChatRequest,
): Promise<Conversation> {
  const id = must(chatRequest.conversationId, 'a conversation id');
  const row = reopenIfResolved(await lockOrRefuse(ctx, conversationService, id), ctx.now, ctx.workspace.timezone);
  if (chatRequest.businessType && row.business_type && chatRequest.businessType !== row.business_type) {
    throw new Problem(
      'conflict',
      `This conversation is with a ${row.business_type}. Start a new one for another business type.`,
    );
  }
  return {
    ...row,
    business_type: row.business_type ?? chatRequest.businessType ?? null,
    business_name: chatRequest.businessName ?? row.business_name,
    customer: { ...row.customer, ...chatRequest.customer },
    metadata: mergeMetadata(row.metadata, chatRequest.metadata),
  };
}

/** The stored metadata has the same size limit as the metadata of one request. */
function mergeMetadata(
  storedMetadata: Record<string, unknown>,
  newMetadata: Record<string, unknown> = {},
): Record<string, unknown> {
  const merged = { ...storedMetadata, ...newMetadata };
  if (Buffer.byteLength(JSON.stringify(merged)) <= MAX_METADATA_BYTES) return merged;
  const detail = 'must have at most 4 KiB together with what the conversation holds already';
  throw new Problem('validation_failed', `/metadata ${detail}`, { errors: [{ pointer: '/metadata', detail }] });
}
