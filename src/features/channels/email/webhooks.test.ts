import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ForgedRequestError } from '../channel.ts';
import { parseMultipart } from './multipart.ts';
import { parseEmailSource } from './process-email.ts';
import { readWebhook, type WebhookProvider } from './webhooks.ts';

const NOW = new Date('2026-01-05T12:00:00Z');
const SECRETS = { webhookSecret: 'secret-token', mailgunKey: 'signing-key' };
const readRequest = async (
  provider: WebhookProvider,
  body: Buffer | string,
  contentType: string,
  token = 'secret-token',
) =>
  readWebhook(
    provider,
    {
      method: 'POST',
      url: '',
      query: { token },
      headers: { 'content-type': contentType },
      body: Buffer.from(body),
      receivedAt: NOW,
    },
    { secrets: SECRETS },
  );
const parseRequest = async (...request: Parameters<typeof readRequest>) =>
  parseEmailSource((await readRequest(...request)).source);

const multipartForm = (fields: Record<string, string | Buffer>, files: Record<string, Buffer> = {}) =>
  Buffer.concat([
    ...Object.entries(fields).map(([name, value]) =>
      Buffer.concat([
        Buffer.from(`--xyz\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`),
        Buffer.from(value),
        Buffer.from('\r\n'),
      ]),
    ),
    ...Object.entries(files).map(([name, data]) =>
      Buffer.concat([
        Buffer.from(
          `--xyz\r\nContent-Disposition: form-data; name="${name}"; filename="${name}.pdf"\r\nContent-Type: application/pdf\r\n\r\n`,
        ),
        data,
        Buffer.from('\r\n'),
      ]),
    ),
    Buffer.from('--xyz--\r\n'),
  ]);
const MULTIPART = 'multipart/form-data; boundary=xyz';
const RAW_EMAIL = 'From: Ana <ana@example.com>\r\nMessage-ID: <1@x>\r\nSubject: Hi\r\n\r\nHello';
const ANA = { name: 'Ana', address: 'ana@example.com' };

describe('Postmark', () => {
  const body = {
    FromFull: { Name: 'Ana', Email: 'ana@example.com' },
    Subject: 'Hi',
    TextBody: 'Hello',
    Headers: [
      { Name: 'Message-ID', Value: '<1@x>' },
      { Name: 'In-Reply-To', Value: '<0@x>' },
      { Name: 'Return-Path', Value: '<ana@example.com>' },
    ],
    Attachments: [
      { Name: 'plan.pdf', ContentType: 'application/pdf', ContentLength: 12 },
      { Name: 'logo.png', ContentType: 'image/png', ContentLength: 9, ContentID: 'logo' },
    ],
  };
  it('is read', async () => {
    expect(await parseRequest('postmark', JSON.stringify(body), 'application/json')).toMatchObject({
      id: '<1@x>',
      from: ANA,
      subject: 'Hi',
      text: 'Hello',
      references: ['<0@x>'],
      envelopeFrom: 'ana@example.com',
      attachments: [{ name: 'plan.pdf', type: 'application/pdf', bytes: 12 }],
    });
  });

  it('needs the token in its URL', async () => {
    for (const token of ['', 'wrong', 'secret-tokeN', 'sécret-toke'])
      await expect(parseRequest('postmark', JSON.stringify(body), 'application/json', token)).rejects.toThrow(
        ForgedRequestError,
      );
  });
});

