import { beforeAll, describe, expect, it } from 'vitest';
import { expectProblem } from '../../../test/expect.ts';
import {
  call,
  createApiKey,
  createWorkspace,
  queryAsDbOwner,
  type Service,
  signUp,
  startService,
} from '../../../test/harness.ts';
import { runTask } from '../../../test/jobs.ts';
import { createTestClock, findLatestEmail, submitForm, waitForEmails } from '../../../test/live-business.ts';
import { callFromWidget, ORIGIN, signIdentity, startVisitorSession, type WidgetSite } from '../../../test/visitor.ts';
import { type Business, EMPTY_DOCUMENT } from '../../capability/document.ts';
import { WIDGET_LIMITS } from '../access/widget-limits.ts';
import type { Message } from './conversation.ts';
import { composeTranscriptEmail } from './transcript-emails.ts';

const clock = createTestClock(new Date().toISOString());
/** Raised, because all tests share one IP address. */
const limits = {
  ...WIDGET_LIMITS,
  sessionsPerMinute: { address: 10_000 },
  messagesPerMinute: { visitor: 10_000, address: 10_000 },
  transcriptsPerHour: { ...WIDGET_LIMITS.transcriptsPerHour, address: 10_000 },
};
let service: Service;
let key: string;
let restaurantSite: WidgetSite;
let guestCount = 0;

const openBusiness = async () => {
  const workspace = await createWorkspace(service);
  for (const industry of ['restaurant', 'medical'])
    await call(service, 'POST', '/api/v1/setup', { key: workspace.key, body: { industry } });
  const site = { key: (await createApiKey(service, workspace.id, { kind: 'publishable', origins: [ORIGIN] })).key };
  return { ...workspace, site };
};

beforeAll(async () => {
  service = await startService(undefined, {}, { widget: { limits }, clock });
  ({ key, site: restaurantSite } = await openBusiness());
});

const newGuestEmail = () => `guest${++guestCount}@example.com`;

/** Starts a conversation and returns a function that requests its transcript, optionally on another instance. */
async function startConversation(
  businessType = 'restaurant',
  options: { instance?: Service; site?: WidgetSite; identity?: string } = {},
) {
  const { instance = service, site = restaurantSite, identity } = options;
  const { token } = await startVisitorSession(service, site, identity ? { identity } : {});
  const body = {
    message: 'Your account is locked: <b>http://evil.example</b>',
    businessType,
    businessName: 'Your Bank',
    customer: { name: 'Call 900 EVIL' },
  };
  const { json } = await callFromWidget(service, site, 'POST', '/api/chat', { token, body });
  const path = `/api/conversations/${json.conversationId}/transcript`;
  const requestTranscript = (email: unknown = newGuestEmail()) =>
    callFromWidget(instance, site, 'POST', path, { token, body: { email } });
  return { requestTranscript, path, token, id: json.conversationId as string };
}

const waitForEmail = async (email: string) => {
  await waitForEmails(service);
  return findLatestEmail(service, email);
};

