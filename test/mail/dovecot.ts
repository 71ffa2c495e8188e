// A real IMAP server on this machine, with a mailbox for each user.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImapFlow } from 'imapflow';
import { vi } from 'vitest';
import { addCleanup } from '../harness.ts';
import { findFreePort } from '../process/service-process.ts';

const DOVECOT = '/usr/sbin/dovecot';
export const canRunDovecot = existsSync(DOVECOT) && process.getuid?.() === 0;
const USER = 'desk';
const PASSWORD = 'open-sesame';

export async function startDovecot() {
  const folder = await mkdtemp(join(tmpdir(), 'frontdesk-dovecot-'));
  const port = await findFreePort();
  await mkdir(join(folder, 'mail'));
  const config = join(folder, 'dovecot.conf');
  await writeFile(
    config,
    `protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
ssl = no
disable_plaintext_auth = no
mail_location = maildir:${folder}/mail/%u
mail_uid = nobody
mail_gid = nogroup
first_valid_uid = 1
first_valid_gid = 1
passdb {
  driver = static
  args = password=${PASSWORD}
}
userdb {
  driver = static
  args = uid=nobody gid=nogroup home=${folder}/mail/%u
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
`,
  );
  await new Promise((resolve) => spawn('chown', ['-R', 'nobody:nogroup', join(folder, 'mail')]).on('exit', resolve));
  await new Promise((resolve) => spawn('chmod', ['755', folder]).on('exit', resolve));
  const dovecot = spawn(DOVECOT, ['-F', '-c', config], { stdio: 'ignore' });
  addCleanup(async () => {
    const exited = new Promise((resolve) => dovecot.on('exit', resolve));
    dovecot.kill('SIGTERM');
    await exited;
    await rm(folder, { recursive: true, force: true });
  });
  const withMailbox = async <T>(work: (client: ImapFlow) => Promise<T>, user = USER): Promise<T> => {
    const auth = { user, pass: PASSWORD };
    const client = new ImapFlow({ host: '127.0.0.1', port, secure: false, logger: false, auth });
    client.on('error', () => undefined);
    await client.connect();
    try {
      await client.mailboxOpen('INBOX');
      return await work(client);
    } finally {
      await client.logout();
    }
  };
  await vi.waitFor(() => withMailbox(async () => undefined), 20_000);
  return {
    /** The channel settings for connecting to this server. */
    settings: { imapHost: '127.0.0.1', imapPort: String(port), imapUser: USER, imapPassword: PASSWORD },
    /** Where a mail server puts the emails of a user. */
    getMaildir: (user: string) => join(folder, 'mail', user),
    /** All emails of a user, as they came. */
    readEmails: (user: string): Promise<string[]> =>
      withMailbox(async (client) => {
        const emails = await client.fetchAll('1:*', { source: true });
        return emails.map(({ source }) => String(source));
      }, user),
    /** Puts an email into the mailbox. */
    deliver: (raw: string) => withMailbox((client) => client.append('INBOX', raw.replaceAll('\n', '\r\n'))),
    /** The subjects of the emails that are marked as read. */
    listSubjectsMarkedRead: () =>
      withMailbox(async (client) => {
        const emails = await client.fetchAll('1:*', { flags: true, envelope: true });
        return emails.filter(({ flags }) => flags?.has('\\Seen')).map(({ envelope }) => envelope?.subject);
      }),
  };
}
