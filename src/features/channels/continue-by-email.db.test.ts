// A visitor leaves the page before the team answers: the reply is sent by email, where the conversation continues.
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { expectStatus } from '../../../test/business.ts';
import { findEmailsTo } from '../../../test/expect.ts';
import {
  addCleanup,
  call,
  createApiKey,
  queryAsDbOwner,
  type Service,
  signUp,
  startService,
} from '../../../test/harness.ts';
import { startMailServer } from '../../../test/smtp.ts';
import {
  callFromWidget,
  ORIGIN,
  openEventStream,
  startVisitorSession,
  type WidgetSite,
} from '../../../test/visitor.ts';
import { parseEmail } from './email/mail.ts';

const smtp = await startMailServer(() => '250 ok');
addCleanup(() => smtp.close());
let service: Service;
beforeAll(async () => {
  service = await startService(undefined, { webhooksAllowPrivate: true });
});

const waitFor = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });

async function setUpBusiness(industry = 'restaurant') {
  const { cookie } = await signUp(service, { name: 'Rosa Marino', businessName: 'Bella Vista' });
  const workspaceId: string = (await call(service, 'GET', '/api/me', { cookie })).json.workspaces[0].id;
  await queryAsDbOwner(service.connection, `update workspaces set plan = 'business' where id = $1`, [workspaceId]);
  const asMember = (method: string, path: string, body?: unknown) =>
    call(service, method, `/api${path}`, { cookie, body });
  expectStatus(201, await asMember('POST', '/v1/setup', { industry }));
  const contact = { email: 'hi@bella.example', website: 'https://bella.example' };
  expectStatus(200, await asMember('PUT', '/v1/config', { name: 'Bella Vista', contact }));
  const site: WidgetSite = {
    key: (await createApiKey(service, workspaceId, { kind: 'publishable', origins: [ORIGIN] })).key,
  };
  return { asMember, site };
}
type Business = Awaited<ReturnType<typeof setUpBusiness>>;

/** Starts a visitor’s conversation that asks for a person and gives an email address, if there is one. */
async function visit({ site }: Business, email?: string) {
  const { token } = await startVisitorSession(service, site);
  const body = { message: 'I want to talk to a person', channel: 'widget', ...(email ? { customer: { email } } : {}) };
  const { json } = expectStatus(200, await callFromWidget(service, site, 'POST', '/api/chat', { token, body }));
  expect(json.status).toBe('handoff');
  const eventsPath = `/api/conversations/${json.conversationId}/events`;
  const headers = { authorization: `Bearer ${site.key}`, origin: ORIGIN, 'x-visitor-token': token };
  const id: string = json.conversationId;
  return {
    id,
    followEvents: (after = '') => openEventStream(service, `${eventsPath}${after && `?after=${after}`}`, headers),
    readConversation: () => callFromWidget(service, site, 'GET', `/api/conversations/${id}`, { token }),
    sendMessage: (message: string, email: string) =>
      callFromWidget(service, site, 'POST', '/api/chat', {
        token,
        body: { message, conversationId: id, customer: { email } },
      }),
  };
}

const replyAsTeam = async ({ asMember }: Business, id: string, text: string) =>
  expectStatus(201, await asMember('POST', `/conversations/${id}/messages`, { text })).json;

const countWaitingJobs = async (messageId: string) =>
  (
    await queryAsDbOwner(service.connection, 'select id from graphile_worker.jobs where key = $1', [
      `continue by email ${messageId}`,
    ])
  ).rows.length;

/** Runs the job that waits two minutes after a reply, without the wait. */
async function skipTwoMinuteDelay(messageId: string) {
  await queryAsDbOwner(
    service.connection,
    `select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where key = $1), run_at => now())`,
    [`continue by email ${messageId}`],
  );
  await waitFor(async () => expect(await countWaitingJobs(messageId)).toBe(0));
}

