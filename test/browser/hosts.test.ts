// The widget on all kinds of websites: strict, hostile, broken, or with the wrong key.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createApiKey, queryAsDbOwner } from '../harness.ts';
import { locateChat, toPageFunction, visit } from './browser.ts';
import { createInstallCode, createPageHtml, openWidgetWebsite, startWebsite } from './website.ts';

const { browser, site, service, restaurant, createScriptTag } = await openWidgetWebsite();

const HOSTILE_STYLES = `<style>* { all: unset !important } chat-launcher { display: none !important; opacity: 0 !important }
button, div { display: none !important } body { transform: rotate(0deg) } svg { width: 900px !important }</style>`;

const MEASURE_STYLES = toPageFunction(`(it) => {
  const { fontSize, fontFamily, color, backgroundColor, display, borderRadius } = getComputedStyle(it);
  return { fontSize, fontFamily, color, backgroundColor, display, borderRadius, box: it.getBoundingClientRect().toJSON() };
}`);

const askForHours = async (page: Page) => {
  const chat = locateChat(page);
  await chat.open();
  return chat.say('When are you open?');
};

describe('a page with a strict policy', () => {
  const policy = (scripts: string) =>
    `default-src 'none'; script-src ${scripts}; connect-src ${service.url}; style-src 'none'; require-trusted-types-for 'script'`;

  it('needs to allow only the service’s origin', async () => {
    const url = site.addPage('/strict', createPageHtml(createScriptTag()), {
      'content-security-policy': policy(service.url),
    });
    const { page, consoleLines } = await visit(browser, url);
    expect(await askForHours(page)).toContain('open');
    expect(consoleLines).toEqual([]);
    // The style sheets were applied: the panel is in its place.
    const box = (await locateChat(page).panel.boundingBox())!;
    expect(box.x + box.width).toBe(1080);
  });

  it('may use a nonce instead', async () => {
    const url = site.addPage('/nonce', createPageHtml(createScriptTag('nonce="r4nd0m"')), {
      'content-security-policy': policy(`'nonce-r4nd0m'`),
    });
    const { page, consoleLines } = await visit(browser, url);
    expect(await askForHours(page)).toContain('open');
    expect(consoleLines).toEqual([]);
  });
});

describe('the page’s own styles', () => {
  it('change nothing of the chat, and the chat nothing of them', async () => {
    const plainVisit = await visit(browser, site.addPage('/plain', createPageHtml(createScriptTag())));
    const hostileVisit = await visit(
      browser,
      site.addPage('/hostile', createPageHtml(createScriptTag(), { head: HOSTILE_STYLES })),
    );
    const measurements = [];
    for (const { page } of [plainVisit, hostileVisit]) {
      await askForHours(page);
      const selectors = ['.launcher', '.panel', '.head', '.bubble', '.send'];
      measurements.push(
        await Promise.all(selectors.map((part) => page.locator(part).first().evaluate(MEASURE_STYLES))),
      );
    }
    expect(measurements[0]).toHaveLength(5);
    expect(measurements[1]).toEqual(measurements[0]);
  });

  it('are left as they were, and so is the rest of the page', async () => {
    const ALL_STYLES = `[...document.querySelectorAll('html, body, main, h1, p, a')].map((it) => {
      const style = getComputedStyle(it); return [...style].map((name) => style.getPropertyValue(name)).join() })`;
    const GLOBAL_NAMES = 'Object.keys(window).sort()';
    const { page: pageWithoutWidget } = await visit(browser, site.addPage('/without', createPageHtml('')));
    const { page } = await visit(browser, site.addPage('/with', createPageHtml(createScriptTag())));
    await askForHours(page);
    expect(await page.evaluate(ALL_STYLES)).toEqual(await pageWithoutWidget.evaluate(ALL_STYLES));
    const otherGlobals = (await page.evaluate<string[]>(GLOBAL_NAMES)).filter((name) => name !== 'frontdesk');
    expect(otherGlobals).toEqual(await pageWithoutWidget.evaluate(GLOBAL_NAMES));
    // The page's own two elements, and the chat's.
    expect(await page.evaluate('[...document.body.children].map((it) => it.localName)')).toEqual([
      'main',
      'script',
      'chat-launcher',
    ]);
  });
});

