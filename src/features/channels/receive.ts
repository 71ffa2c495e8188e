// Stores what a provider sends and acknowledges it at once. A job answers it.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Keyring } from '../../kernel/crypto.ts';
import type { Db } from '../../kernel/database/database.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { storeCall } from './calls.ts';
import type { DeliveryUpdate, IncomingMessage, Received } from './channel.ts';
import { type ConnectionRow, recordOutcome } from './connections.ts';

const CONTENT_PURPOSE = 'channel messages';

export type ClaimedMessage = { provider_id: string; content: Buffer; attempts: number };
export type ThreadRef = { workspaceId: string; connectionId: string; threadKey: string };

/** One job of a kind per thread. */
const keyOf = (task: string, { connectionId, threadKey }: ThreadRef): string => `${task} ${connectionId} ${threadKey}`;

/** What a job that has the oldest entry of a thread sets until when, by the job's task. */
const CLAIMS = {
  'channels.answer': { table: 'channel_incoming', until: 'claimed_until', isOpen: sql`done_at is null` },
  'channels.send': { table: 'channel_outgoing', until: 'sending_until', isOpen: sql`status = 'sending'` },
};

/** Another job is at it. If that crashes, nobody else would continue. */
export const enqueueAfterClaim = (db: Db, task: keyof typeof CLAIMS, thread: ThreadRef) => {
  const { table, until, isOpen } = CLAIMS[task];
  return sql`
    select enqueue(${task}, ${JSON.stringify(thread)}::json, ${keyOf(task, thread)}, max(${sql.ref(until)}))
    from ${sql.table(table)}
    where connection_id = ${thread.connectionId} and thread_key = ${thread.threadKey} and ${isOpen}
    having max(${sql.ref(until)}) > clock_timestamp()`.execute(db);
};

/** Stores messages and reports. While the connection is paused, messages are not taken. */
export async function storeReceived(
  db: Db,
  keyring: Keyring,
  row: ConnectionRow,
  { messages, updates = [], calls = [], token }: Received,
  now: Date,
): Promise<void> {
  if (token && !(await isNewToken(db, row, token, now))) return;
  for (const message of row.status === 'paused' ? [] : messages) await storeIncoming(db, keyring, row, message, now);
  for (const update of updates) await storeUpdate(db, row.id, update, now);
  for (const call of calls) await storeCall(db, row, call, now);
}

/** False if the token was used before. Tokens that are no longer valid anyway are forgotten. */
async function isNewToken(
  db: Db,
  { workspace_id, id: connection_id }: ConnectionRow,
  { value, expiresAt: expires_at }: NonNullable<Received['token']>,
  now: Date,
): Promise<boolean> {
  await db
    .deleteFrom('channel_tokens')
    .where('connection_id', '=', connection_id)
    .where('expires_at', '<', now)
    .execute();
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('channel_tokens')
    .values({ workspace_id, connection_id, token: createHash('sha256').update(value).digest(), expires_at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}

/** A message that was already received is ignored. */
async function storeIncoming(
  db: Db,
  keyring: Keyring,
  { workspace_id, id: connection_id }: ConnectionRow,
  message: IncomingMessage,
  now: Date,
): Promise<void> {
  const { address, context = {}, sentAt = now } = message;
  const key = (await findAnsweredThread(db, connection_id, message)) ?? message.threadKey ?? address;
  const lastReceivedAt = sentAt < now ? sentAt : now;
  const id = `${connection_id} ${message.id}`;
  await db
    .insertInto('channel_threads')
    .values({
      ...{ workspace_id, connection_id, key, address, conversation_id: null, opted_out_at: null },
      ...{ last_received_at: lastReceivedAt, context: '{}' },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('channel_incoming')
    .values({
      ...{ workspace_id, connection_id, provider_id: id, thread_key: key, claimed_until: null, done_at: null },
      content: keyring.encrypt(CONTENT_PURPOSE, JSON.stringify(message), contextOf(workspace_id, id)),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) return;
  await db
    .updateTable('channel_threads')
    .set({
      last_received_at: sql`greatest(last_received_at, ${lastReceivedAt})`,
      context: sql`context || ${JSON.stringify(context)}::jsonb`,
    })
    .where('connection_id', '=', connection_id)
    .where('key', '=', key)
    .execute();
  await db.updateTable('channel_connections').set({ last_received_at: now }).where('id', '=', connection_id).execute();
  const thread: ThreadRef = { workspaceId: workspace_id, connectionId: connection_id, threadKey: key };
  await enqueue(db, 'channels.answer', thread);
}

/** The customer's thread that a message answers, by the IDs of its messages in either direction. */
async function findAnsweredThread(
  db: Db,
  connectionId: string,
  { address, repliesTo = [], answers = [] }: IncomingMessage,
): Promise<string | undefined> {
  if (repliesTo.length === 0) return undefined;
  const incomingIds = repliesTo.map((id) => `${connectionId} ${id}`);
  const { rows } = await sql<{ key: string }>`
    select t.key from channel_threads t
    where t.connection_id = ${connectionId} and t.address = ${address} and t.key in (
      select thread_key from channel_outgoing
      where connection_id = ${connectionId} and provider_ids && ${repliesTo}::text[]
      union all
      select thread_key from channel_outgoing
      where connection_id = ${connectionId} and message_id = any(${answers}::text[])
      union all
      select thread_key from channel_incoming
      where connection_id = ${connectionId} and provider_id = any(${incomingIds}::text[])
    )
    order by t.last_received_at desc limit 1`.execute(db);
  return rows[0]?.key;
}

export const readIncoming = (keyring: Keyring, workspaceId: string, claimed: ClaimedMessage): IncomingMessage =>
  JSON.parse(keyring.decrypt(CONTENT_PURPOSE, claimed.content, contextOf(workspaceId, claimed.provider_id)));

/** Binds an encrypted message to its row. */
const contextOf = (workspaceId: string, providerId: string) => `${workspaceId} ${providerId}`;

/** The order of statuses: a report that arrives late does not undo a later one. */
const RANKS = ['pending', 'sending', 'sent', 'delivered', 'read', 'failed'];

async function storeUpdate(db: Db, connectionId: string, update: DeliveryUpdate, now: Date): Promise<void> {
  const { status, error = null, hasOptedOut } = update;
  const updated = await db
    .updateTable('channel_outgoing')
    .set({ status, error, updated_at: now })
    .where('connection_id', '=', connectionId)
    .where(isMessageOf(update))
    .where('status', 'in', RANKS.slice(0, RANKS.indexOf(status)) as never)
    .returning('thread_key')
    .executeTakeFirst();
  if (!updated) return;
  if (error) await recordOutcome(db, connectionId, now, error);
  if (hasOptedOut) await setOptOut(db, { connectionId, threadKey: updated.thread_key }, now);
}

function isMessageOf(update: DeliveryUpdate) {
  if ('until' in update)
    return sql<boolean>`thread_key = ${update.address} and created_at <= ${update.until} and provider_ids <> '{}'`;
  const isProvidersId = sql<boolean>`provider_ids @> array[${update.id}]::text[]`;
  return update.messageId ? sql<boolean>`(message_id = ${update.messageId} or ${isProvidersId})` : isProvidersId;
}

/** Nothing is sent to the customer from then on; null ends it. */
export const setOptOut = (
  db: Db,
  { connectionId, threadKey }: Omit<ThreadRef, 'workspaceId'>,
  opted_out_at: Date | null,
) =>
  db
    .updateTable('channel_threads')
    .set({ opted_out_at })
    .where('connection_id', '=', connectionId)
    .where('key', '=', threadKey)
    .execute();
