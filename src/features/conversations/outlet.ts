import type { Readable } from 'node:stream';

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

export const frame = (event: string, data: object, id?: string): string =>
  `event: ${event}\n${id ? `id: ${id}\n` : ''}data: ${JSON.stringify(data)}\n\n`;
