// A visitor leaves the page while the team answers: the reply goes on by email, and so does the conversation.
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { expectStatus } from '../../../test/business.ts';
import { emailsTo } from '../../../test/expect.ts';
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
import { parseMail } from './email/mail.ts';

const smtp = await startMailServer(() => '250 ok');
addCleanup(() => smtp.close());
let service: Service;
beforeAll(async () => {
  service = await startService(undefined, { webhooksAllowPrivate: true });
});

const waitFor = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });

async function openBusiness(industry = 'restaurant') {
  const { cookie } = await signUp(service, { name: 'Rosa Marino', businessName: 'Bella Vista' });
  const workspace: string = (await call(service, 'GET', '/api/me', { cookie })).json.workspaces[0].id;
  await queryAsDbOwner(service.connection, `update workspaces set plan = 'business' where id = $1`, [workspace]);
  const asMember = (method: string, path: string, body?: unknown) =>
    call(service, method, `/api${path}`, { cookie, body });
  expectStatus(201, await asMember('POST', '/v1/setup', { industry }));
  const contact = { email: 'hi@bella.example', website: 'https://bella.example' };
  expectStatus(200, await asMember('PUT', '/v1/config', { name: 'Bella Vista', contact }));
  const page: WidgetSite = {
    key: (await createApiKey(service, workspace, { kind: 'publishable', origins: [ORIGIN] })).key,
  };
  return { asMember, page };
}
type Business = Awaited<ReturnType<typeof openBusiness>>;

/** A visitor who asked for a person and left an address, if one is given. */
async function visit({ page }: Business, email?: string) {
  const { token } = await startVisitorSession(service, page);
  const body = { message: 'I want to talk to a person', channel: 'widget', ...(email ? { customer: { email } } : {}) };
  const { json } = expectStatus(200, await callFromWidget(service, page, 'POST', '/api/chat', { token, body }));
  expect(json.status).toBe('handoff');
  const events = `/api/conversations/${json.conversationId}/events`;
  const headers = { authorization: `Bearer ${page.key}`, origin: ORIGIN, 'x-visitor-token': token };
  const id: string = json.conversationId;
  return {
    id,
    follow: (after = '') => openEventStream(service, `${events}${after && `?after=${after}`}`, headers),
    read: () => callFromWidget(service, page, 'GET', `/api/conversations/${id}`, { token }),
    say: (message: string, email: string) =>
      callFromWidget(service, page, 'POST', '/api/chat', {
        token,
        body: { message, conversationId: id, customer: { email } },
      }),
  };
}

const reply = async ({ asMember }: Business, id: string, text: string) =>
  expectStatus(201, await asMember('POST', `/conversations/${id}/messages`, { text })).json;

const waitingJobs = async (messageId: string) =>
  (
    await queryAsDbOwner(service.connection, 'select id from graphile_worker.jobs where key = $1', [
      `continue by email ${messageId}`,
    ])
  ).rows.length;

/** The two minutes after a reply are over. */
async function passTwoMinutes(messageId: string) {
  await queryAsDbOwner(
    service.connection,
    `select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where key = $1), run_at => now())`,
    [`continue by email ${messageId}`],
  );
  await waitFor(async () => expect(await waitingJobs(messageId)).toBe(0));
}

/** Connects a mailbox, and returns where its mails come in. */
async function connectMailbox({ asMember }: Business): Promise<string> {
  const settings = { address: 'desk@bella.example', receiveBy: 'postmark', smtpHost: '127.0.0.1' };
  const body = { kind: 'email', settings: { ...settings, smtpPort: new URL(smtp.url).port } };
  const { webhookUrl } = expectStatus(201, await asMember('POST', '/channels', body)).json;
  return new URL(webhookUrl).pathname + new URL(webhookUrl).search;
}

const mailsOf = (address: string) => smtp.receivedEmails.filter(({ to }) => to.includes(address));
const latestMailTo = async (address: string, total: number) => {
  await waitFor(() => expect(mailsOf(address).length).toBeGreaterThanOrEqual(total));
  return parseMail(Buffer.from(mailsOf(address)[total - 1]?.data ?? ''));
};

const answerMail = async (path: string, from: string, { id, subject }: { id: string; subject: string }, text: string) =>
  expectStatus(
    200,
    await call(service, 'POST', path, {
      body: {
        ...{ FromFull: { Name: 'Dora', Email: from }, Subject: `Re: ${subject}`, TextBody: text },
        Headers: [
          { Name: 'Message-ID', Value: `<${Math.random()}@example.com>` },
          { Name: 'In-Reply-To', Value: id },
        ],
      },
    }),
  );

