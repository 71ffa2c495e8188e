import type { Readable } from 'node:stream';
import type { CacheInvalidation } from '../../kernel/database/cache-invalidation.ts';
import type { InWorkspace } from '../../kernel/http/route.ts';

/** Slower readers are disconnected; they reconnect and resume. */
const MOST_UNREAD = 256 * 1024;

/** The stream of server-sent events of one listener. */
export type SseStream = { body: Readable; over: boolean };

export function send({ body, over }: SseStream, text: string): void {
  if (over || body.destroyed) return;
  body.push(text);
  if (body.readableLength > MOST_UNREAD) body.destroy();
}

export function end(stream: SseStream): void {
  if (!stream.over) stream.body.push(null);
  stream.over = true;
}

/** Ends the streams of callers whose key, membership or session has changed: they reconnect and are authorized again. */
export function onAccessRevoked(
  changes: CacheInvalidation,
  endThose: (isMeant: (who: InWorkspace) => boolean) => void,
): void {
  const ofAccount = (id?: string) => endThose(({ workspace }) => !id || workspace.accountId === id);
  for (const table of ['api_keys', 'workspaces', 'members']) changes.on(table, ofAccount);
  changes.on('auth_sessions', (userId) => endThose(({ actor }) => actor.kind === 'user' && actor.id === userId));
}

export const frame = (event: string, data: object, id?: string): string =>
  `event: ${event}\n${id ? `id: ${id}\n` : ''}data: ${JSON.stringify(data)}\n\n`;
