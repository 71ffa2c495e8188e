import { Readable } from 'node:stream';
import { rfc3339 } from '../../kernel/clock.ts';
import type { CacheInvalidation } from '../../kernel/database/cache-invalidation.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { Context, WorkspacePrincipal } from '../../kernel/http/route.ts';
import { must } from '../../kernel/must.ts';
import { Problem } from '../../kernel/problem.ts';
import { tooManyRequests } from '../../kernel/rate-limit.ts';
import type { WidgetLimits } from '../access/widget-limits.ts';
import { findJoinedPerson, presentMessage } from './shapes.ts';
import { endStream, formatFrame, onAccessRevoked, type SseStream, sendFrame } from './sse-stream.ts';
import type { ConversationStore } from './store.ts';
import { parseTyping, TYPING_CHANNEL } from './typing.ts';

const HEARTBEAT_MS = 15_000;
/** A stream ends when the visitor's token expires, or after this time at the latest. Clients then reconnect. */
const MAX_STREAM_MS = 3_600_000;

type Stream = SseStream & {
  conversationId: string;
  /** The id of the last message that was sent. */
  cursor: string;
  /** The id of the last message that the client says it has received before. */
  lastReceivedId: string | undefined;
  /** The status, rating and person last sent, as JSON. */
  lastSentState: string;
  /** By `performance.now()`. */
  endsAtMs: number;
};

/** The streams of one actor on one conversation, served by one read. Each actor's read of encrypted data is audited. */
type Subscription = WorkspacePrincipal & {
  conversationId: string;
  streams: Set<Stream>;
  isReading: boolean;
  /** The pending work: read new messages, or mark the conversation as watched first and then read. */
  pendingAction?: 'read' | 'watch';
};

export type OpenStreamRequest = {
  conversationId: string;
  after: string;
  lastReceivedId: string | undefined;
  /** The client's IPv4 address or IPv6 network. */
  network: string;
};
export type LiveStreams = ReturnType<typeof createLiveStreams>;

/**
 * Live streams of conversations. The database notifies every instance of changed conversation ids; an instance with
 * subscriptions reads the new messages once for all streams of an actor. There is no polling.
 */
