import { ApiError, api } from './api.ts';

type LiveEvent = { event: 'ready' | 'conversation' | 'booking' | 'request'; id: string };
type Listener = (event: LiveEvent) => void;

const INITIAL_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;
const listeners = new Set<Listener>();
let openStream: AbortController | undefined;

export function addLiveListener(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** One event stream for the whole tab, reconnected whenever it ends. Returns a function that closes it. */
export function subscribeToWorkspace(onConnectionChange: (isLive: boolean) => void): () => void {
  const abortController = new AbortController();
  openStream = abortController;
  let retryDelayMs = INITIAL_RETRY_MS;
  const readEvents = async () => {
    while (!abortController.signal.aborted) {
      try {
        for await (const { event, data } of api.events('/api/inbox/events', abortController.signal)) {
          retryDelayMs = INITIAL_RETRY_MS;
          onConnectionChange(true);
          notifyListeners(event as LiveEvent['event'], data);
        }
      } catch (error) {
        if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return;
        retryDelayMs = Math.min(retryDelayMs * 2, MAX_RETRY_MS);
      }
      if (abortController.signal.aborted) return;
      onConnectionChange(false);
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs * (0.5 + Math.random() / 2)));
    }
  };
  void readEvents();
  return () => abortController.abort();
}

/** To be called before signing out. Otherwise the stream reconnects when the server closes it. */
export const closeWorkspaceStream = (): void => openStream?.abort();

function notifyListeners(event: LiveEvent['event'], data: string): void {
  const { id = '' } = JSON.parse(data) as { id?: string };
  for (const listener of listeners) listener({ event, id });
}
