// The AI SDK's side of chat: what its `useChat` sends is understood, and answers are streamed as it reads them.
// https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol (UI message stream, version 1)
import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { acceptsEvents, type EventStream, type StreamEvent } from '../../kernel/http/event-stream.ts';
import { Problem } from '../../kernel/problem.ts';
import type { ChatReply } from './shapes.ts';

type Shown = Static<typeof ChatReply>;

/** The fields that its transport posts, beside those of ours that an application adds. */
export const UiMessages = {
  messages: Type.Optional(
    Type.Array(Type.Object({ role: Type.String(), parts: Type.Array(Type.Object({ type: Type.String() })) }), {
      minItems: 1,
      maxItems: 1_000,
      description: 'As the AI SDK’s `useChat` sends them, in place of `message`',
    }),
  ),
  id: Type.Optional(Type.String({ maxLength: 200, description: 'The AI SDK’s own id of the chat; not used' })),
  trigger: Type.Optional(Type.String({ maxLength: 50, description: 'Of the AI SDK; not used' })),
  messageId: Type.Optional(Type.String({ maxLength: 200, description: 'Of the AI SDK; not used' })),
};

type UiPart = { type: string; text?: unknown; data?: unknown };
type UiMessage = { role: string; parts: UiPart[] };
type Posted = { message?: string; conversationId?: string; messages?: UiMessage[] };

export const hasUiMessages = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && Array.isArray((body as Posted).messages);

/**
 * What is said, and in which conversation. The SDK's transport sends the whole chat each time: the customer's latest
 * words count, and the conversation is the one that our latest answer in it names. An application may choose the chat's
 * own id as it likes, even the same for all visitors, so nothing is found by that.
 */
export function readPosted({ message, conversationId, messages = [] }: Posted) {
  if (message !== undefined) return { message: message.trim(), conversationId, pointer: '/message' };
  const parts = messages.findLast(({ role }) => role === 'user')?.parts ?? [];
  const texts = parts.flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []));
  if (!texts.length) {
    const detail = 'must hold a message of the user with text';
    throw new Problem('validation_failed', `/messages ${detail}`, { errors: [{ pointer: '/messages', detail }] });
  }
  const said = texts.join('\n').trim();
  return { message: said, conversationId: conversationId ?? conversationOf(messages), pointer: '/messages' };
}

function conversationOf(messages: UiMessage[]): string | undefined {
  const shown = messages.flatMap(({ role, parts }) => (role === 'assistant' ? parts : []));
  const data = shown.findLast(({ type }) => type === 'data-message')?.data as Partial<Shown> | undefined;
  return typeof data?.conversationId === 'string' ? data.conversationId : undefined;
}

/** Its transport accepts anything, and can read nothing but a stream. */
function isWanted(request: FastifyRequest): boolean {
  const json = request.headers.accept?.includes('application/json') ?? false;
  return acceptsEvents(request) || (hasUiMessages(request.body) && !json);
}

/** The one text part of an answer. */
const PART = 'reply';
const event = (data: object, id?: string): StreamEvent => ({ data: JSON.stringify(data), ...(id ? { id } : {}) });

function* uiMessageStream(shown: Shown, sent = 0): Generator<StreamEvent> {
  if (sent === 0) {
    yield event({ type: 'start', messageId: shown.id });
    if (shown.reply) yield event({ type: 'text-start', id: PART });
    for (const delta of words(shown.reply)) yield event({ type: 'text-delta', id: PART, delta });
  } else if (sent < shown.reply.length) {
    yield textEvent(shown.id, shown.reply, sent);
  }
  if (shown.reply) yield event({ type: 'text-end', id: PART });
  yield event({ type: 'data-message', data: shown });
  yield event({ type: 'finish' });
  yield DONE;
}

const DONE: StreamEvent = { data: '[DONE]' };

/** How an answer begins of which only a part is known; its id and conversation are, so that one may come back for it. */
export function* beginning(messageId: string, conversationId: string): Generator<StreamEvent> {
  yield event({ type: 'start', messageId, messageMetadata: { conversationId } });
  yield event({ type: 'text-start', id: PART });
}

/** What stands after so many characters. The event's id says how far the text has been sent with it. */
export const textEvent = (messageId: string, text: string, from: number): StreamEvent =>
  event({ type: 'text-delta', id: PART, delta: text.slice(from) }, `${messageId}/${text.length}`);

/** Each with the white space that follows it. */
const words = (text: string): string[] => text.match(/\S+\s*|\s+/g) ?? [];

export const chatStream = {
  wanted: isWanted,
  headers: { 'x-vercel-ai-ui-message-stream': 'v1' },
  events: uiMessageStream,
  failed: () => [event({ type: 'error', errorText: 'The answer could not be finished. Please send it again.' }), DONE],
} satisfies EventStream;
