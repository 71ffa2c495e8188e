// The JavaScript API with which a page controls the chat and listens to it.
import { describe, expect, it } from 'vitest';
import { expectStatus } from '../business.ts';
import { call, signUp } from '../harness.ts';
import { signIdentity } from '../visitor.ts';
import { locateChat, toPageFunction, visit } from './browser.ts';
import { createInstallCode, createPageHtml, openWidgetWebsite } from './website.ts';

const { browser, site, createScriptTag, service } = await openWidgetWebsite({
  proactive: { enabled: true, afterSeconds: 0, pages: ['/menu/*'] },
});

const COMMAND_QUEUE = `<script>window.frontdesk=window.frontdesk||function(){(frontdesk.q=frontdesk.q||[]).push(arguments)}`;

describe('commands', () => {
  it('are queued until the script has loaded', async () => {
    const head = `${COMMAND_QUEUE};window.events=[];for(const name of ['ready','open','message','close','unread'])frontdesk('on',name,()=>events.push(name));
      frontdesk('send','When are you open?')</script>`;
    const { page } = await visit(browser, site.addPage('/queue', createPageHtml(createScriptTag(), { head })));
    const chat = locateChat(page);
    await expect.poll(() => chat.replies.count()).toBe(2);
    await page.evaluate(`frontdesk('close')`);
    await expect.poll(() => chat.panel.isVisible()).toBe(false);
    expect(await page.evaluate('events.join()')).toBe('ready,open,message,close');
  });

  it('open, close, hide, show and style the chat', async () => {
    const { page } = await visit(browser, site.addPage('/commands', createPageHtml(createScriptTag())));
    const chat = locateChat(page);
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
    const READ_STYLE =
      '(it) => { const { color, backgroundColor, left } = getComputedStyle(it); return [color, backgroundColor, left]; }';
    // Black on yellow: the text's colour follows from the contrast.
    expect(await chat.launcher.evaluate(toPageFunction(READ_STYLE))).toEqual([
      'rgb(0, 0, 0)',
      'rgb(255, 212, 0)',
      '20px',
    ]);
  });

  it('reset forgets the visitor', async () => {
    const { page } = await visit(browser, site.addPage('/reset', createPageHtml(createScriptTag())));
    const chat = locateChat(page);
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
  it('shows a customer’s conversation on their other device, and to nobody else', async () => {
    const owner = await signUp(service);
    const post = (path: string, body: object) => call(service, 'POST', path, { cookie: owner.cookie, body });
    const { key: secretKey } = expectStatus(
      201,
      await post('/api/keys', { name: 'server', mode: 'live', kind: 'secret' }),
    ).json;
    expectStatus(
      201,
      await call(service, 'POST', '/api/v1/setup', { key: secretKey, body: { industry: 'restaurant' } }),
    );
    const publishableKey = { name: 'site', mode: 'live', kind: 'publishable', origins: [site.origin] };
    const { key } = expectStatus(201, await post('/api/keys', publishableKey)).json;
    const { secret } = expectStatus(201, await post('/api/widget/identity-secret', {})).json;
    const createIdentifyScript = (jwt: string) =>
      `${COMMAND_QUEUE};frontdesk('identify', ${JSON.stringify(jwt)})</script>`;
    const addIdentityPage = async (path: string, sub: string) =>
      site.addPage(
        path,
        createPageHtml(createInstallCode(service.url, key), {
          head: createIdentifyScript(await signIdentity(secret, { sub, name: 'Maria' })),
        }),
      );

    const { page: laptopPage } = await visit(browser, await addIdentityPage('/maria', 'maria'));
    await locateChat(laptopPage).open();
    await locateChat(laptopPage).say('When are you open?');
    const { page: phonePage } = await visit(browser, await addIdentityPage('/maria-again', 'maria'));
    await locateChat(phonePage).open();
    await expect.poll(() => locateChat(phonePage).messages.count()).toBe(3);
    const { page: otherVisitorPage } = await visit(browser, await addIdentityPage('/paolo', 'paolo'));
    await locateChat(otherVisitorPage).open();
    expect(await locateChat(otherVisitorPage).messages.count()).toBe(1);
  });
});

describe('the chat’s place in the page', () => {
  it('is restored when a framework replaces the body', async () => {
    const { page } = await visit(browser, site.addPage('/turbo', createPageHtml(createScriptTag())));
    const chat = locateChat(page);
    await chat.open();
    await chat.say('Hello');
    await page.evaluate(
      `(() => { const body = document.createElement('body'); body.innerHTML = '<h1>Another page</h1>'; document.body.replaceWith(body) })()`,
    );
    await chat.launcher.waitFor();
    expect(await chat.messages.count()).toBe(3);
  });

  it.each(['desk-chat', 'frontdesk-chat'])('can be an element of the page: %s', async (elementName) => {
    const body = `<${elementName}></${elementName}>`;
    const { page } = await visit(
      browser,
      site.addPage(`/inline-${elementName}`, createPageHtml(createScriptTag(), { body })),
    );
    const chat = locateChat(page);
    expect(await chat.say('When are you open?')).toContain('open');
    expect(await chat.panel.getAttribute('role')).toBe('region');
    expect(await chat.launcher.isVisible()).toBe(false);
    await page.evaluate(`document.querySelector('${elementName}').remove()`);
    await chat.launcher.waitFor();
    await chat.open();
    expect(await chat.messages.count()).toBe(3);
  });

  it('can be an element chosen by the script element', async () => {
    const body = '<section id="here"></section>';
    const { page } = await visit(
      browser,
      site.addPage('/target', createPageHtml(createScriptTag('data-target="#here"'), { body })),
    );
    await page.locator('#here desk-chat .panel').waitFor();
  });

  it('follows the data attributes of the script element, as do theme and direction', async () => {
    const attributes = 'data-color="#0a5c36" data-position="left" data-theme="dark" data-locale="he" data-open';
    const { page } = await visit(browser, site.addPage('/attributes', createPageHtml(createScriptTag(attributes))));
    await locateChat(page).panel.waitFor();
    const READ_ATTRIBUTES = '(it) => [it.dataset.theme, it.dataset.side, it.dir]';
    expect(await page.locator('.fd').evaluate(toPageFunction(READ_ATTRIBUTES))).toEqual(['dark', 'left', 'rtl']);
  });
});

describe('a proactive greeting', () => {
  it('appears once, on the chosen pages', async () => {
    site.addPage('/about', createPageHtml(createScriptTag()));
    const { page } = await visit(browser, site.addPage('/menu/pasta', createPageHtml(createScriptTag())));
    const nudge = page.locator('.nudge');
    await nudge.getByText('Welcome!').click();
    await locateChat(page).panel.waitFor();
    await locateChat(page).button('Close chat').click();
    await page.reload();
    await locateChat(page).launcher.waitFor();
    expect(await nudge.count()).toBe(0);
  });

  it('does not appear on other pages', async () => {
    const { page } = await visit(browser, site.addPage('/about', createPageHtml(createScriptTag())));
    await locateChat(page).launcher.waitFor();
    await page.evaluate('new Promise((done) => setTimeout(done, 50))');
    expect(await page.locator('.nudge').count()).toBe(0);
  });
});
