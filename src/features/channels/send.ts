// Sends the replies of a thread in their order, each as often as needed until the provider has taken it.
import { sql } from 'kysely';
import { formatterFor, inLanguage } from '../../capability/formatter.ts';
import { getCustomerView } from '../../capability/samples.ts';
import type { Config } from '../../kernel/config.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { Context, WorkspacePrincipal } from '../../kernel/http/route.ts';
import { must } from '../../kernel/must.ts';
import type { SafeFetch } from '../../kernel/safe-fetch.ts';
import type { DialogueState } from '../assistant/dialogue-state.ts';
import { chooseCustomerFacingBrand } from '../brand/brand.ts';
import { runInWorkspace } from '../business/run-as-system.ts';
import { buildWebhookUrl } from './addresses.ts';
import { type Channel, ChannelError, type Connection, type OutgoingMessage, type SendOptions } from './channel.ts';
import { type ConnectionRow, findConnection, recordOutcome, toConnection } from './connections.ts';
import { enqueueRetryAfterClaim, setOptOut, type ThreadRef } from './receive.ts';
import { shapeReply } from './shape-reply.ts';
import { composeSignature } from './signature.ts';
import type { AnswerServices } from './turn.ts';

export type SendServices = Pick<
  AnswerServices,
  'channels' | 'database' | 'keyring' | 'clock' | 'documents' | 'log' | 'conversationService'
> & { safeFetch: SafeFetch; config: SendConfig };
export type SendConfig = Pick<Config, 'publicUrl' | 'smtpUrl' | 'mailFrom' | 'smtpListen'>;

export const createSendOptions = (fetch: SafeFetch, config: SendConfig, connectionId: string): SendOptions => ({
  fetch,
  publicUrl: config.publicUrl,
  webhookUrl: buildWebhookUrl(config.publicUrl, connectionId),
  mail: config,
});

type Ctx = Context<WorkspacePrincipal>;

/** A sender that has crashed is taken over after this time. */
const SENDING_SECONDS = 60;
/** The job's retries take longer each time: about a day in all. */
const MAX_ATTEMPTS = 18;
const HOUR_MS = 3_600_000;

/** Sends all waiting messages of a thread. Throws if one has to be tried again later; the next ones wait for it. */
export async function sendThread(services: SendServices, thread: ThreadRef): Promise<void> {
  while (await sendOldest(services, thread));
}

type ClaimedReply = { message_id: string; conversation_id: string; attempts: number; provider_ids: string[] };
type PreparedReply = { claimed: ClaimedReply; channel: Channel; connection: Connection; message: OutgoingMessage };

async function sendOldest(services: SendServices, thread: ThreadRef): Promise<boolean> {
  const { safeFetch, config } = services;
  const inWorkspace = <T>(work: (ctx: Ctx) => Promise<T>) =>
    runInWorkspace(services, thread.workspaceId, 'system', work);
  const preparedReply = await inWorkspace((ctx) => prepareOldest(ctx, services, thread));
  if (preparedReply === undefined) {
    await inWorkspace((ctx) => enqueueRetryAfterClaim(ctx.db, 'channels.send', thread));
    return false;
  }
  if (preparedReply === 'failed') return true;
  const { claimed, channel, connection, message } = preparedReply;
  try {
    const ids = await channel.send(message, connection, createSendOptions(safeFetch, config, connection.id));
    await inWorkspace((ctx) => recordSent(ctx, claimed, connection, ids));
    return true;
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    const isFinal = error.isPermanent || claimed.attempts >= MAX_ATTEMPTS;
    await inWorkspace((ctx) => recordFailure(ctx, thread, claimed, error, isFinal));
    if (!isFinal) throw error;
    return true;
  }
}

