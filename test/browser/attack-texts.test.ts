// Enters text that would run as code if it were not escaped into every text field: it must remain text everywhere. The
// content security policy is off here, because it would hide mistakes; policy.test.ts tests the policy.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEveryDayHours, expectStatus } from '../business.ts';
import { type CallOptions, call, createApiKey, queryAsDbOwner, signUp } from '../harness.ts';
import { findLatestEmail, waitForEmails } from '../live-business.ts';
import { pickTodaysShare } from '../random.ts';
import { type AttackMonitor, type Json, monitorAttacks, PAYLOADS, PHONE, replaceTexts } from './attack-texts.ts';
import { locateChat } from './browser.ts';
import { openDashboard } from './dashboard.ts';
import { MEMBER_PAGES, PUBLIC_PAGES, visitPages } from './pages.ts';
import { createInstallCode, createPageHtml, startWebsite } from './website.ts';

const INDUSTRIES = ['restaurant', 'salon', 'medical', 'fitness', 'retail'];
/** A third of the pages each day; all of them in `npm run test:full`. */
const PAGES_ONE_IN = 3;
/** As many as fit into most name fields. */
const PAYLOADS_PER_FIELD = 4;
/** Each round puts other payloads into a field. After all rounds, every field has held all of them. */
const ROUNDS = process.env.FULL ? Math.ceil(PAYLOADS.length / PAYLOADS_PER_FIELD) : 1;

const {
  service,
  browser,
  workspace,
  ownerId: owner,
  key,
  cookie,
} = await openDashboard(INDUSTRIES, {
  planChanges: 'operator',
});
const site = await startWebsite();
afterAll(() => site.close());
await service.warmUp();
await queryAsDbOwner(service.connection, 'insert into operators (user_id) values ($1)', [owner]);
const contexts: BrowserContext[] = [];
let conversationWithLists = '';
let originalConfig: Record<string, Json> | undefined;

const send = (method: string, path: string, body?: unknown, options: CallOptions = {}) =>
  call(service, method, path, { key, ...(body === undefined ? {} : { body }), ...options });
const getPayload = (index: number) => PAYLOADS[index % PAYLOADS.length]!;
const joinPayloads = (index: number) =>
  Array.from({ length: PAYLOADS_PER_FIELD }, (_, offset) => getPayload(index + offset)).join(' ');
/** Several payloads if they fit, otherwise one, cut to the maximum length. */
const createPayloadText = (index: number, maxLength = 4_000) =>
  [...(joinPayloads(index).length <= maxLength ? joinPayloads(index) : getPayload(index))].slice(0, maxLength).join('');
const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

/** Fields that the templates leave empty. */
const MISSING_FIELDS = {
  greeting: 'x',
  description: 'x',
  contact: { address: 'x', phone: '(212) 555-0134', email: 'a@example.com', website: 'https://example.com/' },
  policies: { cancellation: 'x', deposit: 'x', lateArrival: 'x', returns: 'x' },
  handoff: { message: 'x' },
  safety: { personWords: ['xx'] },
  services: [{ name: 'x', description: 'x' }],
  closures: [{ from: '2030-01-01', to: '2030-01-02', reason: 'x' }],
  widget: {
    color: '#ff0000',
    greeting: 'x',
    title: 'x',
    subtitle: 'x',
    placeholder: 'x',
    launcherLabel: 'x',
    suggestions: ['x', 'x', 'x'],
    avatarUrl: 'https://example.com/a.png',
    texts: { greeting: 'x', you: 'x' },
    preChat: { enabled: false, message: 'x' },
    proactive: { enabled: true, afterSeconds: 0, message: 'x' },
  },
};

