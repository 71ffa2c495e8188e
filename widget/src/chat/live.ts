import { isRefusal } from '../api.ts';
import type { Core } from '../embed.ts';
import type { Conversation, Message } from '../shapes.ts';
import { readEvents } from './events.ts';

export type Live = {
  /** Listens to this conversation from now on, or to none. */
  follow(conversationId: string | undefined): void;
};

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
    signal.addEventListener('abort', () => resolve());
  });

/** What happens in the conversation elsewhere: a person's answer, another tab, another device. */
export function createLive(
  { api }: Core,
  after: () => string | undefined,
  onMessage: (message: Message) => void,
  onConversation: (change: Partial<Conversation>) => void,
): Live {
  let followed: string | undefined;
  let stop = new AbortController();

  async function listen(id: string, signal: AbortSignal) {
    for (let wait = 1_000; !signal.aborted; wait = Math.min(wait * 2, 30_000)) {
      try {
        const since = after();
        const path = `/api/conversations/${id}/events${since ? `?after=${since}` : ''}`;
        const response = await api.ask(path, { headers: { accept: 'text/event-stream' }, signal });
        for await (const { name, data } of readEvents(response)) {
          wait = 500;
          if (name === 'message') onMessage(JSON.parse(data));
          if (name === 'conversation') onConversation(JSON.parse(data));
        }
      } catch (error) {
        if (isRefusal(error) && error.status < 500 && error.status !== 429) return;
      }
      await pause(wait, signal);
    }
  }

  return {
    follow(id) {
      if (id === followed) return;
      followed = id;
      stop.abort();
      stop = new AbortController();
      if (id) void listen(id, stop.signal);
    },
  };
}
