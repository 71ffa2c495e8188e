// Sends emails by the connection's mail server, or by the installation's.
import { isIP } from 'node:net';
import { createTransport, type Transporter } from 'nodemailer';
import { parseSenderAddress, SMTP_TIMEOUTS } from '../../../kernel/mail.ts';
import { UnsafeAddressError } from '../../../kernel/safe-fetch.ts';
import { ChannelError, type Connection, type SendOptions } from '../channel.ts';
import { isLoopback } from './imap.ts';

type SmtpSettings = Pick<Connection, 'settings' | 'secrets'>;

export async function withTransport<T>(
  connection: SmtpSettings,
  { fetch, mail }: Pick<SendOptions, 'fetch' | 'mail'>,
  work: (transport: Transporter, sender: string) => Promise<T>,
): Promise<T> {
  const { settings } = connection;
  const address = String(settings.address);
  if (!settings.smtpHost && !mail.smtpUrl)
    throw new ChannelError('Enter an SMTP server. This server doesn’t have one set up.');
  try {
    const transport = settings.smtpHost
      ? createTransport(await resolveBusinessSmtpServer(connection, fetch))
      : createTransport({ url: mail.smtpUrl, ...SMTP_TIMEOUTS } as object);
    // Receivers reject emails of a domain that did not allow our server, unless they are signed by it.
    const isAllowedSender = settings.smtpHost || settings.dkimDomain;
    return await work(transport, isAllowedSender ? address : parseSenderAddress(mail.mailFrom)).finally(() =>
      transport.close(),
    );
  } catch (error) {
    throw toChannelError(error);
  }
}

async function resolveBusinessSmtpServer({ settings, secrets }: SmtpSettings, fetch: SendOptions['fetch']) {
  const host = String(settings.smtpHost);
  const port = Number(settings.smtpPort ?? 587);
  const hasLogin = Boolean(settings.smtpUser && secrets.smtpPassword);
  const address = await fetch.resolveHost(host);
  return {
    host: address,
    port,
    secure: port === 465,
    ...(isIP(host) ? {} : { tls: { servername: host } }),
    // A password never travels in the clear, except within this machine.
    requireTLS: hasLogin && !isLoopback(address),
    ...(hasLogin ? { auth: { user: String(settings.smtpUser), pass: secrets.smtpPassword } } : {}),
    ...SMTP_TIMEOUTS,
  };
}

type SmtpError = { code?: string; responseCode?: number };

/** In words, and without the server's reply, which may quote addresses. */
function toChannelError(error: unknown): ChannelError {
  if (error instanceof ChannelError) return error;
  if (error instanceof UnsafeAddressError)
    return new ChannelError('The SMTP server must be at a public address.', { isPermanent: true });
  const { code, responseCode = 0 } = error as SmtpError;
  const isPermanent = responseCode >= 500;
  if (code === 'EAUTH') return new ChannelError('The SMTP server did not accept the user name or the password.');
  if (code === 'EENVELOPE')
    return new ChannelError(`The SMTP server refused the address (${responseCode}).`, { isPermanent });
  if (responseCode) return new ChannelError(`The SMTP server refused the mail (${responseCode}).`, { isPermanent });
  if (code === 'ETLS' || code === 'ESOCKET')
    return new ChannelError('There was no secure connection to the SMTP server. Check the port.');
  return new ChannelError('The SMTP server could not be reached. Check its name and port.');
}
