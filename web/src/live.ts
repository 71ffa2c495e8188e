import { ApiError, api } from './api.ts';

type LiveEvent = { event: 'ready' | 'conversation' | 'booking' | 'request'; id: string };
type Listener = (event: LiveEvent) => void;

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
const listeners = new Set<Listener>();

export function onLive(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** One stream for the whole tab, opened again whenever it ends. Answers with how to stop it. */
export function followWorkspace(onState: (live: boolean) => void): () => void {
  const abort = new AbortController();
  let wait = FIRST_WAIT_MS;
  const follow = async () => {
    while (!abort.signal.aborted) {
      try {
        for await (const { event, data } of api.events('/api/inbox/events', abort.signal)) {
          wait = FIRST_WAIT_MS;
          onState(true);
          tell(event as LiveEvent['event'], data);
        }
      } catch (error) {
        if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return;
        wait = Math.min(wait * 2, LONGEST_WAIT_MS);
      }
      if (abort.signal.aborted) return;
      onState(false);
      await new Promise((resolve) => setTimeout(resolve, wait * (0.5 + Math.random() / 2)));
    }
  };
  void follow();
  return () => abort.abort();
}

function tell(event: LiveEvent['event'], data: string): void {
  const { id = '' } = JSON.parse(data) as { id?: string };
  for (const listener of listeners) listener({ event, id });
}
