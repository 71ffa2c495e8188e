import type { FastifyRequest } from 'fastify';
import { type Business, countryOf } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import type { Context, InWorkspace, Visitor } from '../../kernel/http/route.ts';
import { readPhone } from '../../kernel/phone.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Assistant } from '../assistant/assistant.ts';
import { explained } from '../assistant/explain.ts';
import { addToMonth } from '../assistant/llm/provider-store.ts';
import type { Reply } from '../assistant/reply.ts';
import type { State } from '../assistant/state.ts';
import type { Enter } from '../business/enter.ts';
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
  const given = found ?? turns.begun(request) ?? begin(ctx, business, asked);
  const industry = desk.industries.find(({ name }) => name === (given.business_type ?? business.industry));
  const silent = given.status === 'handoff';
  const embedded = silent ? undefined : await answer(ctx, desk, { business, industry }, given, asked.message);
  const turn =
    embedded &&
    turns.ask(request, ctx, {
      ...{ business, industry, conversation: given, isNew: !found, message: asked.message },
      certainty: embedded.certainty,
    });
  const { reply, state, engine } = answered(embedded, turn);
  const { suggestions = [], sources = [], receipts = [] } = reply ?? {};
  const cards = cardsOf(business, given.business_type ?? '', sources);
  const asks = state && asksOf(state, suggestions);
  const understanding = reply && explained(reply, business);
  const details = {
    suggestions,
    sources,
    receipts: await withBookings(ctx.db, receipts, zone, desk.links),
    engine,
    ...(cards.length ? { cards } : {}),
    ...(asks ? { asks } : {}),
    ...(understanding && Object.keys(understanding.slots).length ? { slots: understanding.slots } : {}),
    ...(turn?.usage ? { usage: turn.usage } : {}),
  };
  const understood = { intent: reply?.intent ?? null, confidence: reply?.confidence ?? null };
  const heard = newMessage(given, 'customer', asked.message, now, turn && { id: turn.heardId });
  const known = { ...understood, details, ...(turn ? { id: turn.saidId } : {}) };
  const said = reply && newMessage(given, 'assistant', reply.text, now, known);
  const after: Conversation = {
    ...given,
    status: reply?.status ?? given.status,
    state: state ?? given.state,
    answering_until: null,
    model_cost: given.model_cost + (turn?.usage?.cost ?? 0),
  };
  if (turn?.usage) addToMonth(ctx.db, ctx.workspace.id, new Date(), turn.usage);
  const messages = [{ ...heard, ...understood }, ...(said ? [said] : [])];
  const handsOff = reply?.status === 'handoff';
  const earlier = found && handsOff ? await saidSoFar(ctx, desk, found) : [];
  const saved = await store.save(ctx, after, messages, (it) => [
    ...(found ? [] : [events.about('conversation.created', it, messages, zone)]),
    ...messages.map((one, index) => events.said(TELLS[index]!, one, it, zone)),
    ...(handsOff ? [events.about('conversation.handoff', it, [...earlier, ...messages], zone)] : []),
  ]);

  const { usage: _, ...shownDetails } = details as typeof details & { usage?: unknown };
  const shown = {
    id: (said ?? heard).id,
    conversationId: saved.id,
    reply: reply?.text ?? '',
    intent: reply?.intent ?? 'unknown',
    confidence: reply?.confidence ?? 0,
    ...shownDetails,
    status: saved.status,
    createdAt: rfc3339(now, zone),
    ...(asked.explain && understanding ? { understanding } : {}),
  };
  if (turn) ctx.afterCommit(() => turns.following.end(saved.id, shown));
  return shown;
}

type Answered = { reply: Reply; state: State };

/** The model's words in place of the embedded assistant's, where it had any. */
function answered(embedded: Answered | undefined, turn: ModelTurn | undefined): Partial<Answered> & { engine: string } {
  if (!embedded || !turn?.draft) return { ...embedded, engine: EMBEDDED };
  const { state, engine, ...said } = turn.draft;
  return { reply: { ...embedded.reply, ...said, receipts: [] }, state, engine };
}

const EMBEDDED = 'embedded';

async function answer(
  ctx: Context<InWorkspace>,
  { assistant, enter }: Reception,
  { business, industry }: { business: Business; industry: AnyIndustry | undefined },
  { id, business_name, customer, state }: Conversation,
  message: string,
) {
  const entered = await enter(ctx, 'chat');
  const asCustomer = { ...entered, business, industry: industry?.name ?? '', byCustomer: true, conversationId: id };
  const businessName = business_name ?? business.name;
  return assistant.reply(asCustomer, { message, industry, businessName, customer, state: state as State });
}

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
