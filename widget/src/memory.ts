import type { Customer, Settings } from './shapes.ts';

/** A message that is not known to have arrived. Its key makes sending it twice the same as once. */
export type Queued = { key: string; text: string; body?: string; anew?: boolean };

/** What outlives a page. What was said is not in it: on a shared device the next person must not find it. */
type Kept = {
  token?: string;
  settings?: Settings;
  settingsAt?: number;
  conversationId?: string;
  outbox?: Queued[];
  customer?: Customer;
  open?: boolean;
  unread?: number;
  seen?: string;
  greeted?: boolean;
  sound?: boolean;
};

export type Memory = {
  get(): Kept;
  set(patch: Partial<Kept>): void;
  clear(): void;
  /** To the other tabs of this site. */
  tell(news: unknown): void;
  onNews(listener: (news: never) => void): void;
};

/** Where the browser blocks storage, everything works within the page. */
export function openMemory(key: string): Memory {
  const name = `frontdesk:${key.slice(-12)}`;
  let own: Kept = {};
  let read: string | null = null;
  function get(): Kept {
    try {
      const text = localStorage.getItem(name);
      // Another tab may have written, but mostly none has.
      if (text && text !== read) own = JSON.parse(text);
      read = text;
    } catch {}
    return own;
  }
  function put(kept: Kept) {
    own = kept;
    try {
      read = JSON.stringify(kept);
      localStorage.setItem(name, read);
    } catch {}
  }
  let channel: BroadcastChannel | undefined;
  /** Only a page where something is said has something to tell. */
  function tabs(): BroadcastChannel | undefined {
    try {
      channel ??= new BroadcastChannel(name);
    } catch {}
    return channel;
  }
  return {
    get,
    set: (patch) => put({ ...get(), ...patch }),
    clear: () => put({ settings: own.settings, settingsAt: own.settingsAt }),
    tell: (news) => tabs()?.postMessage(news),
    onNews: (listener) => tabs()?.addEventListener('message', ({ data }) => listener(data as never)),
  };
}
