// Our own mail server, as other mail servers see it.
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createTransport } from 'nodemailer';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { insertChannelConnection } from '../../../../test/channels/connection.ts';
import { addCleanup, call, queryAsDbOwner, type Service, signUp, startService } from '../../../../test/harness.ts';
import { findFreePort } from '../../../../test/process/service-process.ts';

const ADDRESS = 'desk@bella.example';
const port = await findFreePort();
let service: Service;
const connectionIds: string[] = [];
const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
addCleanup(async () => transport.close());

beforeAll(async () => {
  // Without jobs, stored emails stay in the table.
  const fixturePath = (name: string) => join(import.meta.dirname, '../../../../test/fixtures', name);
  const smtpTls = { cert: fixturePath('mail-server.cert.pem'), key: fixturePath('mail-server.key.pem') };
  service = await startService(undefined, { smtpListen: port, smtpTls, jobs: 'off' });
  for (const businessName of ['Bella Vista', 'Other']) {
    const { cookie } = await signUp(service, { businessName });
    const workspaceId = (await call(service, 'GET', '/api/me', { cookie })).json.workspaces[0].id;
    const connection = { kind: 'email', address: `desk@${businessName === 'Other' ? 'shared' : 'bella'}.example` };
    connectionIds.push(
      await insertChannelConnection(service, workspaceId, {
        ...connection,
        settings: { ...connection, receiveBy: 'smtp' },
      }),
    );
    await insertChannelConnection(service, workspaceId, { kind: 'email', address: 'both@shared.example' });
  }
});

const countStoredEmails = async (connectionId: string) =>
  (await queryAsDbOwner(service.connection, 'select from channel_incoming where connection_id = $1', [connectionId]))
    .rows.length;
const sendEmail = (to: string | string[], fields: object = {}) =>
  transport.sendMail({ from: 'ana@example.com', to, subject: 'Table', text: 'Are you open?', ...fields });
const responseCodeOf = (sending: Promise<unknown>) =>
  sending.then(
    () => 250,
    ({ responseCode }) => responseCode,
  );

describe('the mail listener', () => {
  it('accepts email for the address or the ID of a connection', async () => {
    await sendEmail(ADDRESS.toUpperCase());
    await sendEmail(`${connectionIds[0]}@mail.frontdesk.example`);
    await vi.waitFor(async () => expect(await countStoredEmails(connectionIds[0]!)).toBe(2));
  });

  it('encrypts with its certificate', async () => {
    const countBefore = await countStoredEmails(connectionIds[0]!);
    const tlsTransport = createTransport({
      host: '127.0.0.1',
      port,
      requireTLS: true,
      tls: { servername: 'mail.frontdesk.example', ca: await readFile(service.config.smtpTls!.cert) },
    });
    await tlsTransport.sendMail({ from: 'ana@example.com', to: ADDRESS, subject: 'Table', text: 'Are you open?' });
    tlsTransport.close();
    expect(await countStoredEmails(connectionIds[0]!)).toBe(countBefore + 1);
  });

  it('accepts at most ten connections from one IP address', async () => {
    const sockets = Array.from({ length: 11 }, () => connect(port, '127.0.0.1'));
    const greetings = await Promise.all(
      sockets.map(
        (socket) =>
          new Promise<string>((resolve) => createInterface({ input: socket }).once('line', (line) => resolve(line))),
      ),
    );
    expect(greetings.map((line) => line.slice(0, 3)).sort()).toEqual([...Array(10).fill('220'), '421']);
    for (const socket of sockets) socket.destroy();
    await vi.waitFor(async () => expect(await responseCodeOf(sendEmail(ADDRESS))).toBe(250));
  });

  it('stores an email once for each connection', async () => {
    const countBefore = await countStoredEmails(connectionIds[0]!);
    const messageId = '<same@example.com>';
    await sendEmail([ADDRESS, `${connectionIds[0]}@mail.frontdesk.example`, 'desk@shared.example'], { messageId });
    await sendEmail(ADDRESS, { messageId });
    expect([await countStoredEmails(connectionIds[0]!), await countStoredEmails(connectionIds[1]!)]).toEqual([
      countBefore + 1,
      1,
    ]);
  });

  it.each(['eve@bella.example', 'desk@example.com', 'chn_unknown@mail.example', 'both@shared.example'])(
    'refuses email to %s',
    async (to) => expect(await responseCodeOf(sendEmail(to))).toBe(550),
  );

  it('refuses an email to too many people, and one that is too large', async () => {
    const recipients = Array.from({ length: 12 }, (_, n) => `${connectionIds[0]}@mail${n}.example`);
    const { rejected } = await transport.sendMail({
      envelope: { from: 'a@example.com', to: recipients },
      raw: 'Subject: x\r\n\r\nx',
    });
    expect(rejected).toEqual(recipients.slice(10));
    const largeContent = Buffer.alloc(27 * 1024 * 1024, 97);
    expect(await responseCodeOf(sendEmail(ADDRESS, { attachments: [{ filename: 'a', content: largeContent }] }))).toBe(
      552,
    );
  });

  it('does not store a report without a sender', async () => {
    const countBefore = await countStoredEmails(connectionIds[0]!);
    await transport.sendMail({
      envelope: { from: '', to: ADDRESS },
      from: 'ana@example.com',
      to: ADDRESS,
      text: 'Failed',
    });
    expect(await countStoredEmails(connectionIds[0]!)).toBe(countBefore);
  });

  it('survives input that is not SMTP', async () => {
    const socket = connect(port, '127.0.0.1');
    const lines: string[] = [];
    createInterface({ input: socket }).on('line', (line) => lines.push(line));
    socket.write('GET / HTTP/1.1\r\n\r\n\0\xff\r\nDATA\r\nRCPT TO:<x>\r\n');
    await vi.waitFor(() => expect(lines.length).toBeGreaterThan(0));
    socket.destroy();
    await sendEmail(ADDRESS);
    expect(service.logLines.join('\n')).not.toContain('example.com');
  });

  // The last test, because the address stays over its limit for up to a minute.
  it('accepts at most 120 emails a minute from one IP address', async () => {
    const socket = connect(port, '127.0.0.1');
    const replies: string[] = [];
    createInterface({ input: socket }).on('line', (line) => replies.push(line));
    await vi.waitFor(() => expect(replies).toEqual([expect.stringMatching(/^220 /)]));
    // More than twice the limit, in case a new minute begins in between.
    socket.write(`HELO client.example\r\n${'MAIL FROM:<a@example.com>\r\nRSET\r\n'.repeat(241)}QUIT\r\n`);
    await vi.waitFor(() => expect(replies.at(-1)).toMatch(/^221 /));
    expect(replies).toContain('250 Accepted');
    expect(replies).toContain('451 Too many mails. Try again later.');
  });
});
