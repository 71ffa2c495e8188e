// What an email means for the conversation: the customer's message, or a report about an email of ours.
import type { InboundResult, IncomingMessage } from '../channel.ts';
import { isAutomatic } from './automatic.ts';
import { checkSender, type SenderCheck } from './check-sender.ts';
import { htmlToText } from './html-to-text.ts';
import type { ParsedEmail } from './mail.ts';
import { parseOwnMessageId } from './mail-id.ts';
import { separateQuotedText } from './own-text.ts';

const MAX_ORIGINAL_LENGTH = 50_000;
const MAX_MESSAGE_LENGTH = 20_000;

/**
 * The email as a message, unless it is automatic or comes from the business's own address. `trustedServer` is the mail server
 * whose findings about the sender count.
 */
export function interpretEmail(
  email: ParsedEmail,
  ownAddresses: readonly string[],
  trustedServer?: string,
): InboundResult {
  const sender = email.replyTo ?? email.from;
  if (email.undeliveredIds.length > 0) return { messages: [], updates: email.undeliveredIds.map(toDeliveryFailure) };
  if (!sender || isAutomatic(email)) return { messages: [] };
  const isOwn = (address: string) =>
    ownAddresses.some((ownAddress) => ownAddress.toLowerCase() === address.toLowerCase());
  if (isOwn(sender.address) || (email.from && isOwn(email.from.address) && !email.replyTo)) return { messages: [] };
  return { messages: [toMessage(email, sender, checkSender(email, trustedServer))] };
}

const toDeliveryFailure = (id: string) => ({
  providerMessageId: id,
  ownMessageId: parseOwnMessageId(id),
  status: 'failed' as const,
  error: 'The mail could not be delivered.',
});

function toMessage(
  email: ParsedEmail,
  { name: replyName, address }: { name: string; address: string },
  senderCheck: SenderCheck,
): IncomingMessage {
  const lowerAddress = address.toLowerCase();
  const name = replyName || (email.from?.address.toLowerCase() === lowerAddress ? email.from.name : '');
  const original = email.text.trim() ? email.text : htmlToText(email.html);
  const text = composeMessageText(email, original, name);
  const [firstEmailId = email.id] = email.references;
  // The server checks the address that the email comes from, which need not be the one to reply to.
  const isProven = senderCheck === 'passed' && email.from?.address.toLowerCase() === lowerAddress;
  return {
    id: email.id,
    address: lowerAddress,
    // Somebody else to whom the email was forwarded does not take part in the customer's conversation; nor does somebody who only
    // claims to be the customer.
    ...(senderCheck === 'failed'
      ? { threadKey: `forged ${firstEmailId} ${lowerAddress}` }
      : {
          threadKey: `${firstEmailId} ${lowerAddress}`,
          repliedToProviderIds: email.references,
          answeredMessageIds: email.references.map(parseOwnMessageId).filter((id) => id !== undefined),
        }),
    text,
    customer: { email: lowerAddress, ...(name && !name.includes('@') ? { name } : {}) },
    ...(isProven ? { proven: { email: lowerAddress } } : {}),
    ...(email.attachments.length > 0 ? { attachments: email.attachments } : {}),
    ...(original.trim() === text ? {} : { original: original.trim().slice(0, MAX_ORIGINAL_LENGTH) }),
    context: {
      subject: email.subject,
      inReplyTo: email.id,
      references: trimReferences([...email.references, email.id]),
    },
  };
}

/** The first email and the latest ones are enough for mail programs to find the thread. */
const trimReferences = (ids: string[]): string[] => (ids.length <= 12 ? ids : [...ids.slice(0, 1), ...ids.slice(-11)]);

/** An email without text of its own may say everything in its subject, or be forwarded for the business to read. */
function composeMessageText({ subject, references }: ParsedEmail, original: string, name: string): string {
  const { ownText, quotedText } = separateQuotedText(original, name);
  const plainSubject = removeSubjectPrefixes(subject);
  const isFirst = references.length === 0 && plainSubject === subject;
  const body = ownText || (isFirst || isForward(subject) ? quotedText : '') || plainSubject;
  const text = isFirst && ownText && addsInformation(plainSubject, ownText) ? `${plainSubject}\n\n${ownText}` : body;
  return text.slice(0, MAX_MESSAGE_LENGTH).trim();
}

/** Whether the subject adds to the text: "Booking" or "A question" does not, "Table for 4 on Friday" does. */
const addsInformation = (subject: string, ownText: string): boolean =>
  (subject.split(/\s+/u).length >= 4 || /\d/u.test(subject)) && !ownText.toLowerCase().includes(subject.toLowerCase());

const SUBJECT_PREFIX_PATTERN =
  /^\s*(?:re|aw|antw|antwort|sv|vs|odp|rv|rif|r|res|ref|tr|fwd?|wg|wtr|vb|doorst|enc|i|pd|fs|回复|回覆|答复|转发|轉寄|返信|転送|답장|전달)(?:\s*\[\d+\])?\s*[:：]\s*/iu;
const FORWARD_PREFIX_PATTERN = /^\s*(?:fwd?|wg|tr|rv|i|enc|doorst|pd|vb|转发|轉寄|転送|전달)\s*[:：]/iu;

export function removeSubjectPrefixes(subject: string): string {
  let rest = subject;
  while (SUBJECT_PREFIX_PATTERN.test(rest)) rest = rest.replace(SUBJECT_PREFIX_PATTERN, '');
  return rest.trim();
}

const isForward = (subject: string): boolean => FORWARD_PREFIX_PATTERN.test(subject);
