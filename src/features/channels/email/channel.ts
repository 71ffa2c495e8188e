// Email: by the inbound webhooks of providers, a mailbox (IMAP) or our own listener; replies go out by SMTP.
import { type TProperties, Type } from 'typebox';
import {
  type Channel,
  ChannelError,
  type Connection,
  ForgedRequestError,
  type InboundResult,
  type SendOptions,
} from '../channel.ts';
import { composeEmail, REPLY_LIMITS } from './compose-mail.ts';
import { findMailboxEnd, pollMailbox } from './imap.ts';
import type { EmailSource, Mailbox } from './process-email.ts';
import { processEmailOfAnySize } from './process-large-email.ts';
import { withTransport } from './smtp.ts';
import { readWebhook, WEBHOOK_PROVIDERS, type WebhookProvider } from './webhooks.ts';

const optionalField = (title: string, description?: string, options: object = {}) =>
  Type.Optional(Type.String({ title, ...(description ? { description } : {}), maxLength: 300, ...options }));
const PORT_OPTIONS = { pattern: '^\\d{1,5}$' };
const HOST_OPTIONS = { pattern: '^[A-Za-z0-9.:-]+$' };

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
  mailgunKey: optionalField(
    'Mailgun signing key',
    'For Mailgun: “HTTP webhook signing key” in your account’s settings',
    {
      secret: true,
    },
  ),
  imapHost: optionalField('IMAP server', 'For a mailbox. The assistant reads new mails only.', HOST_OPTIONS),
  imapPort: optionalField('IMAP port', '993 by default', PORT_OPTIONS),
  imapUser: optionalField('IMAP user name'),
  imapPassword: optionalField('IMAP password', 'Often an app password', { secret: true }),
  authServer: optionalField(
    'Mail server that checks senders',
    'Its name in the Authentication-Results header of your mails, such as mx.google.com. Customers whose address it has checked need no booking code.',
    HOST_OPTIONS,
  ),
  smtpHost: optionalField('SMTP server', 'Sends the replies. Leave blank to use this server’s own.', HOST_OPTIONS),
  smtpPort: optionalField('SMTP port', '587 by default', PORT_OPTIONS),
  smtpUser: optionalField('SMTP user name'),
  smtpPassword: optionalField('SMTP password', undefined, { secret: true }),
  dkimDomain: optionalField('DKIM domain', 'Only if your SMTP server does not sign mails itself'),
  dkimSelector: optionalField('DKIM selector'),
  dkimKey: optionalField('DKIM private key', 'In PEM format', { secret: true, maxLength: 10_000 }),
};

const receiveMethodOf = (settings: Record<string, unknown>) => settings.receiveBy as WebhookProvider | 'imap' | 'smtp';
/** Emails to this address belong to the connection, and at our own listener those to its ID. */
export const mailboxOf = ({ settings }: Pick<Connection, 'settings'>): Mailbox => ({
  address: String(settings.address),
  ...(settings.authServer ? { trustedServer: String(settings.authServer) } : {}),
});

const receiveEmailFor = async (source: EmailSource, connection: Connection): Promise<InboundResult> =>
  (await processEmailOfAnySize(source, [mailboxOf(connection)]))[0] ?? { messages: [] };

export const channel: Channel = {
  kind: 'email',
  title: 'Email',
  summary: 'Customers write to your email address.',
  ...REPLY_LIMITS,
  maxAnswersInTenMinutes: 5,
  fields: Type.Object(fields),
  addressOf: ({ address }) => String(address),
  hasSecretUrl: (settings) => ['postmark', 'sendgrid'].includes(receiveMethodOf(settings)),

  async connect(connection, options) {
    checkComplete(connection, options);
    await withTransport(connection, options, (transport) => transport.verify());
    return receiveMethodOf(connection.settings) === 'imap'
      ? { mailbox: await findMailboxEnd(connection, options) }
      : {};
  },

  async receive(request, connection) {
    const provider = receiveMethodOf(connection.settings);
    if (provider === 'imap' || provider === 'smtp') throw new ForgedRequestError();
    const { source, token } = readWebhook(provider, request, connection);
    return { ...(await receiveEmailFor(source, connection)), token };
  },

  isPolled: (settings) => receiveMethodOf(settings) === 'imap',
  poll: (connection, poll, options) =>
    pollMailbox(connection, poll, options, (raw) => receiveEmailFor({ raw }, connection)),

  send: (message, connection, options) =>
    withTransport(connection, options, async (transport, sender) => {
      const email = composeEmail(message, connection, sender);
      await transport.sendMail(email);
      return [email.messageId];
    }),
};

function checkComplete({ settings, secrets }: Connection, { mail }: SendOptions): void {
  if (receiveMethodOf(settings) === 'imap' && !(settings.imapHost && settings.imapUser && secrets.imapPassword))
    throw new ChannelError('Enter the IMAP server, user name and password.');
  if (receiveMethodOf(settings) === 'smtp' && !mail.smtpListen)
    throw new ChannelError(
      'This server doesn’t receive email itself. Ask your server administrator to set SMTP_LISTEN.',
    );
  if (receiveMethodOf(settings) === 'mailgun' && !secrets.mailgunKey)
    throw new ChannelError('Enter Mailgun’s signing key.');
  if (settings.smtpUser && !secrets.smtpPassword) throw new ChannelError('Enter the SMTP password.');
  const dkim = [settings.dkimDomain, settings.dkimSelector, secrets.dkimKey].filter(Boolean).length;
  if (dkim > 0 && dkim < 3) throw new ChannelError('DKIM needs a domain, a selector and a private key.');
}
