import { sql } from 'kysely';
import type { Context, WorkspacePrincipal } from '../../kernel/http/route.ts';
import { readFirstName } from './shapes.ts';

/** Typing is announced to every instance like a changed row, but no row is written. */
export const TYPING_CHANNEL = 'typing';

/** Announces that somebody of the business types, by first name. The name is encoded, because colons separate the parts. */
export async function notifyTyping({ db, workspace, actor }: Context<WorkspacePrincipal>, conversationId: string) {
  const name = actor.kind === 'user' ? readFirstName(actor.name) : '';
  const payload = `${TYPING_CHANNEL}:${workspace.id}:${conversationId}/${encodeURIComponent(name)}`;
  await sql`select pg_notify('frontdesk_changed', ${payload})`.execute(db);
}

export function parseTyping(payload: string): { conversationId: string; name: string } {
  const [conversationId = '', name = ''] = payload.split('/');
  return { conversationId, name: decodeURIComponent(name) };
}