/** Connects a mailbox, and returns the path of its webhook. */
async function connectMailbox({ asMember }: Business): Promise<string> {
  const settings = { address: 'desk@bella.example', receiveBy: 'postmark', smtpHost: '127.0.0.1' };
  const body = { kind: 'email', settings: { ...settings, smtpPort: new URL(smtp.url).port } };
  const { webhookUrl } = expectStatus(201, await asMember('POST', '/channels', body)).json;
  return new URL(webhookUrl).pathname + new URL(webhookUrl).search;
}

const mailboxEmailsTo = (address: string) => smtp.receivedEmails.filter(({ to }) => to.includes(address));
const waitForEmail = async (address: string, emailNumber: number) => {
  await waitFor(() => expect(mailboxEmailsTo(address).length).toBeGreaterThanOrEqual(emailNumber));
  return parseEmail(Buffer.from(mailboxEmailsTo(address)[emailNumber - 1]?.data ?? ''));
};

const replyByEmail = async (
  path: string,
  from: string,
  { id, subject }: { id: string; subject: string },
  text: string,
) =>
  expectStatus(
    200,
    await call(service, 'POST', path, {
      body: {
        FromFull: { Name: 'Dora', Email: from },
        Subject: `Re: ${subject}`,
        TextBody: text,
        Headers: [
          { Name: 'Message-ID', Value: `<${Math.random()}@example.com>` },
          { Name: 'In-Reply-To', Value: id },
        ],
      },
    }),
  );

