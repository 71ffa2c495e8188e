// Mails as people and programs send them, with what their author wrote. They are made from the parts of each language in
// the layouts of common mail programs, in the encodings of these, and from a list of odd ones.
import { LANGUAGES, type MailLanguage } from './languages.ts';
import { AUTOMATIC_MAILS, ODD_MAILS } from './odd-mails.ts';

export type CorpusMail = {
  name: string;
  raw: Buffer;
  /** Undefined: an automatic mail, which is not a customer's message. */
  text: string | undefined;
};

type Parts = { own: string; signOff: string; attribution: string; quoted: string; language: MailLanguage };
type Layout = {
  name: string;
  subject?: string;
  isHtml?: boolean;
  wrap?: boolean;
  text?(parts: Parts): string;
  body(parts: Parts): string;
};

const marked = (text: string, mark = '> ') => text.replaceAll(/^/gm, mark).replaceAll(/ +$/gm, '');
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const divs = (text: string) =>
  text
    .split('\n')
    .map((line) => `<div>${escaped(line) || '<br>'}</div>`)
    .join('');
const breaks = (text: string) => escaped(text).replaceAll('\n', '<br>\n');
/** As mail programs wrap plain text at 72 characters. */
const wrapped = (text: string) => text.replaceAll(/(?=.{73})(.{1,72})\s+/gm, '$1\n');

