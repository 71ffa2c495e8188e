import type { Conversation, Message } from './conversation.ts';
import { presentMessage, presentSummary } from './shapes.ts';

export type Told = { type: string; data: Record<string, unknown> };

/** What is told of conversations. Where health is talked about, only ids and states leave this house. */
export function conversationEvents(isHealth: (businessType: string | null) => boolean) {
  const about = (type: string, conversation: Conversation, zone: string, more: object = {}): Told => {
    const { id, status } = conversation;
    const data = isHealth(conversation.business_type)
      ? { id, status }
      : { ...presentSummary(conversation, zone), ...more };
    return { type, data };
  };
  const said = (type: string, message: Message, conversation: Conversation, zone: string): Told => {
    const { id: conversationId, status } = conversation;
    const shown = isHealth(conversation.business_type) ? { id: message.id, status } : presentMessage(message, zone);
    return { type, data: { ...shown, conversationId } };
  };
  const rated = (conversation: Conversation, rating: number, comment: string | null): Told => {
    const told = isHealth(conversation.business_type) ? null : comment;
    return { type: 'feedback.received', data: { conversationId: conversation.id, rating, comment: told } };
  };
  return { about, said, rated };
}

export type ConversationEvents = ReturnType<typeof conversationEvents>;
