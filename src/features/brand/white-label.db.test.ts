// What customers of a white-label business see: nothing names the service, on any page, in any email or header.
import PostalMime from 'postal-mime';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createEveryDayHours, expectStatus } from '../../../test/business.ts';
import { expectProblem } from '../../../test/expect.ts';
import { addCleanup, call, createApiKey, queryAsDbOwner, type Service, startService } from '../../../test/harness.ts';
import { callOnHost } from '../../../test/http.ts';
import { createPng } from '../../../test/images.ts';
import { runTask } from '../../../test/jobs.ts';
import { createTestClock, waitForEmails } from '../../../test/live-business.ts';
import { callAsMember, createTeam } from '../../../test/members.ts';
import { openNameServer } from '../../../test/name-server.ts';
import { startMailServer } from '../../../test/smtp.ts';
import { callFromWidget, ORIGIN } from '../../../test/visitor.ts';
import { REMINDERS_TASK } from '../reminders/jobs.ts';

const DOMAIN = 'desk.lumen.example';
const PUBLIC_URL = 'http://desk.operator.example';
const PRODUCT_PATTERN = /frontdesk/i;
const SALON = {
  name: 'Lumen Salon Inc.',
  timezone: 'America/New_York',
  contact: { phone: '212 555 0100', email: 'hi@lumen.example' },
  hours: createEveryDayHours(['09:00', '18:00']),
  closures: [],
  booking: { noticeMinutes: 60, horizonDays: 60, slotMinutes: 30, cancelUntilMinutes: 60 },
  salon: {
    services: [{ id: 'cut', name: 'Cut', price: 5000, durationMinutes: 60, bufferMinutes: 0 }],
    stylists: [{ id: 'ana', name: 'Ana' }],
  },
};

const clock = createTestClock();
let service: Service;
let team: Awaited<ReturnType<typeof createTeam>>;
let key: string;
let publishableKey: string;
let smtp: Awaited<ReturnType<typeof startMailServer>>;
let nameServer: Awaited<ReturnType<typeof openNameServer>>;

const asAdmin = (method: string, path: string, body?: unknown) =>
  callAsMember(service, team.admin, team.workspace, method, path, body);
const asWorkspaceOwner = (method: string, path: string, body?: unknown) =>
  callAsMember(service, team.owner, team.workspace, method, path, body);
const setPlan = (plan: string) =>
  queryAsDbOwner(service.connection, 'update workspaces set plan = $2 where live_id = $1', [team.workspace, plan]);
const widgetSettings = async () =>
  expectStatus(200, await callFromWidget(service, { key: publishableKey }, 'POST', '/api/widget/session', { body: {} }))
    .json.settings;

/** Emails to an address, raw and parsed. */
async function listEmailsTo(address: string) {
  await waitForEmails(service);
  const raw = smtp.receivedEmails.filter(({ to }) => to.includes(address)).map(({ data }) => data);
  return Promise.all(raw.map(async (data) => ({ raw: data, parsedEmail: await PostalMime.parse(data) })));
}

async function findLastEmailTo(address: string) {
  const lastEmail = (await listEmailsTo(address)).at(-1);
  if (!lastEmail) throw new Error(`no email to ${address}`);
  const text = `${lastEmail.parsedEmail.text} ${lastEmail.parsedEmail.html}`;
  return { ...lastEmail, text, link: (path: string) => new RegExp(`http://([^/\\s"]+)(/${path}/[\\w.-]+)`).exec(text) };
}

let guestCount = 0;
async function book(startsAt: string) {
  const email = `guest${++guestCount}@example.com`;
  const body = { service: 'cut', startsAt, customer: { name: 'Dana Fox', email } };
  expectStatus(201, await call(service, 'POST', '/api/v1/salon/appointments', { key, body }));
  return email;
}

