// A customer writes emails to a business: by webhooks of providers, and a mail server on this machine for the replies.
import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { expectStatus } from '../../../../test/business.ts';
import { setUpRestaurant } from '../../../../test/channels/restaurant.ts';
import { addCleanup, call, queryAsDbOwner, type Service, signUp, startService } from '../../../../test/harness.ts';
import { startMailServer } from '../../../../test/smtp.ts';
import { type ParsedEmail, parseEmail } from './mail.ts';

type Connection = { id: string; webhookUrl: string; address: string };
const ADDRESS = 'desk@bella.example';
let service: Service;
let cookie: string;
let connection: Connection;
const refusedAddresses = new Set<string>();
const smtp = await startMailServer((address) => (refusedAddresses.has(address) ? '550 no such user' : '250 ok'));
addCleanup(() => smtp.close());
const SMTP = { smtpHost: '127.0.0.1', smtpPort: new URL(smtp.url).port };

const connect = async (settings: object) =>
  call(service, 'POST', '/api/channels', {
    cookie,
    body: { kind: 'email', settings: { address: ADDRESS, ...settings } },
  });

beforeAll(async () => {
  service = await startService(undefined, { webhooksAllowPrivate: true });
  await service.warmUp();
  cookie = (await signUp(service, { businessName: 'Bella Vista' })).cookie;
  const workspaceId = (await call(service, 'GET', '/api/me', { cookie })).json.workspaces[0].id;
  await queryAsDbOwner(service.connection, `update workspaces set plan = 'business' where id = $1`, [workspaceId]);
  await setUpRestaurant(service, cookie);
  connection = expectStatus(201, await connect({ receiveBy: 'postmark', ...SMTP })).json;
});

let emailCount = 0;
type EmailOptions = { from?: string; subject?: string; headers?: Record<string, string>; id?: string };
/** Delivers an email by Postmark's webhook and returns its ID. */
async function deliver(
  text: string,
  { from = 'ana@example.com', subject = 'Table', headers = {}, id }: EmailOptions = {},
) {
  const messageId = id ?? `<${++emailCount}@example.com>`;
  const path = connection.webhookUrl.replace(/^.*(?=\/hooks)/, '');
  const body = {
    FromFull: { Name: 'Ana Ruiz', Email: from },
    Subject: subject,
    TextBody: text,
    Headers: Object.entries({ 'Message-ID': messageId, ...headers }).map(([Name, Value]) => ({ Name, Value })),
  };
  expectStatus(200, await call(service, 'POST', path, { body }));
  return messageId;
}

async function waitForReply(address: string, replyNumber: number): Promise<{ raw: string; email: ParsedEmail }> {
  const emails = () => smtp.receivedEmails.filter(({ to }) => to.includes(address));
  await vi.waitFor(() => expect(emails().length).toBeGreaterThanOrEqual(replyNumber), 30_000);
  const raw = emails()[replyNumber - 1]!.data;
  return { raw, email: await parseEmail(Buffer.from(raw)) };
}

const listConversationsOf = async (address: string) =>
  (
    await queryAsDbOwner(
      service.connection,
      `select distinct c.id, c.status, c.channel from channel_threads t join conversations c on c.id = t.conversation_id
       where t.address = $1`,
      [address],
    )
  ).rows;
const countRepliesTo = async (address: string) => smtp.receivedEmails.filter(({ to }) => to.includes(address)).length;
/** Makes the replies so far look old, so that a fast test is not taken for a loop. */
const ageReplies = () =>
  queryAsDbOwner(service.connection, `update channel_outgoing set created_at = created_at - interval '1 hour'`);
const findQuoteIn = ({ text, from }: ParsedEmail) =>
  `\n\nOn Mon, Nov 3, 2025 at 10:12 AM ${from?.name} <${from?.address}> wrote:\n\n${text.trim().replaceAll(/^/gm, '> ')}\n`;

