// Makes chat work with the AI SDK: accepts the requests of `useChat` and streams answers in the format it reads.
// https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol (UI message stream, version 1)
import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { acceptsEvents, type EventStream, type StreamEvent } from '../../kernel/http/event-stream.ts';
import type { SendPartial } from '../../kernel/http/route.ts';
import { Problem } from '../../kernel/problem.ts';
import type { ChatReply } from './shapes.ts';

type ChatReplyBody = Static<typeof ChatReply>;

/** The fields that the AI SDK's transport posts, in addition to our own. */
export const uiMessageFields = {
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
type PostedChat = { message?: string; conversationId?: string; messages?: UiMessage[] };

export const hasUiMessages = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && Array.isArray((body as PostedChat).messages);

/**
 * The customer's message and its conversation. The SDK's transport sends the whole chat each time, so the latest user
 * message counts, and our latest answer in it names the conversation. The SDK's own chat id is not used: an application
 * may choose it freely, even the same id for all visitors.
 */
export function readPostedMessage({ message, conversationId, messages = [] }: PostedChat) {
  if (message !== undefined) return { message: message.trim(), conversationId, pointer: '/message' };
  const parts = messages.findLast(({ role }) => role === 'user')?.parts ?? [];
  const texts = parts.flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []));
  if (!texts.length) {
    const detail = 'must hold a message of the user with text';
    throw new Problem('validation_failed', `/messages ${detail}`, { errors: [{ pointer: '/messages', detail }] });
  }
  const joinedText = texts.join('\n').trim();
  return {
    message: joinedText,
    conversationId: conversationId ?? findLastConversationId(messages),
    pointer: '/messages',
  };
}

function findLastConversationId(messages: UiMessage[]): string | undefined {
  const assistantParts = messages.flatMap(({ role, parts }) => (role === 'assistant' ? parts : []));
  const data = assistantParts.findLast(({ type }) => type === 'data-message')?.data as
    | Partial<ChatReplyBody>
    | undefined;
  return typeof data?.conversationId === 'string' ? data.conversationId : undefined;
}

/** The SDK's transport accepts any content type by its headers, yet can only read a stream. */
function wantsStream(request: FastifyRequest): boolean {
  const acceptsJson = request.headers.accept?.includes('application/json') ?? false;
  return acceptsEvents(request) || (hasUiMessages(request.body) && !acceptsJson);
}

/** Id of an answer's only text part. */
const TEXT_PART_ID = 'reply';
const createDataEvent = (data: object, id?: string): StreamEvent => ({
  data: JSON.stringify(data),
  ...(id ? { id } : {}),
});

function* streamUiMessage(reply: ChatReplyBody, sentLength = 0): Generator<StreamEvent> {
  if (sentLength === 0) {
    yield createDataEvent({ type: 'start', messageId: reply.id });
    if (reply.reply) yield createDataEvent({ type: 'text-start', id: TEXT_PART_ID });
    for (const delta of splitWords(reply.reply)) yield createDataEvent({ type: 'text-delta', id: TEXT_PART_ID, delta });
  } else if (sentLength < reply.reply.length) {
    yield createTextEvent(reply.id, reply.reply, sentLength);
  }
  if (reply.reply) yield createDataEvent({ type: 'text-end', id: TEXT_PART_ID });
  yield createDataEvent({ type: 'data-message', data: reply });
  yield createDataEvent({ type: 'finish' });
  yield DONE_EVENT;
}

const DONE_EVENT: StreamEvent = { data: '[DONE]' };

/** Starts an answer that is still being written. It names the message and the conversation, so that clients can resume. */
export function* createStartEvents(messageId: string, conversationId: string): Generator<StreamEvent> {
  yield createDataEvent({ type: 'start', messageId, messageMetadata: { conversationId } });
  yield createDataEvent({ type: 'text-start', id: TEXT_PART_ID });
}

/** The text from an offset on. The event's id holds the length sent so far, to resume after. */
export const createTextEvent = (messageId: string, text: string, from: number): StreamEvent =>
  createDataEvent({ type: 'text-delta', id: TEXT_PART_ID, delta: text.slice(from) }, `${messageId}/${text.length}`);

/** Collects the text so far from the events of a stream, so that it can be spoken. */
export function collectText(onText: (text: string) => void): SendPartial {
  let text = '';
  return (events) => {
    for (const { data } of events) {
      const { type, delta } = JSON.parse(data) as { type: string; delta?: string };
      if (type === 'text-delta') text += delta;
    }
    onText(text);
  };
}

/** Each word with the whitespace after it. */
const splitWords = (text: string): string[] => text.match(/\S+\s*|\s+/g) ?? [];

export const chatStream = {
  isRequested: wantsStream,
  headers: { 'x-vercel-ai-ui-message-stream': 'v1' },
  createEvents: streamUiMessage,
  createFailureEvents: () => [
    createDataEvent({ type: 'error', errorText: 'The answer could not be finished. Please send it again.' }),
    DONE_EVENT,
  ],
} satisfies EventStream;
