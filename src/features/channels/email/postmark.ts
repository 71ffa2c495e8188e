// Emails as Postmark's inbound webhook delivers them.
import { type ParsedEmail, parseEmail, toParsedEmail } from './mail.ts';

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

export async function readPostmark(body: Buffer): Promise<ParsedEmail> {
  const mail = JSON.parse(body.toString('utf8')) as PostmarkMail;
  if (mail.RawEmail) return parseEmail(Buffer.from(mail.RawEmail));
  const { Headers = [], FromFull, From = '', Subject = '', ReplyTo } = mail;
  const sender = FromFull?.Email ? `"${(FromFull.Name ?? '').replace(/["\\]/g, '')}" <${FromFull.Email}>` : From;
  const headers = Headers.map(({ Name, Value }) => [Name, Value] as const);
  return toParsedEmail({
    headers: [['From', sender], ['Subject', Subject], ...(ReplyTo ? [['Reply-To', ReplyTo] as const] : []), ...headers],
    text: mail.TextBody ?? '',
    html: mail.HtmlBody ?? '',
    attachments: (mail.Attachments ?? [])
      .filter(({ ContentID }) => !ContentID)
      .map(({ Name = 'file', ContentType = 'application/octet-stream', ContentLength }) => ({
        name: Name,
        type: ContentType,
        ...(ContentLength === undefined ? {} : { bytes: ContentLength }),
      })),
    envelopeFrom: findReturnPath(headers),
  });
}

const findReturnPath = (headers: readonly (readonly [string, string])[]): string | undefined =>
  headers.find(([name]) => name.toLowerCase() === 'return-path')?.[1].replace(/[<>\s]/g, '');
