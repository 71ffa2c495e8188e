import { relative } from 'node:path';
import type { Job } from 'graphile-worker';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Config } from './config.ts';
import type { Jobs } from './jobs.ts';
import type { Log } from './log.ts';
import { putIntoOutbox, WORKSPACE_HEADER } from './outbox.ts';

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Who it comes from, in words; the address is always the operator's. */
  fromName?: string;
  replyTo?: string;
  /** Where a click stops mails of this kind (RFC 8058). */
  unsubscribe?: string;
  calendar?: string;
};

/** Under an id that is the same however often it is tried, so that a mail that was sent twice is shown once. */
type Named = Mail & { id: string /** Whose mail it is; none of an account's own. */; workspaceId?: string };

/** Sends a mail, or throws where it should be tried again. */
export type Mailer = (mail: Named) => Promise<void>;

/** A mail server that hangs must not hold up the jobs beside it. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

export function createMailer(config: Config, log: Log): Mailer {
  const deliver = config.smtpUrl ? viaSmtp(config.smtpUrl, log) : intoOutbox(config.dataDir, log);
  return (mail) => deliver(toMessage(mail, config.mailFrom), mail);
}

/** The task `mail.send`: enqueue a Mail as its payload. */
export function mailJobs({ send }: { send: Mailer }): Jobs {
  return { tasks: { 'mail.send': (mail, { job }) => send({ id: mailId(job), ...(mail as Mail) }) } };
}

/** Of its own in all the world, and the same at every try. */
export const mailId = ({ id, created_at }: Pick<Job, 'id' | 'created_at'>): string =>
  `mail_${created_at.getTime().toString(36)}_${id.padStart(9, '0')}`;

function toMessage(
  { id, workspaceId: _, fromName, unsubscribe, calendar, ...mail }: Named,
  mailFrom: string,
): SendMailOptions {
  const [, address = mailFrom] = /<([^<>]+)>\s*$/.exec(mailFrom) ?? [];
  const host = address.split('@').at(-1);
  return {
    ...mail,
    from: fromName ? { name: fromName, address } : mailFrom,
    messageId: `<${id}@${host}>`,
    ...(calendar ? { attachments: [calendarFile(calendar)] } : {}),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe
        ? { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
        : {}),
    },
  };
}

const calendarFile = (content: string) => ({
  filename: 'calendar.ics',
  contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
  content,
});

function viaSmtp(url: string, log: Log) {
  const transport = createTransport({ url, ...PATIENCE });
  return async (message: SendMailOptions) => {
    try {
      await transport.sendMail(message);
    } catch (error) {
      // What the server answers may quote the address, which is for no log.
      const { code = 'error', responseCode } = error as { code?: string; responseCode?: number };
      if (code === 'EENVELOPE' && responseCode !== undefined && responseCode >= 500)
        return log.warn({ code: responseCode }, 'the mail server refused a recipient for good');
      throw new Error(`The mail server did not take a message (${[code, responseCode].filter(Boolean).join(' ')}).`);
    }
  };
}

/** The log tells where, not what. */
function intoOutbox(dataDir: string, log: Log) {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return async (mail: SendMailOptions, { id, workspaceId }: Named) => {
    const headers = { ...mail.headers, ...(workspaceId ? { [WORKSPACE_HEADER]: workspaceId } : {}) };
    const { message } = await transport.sendMail({ ...mail, headers: headers as SendMailOptions['headers'] });
    const file = await putIntoOutbox(dataDir, id, message as Buffer);
    log.info({ file: relative(process.cwd(), file) }, 'mail written to a file (SMTP_URL is not set)');
  };
}
