import type { Conversation, Message } from './conversation.ts';
import { presentConversation, presentMessage } from './shapes.ts';

export type ConversationEvent = { type: string; data: Record<string, unknown> };

/** What is told of conversations. Where health is talked about, only ids and states leave this house. */
export function conversationEvents(isHealth: (businessType: string | null) => boolean) {
  /** Whether what was said in it is told at all. */
  const isOpen = (conversation: Conversation): boolean => !isHealth(conversation.business_type);
  const about = (
    type: string,
    conversation: Conversation,
    messages: Message[],
    zone: string,
    more: object = {},
  ): ConversationEvent => {
    const { id, status } = conversation;
    const data = isOpen(conversation)
      ? { ...presentConversation(conversation, messages, zone), ...more }
      : { id, status };
    return { type, data };
  };
  const said = (type: string, message: Message, conversation: Conversation, zone: string): ConversationEvent => {
    const { id: conversationId, status } = conversation;
    const shown = isOpen(conversation) ? presentMessage(message, zone) : { id: message.id, status };
    return { type, data: { ...shown, conversationId } };
  };
  const rated = (conversation: Conversation, rating: number, comment: string | null): ConversationEvent => {
    const told = isOpen(conversation) ? comment : null;
    return { type: 'feedback.received', data: { conversationId: conversation.id, rating, comment: told } };
  };
  return { isOpen, about, said, rated };
}

export type ConversationEvents = ReturnType<typeof conversationEvents>;