const LAYOUTS: Layout[] = [
  { name: 'first mail', subject: 'Hello', body: ({ own, signOff }) => `${own}\n\n${signOff}\n` },
  {
    name: 'first mail with a delimiter',
    subject: 'Hello',
    body: ({ own, signOff, language }) => `${own}\n\n${signOff}\n\n-- \n${language.sender}\nwww.acme.example\n`,
  },
  {
    name: 'above a marked text',
    body: ({ own, signOff, attribution, quoted }) => `${own}\n\n${signOff}\n\n${attribution}\n\n${marked(quoted)}\n`,
  },
  {
    name: 'above a marked text without sign-off',
    body: ({ own, attribution, quoted }) => `${own}\n\n${attribution}\n${marked(quoted)}\n`,
  },
  {
    name: 'above an unmarked text',
    body: ({ own, signOff, attribution, quoted }) => `${own}\n\n${signOff}\n\n${attribution}\n\n${quoted}\n`,
  },
  {
    name: 'Outlook',
    body: ({ own, signOff, language, quoted }) =>
      `${own}\n\n${signOff}\n\n${language.headers.join('\n')}\n\n${quoted}\n`,
  },
  {
    name: 'Outlook on a phone',
    body: ({ own, language, quoted }) =>
      `${own}\n\n${language.phone}\n________________________________\n${language.headers.join('\n')}\n\n${quoted}\n`,
  },
  {
    name: 'a phone',
    body: ({ own, language, attribution, quoted }) =>
      `${own}\n\n${language.phone}\n\n> ${attribution}\n>\n${marked(quoted)}\n`,
  },
  {
    name: 'a phone, attribution outside',
    body: ({ own, language, attribution, quoted }) =>
      `${own}\n\n${language.phone}\n\n${attribution}\n\n${marked(quoted, '>')}\n`,
  },
  {
    name: 'below a marked text',
    body: ({ own, signOff, attribution, quoted }) => `${attribution}\n${marked(quoted)}\n\n${own}\n\n${signOff}\n`,
  },
  {
    name: 'between marked lines',
    text: ({ own, language }) => `${own}\n\n${language.texts[2]}`,
    body: ({ own, signOff, attribution, quoted, language }) => {
      const [first = '', ...rest] = quoted.split('\n\n');
      return `${attribution}\n${marked(first)}\n\n${own}\n\n${marked(rest.join('\n\n'))}\n\n${language.texts[2]}\n\n${signOff}\n`;
    },
  },
  {
    name: 'a thread',
    body: ({ own, signOff, attribution, quoted, language }) =>
      `${own}\n\n${signOff}\n\n${attribution}\n\n${marked(`${quoted}\n\n${attribution}\n${marked(`${language.texts[1]}\n\n${signOff}`)}`)}\n`,
  },
  {
    name: 'a forward with a comment',
    subject: 'Fwd: Hello',
    body: ({ own, language, quoted }) => `${own}\n\n${language.forward}\n${language.headers.join('\n')}\n\n${quoted}\n`,
  },
  {
    name: 'Gmail’s HTML',
    isHtml: true,
    body: ({ own, attribution, quoted }) =>
      `<div dir="ltr">${divs(own)}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${escaped(attribution)}<br></div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex">${divs(quoted)}</blockquote></div>`,
  },
  {
    name: 'Outlook’s HTML',
    isHtml: true,
    body: ({ own, signOff, language, quoted }) =>
      `<html><head><style>p{}</style></head><body><div class="elementToProof">${divs(own)}</div><div><br></div><div id="Signature">${divs(signOff)}</div><div id="appendonsend"></div><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg" dir="ltr"><font>${language.headers.map((line) => `<b>${escaped(line).replace(/[:：]/, ':</b>')}`).join('<br>')}</font></div><div>${divs(quoted)}</div></body></html>`,
  },
  {
    name: 'Apple’s HTML',
    isHtml: true,
    body: ({ own, signOff, attribution, quoted }) =>
      `<html><body dir="auto">${breaks(own)}<br><br>${breaks(signOff)}<br id="lineBreakAtBeginningOfMessage"><div><br><blockquote type="cite"><div>${escaped(attribution)}</div><br><div>${breaks(quoted)}</div></blockquote></div></body></html>`,
  },
  {
    name: 'Thunderbird’s HTML',
    isHtml: true,
    body: ({ own, signOff, attribution, quoted }) =>
      `<p>${breaks(own)}</p><p>${breaks(signOff)}</p><div class="moz-cite-prefix">${escaped(attribution)}<br></div><blockquote type="cite" cite="mid:1@x"><pre>${escaped(quoted)}</pre></blockquote>`,
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

const word = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;

function toRaw(
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
    ...(headers.some((line) => /^from:/i.test(line)) ? [] : [`From: ${word(sender)} <customer${index}@example.com>`]),
    ...['To: desk@bella.example', `Subject: ${word(subject)}`, `Message-ID: <${index}@example.com>`, ...headers],
    ...['MIME-Version: 1.0', `Content-Type: text/${isHtml ? 'html' : 'plain'}; charset=${encoding.charset}`],
    `Content-Transfer-Encoding: ${encoding.transfer}`,
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${encodeBody(body, encoding)}\r\n`);
}

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

function fromLayouts(): CorpusMail[] {
  return LANGUAGES.flatMap((language, languageIndex) =>
    LAYOUTS.map((layout, layoutIndex) => {
      const index = languageIndex * LAYOUTS.length + layoutIndex;
      const parts: Parts = {
        own: pick(language.texts, index),
        signOff: pick(language.signOffs, layoutIndex),
        attribution: pick(language.attributions, layoutIndex + languageIndex),
        quoted: language.quoted,
        language,
      };
      const isReply = !layout.subject;
      const body = layout.isHtml ? layout.body(parts) : wrapped(layout.body(parts));
      const headers = isReply
        ? ['In-Reply-To: <msg_1@bella.example>', 'References: <0@example.com> <msg_1@bella.example>']
        : [];
      const subject = layout.subject ?? `${language.reply}Hello`;
      return {
        name: `${language.name}: ${layout.name}`,
        raw: toRaw({ sender: language.sender, subject, body, isHtml: layout.isHtml ?? false, headers }, index),
        text: layout.text?.(parts) ?? parts.own,
      };
    }),
  );
}

const fromList = (): CorpusMail[] => [
  ...ODD_MAILS.map(({ name, text, ...mail }, index) => ({
    name,
    raw: toRaw({ sender: 'Ana Ruiz', subject: 'Re: Hello', ...mail }, 1_000 + index),
    text,
  })),
  ...AUTOMATIC_MAILS.map(({ name, ...mail }, index) => ({
    name,
    raw: toRaw({ sender: 'Ana Ruiz', subject: 'Hello', body: 'Thank you for your message.', ...mail }, 2_000 + index),
    text: undefined,
  })),
];

export const corpus = (): CorpusMail[] => [...fromLayouts(), ...fromList()];