describe('a reply to a visitor who has left', () => {
  it('is mailed by the service where no mailbox is connected', async () => {
    const business = await openBusiness();
    const { id } = await visit(business, 'ana@example.com');
    const { id: messageId, author } = await reply(business, id, 'We have a table for you.');
    expect(author).toBe('Rosa');
    expect(await emailsTo(service, 'ana@example.com')).toEqual([]);
    await passTwoMinutes(messageId);
    const [mail = ''] = await waitFor(async () => {
      const mails = await emailsTo(service, 'ana@example.com');
      expect(mails).toHaveLength(1);
      return mails;
    });
    expect(mail).toMatch(/^From: Bella Vista </m);
    expect(mail).toMatch(/^Reply-To: hi@bella\.example/m);
    expect(mail).toContain('Subject: Your conversation with Bella Vista');
    expect(mail).toMatch(
      /We have a table for you\.\s+To reply, open the chat on our website: https:\/\/bella\.example/,
    );
    expect(mail).toMatch(/-- \r?\nRosa\r?\nBella Vista/);
  });

  it('is not mailed if the page has got it, if there is no address, or if it is about health', async () => {
    const business = await openBusiness();
    const there = await visit(business, 'ben@example.com');
    const stream = await there.follow();
    const seen = await reply(business, there.id, 'Still there?');
    await stream.waitUntil(() => stream.messages().length > 0);
    await passTwoMinutes(seen.id);
    stream.close();
    const nameless = await visit(business);
    expect(await waitingJobs((await reply(business, nameless.id, 'Hello?')).id)).toBe(0);
    const practice = await openBusiness('medical');
    const patient = await visit(practice, 'cleo@example.com');
    expect(await waitingJobs((await reply(practice, patient.id, 'Your results are here.')).id)).toBe(0);
    for (const address of ['ben@example.com', 'cleo@example.com']) expect(await emailsTo(service, address)).toEqual([]);
  });

  it('is mailed only if the page has not received it, with or without a handoff, whatever cursor the page sends', async () => {
    const business = await openBusiness();
    const [there, gone, back] = [
      await visit(business, 'fay@example.com'),
      await visit(business, 'gus@example.com'),
      await visit(business, 'hal@example.com'),
    ];
    for (const { id } of [there, gone])
      expectStatus(200, await business.asMember('POST', `/conversations/${id}/handback`, {}));
    const streams = [await there.follow(), await gone.follow(`msg_${'z'.repeat(26)}`)];
    const [seen, unseen, loaded] = [
      await reply(business, there.id, 'Still there?'),
      await reply(business, gone.id, 'Still there?'),
      await reply(business, back.id, 'Still there?'),
    ];
    await streams[0]?.waitUntil(() => streams[0]?.messages().length === 1);
    // A page that was loaded again has read the messages, and goes on after them.
    streams.push(await back.follow(loaded.id));
    await streams[2]?.waitUntil(() => streams[2]?.events.length === 1);
    for (const { id } of [seen, unseen, loaded]) await passTwoMinutes(id);
    for (const stream of streams) stream.close();
    await waitFor(async () => expect(await emailsTo(service, 'gus@example.com')).toHaveLength(1));
    for (const address of ['fay@example.com', 'hal@example.com']) expect(await emailsTo(service, address)).toEqual([]);
  });

  it('goes out by the business’s mailbox, and the answer is for the same team member, but not on the website', async () => {
    const business = await openBusiness();
    const path = await connectMailbox(business);
    const { id, read } = await visit(business, 'Dora@example.com');
    const { id: messageId } = await reply(business, id, 'We have a table for you.');
    await passTwoMinutes(messageId);
    const mail = await latestMailTo('dora@example.com', 1);
    expect(mail).toMatchObject({
      subject: 'Your conversation with Bella Vista',
      from: { address: 'desk@bella.example' },
    });
    expect(mail.text).toMatch(/^We have a table for you\.\s+-- \s*Rosa\s+Bella Vista/);
    await answerMail(path, 'dora@example.com', mail, 'When is my booking?');
    const answered = await waitFor(async () => {
      const { data } = expectStatus(200, await business.asMember('GET', '/inbox/conversations')).json;
      expect(data).toHaveLength(2);
      return data.find(({ channel }: { channel: string }) => channel === 'email');
    });
    expect(answered).toMatchObject({ stage: 'waiting', assignee: { name: 'Rosa Marino' } });
    const { messages } = expectStatus(200, await business.asMember('GET', `/conversations/${answered.id}`)).json;
    expect(messages).toMatchObject([{ role: 'customer', text: 'When is my booking?' }]);
    const { conversations } = expectStatus(
      200,
      await business.asMember('GET', `/conversations/${answered.id}/customer`),
    ).json;
    expect(conversations).toMatchObject([{ id }]);
    // The visitor who entered the address may not own it.
    expect(JSON.stringify(expectStatus(200, await read()).json)).not.toContain('When is my booking?');
    // What the team answers goes to the mail, and what it writes on the website still does as well.
    await reply(business, answered.id, 'At eight.');
    expect((await latestMailTo('dora@example.com', 2)).text).toContain('At eight.');
    await passTwoMinutes((await reply(business, id, 'Are you still there?')).id);
    expect((await latestMailTo('dora@example.com', 3)).text).toContain('Are you still there?');
  });

  it('goes to the address that the visitor gave last', async () => {
    const business = await openBusiness();
    await connectMailbox(business);
    const { id, say } = await visit(business, 'emmma@example.com');
    await passTwoMinutes((await reply(business, id, 'Hello!')).id);
    await latestMailTo('emmma@example.com', 1);
    await say('sorry, I mistyped my address', 'emma@example.com');
    await passTwoMinutes((await reply(business, id, 'Never mind.')).id);
    expect((await latestMailTo('emma@example.com', 1)).text).toContain('Never mind.');
    expect(mailsOf('emmma@example.com')).toHaveLength(1);
  });
});
