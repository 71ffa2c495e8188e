// A visitor leaves the page while the team answers: the reply goes on by email, and so does the conversation.
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { must } from '../../../test/business.ts';
import { mailsTo } from '../../../test/expect.ts';
import { addCleanup, asOwner, call, makeKey, type Service, signUp, startService } from '../../../test/harness.ts';
import { startSmtp } from '../../../test/smtp.ts';
import { fromPage, ORIGIN, openEventStream, type Page, startVisitorSession } from '../../../test/visitor.ts';
import { parseMail } from './email/mail.ts';

const smtp = await startSmtp(() => '250 ok');
addCleanup(() => smtp.close());
let service: Service;
beforeAll(async () => {
  service = await startService(undefined, { webhooksAllowPrivate: true });
});

const waitFor = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });

async function openBusiness(industry = 'restaurant') {
  const { cookie } = await signUp(service, { name: 'Rosa Marino', businessName: 'Bella Vista' });
  const workspace: string = (await call(service, 'GET', '/api/me', { cookie })).json.workspaces[0].id;
  await asOwner(service.connection, `update workspaces set plan = 'business' where id = $1`, [workspace]);
  const asMember = (method: string, path: string, body?: unknown) =>
    call(service, method, `/api${path}`, { cookie, body });
  must(201, await asMember('POST', '/v1/setup', { industry }));
  const contact = { email: 'hi@bella.example', website: 'https://bella.example' };
  must(200, await asMember('PUT', '/v1/config', { name: 'Bella Vista', contact }));
  const page: Page = { key: (await makeKey(service, workspace, { kind: 'publishable', origins: [ORIGIN] })).key };
  return { asMember, page };
}
type Business = Awaited<ReturnType<typeof openBusiness>>;

/** A visitor who asked for a person and left an address, if one is given. */
async function visit({ page }: Business, email?: string) {
  const { token } = await startVisitorSession(service, page);
  const body = { message: 'I want to talk to a person', channel: 'widget', ...(email ? { customer: { email } } : {}) };
  const { json } = must(200, await fromPage(service, page, 'POST', '/api/chat', { token, body }));
  expect(json.status).toBe('handoff');
  const events = `/api/conversations/${json.conversationId}/events`;
  const headers = { authorization: `Bearer ${page.key}`, origin: ORIGIN, 'x-frontdesk-visitor': token };
  return { id: json.conversationId as string, follow: () => openEventStream(service, events, headers) };
}

const reply = async ({ asMember }: Business, id: string, text: string) =>
  must(201, await asMember('POST', `/conversations/${id}/messages`, { text })).json;

const waitingJobs = async (messageId: string) =>
  (
    await asOwner(service.connection, 'select id from graphile_worker.jobs where key = $1', [
      `continue by email ${messageId}`,
    ])
  ).rows.length;

/** The two minutes after a reply are over. */
async function passTwoMinutes(messageId: string) {
  await asOwner(
    service.connection,
    `select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where key = $1), run_at => now())`,
    [`continue by email ${messageId}`],
  );
  await waitFor(async () => expect(await waitingJobs(messageId)).toBe(0));
}

describe('a reply to a visitor who has left', () => {
  it('is mailed by the service where no mailbox is connected', async () => {
    const business = await openBusiness();
    const { id } = await visit(business, 'ana@example.com');
    const { id: messageId, author } = await reply(business, id, 'We have a table for you.');
    expect(author).toBe('Rosa');
    expect(await mailsTo(service, 'ana@example.com')).toEqual([]);
    await passTwoMinutes(messageId);
    const [mail = ''] = await waitFor(async () => {
      const mails = await mailsTo(service, 'ana@example.com');
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
    for (const address of ['ben@example.com', 'cleo@example.com']) expect(await mailsTo(service, address)).toEqual([]);
  });

  it('goes out by the business’s mailbox, and the answer lands in the same conversation', async () => {
    const business = await openBusiness();
    const settings = { address: 'desk@bella.example', receiveBy: 'postmark', smtpHost: '127.0.0.1' };
    const connection = must(
      201,
      await business.asMember('POST', '/channels', {
        kind: 'email',
        settings: { ...settings, smtpPort: new URL(smtp.url).port },
      }),
    ).json;
    const { id } = await visit(business, 'Dora@example.com');
    const { id: messageId } = await reply(business, id, 'We have a table for you.');
    await passTwoMinutes(messageId);
    const received = await waitFor(() => {
      const mails = smtp.received.filter(({ to }) => to.includes('dora@example.com'));
      expect(mails).toHaveLength(1);
      return mails[0]?.data ?? '';
    });
    const mail = await parseMail(Buffer.from(received));
    expect(mail).toMatchObject({
      subject: 'Your conversation with Bella Vista',
      from: { address: 'desk@bella.example' },
    });
    expect(mail.text).toMatch(/^We have a table for you\.\s+-- \s*Rosa\s+Bella Vista/);
    const path = connection.webhookUrl.replace(/^.*(?=\/hooks)/, '');
    const answer = {
      FromFull: { Name: 'Dora', Email: 'dora@example.com' },
      Subject: `Re: ${mail.subject}`,
      TextBody: 'Great, see you at eight!',
      Headers: [
        { Name: 'Message-ID', Value: '<answer@example.com>' },
        { Name: 'In-Reply-To', Value: mail.id },
      ],
    };
    must(200, await call(service, 'POST', path, { body: answer }));
    await waitFor(async () => {
      const { messages } = must(200, await business.asMember('GET', `/conversations/${id}`)).json;
      expect(messages.at(-1)).toMatchObject({ role: 'customer', text: 'Great, see you at eight!' });
    });
    const { data } = must(200, await business.asMember('GET', '/inbox/conversations')).json;
    expect(data).toMatchObject([{ id, stage: 'waiting', channel: 'widget' }]);
  });
});
