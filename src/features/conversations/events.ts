import type { Conversation, Message } from './conversation.ts';
import { presentConversation, presentMessage } from './shapes.ts';

export type ConversationEvent = { type: string; data: Record<string, unknown> };

/** Builds conversation events. For health businesses they never include what was said: only ids, statuses and ratings. */
export function createConversationEvents(isHealthBusinessType: (businessType: string | null) => boolean) {
  /** Whether events may carry what was said in the conversation. */
  const showsContent = (conversation: Conversation): boolean => !isHealthBusinessType(conversation.business_type);
  const forConversation = (
    type: string,
    conversation: Conversation,
    messages: Message[],
    zone: string,
    details: object = {},
  ): ConversationEvent => {
    const { id, status } = conversation;
    const data = showsContent(conversation)
      ? { ...presentConversation(conversation, messages, zone), ...details }
      : { id, status };
    return { type, data };
  };
  const forMessage = (type: string, message: Message, conversation: Conversation, zone: string): ConversationEvent => {
    const { id: conversationId, status } = conversation;
    const messageFields = showsContent(conversation) ? presentMessage(message, zone) : { id: message.id, status };
    return { type, data: { ...messageFields, conversationId } };
  };
  const forRating = (conversation: Conversation, rating: number, comment: string | null): ConversationEvent => {
    const shownComment = showsContent(conversation) ? comment : null;
    return { type: 'feedback.received', data: { conversationId: conversation.id, rating, comment: shownComment } };
  };
  return { showsContent, forConversation, forMessage, forRating };
}

export type ConversationEvents = ReturnType<typeof createConversationEvents>;
