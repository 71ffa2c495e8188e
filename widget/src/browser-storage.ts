import type { Customer, Settings } from './api-types.ts';

/** A message whose delivery is not confirmed. `key` is its idempotency key; `anew`: it starts a new conversation. */
export type QueuedMessage = { key: string; text: string; body?: string; anew?: boolean };

/** Kept in localStorage. It does not contain the conversation, which the next user of a shared device must not see. */
type StoredState = {
  token?: string;
  settings?: Settings;
  /** When the settings were loaded, in milliseconds since 1970. */
  settingsAt?: number;
  conversationId?: string;
  outbox?: QueuedMessage[];
  customer?: Customer;
  open?: boolean;
  unread?: number;
  /** The id of the last message that the visitor has seen. */
  seen?: string;
  /** The proactive greeting was shown. */
  greeted?: boolean;
  sound?: boolean;
};

/** The state of the widget in this browser, shared by all tabs of the site. */
export type BrowserStorage = {
  get(): StoredState;
  set(patch: Partial<StoredState>): void;
  clear(): void;
  /** Sends a message to the other tabs of this site. */
  broadcast(message: unknown): void;
  onBroadcast(listener: (message: never) => void): void;
};

/** If the browser blocks storage, the state lasts only for the page. */
export function openBrowserStorage(publishableKey: string): BrowserStorage {
  const storageKey = `chat:${publishableKey.slice(-12)}`;
  let state: StoredState = {};
  let lastJson: string | null = null;
  function get(): StoredState {
    try {
      const json = localStorage.getItem(storageKey);
      // Parse only if another tab changed it.
      if (json && json !== lastJson) state = JSON.parse(json);
      lastJson = json;
    } catch {}
    return state;
  }
  function store(nextState: StoredState) {
    state = nextState;
    try {
      lastJson = JSON.stringify(nextState);
      localStorage.setItem(storageKey, lastJson);
    } catch {}
  }
  let channel: BroadcastChannel | undefined;
  /** Opened lazily, because most pages never use it. */
  function openChannel(): BroadcastChannel | undefined {
    try {
      channel ??= new BroadcastChannel(storageKey);
    } catch {}
    return channel;
  }
  return {
    get,
    set: (patch) => store({ ...get(), ...patch }),
    clear: () => store({ settings: state.settings, settingsAt: state.settingsAt }),
    broadcast: (message) => openChannel()?.postMessage(message),
    // Cast, because the listener knows what its own widget broadcasts in the other tabs.
    onBroadcast: (listener) => openChannel()?.addEventListener('message', ({ data }) => listener(data as never)),
  };
}