describe('a mailbox', () => {
  it('gets a webhook URL that carries a secret', async () => {
    expect(connection.address).toBe(ADDRESS);
    expect(connection.webhookUrl).toMatch(/\/hooks\/chn_\w+\?token=[\w-]{32}$/);
  });

  it.each([
    [{ receiveBy: 'mailgun', ...SMTP }, /signing key/],
    [{ receiveBy: 'postmark' }, /SMTP server/],
    [{ receiveBy: 'postmark', smtpHost: '127.0.0.1', smtpPort: '1' }, /could not be reached|no secure connection/],
    [{ receiveBy: 'postmark', ...SMTP, dkimDomain: 'bella.example' }, /DKIM/],
    [{ receiveBy: 'pigeon', ...SMTP }, /receiveBy/],
  ])('is refused with %j', async (settings, detail) => {
    const { status, json } = await connect(settings);
    expect([status, json.detail]).toEqual([422, expect.stringMatching(detail)]);
  });

  it('books, moves and cancels a table in one thread', async () => {
    const firstId = await deliver(
      'Hi,\n\nwe would like a table for 2 in three days at 7pm please.\n\nBest regards\nAna Ruiz',
    );
    let { email, raw } = await waitForReply('ana@example.com', 1);
    expect(raw).toMatch(/^From: Bella Vista <desk@bella\.example>/m);
    expect(raw).toMatch(/^Auto-Submitted: auto-replied/m);
    expect(email).toMatchObject({ subject: 'Re: Table', references: [firstId] });
    expect(email.text).toMatch(
      /table for 2 .*Ana Ruiz.*Shall I book it.*1\. Yes please.*\n-- \nBella Vista\n.*New York.*\n\(212\) 555-01/s,
    );
    expect(email.html).toContain('<p>');
    const threadIds = [firstId, email.id];
    const replyAndWait = async (text: string, count: number) => {
      await ageReplies();
      const headers = { 'In-Reply-To': threadIds.at(-1)!, References: threadIds.join(' ') };
      threadIds.push(await deliver(`${text}${findQuoteIn(email)}`, { headers, subject: 'Re: Table' }));
      ({ email, raw } = await waitForReply('ana@example.com', count));
      threadIds.push(email.id);
      return email.text;
    };
    expect(await replyAndWait('1', 2)).toMatch(/[Cc]ode is [A-Z0-9]{6}/);
    await replyAndWait('can we make it 8pm instead?', 3);
    expect(await replyAndWait('Yes', 4)).toMatch(/8:00 PM/);
    await replyAndWait('cancel it please\n\nSent from my iPhone', 5);
    expect(await replyAndWait('yes', 6)).toMatch(/cancel/i);
    expect(email.references).toEqual(threadIds.slice(0, -1));
    const { rows } = await queryAsDbOwner(service.connection, 'select status from bookings');
    expect(rows).toEqual([{ status: 'cancelled' }]);
    const conversations = await listConversationsOf('ana@example.com');
    expect(conversations).toMatchObject([{ channel: 'email', status: 'open' }]);
    const { messages } = expectStatus(
      200,
      await call(service, 'GET', `/api/conversations/${conversations[0].id}`, { cookie }),
    ).json;
    expect(messages[2]).toMatchObject({ text: 'Yes please', original: expect.stringMatching(/^1\n\nOn Mon, .*> /s) });
  });

  it('answers every question of a letter in one email', async () => {
    await deliver(
      'Dear team,\n\nwhat are your opening hours on Sunday?\n\nAlso, do you have parking?\n\nAnd can I bring my dog?\n\nKind regards\nTom',
      { from: 'tom@example.com' },
    );
    const { text } = (await waitForReply('tom@example.com', 1)).email;
    expect(text).toMatch(/sunday/i);
    expect(text).toMatch(/garage/i);
    expect(text).toMatch(/dog|pet/i);
  });

  it('finds the thread by a reply to our own email, and only for the same customer', async () => {
    await deliver('Are you open on Sunday?', { from: 'eva@example.com' });
    const { email } = await waitForReply('eva@example.com', 1);
    await deliver('And on Monday?', { from: 'eva@example.com', headers: { 'In-Reply-To': email.id } });
    await waitForReply('eva@example.com', 2);
    expect(await listConversationsOf('eva@example.com')).toHaveLength(1);
    await queryAsDbOwner(
      service.connection,
      `update channel_outgoing set provider_ids = '{}' where thread_key like '%eva%'`,
    );
    await deliver('And on Tuesday?', { from: 'eva@example.com', headers: { 'In-Reply-To': email.id } });
    await waitForReply('eva@example.com', 3);
    expect(await listConversationsOf('eva@example.com'), 'before the mail server has confirmed the reply').toHaveLength(
      1,
    );
    await deliver('Are you open on Monday?', { from: 'max@example.com', headers: { 'In-Reply-To': email.id } });
    await waitForReply('max@example.com', 1);
    const [eva, max] = await Promise.all([
      listConversationsOf('eva@example.com'),
      listConversationsOf('max@example.com'),
    ]);
    expect(max).toHaveLength(1);
    expect(max[0].id).not.toBe(eva[0].id);
  });

  it('answers the same email only once', async () => {
    for (let n = 0; n < 3; n++)
      await deliver('Do you have parking?', { from: 'kim@example.com', id: '<kim@example.com>' });
    await waitForReply('kim@example.com', 1);
    await deliver('Are you open on Sunday?', { from: 'kim@example.com' });
    await waitForReply('kim@example.com', 2);
    expect(await countRepliesTo('kim@example.com')).toBe(2);
  });

  it('does not answer automatic emails', async () => {
    const automaticEmails: EmailOptions[] = [
      { headers: { 'Auto-Submitted': 'auto-replied' } },
      { headers: { Precedence: 'bulk' } },
      { headers: { 'List-Id': '<news.example.com>' } },
      { headers: { 'X-Auto-Response-Suppress': 'All' } },
      { headers: { 'Return-Path': '<>' } },
      { from: 'mailer-daemon@example.com' },
      { from: 'no-reply@example.com' },
      { from: ADDRESS },
      { subject: 'Automatic reply: Table' },
    ];
    const countBefore = smtp.receivedEmails.length;
    for (const fields of automaticEmails) await deliver('I am away.', { from: 'away@example.com', ...fields });
    await deliver('Are you open on Sunday?', { from: 'last@example.com' });
    await waitForReply('last@example.com', 1);
    expect(smtp.receivedEmails).toHaveLength(countBefore + 1);
    const { rows } = await queryAsDbOwner(
      service.connection,
      `select from channel_threads where address = 'away@example.com'`,
    );
    expect(rows).toHaveLength(0);
  });

  it('stops answering a loop after five replies and hands it to the team', async () => {
    const id = await deliver('Are you open on Sunday?', { from: 'robot@example.com' });
    const deliverReply = (n: number) =>
      deliver(`Thank you for your message no. ${n}. Are you open on Monday?`, {
        from: 'robot@example.com',
        headers: { References: id },
      });
    for (let n = 1; n <= 5; n++) {
      await waitForReply('robot@example.com', n);
      await deliverReply(n);
    }
    await vi.waitFor(
      async () => expect(await listConversationsOf('robot@example.com')).toMatchObject([{ status: 'handoff' }]),
      30_000,
    );
    await ageReplies();
    await deliverReply(6);
    await vi.waitFor(async () => {
      const { rows } = await queryAsDbOwner(
        service.connection,
        `select m.role from messages m join channel_threads t on t.conversation_id = m.conversation_id
         where t.address = 'robot@example.com' and m.role = 'customer'`,
      );
      expect(rows).toHaveLength(7);
    }, 30_000);
    expect(await countRepliesTo('robot@example.com')).toBe(5);
  });

  it('brings the team’s reply to the customer, not marked as automatic', async () => {
    await deliver('Can I talk to a person please?', { from: 'leo@example.com', subject: 'Party' });
    await waitForReply('leo@example.com', 1);
    const [conversation] = await listConversationsOf('leo@example.com');
    expect(conversation.status).toBe('handoff');
    const body = { text: 'Hi Leo, this is Rosa.' };
    expectStatus(201, await call(service, 'POST', `/api/conversations/${conversation.id}/messages`, { cookie, body }));
    const { email, raw } = await waitForReply('leo@example.com', 2);
    expect(email.subject).toBe('Re: Party');
    expect(email.text).toMatch(/^Hi Leo, this is Rosa\.\s+-- \s*\w+\s+Bella Vista/);
    expect(raw).not.toMatch(/Auto-Submitted/i);
  });

  it('records why an email could not be delivered', async () => {
    refusedAddresses.add('gone@example.com');
    await deliver('Are you open on Sunday?', { from: 'gone@example.com' });
    const deliveriesTo = async (address: string) =>
      (
        await queryAsDbOwner(
          service.connection,
          `select o.status, o.error, o.message_id from channel_outgoing o join channel_threads t on t.key = o.thread_key where t.address = $1`,
          [address],
        )
      ).rows;
    await vi.waitFor(
      async () => expect(await deliveriesTo('gone@example.com')).toMatchObject([{ status: 'failed' }]),
      30_000,
    );
    expect((await deliveriesTo('gone@example.com'))[0].error).toBe('The SMTP server refused the address (550).');
  });

  it('signs emails with the key of the connection', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const dkimKey = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    const dkimSettings = { dkimDomain: 'bella.example', dkimSelector: 's1', dkimKey };
    const { id } = expectStatus(201, await connect({ receiveBy: 'postmark', ...SMTP, ...dkimSettings }))
      .json as Connection;
    expectStatus(
      204,
      await call(service, 'POST', `/api/channels/${id}/test`, { cookie, body: { to: 'owner@example.com' } }),
    );
    expect((await waitForReply('owner@example.com', 1)).raw).toMatch(
      /^DKIM-Signature: .*d=bella\.example;[\s\S]*s=s1;/m,
    );
    const { json } = await call(service, 'GET', '/api/channels', { cookie });
    expect(JSON.stringify(json)).not.toContain('PRIVATE KEY');
  });

  it('refuses what Mailgun did not sign', async () => {
    const settings = { receiveBy: 'mailgun', mailgunKey: 'signing-key', ...SMTP };
    const { id, webhookUrl } = expectStatus(201, await connect(settings)).json as Connection;
    expect(webhookUrl).not.toContain('token');
    const body = { timestamp: String(Math.floor(Date.now() / 1_000)), token: 'x', signature: 'f'.repeat(64) };
    const { status } = await call(service, 'POST', `/hooks/${id}`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });
    expect(status).toBe(403);
  });

  it('writes no address, text or secret to the log', () => {
    const log = service.logLines.join('\n');
    const webhookToken = connection.webhookUrl.split('token=')[1]!;
    for (const secret of ['example.com', ADDRESS, webhookToken, 'Ana Ruiz']) expect(log).not.toContain(secret);
  });
});