/** Claims the oldest message that is not sent. Undefined if there is none, or if another job is sending it. */
async function prepareOldest(
  ctx: Ctx,
  { channels, documents, conversationService }: SendServices,
  { connectionId, threadKey }: ThreadRef,
): Promise<PreparedReply | 'failed' | undefined> {
  const claimed = await claimOldest(ctx.db, connectionId, threadKey);
  if (!claimed) return undefined;
  const row = must(await findConnection(ctx.db, connectionId), 'the connection of a thread');
  const channel = must(channels.get(row.kind), 'a known channel');
  const thread = await ctx.db
    .selectFrom('channel_threads')
    .selectAll()
    .where('connection_id', '=', connectionId)
    .where('key', '=', threadKey)
    .executeTakeFirstOrThrow();
  const refusalReason = findRefusalReason(channel, thread, row, ctx.now);
  if (refusalReason) {
    await setStatus(ctx, claimed.message_id, { status: 'failed', error: refusalReason });
    return 'failed';
  }
  const { document } = await documents.get(ctx);
  const stored = await conversationService.store.read(ctx, claimed.conversation_id);
  const { conversation, messages } = must(stored, 'the conversation of a message');
  const { text, details, role } = must(
    messages.find(({ id }) => id === claimed.message_id),
    'the message to send',
  );
  const suggestions = details?.suggestions ?? [];
  // Numbers that the customer answers with stand for the choices of the latest list.
  const limits = channel.findLimits?.(row.settings) ?? channel;
  const choices = shapeReply(text, suggestions, limits).buttons.length > 0 ? [] : suggestions;
  await ctx.db
    .updateTable('channel_threads')
    .set({ context: sql`context || ${JSON.stringify({ choices })}::jsonb` })
    .where('connection_id', '=', connectionId)
    .where('key', '=', threadKey)
    .execute();
  return {
    claimed,
    channel,
    connection: toConnection(ctx.keyring, row, chooseCustomerFacingBrand(ctx.workspace, document).senderName),
    message: {
      id: claimed.message_id,
      address: thread.address,
      text,
      suggestions,
      context: thread.context,
      sentIds: claimed.provider_ids,
      isOutsideWindow: isAfterWindow(channel, thread.last_received_at, ctx.now),
      author: role === 'agent' ? 'team' : 'assistant',
      signature: composeSignature(getCustomerView(document, ctx.workspace.mode), details?.author),
      chooseLabel: formatterFor(inLanguage(document, (conversation.state as DialogueState).language)).text('Choose'),
    },
  };
}

async function claimOldest(db: Db, connectionId: string, threadKey: string): Promise<ClaimedReply | undefined> {
  const { rows } = await sql<ClaimedReply>`
    update channel_outgoing set status = 'sending', attempts = attempts + 1, updated_at = clock_timestamp(),
      sending_until = clock_timestamp() + ${SENDING_SECONDS} * interval '1 second'
    where (workspace_id, message_id) = (
      select workspace_id, message_id from channel_outgoing
      where connection_id = ${connectionId} and thread_key = ${threadKey} and status in ('pending', 'sending')
      order by position limit 1 for update
    ) and (status = 'pending' or sending_until < clock_timestamp())
    returning message_id, conversation_id, attempts, provider_ids`.execute(db);
  return rows[0];
}

const isAfterWindow = ({ replyWindowHours }: Channel, lastReceivedAt: Date, now: Date): boolean =>
  replyWindowHours !== undefined && now.getTime() - lastReceivedAt.getTime() > replyWindowHours * HOUR_MS;

/** Why a message must not be sent, in words for the team. Notices are what we send of our own accord. */
export function findRefusalReason(
  channel: Channel,
  { opted_out_at, last_received_at }: { opted_out_at: Date | null; last_received_at: Date },
  { status, settings }: Pick<ConnectionRow, 'status' | 'settings'>,
  now: Date,
  { isNotice = false } = {},
): string | undefined {
  const { title, optOut, replyWindowHours, canSendOutsideWindow } = channel;
  if (status === 'paused') return `${title} is paused.`;
  if (opted_out_at && (isNotice || optOut === 'network')) return 'The customer has opted out of messages.';
  if (isAfterWindow(channel, last_received_at, now) && !canSendOutsideWindow?.(settings))
    return `${title} allows replies only within ${replyWindowHours} hours of the customer’s last message.`;
  return undefined;
}

async function recordSent(ctx: Ctx, { message_id }: ClaimedReply, { id }: Connection, providerIds: string[]) {
  await setStatus(ctx, message_id, { status: 'sent', error: null, provider_ids: providerIds });
  await recordOutcome(ctx.db, id, ctx.now, undefined);
}

async function recordFailure(
  ctx: Ctx,
  thread: ThreadRef,
  { message_id }: ClaimedReply,
  { message: error, sentIds, hasOptedOut }: ChannelError,
  isFinal: boolean,
) {
  await setStatus(ctx, message_id, { status: isFinal ? 'failed' : 'pending', error, provider_ids: sentIds });
  await recordOutcome(ctx.db, thread.connectionId, ctx.now, error);
  if (hasOptedOut) await setOptOut(ctx.db, thread, ctx.now);
}

/** The provider may have reported a later status already; then only its IDs are stored. */
const setStatus = async (
  { db, now }: Ctx,
  messageId: string,
  { provider_ids, ...change }: { status: 'pending' | 'sent' | 'failed'; error: string | null; provider_ids?: string[] },
) => {
  const update = db.updateTable('channel_outgoing').where('message_id', '=', messageId);
  if (provider_ids) await update.set({ provider_ids }).execute();
  await update
    .set({ ...change, sending_until: null, updated_at: now })
    .where('status', 'in', ['pending', 'sending'])
    .execute();
};
