import type { Business } from '../../capability/document.ts';
import type { Mail } from '../../kernel/mail.ts';
import { oneLine } from '../../kernel/text.ts';
import type { Message } from './conversation.ts';

export function transcriptMail(to: string, businessName: string, messages: Message[], business: Business): Mail {
  const { locale, timezone } = business;
  const clock = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: timezone });
  const name = oneLine(businessName);
  const said = messages.map(({ role, text, created_at }) => ({
    who: role === 'customer' ? 'You' : name,
    at: clock.format(created_at),
    text,
  }));
  const ending = `You’re getting this email because someone asked ${name} to send this conversation to ${to}.`;
  const blocks = said.map(({ who, at, text }) => `${who}, ${at}\n${text}`);
  const rows = said.map(
    ({ who, at, text }) =>
      `<p><b>${inHtml(who)}</b> <small>${inHtml(at)}</small><br>${inHtml(text).replace(/\r?\n/g, '<br>')}</p>`,
  );
  return {
    to,
    subject: `Your conversation with ${name}`,
    text: [...blocks, ending].join('\n\n'),
    html: [
      `<!doctype html><html lang="${inHtml(locale)}"><body>`,
      ...rows,
      `<hr><p><small>${inHtml(ending)}</small></p></body></html>`,
    ].join('\n'),
  };
}

/** To an address that anybody may have typed: nothing in it was written by whoever asked. */
export function confirmationMail(to: string, business: Business, link: string): Mail {
  const name = oneLine(business.name);
  return {
    to,
    subject: `Confirm your email – ${name}`,
    text: `Hi,

Someone asked ${name} to send a copy of a conversation to this email. If it was you, open this link within a day:

${link}

If it wasn’t you, you can ignore this email.
`,
  };
}

const inHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