/** Puts payloads into every text of the business document. Returns how many texts hold some, and which refuse them. */
async function fillConfig(round: number): Promise<{ filledCount: number; refusedTexts: string[] }> {
  originalConfig ??= expectStatus(200, await send('GET', '/api/v1/config')).json as Record<string, Json>;
  const document: Record<string, Json> = {
    ...originalConfig,
    ...MISSING_FIELDS,
    hours: createEveryDayHours(['00:00', '24:00']),
  };
  for (const name of ['industry', 'industries', 'version', 'timezone', 'locale', 'currency', 'country'])
    delete document[name];
  const refusedPointers = new Set<string>();
  const singlePayloadPointers = new Set<string>();
  for (;;) {
    const pickPayloadFor = (index: number, pointer: string) =>
      (singlePayloadPointers.has(pointer) ? getPayload : joinPayloads)(index + round * PAYLOADS_PER_FIELD);
    const [body, replacedPointers] = replaceTexts(document, pickPayloadFor, refusedPointers);
    const response = await send('PUT', '/api/v1/config', body);
    if (response.status === 200) return { filledCount: replacedPointers.length, refusedTexts: [...refusedPointers] };
    const invalidPointers = (expectStatus(422, response).json.errors as { pointer: string }[]).map(
      ({ pointer }) => pointer,
    );
    const rejectedPointers = replacedPointers.filter((pointer) =>
      invalidPointers.some((invalid) => pointer === invalid || pointer.startsWith(`${invalid}/`)),
    );
    if (!rejectedPointers.length) throw new Error(response.text);
    for (const pointer of rejectedPointers)
      (singlePayloadPointers.has(pointer) ? refusedPointers : singlePayloadPointers).add(pointer);
  }
}

type PayloadText = (n: number, maxLength?: number) => string;
type FilledWorkspace = { paths: string[]; customerEmail: string; widgetKey: string };
const AS_OWNER = { key: '', cookie };

/** A refused payload would never be shown, so the test would miss it. */
async function sendOrThrow(method: string, path: string, body: object, options?: CallOptions) {
  let response = await send(method, path, body, options);
  // A busy machine.
  while (response.status === 503) response = await send(method, path, body, options);
  if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${response.text}`);
  return response.json;
}

/** Fills lists, which hold all payloads from the first round on. */
async function fillLists(payload: PayloadText): Promise<string> {
  let firstConversationId = '';
  for (const n of PAYLOADS.keys()) {
    const customer = { name: `\u202e${payload(n, 199)}`, phone: `+${PHONE}` };
    const firstMessage = {
      message: payload(n + 1),
      businessType: 'restaurant',
      businessName: payload(n + 2, 200),
      customer,
    };
    const { conversationId } = await sendOrThrow('POST', '/api/chat', {
      ...firstMessage,
      metadata: { page: payload(n), referrer: payload(n) },
    });
    firstConversationId ||= conversationId;
    await sendOrThrow('POST', `/api/conversations/${firstConversationId}/messages`, { text: payload(n) });
    await sendOrThrow('POST', `/api/inbox/conversations/${firstConversationId}/notes`, { text: payload(n) }, AS_OWNER);
    await sendOrThrow('POST', '/api/inbox/replies', { title: payload(n, 80), text: payload(n) }, AS_OWNER);
    await sendOrThrow('POST', '/api/keys', { name: payload(n, 100), mode: 'live', kind: 'secret' }, AS_OWNER);
    const url = `https://example.com/?${encodeURIComponent(payload(n))}#${payload(n)}`;
    await sendOrThrow('POST', '/api/webhooks', { url, events: ['booking.*'], description: payload(n, 500) });
    await sendOrThrow('POST', '/api/v1/knowledge', {
      title: payload(n, 200),
      text: `# ${payload(n)}\n\n${payload(n + 1)} parking dogs`,
    });
    const base64 = Buffer.from(`# ${payload(n)}\n\n${payload(n)}`).toString('base64');
    await sendOrThrow('POST', '/api/v1/knowledge', { file: { name: `${payload(n, 150)}.md`, base64 } });
  }
  const tags = PAYLOADS.slice(0, 20).map((_, n) => payload(n, 40).toLowerCase());
  await sendOrThrow('PATCH', `/api/inbox/conversations/${firstConversationId}`, { tags }, AS_OWNER);
  return firstConversationId;
}