describe('a faulty installation', () => {
  const UNAVAILABLE_TEXT_PATTERN = /Sorry, chat isn’t available/;

  it('with a secret key reports an error in the console, sends nothing and shows nothing', async () => {
    const requestUrls: string[] = [];
    const url = site.addPage('/secret', createPageHtml(createInstallCode(service.url, restaurant.secretKey)));
    const context = await browser.newContext();
    const page = await context.newPage();
    const consoleLines: string[] = [];
    page.on('console', (message) => consoleLines.push(`${message.type()}: ${message.text()}`));
    page.on('request', (request) => requestUrls.push(request.url()));
    await page.goto(url, { waitUntil: 'networkidle' });
    expect(consoleLines).toEqual([expect.stringMatching(/^error: Chat widget: data-key holds a SECRET key/)]);
    expect(requestUrls.filter((url) => url.includes('/api/'))).toEqual([]);
    expect(await page.locator('chat-launcher').count()).toBe(0);
  });

  it('on an origin that is not allowed shows the phone number instead of the chat', async () => {
    const otherWebsite = await startWebsite();
    const { page, consoleLines } = await visit(
      browser,
      otherWebsite.addPage('/', createPageHtml(createScriptTag('data-phone="(212) 555-0134"'))),
    );
    const chat = locateChat(page);
    await chat.launcher.click();
    await chat.panel.getByText(UNAVAILABLE_TEXT_PATTERN).waitFor();
    expect(await chat.panel.getByRole('link', { name: '(212) 555-0134' }).getAttribute('href')).toBe('tel:2125550134');
    expect(consoleLines.join()).toContain("Is this page's origin (");
    expect(await page.locator('h1').isVisible()).toBe(true);
    otherWebsite.close();
  });

  it('with a revoked key shows the phone number to a visitor who was here before', async () => {
    const { key, keyId } = await createApiKey(service, restaurant.id, { kind: 'publishable', origins: [site.origin] });
    const url = site.addPage('/revoked', createPageHtml(createInstallCode(service.url, key)));
    const { page, consoleLines } = await visit(browser, url);
    const chat = locateChat(page);
    await chat.launcher.waitFor();
    await queryAsDbOwner(service.connection, 'update api_keys set revoked_at = now() where id = $1', [keyId]);
    await page.reload();
    await chat.launcher.click();
    // The phone number is stored from the first visit.
    await chat.panel.getByText(/Please call us: \(212\) 555-0134/).waitFor();
    expect(consoleLines.join()).toContain('revoked');
  });

  it('whose server is down leaves the page working without the chat', async () => {
    const { page, consoleLines } = await visit(
      browser,
      site.addPage('/down', createPageHtml(createInstallCode('http://127.0.0.1:9', restaurant.key))),
    );
    expect(await page.locator('h1').isVisible()).toBe(true);
    expect(consoleLines.filter((line) => line.startsWith('pageerror'))).toEqual([]);
    expect(await page.locator('chat-launcher').count()).toBe(0);
  });

  it('whose server stops after the script has loaded shows the phone number until it is back', async () => {
    const { page, context } = await visit(browser, site.addPage('/gone', createPageHtml(createScriptTag())));
    const chat = locateChat(page);
    await chat.launcher.waitFor();
    await context.route(`${service.url}/**`, (route) => route.abort());
    await chat.launcher.click();
    await page
      .locator('.nudge')
      .getByText(/Please call us: \(212\) 555-0134/)
      .waitFor();
    await context.unroute(`${service.url}/**`);
    expect(await askForHours(page)).toContain('open');
  });

  it('with blocked storage works within the page', async () => {
    const context = await browser.newContext();
    await context.addInitScript(`Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } });
      delete window.BroadcastChannel;`);
    const page = await context.newPage();
    await page.goto(site.addPage('/blocked', createPageHtml(createScriptTag())));
    expect(await askForHours(page)).toContain('open');
  });
});
