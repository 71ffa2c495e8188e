import type { ColumnType, Selectable } from 'kysely';
import { rfc3339 } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import type { Usage } from '../assistant/llm/models.ts';
import type { Status } from '../assistant/status.ts';
import type { Asks, Card, ShownReceipt } from './extras.ts';

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
  /** Whose it is, where a visitor of a page began it. */
  visitor_id: string | null;
  /** Somebody listens to it live until then. */
  watched_until: Date | null;
  /** Who of the team looks after it. */
  assignee_id: string | null;
  preview: string;
  message_count: number;
  /** A language model answers until then. */
  answering_until: Date | null;
  /** What such answers have cost, in millionths of a US dollar. */
  model_cost: number;
  state: Json<DialogueState>;
  sealed: Buffer | null;
  created_at: Date;
  updated_at: Date;
  active_quarter: ColumnType<Date, never, never>;
};

type MessageTable = {
  workspace_id: string;
  id: string;
  conversation_id: string;
  role: 'customer' | 'assistant' | 'agent';
  text: string;
  intent: string | null;
  confidence: number | null;
  details: ColumnType<Details | null, string | null, string | null>;
  sealed: Buffer | null;
  created_at: Date;
};

declare module '../../kernel/database/database.ts' {
  interface Tables {
    conversations: ConversationTable;
    messages: MessageTable;
    conversation_tags: { workspace_id: string; tag: string; conversation_id: string };
  }
}

export type Customer = { name?: string; phone?: string; email?: string };
type Episode = { startedAt: string; resolvedAt: string | null };
/** The assistant's memory of the episode; what it holds is the assistant's business. */
type DialogueState = Record<string, unknown>;
/** What a message of the assistant came with. */
type Details = {
  suggestions: string[];
  sources: { kind: string; id: string; title: string }[];
  receipts: ShownReceipt[];
  engine: string;
  /** Why that engine answered. */
  engineReason?: string;
  /** What a language model wrote and nobody was told: the reasons alone. */
  dropped?: { why: string; about: string }[];
  cards?: Card[];
  asks?: Asks;
  /** What was understood of the customer's message, by name. */
  slots?: Record<string, unknown>;
  /** What a language model took for it, whether its answer was used or not. */
  usage?: Usage;
};

export type ConversationRow = Omit<Selectable<ConversationTable>, 'active_quarter'>;
export type MessageRow = Selectable<MessageTable>;
/** Opened, where it was sealed. */
export type Conversation = Omit<ConversationRow, 'sealed'> & { isSealed: boolean };
/** What lists and events show of it. */
export type Summary = Omit<
  ConversationRow,
  'workspace_id' | 'publishable' | 'visitor_id' | 'watched_until' | 'assignee_id' | Hidden
>;
type Hidden = 'answering_until' | 'model_cost' | 'state' | 'sealed';
export type Message = Omit<MessageRow, 'sealed'>;

const PREVIEW_LENGTH = 140;

export type NewConversation = {
  workspaceId: string;
  channel: string;
  businessType: string | null;
  businessName: string | null;
  customer: Customer;
  metadata: Record<string, unknown>;
  publishable: boolean;
  visitorId?: string;
  now: Date;
  zone: string;
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
    episodes: [{ startedAt: rfc3339(given.now, given.zone), resolvedAt: null }],
    rating: null,
    publishable: given.publishable,
    visitor_id: given.visitorId ?? null,
    watched_until: null,
    assignee_id: null,
    preview: '',
    message_count: 0,
    answering_until: null,
    model_cost: 0,
    state: {},
    isSealed: false,
    created_at: given.now,
    updated_at: given.now,
  };
}

export function newMessage(
  conversation: Conversation,
  role: Message['role'],
  text: string,
  now: Date,
  more: Partial<Pick<Message, 'id' | 'intent' | 'confidence' | 'details'>> = {},
): Message {
  return {
    workspace_id: conversation.workspace_id,
    id: newId('msg'),
    conversation_id: conversation.id,
    role,
    text,
    intent: null,
    confidence: null,
    details: null,
    created_at: now,
    ...more,
  };
}

/** The conversation once this was said in it. */
export function withMessages(conversation: Conversation, said: Message[]): Conversation {
  const last = said.at(-1);
  if (!last) return conversation;
  return {
    ...conversation,
    preview: [...last.text.slice(0, 2 * PREVIEW_LENGTH)].slice(0, PREVIEW_LENGTH).join(''),
    message_count: conversation.message_count + said.length,
    updated_at: last.created_at,
  };
}

/** A resolved conversation that goes on begins a new episode, in which nothing of the old one is remembered. */
export function reopened(conversation: Conversation, now: Date, zone: string): Conversation {
  if (conversation.status !== 'resolved') return conversation;
  const episode = { startedAt: rfc3339(now, zone), resolvedAt: null };
  return { ...conversation, status: 'open', state: {}, episodes: [...conversation.episodes, episode] };
}
