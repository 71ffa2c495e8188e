// Mail in both directions through a real mail server: npm run test:mail.
import { execFile } from 'node:child_process';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import PostalMime from 'postal-mime';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { expectStatus } from '../business.ts';
import { type Restaurant, startRestaurant } from '../channels/restaurant.ts';
import { addCleanup } from '../harness.ts';
import { freePort } from '../process/service-process.ts';
import { corpus } from './corpus.ts';
import { signerOf } from './dkim.ts';
import { hasDovecot, startDovecot } from './dovecot.ts';
import { hasExim, startExim } from './exim.ts';

const canRun = hasDovecot && hasExim;
if (!canRun)
  console.warn(
    'Skipped: these tests need Exim and Dovecot, as root. On Debian: apt-get install exim4-daemon-light dovecot-imapd',
  );

/** Read by IMAP. */
const MAILBOX = 'hello@bella.example';
/** The mail server passes these on to our listener. */
const RELAYED = 'desk@bella.example';
const CUSTOMER = 'ana@example.com';
const WAIT = { timeout: 90_000, interval: 500 };

async function makeCertificate() {
  const folder = await mkdtemp(join(tmpdir(), 'frontdesk-certificate-'));
  addCleanup(() => rm(folder, { recursive: true, force: true }));
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const output = ['-keyout', files.key, '-out', files.cert];
  await promisify(execFile)('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    ...subject,
    ...output,
  ]);
  return files;
}

