// The widget on all kinds of websites: strict, hostile, broken, or with the wrong key.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createApiKey, queryAsDbOwner } from '../harness.ts';
import { chatOf, pageFunction, visit } from './browser.ts';
import { html, installCode, openWidgetWebsite, startWebsite } from './website.ts';

const { browser, site, service, restaurant, script } = await openWidgetWebsite();

const HOSTILE_STYLES = `<style>* { all: unset !important } chat-launcher { display: none !important; opacity: 0 !important }
button, div { display: none !important } body { transform: rotate(0deg) } svg { width: 900px !important }</style>`;

const MEASURE_STYLES = pageFunction(`(it) => {
  const { fontSize, fontFamily, color, backgroundColor, display, borderRadius } = getComputedStyle(it);
  return { fontSize, fontFamily, color, backgroundColor, display, borderRadius, place: it.getBoundingClientRect().toJSON() };
}`);

const askForHours = async (page: Page) => {
  const chat = chatOf(page);
  await chat.open();
  return chat.say('When are you open?');
};

describe('a page with a strict policy', () => {
  const policy = (scripts: string) =>
    `default-src 'none'; script-src ${scripts}; connect-src ${service.url}; style-src 'none'; require-trusted-types-for 'script'`;

  it('needs to allow only the service’s origin', async () => {
    const url = site.addPage('/strict', html(script()), { 'content-security-policy': policy(service.url) });
    const { page, consoleLines } = await visit(browser, url);
    expect(await askForHours(page)).toContain('open');
    expect(consoleLines).toEqual([]);
    // The style sheets were applied: the panel is in its place.
    const box = (await chatOf(page).panel.boundingBox())!;
    expect(box.x + box.width).toBe(1080);
  });

  it('may use a nonce instead', async () => {
    const url = site.addPage('/nonce', html(script('nonce="r4nd0m"')), {
      'content-security-policy': policy(`'nonce-r4nd0m'`),
    });
    const { page, consoleLines } = await visit(browser, url);
    expect(await askForHours(page)).toContain('open');
    expect(consoleLines).toEqual([]);
  });
});

describe('the page’s own styles', () => {
  it('change nothing of the chat, and the chat nothing of them', async () => {
    const plain = await visit(browser, site.addPage('/plain', html(script())));
    const hostile = await visit(browser, site.addPage('/hostile', html(script(), { head: HOSTILE_STYLES })));
    const measured = [];
    for (const { page } of [plain, hostile]) {
      await askForHours(page);
      const parts = ['.launcher', '.panel', '.head', '.bubble', '.send'];
      measured.push(await Promise.all(parts.map((part) => page.locator(part).first().evaluate(MEASURE_STYLES))));
    }
    expect(measured[0]).toHaveLength(5);
    expect(measured[1]).toEqual(measured[0]);
  });

  it('are left as they were, and so is the rest of the page', async () => {
    const ALL_STYLES = `[...document.querySelectorAll('html, body, main, h1, p, a')].map((it) => {
      const style = getComputedStyle(it); return [...style].map((name) => style.getPropertyValue(name)).join() })`;
    const GLOBAL_NAMES = 'Object.keys(window).sort()';
    const { page: pageWithoutWidget } = await visit(browser, site.addPage('/without', html('')));
    const { page } = await visit(browser, site.addPage('/with', html(script())));
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

describe('what goes wrong', () => {
  const UNAVAILABLE_TEXT = /Sorry, chat isn’t available/;

  it('a secret key: loud in the console, nothing sent, nothing shown', async () => {
    const requestUrls: string[] = [];
    const url = site.addPage('/secret', html(installCode(service.url, restaurant.secret)));
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

  it('an origin that is not allowed', async () => {
    const other = await startWebsite();
    const { page, consoleLines } = await visit(
      browser,
      other.addPage('/', html(script('data-phone="(212) 555-0134"'))),
    );
    const chat = chatOf(page);
    await chat.launcher.click();
    await chat.panel.getByText(UNAVAILABLE_TEXT).waitFor();
    expect(await chat.panel.getByRole('link', { name: '(212) 555-0134' }).getAttribute('href')).toBe('tel:2125550134');
    expect(consoleLines.join()).toContain('is not allowed for the key');
    expect(await page.locator('h1').isVisible()).toBe(true);
    other.close();
  });

  it('a revoked key, also for a visitor who was here before', async () => {
    const { key, keyId } = await createApiKey(service, restaurant.id, { kind: 'publishable', origins: [site.origin] });
    const url = site.addPage('/revoked', html(installCode(service.url, key)));
    const { page, consoleLines } = await visit(browser, url);
    const chat = chatOf(page);
    await chat.launcher.waitFor();
    await queryAsDbOwner(service.connection, 'update api_keys set revoked_at = now() where id = $1', [keyId]);
    await page.reload();
    await chat.launcher.click();
    // The phone number is stored from the first visit.
    await chat.panel.getByText(/Please call us: \(212\) 555-0134/).waitFor();
    expect(consoleLines.join()).toContain('revoked');
  });

  it('the server is down from the start: the page works without the chat', async () => {
    const { page, consoleLines } = await visit(
      browser,
      site.addPage('/down', html(installCode('http://127.0.0.1:9', restaurant.key))),
    );
    expect(await page.locator('h1').isVisible()).toBe(true);
    expect(consoleLines.filter((line) => line.startsWith('pageerror'))).toEqual([]);
    expect(await page.locator('chat-launcher').count()).toBe(0);
  });

  it('the server stops after the script has loaded: the phone number is shown until it is back', async () => {
    const { page, context } = await visit(browser, site.addPage('/gone', html(script())));
    const chat = chatOf(page);
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

  it('blocked storage: it works within the page', async () => {
    const context = await browser.newContext();
    await context.addInitScript(`Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } });
      delete window.BroadcastChannel;`);
    const page = await context.newPage();
    await page.goto(site.addPage('/blocked', html(script())));
    expect(await askForHours(page)).toContain('open');
  });
});
