// A call is a thread of its own. Its state is part of the thread's context, for the inbox.
import { sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import type { CallUpdate } from './channel.ts';
import type { ConnectionRow } from './connections.ts';

/** The call's ID is the key of its thread. */
type CallRef = { connectionId: string; threadKey: string };

/** A call in which nothing was said is removed a day later by `purge_expired`: until then a last turn may still run. */
export async function storeCall(db: Db, row: ConnectionRow, update: CallUpdate, now: Date): Promise<void> {
  const callRef = { connectionId: row.id, threadKey: update.id };
  if (update.event === 'started') return startCall(db, row, update, now);
  if (update.event === 'ended') return mergeState(db, callRef, {}, { ended: update.ended });
  await mergeState(db, callRef, { ended: 'caller' }, { seconds: update.seconds });
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
export async function claimCall(
  db: Db,
  { connectionId, threadKey }: CallRef,
): Promise<{ address: string } | undefined> {
  const { rows } = await sql<{ address: string }>`
    update channel_threads set context = jsonb_set(context, '{call,isAwaited}', 'false')
    where connection_id = ${connectionId} and key = ${threadKey} and context @> '{"call": {"isAwaited": true}}'
    returning address`.execute(db);
  return rows[0];
}

export const recordHeardLength = (db: Db, messageId: string, heardLength: number | 'all') =>
  db
    .updateTable('channel_outgoing')
    .set({ heard_characters: heardLength === 'all' ? null : heardLength })
    .where('message_id', '=', messageId)
    .execute();
