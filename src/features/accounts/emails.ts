import type { Email } from '../../kernel/mail.ts';
import { toSafeLine } from '../../kernel/text.ts';
import type { Role } from './roles.ts';

/** Names are chosen freely, so line breaks and links are removed. */
export const sanitizeName = (name: string) => toSafeLine(name.replace(/[a-z]*:\/+/gi, ' '));

/** Who writes to a user: the service, or a business with its own brand, on its own domain. */
export type AccountSender = { name: string; senderName?: string; linkBase: string };

const createSenderFields = ({ senderName }: AccountSender) => (senderName ? { fromName: toSafeLine(senderName) } : {});

export function composePasswordResetEmail(
  user: { name: string; email: string },
  token: string,
  sender: AccountSender,
): Email {
  const name = sanitizeName(sender.name);
  return {
    to: user.email,
    ...createSenderFields(sender),
    subject: `Reset your ${name} password`,
    text: `Hi ${sanitizeName(user.name)},

Someone asked to reset the password for your ${name} account. If it was you, choose a new one here within an hour:

${sender.linkBase}/reset-password?token=${token}

If it wasn’t you, you can ignore this email. Your password hasn’t changed.
`,
  };
}

/** Leaves out the name, because whoever typed it may not own this address. */
export function composeConfirmAddressEmail(user: { email: string }, token: string, sender: AccountSender): Email {
  const name = sanitizeName(sender.name);
  return {
    to: user.email,
    ...createSenderFields(sender),
    subject: `Confirm your email for ${name}`,
    text: `Hi,

Someone used this email to sign up for ${name}. If it was you, confirm it here within a day:

${sender.linkBase}/verify-email?token=${token}

If it wasn’t you, don’t open the link. You can ignore this email.
`,
  };
}

export function composeExistingAccountEmail(user: { name: string; email: string }, sender: AccountSender): Email {
  const name = sanitizeName(sender.name);
  return {
    to: user.email,
    ...createSenderFields(sender),
    subject: `You already have an account with ${name}`,
    text: `Hi ${sanitizeName(user.name)},

Someone tried to sign up for ${name} with your email, but you already have an account. If it was you, sign in here:

${sender.linkBase}/login

Forgot your password? Reset it here:

${sender.linkBase}/forgot

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

export function composeInvitationEmail(
  invitation: { email: string; role: Role },
  workspaceName: string,
  inviterName: string,
  token: string,
  sender: Omit<AccountSender, 'name'>,
): Email {
  const [workspace, inviter] = [sanitizeName(workspaceName), sanitizeName(inviterName)];
  return {
    to: invitation.email,
    ...createSenderFields({ name: workspace, ...sender }),
    subject: `${inviter} invited you to join ${workspace}`,
    text: `Hi,

${inviter} invited you to join the ${workspace} team as ${ROLE_LABELS[invitation.role]}.

Join here within seven days:

${sender.linkBase}/invitation?token=${token}
`,
  };
}
