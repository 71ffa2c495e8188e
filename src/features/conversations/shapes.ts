import { Type } from 'typebox';
import { rfc3339 } from '../../kernel/clock.ts';
import { Id, Nullable, OneOf, Strict, Time, Titled } from '../../kernel/http/schema.ts';
import { STATUSES } from '../assistant/status.ts';
import type { Message, Summary } from './conversation.ts';
import { AsksSchema, Cards, Receipts } from './reply-extras.ts';

export const CHANNELS = [
  'api',
  'widget',
  'email',
  'sms',
  'whatsapp',
  'messenger',
  'instagram',
  'telegram',
  'phone',
] as const;

export const CustomerShape = Strict({
  name: Type.Optional(Type.String({ maxLength: 200 })),
  phone: Type.Optional(Type.String({ maxLength: 50 })),
  email: Type.Optional(Type.String({ format: 'email', maxLength: 254 })),
});
const AnyObject = Type.Object({}, { additionalProperties: true });

const Suggestions = Type.Array(Type.String());
const Sources = Type.Array(
  Type.Object({ kind: Type.String(), id: Type.String(), title: Type.String(), url: Type.Optional(Type.String()) }),
);

const PersonShape = Type.Object(
  { name: Type.Optional(Type.String()) },
  { description: 'During a handoff, once a person of the business has replied or taken over' },
);

const commonFields = {
  id: Id('conv'),
  status: OneOf(STATUSES),
  channel: OneOf(CHANNELS),
  businessType: Nullable(Type.String()),
  businessName: Nullable(Type.String()),
  customer: CustomerShape,
  metadata: AnyObject,
  episodes: Type.Array(Type.Object({ startedAt: Time(), resolvedAt: Nullable(Time()) })),
  rating: Nullable(Type.Integer()),
  person: Type.Optional(PersonShape),
  createdAt: Time(),
  updatedAt: Time(),
};

export const MessageShape = Titled('Message', {
  id: Id('msg'),
  role: OneOf(['customer', 'assistant', 'agent']),
  text: Type.String(),
  createdAt: Time(),
  intent: Type.Optional(Type.String()),
  confidence: Type.Optional(Type.Number()),
  suggestions: Type.Optional(Suggestions),
  author: Type.Optional(Type.String({ description: 'The first name of the team member who wrote it' })),
  original: Type.Optional(Type.String({ description: 'The whole mail, with what it quotes' })),
  sources: Type.Optional(Sources),
  receipts: Type.Optional(Receipts),
  engine: Type.Optional(Type.String()),
  engineReason: Type.Optional(Type.String({ description: 'Why that engine answered' })),
  cards: Type.Optional(Cards),
  asks: Type.Optional(AsksSchema),
  slots: Type.Optional(AnyObject),
});

export const ChatReply = Titled('Chat reply', {
  id: Id('msg'),
  conversationId: Id('conv'),
  reply: Type.String(),
  intent: Type.String(),
  confidence: Type.Number(),
  suggestions: Suggestions,
  sources: Sources,
  receipts: Receipts,
  cards: Type.Optional(Cards),
  asks: Type.Optional(AsksSchema),
  status: OneOf(STATUSES),
  engine: Type.String(),
  createdAt: Time(),
  understanding: Type.Optional(
    Type.Object(
      {
        intent: Type.String(),
        confidence: Type.Number(),
        slots: AnyObject,
        engineReason: Type.String({ description: 'Why that engine answered' }),
        policy: Type.String({ description: 'What dealt with the message: a guard, a policy or a model' }),
        considered: Type.Array(
          Type.Object({ intent: Type.String(), likely: Type.Number(), about: Type.Optional(Type.String()) }),
          { description: 'What the message could have wanted, the likeliest first' },
        ),
        focus: Type.Array(AnyObject, { description: 'What was talked of, the latest first' }),
      },
      { description: 'With `explain`' },
    ),
  ),
  usage: Type.Optional(
    Type.Object(
      {
        inputTokens: Type.Integer(),
        outputTokens: Type.Integer(),
        cost: Type.Integer({ description: 'In millionths of a US dollar, by list prices' }),
        latencyMs: Type.Integer(),
      },
      { description: 'Of a language model, with `explain`; for members of the team alone' },
    ),
  ),
});
export const ConversationSummary = Titled('Conversation summary', {
  ...commonFields,
  preview: Type.String(),
  messageCount: Type.Integer(),
});
export const ConversationShape = Titled('Conversation', { ...commonFields, messages: Type.Array(MessageShape) });

export function presentSummary(row: Summary, zone: string) {
  return { ...presentCommon(row, zone), preview: row.preview, messageCount: row.message_count };
}

export function presentConversation(row: Summary, messages: Message[], zone: string) {
  return { ...presentCommon(row, zone), messages: messages.map((message) => presentMessage(message, zone)) };
}

export function presentMessage({ id, role, text, created_at, intent, confidence, details }: Message, zone: string) {
  const prediction = intent === null ? {} : { intent, confidence };
  // What an answer cost, and which drafts of a language model were not sent, is not for customers.
  const { usage: _, dropped: __, ...shownDetails } = details ?? {};
  return { id, role, text, createdAt: rfc3339(created_at, zone), ...prediction, ...shownDetails };
}

/** The person who has joined, by first name: customers need no more. */
export function findJoinedPerson({
  status,
  person_joined_at,
  person_name,
}: Pick<Summary, 'status' | 'person_joined_at' | 'person_name'>) {
  if (status !== 'handoff' || !person_joined_at) return {};
  const name = readFirstName(person_name ?? '');
  return { person: name ? { name } : {} };
}

export const readFirstName = (name: string): string => name.trim().split(/\s+/)[0] ?? '';

function presentCommon(row: Summary, zone: string) {
  const { id, status, channel, customer, metadata, episodes, rating } = row;
  return {
    id,
    status,
    channel,
    businessType: row.business_type,
    businessName: row.business_name,
    customer,
    metadata,
    episodes,
    rating,
    ...findJoinedPerson(row),
    createdAt: rfc3339(row.created_at, zone),
    updatedAt: rfc3339(row.updated_at, zone),
  };
}
