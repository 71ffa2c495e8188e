import { recordEvents } from '../../kernel/events.ts';
import type { Context, InWorkspace } from '../../kernel/http/route.ts';
import { presentMessage, presentSummary } from './shapes.ts';
import type { Conversation, Message } from './store.ts';

type Happening = { type: string; data: Record<string, unknown> };

/** What is told of conversations. Where health is talked about, only ids and states leave this house. */
export function conversationEvents(isHealth: (businessType: string | null) => boolean) {
  const about = (type: string, conversation: Conversation, zone: string, more: object = {}): Happening => {
    const { id, status } = conversation;
    const data = isHealth(conversation.business_type)
      ? { id, status }
      : { ...presentSummary(conversation, zone), ...more };
    return { type, data };
  };
  const said = (type: string, message: Message, conversation: Conversation, zone: string): Happening => {
    const { id: conversationId, status } = conversation;
    const shown = isHealth(conversation.business_type) ? { id: message.id, status } : presentMessage(message, zone);
    return { type, data: { ...shown, conversationId } };
  };
  const rated = (conversation: Conversation, rating: number, comment: string | null): Happening => {
    const told = isHealth(conversation.business_type) ? null : comment;
    return { type: 'feedback.received', data: { conversationId: conversation.id, rating, comment: told } };
  };
  const tell = ({ db, workspace, now }: Context<InWorkspace>, happenings: Happening[]) =>
    recordEvents(
      db,
      happenings.map((happening) => ({ workspaceId: workspace.id, at: now, ...happening })),
    );
  return { about, said, rated, tell };
}

export type ConversationEvents = ReturnType<typeof conversationEvents>;
