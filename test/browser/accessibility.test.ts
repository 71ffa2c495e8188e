// The widget's accessibility: what axe checks, and what it cannot check.
import { describe, expect, it } from 'vitest';
import { findColorViolations, findViolations } from './accessibility.ts';
import { locateChat, toPageFunction, visit } from './browser.ts';
import { createPageHtml, openWidgetWebsite } from './website.ts';

const { browser, site, createScriptTag } = await openWidgetWebsite();

describe.each([
  ['light', 'data-theme="light"', findViolations],
  ['right to left', 'data-locale="ar" data-position="left"', findViolations],
  ['dark', 'data-theme="dark"', findColorViolations],
  ['a pale brand color', 'data-color="#ffe38a"', findColorViolations],
  ['a medium brand color, on dark', 'data-color="#777777" data-theme="dark"', findColorViolations],
])('the widget, %s', (name, attributes, check) => {
  it('has no accessibility violations, whatever it shows', async () => {
    const url = site.addPage(`/${encodeURIComponent(name)}`, createPageHtml(createScriptTag(attributes)));
    const { page } = await visit(browser, url);
    const chat = locateChat(page);
    await chat.launcher.waitFor();
    const violations = [await check(page)];
    await chat.open();
    violations.push(await check(page));
    await chat.say('What is on the menu?');
    violations.push(await check(page));
    await chat.say('I would like to book a table for 2');
    violations.push(await check(page));
    await chat.say('tomorrow at 7:30 pm, Maria Rossi, (212) 555-0188');
    await chat.say('Yes please');
    await chat.panel.locator('.booking').waitFor();
    await chat.panel.locator('.menu-frame button').click();
    violations.push(await check(page));
    await chat.panel.locator('.menu li').nth(1).getByRole('button').click();
    await chat.panel.locator('.stars').waitFor();
    violations.push(await check(page));
    expect(violations).toEqual(violations.map(() => []));
  });
});

describe('the widget for assistive technology', () => {
  it('is a named dialog that announces each complete reply once', async () => {
    const { page } = await visit(browser, site.addPage('/names', createPageHtml(createScriptTag())));
    const chat = locateChat(page);
    await chat.open();
    await page.getByRole('dialog', { name: 'Bella Vista' }).waitFor();
    await page.evaluate(`(() => { window.announced = [];
      const region = document.querySelector('chat-launcher').shadowRoot.querySelector('[aria-live][aria-atomic]');
      new MutationObserver(() => announced.push(region.textContent)).observe(region, { childList: true, characterData: true, subtree: true }); })()`);
    const reply = await chat.say('When are you open?');
    expect(await page.evaluate('announced')).toEqual([`AI assistant: ${reply}`]);
  });

  it('has click targets of at least 24 by 24 pixels', async () => {
    const { page } = await visit(browser, site.addPage('/targets', createPageHtml(createScriptTag())));
    const chat = locateChat(page);
    await chat.open();
    await chat.say('I would like to book a table for 2');
    const smallTargets = await page.evaluate(`[...document.querySelector('chat-launcher').shadowRoot
      .querySelectorAll('button, a, input, textarea')].filter((it) => it.offsetParent || it.matches('.launcher'))
      .map((it) => [it.getAttribute('aria-label') ?? it.textContent, it.getBoundingClientRect()])
      .filter(([, { width, height }]) => width < 24 || height < 24).map(([name]) => name)`);
    expect(smallTargets).toEqual([]);
  });
});

describe('the widget at 200 % and on phones', () => {
  it.each([
    ['a window of 1280 by 720 at 200 %', { width: 640, height: 360 }],
    ['a phone', { width: 390, height: 780 }],
    ['the narrowest phone', { width: 320, height: 568 }],
  ])('%s: nothing is cut off', async (_, viewport) => {
    const { page } = await visit(browser, site.addPage('/narrow', createPageHtml(createScriptTag())), { viewport });
    const chat = locateChat(page);
    await chat.open();
    await chat.say('I would like to book a table for 2');
    for (const part of [chat.field, chat.button('Send'), chat.button('Close chat'), chat.panel.locator('.head')]) {
      const { x, y, width, height } = (await part.boundingBox())!;
      expect(x >= 0 && y >= 0 && x + width <= viewport.width && y + height <= viewport.height).toBe(true);
    }
    expect(await chat.panel.evaluate(toPageFunction('(it) => it.scrollWidth <= it.clientWidth'))).toBe(true);
  });

  it('stays above an on-screen keyboard, and keeps the focus while it covers the page', async () => {
    const phone = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };
    const { page } = await visit(browser, site.addPage('/keyboard', createPageHtml(createScriptTag())), phone);
    const chat = locateChat(page);
    await chat.launcher.tap();
    await chat.field.waitFor();
    // The field is not focused, which would open the on-screen keyboard.
    expect(await chat.panel.evaluate(toPageFunction('(it) => it.getRootNode().activeElement === it'))).toBe(true);
    expect(await chat.panel.getAttribute('aria-modal')).toBe('true');
    await page.evaluate(`(() => { Object.defineProperty(visualViewport, 'height', { get: () => 420 });
      visualViewport.dispatchEvent(new Event('resize')); })()`);
    const { height } = (await chat.panel.boundingBox())!;
    expect(height).toBe(420);
    for (let i = 0; i < 15; i++) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.localName')).toBe('chat-launcher');
    }
  });

  it('runs no animation if reduced motion is preferred', async () => {
    const { page } = await visit(browser, site.addPage('/still', createPageHtml(createScriptTag())));
    const chat = locateChat(page);
    await chat.open();
    await chat.say('Hello');
    const COUNT_ANIMATIONS = `document.querySelector('chat-launcher').shadowRoot.getAnimations().length`;
    expect(await page.evaluate(COUNT_ANIMATIONS)).toBe(0);
  });
});
