import type { Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import { type Answer, type Context, type InWorkspace, ok } from '../../kernel/http/route.ts';
import { must } from '../../kernel/must.ts';
import type { AssistantAnswer } from '../assistant/assistant.ts';
import type { DialogueState } from '../assistant/dialogue-state.ts';
import { explainReply } from '../assistant/explain.ts';
import type { Usage } from '../assistant/llm/models.ts';
import { addToMonth } from '../assistant/llm/provider-store.ts';
import type { Reply } from '../assistant/reply.ts';
import type { CalendarLinks } from '../bookings/calendar-link.ts';
import { type Conversation, type Customer, newMessage } from './conversation.ts';
import { type ConversationService, messagesSoFar } from './conversation-service.ts';
import { asksOf, cardsOf, withBookings } from './extras.ts';
import type { ModelTurn, Turns } from './turns.ts';

/** What is said in a turn, and by whom. */
export type TurnToStore = Partial<Pick<AssistantAnswer, 'reply' | 'state'>> & {
  engine: string;
  /** By which rule it was that engine's turn. */
  why: string;
  turn?: ModelTurn;
};

type Ctx = Context<InWorkspace>;
type Storing = ConversationService & { links: CalendarLinks; turns: Turns };

/** Of the customer's message, and of the reply to it. */
const TELLS = ['message.received', 'message.replied'];

type ToStore = {
  business: Business;
  industry: AnyIndustry | undefined;
  conversation: Conversation;
  asked: { message: string; explain?: boolean };
  isNew: boolean;
};

/** The message and the reply with their events and costs, all in the transaction of the turn. */
export async function storeTurn(
  ctx: Ctx,
  conversationService: Storing,
  { business, industry, conversation, asked, isNew }: ToStore,
  { reply, state, engine, why, turn }: TurnToStore,
): Promise<Answer> {
  const { store, events, turns } = conversationService;
  const { now } = ctx;
  const zone = business.timezone;
  const understanding = reply && explainReply(reply, { business, industry }, (state ?? {}) as DialogueState);
  const details = await detailsOf(ctx, conversationService, {
    business,
    conversation,
    reply,
    state,
    slots: understanding?.slots,
  });
  const understood = { intent: reply?.intent ?? null, confidence: reply?.confidence ?? null };
  const heard = newMessage(conversation, 'customer', asked.message, now, {
    ...understood,
    ...(turn && { id: turn.heardId }),
  });
  const usage = turn?.usage;
  const dropped = turn?.dropped?.length ? { dropped: turn.dropped } : {};
  const kept = {
    ...understood,
    details: { ...details, engine, engineReason: why, ...dropped, ...(usage ? { usage } : {}) },
    ...(turn && { id: turn.saidId }),
  };
  const said = reply && newMessage(conversation, 'assistant', reply.text, now, kept);
  // A question for which nothing was found is a gap, however well it was understood.
  const isGap = reply?.unanswered || (understood.intent === 'faq' && details.sources.length === 0);
  const messages = [{ ...heard, ...(isGap ? { intent: 'unknown' } : {}) }, ...(said ? [said] : [])];
  const handsOff = reply?.status === 'handoff' && conversation.status !== 'handoff';
  const earlier = !isNew && handsOff ? await messagesSoFar(ctx, conversationService, conversation) : [];
  if (usage) addToMonth(ctx.db, ctx.workspace.id, new Date(), usage);
  const saved = await store.save(ctx, after(conversation, reply, state, usage), messages, (it) => [
    ...(isNew ? [events.about('conversation.created', it, messages, zone)] : []),
    ...messages.map((one, index) => events.said(must(TELLS[index], 'an event for each message'), one, it, zone)),
    ...(handsOff ? [events.about('conversation.handoff', it, [...earlier, ...messages], zone)] : []),
  ]);

  const shown = {
    id: (said ?? heard).id,
    conversationId: saved.id,
    reply: reply?.text ?? '',
    intent: reply?.intent ?? 'unknown',
    confidence: reply?.confidence ?? 0,
    ...details,
    engine,
    status: saved.status,
    createdAt: rfc3339(now, zone),
    ...(asked.explain && understanding ? { understanding: { ...understanding, engineReason: why } } : {}),
  };
  if (turn) ctx.afterCommit(() => turns.streamResume.end(saved.id, shown));
  // What an answer cost is for the team alone: a key's holder may pass on all of it to a customer.
  return ok(usage && asked.explain && ctx.actor.kind === 'user' ? { ...shown, usage } : shown);
}

/** What a reply comes with. */
async function detailsOf(
  { db }: Context<InWorkspace>,
  { links }: Storing,
  {
    business,
    conversation,
    reply,
    state,
    slots = {},
  }: Partial<AssistantAnswer> & {
    business: Business;
    conversation: Conversation;
    slots?: Record<string, unknown>;
  },
) {
  const { suggestions = [], sources = [], receipts = [] } = reply ?? {};
  const cards = cardsOf(business, conversation.business_type ?? '', sources);
  const asks = state && asksOf(state, suggestions);
  return {
    suggestions,
    sources,
    receipts: await withBookings(db, receipts, business.timezone, links),
    ...(cards.length ? { cards } : {}),
    ...(asks ? { asks } : {}),
    ...(Object.keys(slots).length ? { slots } : {}),
  };
}

/** The conversation once it is answered: the next message may be. */
const after = (before: Conversation, reply?: Reply, state?: DialogueState, usage?: Usage): Conversation => ({
  ...before,
  status: reply?.status ?? before.status,
  customer: reply?.status === 'handoff' ? { ...saidOf(reply), ...before.customer } : before.customer,
  state: state ?? before.state,
  answering_until: null,
  model_cost: before.model_cost + (usage?.cost ?? 0),
});

/** Whoever takes over sees who it is and how to reach them, as far as that was said. */
function saidOf({ slots: { name, phone, email } }: Reply): Customer {
  return { ...(name && { name }), ...(phone && { phone }), ...(email && { email }) };
}
