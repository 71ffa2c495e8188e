// Text that is code somewhere else, in every field that takes text: nowhere does it become anything but text. The pages'
// own policy is off here, since it would hide what it stops; whether it stops anything is tried in policy.test.ts.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyDay, expectStatus } from '../business.ts';
import { type CallOptions, call, createApiKey, queryAsDbOwner, signUp } from '../harness.ts';
import { latestEmail, waitForEmails } from '../live-business.ts';
import { rotatingSample } from '../random.ts';
import { type AttackMonitor, type Json, monitorAttacks, PAYLOADS, PHONE, replaceTexts } from './attack-texts.ts';
import { chatOf } from './browser.ts';
import { openDashboard } from './dashboard.ts';
import { MEMBER_PAGES, PUBLIC_PAGES, visitPages } from './pages.ts';
import { html, installCode, startWebsite } from './website.ts';

const INDUSTRIES = ['restaurant', 'salon', 'medical', 'fitness', 'retail'];
/** A third of the pages each day; all of them in `npm run test:full`. */
const PAGES_ONE_IN = 3;
/** As many at once as fit into most names. */
const PAYLOADS_PER_FIELD = 4;
/** Each field holds others in each round; after all rounds it has held all of them. */
const ROUNDS = process.env.FULL ? Math.ceil(PAYLOADS.length / PAYLOADS_PER_FIELD) : 1;

const { service, browser, workspace, owner, key, cookie } = await openDashboard(INDUSTRIES, {
  planChanges: 'operator',
});
const site = await startWebsite();
afterAll(() => site.close());
await service.warmUp();
await queryAsDbOwner(service.connection, 'insert into operators (user_id) values ($1)', [owner]);
const contexts: BrowserContext[] = [];
let conversationWithLists = '';
let original: Record<string, Json> | undefined;

const send = (method: string, path: string, body?: unknown, options: CallOptions = {}) =>
  call(service, method, path, { key, ...(body === undefined ? {} : { body }), ...options });
const payloadAt = (at: number) => PAYLOADS[at % PAYLOADS.length]!;
const severalPayloads = (at: number) =>
  Array.from({ length: PAYLOADS_PER_FIELD }, (_, next) => payloadAt(at + next)).join(' ');
/** Some of them where they fit, or else one, or what of it fits. */
const payloadText = (at: number, longest = 4_000) =>
  [...(severalPayloads(at).length <= longest ? severalPayloads(at) : payloadAt(at))].slice(0, longest).join('');
const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

/** What the templates leave out. */
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
    ...{ color: '#ff0000', greeting: 'x', title: 'x', subtitle: 'x', placeholder: 'x', launcherLabel: 'x' },
    ...{ suggestions: ['x', 'x', 'x'], avatarUrl: 'https://example.com/a.png', texts: { greeting: 'x', you: 'x' } },
    preChat: { enabled: false, message: 'x' },
    proactive: { enabled: true, afterSeconds: 0, message: 'x' },
  },
};

/** The whole document, as far as it takes such text. Answers with the places that do not. */
async function fillConfig(round: number): Promise<{ taken: number; refused: string[] }> {
  original ??= expectStatus(200, await send('GET', '/api/v1/config')).json as Record<string, Json>;
  const whole: Record<string, Json> = { ...original, ...MISSING_FIELDS, hours: everyDay(['00:00', '24:00']) };
  for (const name of ['industry', 'industries', 'version', 'timezone', 'locale', 'currency', 'country'])
    delete whole[name];
  const spared = new Set<string>();
  const short = new Set<string>();
  for (;;) {
    const write = (at: number, pointer: string) =>
      (short.has(pointer) ? payloadAt : severalPayloads)(at + round * PAYLOADS_PER_FIELD);
    const [body, touched] = replaceTexts(whole, write, spared);
    const reply = await send('PUT', '/api/v1/config', body);
    if (reply.status === 200) return { taken: touched.length, refused: [...spared] };
    const wrong = (expectStatus(422, reply).json.errors as { pointer: string }[]).map(({ pointer }) => pointer);
    const places = touched.filter((own) => wrong.some((bad) => own === bad || own.startsWith(`${bad}/`)));
    if (!places.length) throw new Error(reply.text);
    for (const place of places) (short.has(place) ? spared : short).add(place);
  }
}

type PayloadText = (n: number, longest?: number) => string;
type FilledWorkspace = { paths: string[]; customerMail: string; widgetKey: string };
const AS_OWNER = { key: '', cookie };

