// From a mail as it came to what it means for the conversation.
import type { Received } from '../channel.ts';
import { type Mail, type MailParts, parseMail, toMail } from './mail.ts';
import { readPostmark } from './postmark.ts';
import { readMail } from './read-mail.ts';

/** A mail in one of the forms in which mails come. */
export type MailSource =
  | { raw: Uint8Array; envelopeFrom?: string | undefined }
  | { postmark: Uint8Array }
  | { parts: MailParts };

/** A mailbox of a business, and the mail server whose findings about senders it trusts. */
export type Mailbox = { address: string; trustedServer?: string | undefined };

export function parseSource(source: MailSource): Promise<Mail> | Mail {
  if ('parts' in source) return toMail(source.parts);
  if ('postmark' in source) return readPostmark(Buffer.from(source.postmark));
  return parseMail(Buffer.from(source.raw), source.envelopeFrom);
}

/** What the mail means for each mailbox, in their order. */
export async function readSource(source: MailSource, mailboxes: Mailbox[]): Promise<Received[]> {
  const mail = await parseSource(source);
  return mailboxes.map(({ address, trustedServer }) => readMail(mail, [address], trustedServer));
}
