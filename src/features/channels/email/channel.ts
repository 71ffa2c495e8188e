// Email: by the inbound webhooks of providers, a mailbox (IMAP) or our own listener; replies go out by SMTP.
import { type TProperties, Type } from 'typebox';
import { type Channel, ChannelError, type Connection } from '../channel.ts';
import { composeMail, LIMITS } from './compose-mail.ts';
import { readMail } from './read-mail.ts';
import { withTransport } from './smtp.ts';
import { readWebhook, WEBHOOK_PROVIDERS, type WebhookProvider } from './webhooks.ts';

const field = (title: string, description?: string, options: object = {}) =>
  Type.Optional(Type.String({ title, ...(description ? { description } : {}), maxLength: 300, ...options }));
const PORT = { pattern: '^\\d{1,5}$' };
const HOST = { pattern: '^[A-Za-z0-9.:-]+$' };

const fields: TProperties = {
  address: Type.String({
    title: 'Email address',
    description: 'What customers write to',
    pattern: '^[^\\s@<>"]+@[^\\s@<>"]+\\.[^\\s@<>"]+$',
    maxLength: 254,
  }),
  receiveBy: Type.Enum([...WEBHOOK_PROVIDERS], { title: 'How mail comes in' }),
  mailgunKey: field('Mailgun signing key', 'For Mailgun: “HTTP webhook signing key” in your account’s settings', {
    secret: true,
  }),
  smtpHost: field('SMTP server', 'Sends the replies. Without it, this installation’s own server does.', HOST),
  smtpPort: field('SMTP port', '587 by default', PORT),
  smtpUser: field('SMTP user name'),
  smtpPassword: field('SMTP password', undefined, { secret: true }),
  dkimDomain: field('DKIM domain', 'Only if your SMTP server does not sign mails itself'),
  dkimSelector: field('DKIM selector'),
  dkimKey: field('DKIM private key', 'In PEM format', { secret: true, maxLength: 10_000 }),
};

const receiveByOf = (settings: Record<string, unknown>) => settings.receiveBy as WebhookProvider;

export const channel: Channel = {
  kind: 'email',
  title: 'Email',
  summary: 'Customers write to your email address.',
  ...LIMITS,
  maxAnswersInTenMinutes: 5,
  fields: Type.Object(fields),
  addressOf: ({ address }) => String(address),
  hasSecretUrl: (settings) => ['postmark', 'sendgrid'].includes(receiveByOf(settings)),

  async connect(connection, options) {
    checkComplete(connection);
    await withTransport(connection, options, (transport) => transport.verify());
    return {};
  },

  async receive(request, connection) {
    const mail = await readWebhook(receiveByOf(connection.settings), request, connection);
    return readMail(mail, [String(connection.settings.address)]);
  },

  send: (message, connection, options) =>
    withTransport(connection, options, async (transport, sender) => {
      const mail = composeMail(message, connection, sender);
      await transport.sendMail(mail);
      return [mail.messageId];
    }),
};

function checkComplete({ settings, secrets }: Connection): void {
  if (receiveByOf(settings) === 'mailgun' && !secrets.mailgunKey)
    throw new ChannelError('Enter Mailgun’s signing key.');
  if (settings.smtpUser && !secrets.smtpPassword) throw new ChannelError('Enter the SMTP password.');
  const dkim = [settings.dkimDomain, settings.dkimSelector, secrets.dkimKey].filter(Boolean).length;
  if (dkim > 0 && dkim < 3) throw new ChannelError('DKIM needs a domain, a selector and a private key.');
}
