import type { ColumnType, Selectable } from 'kysely';
import { rfc3339 } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import type { Usage } from '../assistant/llm/models.ts';
import type { Status } from '../assistant/status.ts';
import type { Asks, Card, ReceiptWithBooking } from './reply-extras.ts';

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
  /** The widget visitor who started it. */
  visitor_id: string | null;
  /** Until then somebody may be following it live, so changes are published. */
  watched_until: Date | null;
  /** The team member it is assigned to. */
  assignee_id: string | null;
  /** The oldest message of the customer, or the handoff, that no person has answered yet. */
  waiting_since: Date | null;
  /** When a person first replied in this handoff, or took over. */
  person_joined_at: Date | null;
  person_name: string | null;
  /** How long the first reply of the latest handoff took. */
  response_seconds: number | null;
  /** The guardrails found an emergency in this handoff. */
  urgent: boolean;
  /** The newest message that the visitor’s page has received, updated when it receives a reply of the team. */
  seen_message_id: string | null;
  /** Who has the conversation, as the database's `stage_of` says. */
  stage: ColumnType<Stage, never, never>;
  preview: string;
  message_count: number;
  /** A language model holds the turn until then. */
  answering_until: Date | null;
  /** Total cost of the language model's answers, in millionths of a US dollar. */
  model_cost: number;
  state: Json<DialogueState>;
  sealed: Buffer | null;
  created_at: Date;
  updated_at: Date;
  /** Set by the database. Only the team may know: what a visitor types is no proof of who they are. */
  customer_id: ColumnType<string | null, never, never>;
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
  details: ColumnType<Partial<MessageDetails> | null, string | null, string | null>;
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

/** Who has a conversation: the assistant, nobody yet, a person, or nobody any more. */
export const STAGES = ['assistant', 'waiting', 'person', 'resolved'] as const;
export type Stage = (typeof STAGES)[number];
export type Customer = { name?: string; phone?: string; email?: string };
type Episode = { startedAt: string; resolvedAt: string | null };
/** The assistant's memory of the episode. Opaque here: only the assistant reads it. */
type DialogueState = Record<string, unknown>;
/** What is stored beside the text of a message. All but the first two are about an assistant's message. */
type MessageDetails = {
  /** The whole email of a customer, if the text is what they wrote themselves. */
  original: string;
  /** The first name of the team member who wrote it. */
  author: string;
  suggestions: string[];
  sources: { kind: string; id: string; title: string }[];
  receipts: ReceiptWithBooking[];
  engine: string;
  /** Why that engine answered. */
  engineReason?: string;
  /** Why parts of a language model's draft were not sent; never the text itself. */
  dropped?: { why: string; about: string }[];
  cards?: Card[];
  asks?: Asks;
  /** Slot values extracted from the customer's message. */
  slots?: Record<string, unknown>;
  /** Tokens and cost of the language model, even when its answer was not used. */
  usage?: Usage;
};

export type ConversationRow = Omit<Selectable<ConversationTable>, 'active_quarter' | 'customer_id' | 'stage'>;
export type MessageRow = Selectable<MessageTable>;
/** A decrypted conversation. If it is stored, its row must be locked before it is saved again, as `lock` does. */
export type Conversation = Omit<ConversationRow, 'sealed'> & { isEncrypted: boolean; isStored: boolean };
/** The fields that lists and events show. */
export type Summary = Omit<
  ConversationRow,
  'workspace_id' | 'publishable' | 'visitor_id' | 'watched_until' | 'assignee_id' | InternalColumn
>;
type InternalColumn =
  | ('waiting_since' | 'response_seconds' | 'urgent' | 'seen_message_id')
  | ('answering_until' | 'model_cost' | 'state' | 'sealed');
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

/** Outside of a handoff nobody waits, no person is in the conversation, and nothing is urgent. */
export const NOBODY_JOINED = { waiting_since: null, person_joined_at: null, person_name: null, urgent: false };

export function newConversation(input: NewConversation): Conversation {
  return {
    workspace_id: input.workspaceId,
    id: newId('conv'),
    status: 'open',
    channel: input.channel,
    business_type: input.businessType,
    business_name: input.businessName,
    customer: input.customer,
    metadata: input.metadata,
    episodes: [{ startedAt: rfc3339(input.now, input.zone), resolvedAt: null }],
    rating: null,
    publishable: input.publishable,
    visitor_id: input.visitorId ?? null,
    watched_until: null,
    assignee_id: null,
    ...NOBODY_JOINED,
    response_seconds: null,
    seen_message_id: null,
    preview: '',
    message_count: 0,
    answering_until: null,
    model_cost: 0,
    state: {},
    isEncrypted: false,
    isStored: false,
    created_at: input.now,
    updated_at: input.now,
  };
}

export function newMessage(
  conversation: Conversation,
  role: Message['role'],
  text: string,
  now: Date,
  overrides: Partial<Pick<Message, 'id' | 'intent' | 'confidence' | 'details'>> = {},
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
    ...overrides,
  };
}

/** The conversation after these messages were added to it. */
export function withMessages(conversation: Conversation, messages: Message[]): Conversation {
  const lastMessage = messages.at(-1);
  if (!lastMessage) return conversation;
  // Lists show what a person wrote: the assistant's answers are alike, and what it was asked tells conversations apart.
  const { text } = messages.findLast(({ role }) => role !== 'assistant') ?? lastMessage;
  return {
    ...conversation,
    preview: [...text.slice(0, 2 * PREVIEW_LENGTH)].slice(0, PREVIEW_LENGTH).join(''),
    message_count: conversation.message_count + messages.length,
    updated_at: lastMessage.created_at,
  };
}

/** A resolved conversation that continues starts a new episode, with an empty dialogue state. */
export function reopenIfResolved(conversation: Conversation, now: Date, zone: string): Conversation {
  if (conversation.status !== 'resolved') return conversation;
  const episode = { startedAt: rfc3339(now, zone), resolvedAt: null };
  return {
    ...conversation,
    ...NOBODY_JOINED,
    // Or a new handoff would count as theirs and alert nobody.
    assignee_id: null,
    status: 'open',
    state: {},
    episodes: [...conversation.episodes, episode],
  };
}
