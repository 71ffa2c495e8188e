import { isApiError } from '../api.ts';
import type { Conversation, Message } from '../api-types.ts';
import type { Core } from '../embed.ts';
import { readEvents } from './server-sent-events.ts';

const INITIAL_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

export type LiveConnection = {
  /** Switches to this conversation's events, or to none. */
  follow(conversationId: string | undefined): void;
};

/** The handlers of the server's events, by their name. */
type LiveHandlers = {
  message(message: Message): void;
  conversation(change: Partial<Conversation>): void;
  typing(typing: { name?: string }): void;
};

const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
    signal.addEventListener('abort', () => resolve());
  });

/** Receives messages from elsewhere: a team member, another tab, another device. */
export function createLiveConnection(
  { api }: Core,
  getLastId: () => string | undefined,
  handlers: LiveHandlers,
): LiveConnection {
  let followedId: string | undefined;
  let abortController = new AbortController();

  async function listen(id: string, signal: AbortSignal) {
    for (
      let retryDelayMs = INITIAL_RETRY_MS;
      !signal.aborted;
      retryDelayMs = Math.min(retryDelayMs * 2, MAX_RETRY_MS)
    ) {
      try {
        const lastId = getLastId();
        const path = `/api/conversations/${id}/events${lastId ? `?after=${lastId}` : ''}`;
        const response = await api.request(path, { headers: { accept: 'text/event-stream' }, signal });
        for await (const { name, data } of readEvents(response)) {
          // Doubled before the next attempt.
          retryDelayMs = INITIAL_RETRY_MS / 2;
          handlers[name as keyof LiveHandlers]?.(JSON.parse(data));
        }
      } catch (error) {
        if (isApiError(error) && error.status < 500 && error.status !== 429) return;
      }
      await sleep(retryDelayMs, signal);
    }
  }

  return {
    follow(id) {
      if (id === followedId) return;
      followedId = id;
      abortController.abort();
      abortController = new AbortController();
      if (id) void listen(id, abortController.signal);
    },
  };
}
