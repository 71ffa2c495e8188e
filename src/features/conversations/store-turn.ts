import { sql } from 'kysely';
import type { Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { hasRequiredData } from '../../capability/required-data.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import { type Context, ok, type RouteResponse, type WorkspacePrincipal } from '../../kernel/http/route.ts';
import { must } from '../../kernel/must.ts';
import type { AssistantAnswer } from '../assistant/assistant.ts';
import type { DialogueState } from '../assistant/dialogue-state.ts';
import { explainReply } from '../assistant/explain-reply.ts';
import type { Usage } from '../assistant/llm/models.ts';
import { addToMonthlyUsage } from '../assistant/llm/provider-store.ts';
import type { Reply } from '../assistant/reply.ts';
import type { CalendarLinks } from '../bookings/calendar-link.ts';
import { type Conversation, type Customer, NOBODY_JOINED, newMessage } from './conversation.ts';
import { type ConversationService, readMessagesForEvents } from './conversation-service.ts';
import { findAskedContact, findAskedFields, findCards, withBookings } from './reply-extras.ts';
import type { ModelTurn, Turns } from './turns.ts';

/** The reply of a turn, and the engine that gave it. */
export type TurnToStore = Partial<Pick<AssistantAnswer, 'reply' | 'state'>> & {
  engine: string;
  /** The rule that chose the engine. */
  engineReason: string;
  /** The message goes to the team, though no reply says so. */
  startsHandoff?: boolean;
  modelTurn?: ModelTurn;
};

type Ctx = Context<WorkspacePrincipal>;
type TurnServices = ConversationService & { links: CalendarLinks; turns: Turns };

/** Event types for the customer's message and the reply, in that order. */
const MESSAGE_EVENTS = ['message.received', 'message.replied'];

type TurnContext = {
  business: Business;
  industry: AnyIndustry | undefined;
  conversation: Conversation;
  chatRequest: { message: string; original?: string; explain?: boolean };
  isNew: boolean;
};

/** Stores the message and the reply with their events and costs, in the transaction of the turn. */
export async function storeTurn(
  ctx: Ctx,
  conversationService: TurnServices,
  { business, industry, conversation, chatRequest, isNew }: TurnContext,
  { reply, state, engine, engineReason, modelTurn, ...handoff }: TurnToStore,
): Promise<RouteResponse> {
  const { store, events, turns } = conversationService;
  const { now } = ctx;
  const zone = business.timezone;
  const explanation = reply && explainReply(reply, { business, industry }, (state ?? {}) as DialogueState);
  const details = await buildDetails(ctx, conversationService, {
    business,
    industry,
    conversation,
    reply,
    state,
    slots: explanation?.slots,
  });
  const prediction = { intent: reply?.intent ?? null, confidence: reply?.confidence ?? null };
  const customerMessage = newMessage(conversation, 'customer', chatRequest.message, now, {
    ...prediction,
    ...(chatRequest.original ? { details: { original: chatRequest.original } } : {}),
    ...(modelTurn && { id: modelTurn.customerMessageId }),
  });
  const usage = modelTurn?.usage;
  const dropped = modelTurn?.dropped?.length ? { dropped: modelTurn.dropped } : {};
  const replyFields = {
    ...prediction,
    details: { ...details, engine, engineReason, ...dropped, ...(usage ? { usage } : {}) },
    ...(modelTurn && { id: modelTurn.replyMessageId }),
  };
  const replyMessage = reply && newMessage(conversation, 'assistant', reply.text, now, replyFields);
  // A question without an answer in the knowledge base counts as a gap, even when its intent was clear.
  const isUnanswered = reply?.unanswered || (prediction.intent === 'faq' && details.sources.length === 0);
  const capabilityWithoutData = industry?.capabilities.find(
    (capability) => capability.name === prediction.intent && !hasRequiredData(business, capability),
  );
  // A booking that the business does not take yet is a request, which no written answer would serve.
  const isGap = isUnanswered && capabilityWithoutData?.effect !== 'write';
  const messages = [
    { ...customerMessage, ...(isGap ? { intent: 'unknown' } : {}) },
    ...(replyMessage ? [replyMessage] : []),
  ];
  const startsHandoff = handoff.startsHandoff || (reply?.status === 'handoff' && conversation.status !== 'handoff');
  const earlierMessages =
    !isNew && startsHandoff ? await readMessagesForEvents(ctx, conversationService, conversation) : [];
  if (usage) addToMonthlyUsage(ctx.db, ctx.workspace.id, new Date(), usage);
  const savedConversation = await store.save(
    ctx,
    withTurn(conversation, now, { reply, state, usage }),
    messages,
    (savedConversation) => [
      ...(isNew ? [events.forConversation('conversation.created', savedConversation, messages, zone)] : []),
      ...messages.map((message, index) =>
        events.forMessage(must(MESSAGE_EVENTS[index], 'an event for each message'), message, savedConversation, zone),
      ),
      ...(startsHandoff
        ? [events.forConversation('conversation.handoff', savedConversation, [...earlierMessages, ...messages], zone)]
        : []),
    ],
  );
  if (isGap && capabilityWithoutData)
    await sql`update analytics_questions set capability = ${capabilityWithoutData.name}
      where message_id = ${customerMessage.id}`.execute(ctx.db);

  const body = {
    id: (replyMessage ?? customerMessage).id,
    conversationId: savedConversation.id,
    reply: reply?.text ?? '',
    intent: reply?.intent ?? 'unknown',
    confidence: reply?.confidence ?? 0,
    ...details,
    engine,
    status: savedConversation.status,
    createdAt: rfc3339(now, zone),
    ...(chatRequest.explain && explanation ? { understanding: { ...explanation, engineReason } } : {}),
  };
  if (modelTurn) ctx.afterCommit(() => turns.streamResume.end(savedConversation.id, body));
  // Only the team sees the cost: the holder of a key may pass the whole answer on to a customer.
  return ok(usage && chatRequest.explain && ctx.actor.kind === 'user' ? { ...body, usage } : body);
}

/** What is shown and stored beside the reply's text. */
async function buildDetails(
  ctx: Context<WorkspacePrincipal>,
  { links }: TurnServices,
  {
    business,
    industry,
    conversation,
    reply,
    state,
    slots = {},
  }: Partial<AssistantAnswer> & {
    business: Business;
    industry: AnyIndustry | undefined;
    conversation: Conversation;
    slots?: Record<string, unknown>;
  },
) {
  const { suggestions = [], sources = [], receipts = [] } = reply ?? {};
  const cards = findCards(business, conversation.business_type ?? '', sources);
  const asks = state && (reply?.status === 'handoff' ? findAskedContact(state) : findAskedFields(state, suggestions));
  return {
    suggestions,
    sources,
    receipts: await withBookings(ctx, receipts, business.timezone, links, industry),
    ...(cards.length ? { cards } : {}),
    ...(asks ? { asks } : {}),
    ...(Object.keys(slots).length ? { slots } : {}),
  };
}

/** The conversation after its answer. Clears the lease, so that the next message can be answered. */
function withTurn(
  conversation: Conversation,
  now: Date,
  { reply, state, usage }: { reply?: Reply; state?: DialogueState; usage?: Usage },
): Conversation {
  const status = reply?.status ?? conversation.status;
  const isKnownCustomer = status === 'handoff' || Boolean(reply?.receipts.length);
  return {
    ...conversation,
    ...(status === 'handoff'
      ? {
          waiting_since: conversation.waiting_since ?? now,
          urgent: conversation.urgent || reply?.intent === 'safety.emergency',
        }
      : NOBODY_JOINED),
    status,
    customer:
      reply && isKnownCustomer ? { ...findMentionedContact(reply), ...conversation.customer } : conversation.customer,
    state: state ?? conversation.state,
    answering_until: null,
    model_cost: conversation.model_cost + (usage?.cost ?? 0),
  };
}

/** Contact details the customer gave for a booking or a request, or for the person who takes over. */
function findMentionedContact({ slots: { name, phone, email } }: Reply): Customer {
  return { ...(name && { name }), ...(phone && { phone }), ...(email && { email }) };
}
