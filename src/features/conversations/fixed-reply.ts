// Replies, and parts of replies, that need no understanding of the message.
import type { Business } from '../../capability/document.ts';
import { type Formatter, formatterFor, inLanguage } from '../../capability/formatter.ts';
import type { DialogueState } from '../assistant/dialogue-state.ts';
import { BLANK_REPLY } from '../assistant/reply.ts';
import type { Conversation } from './conversation.ts';
import type { TurnToStore } from './store-turn.ts';

/** The reply to files without any text. */
export const renderReplyToFiles = (format: Formatter): string =>
  format.text('I can’t open photos, voice messages or other files here. Could you type what you need?');

/** A reply that needs no understanding of the message. It has its own intent, so that it does not count as an unanswered question. */
export function createFixedReplyTurn(
  business: Business,
  { state, status }: Conversation,
  render: (format: Formatter) => string,
  replyKind = 'keyword',
): TurnToStore {
  const dialogueState = state as DialogueState;
  const text = render(formatterFor(inLanguage(business, dialogueState.language)));
  const reply = { ...BLANK_REPLY, text, status, intent: `general.${replyKind}`, confidence: 1, policy: replyKind };
  return { reply, state: dialogueState, engine: 'embedded', engineReason: replyKind };
}

/** Adds what the customer should know about a booking that was just made. What was streamed cannot be added to. */
export function withBookingNote(
  business: Business,
  conversation: Conversation,
  noteAfterBooking: ((format: Formatter) => string) | undefined,
  turn: TurnToStore,
): TurnToStore {
  const { reply } = turn;
  const hasBooked = reply?.receipts.some(({ type }) => type === 'booking.created');
  if (!reply || !hasBooked || !noteAfterBooking || turn.modelTurn?.isPartlySent) return turn;
  const { language } = (turn.state ?? conversation.state) as DialogueState;
  const note = noteAfterBooking(formatterFor(inLanguage(business, language)));
  return { ...turn, reply: { ...reply, text: `${reply.text} ${note}` } };
}
