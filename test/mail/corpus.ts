// Emails as people and programs send them, with what their author wrote. They are made from the parts of each language in
// the layouts of common mail programs, in the encodings of these, and from a list of odd ones.
import { LANGUAGES, type MailLanguage } from './languages.ts';
import { AUTOMATIC_EMAILS, ODD_EMAILS } from './odd-emails.ts';

export type CorpusEmail = {
  name: string;
  raw: Buffer;
  /** Undefined: an automatic email, which is not a customer's message. */
  text: string | undefined;
};

type EmailParts = { ownText: string; signOff: string; attribution: string; quotedText: string; language: MailLanguage };
type Layout = {
  name: string;
  subject?: string;
  isHtml?: boolean;
  wrap?: boolean;
  text?(parts: EmailParts): string;
  body(parts: EmailParts): string;
};

const withQuoteMarks = (text: string, mark = '> ') => text.replaceAll(/^/gm, mark).replaceAll(/ +$/gm, '');
const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const toDivs = (text: string) =>
  text
    .split('\n')
    .map((line) => `<div>${escapeHtml(line) || '<br>'}</div>`)
    .join('');
const toBreaks = (text: string) => escapeHtml(text).replaceAll('\n', '<br>\n');
/** As mail programs wrap plain text at 72 characters. */
const wrapLines = (text: string) => text.replaceAll(/(?=.{73})(.{1,72})\s+/gm, '$1\n');

const LAYOUTS: Layout[] = [
  { name: 'first email', subject: 'Hello', body: ({ ownText, signOff }) => `${ownText}\n\n${signOff}\n` },
  {
    name: 'first email with a delimiter',
    subject: 'Hello',
    body: ({ ownText, signOff, language }) => `${ownText}\n\n${signOff}\n\n-- \n${language.sender}\nwww.acme.example\n`,
  },
  {
    name: 'above a marked text',
    body: ({ ownText, signOff, attribution, quotedText }) =>
      `${ownText}\n\n${signOff}\n\n${attribution}\n\n${withQuoteMarks(quotedText)}\n`,
  },
  {
    name: 'above a marked text without sign-off',
    body: ({ ownText, attribution, quotedText }) => `${ownText}\n\n${attribution}\n${withQuoteMarks(quotedText)}\n`,
  },
  {
    name: 'above an unmarked text',
    body: ({ ownText, signOff, attribution, quotedText }) =>
      `${ownText}\n\n${signOff}\n\n${attribution}\n\n${quotedText}\n`,
  },
  {
    name: 'Outlook',
    body: ({ ownText, signOff, language, quotedText }) =>
      `${ownText}\n\n${signOff}\n\n${language.headers.join('\n')}\n\n${quotedText}\n`,
  },
  {
    name: 'Outlook on a phone',
    body: ({ ownText, language, quotedText }) =>
      `${ownText}\n\n${language.phoneSignature}\n________________________________\n${language.headers.join('\n')}\n\n${quotedText}\n`,
  },
  {
    name: 'a phone',
    body: ({ ownText, language, attribution, quotedText }) =>
      `${ownText}\n\n${language.phoneSignature}\n\n> ${attribution}\n>\n${withQuoteMarks(quotedText)}\n`,
  },
  {
    name: 'a phone, attribution outside',
    body: ({ ownText, language, attribution, quotedText }) =>
      `${ownText}\n\n${language.phoneSignature}\n\n${attribution}\n\n${withQuoteMarks(quotedText, '>')}\n`,
  },
  {
    name: 'below a marked text',
    body: ({ ownText, signOff, attribution, quotedText }) =>
      `${attribution}\n${withQuoteMarks(quotedText)}\n\n${ownText}\n\n${signOff}\n`,
  },
  {
    name: 'between marked lines',
    text: ({ ownText, language }) => `${ownText}\n\n${language.texts[2]}`,
    body: ({ ownText, signOff, attribution, quotedText, language }) => {
      const [first = '', ...rest] = quotedText.split('\n\n');
      return `${attribution}\n${withQuoteMarks(first)}\n\n${ownText}\n\n${withQuoteMarks(rest.join('\n\n'))}\n\n${language.texts[2]}\n\n${signOff}\n`;
    },
  },
  {
    name: 'a thread',
    body: ({ ownText, signOff, attribution, quotedText, language }) =>
      `${ownText}\n\n${signOff}\n\n${attribution}\n\n${withQuoteMarks(`${quotedText}\n\n${attribution}\n${withQuoteMarks(`${language.texts[1]}\n\n${signOff}`)}`)}\n`,
  },
  {
    name: 'a forward with a comment',
    subject: 'Fwd: Hello',
    body: ({ ownText, language, quotedText }) =>
      `${ownText}\n\n${language.forwardLine}\n${language.headers.join('\n')}\n\n${quotedText}\n`,
  },
  {
    name: 'Gmail’s HTML',
    isHtml: true,
    body: ({ ownText, attribution, quotedText }) =>
      `<div dir="ltr">${toDivs(ownText)}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${escapeHtml(attribution)}<br></div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex">${toDivs(quotedText)}</blockquote></div>`,
  },
  {
    name: 'Outlook’s HTML',
    isHtml: true,
    body: ({ ownText, signOff, language, quotedText }) =>
      `<html><head><style>p{}</style></head><body><div class="elementToProof">${toDivs(ownText)}</div><div><br></div><div id="Signature">${toDivs(signOff)}</div><div id="appendonsend"></div><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg" dir="ltr"><font>${language.headers.map((line) => `<b>${escapeHtml(line).replace(/[:：]/, ':</b>')}`).join('<br>')}</font></div><div>${toDivs(quotedText)}</div></body></html>`,
  },
  {
    name: 'Apple’s HTML',
    isHtml: true,
    body: ({ ownText, signOff, attribution, quotedText }) =>
      `<html><body dir="auto">${toBreaks(ownText)}<br><br>${toBreaks(signOff)}<br id="lineBreakAtBeginningOfMessage"><div><br><blockquote type="cite"><div>${escapeHtml(attribution)}</div><br><div>${toBreaks(quotedText)}</div></blockquote></div></body></html>`,
  },
  {
    name: 'Thunderbird’s HTML',
    isHtml: true,
    body: ({ ownText, signOff, attribution, quotedText }) =>
      `<p>${toBreaks(ownText)}</p><p>${toBreaks(signOff)}</p><div class="moz-cite-prefix">${escapeHtml(attribution)}<br></div><blockquote type="cite" cite="mid:1@x"><pre>${escapeHtml(quotedText)}</pre></blockquote>`,
  },
];