/** What is refused would be looked for in vain. */
async function sendOrThrow(method: string, path: string, body: object, options?: CallOptions) {
  let reply = await send(method, path, body, options);
  // A machine with other things to do.
  while (reply.status === 503) reply = await send(method, path, body, options);
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
  return reply.json;
}

/** Lists, which hold all of them from the first round on. */
async function fillLists(at: PayloadText): Promise<string> {
  let conversation = '';
  for (const n of PAYLOADS.keys()) {
    const customer = { name: `\u202e${at(n, 199)}`, phone: `+${PHONE}` };
    const firstMessage = { message: at(n + 1), businessType: 'restaurant', businessName: at(n + 2, 200), customer };
    const { conversationId } = await sendOrThrow('POST', '/api/chat', {
      ...firstMessage,
      metadata: { page: at(n), referrer: at(n) },
    });
    conversation ||= conversationId;
    await sendOrThrow('POST', `/api/conversations/${conversation}/messages`, { text: at(n) });
    await sendOrThrow('POST', `/api/inbox/conversations/${conversation}/notes`, { text: at(n) }, AS_OWNER);
    await sendOrThrow('POST', '/api/inbox/replies', { title: at(n, 80), text: at(n) }, AS_OWNER);
    await sendOrThrow('POST', '/api/keys', { name: at(n, 100), mode: 'live', kind: 'secret' }, AS_OWNER);
    const url = `https://example.com/?${encodeURIComponent(at(n))}#${at(n)}`;
    await sendOrThrow('POST', '/api/webhooks', { url, events: ['booking.*'], description: at(n, 500) });
    await sendOrThrow('POST', '/api/v1/knowledge', {
      title: at(n, 200),
      text: `# ${at(n)}\n\n${at(n + 1)} parking dogs`,
    });
    const base64 = Buffer.from(`# ${at(n)}\n\n${at(n)}`).toString('base64');
    await sendOrThrow('POST', '/api/v1/knowledge', { file: { name: `${at(n, 150)}.md`, base64 } });
  }
  const tags = PAYLOADS.slice(0, 20).map((_, n) => at(n, 40).toLowerCase());
  await sendOrThrow('PATCH', `/api/inbox/conversations/${conversation}`, { tags }, AS_OWNER);
  return conversation;
}

/** Everything that is not in the document. */
async function fillWorkspace(round: number): Promise<FilledWorkspace> {
  const at: PayloadText = (n, longest) => payloadText(n + round * PAYLOADS_PER_FIELD, longest);
  if (round === 0) conversationWithLists = await fillLists(at);
  const customerMail = `guest${round}@example.com`;
  const customer = { name: `\u202e${at(3, 199)}`, email: customerMail, phone: `+${PHONE}` };
  const startsAt = `${tomorrow}T${String(1 + round).padStart(2, '0')}:00`;
  const reservation = { partySize: 2, startsAt, customer, notes: at(4) };
  const { id: booking } = await sendOrThrow('POST', '/api/v1/restaurant/reservations', reservation);
  const inquiry = { type: 'inquiry', customer, notes: at(5, 1_000) };
  const { id: request } = await sendOrThrow('POST', '/api/v1/fitness/membership', inquiry);
  await sendOrThrow('POST', '/api/v1/medical/prescriptions', {
    patient: { name: at(6, 200), dateOfBirth: '1980-02-03', phone: '+12125550111' },
    ...{ medication: at(7, 200), pharmacy: { name: at(8, 200), phone: '+12125550122' }, notes: at(9, 1_000) },
  });
  // More are refused within the hour.
  if (round < 3)
    await sendOrThrow('POST', `/api/conversations/${conversationWithLists}/transcript`, {
      email: `copy${round}@example.com`,
    });
  const member = await signUp(service, { name: at(9, 100), businessName: at(10, 100) });
  await service.database.inWorkspace(workspace, (db) =>
    db.insertInto('members').values({ workspace_id: workspace, user_id: member.user.id, role: 'admin' }).execute(),
  );
  const invited = { email: `friend${round}@example.com`, role: 'agent' };
  const as = { key: '', cookie: member.cookie, headers: { 'x-workspace': workspace } };
  await sendOrThrow('POST', '/api/invitations', invited, as);
  const publishable = { name: at(11, 100), kind: 'publishable' as const, origins: [site.origin] };
  const { key: widgetKey } = await createApiKey(service, workspace, publishable);
  await requestPlans(member.cookie, at);
  await waitForEmails(service);
  const newest = async (path: string) => (await send('GET', path)).json.data[0].id;
  return {
    customerMail,
    widgetKey,
    paths: [
      `/inbox?conversation=${conversationWithLists}`,
      `/inbox?q=${encodeURIComponent(at(1))}`,
      ...['day', 'week', 'list'].map((view) => `/bookings?view=${view}&date=${tomorrow}`),
      `/bookings?view=list&date=${tomorrow}&booking=${booking}`,
      `/requests?request=${request}`,
      '/operator?status=declined',
      `/developers/webhooks?endpoint=${await newest('/api/webhooks')}`,
      `/developers/requests?show=all&request=${await newest('/api/request-log')}`,
      `/knowledge?source=${await newest('/api/v1/knowledge')}`,
    ],
  };
}