/** Fills everything outside the business document. */
async function fillWorkspace(round: number): Promise<FilledWorkspace> {
  const payload: PayloadText = (n, maxLength) => createPayloadText(n + round * PAYLOADS_PER_FIELD, maxLength);
  if (round === 0) conversationWithLists = await fillLists(payload);
  const customerEmail = `guest${round}@example.com`;
  const customer = { name: `\u202e${payload(3, 199)}`, email: customerEmail, phone: `+${PHONE}` };
  const startsAt = `${tomorrow}T${String(1 + round).padStart(2, '0')}:00`;
  const reservation = { partySize: 2, startsAt, customer, notes: payload(4) };
  const { id: bookingId } = await sendOrThrow('POST', '/api/v1/restaurant/reservations', reservation);
  const inquiry = { type: 'inquiry', customer, notes: payload(5, 1_000) };
  const { id: requestId } = await sendOrThrow('POST', '/api/v1/fitness/membership', inquiry);
  await sendOrThrow('POST', '/api/v1/medical/prescriptions', {
    patient: { name: payload(6, 200), dateOfBirth: '1980-02-03', phone: '+12125550111' },
    medication: payload(7, 200),
    pharmacy: { name: payload(8, 200), phone: '+12125550122' },
    notes: payload(9, 1_000),
  });
  // More copies are refused within an hour.
  if (round < 3)
    await sendOrThrow('POST', `/api/conversations/${conversationWithLists}/transcript`, {
      email: `copy${round}@example.com`,
    });
  const member = await signUp(service, { name: payload(9, 100), businessName: payload(10, 100) });
  await service.database.inWorkspace(workspace, (db) =>
    db.insertInto('members').values({ workspace_id: workspace, user_id: member.user.id, role: 'admin' }).execute(),
  );
  const invitation = { email: `friend${round}@example.com`, role: 'agent' };
  const asMember = { key: '', cookie: member.cookie, headers: { 'x-workspace': workspace } };
  await sendOrThrow('POST', '/api/invitations', invitation, asMember);
  const keyFields = { name: payload(11, 100), kind: 'publishable' as const, origins: [site.origin] };
  const { key: widgetKey } = await createApiKey(service, workspace, keyFields);
  await requestPlans(member.cookie, payload);
  await waitForEmails(service);
  const findNewestId = async (path: string) => (await send('GET', path)).json.data[0].id;
  return {
    customerEmail,
    widgetKey,
    paths: [
      `/inbox?conversation=${conversationWithLists}`,
      `/inbox?q=${encodeURIComponent(payload(1))}`,
      ...['day', 'week', 'list'].map((view) => `/bookings?view=${view}&date=${tomorrow}`),
      `/bookings?view=list&date=${tomorrow}&booking=${bookingId}`,
      `/requests?request=${requestId}`,
      '/operator?status=declined',
      `/developers/webhooks?endpoint=${await findNewestId('/api/webhooks')}`,
      `/developers/requests?show=all&request=${await findNewestId('/api/request-log')}`,
      `/knowledge?source=${await findNewestId('/api/v1/knowledge')}`,
    ],
  };
}

/** Requests two plans: an operator declines one, the other stays open. */
async function requestPlans(memberCookie: string, payload: PayloadText): Promise<void> {
  for (const plan of ['business', 'professional']) {
    await send('PUT', '/api/plan/request', { plan, note: payload(12, 1_000) }, { key: '', cookie: memberCookie });
    const { json } = await send('GET', '/api/operator/plan-requests?status=open', undefined, { key: '', cookie });
    const path = `/api/operator/plan-requests/${json.data[0].id}/decline`;
    if (plan === 'business')
      expectStatus(200, await send('POST', path, { reason: payload(13, 1_000) }, { key: '', cookie }));
  }
}

