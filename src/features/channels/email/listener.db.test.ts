// Our own mail server, as other mail servers see it.
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createTransport } from 'nodemailer';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { insertConnection } from '../../../../test/channels/connection.ts';
import { addCleanup, call, queryAsDbOwner, type Service, signUp, startService } from '../../../../test/harness.ts';
import { freePort } from '../../../../test/process/service-process.ts';

const ADDRESS = 'desk@bella.example';
const port = await freePort();
let service: Service;
const ids: string[] = [];
const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
addCleanup(async () => transport.close());

beforeAll(async () => {
  // Without jobs, what was stored stays.
  const fixture = (name: string) => join(import.meta.dirname, '../../../../test/fixtures', name);
  const smtpTls = { cert: fixture('mail-server.cert.pem'), key: fixture('mail-server.key.pem') };
  service = await startService(undefined, { smtpListen: port, smtpTls, jobs: 'off' });
  for (const businessName of ['Bella Vista', 'Other']) {
    const { cookie } = await signUp(service, { businessName });
    const workspace = (await call(service, 'GET', '/api/me', { cookie })).json.workspaces[0].id;
    const connection = { kind: 'email', address: `desk@${businessName === 'Other' ? 'shared' : 'bella'}.example` };
    ids.push(
      await insertConnection(service, workspace, { ...connection, settings: { ...connection, receiveBy: 'smtp' } }),
    );
    await insertConnection(service, workspace, { kind: 'email', address: 'both@shared.example' });
  }
});

const stored = async (connectionId: string) =>
  (await queryAsDbOwner(service.connection, 'select from channel_incoming where connection_id = $1', [connectionId]))
    .rows.length;
const send = (to: string | string[], fields: object = {}) =>
  transport.sendMail({ from: 'ana@example.com', to, subject: 'Table', text: 'Are you open?', ...fields });
const codeOf = (sent: Promise<unknown>) =>
  sent.then(
    () => 250,
    ({ responseCode }) => responseCode,
  );

describe('the mail listener', () => {
  it('takes mail for the address of a connection, or its ID', async () => {
    await send(ADDRESS.toUpperCase());
    await send(`${ids[0]}@mail.frontdesk.example`);
    await vi.waitFor(async () => expect(await stored(ids[0]!)).toBe(2));
  });

  it('encrypts with its certificate', async () => {
    const before = await stored(ids[0]!);
    const encrypted = createTransport({
      ...{ host: '127.0.0.1', port, requireTLS: true },
      tls: { servername: 'mail.frontdesk.example', ca: await readFile(service.config.smtpTls!.cert) },
    });
    await encrypted.sendMail({ from: 'ana@example.com', to: ADDRESS, subject: 'Table', text: 'Are you open?' });
    encrypted.close();
    expect(await stored(ids[0]!)).toBe(before + 1);
  });

  it('takes no more than ten connections of one address', async () => {
    const sockets = Array.from({ length: 11 }, () => connect(port, '127.0.0.1'));
    const greetings = await Promise.all(
      sockets.map(
        (socket) =>
          new Promise<string>((resolve) => createInterface({ input: socket }).once('line', (line) => resolve(line))),
      ),
    );
    expect(greetings.map((line) => line.slice(0, 3)).sort()).toEqual([...Array(10).fill('220'), '421']);
    for (const socket of sockets) socket.destroy();
    await vi.waitFor(async () => expect(await codeOf(send(ADDRESS))).toBe(250));
  });

  it('takes a mail once for each connection', async () => {
    const before = await stored(ids[0]!);
    const messageId = '<same@example.com>';
    await send([ADDRESS, `${ids[0]}@mail.frontdesk.example`, 'desk@shared.example'], { messageId });
    await send(ADDRESS, { messageId });
    expect([await stored(ids[0]!), await stored(ids[1]!)]).toEqual([before + 1, 1]);
  });

  it.each(['eve@bella.example', 'desk@example.com', 'chn_unknown@mail.example', 'both@shared.example'])(
    'refuses %s',
    async (to) => expect(await codeOf(send(to))).toBe(550),
  );

  it('refuses a mail to too many people, and one that is too large', async () => {
    const many = Array.from({ length: 12 }, (_, n) => `${ids[0]}@mail${n}.example`);
    const { rejected } = await transport.sendMail({
      envelope: { from: 'a@example.com', to: many },
      raw: 'Subject: x\r\n\r\nx',
    });
    expect(rejected).toEqual(many.slice(10));
    const large = Buffer.alloc(27 * 1024 * 1024, 97);
    expect(await codeOf(send(ADDRESS, { attachments: [{ filename: 'a', content: large }] }))).toBe(552);
  });

  it('does not answer a report without a sender', async () => {
    const before = await stored(ids[0]!);
    await transport.sendMail({
      envelope: { from: '', to: ADDRESS },
      from: 'ana@example.com',
      to: ADDRESS,
      text: 'Failed',
    });
    expect(await stored(ids[0]!)).toBe(before);
  });

  it('survives what is not mail', async () => {
    const socket = connect(port, '127.0.0.1');
    const lines: string[] = [];
    createInterface({ input: socket }).on('line', (line) => lines.push(line));
    socket.write('GET / HTTP/1.1\r\n\r\n\0\xff\r\nDATA\r\nRCPT TO:<x>\r\n');
    await vi.waitFor(() => expect(lines.length).toBeGreaterThan(0));
    socket.destroy();
    await send(ADDRESS);
    expect(service.logLines.join('\n')).not.toContain('example.com');
  });
});
