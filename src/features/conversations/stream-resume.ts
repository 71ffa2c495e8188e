import { Readable } from 'node:stream';
import type { Static } from 'typebox';
import { formatEvents, type StreamEvent } from '../../kernel/http/event-stream.ts';
import type { Conversation } from './conversation.ts';
import type { ChatReply } from './shapes.ts';
import { chatStream, createStartEvents, createTextEvent } from './stream.ts';

type ChatReplyBody = Static<typeof ChatReply>;

/** An answer that is still being written. Its text only grows, so a client resumes by the number of characters it has. */
type PendingAnswer = {
  workspaceId: string;
  conversation: Conversation;
  messageId: string;
  text: string;
  /** Called after every change, and with the stored reply at the end. */
  followers: Set<(finalReply?: ChatReplyBody) => void>;
};

/** How long clients wait for an answer that never gets stored. */
const MAX_PENDING_MS = 30_000;

/** The answers that this instance is writing, by conversation, so that clients can resume their streams. */
export function createStreamResume() {
  const pendingAnswers = new Map<string, PendingAnswer>();

  function end(conversationId: string, finalReply?: ChatReplyBody): void {
    const answer = pendingAnswers.get(conversationId);
    pendingAnswers.delete(conversationId);
    for (const notify of answer?.followers ?? []) notify(finalReply);
  }

  return {
    find: (conversationId: string): PendingAnswer | undefined => pendingAnswers.get(conversationId),
    begin(startedAnswer: Pick<PendingAnswer, 'workspaceId' | 'conversation' | 'messageId'>): (text: string) => void {
      const { id } = startedAnswer.conversation;
      const answer: PendingAnswer = { ...startedAnswer, text: '', followers: new Set() };
      pendingAnswers.set(id, answer);
      const expire = () => pendingAnswers.get(id) === answer && end(id);
      setTimeout(expire, MAX_PENDING_MS).unref();
      return (text) => {
        answer.text = text;
        for (const notify of answer.followers) notify();
      };
    },
    end,
    /** Streams the rest of an answer from a character offset on. */
    follow({ messageId, conversation, ...answer }: PendingAnswer, offset: number): Readable {
      const body = new Readable({ read: () => undefined });
      let sentLength = offset;
      const push = (events: Iterable<StreamEvent>) => {
        for (const frame of formatEvents(events)) if (!body.destroyed) body.push(frame);
      };
      const pushText = (text: string) => {
        if (text.length > sentLength) push([createTextEvent(messageId, text, sentLength)]);
        sentLength = Math.max(sentLength, text.length);
      };
      push(createStartEvents(messageId, conversation.id));
      pushText(answer.text);
      const notify = (finalReply?: ChatReplyBody) => {
        const pendingAnswer = pendingAnswers.get(conversation.id);
        if (pendingAnswer) return pushText(pendingAnswer.text);
        if (finalReply) pushText(finalReply.reply);
        push(
          finalReply ? chatStream.createEvents(finalReply, Math.max(1, sentLength)) : chatStream.createFailureEvents(),
        );
        if (!body.destroyed) body.push(null);
      };
      answer.followers.add(notify);
      body.once('close', () => answer.followers.delete(notify));
      return body;
    },
  };
}
