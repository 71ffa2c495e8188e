// Reads a mailbox by IMAP: new emails only, each once, in the order in which they came.
import { isIP } from 'node:net';
import { ImapFlow } from 'imapflow';
import { UnsafeAddressError } from '../../../kernel/safe-fetch.ts';
import { ChannelError, type Connection, type InboundResult, type Poll, type SendOptions } from '../channel.ts';

/** Emails are numbered per mailbox. If the server starts over, it reports a new UIDVALIDITY. */
type Position = { validity: string; lastUid: number };

const MAX_EMAIL_BYTES = 30 * 1024 * 1024;
const MAX_EMAILS_PER_POLL = 50;
const TIMEOUTS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 };

export const isLoopback = (address: string): boolean => /^127\.|^::1$/.test(address);

/** The current end of the mailbox: what is in it already was not written to the assistant. */
export const findMailboxEnd = (connection: Connection, options: Pick<SendOptions, 'fetch'>): Promise<Position> =>
  withMailbox(connection, options, async (client) => readPosition(client));

export const pollMailbox = (
  connection: Connection,
  { state, store }: Poll,
  options: Pick<SendOptions, 'fetch'>,
  receiveEmail: (raw: Buffer) => Promise<InboundResult>,
): Promise<void> =>
  withMailbox(connection, options, async (client) => {
    const mailboxEnd = readPosition(client);
    const lastPosition = ('validity' in state ? state : connection.settings.mailbox) as Position | undefined;
    if (lastPosition?.validity !== mailboxEnd.validity) return store({ messages: [] }, mailboxEnd);
    const uids = (await client.search({ uid: `${lastPosition.lastUid + 1}:*` }, { uid: true })) || [];
    const newUids = uids.filter((uid) => uid > lastPosition.lastUid).sort((left, right) => left - right);
    for (const uid of newUids.slice(0, MAX_EMAILS_PER_POLL)) {
      const fetched = await client.fetchOne(String(uid), { source: { maxLength: MAX_EMAIL_BYTES } }, { uid: true });
      const source = fetched ? fetched.source : undefined;
      const inbound = source ? await receiveEmail(source) : { messages: [] };
      await store(inbound, { validity: mailboxEnd.validity, lastUid: uid });
      // What the assistant does not answer stays unread for the people who use the mailbox.
      if (inbound.messages.length > 0) await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
    }
  });

function readPosition({ mailbox }: ImapFlow): Position {
  if (!mailbox) throw new ChannelError('The mailbox has no inbox.');
  return { validity: String(mailbox.uidValidity), lastUid: mailbox.uidNext - 1 };
}

async function withMailbox<T>(
  connection: Connection,
  { fetch }: Pick<SendOptions, 'fetch'>,
  work: (client: ImapFlow) => Promise<T>,
): Promise<T> {
  let client: ImapFlow | undefined;
  try {
    client = await openClient(connection, fetch);
    // Without a listener, an error on a connection that is being closed would end the process.
    client.on('error', () => undefined);
    await client.connect();
    await client.mailboxOpen('INBOX');
    return await work(client);
  } catch (error) {
    throw toChannelError(error);
  } finally {
    client?.close();
  }
}

async function openClient({ settings, secrets }: Connection, fetch: SendOptions['fetch']): Promise<ImapFlow> {
  const host = String(settings.imapHost);
  const port = Number(settings.imapPort ?? 993);
  const address = await fetch.resolveHost(host);
  const secure = port === 993;
  return new ImapFlow({
    host: address,
    port,
    secure,
    logger: false,
    disableAutoIdle: true,
    ...TIMEOUTS,
    ...(isIP(host) ? {} : { servername: host }),
    // A password never travels in the clear, except within this machine.
    ...(secure || isLoopback(address) ? {} : { doSTARTTLS: true }),
    auth: { user: String(settings.imapUser), pass: secrets.imapPassword ?? '' },
  });
}

/** In words, and without the server's reply, which may quote addresses. */
function toChannelError(error: unknown): ChannelError {
  if (error instanceof ChannelError) return error;
  if (error instanceof UnsafeAddressError)
    return new ChannelError('The IMAP server must be at a public address.', { isPermanent: true });
  const { authenticationFailed, code } = error as { authenticationFailed?: boolean; code?: string };
  if (authenticationFailed) return new ChannelError('The mailbox did not accept the user name or the password.');
  if (code && /CERT|TLS|SSL|SELF_SIGNED/i.test(code))
    return new ChannelError('There was no secure connection to the mailbox. Check the server’s name and port.');
  return new ChannelError('The mailbox could not be reached. Check the server’s name and port.');
}