/** One that waits for an operator, and one that was declined. */
async function requestPlans(as: string, at: PayloadText): Promise<void> {
  for (const plan of ['business', 'professional']) {
    await send('PUT', '/api/plan/request', { plan, note: at(12, 1_000) }, { key: '', cookie: as });
    const { json } = await send('GET', '/api/operator/plan-requests?status=open', undefined, { key: '', cookie });
    const path = `/api/operator/plan-requests/${json.data[0].id}/decline`;
    if (plan === 'business')
      expectStatus(200, await send('POST', path, { reason: at(13, 1_000) }, { key: '', cookie }));
  }
}

async function open(as?: string): Promise<{ page: Page; watch: AttackMonitor }> {
  const context = await browser.newContext({ bypassCSP: true, viewport: { width: 1360, height: 860 } });
  contexts.push(context);
  const watch = await monitorAttacks(context);
  const pairs = (as ?? '')
    .split('; ')
    .filter(Boolean)
    .map((pair) => pair.split(/=(.*)/s));
  await context.addCookies(pairs.map(([name, value]) => ({ name: name!, value: value!, url: service.url })));
  return { page: await context.newPage(), watch };
}

it('what has become code is noticed', async () => {
  const { page, watch } = await open();
  for (const payload of PAYLOADS.slice(0, 10)) {
    const before = watch.findings.length;
    await page.setContent(
      `<title>${payload}</title><textarea>${payload}</textarea><p title="${payload}">${payload}</p>`,
    );
    await watch.look(page, payload);
    expect(watch.findings.length, payload).toBeGreaterThan(before);
  }
  const before = watch.findings.length;
  await page.setContent(`<a href="javascript:xss(1)">x</a>`);
  await watch.look(page, 'a link');
  expect(watch.findings).toHaveLength(before + 1);
});

it('no address that is stored runs as code', async () => {
  const SCHEMES = ['javascript:xss(1)//https://', ' javascript:xss(1)', 'JAVASCRIPT:xss(1)', 'java\tscript:xss(1)'];
  const wrong = [
    ...SCHEMES,
    'data:text/html,<script>xss(1)</script>',
    'vbscript:x',
    '//evil.example',
    'blob:https://x',
  ];
  for (const address of wrong) {
    const body = { events: ['*'], url: address };
    expect((await send('POST', '/api/webhooks', body)).status, address).toBe(422);
    expect((await send('POST', '/api/v1/knowledge', { url: address })).status, address).toBe(422);
    const provider = { provider: 'openai', apiKey: 'x', baseUrl: address };
    expect((await send('PUT', '/api/v1/assistant/provider', provider)).status, address).toBe(422);
    for (const field of [{ contact: { website: address } }, { widget: { avatarUrl: address } }])
      expect((await send('PUT', '/api/v1/config', field)).status, address).toBe(422);
  }
  for (const color of ['red;background:url(//evil.example)', '#fff}*{color:red', 'url(x)', '#ggg', 'expression(1)'])
    expect((await send('PUT', '/api/v1/config', { widget: { color } })).status, color).toBe(422);
});

