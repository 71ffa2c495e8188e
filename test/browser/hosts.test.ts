// Pages of all kinds: strict, hostile, broken, or with the wrong key.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createApiKey, queryAsDbOwner } from '../harness.ts';
import { chatOf, pageFunction, visit } from './browser.ts';
import { html, installCode, openWidgetWebsite, startWebsite } from './website.ts';

const { browser, site, service, restaurant, script } = await openWidgetWebsite();

const HOSTILE = `<style>* { all: unset !important } chat-launcher { display: none !important; opacity: 0 !important }
button, div { display: none !important } body { transform: rotate(0deg) } svg { width: 900px !important }</style>`;

const MEASURE = pageFunction(`(it) => {
  const { fontSize, fontFamily, color, backgroundColor, display, borderRadius } = getComputedStyle(it);
  return { fontSize, fontFamily, color, backgroundColor, display, borderRadius, place: it.getBoundingClientRect().toJSON() };
}`);

const answers = async (page: Page) => {
  const chat = chatOf(page);
  await chat.open();
  return chat.say('When are you open?');
};

describe('a page with a strict policy', () => {
  const policy = (scripts: string) =>
    `default-src 'none'; script-src ${scripts}; connect-src ${service.url}; style-src 'none'; require-trusted-types-for 'script'`;

  it('needs to allow the service’s address alone', async () => {
    const address = site.addPage('/strict', html(script()), { 'content-security-policy': policy(service.url) });
    const { page, consoleLines } = await visit(browser, address);
    expect(await answers(page)).toContain('open');
    expect(consoleLines).toEqual([]);
    // The sheets came through: it is where it belongs.
    const box = (await chatOf(page).panel.boundingBox())!;
    expect(box.x + box.width).toBe(1080);
  });

  it('may use a nonce instead', async () => {
    const address = site.addPage('/nonce', html(script('nonce="r4nd0m"')), {
      'content-security-policy': policy(`'nonce-r4nd0m'`),
    });
    const { page, consoleLines } = await visit(browser, address);
    expect(await answers(page)).toContain('open');
    expect(consoleLines).toEqual([]);
  });
});

describe('the page’s own styles', () => {
  it('change nothing of the chat, and the chat nothing of them', async () => {
    const plain = await visit(browser, site.addPage('/plain', html(script())));
    const hostile = await visit(browser, site.addPage('/hostile', html(script(), { head: HOSTILE })));
    const measured = [];
    for (const { page } of [plain, hostile]) {
      await answers(page);
      const parts = ['.launcher', '.panel', '.head', '.bubble', '.send'];
      measured.push(await Promise.all(parts.map((part) => page.locator(part).first().evaluate(MEASURE))));
    }
    expect(measured[0]).toHaveLength(5);
    expect(measured[1]).toEqual(measured[0]);
  });

  it('are left as they were, and so is the rest of the page', async () => {
    const look = `[...document.querySelectorAll('html, body, main, h1, p, a')].map((it) => {
      const style = getComputedStyle(it); return [...style].map((name) => style.getPropertyValue(name)).join() })`;
    const globals = 'Object.keys(window).sort()';
    const { page: without } = await visit(browser, site.addPage('/without', html('')));
    const { page } = await visit(browser, site.addPage('/with', html(script())));
    await answers(page);
    expect(await page.evaluate(look)).toEqual(await without.evaluate(look));
    const own = (await page.evaluate<string[]>(globals)).filter((name) => name !== 'frontdesk');
    expect(own).toEqual(await without.evaluate(globals));
    // The page's own two, and ours.
    expect(await page.evaluate('[...document.body.children].map((it) => it.localName)')).toEqual([
      'main',
      'script',
      'chat-launcher',
    ]);
  });
});

describe('what goes wrong', () => {
  const KIND = /Sorry, chat isn’t available/;

  it('a secret key: loud in the console, nothing sent, nothing shown', async () => {
    const sent: string[] = [];
    const address = site.addPage('/secret', html(installCode(service.url, restaurant.secret)));
    const context = await browser.newContext();
    const page = await context.newPage();
    const consoleLines: string[] = [];
    page.on('console', (message) => consoleLines.push(`${message.type()}: ${message.text()}`));
    page.on('request', (request) => sent.push(request.url()));
    await page.goto(address, { waitUntil: 'networkidle' });
    expect(consoleLines).toEqual([expect.stringMatching(/^error: Chat widget: data-key holds a SECRET key/)]);
    expect(sent.filter((url) => url.includes('/api/'))).toEqual([]);
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
    await chat.panel.getByText(KIND).waitFor();
    expect(await chat.panel.getByRole('link', { name: '(212) 555-0134' }).getAttribute('href')).toBe('tel:2125550134');
    expect(consoleLines.join()).toContain('is not allowed for the key');
    expect(await page.locator('h1').isVisible()).toBe(true);
    other.close();
  });

  it('a revoked key, also for a visitor who was here before', async () => {
    const { key, keyId } = await createApiKey(service, restaurant.id, { kind: 'publishable', origins: [site.origin] });
    const address = site.addPage('/revoked', html(installCode(service.url, key)));
    const { page, consoleLines } = await visit(browser, address);
    const chat = chatOf(page);
    await chat.launcher.waitFor();
    await queryAsDbOwner(service.connection, 'update api_keys set revoked_at = now() where id = $1', [keyId]);
    await page.reload();
    await chat.launcher.click();
    // The telephone is known from before.
    await chat.panel.getByText(/Please call us: \(212\) 555-0134/).waitFor();
    expect(consoleLines.join()).toContain('revoked');
  });

  it('the server down from the start: a page like any other', async () => {
    const { page, consoleLines } = await visit(
      browser,
      site.addPage('/down', html(installCode('http://127.0.0.1:9', restaurant.key))),
    );
    expect(await page.locator('h1').isVisible()).toBe(true);
    expect(consoleLines.filter((line) => line.startsWith('pageerror'))).toEqual([]);
    expect(await page.locator('chat-launcher').count()).toBe(0);
  });

  it('the server gone after the script came', async () => {
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
    expect(await answers(page)).toContain('open');
  });

  it('blocked storage: it works within the page', async () => {
    const context = await browser.newContext();
    await context.addInitScript(`Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } });
      delete window.BroadcastChannel;`);
    const page = await context.newPage();
    await page.goto(site.addPage('/blocked', html(script())));
    expect(await answers(page)).toContain('open');
  });
});
