// The IDs of our emails, which name the message that they carry.

/** The same on every attempt, so that mail programs show an email that was sent twice only once. */
export const buildEmailId = (messageId: string, address: string): string =>
  `<${messageId}@${address.slice(address.lastIndexOf('@') + 1)}>`;

/** The ID of the message that an email of ours carries. */
export const parseOwnMessageId = (emailId: string): string | undefined => /^<(msg_\w+)@/.exec(emailId)?.[1];
