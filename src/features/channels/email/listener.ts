// Our own mail server, for installations that receive email themselves (SMTP_LISTEN). It accepts email for connections only,
// and never passes any on.
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import type { Clock } from '../../../kernel/clock.ts';
import type { Config } from '../../../kernel/config.ts';
import type { Keyring } from '../../../kernel/crypto.ts';
import type { Database } from '../../../kernel/database/database.ts';
import type { Log } from '../../../kernel/log.ts';
import { must } from '../../../kernel/must.ts';
import { findConnection } from '../connections.ts';
import { storeInbound } from '../receive.ts';
import { toMailbox } from './channel.ts';
import { createClientLimits } from './client-limits.ts';
import { processEmailOfAnySize } from './process-large-email.ts';

type Services = {
  config: Pick<Config, 'host' | 'smtpListen' | 'smtpTls'>;
  database: Database;
  keyring: Keyring;
  clock: Clock;
  log: Log;
};
type Recipient = { workspace_id: string; id: string };

const MAX_EMAIL_BYTES = 26 * 1024 * 1024;
const MAX_CLIENTS = 20;
/** For one IP address, which may be that of a mail server in front of us. */
const CLIENT_LIMITS = { maxConnections: 10, emailsPerMinute: 120 };
const MAX_RECIPIENTS = 10;
/** Certificates are renewed while the service runs. */
const TLS_REREAD_MS = 3_600_000;
const TIMEOUT_MS = 60_000;

/** Undefined if the installation does not receive email itself. */
export async function startMailListener(services: Services): Promise<{ close(): Promise<void> } | undefined> {
  const { config, log } = services;
  if (!config.smtpListen) return undefined;
  const clientLimits = createClientLimits(CLIENT_LIMITS);
  const disabledCommands = config.smtpTls ? ['AUTH'] : ['AUTH', 'STARTTLS'];
  const server = new SMTPServer({
    banner: 'Ready',
    logger: false,
    disabledCommands,
    disableReverseLookup: true,
    ...(await readCertificate(config)),
    onConnect: ({ remoteAddress }, callback) =>
      callback(
        clientLimits.connect(remoteAddress)
          ? undefined
          : new SmtpRefusal(421, 'Too many connections. Try again later.'),
      ),
    onClose: ({ remoteAddress }) => clientLimits.disconnect(remoteAddress),
    onMailFrom: (_, { remoteAddress }, callback) =>
      callback(
        clientLimits.countEmail(remoteAddress) ? undefined : new SmtpRefusal(451, 'Too many mails. Try again later.'),
      ),
    size: MAX_EMAIL_BYTES,
    maxClients: MAX_CLIENTS,
    socketTimeout: TIMEOUT_MS,
    closeTimeout: 2_000,
    onRcptTo: ({ address }, session, callback) =>
      void requireRecipient(services, address, session).then(
        () => callback(),
        (error: Error) => callback(error),
      ),
    onData: (stream, session, callback) =>
      void acceptEmail(services, stream, session).then(
        () => callback(),
        (error: unknown) => {
          if (!(error instanceof SmtpRefusal)) log.error({ err: error }, 'a mail could not be stored');
          callback(error instanceof SmtpRefusal ? error : new SmtpRefusal(451, 'Try again later.'));
        },
      ),
  });
  server.on('error', (error) => log.warn({ code: (error as NodeJS.ErrnoException).code }, 'a mail connection failed'));
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(config.smtpListen, config.host, () => resolve());
  });
  const timer = setInterval(() => {
    readCertificate(config).then(
      (certificate) => certificate && server.updateSecureContext(certificate),
      () => log.warn('the certificate of SMTP_TLS_CERT could not be read again'),
    );
  }, TLS_REREAD_MS).unref();
  return {
    close() {
      clearInterval(timer);
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function readCertificate({ smtpTls }: Services['config']): Promise<{ cert: Buffer; key: Buffer } | undefined> {
  return smtpTls && { cert: await readFile(smtpTls.cert), key: await readFile(smtpTls.key) };
}

/** A refusal to report to the client, with its SMTP code. */
class SmtpRefusal extends Error {
  readonly responseCode: number;
  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

const findConnectionsByAddress = ({ database }: Services, address: string) =>
  database.statement<Recipient>(`select * from connections_of_address('email', $1)`, [address.slice(0, 300)]);

async function requireRecipient(services: Services, address: string, { envelope }: SMTPServerSession): Promise<void> {
  if (envelope.rcptTo.length >= MAX_RECIPIENTS) throw new SmtpRefusal(452, 'Too many recipients.');
  if ((await findConnectionsByAddress(services, address)).length === 0)
    throw new SmtpRefusal(550, 'There is no such mailbox here.');
}

async function acceptEmail(
  services: Services,
  stream: Readable & { sizeExceeded?: boolean },
  session: SMTPServerSession,
) {
  const chunks: Buffer[] = [];
  // An email that is too long is read to its end, so that its sender gets the refusal.
  for await (const chunk of stream) if (!stream.sizeExceeded) chunks.push(chunk as Buffer);
  if (stream.sizeExceeded) throw new SmtpRefusal(552, 'The mail is too large.');
  const { mailFrom, rcptTo } = session.envelope;
  const recipients = await Promise.all(rcptTo.map(({ address }) => findConnectionsByAddress(services, address)));
  const { database, keyring, clock } = services;
  const rows = await Promise.all(
    [...new Map(recipients.flat().map((recipient) => [recipient.id, recipient])).values()].map(({ workspace_id, id }) =>
      database.inWorkspace(workspace_id, (db) => findConnection(db, id)),
    ),
  );
  const knownRows = rows.filter((row) => row !== undefined);
  const source = { raw: Buffer.concat(chunks), envelopeFrom: mailFrom ? mailFrom.address : '' };
  const inboundResults = await processEmailOfAnySize(source, knownRows.map(toMailbox));
  for (const [index, row] of knownRows.entries())
    await database.inWorkspace(row.workspace_id, (db) =>
      storeInbound(db, keyring, row, must(inboundResults[index], 'a result for each connection'), clock()),
    );
}
