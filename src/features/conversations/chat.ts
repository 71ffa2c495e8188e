import type { FastifyRequest } from 'fastify';
import { type Business, countryOf } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import type { Context, InWorkspace, Visitor } from '../../kernel/http/route.ts';
import { readPhone } from '../../kernel/phone.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Assistant } from '../assistant/assistant.ts';
import { explained } from '../assistant/explain.ts';
import type { Usage } from '../assistant/llm/models.ts';
import { addToMonth } from '../assistant/llm/provider-store.ts';
import type { Reply } from '../assistant/reply.ts';
import { noSlots, type State } from '../assistant/state.ts';
import type { Enter } from '../business/enter.ts';
import type { Shelves } from '../knowledge/shelves.ts';
import type { CalendarLinks } from '../scheduling/calendar-link.ts';
import { type Conversation, type Customer, newConversation, newMessage, reopened } from './conversation.ts';
import { type Desk, mustLock, saidSoFar } from './desk.ts';
import { asksOf, cardsOf, withBookings } from './extras.ts';
import type { ModelTurn, Turns } from './turns.ts';

export const METADATA_BYTES = 4_096;
/** Of the customer's message, and of the reply to it. */
const TELLS = ['message.received', 'message.replied'];

export type ChatRequest = {
  message: string;
  conversationId?: string;
  businessType?: string;
  businessName?: string;
  customer?: Customer;
  channel?: string;
  metadata?: Record<string, unknown>;
  explain?: boolean;
};

/** Who answers. */
export type Reception = {
  assistant: Assistant;
  enter: Enter;
  industries: readonly AnyIndustry[];
  links: CalendarLinks;
  turns: Turns;
  shelves: Shelves;
};

/** One turn: the customer's message and the reply are stored together, with their events, or not at all. */
export async function chat(
  ctx: Context<InWorkspace>,
  desk: Desk & Reception,
  business: Business,
  asked: ChatRequest,
  request: FastifyRequest,
) {
  const { store, events, turns } = desk;
  const { now } = ctx;
  const zone = business.timezone;
  const found = asked.conversationId !== undefined ? await continueConversation(ctx, desk, asked) : undefined;
  if (found) turns.inOrder(request, ctx, found);
  const conversation = found ?? turns.begun(request) ?? begin(ctx, business, asked);
  const { reply, state, engine, turn } = await answer(ctx, desk, {
    business,
    conversation,
    asked,
    request,
    isNew: !found,
  });
  const industry = industryOf(desk, business, conversation);
  const understanding = reply && explained(reply, { business, industry }, (state ?? {}) as State);
  const details = await detailsOf(ctx, desk, { business, conversation, reply, state, slots: understanding?.slots });
  const understood = { intent: reply?.intent ?? null, confidence: reply?.confidence ?? null };
  const heard = newMessage(conversation, 'customer', asked.message, now, {
    ...understood,
    ...(turn && { id: turn.heardId }),
  });
  const usage = turn?.usage;
  const kept = {
    ...understood,
    details: { ...details, engine, ...(usage ? { usage } : {}) },
    ...(turn && { id: turn.saidId }),
  };
  const said = reply && newMessage(conversation, 'assistant', reply.text, now, kept);
  // A question for which nothing was found is a gap, however well it was understood.
  const isGap = understood.intent === 'faq' && details.sources.length === 0;
  const messages = [{ ...heard, ...(isGap ? { intent: 'unknown' } : {}) }, ...(said ? [said] : [])];
  const handsOff = reply?.status === 'handoff' && conversation.status !== 'handoff';
  const earlier = found && handsOff ? await saidSoFar(ctx, desk, found) : [];
  if (usage) addToMonth(ctx.db, ctx.workspace.id, new Date(), usage);
  const saved = await store.save(ctx, after(conversation, reply, state, usage), messages, (it) => [
    ...(found ? [] : [events.about('conversation.created', it, messages, zone)]),
    ...messages.map((one, index) => events.said(TELLS[index]!, one, it, zone)),
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
    ...(asked.explain && understanding ? { understanding } : {}),
  };
  if (turn) ctx.afterCommit(() => turns.following.end(saved.id, shown));
  return shown;
}

/** What a reply comes with. */
async function detailsOf(
  { db }: Context<InWorkspace>,
  { links }: Reception,
  {
    business,
    conversation,
    reply,
    state,
    slots = {},
  }: Partial<Answered> & {
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
const after = (before: Conversation, reply?: Reply, state?: State, usage?: Usage): Conversation => ({
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

type Answered = { reply: Reply; state: State };
type ToAnswer = {
  business: Business;
  conversation: Conversation;
  asked: ChatRequest;
  request: FastifyRequest;
  isNew: boolean;
};

/** In which industry a conversation is. */
const industryOf = (
  { industries }: Reception,
  { industry }: Business,
  { business_type }: ToAnswer['conversation'],
): AnyIndustry | undefined => industries.find(({ name }) => name === (business_type ?? industry));

const EMBEDDED = 'embedded';

/** The embedded assistant's answer, or a model's in its place; while a person has the conversation none but an alarm. */
async function answer(
  ctx: Context<InWorkspace>,
  reception: Reception,
  { business, conversation, asked: { message }, request, isNew }: ToAnswer,
): Promise<Said> {
  const { assistant, enter, turns, shelves } = reception;
  const { id, status, business_name, customer } = conversation;
  const industry = industryOf(reception, business, conversation);
  const entered = await enter(ctx, 'chat');
  const asCustomer = { ...entered, business, industry: industry?.name ?? '', byCustomer: true, conversationId: id };
  const businessName = business_name ?? business.name;
  const asked = { message, industry, businessName, customer, state: conversation.state as State };
  if (status === 'handoff') {
    const alarm = await assistant.alarm(asCustomer, asked);
    if (alarm) return { reply: alarm, state: asked.state, engine: EMBEDDED };
    return said(UNSAID, turns.heard(request, conversation), status);
  }
  const written = await shelves.of(ctx);
  const own = await assistant.reply(asCustomer, { ...asked, written });
  const { certainty, ...embedded } = own;
  const turn = turns.ask(request, ctx, { business, industry, conversation, isNew, message, written, certainty });
  return said(embedded, turn);
}

type Said = Partial<Answered> & { engine: string; turn?: ModelTurn };

/** A model's words in place of those of the embedded assistant, where it had any. */
function said(embedded: Partial<Answered>, turn: ModelTurn | undefined, status = turn?.draft?.status): Said {
  if (!turn?.draft) return { ...embedded, engine: EMBEDDED, ...(turn ? { turn } : {}) };
  const { state, engine, ...words } = turn.draft;
  const reply = { ...NOTHING, ...embedded.reply, ...words, receipts: [], status: status ?? 'open', policy: 'model' };
  return { reply, state, engine, turn };
}

const UNSAID: Partial<Answered> = {};
const NOTHING = { intent: 'unknown', confidence: 0, slots: noSlots(), considered: [] };

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

async function continueConversation(ctx: Context<InWorkspace>, desk: Desk, asked: ChatRequest): Promise<Conversation> {
  const row = reopened(await mustLock(ctx, desk, asked.conversationId!), ctx.now, ctx.workspace.timezone);
  if (asked.businessType && row.business_type && asked.businessType !== row.business_type) {
    throw new Problem(
      'conflict',
      `This conversation is with a ${row.business_type}. Begin a new one for another type of business.`,
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
