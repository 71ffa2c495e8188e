// The email that a reply becomes.
import type { SendMailOptions } from 'nodemailer';
import { type Html, html } from '../../../kernel/html.ts';
import { toSafeLine } from '../../../kernel/text.ts';
import type { Connection, OutgoingMessage } from '../channel.ts';
import { shapeReply } from '../shape-reply.ts';
import { removeSubjectPrefixes } from './interpret-email.ts';
import { buildEmailId } from './mail-id.ts';

export const REPLY_LIMITS = { maxCharacters: 100_000, maxButtons: 0 };

type ThreadContext = { subject?: string; inReplyTo?: string; references?: string[] };

/** `sender` is the address that the mail server may send from. */
export function composeEmail(
  message: OutgoingMessage,
  { businessName, settings, secrets }: Pick<Connection, 'businessName' | 'settings' | 'secrets'>,
  sender: string,
): SendMailOptions & { messageId: string } {
  const address = String(settings.address);
  const { subject = '', inReplyTo, references = [] } = message.context as ThreadContext;
  const plainSubject = toSafeLine(removeSubjectPrefixes(subject));
  const { parts } = shapeReply(message.text, message.suggestions, REPLY_LIMITS);
  const text = parts.join('\n\n');
  const signature = message.signature ?? [businessName];
  return {
    from: { name: toSafeLine(businessName), address: sender },
    ...(sender === address ? {} : { replyTo: { name: toSafeLine(businessName), address } }),
    to: { name: '', address: message.address },
    subject: inReplyTo && plainSubject ? `Re: ${plainSubject}` : plainSubject || toSafeLine(businessName),
    messageId: buildEmailId(message.id, address),
    ...(inReplyTo ? { inReplyTo, references } : {}),
    text: `${text}\n\n-- \n${signature.join('\n')}\n`,
    html: toHtml(text, signature),
    // People's own replies are not automatic, so that an absence notice may answer them.
    headers: message.author === 'team' ? {} : { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
    ...(settings.dkimDomain && settings.dkimSelector && secrets.dkimKey
      ? {
          dkim: {
            domainName: String(settings.dkimDomain),
            keySelector: String(settings.dkimSelector),
            privateKey: secrets.dkimKey,
          },
        }
      : {}),
  };
}

function toHtml(text: string, signature: readonly string[]): string {
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => html`<p>${withBreaks(paragraph.split('\n'))}</p>`);
  const footer = html`<p style="color:#666">-- <br>${withBreaks(signature)}</p>`;
  return html`<div style="font-family:sans-serif">${paragraphs}${footer}</div>`.markup;
}

const withBreaks = (lines: readonly string[]): Html[] =>
  lines.map((line, index) => html`${index > 0 && html`<br>`}${withLinks(line)}`);

/** The URLs in a line become links, without the punctuation after them. */
const withLinks = (line: string): (Html | string)[] =>
  line
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/)
    .map((piece, index) => (index % 2 === 1 ? html`<a href="${piece}">${piece}</a>` : piece));
