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
      method: 'POST', url: '', query: { token }, headers: { 'content-type': contentType },
      body: Buffer.from(body), receivedAt: NOW,
    },
    { secrets: SECRETS },
  );
const read = async (...request: Parameters<typeof readRequest>) => parseEmailSource((await readRequest(...request)).source);

const form = (fields: Record<string, string | Buffer>, files: Record<string, Buffer> = {}) =>
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
const RAW = 'From: Ana <ana@example.com>\r\nMessage-ID: <1@x>\r\nSubject: Hi\r\n\r\nHello';
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
    expect(await read('postmark', JSON.stringify(body), 'application/json')).toMatchObject({
      id: '<1@x>', from: ANA, subject: 'Hi', text: 'Hello', references: ['<0@x>'],
      envelopeFrom: 'ana@example.com', attachments: [{ name: 'plan.pdf', type: 'application/pdf', bytes: 12 }],
    });
  });

  it('needs the token in its address', async () => {
    for (const token of ['', 'wrong', 'secret-tokeN', 'sécret-toke'])
      await expect(read('postmark', JSON.stringify(body), 'application/json', token)).rejects.toThrow(ForgedRequestError);
  });
});

describe('SendGrid', () => {
  it('is read with the character sets of its fields', async () => {
    const body = form(
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
    expect(await read('sendgrid', body, MULTIPART)).toMatchObject({
      id: '<1@x>', from: ANA, subject: 'Müsli', text: 'Привет', references: ['<a@x>', '<b@x>'],
      envelopeFrom: 'ana@example.com',
        attachments: [{ name: 'attachment1.pdf', type: 'application/pdf', bytes: 5 }],
    });
  });

  it('is read as the raw mail', async () => {
    const mail = await read('sendgrid', form({ email: RAW, envelope: '{"from":""}' }), MULTIPART);
    expect(mail).toMatchObject({ id: '<1@x>', from: ANA, envelopeFrom: '' });
  });

  it('needs the token in its address', () =>
    expect(read('sendgrid', form({ email: RAW }), MULTIPART, 'wrong')).rejects.toThrow(ForgedRequestError));
});

describe('Mailgun', () => {
  const signed = (fields: Record<string, string>, { key = 'signing-key', at = NOW } = {}) => {
    const timestamp = String(Math.floor(at.getTime() / 1_000));
    const signature = createHmac('sha256', key).update(`${timestamp}nonce`).digest('hex');
    return { timestamp, token: 'nonce', signature, ...fields };
  };
  const FIELDS = {
    from: 'Ana <ana@example.com>', sender: 'ana@example.com', subject: 'Hi', 'body-plain': 'Hello',
    'message-headers': JSON.stringify([
      ['Message-Id', '<1@x>'],
      ['In-Reply-To', '<0@x>'],
    ]),
  };
  const FORM = 'application/x-www-form-urlencoded';

  it.each([
    ['a form', String(new URLSearchParams(signed(FIELDS))), FORM],
    ['parts', form(signed(FIELDS)), MULTIPART],
  ])('is read from %s', async (_, body, type) => {
    expect(await read('mailgun', body, type)).toMatchObject({
      id: '<1@x>',
        from: ANA,
        subject: 'Hi',
        text: 'Hello',
        references: ['<0@x>'],
        envelopeFrom: 'ana@example.com',
    });
  });

  it('is read as the raw mail', async () => {
    const body = String(new URLSearchParams(signed({ 'body-mime': RAW, sender: '' })));
    expect(await read('mailgun', body, FORM)).toMatchObject({ id: '<1@x>', from: ANA, envelopeFrom: '' });
  });

  it('names the token, which counts once while its signature is valid', async () => {
    const { token } = await readRequest('mailgun', String(new URLSearchParams(signed(FIELDS))), FORM);
    expect(token).toEqual({ value: 'nonce', expiresAt: new Date('2026-01-05T21:00:00Z') });
  });

  it.each([
    ['another key', signed(FIELDS, { key: 'other' })],
    ['no signature', FIELDS],
    ['a changed time', { ...signed(FIELDS), timestamp: '1767614399' }],
    ['an old request', signed(FIELDS, { at: new Date('2026-01-04T12:00:00Z') })],
    ['no time', { ...signed(FIELDS), timestamp: '' }],
  ])('is refused with %s', (_, fields) =>
    expect(read('mailgun', String(new URLSearchParams(fields)), FORM)).rejects.toThrow(ForgedRequestError),
  );
});

describe('a form in parts', () => {
  it.each([
    ['', MULTIPART],
    ['--xyz', MULTIPART],
    ['--xyz\r\nno end of the header', MULTIPART],
    ['--xyz\r\n\r\nno name\r\n--xyz--', MULTIPART],
    ['anything', 'multipart/form-data'],
    ['--xyz--', MULTIPART],
  ])('that is broken has none: %j', (body, type) => expect(parseMultipart(Buffer.from(body), type)).toEqual([]));

  it('may contain the boundary’s dashes and line ends', () => {
    const [part] = parseMultipart(form({ a: 'one\r\n--xy\r\n\r\ntwo' }), MULTIPART);
    expect(part?.data.toString()).toBe('one\r\n--xy\r\n\r\ntwo');
  });
});