it('nor does what an address says', async () => {
  const { page, watch } = await open(cookie);
  const names = ['workspace', 'mode', 'next', 'token', 'section', 'q', 'tab', 'step', 'status', 'gap', 'days', 'view'];
  const more = [
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
  for (const [index, path] of rotatingSample(
    [...[...PUBLIC_PAGES, ...MEMBER_PAGES, '/problems', '/docs', '/nothing'].entries()],
    PAGES_ONE_IN,
  )) {
    const parameters = [...names, ...more].map((name, n): [string, string] => [name, payloadAt(index + n)]);
    // The workspace stays the own in every other address: with a wrong one the page is another.
    const query = new URLSearchParams(parameters.slice(index % 2));
    const address = `${service.url}${path.split('?')[0]}?${query}#${encodeURIComponent(payloadAt(index))}`;
    await page.goto(address);
    await page.locator('main, [role=alert], #app, h1').first().waitFor({ state: 'attached' });
    await watch.look(page, path);
  }
  expect(watch.findings).toEqual([]);
});

describe.each(Array.from({ length: ROUNDS }, (_, round) => round))('round %d', (round) => {
  let filled: FilledWorkspace;

  beforeAll(async () => {
    const { taken, refused } = await fillConfig(round);
    if (round === 0) console.log(`${taken} texts of the document hold one; refused at ${refused.length}`);
    filled = await fillWorkspace(round);
    return async () => {
      for (const context of contexts.splice(0)) await context.close();
    };
  });

  it('on every page of the dashboard', async () => {
    const { page, watch } = await open(cookie);
    const paths = await visitPages(
      page,
      service.url,
      async (path) => {
        if (/[?&](booking|request)=/.test(path)) await page.getByRole('dialog').waitFor();
        // What is folded in is shown too.
        for (const details of await page.locator('details').all()) await details.evaluate('(it) => { it.open = true }');
        await watch.look(page, path);
      },
      { more: filled.paths, oneIn: PAGES_ONE_IN },
    );
    expect(paths.length).toBeGreaterThan(25 / PAGES_ONE_IN);
    expect(watch.findings).toEqual([]);
  });

  it('in the widget', async () => {
    const { page, watch } = await open();
    await page.goto(site.addPage('/', html(installCode(service.url, filled.widgetKey))));
    await page.locator('.nudge').waitFor();
    await watch.look(page, 'the nudge');
    const chat = chatOf(page);
    await chat.open();
    await watch.look(page, 'the greeting');
    for (const payload of process.env.FULL ? PAYLOADS.slice(0, 8) : PAYLOADS.slice(0, 2)) await chat.say(payload);
    for (const question of ['What is on the menu?', 'Is there parking for dogs?', 'What is your cancellation policy?'])
      await chat.say(question);
    await watch.look(page, 'the conversation');
    const hrefs = await page
      .locator('.panel a')
      .evaluateAll((links) => links.map((link) => (link as unknown as { href: string }).href));
    expect(hrefs.filter((href) => !/^(https?|mailto|tel):/.test(href))).toEqual([]);
    expect(watch.findings).toEqual([]);
  });

  it('in the mails, and on the pages that they lead to', async () => {
    const { page, watch } = await open();
    const outbox = join(service.config.dataDir, 'outbox');
    const mails = (await readdir(outbox)).filter((name) => name.endsWith('.eml'));
    let htmlPartCount = 0;
    for (const name of mails) {
      const mail = await readFile(join(outbox, name), 'utf8');
      for (const markup of htmlPartsOf(mail)) {
        htmlPartCount++;
        await page.setContent(markup);
        await watch.look(page, `${name} (${/^Subject: .*$/m.exec(mail)?.[0]})`);
      }
      // A name must not begin another head.
      const head = mail.slice(0, mail.indexOf('\r\n\r\n'));
      expect(head.match(/^(bcc|cc|to):/gim)).toHaveLength(1);
    }
    expect(htmlPartCount).toBeGreaterThan(1);
    const { booking } = await latestEmail(service, filled.customerMail);
    for (const path of [booking, `${booking}/move`, `${booking}/cancel`]) {
      expect((await page.goto(service.url + path))!.status()).toBe(200);
      await watch.look(page, path);
    }
    expect(watch.findings).toEqual([]);
  });
});

/** Those parts of a mail that are HTML, as they were written. */
function htmlPartsOf(mail: string): string[] {
  const parts = mail.split(/^--.*$/m).filter((part) => /^content-type: text\/html/im.test(part));
  return parts.map((part) => {
    const body = part.slice(part.indexOf('\r\n\r\n') + 4);
    if (/transfer-encoding: base64/i.test(part)) return Buffer.from(body, 'base64').toString('utf8');
    const bytes = body
      .replaceAll('=\r\n', '')
      .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
    return Buffer.from(bytes, 'latin1').toString('utf8');
  });
}
