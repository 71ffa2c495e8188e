import type { AnyIndustry } from '../../capability/industry.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import type { Keyring } from '../../kernel/crypto.ts';
import type { Context, InWorkspace } from '../../kernel/http/route.ts';
import { notFound, Problem } from '../../kernel/problem.ts';
import { type Conversation, type Message, newMessage, reopened } from './conversation.ts';
import { createConversationEncryption } from './encryption.ts';
import { type ConversationEvents, conversationEvents } from './events.ts';
import { presentMessage } from './shapes.ts';
import { type ConversationStore, createStore } from './store.ts';

type Ctx = Context<InWorkspace>;
/** The conversation store and its events. */
export type ConversationService = {
  store: ConversationStore;
  events: ConversationEvents;
  isHealth(businessType: string | null): boolean;
};

/** `sealMore` encrypts what other features store about a conversation, once it turns out to be about health. */
export function createConversationService(
  keyring: Keyring,
  industries: readonly AnyIndustry[],
  sealMore: (ctx: Ctx, conversationId: string) => Promise<void>,
): ConversationService {
  const aboutHealth = industries.filter(({ capabilities }) => capabilities.some(({ health }) => health));
  const isHealth = (type: string | null) => aboutHealth.some(({ name }) => name === type);
  return {
    store: createStore(createConversationEncryption(keyring, isHealth), sealMore),
    events: conversationEvents(isHealth),
    isHealth,
  };
}

/** A staff member's reply in a conversation. */
export async function reply(ctx: Ctx, conversationService: ConversationService, id: string, text: string) {
  const { store, events } = conversationService;
  const zone = ctx.workspace.timezone;
  const conversation = await lockOrRefuse(ctx, conversationService, id);
  const message = newMessage(conversation, 'agent', text, ctx.now);
  await store.save(ctx, conversation, [message], (saved) => [events.said('message.replied', message, saved, zone)]);
  return presentMessage(message, zone);
}

/** From now on a person answers; the assistant is silent. */
export async function handOff(
  ctx: Ctx,
  conversationService: ConversationService,
  id: string,
  reason?: string,
): Promise<Conversation> {
  const { store, events } = conversationService;
  const zone = ctx.workspace.timezone;
  const conversation = await lockOrRefuse(ctx, conversationService, id);
  if (conversation.status === 'handoff') return conversation;
  const handed = { ...reopened(conversation, ctx.now, zone), status: 'handoff' as const, updated_at: ctx.now };
  const why = { reason: reason ?? null };
  const said = await messagesSoFar(ctx, conversationService, conversation);
  return store.save(ctx, handed, [], (saved) => [events.about('conversation.handoff', saved, said, zone, why)]);
}

/** The assistant answers again. */
export async function handBack(ctx: Ctx, conversationService: ConversationService, id: string): Promise<Conversation> {
  const conversation = await lockOrRefuse(ctx, conversationService, id);
  if (conversation.status === 'open') return conversation;
  if (conversation.status === 'resolved')
    throw new Problem('conflict', 'This conversation is resolved. It reopens when the customer messages again.');
  return conversationService.store.save(ctx, { ...conversation, status: 'open', updated_at: ctx.now }, [], () => []);
}

export async function resolve(ctx: Ctx, conversationService: ConversationService, id: string): Promise<Conversation> {
  const { store, events } = conversationService;
  const zone = ctx.workspace.timezone;
  const conversation = await lockOrRefuse(ctx, conversationService, id);
  if (conversation.status === 'resolved') return conversation;
  const resolvedAt = rfc3339(ctx.now, zone);
  const episodes = conversation.episodes.map((episode) => ({
    ...episode,
    resolvedAt: episode.resolvedAt ?? resolvedAt,
  }));
  const resolved = { ...conversation, episodes, status: 'resolved' as const, updated_at: ctx.now };
  const said = await messagesSoFar(ctx, conversationService, conversation);
  return store.save(ctx, resolved, [], (saved) => [events.about('conversation.resolved', saved, said, zone)]);
}

export async function rate(
  ctx: Ctx,
  conversationService: ConversationService,
  id: string,
  rating: number,
  comment?: string,
): Promise<Conversation> {
  const { store, events } = conversationService;
  const rated = { ...(await lockOrRefuse(ctx, conversationService, id)), rating, updated_at: ctx.now };
  return store.save(ctx, rated, [], (saved) => [events.rated(saved, rating, comment ?? null)]);
}

/** For events, which show a conversation as it is read; where nothing of it is told, nothing is opened. */
export async function messagesSoFar(
  ctx: Ctx,
  { store, events }: ConversationService,
  conversation: Conversation,
): Promise<Message[]> {
  return events.isOpen(conversation) ? store.messages(ctx, conversation) : [];
}

/** Locks a conversation that the caller may see. A publishable key sees only conversations started with one, and never another visitor's. */
export async function lockOrRefuse(ctx: Ctx, { store }: ConversationService, id: string): Promise<Conversation> {
  const conversation = await store.lock(ctx, id);
  if (!conversation || isHidden(ctx, conversation)) throw notFound('conversation');
  return conversation;
}

export function isHidden({ actor }: Ctx, of: Pick<Conversation, 'publishable' | 'visitor_id'>): boolean {
  if (actor.kind !== 'key' || !actor.publishable) return false;
  return !of.publishable || (of.visitor_id !== null && of.visitor_id !== actor.visitor?.id);
}
