import type { Business } from '../../capability/document.ts';
import type { Email } from '../../kernel/mail.ts';
import { toSafeLine } from '../../kernel/text.ts';
import type { Message } from './conversation.ts';

type Sender = { name: string; senderName: string };

export function composeTranscriptEmail(to: string, sender: Sender, messages: Message[], business: Business): Email {
  const { locale, timezone } = business;
  const dateFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: timezone });
  const name = toSafeLine(sender.name);
  const entries = messages.map(({ role, text, details, created_at }) => ({
    author: role === 'customer' ? 'You' : details?.author ? `${toSafeLine(details.author)} from ${name}` : name,
    time: dateFormat.format(created_at),
    text,
  }));
  const footer = `You’re getting this email because someone asked ${name} to send this conversation to ${to}.`;
  const textBlocks = entries.map(({ author, time, text }) => `${author}, ${time}\n${text}`);
  const htmlParagraphs = entries.map(
    ({ author, time, text }) =>
      `<p><b>${escapeHtml(author)}</b> <small>${escapeHtml(time)}</small><br>${escapeHtml(text).replace(/\r?\n/g, '<br>')}</p>`,
  );
  return {
    to,
    fromName: toSafeLine(sender.senderName),
    subject: `Your conversation with ${name}`,
    text: [...textBlocks, footer].join('\n\n'),
    html: [
      `<!doctype html><html lang="${escapeHtml(locale)}"><body>`,
      ...htmlParagraphs,
      `<hr><p><small>${escapeHtml(footer)}</small></p></body></html>`,
    ].join('\n'),
  };
}

/** Contains nothing written by the requester, since anybody may have typed this address. */
export function composeConfirmationEmail(to: string, sender: Sender, link: string): Email {
  const name = toSafeLine(sender.name);
  return {
    to,
    fromName: toSafeLine(sender.senderName),
    subject: `Confirm your email – ${name}`,
    text: `Hi,

Someone asked ${name} to send a copy of a conversation to this email. If it was you, open this link within a day:

${link}

If it wasn’t you, you can ignore this email.
`,
  };
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
