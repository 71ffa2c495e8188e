import type { FastifyRequest } from 'fastify';
import { type Business, countryOf } from '../../capability/document.ts';
import { inLanguage } from '../../capability/formatter.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import type { Engine } from '../../kernel/config.ts';
import { type Answer, type Context, DeferredAnswer, type InWorkspace, type Visitor } from '../../kernel/http/route.ts';
import { must } from '../../kernel/must.ts';
import { readPhone } from '../../kernel/phone.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Assistant, AssistantAnswer } from '../assistant/assistant.ts';
import { type DialogueState, emptySlots } from '../assistant/dialogue-state.ts';
import type { DocumentIndex } from '../assistant/document-index.ts';
import { languageFor } from '../assistant/languages.ts';
import type { CalendarLinks } from '../bookings/calendar-link.ts';
import type { ResolveBusiness } from '../business/resolve-business.ts';
import type { KnowledgeCache } from '../knowledge/knowledge-cache.ts';
import { type Conversation, type Customer, newConversation, reopened } from './conversation.ts';
import { type ConversationService, lockOrRefuse } from './conversation-service.ts';
import { storeTurn, type TurnToStore } from './store-turn.ts';
import { isAnswering, type ModelTurn, type Turns } from './turns.ts';

type Ctx = Context<InWorkspace>;

export const METADATA_BYTES = 4_096;

export type ChatRequest = {
  message: string;
  conversationId?: string;
  businessType?: string;
  businessName?: string;
  customer?: Customer;
  channel?: string;
  metadata?: Record<string, unknown>;
  explain?: boolean;
  /** In place of what the workspace has chosen. */
  engine?: Engine;
};

/** Who answers. */
export type ChatDependencies = {
  assistant: Assistant;
  resolveBusiness: ResolveBusiness;
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
  asked: ChatRequest,
  request: FastifyRequest,
  patience = performance.now() + conversationService.turns.longestWaitMs,
): Promise<Answer | DeferredAnswer> {
  const { turns } = conversationService;
  const found =
    asked.conversationId !== undefined ? await continueConversation(ctx, conversationService, asked) : undefined;
  if (found && isAnswering(found))
    return new DeferredAnswer(async () => {
      await turns.untilFree(ctx, found.id, patience);
      return (then) => chat(then, conversationService, business, asked, request, patience);
    });
  const conversation = found ?? begin(ctx, business, asked);
  const industry = industryOf(conversationService, business, conversation);
  const isNew = !found;
  const store = (then: Ctx, current: Conversation, said: TurnToStore) =>
    storeTurn(then, conversationService, { business, industry, conversation: current, asked, isNew }, said);
  if (conversation.status === 'handoff')
    return store(ctx, conversation, await alarmOnly(ctx, conversationService, business, conversation, asked));
  const written = await conversationService.knowledgeCache.of(ctx);
  const given = { business, industry, conversation, message: asked.message, written };
  const embedded = await answer(ctx, conversationService, given);
  const planned = await turns.plan(ctx, { ...given, isNew, embedded, engine: asked.engine });
  if (!planned) return store(ctx, conversation, { ...embedded, engine: EMBEDDED, why: embedded.kept ?? 'no-model' });
  return new DeferredAnswer(async (ahead) => {
    const turn = await turns.draft(request, ctx, planned, ahead);
    return async (then) => {
      const current = found ? await continueConversation(then, conversationService, asked) : conversation;
      return store(
        then,
        current,
        await outcome(then, conversationService, { ...given, conversation: current }, embedded, turn),
      );
    };
  });
}

type Given = {
  business: Business;
  industry: AnyIndustry | undefined;
  conversation: Conversation;
  message: string;
  written: DocumentIndex | undefined;
  /** In which they are answered; left out, the message tells. */
  language?: string | undefined;
};

/** The embedded assistant's. */
async function answer(ctx: Ctx, conversationService: ChatDependencies, given: Given): Promise<AssistantAnswer> {
  const { business, industry, conversation, message, written } = given;
  const { id, business_name, customer, state } = conversation;
  const { language = languageFor(message, (state as DialogueState).language) } = given;
  const spoken = inLanguage(business, language);
  const entered = await conversationService.resolveBusiness(ctx, 'chat');
  const asCustomer = {
    ...entered,
    business: spoken,
    industry: industry?.name ?? '',
    byCustomer: true,
    conversationId: id,
  };
  const businessName = business_name ?? business.name;
  return conversationService.assistant.reply(asCustomer, {
    message,
    industry,
    businessName,
    customer,
    state: state as DialogueState,
    written,
  });
}

