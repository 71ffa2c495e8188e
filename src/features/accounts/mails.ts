import type { Mail } from '../../kernel/mail.ts';
import { oneLine } from '../../kernel/text.ts';
import type { Role } from './roles.ts';

/** Names are chosen freely, so line breaks and links are removed. */
export const sanitizeName = (name: string) => oneLine(name.replace(/[a-z]*:\/+/gi, ' '));

export function passwordResetMail(user: { name: string; email: string }, link: string): Mail {
  return {
    to: user.email,
    subject: 'Reset your Frontdesk password',
    text: `Hi ${sanitizeName(user.name)},

Someone asked to reset the password for your Frontdesk account. If it was you, choose a new one here within an hour:

${link}

If it wasn’t you, you can ignore this email. Your password hasn’t changed.
`,
  };
}

/** Leaves out the name, because whoever typed it may not own this address. */
export function confirmAddressMail(user: { email: string }, link: string): Mail {
  return {
    to: user.email,
    subject: 'Confirm your email for Frontdesk',
    text: `Hi,

Someone created a Frontdesk account with this email. If it was you, confirm it here within a day:

${link}

If it wasn’t you, don’t open the link. You can ignore this email.
`,
  };
}

export function existingAccountMail(user: { name: string; email: string }, publicUrl: string): Mail {
  return {
    to: user.email,
    subject: 'You already have a Frontdesk account',
    text: `Hi ${sanitizeName(user.name)},

Someone tried to create a Frontdesk account with your email, but you already have one. If it was you, sign in here:

${publicUrl}/login

Forgot your password? Reset it here:

${publicUrl}/forgot

If it wasn’t you, you can ignore this email. Your account hasn’t changed.
`,
  };
}

/** The role as used within a sentence. */
const ROLE_LABELS: Record<Role, string> = {
  owner: 'an owner',
  admin: 'an admin',
  agent: 'an agent',
  'read-only': 'a read-only teammate',
};

export function invitationMail(
  invitation: { email: string; role: Role },
  workspaceName: string,
  inviterName: string,
  link: string,
): Mail {
  const [workspace, inviter] = [sanitizeName(workspaceName), sanitizeName(inviterName)];
  return {
    to: invitation.email,
    subject: `${inviter} invited you to join ${workspace}`,
    text: `Hi,

${inviter} invited you to join the ${workspace} team as ${ROLE_LABELS[invitation.role]}.

Join here within seven days:

${link}
`,
  };
}
