import type { AnyIndustry } from '../../capability/industry.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import type { Keyring } from '../../kernel/crypto.ts';
import type { Context, WorkspacePrincipal } from '../../kernel/http/route.ts';
import { notFound, Problem } from '../../kernel/problem.ts';
import { type Conversation, type Message, NOBODY_JOINED, newMessage, reopenIfResolved } from './conversation.ts';
import { createConversationEncryption } from './encryption.ts';
import { type ConversationEvents, createConversationEvents } from './events.ts';
import { presentMessage, readFirstName } from './shapes.ts';
import { type ConversationStore, createStore } from './store.ts';

type Ctx = Context<WorkspacePrincipal>;
export type ConversationService = {
  store: ConversationStore;
  events: ConversationEvents;
  isHealthBusinessType(businessType: string | null): boolean;
};

/** `encryptRelatedRecords` encrypts what other features store about a conversation, once it turns out to be about health. */
export function createConversationService(
  keyring: Keyring,
  industries: readonly AnyIndustry[],
  encryptRelatedRecords: (ctx: Ctx, conversationId: string) => Promise<void>,
): ConversationService {
  const healthIndustries = industries.filter(({ capabilities }) => capabilities.some(({ health }) => health));
  const isHealthBusinessType = (businessType: string | null) =>
    healthIndustries.some(({ name }) => name === businessType);
  return {
    store: createStore(createConversationEncryption(keyring, isHealthBusinessType), encryptRelatedRecords),
    events: createConversationEvents(isHealthBusinessType),
    isHealthBusinessType,
  };
}

/** A staff member's reply in a conversation. */
export async function replyAsPerson(ctx: Ctx, conversationService: ConversationService, id: string, text: string) {
  const { store, events } = conversationService;
  const zone = ctx.workspace.timezone;
  const conversation = await lockOrRefuse(ctx, conversationService, id);
  const author = ctx.actor.kind === 'user' ? readFirstName(ctx.actor.name) : '';
  const message = newMessage(conversation, 'agent', text, ctx.now, author ? { details: { author } } : {});
  await store.save(ctx, withPersonReply(ctx, conversation), [message], (saved) => [
    events.forMessage('message.replied', message, saved, zone),
  ]);
  return presentMessage(message, zone);
}

/**
 * In a handoff, a reply means that the customer no longer waits. The first reply also sets the response time, and
 * assigns the conversation to its author if it has no assignee.
 */
function withPersonReply({ actor, now }: Ctx, conversation: Conversation): Conversation {
  if (conversation.status !== 'handoff') return conversation;
  const { waiting_since, person_joined_at, person_name, response_seconds, assignee_id } = conversation;
  const isFirstReply = person_joined_at === null && waiting_since !== null;
  return {
    ...conversation,
    waiting_since: null,
    person_joined_at: person_joined_at ?? now,
    ...(actor.kind === 'user'
      ? { person_name: actor.name, assignee_id: assignee_id ?? actor.id }
      : { person_name, assignee_id }),
    response_seconds: isFirstReply ? Math.round((now.getTime() - waiting_since.getTime()) / 1_000) : response_seconds,
  };
}

/** A member who hands a conversation off takes it over themselves; for anyone else, the customer waits from now on. */
const withHandoff = ({ actor, now }: Ctx, conversation: Conversation): Conversation => ({
  ...conversation,
  ...(actor.kind === 'user'
    ? {
        waiting_since: null,
        person_joined_at: now,
        person_name: actor.name,
        assignee_id: conversation.assignee_id ?? actor.id,
      }
    : { ...NOBODY_JOINED, waiting_since: now }),
  status: 'handoff',
  updated_at: now,
});

/** Hands the conversation to a person. */
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
  const details = { reason: reason ?? null };
  const messages = await readMessagesForEvents(ctx, conversationService, conversation);
  return store.save(ctx, withHandoff(ctx, reopenIfResolved(conversation, ctx.now, zone)), [], (saved) => [
    events.forConversation('conversation.handoff', saved, messages, zone, details),
  ]);
}

/** Ends a handoff: the assistant answers again. */
export async function handBack(ctx: Ctx, conversationService: ConversationService, id: string): Promise<Conversation> {
  const conversation = await lockOrRefuse(ctx, conversationService, id);
  if (conversation.status === 'open') return conversation;
  if (conversation.status === 'resolved')
    throw new Problem('conflict', 'This conversation is resolved. It reopens when the customer messages again.');
  const handedBackConversation = {
    ...conversation,
    ...NOBODY_JOINED,
    assignee_id: null,
    status: 'open' as const,
    updated_at: ctx.now,
  };
  return conversationService.store.save(ctx, handedBackConversation, [], () => []);
}

export async function resolveConversation(
  ctx: Ctx,
  conversationService: ConversationService,
  id: string,
): Promise<Conversation> {
  const { store, events } = conversationService;
  const zone = ctx.workspace.timezone;
  const conversation = await lockOrRefuse(ctx, conversationService, id);
  if (conversation.status === 'resolved') return conversation;
  const resolvedAt = rfc3339(ctx.now, zone);
  const episodes = conversation.episodes.map((episode) => ({
    ...episode,
    resolvedAt: episode.resolvedAt ?? resolvedAt,
  }));
  const resolvedConversation = {
    ...conversation,
    ...NOBODY_JOINED,
    episodes,
    status: 'resolved' as const,
    updated_at: ctx.now,
  };
  const messages = await readMessagesForEvents(ctx, conversationService, conversation);
  return store.save(ctx, resolvedConversation, [], (saved) => [
    events.forConversation('conversation.resolved', saved, messages, zone),
  ]);
}

export async function rateConversation(
  ctx: Ctx,
  conversationService: ConversationService,
  id: string,
  rating: number,
  comment?: string,
): Promise<Conversation> {
  const { store, events } = conversationService;
  const ratedConversation = { ...(await lockOrRefuse(ctx, conversationService, id)), rating, updated_at: ctx.now };
  return store.save(ctx, ratedConversation, [], (saved) => [events.forRating(saved, rating, comment ?? null)]);
}

/** The messages that an event may show. Events about health show none, so those messages are not even decrypted. */
export async function readMessagesForEvents(
  ctx: Ctx,
  { store, events }: ConversationService,
  conversation: Conversation,
): Promise<Message[]> {
  return events.showsContent(conversation) ? store.readMessages(ctx, conversation) : [];
}

/** Locks a conversation that the caller may see. A publishable key sees only conversations started with one, and never another visitor's. */
export async function lockOrRefuse(ctx: Ctx, { store }: ConversationService, id: string): Promise<Conversation> {
  const conversation = await store.lock(ctx, id);
  if (!conversation || isHidden(ctx, conversation)) throw notFound('conversation');
  return conversation;
}

export function isHidden({ actor }: Ctx, conversation: Pick<Conversation, 'publishable' | 'visitor_id'>): boolean {
  if (actor.kind !== 'key' || !actor.publishable) return false;
  return (
    !conversation.publishable || (conversation.visitor_id !== null && conversation.visitor_id !== actor.visitor?.id)
  );
}
