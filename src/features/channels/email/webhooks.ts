// Mails as the inbound webhooks of providers deliver them.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Attachment, type Connection, ForgedRequest, type ProviderRequest } from '../channel.ts';
import { type Mail, parseHeaders, parseMail, toMail } from './mail.ts';
import { type FormPart, parseMultipart } from './multipart.ts';

export const WEBHOOK_PROVIDERS = ['postmark', 'sendgrid', 'mailgun'] as const;
export type WebhookProvider = (typeof WEBHOOK_PROVIDERS)[number];

/** Throws a ForgedRequest if the request does not come from the provider. */
export async function readWebhook(
  provider: WebhookProvider,
  request: ProviderRequest,
  { secrets }: Pick<Connection, 'secrets'>,
): Promise<Mail> {
  if (provider === 'mailgun') {
    const form = parseForm(request);
    checkMailgunSignature(form, secrets.mailgunKey ?? '', request.receivedAt);
    return readMailgun(form);
  }
  if (!isSame(request.query.token ?? '', secrets.webhookSecret ?? '')) throw new ForgedRequest();
  return provider === 'postmark' ? readPostmark(request.body) : readSendGrid(parseForm(request));
}

const isSame = (given: string, expected: string): boolean => {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return right.length > 0 && left.length === right.length && timingSafeEqual(left, right);
};

type PostmarkMail = {
  From?: string;
  Subject?: string;
  ReplyTo?: string;
  TextBody?: string;
  HtmlBody?: string;
  RawEmail?: string;
  Headers?: { Name: string; Value: string }[];
  Attachments?: { Name?: string; ContentType?: string; ContentLength?: number; ContentID?: string }[];
  FromFull?: { Name?: string; Email?: string };
};

async function readPostmark(body: Buffer): Promise<Mail> {
  const mail = JSON.parse(body.toString('utf8')) as PostmarkMail;
  if (mail.RawEmail) return parseMail(Buffer.from(mail.RawEmail));
  const { Headers = [], FromFull, From = '', Subject = '', ReplyTo } = mail;
  const sender = FromFull?.Email ? `"${(FromFull.Name ?? '').replace(/["\\]/g, '')}" <${FromFull.Email}>` : From;
  const headers = Headers.map(({ Name, Value }) => [Name, Value] as const);
  return toMail({
    headers: [['From', sender], ['Subject', Subject], ...(ReplyTo ? [['Reply-To', ReplyTo] as const] : []), ...headers],
    text: mail.TextBody ?? '',
    html: mail.HtmlBody ?? '',
    attachments: (mail.Attachments ?? [])
      .filter(({ ContentID }) => !ContentID)
      .map(({ Name = 'file', ContentType = 'application/octet-stream', ContentLength }) => ({
        ...{ name: Name, type: ContentType },
        ...(ContentLength === undefined ? {} : { bytes: ContentLength }),
      })),
    envelopeFrom: returnPathOf(headers),
  });
}

const returnPathOf = (headers: readonly (readonly [string, string])[]): string | undefined =>
  headers.find(([name]) => name.toLowerCase() === 'return-path')?.[1].replace(/[<>\s]/g, '');

type Form = { text(name: string, charset?: string): string; parts: FormPart[] };

/** Mailgun sends mails without attachments as a plain form. */
function parseForm({ headers, body }: Pick<ProviderRequest, 'headers' | 'body'>): Form {
  const contentType = String(headers['content-type'] ?? '');
  const parts = /^multipart\//i.test(contentType)
    ? parseMultipart(body, contentType)
    : [...new URLSearchParams(body.toString('utf8'))].map(([name, value]) => ({
        ...{ name, fileName: undefined, type: 'text/plain', data: Buffer.from(value) },
      }));
  const byName = new Map(parts.map((part) => [part.name, part]));
  return { parts, text: (name, charset) => decode(byName.get(name)?.data ?? Buffer.alloc(0), charset) };
}

function decode(data: Buffer, charset = 'utf-8'): string {
  try {
    return new TextDecoder(charset).decode(data);
  } catch {
    return data.toString('utf8');
  }
}

const attachmentsOf = ({ parts }: Form): Attachment[] =>
  parts
    .filter(({ fileName }) => fileName !== undefined)
    .map(({ fileName = 'file', type, data }) => ({ name: fileName, type, bytes: data.length }));

async function readSendGrid(form: Form): Promise<Mail> {
  const envelopeFrom = parseJson<{ from?: string }>(form.text('envelope'))?.from;
  const raw = form.parts.find(({ name }) => name === 'email');
  if (raw) return parseMail(raw.data, envelopeFrom);
  const charsets = parseJson<Record<string, string>>(form.text('charsets')) ?? {};
  const field = (name: string) => form.text(name, charsets[name]);
  return toMail({
    headers: [['From', field('from')], ['Subject', field('subject')], ...parseHeaders(form.text('headers'))],
    ...{ text: field('text'), html: field('html'), attachments: attachmentsOf(form), envelopeFrom },
  });
}

async function readMailgun(form: Form): Promise<Mail> {
  const envelopeFrom = form.parts.some(({ name }) => name === 'sender') ? form.text('sender') : undefined;
  const raw = form.parts.find(({ name }) => name === 'body-mime');
  if (raw) return parseMail(raw.data, envelopeFrom);
  const headers = parseJson<[string, string][]>(form.text('message-headers')) ?? [];
  return toMail({
    headers: [['From', form.text('from')], ['Subject', form.text('subject')], ...headers],
    ...{ text: form.text('body-plain'), html: form.text('body-html'), attachments: attachmentsOf(form), envelopeFrom },
  });
}

/** A request that somebody has recorded cannot be sent again much later. Mailgun itself tries for eight hours. */
const MAX_AGE_SECONDS = 9 * 3_600;

function checkMailgunSignature(form: Form, key: string, now: Date): void {
  const timestamp = form.text('timestamp');
  const expected = createHmac('sha256', key)
    .update(`${timestamp}${form.text('token')}`)
    .digest('hex');
  const age = Math.abs(now.getTime() / 1_000 - Number(timestamp));
  if (!key || !isSame(form.text('signature'), expected) || !(age <= MAX_AGE_SECONDS)) throw new ForgedRequest();
}

function parseJson<T>(text: string): T | undefined {
  try {
    return JSON.parse(text) as T;
  } catch {
    return undefined;
  }
}