beforeAll(async () => {
  // Accounts are created on a service that sends no email, or each would have to be confirmed.
  const serviceWithoutMail = await startService(undefined, { jobs: 'off' });
  team = await createTeam(serviceWithoutMail);
  ({ key } = await createApiKey(serviceWithoutMail, team.workspace));
  ({ key: publishableKey } = await createApiKey(serviceWithoutMail, team.workspace, {
    kind: 'publishable',
    origins: [ORIGIN],
  }));
  smtp = await startMailServer();
  addCleanup(async () => smtp.close());
  nameServer = await openNameServer(() => []);
  addCleanup(() => nameServer.close());
  const config = { smtpUrl: smtp.url, mailFrom: 'Frontdesk <noreply@mail.example>', publicUrl: PUBLIC_URL };
  service = await startService(
    serviceWithoutMail.connection,
    { ...config, dnsServers: [nameServer.server] },
    { clock },
  );
  expectStatus(201, await call(service, 'POST', '/api/v1/setup', { key, body: { industry: 'salon' } }));
  expectStatus(200, await call(service, 'PUT', '/api/v1/config', { key, body: SALON }));
});

describe('a domain', () => {
  it('is used only once its DNS proves it', async () => {
    for (const domain of ['localhost', '127.0.0.1', 'https://x.example', 'x.example/path', 'desk.operator.example'])
      expectProblem(await asWorkspaceOwner('PUT', '/api/brand/domain', { domain }), 422, 'validation_failed');
    const { json } = expectStatus(
      200,
      await asWorkspaceOwner('PUT', '/api/brand/domain', { domain: DOMAIN.toUpperCase() }),
    );
    expect(json).toMatchObject({ domain: DOMAIN, status: 'pending', record: { type: 'TXT' } });
    const domainStatus = async () => (await call(service, 'GET', `/api/brand/domains?domain=${DOMAIN}`)).status;
    const verify = async () =>
      expectStatus(200, await asWorkspaceOwner('POST', '/api/brand/domain/verify', {})).json.status;
    expect([await verify(), await domainStatus()]).toEqual(['pending', 404]);
    nameServer.txtRecords.set(json.record.name, ['something else', `${json.record.value}0`]);
    expect(await verify()).toBe('pending');
    const email = await book('2026-11-18T10:00');
    expect((await findLastEmailTo(email)).link('booking')?.[1]).toBe('desk.operator.example');
    nameServer.txtRecords.set(json.record.name, ['something else', json.record.value]);
    expect([await verify(), await domainStatus()]).toEqual(['verified', 200]);
    expect(nameServer.queries.at(-1)).toBe(`TXT ${json.record.name}`);
  });

  it('belongs to one workspace, and asking again changes nothing', async () => {
    const otherTeam = await createTeam(await startService(service.connection, { jobs: 'off' }));
    const asOtherOwner = (method: string, path: string, body?: unknown) =>
      callAsMember(service, otherTeam.owner, otherTeam.workspace, method, path, body);
    const { json } = expectStatus(200, await asOtherOwner('PUT', '/api/brand/domain', { domain: DOMAIN }));
    const ownRecords = nameServer.txtRecords.get(json.record.name) ?? [];
    nameServer.txtRecords.set(json.record.name, [...ownRecords, json.record.value]);
    expectProblem(await asOtherOwner('POST', '/api/brand/domain/verify', {}), 409, 'conflict');
    nameServer.txtRecords.set(json.record.name, ownRecords);
    expect(expectStatus(200, await asWorkspaceOwner('PUT', '/api/brand/domain', { domain: DOMAIN })).json.status).toBe(
      'verified',
    );
    // An admin who chose the domain could read the owner's password reset link there.
    expectProblem(await asAdmin('PUT', '/api/brand/domain', { domain: DOMAIN }), 403, 'insufficient_scope');
  });
});

