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

/** Whose mail it is: the address that it was sent to, and the mail server whose findings about the sender count. */
export type Reader = { address: string; trustedServer?: string | undefined };

export function parseSource(source: MailSource): Promise<Mail> | Mail {
  if ('parts' in source) return toMail(source.parts);
  if ('postmark' in source) return readPostmark(Buffer.from(source.postmark));
  return parseMail(Buffer.from(source.raw), source.envelopeFrom);
}

/** For each reader what the mail means to it. */
export async function readSource(source: MailSource, readers: Reader[]): Promise<Received[]> {
  const mail = await parseSource(source);
  return readers.map(({ address, trustedServer }) => readMail(mail, [address], trustedServer));
}
