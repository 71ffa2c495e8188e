import type { Readable } from 'node:stream';
import type { CacheInvalidation } from '../../kernel/database/cache-invalidation.ts';
import type { WorkspacePrincipal } from '../../kernel/http/route.ts';

/** Slower readers are disconnected; they reconnect and resume. */
const MAX_UNREAD_BYTES = 256 * 1024;

/** One client's stream of server-sent events. */
export type SseStream = { body: Readable; isEnded: boolean };

export function sendFrame({ body, isEnded }: SseStream, text: string): void {
  if (isEnded || body.destroyed) return;
  body.push(text);
  if (body.readableLength > MAX_UNREAD_BYTES) body.destroy();
}

export function endStream(stream: SseStream): void {
  if (!stream.isEnded) stream.body.push(null);
  stream.isEnded = true;
}

/** Ends the streams of callers whose key, membership or session has changed: they reconnect and are authorized again. */
export function onAccessRevoked(
  changes: CacheInvalidation,
  endStreams: (isAffected: (caller: WorkspacePrincipal) => boolean) => void,
): void {
  const endStreamsOfAccount = (id?: string) => endStreams(({ workspace }) => !id || workspace.liveId === id);
  for (const table of ['api_keys', 'workspaces', 'members']) changes.on(table, endStreamsOfAccount);
  changes.on('auth_sessions', (userId) => endStreams(({ actor }) => actor.kind === 'user' && actor.id === userId));
}

export const formatFrame = (event: string, data: object, id?: string): string =>
  `event: ${event}\n${id ? `id: ${id}\n` : ''}data: ${JSON.stringify(data)}\n\n`;
