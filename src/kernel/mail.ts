import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Config } from './config.ts';
import { newId } from './ids.ts';
import type { Jobs } from './jobs.ts';
import type { Log } from './log.ts';

export type Mail = { to: string; subject: string; text: string; html?: string };

/** The task `mail.send`: enqueue a Mail as its payload. */
export function mailJobs(config: Config, log: Log): Jobs {
  const send = config.smtpUrl ? viaSmtp(config.smtpUrl) : intoOutbox(config.dataDir, log);
  return { tasks: { 'mail.send': (mail) => send({ from: config.mailFrom, ...(mail as Mail) }) } };
}

function viaSmtp(url: string) {
  const transport = createTransport(url, {});
  return async (mail: Mail & { from: string }) => void (await transport.sendMail(mail));
}

/** Without a mail server a message becomes a file that any mail program opens. The log tells where, not what. */
function intoOutbox(dataDir: string, log: Log) {
  const transport = createTransport({ streamTransport: true, buffer: true });
  const outbox = join(dataDir, 'outbox');
  return async (mail: Mail & { from: string }) => {
    const { message } = await transport.sendMail(mail);
    const file = join(outbox, `${newId('mail')}.eml`);
    await mkdir(outbox, { recursive: true, mode: 0o700 });
    await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
    await rename(`${file}.part`, file);
    log.info({ file: relative(process.cwd(), file) }, 'mail written to a file (SMTP_URL is not set)');
  };
}
