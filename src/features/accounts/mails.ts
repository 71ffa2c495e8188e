import type { Mail } from '../../kernel/mail.ts';

export function passwordResetMail(user: { name: string; email: string }, link: string): Mail {
  return {
    to: user.email,
    subject: 'Reset your Frontdesk password',
    text: `Hello ${user.name},

someone asked to reset the password of your Frontdesk account. If it was you, choose a new one here within the hour:

${link}

If it was not you, nothing needs to be done: your password stays as it is.
`,
  };
}

export function invitationMail(
  invitation: { email: string; role: string },
  workspace: string,
  inviter: string,
  link: string,
): Mail {
  return {
    to: invitation.email,
    subject: `${inviter} invites you to ${workspace} on Frontdesk`,
    text: `Hello,

${inviter} invites you to join ${workspace} on Frontdesk as ${invitation.role}. Accept within seven days:

${link}
`,
  };
}
