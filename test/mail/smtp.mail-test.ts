// Email in both directions through a real mail server: npm run test:mail.
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
import { findFreePort } from '../process/service-process.ts';
import { createCorpus } from './corpus.ts';
import { findSigner } from './dkim.ts';
import { canRunDovecot, startDovecot } from './dovecot.ts';
import { canRunExim, startExim } from './exim.ts';

const canRun = canRunDovecot && canRunExim;
if (!canRun)
  console.warn(
    'Skipped: these tests need Exim and Dovecot, as root. On Debian: apt-get install exim4-daemon-light dovecot-imapd',
  );

/** Read by IMAP. */
const MAILBOX_ADDRESS = 'hello@bella.example';
/** The mail server passes these on to our listener. */
const RELAYED_ADDRESS = 'desk@bella.example';
const CUSTOMER = 'ana@example.com';
const WAIT_OPTIONS = { timeout: 90_000, interval: 500 };

async function createCertificate() {
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
  const dkimKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  let restaurant: Restaurant;
  let dovecot: Awaited<ReturnType<typeof startDovecot>>;
  let exim: Awaited<ReturnType<typeof startExim>>;

  beforeAll(async () => {
    const certificate = await createCertificate();
    const originalCertificates = getCACertificates();
    setDefaultCACertificates([...originalCertificates, await readFile(certificate.cert, 'utf8')]);
    addCleanup(async () => setDefaultCACertificates(originalCertificates));
    const smtpListen = await findFreePort();
    dovecot = await startDovecot();
    exim = await startExim({
      certificate,
      relay: { address: RELAYED_ADDRESS, port: smtpListen },
      mailboxes: { [MAILBOX_ADDRESS]: dovecot.getMaildir('desk'), '*@example.com': dovecot.getMaildir('customers') },
    });
    restaurant = await startRestaurant({}, { smtpListen, smtpTls: certificate });
  });

  const connect = (settings: object) => restaurant.connect('email', { ...exim.settings, ...settings });
  const pollMailboxes = () =>
    restaurant.query(
      `update channel_connections set poll_after = null where poll_error is null; select graphile_worker.add_job('channels.poll')`,
    );
  /** Emails to a customer, the oldest first. */
  const findEmailsTo = async (address: string) => {
    const rawEmails = await dovecot.readEmails('customers');
    const parsedEmails = await Promise.all(rawEmails.map(async (raw) => ({ raw, email: await PostalMime.parse(raw) })));
    return parsedEmails.filter(({ email }) => email.to?.some((to) => to.address === address));
  };
  const findRawEmailFrom = (address: string, to: string, fields: string[], text: string) =>
    [`From: Ana Ruiz <${address}>`, `To: ${to}`, ...fields, '', text, ''].join('\r\n');

  it('is refused with a wrong SMTP password', async () => {
    const { status, json } = await connect({ address: MAILBOX_ADDRESS, receiveBy: 'smtp', smtpPassword: 'wrong' });
    expect([status, json.detail]).toEqual([422, 'The SMTP server did not accept the user name or the password.']);
  });

  it('carries a conversation with emails that are encrypted, signed and threaded', async () => {
    const dkimKey = String(dkimKeys.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const dkimSettings = { dkimDomain: 'bella.example', dkimSelector: 's1', dkimKey };
    expectStatus(
      201,
      await connect({ address: MAILBOX_ADDRESS, receiveBy: 'imap', ...dovecot.settings, ...dkimSettings }),
    );
    const firstHeaders = ['Message-ID: <first@example.com>', 'Subject: A question'];
    await exim.submit(
      CUSTOMER,
      MAILBOX_ADDRESS,
      findRawEmailFrom(CUSTOMER, MAILBOX_ADDRESS, firstHeaders, 'Do you have parking?'),
    );
    const waitForReplies = (count: number) =>
      vi.waitFor(async () => {
        await pollMailboxes();
        const emails = await findEmailsTo(CUSTOMER);
        expect(emails).toHaveLength(count);
        return emails;
      }, WAIT_OPTIONS);
    const [reply] = await waitForReplies(1);
    expect(reply?.email).toMatchObject({
      from: { name: 'Bella Vista', address: MAILBOX_ADDRESS },
      subject: 'Re: A question',
      inReplyTo: '<first@example.com>',
      text: expect.stringMatching(/garage|parking/i),
    });
    expect(findSigner(reply?.raw ?? '', createPublicKey(dkimKeys.privateKey))).toBe('bella.example');
    expect(
      findSigner((reply?.raw ?? '').replace('Bella', 'Bela'), createPublicKey(dkimKeys.privateKey)),
    ).toBeUndefined();
    // The server's own record: over TLS, with the login.
    expect(await exim.log()).toMatch(new RegExp(`<= ${MAILBOX_ADDRESS} .*P=esmtpsa X=TLS1\\.[23].* A=plain:desk`));

    const replyId = reply?.email.messageId ?? '';
    const secondHeaders = [
      'Message-ID: <second@example.com>',
      'Subject: Re: A question',
      `In-Reply-To: ${replyId}`,
      `References: ${replyId}`,
    ];
    const secondText = `And are dogs allowed?\r\n\r\nOn Mon, Nov 3, 2025 at 10:12 AM Bella Vista <${MAILBOX_ADDRESS}> wrote:\r\n> We do.`;
    await exim.submit(
      CUSTOMER,
      MAILBOX_ADDRESS,
      findRawEmailFrom(CUSTOMER, MAILBOX_ADDRESS, secondHeaders, secondText),
    );
    const [, nextReply] = await waitForReplies(2);
    expect(nextReply?.email).toMatchObject({
      inReplyTo: '<second@example.com>',
      references: expect.stringContaining(replyId),
    });
    const messages = await restaurant.listMessagesWith(CUSTOMER);
    expect(messages.filter(({ role }) => role === 'customer').map(({ text }) => text)).toEqual([
      'Do you have parking?',
      'And are dogs allowed?',
    ]);
  });

  it('delivers each email of the corpus once, after temporary refusals, and starts no loop', async () => {
    const { id: connectionId } = expectStatus(201, await connect({ address: RELAYED_ADDRESS, receiveBy: 'smtp' })).json;
    const emails = createCorpus().map((email) => ({
      ...email,
      id: /^Message-ID: (.*)\r$/m.exec(String(email.raw))?.[1] ?? '',
    }));
    const humanEmails = emails.filter(({ text }) => text !== undefined);
    for (const { raw } of emails) await exim.submit(CUSTOMER, RELAYED_ADDRESS, raw);
    const countDeliveredEmails = async () =>
      (await exim.log()).split('\n').filter((line) => / => desk@/.test(line)).length;
    await vi.waitFor(async () => expect(await countDeliveredEmails()).toBe(emails.length), WAIT_OPTIONS);
    expect(await exim.log()).toMatch(/ == desk@.*451 Too many mails/);
    const unfinishedSql = `select provider_id from channel_incoming where done_at is null union all
      select message_id from channel_outgoing where status in ('pending', 'sending')`;
    await vi.waitFor(async () => expect(await restaurant.query(unfinishedSql)).toEqual([]), WAIT_OPTIONS);
    const storedRows = await restaurant.query('select provider_id from channel_incoming where connection_id = $1', [
      connectionId,
    ]);
    expect(storedRows.map(({ provider_id }) => provider_id).sort()).toEqual(
      humanEmails.map(({ id }) => `${connectionId} ${id}`).sort(),
    );
    const messageRows: { text: string }[] = await restaurant.query(
      `select m.text from messages m join channel_threads t on t.conversation_id = m.conversation_id
       where t.connection_id = $1 and m.role = 'customer'`,
      [connectionId],
    );
    const texts = messageRows.map(({ text }) => text);
    const exactEmails = humanEmails.filter(
      ({ text = '' }) => texts.includes(text) && texts.splice(texts.indexOf(text), 1),
    );
    const replyEmails = await dovecot.readEmails('customers');
    const answeredIds = replyEmails.flatMap((raw) => /^In-Reply-To: (<\d+@.*>)/m.exec(raw)?.[1] ?? []);
    expect(new Set(answeredIds).size).toBe(answeredIds.length);
    const answeredAutomaticEmails = emails.filter(({ id, text }) => text === undefined && answeredIds.includes(id));
    console.info(
      `${emails.length} emails: ${exactEmails.length} of ${humanEmails.length} read as written, ${answeredIds.length} answered, ${answeredAutomaticEmails.length} loops`,
    );
    expect(answeredAutomaticEmails).toEqual([]);
    expect(exactEmails.length / humanEmails.length).toBeGreaterThanOrEqual(0.95);
  });

  it('delivers an email of 25 MB', async () => {
    const line = `${'A'.repeat(76)}\r\n`;
    const attachment = line.repeat(Math.floor((25 * 1024 * 1024) / line.length));
    const findMimePart = (type: string, body: string) => `--x\r\nContent-Type: ${type}\r\n${body}\r\n`;
    const parts = [
      findMimePart('text/plain', '\r\nIs this photo of the room good enough?'),
      findMimePart('image/jpeg; name=room.jpg', `Content-Transfer-Encoding: base64\r\n\r\n${attachment}`),
    ];
    const sender = 'large@example.com';
    const fields = [
      'Message-ID: <large@example.com>',
      'Subject: A photo',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=x',
    ];
    await exim.submit(
      sender,
      RELAYED_ADDRESS,
      findRawEmailFrom(sender, RELAYED_ADDRESS, fields, `${parts.join('')}--x--`),
    );
    await vi.waitFor(async () => {
      const [message] = await restaurant.listMessagesWith(sender);
      expect(message?.text).toBe('Is this photo of the room good enough?\n[room.jpg]');
    }, WAIT_OPTIONS);
  });
});
