import { Readable } from 'node:stream';
import { rfc3339 } from '../../kernel/clock.ts';
import type { CacheInvalidation } from '../../kernel/database/cache-invalidation.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { Context, InWorkspace } from '../../kernel/http/route.ts';
import { must } from '../../kernel/must.ts';
import { Problem } from '../../kernel/problem.ts';
import { tooMany } from '../../kernel/rate-limit.ts';
import type { WidgetLimits } from '../access/widget-limits.ts';
import { presentMessage } from './shapes.ts';
import { end, frame, onAccessRevoked, type SseStream, send } from './sse-stream.ts';
import type { ConversationStore } from './store.ts';

const HEARTBEAT_MS = 15_000;
/** A stream ends with its visitor's token, or after as long; whoever listens comes back with a new one. */
const LONGEST_MS = 3_600_000;

type Stream = SseStream & {
  conversationId: string;
  /** The last message that was sent. */
  cursor: string;
  /** Status and rating as they were sent last. */
  told: string;
  endsAt: number;
};

/** Streams of one conversation that one reading serves: what is sealed is read, and audited, for each actor. */
type Audience = InWorkspace & {
  conversationId: string;
  streams: Set<Stream>;
  reading: boolean;
  /** What is to be done once more: read, or first ask to be told of changes. */
  wanted?: 'read' | 'watch';
};

export type Opened = { conversationId: string; after: string; address: string };
export type Live = ReturnType<typeof createLive>;

/**
 * Conversations as they happen. The database tells every instance of a change, by ids; an instance with an audience for
 * it reads what is new, once for all of them. Nobody asks the database anything while nothing happens.
 */
export function createLive(options: {
  database: Database;
  changes: CacheInvalidation;
  store: ConversationStore;
  limits: WidgetLimits['streams'];
}) {
  const { database, changes, store, limits } = options;
  /** By conversation, then by actor. */
  const audiences = new Map<string, Map<string, Audience>>();
  const open = new Map<string, number>();
  let closed = false;

  const everyAudience = () => [...audiences.values()].flatMap((those) => [...those.values()]);
  const everyStream = () => everyAudience().flatMap(({ streams }) => [...streams]);
  onAccessRevoked(changes, (isMeant) => {
    for (const audience of everyAudience()) if (isMeant(audience)) audience.streams.forEach(end);
  });
  changes.on('conversations', (workspaceId, conversationId) => {
    for (const audience of audiences.get(conversationId ?? '')?.values() ?? []) {
      if (audience.workspace.id === workspaceId) void tell(audience, 'read');
    }
  });
  const heart = setInterval(() => {
    const now = performance.now();
    for (const stream of everyStream()) {
      if (stream.endsAt <= now) end(stream);
      else send(stream, ':\n\n');
    }
  }, HEARTBEAT_MS);
  heart.unref();

  /** One reading at a time; what happens meanwhile is read by one more. */
  async function tell(audience: Audience, what: 'read' | 'watch'): Promise<void> {
    if (audience.wanted !== 'watch') audience.wanted = what;
    if (audience.reading) return;
    audience.reading = true;
    try {
      while (audience.wanted) {
        const watch = audience.wanted === 'watch';
        audience.wanted = undefined;
        await deliver(audience, watch);
      }
    } catch {
      // They come back and resume where they were.
      audience.streams.forEach(end);
    } finally {
      audience.reading = false;
    }
  }

  async function deliver({ workspace, actor, conversationId, streams }: Audience, watch: boolean): Promise<void> {
    const after = [...streams].map(({ cursor }) => cursor).sort()[0];
    if (after === undefined) return;
    const { conversation, messages } = await database.inWorkspace(workspace.id, async (db) => {
      const ctx = { db, workspace, actor, now: new Date() } as Context<InWorkspace>;
      if (watch) await store.watch(ctx, conversationId, new Date(Date.now() + LONGEST_MS + HEARTBEAT_MS));
      return store.readSince(ctx, conversationId, after);
    });
    const { id, status, rating, updated_at } = conversation;
    const standing = { id, status, rating, updatedAt: rfc3339(updated_at, workspace.timezone) };
    const state = JSON.stringify([status, rating]);
    const frames = messages.map((message) => {
      const text = frame('message', presentMessage(message, workspace.timezone), message.id);
      return { id: message.id, text };
    });
    for (const stream of streams) {
      if (state !== stream.told) send(stream, frame('conversation', standing));
      stream.told = state;
      for (const { id, text } of frames.filter((each) => each.id > stream.cursor)) {
        send(stream, text);
        stream.cursor = id;
      }
    }
  }

  /** Refuses where too many are open already; what it counts is given back when the stream is over. */
  function reserve(names: [name: string, most: number][]): () => void {
    if (names.some(([name, most]) => (open.get(name) ?? 0) >= most))
      throw tooMany(30, 'Too many live streams are open from here');
    for (const [name] of names) open.set(name, (open.get(name) ?? 0) + 1);
    return () => {
      for (const [name] of names) {
        const left = must(open.get(name), 'a count of what is open') - 1;
        if (left) open.set(name, left);
        else open.delete(name);
      }
    };
  }

  function join(who: InWorkspace, conversationId: string): Audience {
    const those = audiences.get(conversationId) ?? new Map<string, Audience>();
    const fresh: Audience = { ...who, conversationId, streams: new Set(), reading: false };
    const audience = those.get(who.actor.id) ?? fresh;
    audiences.set(conversationId, those.set(who.actor.id, audience));
    return audience;
  }

  function leave({ conversationId, actor, streams }: Audience, stream: Stream): void {
    const those = must(audiences.get(conversationId), 'those who listen');
    streams.delete(stream);
    if (!streams.size) those.delete(actor.id);
    if (!those.size) audiences.delete(conversationId);
  }

  return {
    /** A stream of what happens in the conversation after that message. It says nothing before it is started. */
    open({ workspace, actor }: InWorkspace, { conversationId, after, address }: Opened) {
      if (closed || !changes.listening())
        throw new Problem('unavailable', 'Live events aren’t available right now.', {
          headers: { 'Retry-After': '2' },
        });
      const visitor = actor.kind === 'key' ? actor.visitor : undefined;
      const byPage = actor.kind === 'key' && actor.publishable;
      const giveBack = reserve([
        [`key ${actor.id}`, limits.key],
        ...(byPage ? [[`address ${address}`, limits.address] as [string, number]] : []),
        ...(visitor ? [[`visitor ${visitor.id}`, limits.visitor] as [string, number]] : []),
      ]);
      const left = visitor ? visitor.expiresAt.getTime() - Date.now() : LONGEST_MS;
      const endsAt = performance.now() + Math.min(left, LONGEST_MS);
      const body = new Readable({ read: () => undefined });
      const stream: Stream = { body, conversationId, cursor: after, told: '', endsAt, over: false };
      const audience = join({ workspace, actor }, conversationId);
      audience.streams.add(stream);
      body.once('close', () => {
        giveBack();
        leave(audience, stream);
      });
      return { body, start: () => void tell(audience, 'watch') };
    },
    /** Ends every stream, so that none holds up the stop. */
    close() {
      closed = true;
      clearInterval(heart);
      everyStream().forEach(end);
    },
  };
}
