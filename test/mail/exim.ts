// A real mail server on this machine, Debian's Exim. It runs as nobody, with all its files in one folder.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { vi } from 'vitest';
import { addCleanup } from '../harness.ts';
import { findFreePort } from '../process/service-process.ts';

const EXIM = '/usr/sbin/exim4';
export const canRunExim = existsSync(EXIM) && process.getuid?.() === 0;
const LOGIN = { smtpUser: 'desk', smtpPassword: 'close-sesame' };

/** Debian's user and group without any rights. */
const NOBODY = { uid: 65_534, gid: 65_534 };

type EximOptions = {
  /** The Maildir of each address; `*@example.com` stands for all of a domain. */
  mailboxes: Record<string, string>;
  /** Emails to this address are passed on to the server at this port. */
  relay: { address: string; port: number };
  /** For the host name `localhost`. */
  certificate: { cert: string; key: string };
};

export async function startExim({ mailboxes, relay, certificate }: EximOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'frontdesk-exim-'));
  const port = await findFreePort();
  const getPath = (name: string) => join(folder, name);
  await mkdir(getPath('spool'));
  await mkdir(getPath('log'));
  await cp(certificate.cert, getPath('cert.pem'));
  await cp(certificate.key, getPath('key.pem'));
  const mailboxLines = Object.entries(mailboxes).map(([address, directory]) => `${address}: ${directory}\n`);
  await writeFile(getPath('mailboxes'), mailboxLines.join(''));
  await writeFile(getPath('exim.conf'), createEximConfig(folder, port, relay));
  for (const name of ['', 'spool', 'log', 'key.pem']) await chown(getPath(name), NOBODY.uid, NOBODY.gid);
  // Waiting emails are tried again each second.
  const exim = spawn(EXIM, ['-C', getPath('exim.conf'), '-bdf', '-q1s'], { ...NOBODY, stdio: 'ignore' });
  addCleanup(async () => {
    const exited = new Promise((resolve) => exim.on('exit', resolve));
    exim.kill('SIGTERM');
    await exited;
    // Deliveries that it has started use the folder for a moment longer.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  });
  const customerTransport = createTransport({
    host: '127.0.0.1',
    port,
    ignoreTLS: true,
    pool: true,
    maxConnections: 5,
  });
  addCleanup(async () => customerTransport.close());
  await vi.waitFor(() => customerTransport.verify(), 20_000);
  return {
    settings: { smtpHost: 'localhost', smtpPort: String(port), ...LOGIN },
    /** A customer's mail program hands in an email. */
    submit: (from: string, to: string, raw: string | Buffer) =>
      customerTransport.sendMail({ envelope: { from, to }, raw }),
    log: () => readFile(getPath('log/mainlog'), 'utf8').catch(() => ''),
  };
}

const createEximConfig = (folder: string, port: number, relay: EximOptions['relay']): string => `
exim_user = nobody
exim_group = nogroup
deliver_drop_privilege = true
primary_hostname = mail.bella.example
spool_directory = ${folder}/spool
log_file_path = ${folder}/log/%slog
pid_file_path = ${folder}/exim.pid
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port}
message_size_limit = 30M
smtp_accept_max = 50
# Signatures are checked by the test, which knows the key.
dkim_verify_signers =
host_lookup =
tls_advertise_hosts = *
tls_certificate = ${folder}/cert.pem
tls_privatekey = ${folder}/key.pem
auth_advertise_hosts = \${if eq{$tls_in_cipher}{}{}{*}}
acl_smtp_rcpt = rcpt

begin acl
rcpt:
  accept domains = bella.example
  accept authenticated = *
  deny message = relay not permitted

begin routers
relay:
  driver = manualroute
  condition = \${if eq{$local_part@$domain}{${relay.address}}}
  route_list = * 127.0.0.1
  self = send
  transport = relay
mailbox:
  driver = accept
  address_data = \${lookup{$local_part@$domain}lsearch*@{${folder}/mailboxes}{$value}fail}
  transport = mailbox

begin transports
relay:
  driver = smtp
  port = ${relay.port}
  allow_localhost
  hosts_require_tls = *
  tls_verify_certificates = ${folder}/cert.pem
  tls_verify_cert_hostnames =
mailbox:
  driver = appendfile
  directory = $address_data
  maildir_format

begin retry
* * F,1h,1s

begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_condition = \${if and{{eq{$auth2}{${LOGIN.smtpUser}}}{eq{$auth3}{${LOGIN.smtpPassword}}}}}
  server_set_id = $auth2
`;
