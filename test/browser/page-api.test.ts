// What a page can say to the chat, and hear of it.
import { describe, expect, it } from 'vitest';
import { expectStatus } from '../business.ts';
import { call, signUp } from '../harness.ts';
import { signIdentity } from '../visitor.ts';
import { chatOf, pageFunction, visit } from './browser.ts';
import { html, installCode, openWidgetWebsite } from './website.ts';

const { browser, site, script, service } = await openWidgetWebsite({
  proactive: { enabled: true, afterSeconds: 0, pages: ['/menu/*'] },
});

const STUB = `<script>window.frontdesk=window.frontdesk||function(){(frontdesk.q=frontdesk.q||[]).push(arguments)}`;

describe('commands', () => {
  it('are kept until the script is there', async () => {
    const head = `${STUB};window.heard=[];for(const name of ['ready','open','message','close','unread'])frontdesk('on',name,()=>heard.push(name));
      frontdesk('send','When are you open?')</script>`;
    const { page } = await visit(browser, site.addPage('/queue', html(script(), { head })));
    const chat = chatOf(page);
    await expect.poll(() => chat.replies.count()).toBe(2);
    await page.evaluate(`frontdesk('close')`);
    await expect.poll(() => chat.panel.isVisible()).toBe(false);
    expect(await page.evaluate('heard.join()')).toBe('ready,open,message,close');
  });

  it('open, close, hide, show and dress it', async () => {
    const { page } = await visit(browser, site.addPage('/commands', html(script())));
    const chat = chatOf(page);
    await chat.launcher.waitFor();
    await page.evaluate(`frontdesk('toggle')`);
    await chat.panel.waitFor();
    await page.evaluate(`frontdesk('toggle')`);
    await chat.panel.waitFor({ state: 'hidden' });
    await page.evaluate(`frontdesk('hide')`);
    expect(await chat.launcher.isVisible()).toBe(false);
    await page.evaluate(`frontdesk('show')`);
    expect(await chat.launcher.isVisible()).toBe(true);
    await page.evaluate(`frontdesk('update', { color: '#ffd400', position: 'left' })`);
    const look =
      '(it) => { const { color, backgroundColor, left } = getComputedStyle(it); return [color, backgroundColor, left]; }';
    // Black on yellow: the text's colour follows from the contrast.
    expect(await chat.launcher.evaluate(pageFunction(look))).toEqual(['rgb(0, 0, 0)', 'rgb(255, 212, 0)', '20px']);
  });

  it('reset forgets the visitor', async () => {
    const { page } = await visit(browser, site.addPage('/reset', html(script())));
    const chat = chatOf(page);
    await chat.open();
    await chat.say('Hello');
    await page.evaluate(`frontdesk('reset')`);
    await expect.poll(() => chat.messages.count()).toBe(1);
    await page.reload();
    await chat.open();
    expect(await chat.messages.count()).toBe(1);
  });
});

describe('identity', () => {
  it('brings a customer’s conversation to another device, and to nobody else', async () => {
    const owner = await signUp(service);
    const ask = (path: string, body: object) => call(service, 'POST', path, { cookie: owner.cookie, body });
    const { key: secretKey } = expectStatus(
      201,
      await ask('/api/keys', { name: 'server', mode: 'live', kind: 'secret' }),
    ).json;
    expectStatus(
      201,
      await call(service, 'POST', '/api/v1/setup', { key: secretKey, body: { industry: 'restaurant' } }),
    );
    const wanted = { name: 'site', mode: 'live', kind: 'publishable', origins: [site.origin] };
    const { key } = expectStatus(201, await ask('/api/keys', wanted)).json;
    const { secret } = expectStatus(201, await ask('/api/widget/identity-secret', {})).json;
    const head = (jwt: string) => `${STUB};frontdesk('identify', ${JSON.stringify(jwt)})</script>`;
    const page = async (path: string, sub: string) =>
      site.addPage(
        path,
        html(installCode(service.url, key), { head: head(await signIdentity(secret, { sub, name: 'Maria' })) }),
      );

    const { page: laptop } = await visit(browser, await page('/maria', 'maria'));
    await chatOf(laptop).open();
    await chatOf(laptop).say('When are you open?');
    const { page: phone } = await visit(browser, await page('/maria-again', 'maria'));
    await chatOf(phone).open();
    await expect.poll(() => chatOf(phone).messages.count()).toBe(3);
    const { page: other } = await visit(browser, await page('/paolo', 'paolo'));
    await chatOf(other).open();
    expect(await chatOf(other).messages.count()).toBe(1);
  });
});

describe('placing', () => {
  it('outlives a framework that puts another body in place', async () => {
    const { page } = await visit(browser, site.addPage('/turbo', html(script())));
    const chat = chatOf(page);
    await chat.open();
    await chat.say('Hello');
    await page.evaluate(
      `(() => { const body = document.createElement('body'); body.innerHTML = '<h1>Another page</h1>'; document.body.replaceWith(body) })()`,
    );
    await chat.launcher.waitFor();
    expect(await chat.messages.count()).toBe(3);
  });

  it.each(['desk-chat', 'frontdesk-chat'])('inline, as an element of the page: %s', async (name) => {
    const body = `<${name}></${name}>`;
    const { page } = await visit(browser, site.addPage(`/inline-${name}`, html(script(), { body })));
    const chat = chatOf(page);
    expect(await chat.say('When are you open?')).toContain('open');
    expect(await chat.panel.getAttribute('role')).toBe('region');
    expect(await chat.launcher.isVisible()).toBe(false);
    await page.evaluate(`document.querySelector('${name}').remove()`);
    await chat.launcher.waitFor();
    await chat.open();
    expect(await chat.messages.count()).toBe(3);
  });

  it('inline, in a place named by the script element', async () => {
    const body = '<section id="here"></section>';
    const { page } = await visit(browser, site.addPage('/target', html(script('data-target="#here"'), { body })));
    await page.locator('#here desk-chat .panel').waitFor();
  });

  it('from data attributes', async () => {
    const attributes = 'data-color="#0a5c36" data-position="left" data-theme="dark" data-locale="he" data-open';
    const { page } = await visit(browser, site.addPage('/attributes', html(script(attributes))));
    await chatOf(page).panel.waitFor();
    const look = '(it) => [it.dataset.theme, it.dataset.side, it.dir]';
    expect(await page.locator('.fd').evaluate(pageFunction(look))).toEqual(['dark', 'left', 'rtl']);
  });
});

describe('a greeting of its own accord', () => {
  it('comes once, on the pages chosen', async () => {
    site.addPage('/about', html(script()));
    const { page } = await visit(browser, site.addPage('/menu/pasta', html(script())));
    const nudge = page.locator('.nudge');
    await nudge.getByText('Welcome!').click();
    await chatOf(page).panel.waitFor();
    await chatOf(page).button('Close chat').click();
    await page.reload();
    await chatOf(page).launcher.waitFor();
    expect(await nudge.count()).toBe(0);
  });

  it('stays away from the others', async () => {
    const { page } = await visit(browser, site.addPage('/about', html(script())));
    await chatOf(page).launcher.waitFor();
    await page.evaluate('new Promise((done) => setTimeout(done, 50))');
    expect(await page.locator('.nudge').count()).toBe(0);
  });
});
