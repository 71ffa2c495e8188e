import type { Message, Status } from '../shapes.ts';

/** A message on the screen. One without an id is not known to have arrived. */
export type Item = Omit<Message, 'id'> & { key: string; id?: string; delivery?: 'sending' | 'queued' | 'failed' };

/** What the customer has opened, chosen or scrolled to: nothing of it leaves the screen. */
export type Look = {
  view: 'chat' | 'transcript' | 'rating';
  menu?: boolean;
  /** The day of the calendar that the keyboard is at. */
  day?: string;
  /** Gone back to earlier messages. */
  back?: boolean;
  /** One line about what just happened. */
  notice?: string;
};

export type State = Look & {
  phase: 'loading' | 'ready' | 'failed';
  conversationId?: string;
  status: Status;
  rating: number | null;
  items: Item[];
  /** The reply that is coming in, as far as it has come. */
  draft?: string;
  typing: boolean;
  online: boolean;
};

export const EMPTY: State = {
  phase: 'loading',
  status: 'open',
  rating: null,
  items: [],
  typing: false,
  online: true,
  view: 'chat',
};

/**
 * The service's messages among those on the screen, in order of their ids, which is that of time. The id of what we sent
 * ourselves is first heard here: it is the oldest of ours with the same words and no id. What still waits stays last.
 */
export function merge(items: readonly Item[], messages: readonly Message[]): Item[] {
  const merged = [...items];
  for (const message of messages) {
    const known = merged.findIndex(({ id }) => id === message.id);
    const own = message.role === 'customer' ? merged.findIndex((item) => !item.id && isSame(item, message)) : -1;
    const at = known >= 0 ? known : own;
    const later = merged.findIndex(({ id, delivery }) => delivery || (id && id > message.id));
    if (at >= 0) merged[at] = { ...message, key: merged[at]!.key };
    else merged.splice(later < 0 ? merged.length : later, 0, { ...message, key: message.id });
  }
  return merged;
}

const isSame = (item: Item, message: Message) => item.role === 'customer' && item.text.trim() === message.text.trim();

export const lastId = (items: readonly Item[]): string | undefined => items.findLast(({ id }) => id)?.id;

/** The latest state of each booking: only there can it be moved or cancelled. */
export function latestCards(items: readonly Item[]): Map<string, string> {
  const latest = new Map<string, string>();
  for (const item of items) for (const { id } of item.receipts ?? []) latest.set(id, item.key);
  return latest;
}
