// Emails as the inbound webhooks of providers deliver them.
import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  type Attachment,
  type Connection,
  ForgedRequestError,
  type InboundResult,
  type ProviderRequest,
} from '../channel.ts';
import { parseHeaders } from './mail.ts';
import { type FormPart, parseMultipart } from './multipart.ts';
import type { EmailSource } from './process-email.ts';

export const WEBHOOK_PROVIDERS = ['postmark', 'sendgrid', 'mailgun'] as const;
export type WebhookProvider = (typeof WEBHOOK_PROVIDERS)[number];

/** Throws a ForgedRequestError if the request does not come from the provider. */
export function readWebhook(
  provider: WebhookProvider,
  request: ProviderRequest,
  { secrets }: Pick<Connection, 'secrets'>,
): { source: EmailSource; token?: InboundResult['token'] } {
  if (provider === 'mailgun') {
    const form = parseForm(request);
    const token = verifyMailgunSignature(form, secrets.mailgunKey ?? '', request.receivedAt);
    return { source: readMailgun(form), token };
  }
  if (!isEqualInConstantTime(request.query.token ?? '', secrets.webhookSecret ?? '')) throw new ForgedRequestError();
  return { source: provider === 'postmark' ? { postmark: request.body } : readSendGrid(parseForm(request)) };
}

const isEqualInConstantTime = (actual: string, expected: string): boolean => {
  const [left, right] = [Buffer.from(actual), Buffer.from(expected)];
  return right.length > 0 && left.length === right.length && timingSafeEqual(left, right);
};

type Form = { text(name: string, charset?: string): string; parts: FormPart[] };

/** Mailgun sends emails without attachments as a plain form. */
function parseForm({ headers, body }: Pick<ProviderRequest, 'headers' | 'body'>): Form {
  const contentType = String(headers['content-type'] ?? '');
  const parts = /^multipart\//i.test(contentType)
    ? parseMultipart(body, contentType)
    : [...new URLSearchParams(body.toString('utf8'))].map(([name, value]) => ({
        name,
        fileName: undefined,
        type: 'text/plain',
        data: Buffer.from(value),
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

const readAttachments = ({ parts }: Form): Attachment[] =>
  parts
    .filter(({ fileName }) => fileName !== undefined)
    .map(({ fileName = 'file', type, data }) => ({ name: fileName, type, bytes: data.length }));

function readSendGrid(form: Form): EmailSource {
  const envelopeFrom = parseJson<{ from?: string }>(form.text('envelope'))?.from;
  const rawPart = form.parts.find(({ name }) => name === 'email');
  if (rawPart) return { raw: rawPart.data, envelopeFrom };
  const charsets = parseJson<Record<string, string>>(form.text('charsets')) ?? {};
  const fieldText = (name: string) => form.text(name, charsets[name]);
  return {
    fields: {
      headers: [['From', fieldText('from')], ['Subject', fieldText('subject')], ...parseHeaders(form.text('headers'))],
      text: fieldText('text'),
      html: fieldText('html'),
      attachments: readAttachments(form),
      envelopeFrom,
    },
  };
}

function readMailgun(form: Form): EmailSource {
  const envelopeFrom = form.parts.some(({ name }) => name === 'sender') ? form.text('sender') : undefined;
  const rawPart = form.parts.find(({ name }) => name === 'body-mime');
  if (rawPart) return { raw: rawPart.data, envelopeFrom };
  const headers = parseJson<[string, string][]>(form.text('message-headers')) ?? [];
  return {
    fields: {
      headers: [['From', form.text('from')], ['Subject', form.text('subject')], ...headers],
      text: form.text('body-plain'),
      html: form.text('body-html'),
      attachments: readAttachments(form),
      envelopeFrom,
    },
  };
}

/** Mailgun itself tries for eight hours. */
const MAX_AGE_SECONDS = 9 * 3_600;

/**
 * The signature covers a time and a token, but not the email: somebody who has recorded a request could send any email with
 * it. So each token is accepted once.
 */
function verifyMailgunSignature(form: Form, key: string, now: Date): InboundResult['token'] {
  const timestamp = form.text('timestamp');
  const expected = createHmac('sha256', key)
    .update(`${timestamp}${form.text('token')}`)
    .digest('hex');
  const ageSeconds = Math.abs(now.getTime() / 1_000 - Number(timestamp));
  if (!key || !isEqualInConstantTime(form.text('signature'), expected) || !(ageSeconds <= MAX_AGE_SECONDS))
    throw new ForgedRequestError();
  return { value: form.text('token'), expiresAt: new Date((Number(timestamp) + MAX_AGE_SECONDS) * 1_000) };
}

function parseJson<T>(text: string): T | undefined {
  try {
    return JSON.parse(text) as T;
  } catch {
    return undefined;
  }
}
