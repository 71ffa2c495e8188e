import { rfc3339 } from '../../kernel/clock.ts';
import type { Context, InWorkspace } from '../../kernel/http/route.ts';
import { notFound } from '../../kernel/problem.ts';
import type { ConversationEvents } from './events.ts';
import { presentMessage } from './shapes.ts';
import { type Conversation, lockConversation, newMessage, saveTurn } from './store.ts';

type Ctx = Context<InWorkspace>;

/** What the people of the business do with a conversation, and what the customer says of it. */
export async function reply(ctx: Ctx, events: ConversationEvents, id: string, text: string) {
  const conversation = await mustLock(ctx, id);
  const message = newMessage(conversation, 'agent', text, ctx.now);
  const saved = await saveTurn(ctx.db, conversation, [message], false);
  await events.tell(ctx, [events.said('message.replied', message, saved, ctx.workspace.timezone)]);
  return presentMessage(message, ctx.workspace.timezone);
}

/** From now on a person answers; the assistant is silent. */
export async function handOff(
  ctx: Ctx,
  events: ConversationEvents,
  id: string,
  reason?: string,
): Promise<Conversation> {
  const conversation = await mustLock(ctx, id);
  if (conversation.status === 'handoff') return conversation;
  const saved = await saveTurn(
    ctx.db,
    { ...reopened(ctx, conversation), status: 'handoff', updated_at: ctx.now },
    [],
    false,
  );
  const why = { reason: reason ?? null };
  await events.tell(ctx, [events.about('conversation.handoff', saved, ctx.workspace.timezone, why)]);
  return saved;
}

export async function resolve(ctx: Ctx, events: ConversationEvents, id: string): Promise<Conversation> {
  const conversation = await mustLock(ctx, id);
  if (conversation.status === 'resolved') return conversation;
  const resolvedAt = rfc3339(ctx.now, ctx.workspace.timezone);
  const episodes = conversation.episodes.map((episode) => ({
    ...episode,
    resolvedAt: episode.resolvedAt ?? resolvedAt,
  }));
  const saved = await saveTurn(
    ctx.db,
    { ...conversation, episodes, status: 'resolved', updated_at: ctx.now },
    [],
    false,
  );
  await events.tell(ctx, [events.about('conversation.resolved', saved, ctx.workspace.timezone)]);
  return saved;
}

export async function rate(
  ctx: Ctx,
  events: ConversationEvents,
  id: string,
  rating: number,
  comment?: string,
): Promise<Conversation> {
  const conversation = await mustLock(ctx, id);
  const saved = await saveTurn(ctx.db, { ...conversation, rating, updated_at: ctx.now }, [], false);
  await events.tell(ctx, [events.rated(saved, rating, comment ?? null)]);
  return saved;
}

/** A resolved conversation that goes on begins a new episode. */
export function reopened({ now, workspace }: Ctx, conversation: Conversation): Conversation {
  if (conversation.status !== 'resolved') return conversation;
  const episode = { startedAt: rfc3339(now, workspace.timezone), resolvedAt: null };
  return { ...conversation, status: 'open', episodes: [...conversation.episodes, episode] };
}

/** A publishable key sees only what was begun with one. */
export async function mustLock({ db, actor }: Ctx, id: string): Promise<Conversation> {
  const conversation = await lockConversation(db, id);
  const hidden = actor.kind === 'key' && actor.publishable && !conversation?.publishable;
  if (!conversation || hidden) throw notFound('conversation');
  return conversation;
}