/** While a person has the conversation nobody else speaks, unless somebody is in danger. */
async function alarmOnly(
  ctx: Ctx,
  conversationService: ChatDependencies,
  business: Business,
  conversation: Conversation,
  { message }: ChatRequest,
): Promise<TurnToStore> {
  const industry = industryOf(conversationService, business, conversation);
  const { business_name, customer } = conversation;
  const state = conversation.state as DialogueState;
  const entered = await conversationService.resolveBusiness(ctx, 'chat');
  const asCustomer = { ...entered, business, industry: industry?.name ?? '', byCustomer: true };
  const asked = { message, industry, businessName: business_name ?? business.name, customer, state };
  const reply = await conversationService.assistant.alarm(asCustomer, asked);
  return { ...(reply ? { reply, state } : {}), engine: EMBEDDED, why: reply ? 'safety' : 'person' };
}

/** What a model's turn comes to: its words, what it was told to do, or the embedded assistant's answer in its place. */
async function outcome(
  ctx: Ctx,
  conversationService: ChatDependencies,
  given: Given,
  embedded: AssistantAnswer,
  turn: ModelTurn,
): Promise<TurnToStore> {
  const { conversation } = given;
  const { draft, isHeard, lease } = turn;
  const state = conversation.state as DialogueState;
  // Whoever took too long has lost the turn to the next message, or to a person: what was heard stays said.
  const isOurs = conversation.status !== 'handoff' && (!lease || conversation.answering_until?.getTime() === lease);
  const failed = { engine: EMBEDDED, why: 'model-failed' as const, turn };
  if (!isOurs && !isHeard) {
    const said = conversation.status === 'handoff' ? {} : { reply: embedded.reply };
    return { ...failed, ...said, state };
  }
  if (!draft) return { ...embedded, ...failed };
  const { state: next, engine, confirms, ...words } = draft;
  const by = { engine, why: 'model' as const, turn };
  if (confirms && isOurs) {
    const agreed = { conversation: { ...conversation, state: next }, message: YES, language: next.language };
    const done = await answer(ctx, conversationService, { ...given, ...agreed });
    return { ...done, ...by };
  }
  const status = isOurs ? words.status : conversation.status;
  const reply = { ...embedded.reply, ...NOTHING, ...words, receipts: [], status, policy: 'model' };
  return { reply, state: isOurs ? next : state, ...by };
}

/** As every engine understands it. */
const YES = 'yes';
const NOTHING = { confidence: 0, slots: emptySlots() };

/** In which industry a conversation is. */
const industryOf = (
  { industries }: ChatDependencies,
  { industry }: Business,
  { business_type }: Conversation,
): AnyIndustry | undefined => industries.find(({ name }) => name === (business_type ?? industry));

const EMBEDDED = 'embedded';

function begin({ workspace, actor, now }: Context<InWorkspace>, business: Business, asked: ChatRequest): Conversation {
  const visitor = actor.kind === 'key' ? actor.visitor : undefined;
  return newConversation({
    workspaceId: workspace.id,
    channel: asked.channel ?? 'api',
    businessType: asked.businessType ?? business.industry,
    businessName: asked.businessName ?? null,
    customer: { ...asked.customer, ...(visitor && vouchedFor(visitor, business)) },
    metadata: asked.metadata ?? {},
    publishable: actor.kind === 'key' && actor.publishable,
    ...(visitor ? { visitorId: visitor.id } : {}),
    now,
    zone: business.timezone,
  });
}

/** What the business itself says of a visitor; a phone that cannot be read would never match. */
function vouchedFor({ customer: { phone, ...rest } }: Visitor, business: Business): Customer {
  const read = phone && readPhone(phone, countryOf(business));
  return { ...rest, ...(read ? { phone: read } : {}) };
}

async function continueConversation(
  ctx: Context<InWorkspace>,
  conversationService: ConversationService,
  asked: ChatRequest,
): Promise<Conversation> {
  const id = must(asked.conversationId, 'a conversation that goes on');
  const row = reopened(await lockOrRefuse(ctx, conversationService, id), ctx.now, ctx.workspace.timezone);
  if (asked.businessType && row.business_type && asked.businessType !== row.business_type) {
    throw new Problem(
      'conflict',
      `This conversation is with a ${row.business_type}. Start a new one for another business type.`,
    );
  }
  return {
    ...row,
    business_type: row.business_type ?? asked.businessType ?? null,
    business_name: asked.businessName ?? row.business_name,
    customer: { ...row.customer, ...asked.customer },
    metadata: mergeMetadata(row.metadata, asked.metadata),
  };
}

/** What is kept has the same limit as what is sent. */
function mergeMetadata(kept: Record<string, unknown>, sent: Record<string, unknown> = {}): Record<string, unknown> {
  const merged = { ...kept, ...sent };
  if (Buffer.byteLength(JSON.stringify(merged)) <= METADATA_BYTES) return merged;
  const detail = 'must have at most 4 KiB together with what the conversation holds already';
  throw new Problem('validation_failed', `/metadata ${detail}`, { errors: [{ pointer: '/metadata', detail }] });
}
