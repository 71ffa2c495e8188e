import { type ColumnType, type Selectable, sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import { newId } from '../../kernel/ids.ts';
import type { Status } from '../assistant/status.ts';

type Json<T> = ColumnType<T, string, string>;

type ConversationTable = {
  workspace_id: string;
  id: string;
  status: ColumnType<Status, Status | undefined, Status>;
  channel: string;
  business_type: string | null;
  business_name: string | null;
  customer: Json<Customer>;
  metadata: Json<Record<string, unknown>>;
  episodes: Json<Episode[]>;
  rating: number | null;
  publishable: boolean;
  preview: string;
  message_count: number;
  created_at: Date;
  updated_at: Date;
};

type MessageTable = {
  workspace_id: string;
  id: string;
  conversation_id: string;
  role: 'customer' | 'assistant' | 'agent';
  text: string;
  intent: string | null;
  confidence: number | null;
  created_at: Date;
};

export type Customer = { name?: string; phone?: string; email?: string };
type Episode = { startedAt: string; resolvedAt: string | null };
export type Conversation = Selectable<ConversationTable>;
export type Message = Selectable<MessageTable>;

declare module '../../kernel/database/database.ts' {
  interface Tables {
    conversations: ConversationTable;
    messages: MessageTable;
  }
}

const PREVIEW_LENGTH = 140;

export type ConversationFilter = {
  status?: Status;
  channel?: string;
  from?: Date;
  to?: Date;
  startingAfter?: string;
  q?: string;
  limit: number;
};

/** Newest first: ids sort by time, so the primary key is the list's index. One more than asked for tells if there are more. */
export function listConversations(db: Db, { status, channel, from, to, startingAfter, q, limit }: ConversationFilter) {
  let list = db
    .selectFrom('conversations')
    .select(['id', 'status', 'channel', 'business_type', 'business_name', 'customer', 'metadata', 'episodes', 'rating'])
    .select(['preview', 'message_count', 'created_at', 'updated_at'])
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (status) list = list.where('status', '=', status);
  if (channel) list = list.where('channel', '=', channel);
  if (from) list = list.where('created_at', '>=', from);
  if (to) list = list.where('created_at', '<', to);
  if (startingAfter) list = list.where('id', '<', startingAfter);
  if (q) list = list.where(mentions(q));
  return list.execute();
}

/** In what was said, or in who said it. */
function mentions(q: string) {
  const like = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`(concat_ws(' ', customer ->> 'name', customer ->> 'phone', customer ->> 'email') ilike ${like} or exists (
    select from messages m where m.workspace_id = conversations.workspace_id and m.conversation_id = conversations.id
      and m.text ilike ${like}))`;
}

export const findConversation = (db: Db, id: string): Promise<Conversation | undefined> =>
  db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirst();

/** The same, and nobody else may write to it until this transaction is over: messages are answered in order. */
export const lockConversation = (db: Db, id: string): Promise<Conversation | undefined> =>
  db.selectFrom('conversations').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const listMessages = (db: Db, conversationId: string): Promise<Message[]> =>
  db.selectFrom('messages').selectAll().where('conversation_id', '=', conversationId).orderBy('id').execute();

export type NewConversation = {
  workspaceId: string;
  channel: string;
  businessType: string | null;
  businessName: string | null;
  customer: Customer;
  metadata: Record<string, unknown>;
  publishable: boolean;
  now: Date;
  zoned(date: Date): string;
};

export function newConversation(given: NewConversation): Conversation {
  return {
    workspace_id: given.workspaceId,
    id: newId('conv'),
    status: 'open',
    channel: given.channel,
    business_type: given.businessType,
    business_name: given.businessName,
    customer: given.customer,
    metadata: given.metadata,
    episodes: [{ startedAt: given.zoned(given.now), resolvedAt: null }],
    rating: null,
    publishable: given.publishable,
    preview: '',
    message_count: 0,
    created_at: given.now,
    updated_at: given.now,
  };
}

export function newMessage(
  conversation: Conversation,
  role: Message['role'],
  text: string,
  now: Date,
  more: Partial<Message> = {},
): Message {
  return {
    workspace_id: conversation.workspace_id,
    id: newId('msg'),
    conversation_id: conversation.id,
    role,
    text,
    intent: null,
    confidence: null,
    created_at: now,
    ...more,
  };
}

/** Writes the conversation as it is now, with what was said. */
export async function saveTurn(
  db: Db,
  conversation: Conversation,
  said: Message[],
  isNew: boolean,
): Promise<Conversation> {
  const last = said.at(-1);
  const saved: Conversation = {
    ...conversation,
    preview: last ? [...last.text].slice(0, PREVIEW_LENGTH).join('') : conversation.preview,
    message_count: conversation.message_count + said.length,
    updated_at: last?.created_at ?? conversation.updated_at,
  };
  const { customer, metadata, episodes, ...rest } = saved;
  const row = {
    ...rest,
    customer: JSON.stringify(customer),
    metadata: JSON.stringify(metadata),
    episodes: JSON.stringify(episodes),
  };
  if (isNew) await db.insertInto('conversations').values(row).execute();
  else await db.updateTable('conversations').set(row).where('id', '=', saved.id).execute();
  if (said.length) await db.insertInto('messages').values(said).execute();
  return saved;
}