describe('SendGrid', () => {
  it('is read with the character sets of its fields', async () => {
    const body = multipartForm(
      {
        from: 'Ana <ana@example.com>',
        subject: Buffer.from('M\xfcsli', 'latin1'),
        text: Buffer.from('\xf0\xd2\xc9\xd7\xc5\xd4', 'latin1'),
        headers: 'Message-ID: <1@x>\nReferences: <a@x>\n <b@x>\nSubject: =?iso-8859-1?Q?M=FCsli?=',
        envelope: '{"to":["desk@bella.example"],"from":"ana@example.com"}',
        charsets: '{"text":"koi8-r","subject":"iso-8859-1"}',
      },
      { attachment1: Buffer.alloc(5) },
    );
    expect(await parseRequest('sendgrid', body, MULTIPART)).toMatchObject({
      id: '<1@x>',
      from: ANA,
      subject: 'Müsli',
      text: 'Привет',
      references: ['<a@x>', '<b@x>'],
      envelopeFrom: 'ana@example.com',
      attachments: [{ name: 'attachment1.pdf', type: 'application/pdf', bytes: 5 }],
    });
  });

  it('is read as the raw email', async () => {
    const email = await parseRequest(
      'sendgrid',
      multipartForm({ email: RAW_EMAIL, envelope: '{"from":""}' }),
      MULTIPART,
    );
    expect(email).toMatchObject({ id: '<1@x>', from: ANA, envelopeFrom: '' });
  });

  it('needs the token in its URL', () =>
    expect(parseRequest('sendgrid', multipartForm({ email: RAW_EMAIL }), MULTIPART, 'wrong')).rejects.toThrow(
      ForgedRequestError,
    ));
});

describe('Mailgun', () => {
  const signedFields = (fields: Record<string, string>, { key = 'signing-key', signedAt = NOW } = {}) => {
    const timestamp = String(Math.floor(signedAt.getTime() / 1_000));
    const signature = createHmac('sha256', key).update(`${timestamp}nonce`).digest('hex');
    return { timestamp, token: 'nonce', signature, ...fields };
  };
  const FIELDS = {
    from: 'Ana <ana@example.com>',
    sender: 'ana@example.com',
    subject: 'Hi',
    'body-plain': 'Hello',
    'message-headers': JSON.stringify([
      ['Message-Id', '<1@x>'],
      ['In-Reply-To', '<0@x>'],
    ]),
  };
  const URL_ENCODED = 'application/x-www-form-urlencoded';

  it.each([
    ['a form', String(new URLSearchParams(signedFields(FIELDS))), URL_ENCODED],
    ['a multipart form', multipartForm(signedFields(FIELDS)), MULTIPART],
  ])('is read from %s', async (_, body, type) => {
    expect(await parseRequest('mailgun', body, type)).toMatchObject({
      id: '<1@x>',
      from: ANA,
      subject: 'Hi',
      text: 'Hello',
      references: ['<0@x>'],
      envelopeFrom: 'ana@example.com',
    });
  });

  it('is read as the raw email', async () => {
    const body = String(new URLSearchParams(signedFields({ 'body-mime': RAW_EMAIL, sender: '' })));
    expect(await parseRequest('mailgun', body, URL_ENCODED)).toMatchObject({
      id: '<1@x>',
      from: ANA,
      envelopeFrom: '',
    });
  });

  it('returns the token and until when it must not be accepted again', async () => {
    const { token } = await readRequest('mailgun', String(new URLSearchParams(signedFields(FIELDS))), URL_ENCODED);
    expect(token).toEqual({ value: 'nonce', expiresAt: new Date('2026-01-05T21:00:00Z') });
  });

  it.each([
    ['another key', signedFields(FIELDS, { key: 'other' })],
    ['no signature', FIELDS],
    ['a changed time', { ...signedFields(FIELDS), timestamp: '1767614399' }],
    ['an old request', signedFields(FIELDS, { signedAt: new Date('2026-01-04T12:00:00Z') })],
    ['no time', { ...signedFields(FIELDS), timestamp: '' }],
  ])('is refused with %s', (_, fields) =>
    expect(parseRequest('mailgun', String(new URLSearchParams(fields)), URL_ENCODED)).rejects.toThrow(
      ForgedRequestError,
    ),
  );
});

describe('a multipart form', () => {
  it.each([
    ['', MULTIPART],
    ['--xyz', MULTIPART],
    ['--xyz\r\nno end of the header', MULTIPART],
    ['--xyz\r\n\r\nno name\r\n--xyz--', MULTIPART],
    ['anything', 'multipart/form-data'],
    ['--xyz--', MULTIPART],
  ])('that is broken has no parts: %j', (body, type) => expect(parseMultipart(Buffer.from(body), type)).toEqual([]));

  it('may contain the boundary’s dashes and line ends', () => {
    const [part] = parseMultipart(multipartForm({ a: 'one\r\n--xy\r\n\r\ntwo' }), MULTIPART);
    expect(part?.data.toString()).toBe('one\r\n--xy\r\n\r\ntwo');
  });
});
