// Stores what a provider sends, so that it is acknowledged at once. A job answers it later.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Keyring } from '../../kernel/crypto.ts';
import type { Db } from '../../kernel/database/database.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { storeCall } from './calls.ts';
import type { DeliveryUpdate, InboundResult, IncomingMessage } from './channel.ts';
import { type ConnectionRow, recordOutcome } from './connections.ts';

const CONTENT_PURPOSE = 'channel messages';

export type ClaimedMessage = { provider_id: string; content: Buffer; attempts: number };
export type ThreadRef = { workspaceId: string; connectionId: string; threadKey: string };

/** One job of a kind per thread. */
const buildJobKey = (task: string, { connectionId, threadKey }: ThreadRef): string =>
  `${task} ${connectionId} ${threadKey}`;

/** By task: the column that holds until when a job has claimed a thread's oldest entry, and which entries can be claimed. */
const CLAIMS_BY_TASK = {
  'channels.answer': { table: 'channel_incoming', untilColumn: 'claimed_until', openCondition: sql`done_at is null` },
  'channels.send': { table: 'channel_outgoing', untilColumn: 'sending_until', openCondition: sql`status = 'sending'` },
};

/** Enqueues a retry for when another job's claim on the thread expires: if that job crashes, nobody else would continue. */
export const enqueueRetryAfterClaim = (db: Db, task: keyof typeof CLAIMS_BY_TASK, thread: ThreadRef) => {
  const { table, untilColumn, openCondition } = CLAIMS_BY_TASK[task];
  return sql`
    select enqueue(${task}, ${JSON.stringify(thread)}::json, ${buildJobKey(task, thread)}, max(${sql.ref(untilColumn)}))
    from ${sql.table(table)}
    where connection_id = ${thread.connectionId} and thread_key = ${thread.threadKey} and ${openCondition}
    having max(${sql.ref(untilColumn)}) > clock_timestamp()`.execute(db);
};

/** Stores messages and reports. While the connection is paused, messages are not taken. */
export async function storeInbound(
  db: Db,
  keyring: Keyring,
  row: ConnectionRow,
  { messages, updates = [], calls = [], token }: InboundResult,
  now: Date,
): Promise<void> {
  if (token && !(await isNewToken(db, row, token, now))) return;
  for (const message of row.status === 'paused' ? [] : messages) await storeIncoming(db, keyring, row, message, now);
  for (const update of updates) await storeDeliveryUpdate(db, row.id, update, now);
  for (const call of calls) await storeCall(db, row, call, now);
}

/** False if the token was used before. Tokens that are no longer valid anyway are forgotten. */
async function isNewToken(
  db: Db,
  { workspace_id, id: connection_id }: ConnectionRow,
  { value, expiresAt: expires_at }: NonNullable<InboundResult['token']>,
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
  const threadKey = (await findAnsweredThread(db, connection_id, message)) ?? message.threadKey ?? address;
  const lastReceivedAt = sentAt < now ? sentAt : now;
  const providerId = `${connection_id} ${message.id}`;
  await db
    .insertInto('channel_threads')
    .values({
      workspace_id,
      connection_id,
      key: threadKey,
      address,
      conversation_id: null,
      opted_out_at: null,
      last_received_at: lastReceivedAt,
      context: '{}',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('channel_incoming')
    .values({
      workspace_id,
      connection_id,
      provider_id: providerId,
      thread_key: threadKey,
      claimed_until: null,
      done_at: null,
      content: keyring.encrypt(
        CONTENT_PURPOSE,
        JSON.stringify(message),
        buildEncryptionContext(workspace_id, providerId),
      ),
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
    .where('key', '=', threadKey)
    .execute();
  await db.updateTable('channel_connections').set({ last_received_at: now }).where('id', '=', connection_id).execute();
  const thread: ThreadRef = { workspaceId: workspace_id, connectionId: connection_id, threadKey };
  await enqueue(db, 'channels.answer', thread);
}

/** The customer's thread that a message answers, by the IDs of its messages in either direction. */
async function findAnsweredThread(
  db: Db,
  connectionId: string,
  { address, repliedToProviderIds = [], answeredMessageIds = [] }: IncomingMessage,
): Promise<string | undefined> {
  if (repliedToProviderIds.length === 0) return undefined;
  const incomingIds = repliedToProviderIds.map((id) => `${connectionId} ${id}`);
  const { rows } = await sql<{ key: string }>`
    select t.key from channel_threads t
    where t.connection_id = ${connectionId} and t.address = ${address} and t.key in (
      select thread_key from channel_outgoing
      where connection_id = ${connectionId} and provider_ids && ${repliedToProviderIds}::text[]
      union all
      select thread_key from channel_outgoing
      where connection_id = ${connectionId} and message_id = any(${answeredMessageIds}::text[])
      union all
      select thread_key from channel_incoming
      where connection_id = ${connectionId} and provider_id = any(${incomingIds}::text[])
    )
    order by t.last_received_at desc limit 1`.execute(db);
  return rows[0]?.key;
}

export const decryptIncoming = (keyring: Keyring, workspaceId: string, claimed: ClaimedMessage): IncomingMessage =>
  JSON.parse(
    keyring.decrypt(CONTENT_PURPOSE, claimed.content, buildEncryptionContext(workspaceId, claimed.provider_id)),
  );

/** Binds an encrypted message to its row. */
const buildEncryptionContext = (workspaceId: string, providerId: string) => `${workspaceId} ${providerId}`;

/** The order of statuses: a report that arrives late does not undo a later one. */
const STATUS_ORDER: ('pending' | 'sending' | DeliveryUpdate['status'])[] = [
  'pending',
  'sending',
  'sent',
  'delivered',
  'read',
  'failed',
];

async function storeDeliveryUpdate(db: Db, connectionId: string, update: DeliveryUpdate, now: Date): Promise<void> {
  const { status, error = null, hasOptedOut } = update;
  const updated = await db
    .updateTable('channel_outgoing')
    .set({ status, error, updated_at: now })
    .where('connection_id', '=', connectionId)
    .where(buildMessageCondition(update))
    .where('status', 'in', STATUS_ORDER.slice(0, STATUS_ORDER.indexOf(status)))
    .returning('thread_key')
    .executeTakeFirst();
  if (!updated) return;
  if (error) await recordOutcome(db, connectionId, now, error);
  if (hasOptedOut) await setOptOut(db, { connectionId, threadKey: updated.thread_key }, now);
}

function buildMessageCondition(update: DeliveryUpdate) {
  if ('until' in update)
    return sql<boolean>`thread_key = ${update.address} and created_at <= ${update.until} and provider_ids <> '{}'`;
  const providerIdCondition = sql<boolean>`provider_ids @> array[${update.providerMessageId}]::text[]`;
  return update.ownMessageId
    ? sql<boolean>`(message_id = ${update.ownMessageId} or ${providerIdCondition})`
    : providerIdCondition;
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
