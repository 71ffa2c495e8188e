import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMailServer } from '../../test/smtp.ts';
import { type Config, readConfig } from './config.ts';
import { createLog } from './log.ts';
import { createEmailId, createMailer } from './mail.ts';

const EMAIL = {
  id: 'mail_1',
  to: 'dana@example.com',
  fromName: 'Bella Vista',
  replyTo: 'hello@bella.example',
  subject: 'Reminder: Friday',
  text: 'You have a table.\n.\nBye',
  html: '<p>You have a table.</p>',
  unsubscribe: 'https://desk.example/unsubscribe/x',
  calendar: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
};

const logLines: string[] = [];
const log = createLog('debug', { write: (line) => void logLines.push(line) });
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let dataDir: string;
const createConfig = (overrides: Partial<Config>): Config => ({
  ...readConfig({}),
  dataDir,
  mailFrom: 'Frontdesk <mail@desk.example>',
  ...overrides,
});

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-mail-'));
  mailServer = await startMailServer((address) => {
    if (address.startsWith('nobody')) return `550 <${address}> is unknown here`;
    return address.startsWith('busy') ? `451 <${address}> later, please` : '250 ok';
  });
});
afterAll(async () => {
  await mailServer.close();
  await rm(dataDir, { recursive: true, force: true });
});

describe('over SMTP', () => {
  it('delivers an email with all its parts', async () => {
    await createMailer(createConfig({ smtpUrl: mailServer.url }), log)(EMAIL);
    const { from, to, data } = mailServer.receivedEmails.at(-1)!;
    expect({ from, to }).toEqual({ from: 'mail@desk.example', to: ['dana@example.com'] });
    for (const header of [
      'From: Bella Vista <mail@desk.example>',
      'Reply-To: hello@bella.example',
      'Message-ID: <mail_1@desk.example>',
      'Auto-Submitted: auto-generated',
      'List-Unsubscribe: <https://desk.example/unsubscribe/x>',
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      'Subject: Reminder: Friday',
    ])
      expect(data).toContain(`${header}\r\n`);
    expect(data).toContain('You have a table.\r\n.\r\nBye');
    expect(data).toContain('<p>You have a table.</p>');
    expect(data).toMatch(/text\/calendar.*filename=calendar\.ics/s);
  });

  it('keeps special characters in a display name', async () => {
    const name = 'Bella "B" <x@evil.example>\r\nBcc: everyone@evil.example';
    await createMailer(createConfig({ smtpUrl: mailServer.url }), log)({ ...EMAIL, fromName: name, subject: name });
    const { to, data } = mailServer.receivedEmails.at(-1)!;
    expect(to).toEqual(['dana@example.com']);
    expect(data.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/m);
    expect(data).toMatch(/^From: .*<mail@desk.example>\r$/ms);
  });

  it('drops permanently rejected emails, retries temporary failures, and logs no addresses', async () => {
    const send = createMailer(createConfig({ smtpUrl: mailServer.url }), log);
    const countBefore = mailServer.receivedEmails.length;
    await send({ ...EMAIL, to: 'nobody@example.com' });
    await expect(send({ ...EMAIL, to: 'busy@example.com' })).rejects.toThrow(
      /^The mail server did not take a message \(/,
    );
    await expect(send({ ...EMAIL, to: 'busy@example.com' })).rejects.not.toThrow(/busy/);
    expect(mailServer.receivedEmails).toHaveLength(countBefore);
    expect(logLines.join('')).toContain('refused a recipient for good');
    expect(logLines.join('')).not.toMatch(/nobody|busy|dana/);
  });

  it('throws if the server is unreachable', async () => {
    const stoppedServer = await startMailServer();
    await stoppedServer.close();
    await expect(createMailer(createConfig({ smtpUrl: stoppedServer.url }), log)(EMAIL)).rejects.toThrow(
      'did not take a message',
    );
  });
});

describe('without a mail server', () => {
  it('writes one file per email, even after retries, and logs its path', async () => {
    const send = createMailer(createConfig({ smtpUrl: undefined }), log);
    await send(EMAIL);
    await send(EMAIL);
    expect(await readdir(join(dataDir, 'outbox'))).toEqual(['mail_1.eml']);
    expect(await readFile(join(dataDir, 'outbox', 'mail_1.eml'), 'utf8')).toContain('To: dana@example.com\r\n');
    expect(logLines.at(-1)).toContain('outbox/mail_1.eml');
  });
});

it('gives an email the same unique ID on every retry', () => {
  const createdAt = new Date('2026-11-16T14:00:00Z');
  expect(createEmailId({ id: '12', created_at: createdAt })).toBe(createEmailId({ id: '12', created_at: createdAt }));
  expect(createEmailId({ id: '12', created_at: createdAt })).not.toBe(
    createEmailId({ id: '12', created_at: new Date() }),
  );
  expect(createEmailId({ id: '2', created_at: createdAt }) < createEmailId({ id: '12', created_at: createdAt })).toBe(
    true,
  );
});
