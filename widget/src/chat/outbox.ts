import { isRefusal } from '../api.ts';
import type { Core } from '../embed.ts';
import type { Queued } from '../memory.ts';

export type Delivery = 'done' | 'later' | 'refused';

type Outbox = {
  add(text: string): Queued;
  /** Sends what waits, in order, one at a time. Safe to call at any time. */
  drain(): Promise<void>;
  waiting(): Queued[];
};

/** `randomUUID` is missing on pages without https. */
const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const LONGEST_WAIT_MS = 30_000;

/**
 * Messages wait here until they are known to have arrived, over pages and cuts. Body and Idempotency-Key of a message stay
 * the same for all attempts, so one that had arrived after all is answered again and not taken twice.
 */
export function createOutbox(
  core: Core,
  bodyOf: (text: string) => string,
  post: (entry: Queued & { body: string }) => Promise<void>,
  onOutcome: (entry: Queued, outcome: Delivery, error?: unknown) => void,
): Outbox {
  const { memory } = core;
  let draining = false;
  let wait = 1_000;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waiting = () => memory.get().outbox ?? [];
  const remove = (key: string) => memory.set({ outbox: waiting().filter((entry) => entry.key !== key) });
  const replace = (old: string, entry: Queued) =>
    memory.set({ outbox: waiting().map((other) => (other.key === old ? entry : other)) });

  async function attempt(entry: Queued): Promise<Delivery> {
    try {
      await core.session();
      const body = entry.body ?? bodyOf(entry.text);
      replace(entry.key, { ...entry, body });
      await post({ ...entry, body });
      remove(entry.key);
      onOutcome(entry, 'done');
      return 'done';
    } catch (error) {
      // The conversation is gone, or is another visitor's: the words begin a new one.
      const lost = isRefusal(error) && error.status === 404 && !entry.anew;
      const outcome = lost ? 'later' : judge(error);
      if (lost) {
        memory.set({ conversationId: undefined });
        replace(entry.key, { key: entry.key, text: entry.text, anew: true });
      } else if (outcome === 'refused') remove(entry.key);
      onOutcome(entry, outcome, error);
      return outcome;
    }
  }

  async function drain() {
    if (draining) return;
    draining = true;
    clearTimeout(timer);
    try {
      for (let [entry] = waiting(); entry; [entry] = waiting()) {
        if ((await attempt(entry)) === 'later') {
          timer = setTimeout(drain, wait);
          wait = Math.min(wait * 2, LONGEST_WAIT_MS);
          return;
        }
        wait = 1_000;
      }
    } finally {
      draining = false;
    }
  }

  addEventListener('online', () => {
    wait = 1_000;
    void drain();
  });
  return {
    add(text) {
      const entry: Queued = { key: newKey(), text };
      memory.set({ outbox: [...waiting(), entry] });
      return entry;
    },
    drain,
    waiting,
  };
}

/** No answer, a failing server, too many at once, still under way: it is tried again. Anything else is a no. */
function judge(error: unknown): Delivery {
  if (!isRefusal(error)) return 'later';
  return error.status >= 500 || error.status === 429 || error.code === 'idempotency_in_progress' ? 'later' : 'refused';
}
