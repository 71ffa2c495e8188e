import type { Readable } from 'node:stream';
import type { Changes } from '../../kernel/database/changes.ts';
import type { InWorkspace } from '../../kernel/http/route.ts';

/** Whoever reads so slowly is let go, and resumes where they were. */
const MOST_UNREAD = 256 * 1024;

/** One listener's stream of server-sent events. */
export type Outlet = { body: Readable; over: boolean };

export function send({ body, over }: Outlet, text: string): void {
  if (over || body.destroyed) return;
  body.push(text);
  if (body.readableLength > MOST_UNREAD) body.destroy();
}

export function end(outlet: Outlet): void {
  if (!outlet.over) outlet.body.push(null);
  outlet.over = true;
}

/** Whose key, membership or session was changed may not listen any more: they come back and are asked again. */
export function onLeaving(changes: Changes, endThose: (isMeant: (who: InWorkspace) => boolean) => void): void {
  const ofAccount = (id?: string) => endThose(({ workspace }) => !id || workspace.accountId === id);
  for (const table of ['api_keys', 'workspaces', 'members']) changes.on(table, ofAccount);
  changes.on('auth_sessions', (userId) => endThose(({ actor }) => actor.kind === 'user' && actor.id === userId));
}

export const frame = (event: string, data: object, id?: string): string =>
  `event: ${event}\n${id ? `id: ${id}\n` : ''}data: ${JSON.stringify(data)}\n\n`;