export function createLiveStreams(options: {
  database: Database;
  changes: CacheInvalidation;
  store: ConversationStore;
  limits: WidgetLimits['concurrentStreams'];
}) {
  const { database, changes, store, limits } = options;
  /** By conversation, then by actor. */
  const subscriptions = new Map<string, Map<string, Subscription>>();
  const openStreamCounts = new Map<string, number>();
  let isClosed = false;

  const listSubscriptions = () => [...subscriptions.values()].flatMap((byActor) => [...byActor.values()]);
  const listStreams = () => listSubscriptions().flatMap(({ streams }) => [...streams]);
  onAccessRevoked(changes, (isAffected) => {
    for (const subscription of listSubscriptions())
      if (isAffected(subscription)) subscription.streams.forEach(endStream);
  });
  changes.on('conversations', (workspaceId, conversationId) => {
    for (const subscription of subscriptions.get(conversationId ?? '')?.values() ?? []) {
      if (subscription.workspace.id === workspaceId) void scheduleDelivery(subscription, 'read');
    }
  });
  changes.on(TYPING_CHANNEL, (workspaceId, typing) => {
    const { conversationId, name } = parseTyping(typing ?? '');
    for (const { workspace, streams } of subscriptions.get(conversationId)?.values() ?? [])
      if (workspace.id === workspaceId)
        for (const stream of streams) sendFrame(stream, formatFrame('typing', { name }));
  });
  const heartbeat = setInterval(() => {
    const now = performance.now();
    for (const stream of listStreams()) {
      if (stream.endsAtMs <= now) endStream(stream);
      else sendFrame(stream, ':\n\n');
    }
  }, HEARTBEAT_MS);
  heartbeat.unref();

  /** Runs one read at a time. Changes during a read cause one more read. */
  async function scheduleDelivery(subscription: Subscription, action: 'read' | 'watch'): Promise<void> {
    if (subscription.pendingAction !== 'watch') subscription.pendingAction = action;
    if (subscription.isReading) return;
    subscription.isReading = true;
    try {
      while (subscription.pendingAction) {
        const shouldWatch = subscription.pendingAction === 'watch';
        subscription.pendingAction = undefined;
        await deliver(subscription, shouldWatch);
      }
    } catch {
      // Clients reconnect and resume from their last event.
      subscription.streams.forEach(endStream);
    } finally {
      subscription.isReading = false;
    }
  }

  async function deliver(
    { workspace, actor, conversationId, streams }: Subscription,
    shouldWatch: boolean,
  ): Promise<void> {
    const [oldestCursor] = [...streams].map(({ cursor }) => cursor).sort();
    if (oldestCursor === undefined) return;
    const { conversation, messages } = await database.inWorkspace(workspace.id, async (db) => {
      const ctx = { db, workspace, actor, now: new Date() } as Context<WorkspacePrincipal>;
      if (shouldWatch) await store.watch(ctx, conversationId, new Date(Date.now() + MAX_STREAM_MS + HEARTBEAT_MS));
      const update = await store.readMessagesSince(ctx, conversationId, oldestCursor);
      if (actor.kind === 'key' && actor.publishable) {
        const receivedIds = shouldWatch ? [...streams].flatMap((stream) => stream.lastReceivedId ?? []) : [];
        const latestReply = update.messages.findLast(({ role }) => role === 'agent');
        for (const messageId of [...receivedIds, ...(latestReply ? [latestReply.id] : [])])
          await store.markSeen(ctx, conversationId, messageId);
      }
      return update;
    });
    const { id, status, rating, updated_at } = conversation;
    const person = findJoinedPerson(conversation);
    const conversationFields = { id, status, rating, ...person, updatedAt: rfc3339(updated_at, workspace.timezone) };
    const state = JSON.stringify([status, rating, person]);
    const messageFrames = messages.map((message) => {
      const text = formatFrame('message', presentMessage(message, workspace.timezone), message.id);
      return { id: message.id, text };
    });
    for (const stream of streams) {
      if (state !== stream.lastSentState) sendFrame(stream, formatFrame('conversation', conversationFields));
      stream.lastSentState = state;
      for (const { id, text } of messageFrames.filter((messageFrame) => messageFrame.id > stream.cursor)) {
        sendFrame(stream, text);
        stream.cursor = id;
      }
    }
  }

  /** Counts a stream against its limits, or throws when one is reached. The returned function releases it. */
  function reserveStreams(limitsByKey: [key: string, max: number][]): () => void {
    if (limitsByKey.some(([key, max]) => (openStreamCounts.get(key) ?? 0) >= max))
      throw tooManyRequests(30, 'Too many live streams are open from here');
    for (const [key] of limitsByKey) openStreamCounts.set(key, (openStreamCounts.get(key) ?? 0) + 1);
    return () => {
      for (const [key] of limitsByKey) {
        const remainingCount = must(openStreamCounts.get(key), 'a count of open streams') - 1;
        if (remainingCount) openStreamCounts.set(key, remainingCount);
        else openStreamCounts.delete(key);
      }
    };
  }

  function subscribe(caller: WorkspacePrincipal, conversationId: string): Subscription {
    const byActor = subscriptions.get(conversationId) ?? new Map<string, Subscription>();
    const newSubscription: Subscription = { ...caller, conversationId, streams: new Set(), isReading: false };
    const subscription = byActor.get(caller.actor.id) ?? newSubscription;
    subscriptions.set(conversationId, byActor.set(caller.actor.id, subscription));
    return subscription;
  }

  function unsubscribe({ conversationId, actor, streams }: Subscription, stream: Stream): void {
    const byActor = must(subscriptions.get(conversationId), 'the subscriptions of the conversation');
    streams.delete(stream);
    if (!streams.size) byActor.delete(actor.id);
    if (!byActor.size) subscriptions.delete(conversationId);
  }

  return {
    /** Opens a stream of what happens in the conversation after a message. Nothing is sent until `start` is called. */
    open(
      { workspace, actor }: WorkspacePrincipal,
      { conversationId, after, lastReceivedId, network }: OpenStreamRequest,
    ) {
      if (isClosed || !changes.isListening())
        throw new Problem('unavailable', 'Live events aren’t available right now.', {
          headers: { 'Retry-After': '2' },
        });
      const visitor = actor.kind === 'key' ? actor.visitor : undefined;
      const isFromWidget = actor.kind === 'key' && actor.publishable;
      const releaseStreams = reserveStreams([
        [`key ${actor.id}`, limits.key],
        ...(isFromWidget ? [[`address ${network}`, limits.address] as [string, number]] : []),
        ...(visitor ? [[`visitor ${visitor.id}`, limits.visitor] as [string, number]] : []),
      ]);
      const tokenLifetimeMs = visitor ? visitor.expiresAt.getTime() - Date.now() : MAX_STREAM_MS;
      const endsAtMs = performance.now() + Math.min(tokenLifetimeMs, MAX_STREAM_MS);
      const body = new Readable({ read: () => undefined });
      const stream: Stream = {
        body,
        conversationId,
        cursor: after,
        lastReceivedId,
        lastSentState: '',
        endsAtMs,
        isEnded: false,
      };
      const subscription = subscribe({ workspace, actor }, conversationId);
      subscription.streams.add(stream);
      body.once('close', () => {
        releaseStreams();
        unsubscribe(subscription, stream);
      });
      return { body, start: () => void scheduleDelivery(subscription, 'watch') };
    },
    /** Ends every stream, so that none delays the shutdown. */
    close() {
      isClosed = true;
      clearInterval(heartbeat);
      listStreams().forEach(endStream);
    },
  };
}
