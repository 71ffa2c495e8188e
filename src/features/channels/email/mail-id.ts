// The IDs of our mails, which name the message that they carry.

/** The same on every attempt, so that mail programs show a mail that was sent twice only once. */
export const emailIdOf = (messageId: string, address: string): string =>
  `<${messageId}@${address.slice(address.lastIndexOf('@') + 1)}>`;

/** The message that a mail of ours carries. */
export const messageIdIn = (emailId: string): string | undefined => /^<(msg_\w+)@/.exec(emailId)?.[1];
