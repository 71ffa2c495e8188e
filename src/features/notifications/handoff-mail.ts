import type { Mail } from '../../kernel/mail.ts';
import { oneLine } from '../../kernel/text.ts';

/** Contains nothing that a customer said, because mail is not a safe place for it. */
export function handoffMail(
  businessName: string,
  workspaceId: string,
  conversationIds: string[],
  publicUrl: string,
): Omit<Mail, 'to'> {
  const count = conversationIds.length;
  const waiting = count === 1 ? 'a customer is waiting' : `${count} customers are waiting`;
  const links = conversationIds.map(
    (id) => `${publicUrl}/inbox?${new URLSearchParams({ workspace: workspaceId, conversation: id })}`,
  );
  return {
    subject: `${oneLine(businessName)}: ${waiting}`,
    text: `${waiting[0]?.toUpperCase()}${waiting.slice(1)} for a reply from your team.

${count === 1 ? 'Open the conversation' : 'Open the conversations'}:
${links.join('\n')}

To choose who gets these emails: ${publicUrl}/settings/notifications?workspace=${workspaceId}
`,
  };
}