type Encoding = { charset: string; transfer: '8bit' | 'base64' | 'quoted-printable' };
const ENCODINGS: Encoding[] = [
  { charset: 'utf-8', transfer: '8bit' },
  { charset: 'utf-8', transfer: 'base64' },
  { charset: 'utf-8', transfer: 'quoted-printable' },
];

const encodeBody = (body: string, { transfer }: Encoding): string => {
  const bytes = Buffer.from(body.replaceAll('\n', '\r\n'));
  if (transfer === 'base64') return bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n');
  if (transfer === '8bit') return bytes.toString();
  const encoded = [...bytes].map((byte) => {
    const isPlain = (byte >= 33 && byte <= 126 && byte !== 61) || byte === 32 || byte === 10 || byte === 13;
    return isPlain ? String.fromCharCode(byte) : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  });
  return encoded.join('').replaceAll(/(?=.{74})((?:=..|[^\r\n=]){60,70})/g, '$1=\r\n');
};

const encodeWord = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;

function toRawEmail(
  {
    sender,
    subject,
    body,
    isHtml = false,
    headers = [],
  }: { sender: string; subject: string; body: string; isHtml?: boolean; headers?: string[] },
  index: number,
): Buffer {
  const encoding = ENCODINGS[index % ENCODINGS.length] as Encoding;
  const lines = [
    ...(headers.some((line) => /^from:/i.test(line))
      ? []
      : [`From: ${encodeWord(sender)} <customer${index}@example.com>`]),
    ...['To: desk@bella.example', `Subject: ${encodeWord(subject)}`, `Message-ID: <${index}@example.com>`, ...headers],
    ...['MIME-Version: 1.0', `Content-Type: text/${isHtml ? 'html' : 'plain'}; charset=${encoding.charset}`],
    `Content-Transfer-Encoding: ${encoding.transfer}`,
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${encodeBody(body, encoding)}\r\n`);
}

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

function createEmailsFromLayouts(): CorpusEmail[] {
  return LANGUAGES.flatMap((language, languageIndex) =>
    LAYOUTS.map((layout, layoutIndex) => {
      const index = languageIndex * LAYOUTS.length + layoutIndex;
      const parts: EmailParts = {
        ownText: pick(language.texts, index),
        signOff: pick(language.signOffs, layoutIndex),
        attribution: pick(language.attributions, layoutIndex + languageIndex),
        quotedText: language.quotedText,
        language,
      };
      const isReply = !layout.subject;
      const body = layout.isHtml ? layout.body(parts) : wrapLines(layout.body(parts));
      const headers = isReply
        ? ['In-Reply-To: <msg_1@bella.example>', 'References: <0@example.com> <msg_1@bella.example>']
        : [];
      const subject = layout.subject ?? `${language.replyPrefix}Hello`;
      return {
        name: `${language.name}: ${layout.name}`,
        raw: toRawEmail({ sender: language.sender, subject, body, isHtml: layout.isHtml ?? false, headers }, index),
        text: layout.text?.(parts) ?? parts.ownText,
      };
    }),
  );
}

const createEmailsFromLists = (): CorpusEmail[] => [
  ...ODD_EMAILS.map(({ name, expectedText: text, ...email }, index) => ({
    name,
    raw: toRawEmail({ sender: 'Ana Ruiz', subject: 'Re: Hello', ...email }, 1_000 + index),
    text,
  })),
  ...AUTOMATIC_EMAILS.map(({ name, ...email }, index) => ({
    name,
    raw: toRawEmail(
      { sender: 'Ana Ruiz', subject: 'Hello', body: 'Thank you for your message.', ...email },
      2_000 + index,
    ),
    text: undefined,
  })),
];

export const createCorpus = (): CorpusEmail[] => [...createEmailsFromLayouts(), ...createEmailsFromLists()];