describe('a reply to a visitor who has left', () => {
  it('is emailed by the service if no mailbox is connected', async () => {
    const business = await setUpBusiness();
    const { id } = await visit(business, 'ana@example.com');
    const { id: messageId, author } = await replyAsTeam(business, id, 'We have a table for you.');
    expect(author).toBe('Rosa');
    expect(await findEmailsTo(service, 'ana@example.com')).toEqual([]);
    await skipTwoMinuteDelay(messageId);
    const [email = ''] = await waitFor(async () => {
      const emails = await findEmailsTo(service, 'ana@example.com');
      expect(emails).toHaveLength(1);
      return emails;
    });
    expect(email).toMatch(/^From: Bella Vista </m);
    expect(email).toMatch(/^Reply-To: hi@bella\.example/m);
    expect(email).toContain('Subject: Your conversation with Bella Vista');
    expect(email).toMatch(
      /We have a table for you\.\s+To reply, open the chat on our website: https:\/\/bella\.example/,
    );
    expect(email).toMatch(/-- \r?\nRosa\r?\nBella Vista/);
  });

  it('is not emailed if the page has received it, if no address is known, or if it is about health', async () => {
    const business = await setUpBusiness();
    const visitor = await visit(business, 'ben@example.com');
    const stream = await visitor.followEvents();
    const seenReply = await replyAsTeam(business, visitor.id, 'Still there?');
    await stream.waitUntil(() => stream.listMessages().length > 0);
    await skipTwoMinuteDelay(seenReply.id);
    stream.close();
    const anonymousVisitor = await visit(business);
    expect(await countWaitingJobs((await replyAsTeam(business, anonymousVisitor.id, 'Hello?')).id)).toBe(0);
    const practice = await setUpBusiness('medical');
    const patient = await visit(practice, 'cleo@example.com');
    expect(await countWaitingJobs((await replyAsTeam(practice, patient.id, 'Your results are here.')).id)).toBe(0);
    for (const address of ['ben@example.com', 'cleo@example.com'])
      expect(await findEmailsTo(service, address)).toEqual([]);
  });

  it('is emailed only if the page has not received it, even outside a handoff or with a forged cursor', async () => {
    const business = await setUpBusiness();
    const [connectedVisitor, forgedCursorVisitor, returningVisitor] = [
      await visit(business, 'fay@example.com'),
      await visit(business, 'gus@example.com'),
      await visit(business, 'hal@example.com'),
    ];
    for (const { id } of [connectedVisitor, forgedCursorVisitor])
      expectStatus(200, await business.asMember('POST', `/conversations/${id}/handback`, {}));
    const streams = [
      await connectedVisitor.followEvents(),
      await forgedCursorVisitor.followEvents(`msg_${'z'.repeat(26)}`),
    ];
    const [seenReply, unseenReply, loadedReply] = [
      await replyAsTeam(business, connectedVisitor.id, 'Still there?'),
      await replyAsTeam(business, forgedCursorVisitor.id, 'Still there?'),
      await replyAsTeam(business, returningVisitor.id, 'Still there?'),
    ];
    await streams[0]?.waitUntil(() => streams[0]?.listMessages().length === 1);
    // A page that was reloaded has read the messages, and continues after the last one.
    streams.push(await returningVisitor.followEvents(loadedReply.id));
    await streams[2]?.waitUntil(() => streams[2]?.events.length === 1);
    for (const { id } of [seenReply, unseenReply, loadedReply]) await skipTwoMinuteDelay(id);
    for (const stream of streams) stream.close();
    await waitFor(async () => expect(await findEmailsTo(service, 'gus@example.com')).toHaveLength(1));
    for (const address of ['fay@example.com', 'hal@example.com'])
      expect(await findEmailsTo(service, address)).toEqual([]);
  });

  it('is sent from the business’s mailbox, and an answer starts an email conversation of the same team member', async () => {
    const business = await setUpBusiness();
    const path = await connectMailbox(business);
    const { id, readConversation } = await visit(business, 'Dora@example.com');
    const { id: messageId } = await replyAsTeam(business, id, 'We have a table for you.');
    await skipTwoMinuteDelay(messageId);
    const email = await waitForEmail('dora@example.com', 1);
    expect(email).toMatchObject({
      subject: 'Your conversation with Bella Vista',
      from: { address: 'desk@bella.example' },
    });
    expect(email.text).toMatch(/^We have a table for you\.\s+-- \s*Rosa\s+Bella Vista/);
    await replyByEmail(path, 'dora@example.com', email, 'When is my booking?');
    const emailConversation = await waitFor(async () => {
      const { data } = expectStatus(200, await business.asMember('GET', '/inbox/conversations')).json;
      expect(data).toHaveLength(2);
      return data.find(({ channel }: { channel: string }) => channel === 'email');
    });
    expect(emailConversation).toMatchObject({ stage: 'waiting', assignee: { name: 'Rosa Marino' } });
    const { messages } = expectStatus(
      200,
      await business.asMember('GET', `/conversations/${emailConversation.id}`),
    ).json;
    expect(messages).toMatchObject([{ role: 'customer', text: 'When is my booking?' }]);
    const { conversations } = expectStatus(
      200,
      await business.asMember('GET', `/conversations/${emailConversation.id}/customer`),
    ).json;
    expect(conversations).toMatchObject([{ id }]);
    // The visitor who entered the address may not own it.
    expect(JSON.stringify(expectStatus(200, await readConversation()).json)).not.toContain('When is my booking?');
    // The team's answer goes out by email, and so does what the team still writes on the website.
    await replyAsTeam(business, emailConversation.id, 'At eight.');
    expect((await waitForEmail('dora@example.com', 2)).text).toContain('At eight.');
    await skipTwoMinuteDelay((await replyAsTeam(business, id, 'Are you still there?')).id);
    expect((await waitForEmail('dora@example.com', 3)).text).toContain('Are you still there?');
  });

  it('goes to the address that the visitor gave last', async () => {
    const business = await setUpBusiness();
    await connectMailbox(business);
    const { id, sendMessage } = await visit(business, 'emmma@example.com');
    await skipTwoMinuteDelay((await replyAsTeam(business, id, 'Hello!')).id);
    await waitForEmail('emmma@example.com', 1);
    await sendMessage('sorry, I mistyped my address', 'emma@example.com');
    await skipTwoMinuteDelay((await replyAsTeam(business, id, 'Never mind.')).id);
    expect((await waitForEmail('emma@example.com', 1)).text).toContain('Never mind.');
    expect(mailboxEmailsTo('emmma@example.com')).toHaveLength(1);
  });
});
