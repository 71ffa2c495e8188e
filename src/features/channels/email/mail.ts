// An email in one form, whichever way it came in.
import { createHash } from 'node:crypto';
import PostalMime, { addressParser, decodeWords } from 'postal-mime';
import { toStorable } from '../../../kernel/text.ts';
import type { Attachment } from '../channel.ts';

type EmailAddress = { name: string; address: string };

export type ParsedEmail = {
  /** The Message-ID with its brackets, or a hash of the email if it has none. */
  id: string;
  from: EmailAddress | undefined;
  replyTo: EmailAddress | undefined;
  subject: string;
  text: string;
  html: string;
  /** The IDs of the emails that it replies to, the oldest first. */
  references: string[];
  attachments: Attachment[];
  /** By lower-case name, the first of each. */
  headers: Map<string, string>;
  /** What mail servers found out about the sender (RFC 8601), the latest server first. */
  authResults: string[];
  /** The sender named to the mail servers. Empty for their own reports; undefined if it is not known. */
  envelopeFrom: string | undefined;
  /** The IDs of emails of ours that, by a mail server's report, were not delivered. */
  undeliveredIds: string[];
};

export type EmailFields = {
  headers: readonly (readonly [name: string, value: string])[];
  text: string;
  html: string;
  attachments: Attachment[];
  envelopeFrom?: string | undefined;
  deliveryReport?: string;
};

const MAX_HEADERS = 500;
const MAX_VALUE_LENGTH = 20_000;
const MAX_REFERENCES = 100;
const MAX_ATTACHMENTS = 100;
const MAX_AUTH_RESULTS = 20;
const MAX_TEXT_LENGTH = 1_000_000;

/** More than any mail program needs. The parser refuses what exceeds it, and then only the beginning of the email is read. */
const PARSER_LIMITS = { maxNestingDepth: 50, maxHeadersSize: 4 * 1024 * 1024, maxRfc822NestingDepth: 2 };
const MAX_BROKEN_BYTES = 100_000;

/** Never throws: what cannot be parsed is read as plain text. */
export async function parseEmail(raw: Buffer, envelopeFrom?: string): Promise<ParsedEmail> {
  try {
    const parsed = await PostalMime.parse(raw, PARSER_LIMITS);
    const isReport = (type: string) => type === 'message/delivery-status' || type === 'text/rfc822-headers';
    const reports = parsed.attachments.filter(({ mimeType }) => isReport(mimeType));
    return toParsedEmail({
      headers: parsed.headers.map(({ key, value }) => [key, value] as const),
      text: parsed.text ?? '',
      html: parsed.html ?? '',
      attachments: parsed.attachments
        .filter(({ mimeType, related }) => !isReport(mimeType) && !related)
        .map(({ filename, mimeType, content }) => ({
          name: filename ?? 'file',
          type: mimeType,
          bytes: typeof content === 'string' ? content.length : content.byteLength,
        })),
      envelopeFrom:
        envelopeFrom ?? parsed.headers.find(({ key }) => key === 'return-path')?.value.replace(/[<>\s]/g, ''),
      deliveryReport: reports.map(({ content }) => decodeContent(content)).join('\n'),
    });
  } catch {
    return toParsedEmail(parseBrokenEmail(raw.subarray(0, MAX_BROKEN_BYTES).toString('utf8'), envelopeFrom));
  }
}

const decodeContent = (content: ArrayBuffer | Uint8Array | string): string =>
  typeof content === 'string' ? content : new TextDecoder().decode(content).slice(0, MAX_TEXT_LENGTH);

/** The headers above the first blank line, and the rest as text. */
function parseBrokenEmail(raw: string, envelopeFrom: string | undefined): EmailFields {
  const [, headerText = '', body = ''] = /^([\s\S]*?)\r?\n\r?\n([\s\S]*)$/.exec(raw) ?? ['', raw, ''];
  return { headers: parseHeaders(headerText), text: body, html: '', attachments: [], envelopeFrom };
}

/** The lines of a header, folded ones joined. */
export const parseHeaders = (headerText: string): (readonly [string, string])[] =>
  headerText
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/, MAX_HEADERS)
    .flatMap((line) => {
      const colon = line.indexOf(':');
      return colon > 0 ? [[line.slice(0, colon).trim(), line.slice(colon + 1).trim()] as const] : [];
    });

export function toParsedEmail({
  headers: headerList,
  text,
  html,
  attachments,
  envelopeFrom,
  deliveryReport = '',
}: EmailFields): ParsedEmail {
  const headers = new Map<string, string>();
  for (const [name, value] of headerList.slice(0, MAX_HEADERS)) {
    const key = name.toLowerCase();
    if (!headers.has(key)) headers.set(key, toStorable(value.slice(0, MAX_VALUE_LENGTH)));
  }
  const readHeader = (name: string) => headers.get(name) ?? '';
  const from = parseFirstAddress(readHeader('from')) ?? parseFirstAddress(readHeader('sender'));
  const [id] = parseMessageIds(readHeader('message-id'));
  const cleanText = toStorable(text.slice(0, MAX_TEXT_LENGTH));
  return {
    id: id ?? buildHashedId(from?.address ?? '', readHeader('date'), readHeader('subject'), cleanText, html),
    from,
    replyTo: parseFirstAddress(readHeader('reply-to')),
    subject: decodeHeader(readHeader('subject')).replace(/\s+/g, ' ').trim().slice(0, 500),
    text: cleanText,
    html: toStorable(html.slice(0, MAX_TEXT_LENGTH)),
    references: [
      ...new Set([...parseMessageIds(readHeader('references')), ...parseMessageIds(readHeader('in-reply-to'))]),
    ],
    attachments: attachments.slice(0, MAX_ATTACHMENTS).map(({ name, type, ...rest }) => ({
      name: toStorable(name).slice(0, 200),
      type: toStorable(type).slice(0, 100),
      ...rest,
    })),
    headers,
    authResults: headerList
      .filter(([name]) => name.toLowerCase() === 'authentication-results')
      .slice(0, MAX_AUTH_RESULTS)
      .map(([, value]) => value.slice(0, MAX_VALUE_LENGTH)),
    envelopeFrom,
    undeliveredIds: /^\s*(?:action)\s*:\s*failed/im.test(deliveryReport) ? parseMessageIds(deliveryReport) : [],
  };
}

/** The IDs in a header. What mail programs put between them is ignored. */
const parseMessageIds = (value: string): string[] => (value.match(/<[^<>\s]{1,250}>/g) ?? []).slice(0, MAX_REFERENCES);

const buildHashedId = (...parts: string[]): string =>
  `<${createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 40)}@no-message-id>`;

function decodeHeader(value: string): string {
  try {
    return toStorable(decodeWords(value));
  } catch {
    return value;
  }
}

/** Only the beginning is parsed: an email has one sender, and a header could list ten thousand addresses. */
function parseFirstAddress(value: string): EmailAddress | undefined {
  try {
    const parsed = addressParser(value.slice(0, 2_000), { flatten: true }).find(({ address }) =>
      address?.includes('@'),
    );
    if (!parsed?.address) return undefined;
    return { name: decodeHeader(parsed.name).slice(0, 200).trim(), address: toStorable(parsed.address.trim()) };
  } catch {
    return undefined;
  }
}
