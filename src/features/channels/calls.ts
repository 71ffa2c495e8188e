// A call is a thread of its own. Its state is part of the thread's context, for the inbox.
import { sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import { runInWorkspace } from '../business/run-as-system.ts';
import type { AnswerServices } from './answer.ts';
import type { CallUpdate, UnheardReply } from './channel.ts';
import type { ConnectionRow } from './connections.ts';
import type { ThreadRef } from './receive.ts';

/** The call's ID is the key of its thread. */
type CallRef = { connectionId: string; threadKey: string };

/** A call in which nothing was said is removed a day later by `purge_expired`: until then a last turn may still run. */
export async function storeCall(db: Db, row: ConnectionRow, update: CallUpdate, now: Date): Promise<void> {
  const call = { connectionId: row.id, threadKey: update.id };
  if (update.event === 'started') return startCall(db, row, update, now);
  if (update.event === 'ended') return mergeState(db, call, {}, { ended: update.ended });
  await mergeState(db, call, { ended: 'caller' }, { seconds: update.seconds });
}

async function startCall(
  db: Db,
  { workspace_id, id: connection_id }: ConnectionRow,
  { id: key, address }: { id: string; address: string },
  now: Date,
): Promise<void> {
  const context = JSON.stringify({ call: { startedAt: now.toISOString(), isAwaited: true } });
  await sql`
    insert into channel_threads as t (workspace_id, connection_id, key, address, last_received_at, context)
    values (${workspace_id}, ${connection_id}, ${key}, ${address}, ${now}, ${context}::jsonb)
    on conflict (workspace_id, connection_id, key)
    do update set context = jsonb_set(t.context, '{call,isAwaited}', 'true')`.execute(db);
  await db.updateTable('channel_connections').set({ last_received_at: now }).where('id', '=', connection_id).execute();
}

/** What is known already is kept; the changes are added. */
async function mergeState(db: Db, { connectionId, threadKey }: CallRef, defaults: object, changes: object) {
  await sql`
    update channel_threads set context = context || jsonb_build_object(
      'call', ${JSON.stringify(defaults)}::jsonb || (context -> 'call') || ${JSON.stringify(changes)}::jsonb)
    where connection_id = ${connectionId} and key = ${threadKey} and context ? 'call'`.execute(db);
}

/** Takes a call that the provider has announced. Each announcement is good for one connection. */
export async function takeCall(db: Db, { connectionId, threadKey }: CallRef): Promise<{ address: string } | undefined> {
  const { rows } = await sql<{ address: string }>`
    update channel_threads set context = jsonb_set(context, '{call,isAwaited}', 'false')
    where connection_id = ${connectionId} and key = ${threadKey} and context @> '{"call": {"isAwaited": true}}'
    returning address`.execute(db);
  return rows[0];
}

export const recordHeard = (db: Db, messageId: string, heard_characters: number) =>
  db.updateTable('channel_outgoing').set({ heard_characters }).where('message_id', '=', messageId).execute();

/** How many of a call's latest replies may not have been heard. */
const MAX_UNHEARD = 10;

/** What was done in the latest replies of a call, of which the caller has not heard everything. */
export async function findUnheard(services: AnswerServices, thread: ThreadRef): Promise<UnheardReply[]> {
  const { store } = services.conversationService;
  const unheard = await runInWorkspace(services, thread.workspaceId, 'customer', async (ctx) => {
    const latest = await ctx.db
      .selectFrom('channel_outgoing')
      .select(['message_id', 'conversation_id', 'heard_characters'])
      .where('connection_id', '=', thread.connectionId)
      .where('thread_key', '=', thread.threadKey)
      .orderBy('position', 'desc')
      .limit(MAX_UNHEARD)
      .execute();
    // Before a reply of which something was heard, the ones before it were said again.
    const heardAt = latest.findIndex(({ heard_characters: heard }) => heard !== 0);
    const cut = latest.slice(0, heardAt < 0 ? MAX_UNHEARD : heardAt + 1).filter((row) => row.heard_characters !== null);
    const [newest] = cut;
    const conversation = newest && (await store.read(ctx, newest.conversation_id));
    return cut.toReversed().flatMap(({ message_id, heard_characters }) => {
      const message = conversation?.messages.find(({ id }) => id === message_id);
      const receipts = message?.details?.receipts ?? [];
      return message && receipts.length > 0
        ? [{ reply: message.text, receipts, heardCharacters: heard_characters ?? 0 }]
        : [];
    });
  });
  return unheard ?? [];
}
