import type { AnyIndustry } from '../../capability/industry.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import type { Vault } from '../../kernel/crypto.ts';
import type { Context, InWorkspace } from '../../kernel/http/route.ts';
import { notFound, Problem } from '../../kernel/problem.ts';
import { type Conversation, type Message, newMessage, reopened } from './conversation.ts';
import { type ConversationEvents, conversationEvents } from './events.ts';
import { createSealing } from './sealed.ts';
import { presentMessage } from './shapes.ts';
import { type ConversationStore, createStore } from './store.ts';

type Ctx = Context<InWorkspace>;
/** Where conversations are kept, and how they are told of. */
export type Desk = {
  store: ConversationStore;
  events: ConversationEvents;
  isHealth(businessType: string | null): boolean;
};

/** `sealMore`: what others keep of a conversation, once it turns out to be about health. */
export function createDesk(
  vault: Vault,
  industries: readonly AnyIndustry[],
  sealMore: (ctx: Ctx, conversationId: string) => Promise<void>,
): Desk {
  const aboutHealth = industries.filter(({ capabilities }) => capabilities.some(({ health }) => health));
  const isHealth = (type: string | null) => aboutHealth.some(({ name }) => name === type);
  return {
    store: createStore(createSealing(vault, isHealth), sealMore),
    events: conversationEvents(isHealth),
    isHealth,
  };
}

/** What the people of the business do with a conversation, and what the customer says of it. */
export async function reply(ctx: Ctx, desk: Desk, id: string, text: string) {
  const { store, events } = desk;
  const zone = ctx.workspace.timezone;
  const conversation = await mustLock(ctx, desk, id);
  const message = newMessage(conversation, 'agent', text, ctx.now);
  await store.save(ctx, conversation, [message], (saved) => [events.said('message.replied', message, saved, zone)]);
  return presentMessage(message, zone);
}

/** From now on a person answers; the assistant is silent. */
export async function handOff(ctx: Ctx, desk: Desk, id: string, reason?: string): Promise<Conversation> {
  const { store, events } = desk;
  const zone = ctx.workspace.timezone;
  const conversation = await mustLock(ctx, desk, id);
  if (conversation.status === 'handoff') return conversation;
  const handed = { ...reopened(conversation, ctx.now, zone), status: 'handoff' as const, updated_at: ctx.now };
  const why = { reason: reason ?? null };
  const said = await saidSoFar(ctx, desk, conversation);
  return store.save(ctx, handed, [], (saved) => [events.about('conversation.handoff', saved, said, zone, why)]);
}

/** The assistant answers again. */
export async function handBack(ctx: Ctx, desk: Desk, id: string): Promise<Conversation> {
  const conversation = await mustLock(ctx, desk, id);
  if (conversation.status === 'open') return conversation;
  if (conversation.status === 'resolved')
    throw new Problem('conflict', 'This conversation is resolved. It goes on when the customer writes again.');
  return desk.store.save(ctx, { ...conversation, status: 'open', updated_at: ctx.now }, [], () => []);
}

export async function resolve(ctx: Ctx, desk: Desk, id: string): Promise<Conversation> {
  const { store, events } = desk;
  const zone = ctx.workspace.timezone;
  const conversation = await mustLock(ctx, desk, id);
  if (conversation.status === 'resolved') return conversation;
  const resolvedAt = rfc3339(ctx.now, zone);
  const episodes = conversation.episodes.map((episode) => ({
    ...episode,
    resolvedAt: episode.resolvedAt ?? resolvedAt,
  }));
  const resolved = { ...conversation, episodes, status: 'resolved' as const, updated_at: ctx.now };
  const said = await saidSoFar(ctx, desk, conversation);
  return store.save(ctx, resolved, [], (saved) => [events.about('conversation.resolved', saved, said, zone)]);
}

export async function rate(ctx: Ctx, desk: Desk, id: string, rating: number, comment?: string): Promise<Conversation> {
  const { store, events } = desk;
  const rated = { ...(await mustLock(ctx, desk, id)), rating, updated_at: ctx.now };
  return store.save(ctx, rated, [], (saved) => [events.rated(saved, rating, comment ?? null)]);
}

/** For events, which show a conversation as it is read; where nothing of it is told, nothing is opened. */
export async function saidSoFar(ctx: Ctx, { store, events }: Desk, conversation: Conversation): Promise<Message[]> {
  return events.isOpen(conversation) ? store.messages(ctx, conversation) : [];
}

/** A publishable key sees only what was begun with one, and of that nothing that is another visitor's. */
export async function mustLock(ctx: Ctx, { store }: Desk, id: string): Promise<Conversation> {
  const conversation = await store.lock(ctx, id);
  if (!conversation || isHidden(ctx, conversation)) throw notFound('conversation');
  return conversation;
}

export function isHidden({ actor }: Ctx, of: Pick<Conversation, 'publishable' | 'visitor_id'>): boolean {
  if (actor.kind !== 'key' || !actor.publishable) return false;
  return !of.publishable || (of.visitor_id !== null && of.visitor_id !== actor.visitor?.id);
}
