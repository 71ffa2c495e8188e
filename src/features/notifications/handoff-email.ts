import type { Email } from '../../kernel/mail.ts';
import { toSafeLine } from '../../kernel/text.ts';

export type WaitingConversation = { id: string; urgent: boolean };

/** Contains nothing that a customer said, because mail is not a safe place for it. */
export function composeHandoffEmail(
  businessName: string,
  workspaceId: string,
  conversations: WaitingConversation[],
  publicUrl: string,
): Omit<Email, 'to'> {
  const count = conversations.length;
  const urgency = conversations.some(({ urgent }) => urgent) ? 'Urgent – ' : '';
  const waitingText = count === 1 ? 'a customer is waiting' : `${count} customers are waiting`;
  const links = conversations.map(({ id, urgent }) => {
    const link = `${publicUrl}/inbox?${new URLSearchParams({ workspace: workspaceId, conversation: id })}`;
    return urgent ? `${link} (this may be an emergency)` : link;
  });
  return {
    subject: `${urgency}${toSafeLine(businessName)}: ${waitingText}`,
    text: `${waitingText[0]?.toUpperCase()}${waitingText.slice(1)} for a reply from your team.

${count === 1 ? 'Open the conversation' : 'Open the conversations'}:
${links.join('\n')}

To choose who gets these emails: ${publicUrl}/settings/notifications?workspace=${workspaceId}
`,
  };
}