async function openMonitoredPage(cookie?: string): Promise<{ page: Page; monitor: AttackMonitor }> {
  const context = await browser.newContext({ bypassCSP: true, viewport: { width: 1360, height: 860 } });
  contexts.push(context);
  const monitor = await monitorAttacks(context);
  const cookiePairs = (cookie ?? '')
    .split('; ')
    .filter(Boolean)
    .map((pair) => pair.split(/=(.*)/s));
  await context.addCookies(cookiePairs.map(([name, value]) => ({ name: name!, value: value!, url: service.url })));
  return { page: await context.newPage(), monitor };
}

it('the monitor notices payloads that run', async () => {
  const { page, monitor } = await openMonitoredPage();
  for (const payload of PAYLOADS.slice(0, 10)) {
    const findingCount = monitor.findings.length;
    await page.setContent(
      `<title>${payload}</title><textarea>${payload}</textarea><p title="${payload}">${payload}</p>`,
    );
    await monitor.check(page, payload);
    expect(monitor.findings.length, payload).toBeGreaterThan(findingCount);
  }
  const findingCount = monitor.findings.length;
  await page.setContent(`<a href="javascript:xss(1)">x</a>`);
  await monitor.check(page, 'a link');
  expect(monitor.findings).toHaveLength(findingCount + 1);
});

it('URLs that would run code are not stored', async () => {
  const SCHEMES = ['javascript:xss(1)//https://', ' javascript:xss(1)', 'JAVASCRIPT:xss(1)', 'java\tscript:xss(1)'];
  const invalidUrls = [
    ...SCHEMES,
    'data:text/html,<script>xss(1)</script>',
    'vbscript:x',
    '//evil.example',
    'blob:https://x',
  ];
  for (const url of invalidUrls) {
    const body = { events: ['*'], url };
    expect((await send('POST', '/api/webhooks', body)).status, url).toBe(422);
    expect((await send('POST', '/api/v1/knowledge', { url })).status, url).toBe(422);
    const provider = { provider: 'openai', apiKey: 'x', baseUrl: url };
    expect((await send('PUT', '/api/v1/assistant/provider', provider)).status, url).toBe(422);
    for (const config of [{ contact: { website: url } }, { widget: { avatarUrl: url } }])
      expect((await send('PUT', '/api/v1/config', config)).status, url).toBe(422);
  }
  for (const color of ['red;background:url(//evil.example)', '#fff}*{color:red', 'url(x)', '#ggg', 'expression(1)'])
    expect((await send('PUT', '/api/v1/config', { widget: { color } })).status, color).toBe(422);
});

it('payloads in a page’s own URL do not run', async () => {
  const { page, monitor } = await openMonitoredPage(cookie);
  const parameterNames = [
    'workspace',
    'mode',
    'next',
    'token',
    'section',
    'q',
    'tab',
    'step',
    'status',
    'gap',
    'days',
    'view',
    'date',
    'booking',
    'conversation',
    'request',
    'source',
    'endpoint',
    'kind',
    'from',
    'to',
    'version',
    'key',
  ];
  for (const [index, path] of pickTodaysShare(
    [...[...PUBLIC_PAGES, ...MEMBER_PAGES, '/problems', '/docs', '/nothing'].entries()],
    PAGES_ONE_IN,
  )) {
    const parameters = parameterNames.map((name, n): [string, string] => [name, getPayload(index + n)]);
    // Every other URL leaves the workspace out: with a wrong one, another page is shown.
    const query = new URLSearchParams(parameters.slice(index % 2));
    const url = `${service.url}${path.split('?')[0]}?${query}#${encodeURIComponent(getPayload(index))}`;
    await page.goto(url);
    await page.locator('main, [role=alert], #app, h1').first().waitFor({ state: 'attached' });
    await monitor.check(page, path);
  }
  expect(monitor.findings).toEqual([]);
});

