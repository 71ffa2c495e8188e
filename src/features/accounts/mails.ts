import type { Mail } from '../../kernel/mail.ts';
import { oneLine } from '../../kernel/text.ts';

/** Anyone can name themselves anything; a name is one line and makes no link. */
export const plain = (name: string) => oneLine(name.replace(/[a-z]*:\/+/gi, ' '));

export function passwordResetMail(user: { name: string; email: string }, link: string): Mail {
  return {
    to: user.email,
    subject: 'Reset your Frontdesk password',
    text: `Hello ${plain(user.name)},

someone asked to reset the password of your Frontdesk account. If it was you, choose a new one here within the hour:

${link}

If it was not you, nothing needs to be done: your password stays as it is.
`,
  };
}

/** The name is whatever somebody has typed who may not have this address: it is left out. */
export function confirmAddressMail(user: { email: string }, link: string): Mail {
  return {
    to: user.email,
    subject: 'Confirm your address for Frontdesk',
    text: `Hello,

someone made a Frontdesk account with this address. If it was you, confirm it here within a day:

${link}

If it was not you, do not open the link: without it the account stays shut.
`,
  };
}

export function existingAccountMail(user: { name: string; email: string }, publicUrl: string): Mail {
  return {
    to: user.email,
    subject: 'You already have a Frontdesk account',
    text: `Hello ${plain(user.name)},

someone tried to make a Frontdesk account with your address, which has one already. If it was you, sign in here:

${publicUrl}/login

You can set a new password here:

${publicUrl}/forgot

If it was not you, nothing needs to be done: your account is as it was.
`,
  };
}

export function invitationMail(
  invitation: { email: string; role: string },
  workspaceName: string,
  inviterName: string,
  link: string,
): Mail {
  const [workspace, inviter] = [plain(workspaceName), plain(inviterName)];
  return {
    to: invitation.email,
    subject: `${inviter} invites you to ${workspace} on Frontdesk`,
    text: `Hello,

${inviter} invites you to join ${workspace} on Frontdesk as ${invitation.role}. Accept within seven days:

${link}
`,
  };
}
