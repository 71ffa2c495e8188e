// Parses an email and interprets it for each mailbox that it may be addressed to.
import type { InboundResult } from '../channel.ts';
import { interpretEmail } from './interpret-email.ts';
import { type EmailFields, type ParsedEmail, parseEmail, toParsedEmail } from './mail.ts';
import { readPostmark } from './postmark.ts';

/** An email in one of the forms in which it can arrive. */
export type EmailSource =
  | { raw: Uint8Array; envelopeFrom?: string | undefined }
  | { postmark: Uint8Array }
  | { fields: EmailFields };

/** A mailbox of a business, and the mail server whose findings about senders it trusts. */
export type Mailbox = { address: string; trustedServer?: string | undefined };

export function parseEmailSource(source: EmailSource): Promise<ParsedEmail> | ParsedEmail {
  if ('fields' in source) return toParsedEmail(source.fields);
  if ('postmark' in source) return readPostmark(Buffer.from(source.postmark));
  return parseEmail(Buffer.from(source.raw), source.envelopeFrom);
}

/** What the email means for each mailbox, in the order of the mailboxes. */
export async function processEmail(source: EmailSource, mailboxes: Mailbox[]): Promise<InboundResult[]> {
  const email = await parseEmailSource(source);
  return mailboxes.map(({ address, trustedServer }) => interpretEmail(email, [address], trustedServer));
}