describe('a transcript', () => {
  it('requested by the business’s own server is sent at once, as text and HTML', async () => {
    const { path } = await startConversation();
    const response = await call(service, 'POST', path, { key, body: { email: 'dana@example.com' } });
    expect([response.status, response.json]).toEqual([202, { email: 'dana@example.com', sent: 'transcript' }]);
    const { text: email } = await waitForEmail('dana@example.com');
    expect(email).toMatch(/^To: dana@example\.com/m);
    expect(email).toMatch(/^Subject: Your conversation with Bella Vista/m);
    expect(email).toMatch(/text\/plain/);
    expect(email).toMatch(/text\/html/);
    expect(email).toContain('locked: <b>http://evil.example</b>');
    expect(email).toContain('locked: &#60;b&#62;http://evil.example&#60;/b&#62;');
    expect(email).not.toContain('Your Bank');
  });

  it('requested by a visitor is sent only after the address’s owner confirms', async () => {
    const { requestTranscript, id } = await startConversation();
    const email = newGuestEmail();
    const response = await requestTranscript(email);
    expect([response.status, response.json]).toEqual([202, { email, sent: 'confirmation' }]);
    const confirmation = await waitForEmail(email);
    expect(confirmation.count).toBe(1);
    expect(confirmation.text).toContain('Someone asked Bella Vista to send');
    // Without the random characters of links and ids, which may spell anything.
    const readableText = confirmation.text.replace(/\S{20,}/g, '');
    expect(readableText).toContain('Someone asked');
    expect(readableText).not.toMatch(/evil|locked|Your Bank|900/i);
    expect(confirmation.transcript).not.toContain(email);

    for (const method of ['GET', 'HEAD', 'GET']) {
      const pageResponse = await call(service, method, confirmation.transcript);
      expect(pageResponse.status).toBe(200);
      expect(pageResponse.text).not.toMatch(/evil|<script|Your Bank/i);
    }
    expect((await waitForEmail(email)).count).toBe(1);

    for (let n = 0; n < 2; n++)
      expect((await submitForm(service, confirmation.transcript, {})).text).toContain('on its way');
    const transcript = await waitForEmail(email);
    expect(transcript.count).toBe(2);
    expect(transcript.text).toMatch(/^Subject: Your conversation with Bella Vista/m);
    expect(transcript.text).toContain('http://evil.example');

    expect((await requestTranscript(email.toUpperCase())).json).toMatchObject({ sent: 'transcript' });
    expect((await requestTranscript()).json).toMatchObject({ sent: 'confirmation' });
    expect((await (await startConversation()).requestTranscript(email)).json).toMatchObject({ sent: 'confirmation' });
    const { rows } = await queryAsDbOwner(
      service.connection,
      'select t::text as row from transcript_addresses t where conversation_id = $1',
      [id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].row).not.toContain('guest');
  });

  it('is sent at once only to the email of a signed identity', async () => {
    const { cookie, email: owner } = await signUp(service);
    const { json } = await call(service, 'POST', '/api/widget/identity-secret', { cookie, body: {} });
    const { id } = (await call(service, 'GET', '/api/me', { cookie })).json.workspaces[0];
    const secretKey = await createApiKey(service, id);
    await call(service, 'POST', '/api/v1/setup', { key: secretKey.key, body: { industry: 'restaurant' } });
    const site = { key: (await createApiKey(service, id, { kind: 'publishable', origins: [ORIGIN] })).key };
    const identity = await signIdentity(json.secret, { sub: 'user-7', email: 'Dana@Example.com' });
    const { requestTranscript } = await startConversation('restaurant', { site, identity });
    expect((await requestTranscript('dana@example.com')).json).toEqual({
      email: 'dana@example.com',
      sent: 'transcript',
    });
    expect((await requestTranscript(owner)).json).toEqual({ email: owner, sent: 'confirmation' });
  });

  it('is confirmed by an unforgeable link that is valid for a day, also for the longest address', async () => {
    const { requestTranscript } = await startConversation();
    const domain = ['a'.repeat(63), 'b'.repeat(63), 'c'.repeat(50), 'example.com'].join('.');
    const longAddress = `${'x'.repeat(253 - domain.length)}@${domain}`;
    expect(longAddress).toHaveLength(254);
    for (const email of [longAddress, newGuestEmail()]) {
      expect((await requestTranscript(email)).status).toBe(202);
      const { transcript } = await waitForEmail(email);
      expect((await call(service, 'GET', transcript)).status).toBe(200);
      const changedIndex = transcript.length - 30;
      const otherCharacter = transcript[changedIndex] === 'A' ? 'B' : 'A';
      for (const wrongUrl of [
        `${transcript.slice(0, changedIndex)}${otherCharacter}${transcript.slice(changedIndex + 1)}`,
        transcript.replace('/transcript/', '/unsubscribe/'),
        '/transcript/nonsense',
      ])
        expect((await submitForm(service, wrongUrl, {})).status).toBe(404);
      const now = clock();
      clock.set(new Date(now.getTime() + 86_500_000).toISOString());
      expect((await submitForm(service, transcript, {})).status).toBe(410);
      clock.set(now.toISOString());
      expect((await waitForEmail(email)).count).toBe(1);
    }
  });

  it('is not sent by an earlier link once the conversation is about health', async () => {
    const { requestTranscript, id } = await startConversation();
    const email = newGuestEmail();
    await requestTranscript(email);
    const { transcript } = await waitForEmail(email);
    await queryAsDbOwner(service.connection, `update conversations set business_type = 'medical' where id = $1`, [id]);
    expect((await submitForm(service, transcript, {})).status).toBe(410);
    expect((await waitForEmail(email)).count).toBe(1);
  });

  it('is sent at most three times an hour across all instances', async () => {
    const { requestTranscript, path } = await startConversation();
    for (let n = 0; n < 3; n++) expect((await requestTranscript()).status).toBe(202);
    const rejected = await requestTranscript();
    expectProblem(rejected, 429, 'rate_limited');
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(3_500);
    const otherInstance = await startService(service.connection);
    expectProblem(
      await call(otherInstance, 'POST', path, { key, body: { email: 'ann@example.com' } }),
      429,
      'rate_limited',
    );
    expect((await (await startConversation()).requestTranscript()).status).toBe(202);
  });

  it('is offered to an address at most three times an hour across conversations', async () => {
    const email = newGuestEmail();
    for (let n = 0; n < 3; n++) expect((await (await startConversation()).requestTranscript(email)).status).toBe(202);
    expectProblem(await (await startConversation()).requestTranscript(email.toUpperCase()), 429, 'rate_limited');
  });

  it('has a daily limit per workspace, with any key', async () => {
    const cappedLimits = { ...limits, transcriptsOfWorkspace: { perDay: 2 } };
    const cappedInstance = await startService(
      service.connection,
      { jobs: 'off' },
      { widget: { limits: cappedLimits } },
    );
    const business = await openBusiness();
    const firstConversation = await startConversation('restaurant', { instance: cappedInstance, site: business.site });
    expect((await firstConversation.requestTranscript()).status).toBe(202);
    const sendWithSecretKey = () =>
      call(cappedInstance, 'POST', firstConversation.path, { key: business.key, body: { email: 'ann@example.com' } });
    expect((await sendWithSecretKey()).json).toMatchObject({ sent: 'transcript' });
    await runTask(service, 'service.purge');
    const ageCounters = (interval: string) =>
      queryAsDbOwner(service.connection, `update attempt_counters set window_start = window_start - $1::interval`, [
        interval,
      ]);
    await ageCounters('2 hours');
    await runTask(service, 'service.purge');
    for (const rejected of [
      await sendWithSecretKey(),
      await (
        await startConversation('restaurant', { instance: cappedInstance, site: business.site })
      ).requestTranscript(),
    ]) {
      expectProblem(rejected, 429, 'rate_limited');
      expect(rejected.json.detail).toMatch(/2 transcripts .* in a day/);
      expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(70_000);
    }
    expect((await (await startConversation()).requestTranscript()).status).toBe(202);
    await ageCounters('22 hours');
    expect((await sendWithSecretKey()).status).toBe(202);
  });

  it('is not sent for conversations about health', async () => {
    const { requestTranscript, path } = await startConversation('medical');
    const rejected = await requestTranscript();
    expectProblem(rejected, 409, 'conflict');
    expect(rejected.json.detail).toMatch(/don’t email health conversations/);
    expectProblem(await call(service, 'POST', path, { key, body: { email: 'a@example.com' } }), 409, 'conflict');
  });

  it('is rejected without an address or scope, and enqueues nothing', async () => {
    const { requestTranscript, path } = await startConversation();
    const countJobs = async () =>
      (await queryAsDbOwner(service.connection, 'select count(*)::int as n from graphile_worker.jobs')).rows[0].n;
    const countBefore = await countJobs();
    expectProblem(await requestTranscript('nonsense'), 422, 'validation_failed');
    expectProblem(await call(service, 'POST', path, { body: { email: 'a@example.com' } }), 401, 'missing_api_key');
    const otherWorkspace = await createWorkspace(service);
    expectProblem(
      await call(service, 'POST', path, { key: otherWorkspace.key, body: { email: 'a@b.co' } }),
      404,
      'not_found',
    );
    const readOnlyKey = await createApiKey(service, otherWorkspace.id, { scopes: ['conversations:read'] });
    const rejected = await call(service, 'POST', path, { key: readOnlyKey.key, body: { email: 'a@example.com' } });
    expectProblem(rejected, 403, 'insufficient_scope');
    expect(await countJobs()).toBeLessThanOrEqual(countBefore);
  });

  it('escapes messages and the business name', () => {
    const message = (role: Message['role'], text: string) =>
      ({ role, text, created_at: new Date('2026-11-18T15:00:00Z') }) as Message;
    const business = { ...EMPTY_DOCUMENT, name: 'x', timezone: 'America/New_York' } as Business;
    const name = '<script>"Bella"\r\nBcc: all@example.com';
    const email = composeTranscriptEmail(
      'd@example.com',
      { name, senderName: name },
      [message('customer', '<img src=x onerror=alert(1)>\n&')],
      business,
    );
    expect(email.subject).toBe('Your conversation with <script>"Bella" Bcc: all@example.com');
    expect(email.html).not.toMatch(/<(script|img)/);
    expect(email.html).toContain('&#60;img src=x onerror=alert(1)&#62;<br>&#38;');
    expect(email.text).toMatch(/^You, Nov 18, 2026, 10:00\sAM\n<img/);
  });
});
