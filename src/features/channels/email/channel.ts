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

const createOptionalField = (title: string, description?: string, options: object = {}) =>
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
  mailgunKey: createOptionalField(
    'Mailgun signing key',
    'For Mailgun: “HTTP webhook signing key” in your account’s settings',
    {
      secret: true,
    },
  ),
  imapHost: createOptionalField('IMAP server', 'For a mailbox. The assistant reads new mails only.', HOST_OPTIONS),
  imapPort: createOptionalField('IMAP port', '993 by default', PORT_OPTIONS),
  imapUser: createOptionalField('IMAP user name'),
  imapPassword: createOptionalField('IMAP password', 'Often an app password', { secret: true }),
  authServer: createOptionalField(
    'Mail server that checks senders',
    'Its name in the Authentication-Results header of your mails, such as mx.google.com. Customers whose address it has checked need no booking code.',
    HOST_OPTIONS,
  ),
  smtpHost: createOptionalField(
    'SMTP server',
    'Sends the replies. Leave blank to use this server’s own.',
    HOST_OPTIONS,
  ),
  smtpPort: createOptionalField('SMTP port', '587 by default', PORT_OPTIONS),
  smtpUser: createOptionalField('SMTP user name'),
  smtpPassword: createOptionalField('SMTP password', undefined, { secret: true }),
  dkimDomain: createOptionalField('DKIM domain', 'Only if your SMTP server does not sign mails itself'),
  dkimSelector: createOptionalField('DKIM selector'),
  dkimKey: createOptionalField('DKIM private key', 'In PEM format', { secret: true, maxLength: 10_000 }),
};

const readReceiveMethod = (settings: Record<string, unknown>) =>
  settings.receiveBy as WebhookProvider | 'imap' | 'smtp';
/** Emails to this address belong to the connection, and at our own listener those to its ID. */
export const toMailbox = ({ settings }: Pick<Connection, 'settings'>): Mailbox => ({
  address: String(settings.address),
  ...(settings.authServer ? { trustedServer: String(settings.authServer) } : {}),
});

const receiveEmail = async (source: EmailSource, connection: Connection): Promise<InboundResult> =>
  (await processEmailOfAnySize(source, [toMailbox(connection)]))[0] ?? { messages: [] };

export const channel: Channel = {
  kind: 'email',
  title: 'Email',
  summary: 'Customers write to your email address.',
  ...REPLY_LIMITS,
  maxAnswersInTenMinutes: 5,
  fields: Type.Object(fields),
  describeAddress: ({ address }) => String(address),
  hasSecretUrl: (settings) => ['postmark', 'sendgrid'].includes(readReceiveMethod(settings)),

  async connect(connection, options) {
    requireCompleteSettings(connection, options);
    await withTransport(connection, options, (transport) => transport.verify());
    return readReceiveMethod(connection.settings) === 'imap'
      ? { mailbox: await findMailboxEnd(connection, options) }
      : {};
  },

  async receive(request, connection) {
    const provider = readReceiveMethod(connection.settings);
    if (provider === 'imap' || provider === 'smtp') throw new ForgedRequestError();
    const { source, token } = readWebhook(provider, request, connection);
    return { ...(await receiveEmail(source, connection)), token };
  },

  isPolled: (settings) => readReceiveMethod(settings) === 'imap',
  poll: (connection, poll, options) =>
    pollMailbox(connection, poll, options, (raw) => receiveEmail({ raw }, connection)),

  send: (message, connection, options) =>
    withTransport(connection, options, async (transport, sender) => {
      const email = composeEmail(message, connection, sender);
      await transport.sendMail(email);
      return [email.messageId];
    }),
};

function requireCompleteSettings({ settings, secrets }: Connection, { mail }: SendOptions): void {
  if (readReceiveMethod(settings) === 'imap' && !(settings.imapHost && settings.imapUser && secrets.imapPassword))
    throw new ChannelError('Enter the IMAP server, user name and password.');
  if (readReceiveMethod(settings) === 'smtp' && !mail.smtpListen)
    throw new ChannelError(
      'This server doesn’t receive email itself. Ask your server administrator to set SMTP_LISTEN.',
    );
  if (readReceiveMethod(settings) === 'mailgun' && !secrets.mailgunKey)
    throw new ChannelError('Enter Mailgun’s signing key.');
  if (settings.smtpUser && !secrets.smtpPassword) throw new ChannelError('Enter the SMTP password.');
  const dkimSettingCount = [settings.dkimDomain, settings.dkimSelector, secrets.dkimKey].filter(Boolean).length;
  if (dkimSettingCount > 0 && dkimSettingCount < 3)
    throw new ChannelError('DKIM needs a domain, a selector and a private key.');
}
