// Decides how a customer is notified about a booking. Nothing else decides it.
import { sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import type { Booking, BookingCustomer } from '../../scheduling/store.ts';
import type { Channel } from '../channels/channel.ts';
import { findRefusalReason } from '../channels/send.ts';

/** A thread of a channel, with what sending needs to know of its connection. */
type ChannelThread = {
  connection_id: string;
  key: string;
  address: string;
  conversation_id: string | null;
  opted_out_at: Date | null;
  last_received_at: Date;
  context: { references?: string[] };
  kind: string;
  status: 'active' | 'paused';
  settings: Record<string, unknown>;
  business_address: string;
};

export type DeliveryRoute =
  | {
      by: 'channel';
      channel: Channel;
      thread: Pick<ChannelThread, 'connection_id' | 'key' | 'address' | 'conversation_id'>;
    }
  /** `references`: the emails of the thread that it continues, so that a reply lands in the same conversation. */
  | { by: 'email'; to: string; replyTo?: string; references?: string[] }
  /** `reason` is a text for the team. */
  | { by: 'none'; reason: string };

type RouteContext = { db: Db; now: Date };
type Channels = ReadonlyMap<string, Channel>;

/** Anyone can enter somebody else's number, so the messages to one number are limited, as emails are. */
const MAX_TEXTS_PER_HOUR = 20;
/** The same for a business: each text to a number that somebody has made up costs money. */
const MAX_FIRST_TEXTS_PER_HOUR = 200;

/**
 * The channel that the customer booked by, if it can be used; a text message, if they agreed to it; an email, if the address is
 * known. Each notice goes one way.
 */
export async function findDeliveryRoute(
  ctx: RouteContext,
  channels: Channels,
  { conversation_id }: Booking,
  customer: BookingCustomer | null | undefined,
): Promise<DeliveryRoute> {
  const thread = conversation_id ? await findChannelThread(ctx.db, conversation_id) : undefined;
  const channelRoute =
    thread && thread.kind !== 'email' && !isVoiceThread(channels, thread)
      ? chooseRouteByThread(ctx, channels, thread)
      : undefined;
  if (channelRoute?.by === 'channel') return channelRoute;
  const textRoute =
    customer?.phone && customer.textsAllowed ? await findTextRoute(ctx, channels, customer.phone) : undefined;
  if (textRoute?.by === 'channel') return textRoute;
  const emailThread = thread?.kind === 'email' ? thread : undefined;
  const emailAddress = customer?.email ?? emailThread?.address;
  if (emailAddress)
    return { by: 'email', to: emailAddress, ...(await findReplyAddress(ctx.db, emailThread, emailAddress)) };
  return channelRoute ?? textRoute ?? { by: 'none', reason: 'No email or text number on file.' };
}

/** Nothing can be written to a phone call, and it may be over. */
export const isVoiceThread = (channels: Channels, { kind }: Pick<ChannelThread, 'kind'>): boolean =>
  channels.get(kind)?.live !== undefined;

const THREADS_QUERY = sql`
  select t.connection_id, t.key, t.address, t.conversation_id, t.opted_out_at, t.last_received_at, t.context,
    c.kind, c.status, c.settings, c.address as business_address
  from channel_threads t join channel_connections c on c.workspace_id = t.workspace_id and c.id = t.connection_id`;

/** The thread of a conversation that came in by a channel; one of a website may only go on there. */
export async function findChannelThread(db: Db, conversationId: string): Promise<ChannelThread | undefined> {
  const { rows } = await sql<ChannelThread>`
    ${THREADS_QUERY} join conversations v on v.workspace_id = t.workspace_id and v.id = t.conversation_id and v.channel = c.kind
    where t.conversation_id = ${conversationId} order by t.last_received_at desc limit 1`.execute(db);
  return rows[0];
}

function chooseRouteByThread({ now }: RouteContext, channels: Channels, thread: ChannelThread): DeliveryRoute {
  const channel = channels.get(thread.kind);
  if (!channel) return { by: 'none', reason: 'The channel is no longer available.' };
  const reason = findRefusalReason(channel, thread, thread, now, { isNotice: true });
  return reason ? { by: 'none', reason } : { by: 'channel', channel, thread };
}

/** By the oldest connection that can write first: in the customer's thread, or in a new one. */
async function findTextRoute(ctx: RouteContext, channels: Channels, phone: string): Promise<DeliveryRoute | undefined> {
  const channelKinds = [...channels.values()].filter(({ canWriteFirst }) => canWriteFirst).map(({ kind }) => kind);
  const { db, now } = ctx;
  if (channelKinds.length === 0) return undefined;
  const connection = await db
    .selectFrom('channel_connections')
    .select(['id', 'kind', 'status', 'settings', 'address'])
    .where('kind', 'in', channelKinds)
    .where('status', '=', 'active')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!connection) return undefined;
  const { rows } = await sql<ChannelThread>`
    ${THREADS_QUERY} where t.connection_id = ${connection.id} and t.key = ${phone}`.execute(db);
  const { id: connection_id, address: business_address, ...otherColumns } = connection;
  const newThread: ChannelThread = {
    ...otherColumns,
    connection_id,
    business_address,
    key: phone,
    address: phone,
    context: {},
    conversation_id: null,
    opted_out_at: null,
    last_received_at: now,
  };
  if (rows[0] && (await countRecentMessages(db, rows[0])) >= MAX_TEXTS_PER_HOUR)
    return { by: 'none', reason: 'This number has had too many messages in the last hour.' };
  if (!rows[0] && (await countFirstTexts(db)) >= MAX_FIRST_TEXTS_PER_HOUR)
    return { by: 'none', reason: 'Too many new numbers have had a message in the last hour.' };
  return chooseRouteByThread(ctx, channels, rows[0] ?? newThread);
}

/** The numbers that had a notice in the last hour and have never written to us. */
async function countFirstTexts(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct (o.connection_id, o.thread_key))::int as count
    from booking_notices n join channel_outgoing o on o.workspace_id = n.workspace_id and o.message_id = n.message_id
    where n.created_at > clock_timestamp() - interval '1 hour' and not exists (
      select from channel_incoming i where i.workspace_id = o.workspace_id
        and i.connection_id = o.connection_id and i.thread_key = o.thread_key)`.execute(db);
  return rows[0]?.count ?? 0;
}

async function countRecentMessages(db: Db, { connection_id, key }: ChannelThread): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from channel_outgoing o join channel_threads t
      on t.workspace_id = o.workspace_id and t.conversation_id = o.conversation_id
    where t.connection_id = ${connection_id} and t.key = ${key}
      and o.created_at > clock_timestamp() - interval '1 hour'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Replies reach the assistant, if it reads a mailbox of the business. */
async function findReplyAddress(
  db: Db,
  thread: ChannelThread | undefined,
  to: string,
): Promise<{ replyTo?: string; references?: string[] }> {
  if (thread?.status === 'active')
    return {
      replyTo: thread.business_address,
      ...(thread.address === to.toLowerCase() ? { references: thread.context.references ?? [] } : {}),
    };
  const mailbox = await db
    .selectFrom('channel_connections')
    .select('address')
    .where('kind', '=', 'email')
    .where('status', '=', 'active')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return mailbox ? { replyTo: mailbox.address } : {};
}
