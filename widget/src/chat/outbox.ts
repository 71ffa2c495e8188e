import { isApiError } from '../api.ts';
import type { QueuedMessage } from '../browser-storage.ts';
import type { Core } from '../embed.ts';

export type SendOutcome = 'done' | 'retry' | 'refused';

type Outbox = {
  add(text: string): QueuedMessage;
  /** Sends the queued messages in order, one at a time. Does nothing while it is already running. */
  drain(): Promise<void>;
  getQueue(): QueuedMessage[];
};

/** `crypto.randomUUID` is not available on pages without https. */
const createKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const INITIAL_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

/**
 * Keeps messages until their delivery is confirmed, across page loads and disconnects. A message's body and
 * Idempotency-Key stay the same for all attempts, so it is never processed twice.
 */
export function createOutbox(
  core: Core,
  buildRequestBody: (text: string) => string,
  post: (queuedMessage: QueuedMessage & { body: string }) => Promise<void>,
  onOutcome: (queuedMessage: QueuedMessage, outcome: SendOutcome, error?: unknown) => void,
): Outbox {
  const { storage } = core;
  let isDraining = false;
  let retryDelayMs = INITIAL_RETRY_MS;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  const getQueue = () => storage.get().outbox ?? [];
  const remove = (key: string) =>
    storage.set({ outbox: getQueue().filter((queuedMessage) => queuedMessage.key !== key) });
  const replace = (oldKey: string, queuedMessage: QueuedMessage) =>
    storage.set({ outbox: getQueue().map((other) => (other.key === oldKey ? queuedMessage : other)) });

  async function attempt(queuedMessage: QueuedMessage): Promise<SendOutcome> {
    try {
      await core.getSession();
      const body = queuedMessage.body ?? buildRequestBody(queuedMessage.text);
      replace(queuedMessage.key, { ...queuedMessage, body });
      await post({ ...queuedMessage, body });
      remove(queuedMessage.key);
      onOutcome(queuedMessage, 'done');
      return 'done';
    } catch (error) {
      // The conversation is gone or belongs to another visitor, so the message starts a new one.
      const isConversationGone = isApiError(error) && error.status === 404 && !queuedMessage.anew;
      const outcome = isConversationGone ? 'retry' : classifyError(error);
      if (isConversationGone) {
        storage.set({ conversationId: undefined });
        replace(queuedMessage.key, { key: queuedMessage.key, text: queuedMessage.text, anew: true });
      } else if (outcome === 'refused') remove(queuedMessage.key);
      onOutcome(queuedMessage, outcome, error);
      return outcome;
    }
  }

  /** Cannot reject, so a timer may call it: `attempt` turns errors into outcomes. */
  async function drain() {
    if (isDraining) return;
    isDraining = true;
    clearTimeout(retryTimer);
    try {
      for (let [queuedMessage] = getQueue(); queuedMessage; [queuedMessage] = getQueue()) {
        if ((await attempt(queuedMessage)) === 'retry') {
          retryTimer = setTimeout(drain, retryDelayMs);
          retryDelayMs = Math.min(retryDelayMs * 2, MAX_RETRY_MS);
          return;
        }
        retryDelayMs = INITIAL_RETRY_MS;
      }
    } finally {
      isDraining = false;
    }
  }

  addEventListener('online', () => {
    retryDelayMs = INITIAL_RETRY_MS;
    void drain();
  });
  return {
    add(text) {
      const queuedMessage: QueuedMessage = { key: createKey(), text };
      storage.set({ outbox: [...getQueue(), queuedMessage] });
      return queuedMessage;
    },
    drain,
    getQueue,
  };
}

/** Network and server errors, rate limits and requests in progress are retried; other errors are final. */
function classifyError(error: unknown): SendOutcome {
  if (!isApiError(error)) return 'retry';
  return error.status >= 500 || error.status === 429 || error.code === 'idempotency_in_progress' ? 'retry' : 'refused';
}
