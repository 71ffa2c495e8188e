// What a page can say to the chat, and hear of it.
import { describe, expect, it } from 'vitest';
import { chatOf, inPage, visit } from './browser.ts';
import { html, setStage } from './stage.ts';

const { browser, site, script } = await setStage({ proactive: { enabled: true, afterSeconds: 0, pages: ['/menu/*'] } });

const STUB = `<script>window.frontdesk=window.frontdesk||function(){(frontdesk.q=frontdesk.q||[]).push(arguments)}`;

describe('commands', () => {
  it('are kept until the script is there', async () => {
    const head = `${STUB};window.heard=[];for(const name of ['ready','open','message','close','unread'])frontdesk('on',name,()=>heard.push(name));
      frontdesk('send','When are you open?')</script>`;
    const { page } = await visit(browser, site.put('/queue', html(script(), { head })));
    const chat = chatOf(page);
    await expect.poll(() => chat.replies.count()).toBe(2);
    await page.evaluate(`frontdesk('close')`);
    await expect.poll(() => chat.panel.isVisible()).toBe(false);
    expect(await page.evaluate('heard.join()')).toBe('ready,open,message,close');
  });

  it('open, close, hide, show and dress it', async () => {
    const { page } = await visit(browser, site.put('/commands', html(script())));
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
    expect(await chat.launcher.evaluate(inPage(look))).toEqual(['rgb(0, 0, 0)', 'rgb(255, 212, 0)', '20px']);
  });

  it('reset forgets the visitor', async () => {
    const { page } = await visit(browser, site.put('/reset', html(script())));
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

describe('placing', () => {
  it('inline, as an element of the page', async () => {
    const body = '<frontdesk-chat></frontdesk-chat>';
    const { page } = await visit(browser, site.put('/inline', html(script(), { body })));
    const chat = chatOf(page);
    expect(await chat.say('When are you open?')).toContain('open');
    expect(await chat.panel.getAttribute('role')).toBe('region');
    expect(await chat.launcher.isVisible()).toBe(false);
    await page.evaluate(`document.querySelector('frontdesk-chat').remove()`);
    await chat.launcher.waitFor();
    await chat.open();
    expect(await chat.messages.count()).toBe(3);
  });

  it('inline, in a place named by the script element', async () => {
    const body = '<section id="here"></section>';
    const { page } = await visit(browser, site.put('/target', html(script('data-target="#here"'), { body })));
    await page.locator('#here frontdesk-chat .panel').waitFor();
  });

  it('from data attributes', async () => {
    const attributes = 'data-color="#0a5c36" data-position="left" data-theme="dark" data-locale="he" data-open';
    const { page } = await visit(browser, site.put('/attributes', html(script(attributes))));
    await chatOf(page).panel.waitFor();
    const look = '(it) => [it.dataset.theme, it.dataset.side, it.dir]';
    expect(await page.locator('.fd').evaluate(inPage(look))).toEqual(['dark', 'left', 'rtl']);
  });
});

describe('a greeting of its own accord', () => {
  it('comes once, on the pages chosen', async () => {
    site.put('/about', html(script()));
    const { page } = await visit(browser, site.put('/menu/pasta', html(script())));
    const nudge = page.locator('.nudge');
    await nudge.getByText('Welcome!').click();
    await chatOf(page).panel.waitFor();
    await chatOf(page).button('Close chat').click();
    await page.reload();
    await chatOf(page).launcher.waitFor();
    expect(await nudge.count()).toBe(0);
  });

  it('stays away from the others', async () => {
    const { page } = await visit(browser, site.put('/about', html(script())));
    await chatOf(page).launcher.waitFor();
    await page.evaluate('new Promise((done) => setTimeout(done, 50))');
    expect(await page.locator('.nudge').count()).toBe(0);
  });
});
