import { isApiError } from '../api.ts';
import type { Core } from '../embed.ts';
import type { QueuedMessage } from '../memory.ts';

export type SendOutcome = 'done' | 'retry' | 'refused';

type Outbox = {
  add(text: string): QueuedMessage;
  /** Sends the queued messages in order, one at a time. Does nothing while it is already running. */
  drain(): Promise<void>;
  queued(): QueuedMessage[];
};

/** `crypto.randomUUID` is not available on pages without https. */
const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const INITIAL_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

/**
 * Keeps messages until their delivery is confirmed, across page loads and disconnects. A message's body and
 * Idempotency-Key stay the same for all attempts, so it is never processed twice.
 */
export function createOutbox(
  core: Core,
  requestBody: (text: string) => string,
  post: (entry: QueuedMessage & { body: string }) => Promise<void>,
  onOutcome: (entry: QueuedMessage, outcome: SendOutcome, error?: unknown) => void,
): Outbox {
  const { memory } = core;
  let isDraining = false;
  let retryDelayMs = INITIAL_RETRY_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const queued = () => memory.get().outbox ?? [];
  const remove = (key: string) => memory.set({ outbox: queued().filter((entry) => entry.key !== key) });
  const replace = (oldKey: string, entry: QueuedMessage) =>
    memory.set({ outbox: queued().map((other) => (other.key === oldKey ? entry : other)) });

  async function attempt(entry: QueuedMessage): Promise<SendOutcome> {
    try {
      await core.session();
      const body = entry.body ?? requestBody(entry.text);
      replace(entry.key, { ...entry, body });
      await post({ ...entry, body });
      remove(entry.key);
      onOutcome(entry, 'done');
      return 'done';
    } catch (error) {
      // The conversation is gone or belongs to another visitor, so the message starts a new one.
      const isConversationGone = isApiError(error) && error.status === 404 && !entry.anew;
      const outcome = isConversationGone ? 'retry' : classifyError(error);
      if (isConversationGone) {
        memory.set({ conversationId: undefined });
        replace(entry.key, { key: entry.key, text: entry.text, anew: true });
      } else if (outcome === 'refused') remove(entry.key);
      onOutcome(entry, outcome, error);
      return outcome;
    }
  }

  async function drain() {
    if (isDraining) return;
    isDraining = true;
    clearTimeout(timer);
    try {
      for (let [entry] = queued(); entry; [entry] = queued()) {
        if ((await attempt(entry)) === 'retry') {
          timer = setTimeout(drain, retryDelayMs);
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
      const entry: QueuedMessage = { key: newKey(), text };
      memory.set({ outbox: [...queued(), entry] });
      return entry;
    },
    drain,
    queued,
  };
}

/** Network and server errors, rate limits and requests in progress are retried; other errors are final. */
function classifyError(error: unknown): SendOutcome {
  if (!isApiError(error)) return 'retry';
  return error.status >= 500 || error.status === 429 || error.code === 'idempotency_in_progress' ? 'retry' : 'refused';
}
