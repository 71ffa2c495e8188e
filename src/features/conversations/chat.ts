import { type Business, countryOf } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import type { Context, InWorkspace, Visitor } from '../../kernel/http/route.ts';
import { readPhone } from '../../kernel/phone.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Assistant } from '../assistant/assistant.ts';
import { explained } from '../assistant/explain.ts';
import type { Reply } from '../assistant/reply.ts';
import type { State } from '../assistant/state.ts';
import type { Enter } from '../business/enter.ts';
import type { Shelves } from '../knowledge/shelves.ts';
import type { CalendarLinks } from '../scheduling/calendar-link.ts';
import { type Conversation, type Customer, newConversation, newMessage, reopened } from './conversation.ts';
import { type Desk, mustLock, saidSoFar } from './desk.ts';
import { asksOf, cardsOf, withBookings } from './extras.ts';

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
  shelves: Shelves;
};

/** One turn: the customer's message and the reply are stored together, with their events, or not at all. */
export async function chat(ctx: Context<InWorkspace>, desk: Desk & Reception, business: Business, asked: ChatRequest) {
  const { store, events } = desk;
  const { now } = ctx;
  const zone = business.timezone;
  const found = asked.conversationId !== undefined ? await continueConversation(ctx, desk, asked) : undefined;
  const conversation = found ?? begin(ctx, business, asked);
  const heard = newMessage(conversation, 'customer', asked.message, now);
  const silent = conversation.status === 'handoff';
  const { reply, state } = silent ? SILENT : await answer(ctx, desk, business, conversation, asked.message);
  const { suggestions = [], sources = [], receipts = [] } = reply ?? {};
  const cards = cardsOf(business, conversation.business_type ?? '', sources);
  const asks = state && asksOf(state, suggestions);
  const understanding = reply && explained(reply, business);
  const details = {
    suggestions,
    sources,
    receipts: await withBookings(ctx.db, receipts, zone, desk.links),
    engine: 'embedded',
    ...(cards.length ? { cards } : {}),
    ...(asks ? { asks } : {}),
    ...(understanding && Object.keys(understanding.slots).length ? { slots: understanding.slots } : {}),
  };
  const understood = { intent: reply?.intent ?? null, confidence: reply?.confidence ?? null };
  const said = reply && newMessage(conversation, 'assistant', reply.text, now, { ...understood, details });
  const after: Conversation = {
    ...conversation,
    status: reply?.status ?? conversation.status,
    state: state ?? conversation.state,
  };
  // A question for which nothing was found is a gap, however well it was understood.
  const isGap = understood.intent === 'faq' && sources.length === 0;
  const messages = [{ ...heard, ...understood, ...(isGap ? { intent: 'unknown' } : {}) }, ...(said ? [said] : [])];
  const handsOff = reply?.status === 'handoff';
  const earlier = found && handsOff ? await saidSoFar(ctx, desk, found) : [];
  const saved = await store.save(ctx, after, messages, (it) => [
    ...(found ? [] : [events.about('conversation.created', it, messages, zone)]),
    ...messages.map((one, index) => events.said(TELLS[index]!, one, it, zone)),
    ...(handsOff ? [events.about('conversation.handoff', it, [...earlier, ...messages], zone)] : []),
  ]);

  return {
    id: (said ?? heard).id,
    conversationId: saved.id,
    reply: reply?.text ?? '',
    intent: reply?.intent ?? 'unknown',
    confidence: reply?.confidence ?? 0,
    ...details,
    status: saved.status,
    createdAt: rfc3339(now, zone),
    ...(asked.explain && understanding ? { understanding } : {}),
  };
}

/** A person has the conversation. */
const SILENT: { reply?: Reply; state?: State } = {};

async function answer(
  ctx: Context<InWorkspace>,
  { assistant, enter, industries, shelves }: Reception,
  business: Business,
  { id, business_type, business_name, customer, state }: Conversation,
  message: string,
): Promise<{ reply: Reply; state: State }> {
  const industry = industries.find(({ name }) => name === (business_type ?? business.industry));
  const entered = await enter(ctx, 'chat');
  const asCustomer = { ...entered, business, industry: industry?.name ?? '', byCustomer: true, conversationId: id };
  const businessName = business_name ?? business.name;
  const written = await shelves.of(ctx);
  return assistant.reply(asCustomer, { message, industry, businessName, customer, written, state: state as State });
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
