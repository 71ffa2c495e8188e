import { rfc3339 } from '../../kernel/clock.ts';
import { recordEvents } from '../../kernel/events.ts';
import type { Context, InWorkspace } from '../../kernel/http/route.ts';
import { notFound } from '../../kernel/problem.ts';
import { presentMessage, presentSummary } from './shapes.ts';
import { type Conversation, lockConversation, newMessage, saveTurn } from './store.ts';

type Ctx = Context<InWorkspace>;

/** What the people of the business do with a conversation, and what the customer says of it. */
export async function reply(ctx: Ctx, id: string, text: string) {
  const conversation = await mustLock(ctx, id);
  const message = newMessage(conversation, 'agent', text, ctx.now);
  const saved = await saveTurn(ctx.db, conversation, [message], false);
  const shown = presentMessage(message, ctx.workspace.timezone);
  await tell(ctx, 'message.replied', { ...shown, conversationId: saved.id });
  return shown;
}

/** From now on a person answers; the assistant is silent. */
export async function handOff(ctx: Ctx, id: string, reason: string | undefined): Promise<Conversation> {
  const conversation = await mustLock(ctx, id);
  if (conversation.status === 'handoff') return conversation;
  const saved = await saveTurn(
    ctx.db,
    { ...reopened(ctx, conversation), status: 'handoff', updated_at: ctx.now },
    [],
    false,
  );
  await tell(ctx, 'conversation.handoff', { ...presentSummary(saved, ctx.workspace.timezone), reason: reason ?? null });
  return saved;
}

export async function resolve(ctx: Ctx, id: string): Promise<Conversation> {
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
  await tell(ctx, 'conversation.resolved', presentSummary(saved, ctx.workspace.timezone));
  return saved;
}

export async function rate(ctx: Ctx, id: string, rating: number, comment: string | undefined): Promise<Conversation> {
  const conversation = await mustLock(ctx, id);
  const saved = await saveTurn(ctx.db, { ...conversation, rating, updated_at: ctx.now }, [], false);
  await tell(ctx, 'feedback.received', { conversationId: id, rating, comment: comment ?? null });
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

const tell = ({ db, workspace, now }: Ctx, type: string, data: Record<string, unknown>) =>
  recordEvents(db, [{ workspaceId: workspace.id, type, data, at: now }]);
