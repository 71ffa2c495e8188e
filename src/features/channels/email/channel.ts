// Email: by the inbound webhooks of providers, a mailbox (IMAP) or our own listener; replies go out by SMTP.
import { type TProperties, Type } from 'typebox';
import {
  type Channel,
  ChannelError,
  type Connection,
  ForgedRequest,
  type Received,
  type SendOptions,
} from '../channel.ts';
import { composeEmail, LIMITS } from './compose-mail.ts';
import { findEnd, pollMailbox } from './imap.ts';
import { readAnySource } from './read-large-source.ts';
import type { Mailbox, MailSource } from './read-source.ts';
import { withTransport } from './smtp.ts';
import { readWebhook, WEBHOOK_PROVIDERS, type WebhookProvider } from './webhooks.ts';

const field = (title: string, description?: string, options: object = {}) =>
  Type.Optional(Type.String({ title, ...(description ? { description } : {}), maxLength: 300, ...options }));
const PORT = { pattern: '^\\d{1,5}$' };
const HOST = { pattern: '^[A-Za-z0-9.:-]+$' };

const fields: TProperties = {
  address: Type.String({
    title: 'Email address',
    description: 'The address customers write to',
    pattern: '^[^\\s@<>"]+@[^\\s@<>"]+\\.[^\\s@<>"]+$',
    maxLength: 254,
  }),
  receiveBy: Type.Enum([...WEBHOOK_PROVIDERS, 'imap', 'smtp'], {
    title: 'How you receive email',
    description: 'A provider’s webhook, a mailbox (IMAP) or directly on this server (SMTP)',
  }),
  mailgunKey: field('Mailgun signing key', 'For Mailgun: “HTTP webhook signing key” in your account’s settings', {
    secret: true,
  }),
  imapHost: field('IMAP server', 'For a mailbox. The assistant reads new mails only.', HOST),
  imapPort: field('IMAP port', '993 by default', PORT),
  imapUser: field('IMAP user name'),
  imapPassword: field('IMAP password', 'Often an app password', { secret: true }),
  authServer: field(
    'Mail server that checks senders',
    'Its name in the Authentication-Results header of your mails, such as mx.google.com. Customers whose address it has checked need no booking code.',
    HOST,
  ),
  smtpHost: field('SMTP server', 'Sends the replies. Leave blank to use this server’s own.', HOST),
  smtpPort: field('SMTP port', '587 by default', PORT),
  smtpUser: field('SMTP user name'),
  smtpPassword: field('SMTP password', undefined, { secret: true }),
  dkimDomain: field('DKIM domain', 'Only if your SMTP server does not sign mails itself'),
  dkimSelector: field('DKIM selector'),
  dkimKey: field('DKIM private key', 'In PEM format', { secret: true, maxLength: 10_000 }),
};

const receiveByOf = (settings: Record<string, unknown>) => settings.receiveBy as WebhookProvider | 'imap' | 'smtp';
/** Mails to this address, or to the connection at our own listener, are for it. */
export const mailboxOf = ({ settings }: Pick<Connection, 'settings'>): Mailbox => ({
  address: String(settings.address),
  ...(settings.authServer ? { trustedServer: String(settings.authServer) } : {}),
});

const readMailFor = async (source: MailSource, connection: Connection): Promise<Received> =>
  (await readAnySource(source, [mailboxOf(connection)]))[0] ?? { messages: [] };

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
    checkComplete(connection, options);
    await withTransport(connection, options, (transport) => transport.verify());
    return receiveByOf(connection.settings) === 'imap' ? { mailbox: await findEnd(connection, options) } : {};
  },

  async receive(request, connection) {
    const provider = receiveByOf(connection.settings);
    if (provider === 'imap' || provider === 'smtp') throw new ForgedRequest();
    const { source, token } = readWebhook(provider, request, connection);
    return { ...(await readMailFor(source, connection)), token };
  },

  isPolled: (settings) => receiveByOf(settings) === 'imap',
  poll: (connection, poll, options) =>
    pollMailbox(connection, poll, options, (raw) => readMailFor({ raw }, connection)),

  send: (message, connection, options) =>
    withTransport(connection, options, async (transport, sender) => {
      const mail = composeEmail(message, connection, sender);
      await transport.sendMail(mail);
      return [mail.messageId];
    }),
};

function checkComplete({ settings, secrets }: Connection, { mail }: SendOptions): void {
  if (receiveByOf(settings) === 'imap' && !(settings.imapHost && settings.imapUser && secrets.imapPassword))
    throw new ChannelError('Enter the IMAP server, user name and password.');
  if (receiveByOf(settings) === 'smtp' && !mail.smtpListen)
    throw new ChannelError(
      'This server doesn’t receive email itself. Ask your server administrator to set SMTP_LISTEN.',
    );
  if (receiveByOf(settings) === 'mailgun' && !secrets.mailgunKey)
    throw new ChannelError('Enter Mailgun’s signing key.');
  if (settings.smtpUser && !secrets.smtpPassword) throw new ChannelError('Enter the SMTP password.');
  const dkim = [settings.dkimDomain, settings.dkimSelector, secrets.dkimKey].filter(Boolean).length;
  if (dkim > 0 && dkim < 3) throw new ChannelError('DKIM needs a domain, a selector and a private key.');
}
