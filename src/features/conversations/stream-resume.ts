import { Readable } from 'node:stream';
import type { Static } from 'typebox';
import { frames, type StreamEvent } from '../../kernel/http/event-stream.ts';
import type { Conversation } from './conversation.ts';
import type { ChatReply } from './shapes.ts';
import { beginning, chatStream, textEvent } from './stream.ts';

type Shown = Static<typeof ChatReply>;

/** An answer that is still being written. Its text only grows, so a client resumes by the number of characters it has. */
type PendingAnswer = {
  workspaceId: string;
  conversation: Conversation;
  messageId: string;
  text: string;
  /** Told of every change, and at the end of the whole. */
  followers: Set<(whole?: Shown) => void>;
};

/** How long clients wait for an answer that failed to be stored. */
const LONGEST_MS = 30_000;

/** The pending answers of this instance, whose streams can be resumed. */
export function createStreamResume() {
  const underWay = new Map<string, PendingAnswer>();

  function end(conversationId: string, whole?: Shown): void {
    const answer = underWay.get(conversationId);
    underWay.delete(conversationId);
    for (const tell of answer?.followers ?? []) tell(whole);
  }

  return {
    find: (conversationId: string): PendingAnswer | undefined => underWay.get(conversationId),
    begin(started: Pick<PendingAnswer, 'workspaceId' | 'conversation' | 'messageId'>): (text: string) => void {
      const { id } = started.conversation;
      const answer: PendingAnswer = { ...started, text: '', followers: new Set() };
      underWay.set(id, answer);
      const drop = () => underWay.get(id) === answer && end(id);
      setTimeout(drop, LONGEST_MS).unref();
      return (text) => {
        answer.text = text;
        for (const tell of answer.followers) tell();
      };
    },
    end,
    /** The rest of an answer, after so many characters of it. */
    follow({ messageId, conversation, ...answer }: PendingAnswer, from: number): Readable {
      const body = new Readable({ read: () => undefined });
      let sent = from;
      const push = (events: Iterable<StreamEvent>) => {
        for (const frame of frames(events)) if (!body.destroyed) body.push(frame);
      };
      const more = (text: string) => {
        if (text.length > sent) push([textEvent(messageId, text, sent)]);
        sent = Math.max(sent, text.length);
      };
      push(beginning(messageId, conversation.id));
      more(answer.text);
      const tell = (whole?: Shown) => {
        const current = underWay.get(conversation.id);
        if (current) return more(current.text);
        if (whole) more(whole.reply);
        push(whole ? chatStream.events(whole as never, Math.max(1, sent)) : chatStream.failed());
        if (!body.destroyed) body.push(null);
      };
      answer.followers.add(tell);
      body.once('close', () => answer.followers.delete(tell));
      return body;
    },
  };
}
