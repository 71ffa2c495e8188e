// What a mail means for the conversation: the customer's message, or a report about a mail of ours.
import type { IncomingMessage, Received } from '../channel.ts';
import { isAutomatic } from './automatic.ts';
import { checkSender, type SenderCheck } from './check-sender.ts';
import { htmlToText } from './html-to-text.ts';
import type { Mail } from './mail.ts';
import { messageIdIn } from './mail-id.ts';
import { separateQuotedText } from './own-text.ts';

const MAX_ORIGINAL_LENGTH = 50_000;
const MAX_MESSAGE_LENGTH = 20_000;

/**
 * The mail as a message, unless it is automatic or comes from the business's own address. `trustedServer` is the mail server
 * whose findings about the sender count.
 */
export function readMail(mail: Mail, ownAddresses: readonly string[], trustedServer?: string): Received {
  const sender = mail.replyTo ?? mail.from;
  if (mail.undelivered.length > 0) return { messages: [], updates: mail.undelivered.map(failure) };
  if (!sender || isAutomatic(mail)) return { messages: [] };
  const isOwn = (address: string) => ownAddresses.some((own) => own.toLowerCase() === address.toLowerCase());
  if (isOwn(sender.address) || (mail.from && isOwn(mail.from.address) && !mail.replyTo)) return { messages: [] };
  return { messages: [toMessage(mail, sender, checkSender(mail, trustedServer))] };
}

const failure = (id: string) => ({
  ...{ id, messageId: messageIdIn(id) },
  ...{ status: 'failed' as const, error: 'The mail could not be delivered.' },
});

function toMessage(
  mail: Mail,
  { name: replyName, address }: { name: string; address: string },
  check: SenderCheck,
): IncomingMessage {
  const lowerAddress = address.toLowerCase();
  const name = replyName || (mail.from?.address.toLowerCase() === lowerAddress ? mail.from.name : '');
  const original = mail.text.trim() ? mail.text : htmlToText(mail.html);
  const text = messageText(mail, original, name);
  const [root = mail.id] = mail.references;
  // The server checks the address that the mail comes from, which need not be the one to reply to.
  const isProven = check === 'passed' && mail.from?.address.toLowerCase() === lowerAddress;
  return {
    id: mail.id,
    address: lowerAddress,
    // Somebody else who got the mail forwarded does not take part in the customer's conversation; nor does somebody who only
    // claims to be the customer.
    ...(check === 'failed'
      ? { threadKey: `forged ${root} ${lowerAddress}` }
      : {
          threadKey: `${root} ${lowerAddress}`,
          repliesTo: mail.references,
          answers: mail.references.map(messageIdIn).filter((id) => id !== undefined),
        }),
    text,
    customer: { email: lowerAddress, ...(name && !name.includes('@') ? { name } : {}) },
    ...(isProven ? { proven: { email: lowerAddress } } : {}),
    ...(mail.attachments.length > 0 ? { attachments: mail.attachments } : {}),
    ...(original.trim() === text ? {} : { original: original.trim().slice(0, MAX_ORIGINAL_LENGTH) }),
    context: { subject: mail.subject, inReplyTo: mail.id, references: trimReferences([...mail.references, mail.id]) },
  };
}

/** The first mail and the latest ones are enough for mail programs to find the thread. */
const trimReferences = (ids: string[]): string[] => (ids.length <= 12 ? ids : [...ids.slice(0, 1), ...ids.slice(-11)]);

/** A mail without a text of its own may say everything in its subject, or be forwarded for the business to read. */
function messageText({ subject, references }: Mail, original: string, name: string): string {
  const { own, quoted } = separateQuotedText(original, name);
  const plainSubject = withoutPrefixes(subject);
  const isFirst = references.length === 0 && plainSubject === subject;
  const body = own || (isFirst || isForward(subject) ? quoted : '') || plainSubject;
  const text = isFirst && own && saysMore(plainSubject, own) ? `${plainSubject}\n\n${own}` : body;
  return text.slice(0, MAX_MESSAGE_LENGTH).trim();
}

/** Labels such as "Booking" or "A question" say nothing; "Table for 4 on Friday" does. */
const saysMore = (subject: string, own: string): boolean =>
  (subject.split(/\s+/u).length >= 4 || /\d/u.test(subject)) && !own.toLowerCase().includes(subject.toLowerCase());

const PREFIX =
  /^\s*(?:re|aw|antw|antwort|sv|vs|odp|rv|rif|r|res|ref|tr|fwd?|wg|wtr|vb|doorst|enc|i|pd|fs|回复|回覆|答复|转发|轉寄|返信|転送|답장|전달)(?:\s*\[\d+\])?\s*[:：]\s*/iu;
const FORWARD = /^\s*(?:fwd?|wg|tr|rv|i|enc|doorst|pd|vb|转发|轉寄|転送|전달)\s*[:：]/iu;

export function withoutPrefixes(subject: string): string {
  let rest = subject;
  while (PREFIX.test(rest)) rest = rest.replace(PREFIX, '');
  return rest.trim();
}

const isForward = (subject: string): boolean => FORWARD.test(subject);
