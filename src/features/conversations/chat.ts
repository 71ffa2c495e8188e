import type { FastifyRequest } from 'fastify';
import { type Business, countryOf } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { inLanguage } from '../../capability/say.ts';
import type { Engine } from '../../kernel/config.ts';
import { type Answer, type Context, type InWorkspace, Later, type Visitor } from '../../kernel/http/route.ts';
import { readPhone } from '../../kernel/phone.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Answered, Assistant } from '../assistant/assistant.ts';
import { languageFor } from '../assistant/languages.ts';
import { noSlots, type State } from '../assistant/state.ts';
import type { Written } from '../assistant/written.ts';
import type { Enter } from '../business/enter.ts';
import type { Shelves } from '../knowledge/shelves.ts';
import type { CalendarLinks } from '../scheduling/calendar-link.ts';
import { type Conversation, type Customer, newConversation, reopened } from './conversation.ts';
import { type Desk, mustLock } from './desk.ts';
import { type Said, storeTurn } from './store-turn.ts';
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
  ctx: Ctx,
  desk: Desk & Reception,
  business: Business,
  asked: ChatRequest,
  request: FastifyRequest,
  patience = performance.now() + desk.turns.longestWaitMs,
): Promise<Answer | Later> {
  const { turns } = desk;
  const found = asked.conversationId !== undefined ? await continueConversation(ctx, desk, asked) : undefined;
  if (found && isAnswering(found))
    return new Later(async () => {
      await turns.untilFree(ctx, found.id, patience);
      return (then) => chat(then, desk, business, asked, request, patience);
    });
  const conversation = found ?? begin(ctx, business, asked);
  const industry = industryOf(desk, business, conversation);
  const isNew = !found;
  const store = (then: Ctx, current: Conversation, said: Said) =>
    storeTurn(then, desk, { business, industry, conversation: current, asked, isNew }, said);
  if (conversation.status === 'handoff')
    return store(ctx, conversation, await alarmOnly(ctx, desk, business, conversation, asked));
  const written = await desk.shelves.of(ctx);
  const given = { business, industry, conversation, message: asked.message, written };
  const embedded = await answer(ctx, desk, given);
  const planned = await turns.plan(ctx, { ...given, isNew, embedded, engine: asked.engine });
  if (!planned) return store(ctx, conversation, { ...embedded, engine: EMBEDDED, why: embedded.kept ?? 'no-model' });
  return new Later(async (ahead) => {
    const turn = await turns.draft(request, ctx, planned, ahead);
    return async (then) => {
      const current = found ? await continueConversation(then, desk, asked) : conversation;
      return store(then, current, await outcome(then, desk, { ...given, conversation: current }, embedded, turn));
    };
  });
}

type Given = {
  business: Business;
  industry: AnyIndustry | undefined;
  conversation: Conversation;
  message: string;
  written: Written | undefined;
  /** In which they are answered; left out, the message tells. */
  language?: string | undefined;
};

/** The embedded assistant's. */
async function answer(ctx: Ctx, desk: Reception, given: Given): Promise<Answered> {
  const { business, industry, conversation, message, written } = given;
  const { id, business_name, customer, state } = conversation;
  const { language = languageFor(message, (state as State).language) } = given;
  const spoken = inLanguage(business, language);
  const entered = await desk.enter(ctx, 'chat');
  const asCustomer = {
    ...entered,
    business: spoken,
    industry: industry?.name ?? '',
    byCustomer: true,
    conversationId: id,
  };
  const businessName = business_name ?? business.name;
  return desk.assistant.reply(asCustomer, {
    message,
    industry,
    businessName,
    customer,
    state: state as State,
    written,
  });
}

/** While a person has the conversation nobody else speaks, unless somebody is in danger. */
async function alarmOnly(
  ctx: Ctx,
  desk: Reception,
  business: Business,
  conversation: Conversation,
  { message }: ChatRequest,
): Promise<Said> {
  const industry = industryOf(desk, business, conversation);
  const { business_name, customer } = conversation;
  const state = conversation.state as State;
  const entered = await desk.enter(ctx, 'chat');
  const asCustomer = { ...entered, business, industry: industry?.name ?? '', byCustomer: true };
  const asked = { message, industry, businessName: business_name ?? business.name, customer, state };
  const reply = await desk.assistant.alarm(asCustomer, asked);
  return { ...(reply ? { reply, state } : {}), engine: EMBEDDED, why: reply ? 'safety' : 'person' };
}

/** What a model's turn comes to: its words, what it was told to do, or the embedded assistant's answer in its place. */
async function outcome(ctx: Ctx, desk: Reception, given: Given, embedded: Answered, turn: ModelTurn): Promise<Said> {
  const { conversation } = given;
  const { draft, isHeard, lease } = turn;
  const state = conversation.state as State;
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
    const done = await answer(ctx, desk, { ...given, ...agreed });
    return { ...done, ...by };
  }
  const status = isOurs ? words.status : conversation.status;
  const reply = { ...embedded.reply, ...NOTHING, ...words, receipts: [], status, policy: 'model' };
  return { reply, state: isOurs ? next : state, ...by };
}

/** As every engine understands it. */
const YES = 'yes';
const NOTHING = { confidence: 0, slots: noSlots() };

/** In which industry a conversation is. */
const industryOf = (
  { industries }: Reception,
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