describe.each(Array.from({ length: ROUNDS }, (_, round) => round))('round %d', (round) => {
  let filledWorkspace: FilledWorkspace;

  beforeAll(async () => {
    const { filledCount, refusedTexts: refused } = await fillConfig(round);
    if (round === 0) console.log(`${filledCount} texts of the document hold payloads; ${refused.length} refused them`);
    filledWorkspace = await fillWorkspace(round);
    return async () => {
      for (const context of contexts.splice(0)) await context.close();
    };
  });

  it('payloads stay text on every page of the dashboard', async () => {
    const { page, monitor } = await openMonitoredPage(cookie);
    const paths = await visitPages(
      page,
      service.url,
      async (path) => {
        if (/[?&](booking|request)=/.test(path)) await page.getByRole('dialog').waitFor();
        // Collapsed details are opened too.
        for (const details of await page.locator('details').all()) await details.evaluate('(it) => { it.open = true }');
        await monitor.check(page, path);
      },
      { extraPaths: filledWorkspace.paths, oneIn: PAGES_ONE_IN },
    );
    expect(paths.length).toBeGreaterThan(25 / PAGES_ONE_IN);
    expect(monitor.findings).toEqual([]);
  });

  it('payloads stay text in the widget', async () => {
    const { page, monitor } = await openMonitoredPage();
    await page.goto(site.addPage('/', createPageHtml(createInstallCode(service.url, filledWorkspace.widgetKey))));
    await page.locator('.nudge').waitFor();
    await monitor.check(page, 'the nudge');
    const chat = locateChat(page);
    await chat.open();
    await monitor.check(page, 'the greeting');
    for (const payload of process.env.FULL ? PAYLOADS.slice(0, 8) : PAYLOADS.slice(0, 2)) await chat.say(payload);
    for (const question of ['What is on the menu?', 'Is there parking for dogs?', 'What is your cancellation policy?'])
      await chat.say(question);
    await monitor.check(page, 'the conversation');
    const hrefs = await page
      .locator('.panel a')
      .evaluateAll((links) => links.map((link) => (link as unknown as { href: string }).href));
    expect(hrefs.filter((href) => !/^(https?|mailto|tel):/.test(href))).toEqual([]);
    expect(monitor.findings).toEqual([]);
  });

  it('payloads stay text in emails, and on the pages they link to', async () => {
    const { page, monitor } = await openMonitoredPage();
    const outbox = join(service.config.dataDir, 'outbox');
    const emailFiles = (await readdir(outbox)).filter((name) => name.endsWith('.eml'));
    let htmlPartCount = 0;
    for (const name of emailFiles) {
      const email = await readFile(join(outbox, name), 'utf8');
      for (const emailHtml of listHtmlParts(email)) {
        htmlPartCount++;
        await page.setContent(emailHtml);
        await monitor.check(page, `${name} (${/^Subject: .*$/m.exec(email)?.[0]})`);
      }
      // A name must not inject another header.
      const headers = email.slice(0, email.indexOf('\r\n\r\n'));
      expect(headers.match(/^(bcc|cc|to):/gim)).toHaveLength(1);
    }
    expect(htmlPartCount).toBeGreaterThan(1);
    const { booking } = await findLatestEmail(service, filledWorkspace.customerEmail);
    for (const path of [booking, `${booking}/move`, `${booking}/cancel`]) {
      expect((await page.goto(service.url + path))!.status()).toBe(200);
      await monitor.check(page, path);
    }
    expect(monitor.findings).toEqual([]);
  });
});

/** The decoded HTML parts of an email. */
function listHtmlParts(email: string): string[] {
  const parts = email.split(/^--.*$/m).filter((part) => /^content-type: text\/html/im.test(part));
  return parts.map((part) => {
    const body = part.slice(part.indexOf('\r\n\r\n') + 4);
    if (/transfer-encoding: base64/i.test(part)) return Buffer.from(body, 'base64').toString('utf8');
    const bytes = body
      .replaceAll('=\r\n', '')
      .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
    return Buffer.from(bytes, 'latin1').toString('utf8');
  });
}
