import { relative } from 'node:path';
import type { Job } from 'graphile-worker';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Config } from './config.ts';
import type { Jobs } from './jobs.ts';
import type { Log } from './log.ts';
import { WORKSPACE_HEADER, writeToOutbox } from './outbox.ts';

export type Email = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** The sender's display name. The address is always the operator's. */
  fromName?: string;
  replyTo?: string;
  /** The message IDs of the emails that this one continues, oldest first. */
  references?: string[];
  /** URL for one-click unsubscribe (RFC 8058). */
  unsubscribe?: string;
  calendar?: string;
};

type OutgoingEmail = Email & {
  /** The same for every retry, so that mail clients show an email that was sent twice only once. */
  id: string;
  /** Absent for emails about a user's account. */
  workspaceId?: string;
};

/** Sends an email. Throws if it should be retried. */
export type Mailer = (email: OutgoingEmail) => Promise<void>;

/** Keeps a mail server that hangs from blocking other jobs. */
export const SMTP_TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

export function createMailer(config: Config, log: Log): Mailer {
  const deliverEmail = config.smtpUrl
    ? createSmtpDelivery(config.smtpUrl, log)
    : createOutboxDelivery(config.dataDir, log);
  return (email) => deliverEmail(toMessage(email, config.mailFrom), email);
}

/** The task `mail.send`: enqueue an Email as its payload. */
export function emailJobs({ send }: { send: Mailer }): Jobs {
  return { tasks: { 'mail.send': (email, { job }) => send({ id: createEmailId(job), ...(email as Email) }) } };
}

/** Without SMTP_URL, emails are only written to files on the server. */
export const canSendMail = ({ smtpUrl }: Pick<Config, 'smtpUrl'>): boolean => smtpUrl !== undefined;

/** The address in a sender such as `Frontdesk <desk@example.com>`. */
export const parseSenderAddress = (sender: string): string => /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender;

/** Globally unique, and the same for every retry of the job. */
export const createEmailId = ({ id, created_at }: Pick<Job, 'id' | 'created_at'>): string =>
  `mail_${created_at.getTime().toString(36)}_${id.padStart(9, '0')}`;

function toMessage(
  { id, workspaceId: _, fromName, unsubscribe, calendar, references, ...email }: OutgoingEmail,
  mailFrom: string,
): SendMailOptions {
  const address = parseSenderAddress(mailFrom);
  const host = address.split('@').at(-1);
  return {
    ...email,
    from: fromName ? { name: fromName, address } : mailFrom,
    messageId: `<${id}@${host}>`,
    ...(references?.length ? { references, inReplyTo: references.at(-1) } : {}),
    ...(calendar ? { attachments: [createCalendarAttachment(calendar)] } : {}),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe
        ? { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
        : {}),
    },
  };
}

const createCalendarAttachment = (content: string) => ({
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

/** Writes emails to files. Logs the path but not the content. */
function createOutboxDelivery(dataDir: string, log: Log) {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return async (email: SendMailOptions, { id, workspaceId }: OutgoingEmail) => {
    const headers = { ...email.headers, ...(workspaceId ? { [WORKSPACE_HEADER]: workspaceId } : {}) };
    const { message } = await transport.sendMail({ ...email, headers: headers as SendMailOptions['headers'] });
    const file = await writeToOutbox(dataDir, id, message as Buffer);
    log.info({ file: relative(process.cwd(), file) }, 'mail written to a file (SMTP_URL is not set)');
  };
}
