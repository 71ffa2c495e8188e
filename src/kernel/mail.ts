import { relative } from 'node:path';
import type { Job } from 'graphile-worker';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Config } from './config.ts';
import type { Jobs } from './jobs.ts';
import type { Log } from './log.ts';
import { WORKSPACE_HEADER, writeToOutbox } from './outbox.ts';

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** The sender's display name. The address is always the operator's. */
  fromName?: string;
  replyTo?: string;
  /** The mails that it continues, the oldest first. */
  references?: string[];
  /** URL for one-click unsubscribe (RFC 8058). */
  unsubscribe?: string;
  calendar?: string;
};

type OutgoingMail = Mail & {
  /** The same for every retry, so that mail clients show a message that was sent twice only once. */
  id: string;
  /** Absent for mails about a user's account. */
  workspaceId?: string;
};

/** Sends a mail. Throws if it should be retried. */
export type Mailer = (mail: OutgoingMail) => Promise<void>;

/** Keeps a mail server that hangs from blocking other jobs. */
export const SMTP_TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

export function createMailer(config: Config, log: Log): Mailer {
  const deliver = config.smtpUrl ? createSmtpDelivery(config.smtpUrl, log) : createOutboxDelivery(config.dataDir, log);
  return (mail) => deliver(toMessage(mail, config.mailFrom), mail);
}

/** The task `mail.send`: enqueue a Mail as its payload. */
export function mailJobs({ send }: { send: Mailer }): Jobs {
  return { tasks: { 'mail.send': (mail, { job }) => send({ id: mailId(job), ...(mail as Mail) }) } };
}

/** Without SMTP_URL, mails are only written to files on the server. */
export const canSendMail = ({ smtpUrl }: Pick<Config, 'smtpUrl'>): boolean => smtpUrl !== undefined;

/** The address in a sender such as `Frontdesk <desk@example.com>`. */
export const addressOf = (sender: string): string => /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender;

/** Globally unique, and the same for every retry of the job. */
export const mailId = ({ id, created_at }: Pick<Job, 'id' | 'created_at'>): string =>
  `mail_${created_at.getTime().toString(36)}_${id.padStart(9, '0')}`;

function toMessage(
  { id, workspaceId: _, fromName, unsubscribe, calendar, references, ...mail }: OutgoingMail,
  mailFrom: string,
): SendMailOptions {
  const address = addressOf(mailFrom);
  const host = address.split('@').at(-1);
  return {
    ...mail,
    from: fromName ? { name: fromName, address } : mailFrom,
    messageId: `<${id}@${host}>`,
    ...(references?.length ? { references, inReplyTo: references.at(-1) } : {}),
    ...(calendar ? { attachments: [calendarAttachment(calendar)] } : {}),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe
        ? { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
        : {}),
    },
  };
}

const calendarAttachment = (content: string) => ({
  filename: 'calendar.ics',
  contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
  content,
});

function createSmtpDelivery(url: string, log: Log) {
  const transport = createTransport({ url, ...SMTP_TIMEOUTS });
  return async (message: SendMailOptions) => {
    try {
      await transport.sendMail(message);
    } catch (error) {
      // Only codes are logged, because the server's reply may quote the recipient's address.
      const { code = 'error', responseCode } = error as { code?: string; responseCode?: number };
      if (code === 'EENVELOPE' && responseCode !== undefined && responseCode >= 500)
        return log.warn({ code: responseCode }, 'the mail server refused a recipient for good');
      throw new Error(`The mail server did not take a message (${[code, responseCode].filter(Boolean).join(' ')}).`);
    }
  };
}

/** Writes mails to files. Logs the path but not the content. */
function createOutboxDelivery(dataDir: string, log: Log) {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return async (mail: SendMailOptions, { id, workspaceId }: OutgoingMail) => {
    const headers = { ...mail.headers, ...(workspaceId ? { [WORKSPACE_HEADER]: workspaceId } : {}) };
    const { message } = await transport.sendMail({ ...mail, headers: headers as SendMailOptions['headers'] });
    const file = await writeToOutbox(dataDir, id, message as Buffer);
    log.info({ file: relative(process.cwd(), file) }, 'mail written to a file (SMTP_URL is not set)');
  };
}