describe.skipIf(!canRun)('a real mail server', () => {
  const dkim = generateKeyPairSync('rsa', { modulusLength: 2048 });
  let restaurant: Restaurant;
  let dovecot: Awaited<ReturnType<typeof startDovecot>>;
  let exim: Awaited<ReturnType<typeof startExim>>;

  beforeAll(async () => {
    const certificate = await makeCertificate();
    const trusted = getCACertificates();
    setDefaultCACertificates([...trusted, await readFile(certificate.cert, 'utf8')]);
    addCleanup(async () => setDefaultCACertificates(trusted));
    const smtpListen = await freePort();
    dovecot = await startDovecot();
    exim = await startExim({
      certificate,
      relay: { address: RELAYED, port: smtpListen },
      mailboxes: { [MAILBOX]: dovecot.maildirOf('desk'), '*@example.com': dovecot.maildirOf('customers') },
    });
    restaurant = await startRestaurant({}, { smtpListen, smtpTls: certificate });
  });

  const connect = (settings: object) => restaurant.connect('email', { ...exim.settings, ...settings });
  const poll = () =>
    restaurant.query(
      `update channel_connections set poll_after = null where poll_error is null; select graphile_worker.add_job('channels.poll')`,
    );
  /** Mails to a customer, the oldest first. */
  const mailsTo = async (address: string) => {
    const all = await dovecot.mailsOf('customers');
    const parsed = await Promise.all(all.map(async (raw) => ({ raw, mail: await PostalMime.parse(raw) })));
    return parsed.filter(({ mail }) => mail.to?.some((to) => to.address === address));
  };
  const mailFrom = (address: string, to: string, fields: string[], text: string) =>
    [`From: Ana Ruiz <${address}>`, `To: ${to}`, ...fields, '', text, ''].join('\r\n');

  it('takes replies only with the right password', async () => {
    const { status, json } = await connect({ address: MAILBOX, receiveBy: 'smtp', smtpPassword: 'wrong' });
    expect([status, json.detail]).toEqual([422, 'The SMTP server did not accept the user name or the password.']);
  });

  it('carries a conversation: encrypted, signed, and each mail in its thread', async () => {
    const dkimKey = String(dkim.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const signing = { dkimDomain: 'bella.example', dkimSelector: 's1', dkimKey };
    expectStatus(201, await connect({ address: MAILBOX, receiveBy: 'imap', ...dovecot.settings, ...signing }));
    const first = ['Message-ID: <first@example.com>', 'Subject: A question'];
    await exim.submit(CUSTOMER, MAILBOX, mailFrom(CUSTOMER, MAILBOX, first, 'Do you have parking?'));
    const replies = (count: number) =>
      vi.waitFor(async () => {
        await poll();
        const found = await mailsTo(CUSTOMER);
        expect(found).toHaveLength(count);
        return found;
      }, WAIT);
    const [reply] = await replies(1);
    expect(reply?.mail).toMatchObject({
      from: { name: 'Bella Vista', address: MAILBOX }, subject: 'Re: A question',
      inReplyTo: '<first@example.com>', text: expect.stringMatching(/garage|parking/i),
    });
    expect(signerOf(reply?.raw ?? '', createPublicKey(dkim.privateKey))).toBe('bella.example');
    expect(signerOf((reply?.raw ?? '').replace('Bella', 'Bela'), createPublicKey(dkim.privateKey))).toBeUndefined();
    // The server's own record: over TLS, with the login.
    expect(await exim.log()).toMatch(new RegExp(`<= ${MAILBOX} .*P=esmtpsa X=TLS1\\.[23].* A=plain:desk`));

    const id = reply?.mail.messageId ?? '';
    const second = [
      'Message-ID: <second@example.com>',
      'Subject: Re: A question',
      `In-Reply-To: ${id}`,
      `References: ${id}`,
    ];
    const quoted = `And are dogs allowed?\r\n\r\nOn Mon, Nov 3, 2025 at 10:12 AM Bella Vista <${MAILBOX}> wrote:\r\n> We do.`;
    await exim.submit(CUSTOMER, MAILBOX, mailFrom(CUSTOMER, MAILBOX, second, quoted));
    const [, next] = await replies(2);
    expect(next?.mail).toMatchObject({ inReplyTo: '<second@example.com>', references: expect.stringContaining(id) });
    const messages = await restaurant.messagesWith(CUSTOMER);
    expect(messages.filter(({ role }) => role === 'customer').map(({ text }) => text)).toEqual([
      'Do you have parking?',
      'And are dogs allowed?',
    ]);
  });

  it('passes on the mails of the corpus: refused for now and tried again, none lost, none twice, no loop', async () => {
    const { id: connectionId } = expectStatus(201, await connect({ address: RELAYED, receiveBy: 'smtp' })).json;
    const mails = corpus().map((mail) => ({ ...mail, id: /^Message-ID: (.*)\r$/m.exec(String(mail.raw))?.[1] ?? '' }));
    const written = mails.filter(({ text }) => text !== undefined);
    for (const { raw } of mails) await exim.submit(CUSTOMER, RELAYED, raw);
    const delivered = async () => (await exim.log()).split('\n').filter((line) => / => desk@/.test(line)).length;
    await vi.waitFor(async () => expect(await delivered()).toBe(mails.length), WAIT);
    expect(await exim.log()).toMatch(/ == desk@.*451 Too many mails/);
    const open = `select provider_id from channel_incoming where done_at is null union all
      select message_id from channel_outgoing where status in ('pending', 'sending')`;
    await vi.waitFor(async () => expect(await restaurant.query(open)).toEqual([]), WAIT);
    const stored = await restaurant.query('select provider_id from channel_incoming where connection_id = $1', [
      connectionId,
    ]);
    expect(stored.map(({ provider_id }) => provider_id).sort()).toEqual(
      written.map(({ id }) => `${connectionId} ${id}`).sort(),
    );
    const read: { text: string }[] = await restaurant.query(
      `select m.text from messages m join channel_threads t on t.conversation_id = m.conversation_id
       where t.connection_id = $1 and m.role = 'customer'`,
      [connectionId],
    );
    const texts = read.map(({ text }) => text);
    const exact = written.filter(({ text = '' }) => texts.includes(text) && texts.splice(texts.indexOf(text), 1));
    const replies = await dovecot.mailsOf('customers');
    const answered = replies.flatMap((raw) => /^In-Reply-To: (<\d+@.*>)/m.exec(raw)?.[1] ?? []);
    expect(new Set(answered).size).toBe(answered.length);
    const loops = mails.filter(({ id, text }) => text === undefined && answered.includes(id));
    console.info(
      `${mails.length} mails: ${exact.length} of ${written.length} read as written, ${answered.length} answered, ${loops.length} loops`,
    );
    expect(loops).toEqual([]);
    expect(exact.length / written.length).toBeGreaterThanOrEqual(0.95);
  });

  it('passes on a mail of 25 MB', async () => {
    const line = `${'A'.repeat(76)}\r\n`;
    const attachment = line.repeat(Math.floor((25 * 1024 * 1024) / line.length));
    const part = (type: string, body: string) => `--x\r\nContent-Type: ${type}\r\n${body}\r\n`;
    const large = [
      part('text/plain', '\r\nIs this photo of the room good enough?'),
      part('image/jpeg; name=room.jpg', `Content-Transfer-Encoding: base64\r\n\r\n${attachment}`),
    ];
    const from = 'large@example.com';
    const fields = [
      'Message-ID: <large@example.com>',
      'Subject: A photo',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=x',
    ];
    await exim.submit(from, RELAYED, mailFrom(from, RELAYED, fields, `${large.join('')}--x--`));
    await vi.waitFor(async () => {
      const [message] = await restaurant.messagesWith(from);
      expect(message?.text).toBe('Is this photo of the room good enough?\n[room.jpg]');
    }, WAIT);
  });
});
