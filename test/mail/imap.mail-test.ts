// A business's mailbox on a real IMAP server: npm run test:mail.
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { expectStatus, KEEP_ALL_SAMPLES } from '../business.ts';
import { addCleanup, call, queryAsDbOwner, type Service, signUp, startService } from '../harness.ts';
import { startMailServer } from '../smtp.ts';
import { canRunDovecot, startDovecot } from './dovecot.ts';

if (!canRunDovecot)
  console.warn('Skipped: these tests need Dovecot, as root. On Debian: apt-get install dovecot-imapd');

describe.skipIf(!canRunDovecot)('a mailbox', () => {
  let service: Service;
  let cookie: string;
  let dovecot: Awaited<ReturnType<typeof startDovecot>>;
  let smtp: Awaited<ReturnType<typeof startMailServer>>;
  const connect = (settings: object) =>
    call(service, 'POST', '/api/channels', {
      cookie,
      body: {
        kind: 'email',
        settings: {
          address: 'desk@bella.example',
          receiveBy: 'imap',
          ...dovecot.settings,
          smtpHost: '127.0.0.1',
          smtpPort: new URL(smtp.url).port,
          ...settings,
        },
      },
    });
  /** Polls the mailboxes now, without waiting for the next minute. */
  const pollMailboxes = () =>
    queryAsDbOwner(
      service.connection,
      `update channel_connections set poll_after = null where poll_error is null; select graphile_worker.add_job('channels.poll')`,
    );
  const deliver = (subject: string, text: string, headers = '') =>
    dovecot.deliver(
      `From: Ana <ana@example.com>\nTo: desk@bella.example\nMessage-ID: <${subject.replaceAll(' ', '.')}@example.com>\nSubject: ${subject}\n${headers}\n${text}\n`,
    );

  beforeAll(async () => {
    [dovecot, smtp] = await Promise.all([startDovecot(), startMailServer()]);
    addCleanup(() => smtp.close());
    service = await startService(undefined, { webhooksAllowPrivate: true });
    await service.warmUp();
    cookie = (await signUp(service, { businessName: 'Bella Vista' })).cookie;
    const workspaceId = (await call(service, 'GET', '/api/me', { cookie })).json.workspaces[0].id;
    await queryAsDbOwner(service.connection, `update workspaces set plan = 'business' where id = $1`, [workspaceId]);
    expectStatus(201, await call(service, 'POST', '/api/v1/setup', { cookie, body: { industry: 'restaurant' } }));
    expectStatus(200, await call(service, 'POST', '/api/v1/config/samples', { cookie, body: KEEP_ALL_SAMPLES }));
  });

  it('is refused with a wrong password', async () => {
    const { status, json } = await connect({ imapPassword: 'wrong' });
    expect([status, json.detail]).toEqual([422, 'The mailbox did not accept the user name or the password.']);
  });

  it('is read from the time it was connected, and each email is answered once', async () => {
    await deliver('an old email', 'Do you have parking?');
    expectStatus(201, await connect({}));
    await deliver('a new email', 'Are you open on Sunday?');
    await deliver('a newsletter', 'Buy now!', 'List-Id: <news.example.com>\n');
    await pollMailboxes();
    await vi.waitFor(() => expect(smtp.receivedEmails).toHaveLength(1), 30_000);
    expect(smtp.receivedEmails[0]?.data).toMatch(/^In-Reply-To: <a\.new\.email@example\.com>/m);
    await vi.waitFor(async () => expect(await dovecot.listSubjectsMarkedRead()).toEqual(['a new email']), 30_000);
    await pollMailboxes();
    await deliver('another email', 'Do you have parking?');
    await pollMailboxes();
    await vi.waitFor(() => expect(smtp.receivedEmails).toHaveLength(2), 30_000);
    expect(smtp.receivedEmails[1]?.data).toMatch(/^In-Reply-To: <another\.email@example\.com>/m);
  });

  it('shows its owner why it cannot be read', async () => {
    await queryAsDbOwner(
      service.connection,
      `update channel_connections set settings = settings || '{"imapPort": "1"}'`,
    );
    await pollMailboxes();
    await vi.waitFor(async () => {
      const { json } = await call(service, 'GET', '/api/channels', { cookie });
      expect(json.connections[0].lastError).toBe('The mailbox could not be reached. Check the server’s name and port.');
    }, 30_000);
    expect(service.logLines.join('\n')).not.toMatch(/example\.com|open-sesame/);
  });
});