describe('a brand', () => {
  it('is set in the document', async () => {
    const image = createPng().toString('base64');
    const { avatarUrl } = expectStatus(
      201,
      await call(service, 'POST', '/api/v1/widget/pictures', { key, body: { image } }),
    ).json;
    const brand = { name: 'Lumen', color: '#7a1fa2', logoUrl: avatarUrl, senderName: 'Lumen Team' };
    expectStatus(200, await call(service, 'PUT', '/api/v1/config', { key, body: { brand } }));
    expect((await asAdmin('GET', '/api/brand')).json).toEqual({ available: true, brand, settings: brand });
    const id = avatarUrl.split('/').at(-1).split('.')[0];
    expectProblem(await call(service, 'DELETE', `/api/v1/widget/pictures/${id}`, { key }), 409, 'conflict');
  });

  it('is the widget’s, and hides who powers it', async () => {
    expect(await widgetSettings()).toMatchObject({
      title: 'Lumen',
      color: '#7a1fa2',
      poweredBy: false,
      avatarUrl: expect.stringMatching(`^http://${DOMAIN}/pictures/`),
    });
  });

  it('is on every page and in every email that customers see, and the service’s name is on none', async () => {
    const email = await book('2026-11-18T12:00');
    const confirmation = await findLastEmailTo(email);
    clock.set('2026-11-17T12:30:00-05:00');
    await runTask(service, REMINDERS_TASK, {}, clock);
    await vi.waitFor(async () => expect(await listEmailsTo(email)).toHaveLength(2), { timeout: 60_000, interval: 25 });
    const reminder = await findLastEmailTo(email);
    const { conversationId } = expectStatus(
      200,
      await call(service, 'POST', '/api/chat', { key, body: { message: 'Hi' } }),
    ).json;
    const transcriptBody = { email: 'reader@example.com' };
    expectStatus(
      202,
      await call(service, 'POST', `/api/conversations/${conversationId}/transcript`, { key, body: transcriptBody }),
    );
    const embeddingSite = { key: publishableKey };
    const { token } = expectStatus(
      200,
      await callFromWidget(service, embeddingSite, 'POST', '/api/widget/session', { body: {} }),
    ).json;
    const chatRequest = { token, body: { message: 'Hello', channel: 'widget' } };
    const chatId = expectStatus(200, await callFromWidget(service, embeddingSite, 'POST', '/api/chat', chatRequest))
      .json.conversationId;
    const path = `/api/conversations/${chatId}/transcript`;
    expectStatus(
      202,
      await callFromWidget(service, embeddingSite, 'POST', path, { token, body: { email: 'visitor@example.com' } }),
    );
    const emails = [
      ...(await listEmailsTo(email)),
      ...(await listEmailsTo('reader@example.com')),
      ...(await listEmailsTo('visitor@example.com')),
    ];
    expect(emails).toHaveLength(4);
    for (const { raw, parsedEmail } of emails) {
      expect([raw, parsedEmail.text, parsedEmail.html].join('\n')).not.toMatch(PRODUCT_PATTERN);
      expect(parsedEmail.from).toMatchObject({ name: 'Lumen Team', address: 'noreply@mail.example' });
      for (const { content } of parsedEmail.attachments)
        expect(Buffer.from(content as ArrayBuffer).toString()).not.toMatch(PRODUCT_PATTERN);
    }
    expect(confirmation.parsedEmail.html).toContain('background:#7a1fa2');
    expect(confirmation.parsedEmail.subject).toMatch(/ – Lumen$/);

    const linkPathIn = (email: typeof reminder, name: string) => {
      const [, host, linkPath = ''] = email.link(name) ?? [];
      expect(host).toBe(DOMAIN);
      return linkPath;
    };
    const bookingPath = linkPathIn(reminder, 'booking');
    const paths = [
      ...[
        bookingPath,
        `${bookingPath}/cancel`,
        `${bookingPath}/move`,
        `${bookingPath}/calendar.ics`,
        `${bookingPath}broken`,
      ],
      linkPathIn(reminder, 'unsubscribe'),
      linkPathIn(await findLastEmailTo('visitor@example.com'), 'transcript'),
      ...['/pages/style.css', '/pages/booking.css', '/pages/status.css', '/brand/7a1fa2.css'],
      ...['/', '/login', '/manifest.webmanifest', '/status', '/docs', '/problems', '/openapi.json'],
    ];
    for (const pagePath of paths) {
      const { status, text, headers } = await callOnHost(service, DOMAIN, pagePath);
      expect([pagePath, status]).toEqual([pagePath, pagePath.endsWith('broken') ? 404 : 200]);
      // The word in a file's name or in a script is not shown to anybody.
      expect([pagePath, PRODUCT_PATTERN.exec(text + JSON.stringify(headers))?.[0]]).toEqual([pagePath, undefined]);
    }
    for (const pagePath of [bookingPath, '/status', '/login', '/problems'])
      expect((await callOnHost(service, DOMAIN, pagePath)).text).toMatch(/<title>.*Lumen<\/title>/);
    expect(JSON.parse((await callOnHost(service, DOMAIN, '/manifest.webmanifest')).text)).toMatchObject({
      name: 'Lumen',
      short_name: 'Lumen',
      theme_color: '#7a1fa2',
      icons: [{ src: expect.stringContaining('/pictures/') }],
    });
  });

  it('is in every email about an account of its team, and the service’s name is in none', async () => {
    const callOnDomain = async (path: string, body: object, cookie?: string) => {
      const response = await callOnHost(service, DOMAIN, path, { body, ...(cookie ? { cookie } : {}) });
      expect([path, response.status, PRODUCT_PATTERN.exec(response.text + JSON.stringify(response.headers))]).toEqual([
        path,
        200,
        null,
      ]);
      return response;
    };
    const { email, password } = team.agent;
    const invitedEmail = 'invited@example.com';
    expectStatus(201, await asAdmin('POST', '/api/invitations', { email: invitedEmail, role: 'agent' }));
    const leaveOtherWorkspaces = `delete from members where workspace_id <> $1 and user_id = (select id from auth_users where email = $2)`;
    await queryAsDbOwner(service.connection, leaveOtherWorkspaces, [team.workspace, email]);
    await callOnDomain('/api/auth/request-password-reset', { email });
    const newcomer = { name: 'Nia New', email: 'newcomer@example.com', password: 'Correct-horse-9' };
    await callOnDomain('/api/auth/sign-up/email', newcomer);
    await callOnDomain('/api/auth/sign-up/email', { ...newcomer, email });
    await waitForEmails(service);
    const emails = [
      ...(await listEmailsTo(invitedEmail)),
      ...(await listEmailsTo(email)),
      ...(await listEmailsTo(newcomer.email)),
    ];
    expect(emails.map(({ parsedEmail }) => parsedEmail.subject)).toEqual([
      expect.stringContaining('invited you to join'),
      'Reset your Lumen password',
      'You already have an account with Lumen',
      'Confirm your email for Lumen',
    ]);
    for (const { raw, parsedEmail } of emails) {
      expect(raw + parsedEmail.text).not.toMatch(PRODUCT_PATTERN);
      expect(parsedEmail.from).toMatchObject({ name: 'Lumen Team', address: 'noreply@mail.example' });
      for (const [, host] of (parsedEmail.text ?? '').matchAll(/http:\/\/([^/]+)/g)) expect(host).toBe(DOMAIN);
    }
    // Cookies, and what the authenticator app shows.
    await queryAsDbOwner(service.connection, 'update auth_users set "emailVerified" = true where email = $1', [email]);
    const { headers } = await callOnDomain('/api/auth/sign-in/email', { email, password });
    const cookie = [headers['set-cookie'] ?? []].flat().map((setCookie) => setCookie.split(';')[0]);
    const { text } = await callOnDomain('/api/auth/two-factor/enable', { password }, cookie.join('; '));
    expect(JSON.parse(text).totpURI).toContain('issuer=Lumen');
  });

  it('gets no reset link on its domain for an account that also belongs to another workspace', async () => {
    const { email } = team.admin;
    await callOnHost(service, DOMAIN, '/api/auth/request-password-reset', { body: { email } });
    const { parsedEmail } = await findLastEmailTo(email);
    expect(parsedEmail.text).toContain(`${PUBLIC_URL}/reset-password?token=`);
    expect(parsedEmail.text).not.toContain(DOMAIN);
  });

  it('opens only its own links on its domain, and no unproven host has a brand', async () => {
    const link = (await findLastEmailTo('guest2@example.com')).link('booking')?.[2] ?? '';
    expect((await callOnHost(service, 'other.example', link)).status).toBe(421);
    const unknownHostResponse = await callOnHost(service, 'other.example', '/login');
    expect([
      unknownHostResponse.status,
      unknownHostResponse.headers['content-type'],
      JSON.parse(unknownHostResponse.text).code,
    ]).toEqual([421, 'application/problem+json; charset=utf-8', 'unknown_host']);
    const knownNames = ['desk.operator.example', 'desk.operator.example.', `${DOMAIN}.`];
    for (const host of ['localhost:3000', '10.0.0.7', '[::1]:3000', 'frontdesk', ...knownNames])
      expect((await callOnHost(service, host, '/login')).status).toBe(200);
    expect((await callOnHost(service, `${DOMAIN}.`, '/login')).text).toBe(
      (await callOnHost(service, DOMAIN, '/login')).text,
    );
    expect((await callOnHost(service, 'other.example', '/api/health')).status).toBe(200);
    expect((await callOnHost(service, 'other.example', '/docs/guides/health-data')).status).toBe(421);
    const foreignLink = link.replace(/ws_[0-9a-z]+/, 'ws_01k9z0v3w8e5r7t2y4u6i8o0pa');
    expect((await callOnHost(service, DOMAIN, foreignLink)).status).toBe(404);
  });

  it('is hidden after a downgrade of the plan, and returns with an upgrade', async () => {
    const link = (await findLastEmailTo('guest2@example.com')).link('booking')?.[2] ?? '';
    await setPlan('professional');
    const email = await book('2026-11-19T10:00');
    const { parsedEmail, link: linkTo } = await findLastEmailTo(email);
    expect(parsedEmail.from?.name).toBe('Lumen Salon Inc.');
    expect(linkTo('booking')?.[1]).toBe('desk.operator.example');
    expect((await callOnHost(service, DOMAIN, '/login')).text).toContain('<title>Frontdesk</title>');
    // Links from before still open, as the business without its brand.
    const page = await callOnHost(service, DOMAIN, link);
    expect([page.status, page.text.includes('Lumen Salon Inc.')]).toEqual([200, true]);
    await vi.waitFor(async () => expect(await widgetSettings()).toMatchObject({ poweredBy: true }), {
      timeout: 60_000,
    });
    expectProblem(await asWorkspaceOwner('POST', '/api/brand/domain/verify', {}), 403, 'plan_required');
    const body = { brand: { name: 'Another' } };
    expectProblem(await call(service, 'PUT', '/api/v1/config', { key, body }), 403, 'plan_required');
    // An unchanged brand is accepted.
    const { brand } = (await call(service, 'GET', '/api/v1/config', { key })).json;
    expectStatus(200, await call(service, 'PUT', '/api/v1/config', { key, body: { brand } }));
    await setPlan('business');
    await vi.waitFor(async () => expect(await widgetSettings()).toMatchObject({ title: 'Lumen' }), { timeout: 60_000 });
  });

  it('loses its domain when the DNS no longer proves it, but not while name servers are silent', async () => {
    const { record } = (await asAdmin('GET', '/api/brand/domain')).json.domain;
    const readDomainStatus = async () => (await asAdmin('GET', '/api/brand/domain')).json.domain.status;
    await runTask(service, 'brand.check-domains');
    expect(await readDomainStatus()).toBe('verified');
    const serviceWithoutDns = { ...service, config: { ...service.config, dnsServers: ['127.0.0.1:9'] } };
    await runTask(serviceWithoutDns, 'brand.check-domains');
    expect(await readDomainStatus()).toBe('verified');
    nameServer.txtRecords.delete(record.name);
    await runTask(service, 'brand.check-domains');
    expect(await readDomainStatus()).toBe('pending');
    expect((await callOnHost(service, DOMAIN, '/login')).text).toContain('<title>Frontdesk</title>');
  });
});
