import type { ConversationStatus, Message, Receipt, TeamMember } from '../api-types.ts';

/** A displayed message. Without an id, its delivery is not confirmed. */
export type DisplayedMessage = Omit<Message, 'id'> & {
  key: string;
  id?: string;
  delivery?: 'sending' | 'queued' | 'busy' | 'failed';
};

/** UI state that is neither sent nor stored. */
export type ViewState = {
  view: 'chat' | 'transcript' | 'rating';
  isMenuOpen?: boolean;
  /** The focused day of the date picker. */
  focusedDay?: string;
  /** The visitor scrolled back to earlier messages. */
  isScrolled?: boolean;
  /** A one-line status message. */
  notice?: string;
};

export type ChatState = ViewState & {
  phase: 'loading' | 'ready' | 'failed';
  conversationId?: string;
  status: ConversationStatus;
  rating: number | null;
  person?: TeamMember;
  /** The name of the team member who is typing. */
  typingPerson?: string;
  items: DisplayedMessage[];
  /** The part of a streaming reply received so far. */
  draft?: string;
  /** A reply is awaited, in this tab or another. */
  isTyping: boolean;
  isOnline: boolean;
};

export const INITIAL_STATE: ChatState = {
  phase: 'loading',
  status: 'open',
  rating: null,
  items: [],
  isTyping: false,
  isOnline: true,
  view: 'chat',
};

/**
 * Merges the server's messages into the displayed ones, in order of their ids, which sort by time. A message we sent gets
 * its id here: it is matched with our oldest one that has the same text and no id. Unsent messages stay last.
 */
export function mergeMessages(items: readonly DisplayedMessage[], messages: readonly Message[]): DisplayedMessage[] {
  const mergedItems = [...items];
  for (const message of messages) {
    const knownIndex = mergedItems.findIndex(({ id }) => id === message.id);
    const sentIndex =
      message.role === 'customer' ? mergedItems.findIndex((item) => !item.id && isSameText(item, message)) : -1;
    const index = knownIndex >= 0 ? knownIndex : sentIndex;
    const insertIndex = mergedItems.findIndex(({ id, delivery }) => delivery || (id && id > message.id));
    if (index >= 0) mergedItems[index] = { ...message, key: mergedItems[index]!.key };
    else mergedItems.splice(insertIndex < 0 ? mergedItems.length : insertIndex, 0, { ...message, key: message.id });
  }
  return mergedItems;
}

const isSameText = (item: DisplayedMessage, message: Message) =>
  item.role === 'customer' && item.text.trim() === message.text.trim();

export const findLastId = (items: readonly DisplayedMessage[]): string | undefined =>
  items.findLast(({ id }) => id)?.id;

export type LatestCard = { key: string; receipt: Receipt };

/** The latest card of each booking, and the message it belongs to; only it has buttons to move or cancel. */
export function findLatestCards(items: readonly DisplayedMessage[]): Map<string, LatestCard> {
  const cardById = new Map<string, LatestCard>();
  for (const { key, receipts = [] } of items)
    for (const receipt of receipts) cardById.set(receipt.id, { key, receipt });
  return cardById;
}

/** An earlier card shows the booking's latest status, such as canceled, but after a move it keeps its own time. */
export const findCurrentReceipt = (receipt: Receipt, { receipt: latestReceipt }: LatestCard): Receipt =>
  latestReceipt.booking?.startsAt === receipt.booking?.startsAt ? latestReceipt : receipt;
