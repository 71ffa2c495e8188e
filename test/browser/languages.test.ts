// A visitor who reads another language than the business writes.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectStatus } from '../business.ts';
import { call } from '../harness.ts';
import { locateChat, toPageFunction, visit } from './browser.ts';
import { createPageHtml, openWidgetWebsite } from './website.ts';

const { browser, site, createScriptTag, service, restaurant } = await openWidgetWebsite({ suggestions: ['Hours?'] });

const readLanguageAndDirection = (page: Page) =>
  page.locator('.fd').evaluate(toPageFunction<string[]>('(it) => [it.lang, it.dir]'));
const placeholder = (page: Page) => locateChat(page).field.getAttribute('placeholder');

async function openChat(lang: string, attributes = '', options = {}) {
  const visitResult = await visit(
    browser,
    site.addPage(`/${lang}`, createPageHtml(createScriptTag(attributes), { lang })),
    options,
  );
  await locateChat(visitResult.page).open();
  return visitResult;
}

describe('in Arabic', () => {
  it('every text is translated, and the layout is mirrored', async () => {
    const { page } = await openChat('ar-EG');
    const chat = locateChat(page);
    expect(await readLanguageAndDirection(page)).toEqual(['ar', 'rtl']);
    expect(await placeholder(page)).toBe('اكتب رسالة…');
    expect(await chat.launcher.getAttribute('aria-label')).toBe('إغلاق الدردشة');
    const [field, send, dots, title, launcher] = await Promise.all(
      [chat.field, chat.button('إرسال'), chat.button('الخيارات'), chat.panel.locator('h2 bdi'), chat.launcher].map(
        async (it) => (await it.boundingBox())!,
      ),
    );
    expect(send!.x + send!.width).toBeLessThanOrEqual(field!.x);
    expect(dots!.x).toBeLessThan(title!.x);
    // The launcher stays on the side that the owner chose.
    expect(launcher!.x).toBeGreaterThan(1100 / 2);
  });

  it('a message is sent with the locale, and one in English is shown left to right', async () => {
    const { page } = await openChat('ar');
    const chat = locateChat(page);
    const chatRequest = page.waitForRequest((request) => request.url().endsWith('/api/chat'));
    expect(await chat.say('When are you open, please?')).not.toBe('');
    expect((await chatRequest).postDataJSON()).toMatchObject({ locale: 'ar' });
    const direction = toPageFunction<string>('(it) => getComputedStyle(it).direction');
    expect(await chat.panel.locator('.customer .bubble').evaluate(direction)).toBe('ltr');
    await chat.say('متى تفتحون؟');
    expect(await chat.panel.locator('.customer .bubble').last().evaluate(direction)).toBe('rtl');
  });

  it('days are named in Arabic, and later ones are further to the left', async () => {
    const { page } = await openChat('ar');
    const chat = locateChat(page);
    await chat.say('I would like to book a table for 2');
    const days = chat.panel.locator('.days button:not(:disabled)');
    await days.first().waitFor();
    expect(await days.first().getAttribute('aria-label')).toMatch(/^[\u0600-\u06ff]+،? \d+ [\u0600-\u06ff]+$/);
    const columns = await chat.panel
      .locator('.days small')
      .evaluateAll(toPageFunction<number[]>('(all) => all.map((it) => it.offsetLeft)'));
    expect(columns).toEqual(columns.toSorted((a, b) => b - a));
  });
});

describe('the language', () => {
  it('is French on a French page, and the texts come from a file of their own', async () => {
    const { page } = await openChat('fr');
    expect(await readLanguageAndDirection(page)).toEqual(['fr', 'ltr']);
    expect(await placeholder(page)).toBe('Écrivez un message…');
    expect(await locateChat(page).panel.locator('.head p').innerText()).toMatch(
      /^(?:Répond généralement|Fermé jusqu’à)/,
    );
    const loadedUrls = await page.evaluate<string[]>(
      `performance.getEntriesByType('resource').map(({ name }) => name)`,
    );
    expect(loadedUrls.filter((name) => name.includes('/texts-'))).toEqual([
      expect.stringMatching(/texts-fr-[\w-]{8}\.json$/),
    ]);
  });

  it('is the script element’s rather than the page’s, and can be changed while the chat is open', async () => {
    const { page } = await openChat('fr', 'data-language="ja"');
    expect(await readLanguageAndDirection(page)).toEqual(['ja', 'ltr']);
    expect(await placeholder(page)).toBe('メッセージを入力…');
    await page.evaluate(`frontdesk('update', { language: 'ar' })`);
    await expect.poll(() => placeholder(page)).toBe('اكتب رسالة…');
    expect(await readLanguageAndDirection(page)).toEqual(['ar', 'rtl']);
    await page.evaluate(`frontdesk('update', { language: 'en' })`);
    await expect.poll(() => placeholder(page)).toBe('Type a message…');
  });

  it('is the browser’s where the page names none', async () => {
    const { page } = await openChat('', '', { locale: 'nl-BE' });
    expect(await placeholder(page)).toBe('Schrijf een bericht…');
  });

  it.each(['en', 'sv'])('is English on a page in %s, for which nothing more is loaded', async (lang) => {
    const { page } = await openChat(lang, '', { locale: 'fr-FR' });
    expect(await placeholder(page)).toBe('Type a message…');
    expect(
      await page.evaluate(`performance.getEntriesByType('resource').filter(({ name }) => /texts-/.test(name)).length`),
    ).toBe(0);
  });

  it('does not replace the owner’s own texts', async () => {
    const { page } = await openChat('fr');
    expect(await locateChat(page).replies.first().innerText()).toContain('Welcome!');
    await page.evaluate(`frontdesk('update', { placeholder: 'Ask Bella', texts: { send: 'Go' } })`);
    await locateChat(page).button('Go').waitFor();
    expect(await placeholder(page)).toBe('Ask Bella');
    await locateChat(page).button('Fermer le chat').waitFor();
  });
});

describe('a language file that does not load', () => {
  it.each(['is late', 'is refused'])('leaves the chat in English for good if it %s', async (failure) => {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    let releaseFile = () => {};
    const fileReleased = new Promise<void>((resolve) => {
      releaseFile = resolve;
    });
    await context.route(/texts-de/, async (route) => {
      if (failure === 'is refused') return route.abort();
      await fileReleased;
      return route.continue();
    });
    const page = await context.newPage();
    await page.goto(site.addPage('/de', createPageHtml(createScriptTag(), { lang: 'de' })));
    const chat = locateChat(page);
    await chat.open();
    expect(await placeholder(page)).toBe('Type a message…');
    expect(await readLanguageAndDirection(page)).toEqual(['en', 'ltr']);
    const fileResponse = page.waitForResponse(/texts-de/).catch(() => {});
    releaseFile();
    if (failure === 'is late') await (await fileResponse)?.finished();
    expect(await chat.say('Hello')).not.toBe('');
    expect(await placeholder(page)).toBe('Type a message…');
    await context.close();
  });
});

it('the greeting is in the visitor’s language if the owner has written none', async () => {
  const { secretKey: secret } = restaurant;
  expectStatus(200, await call(service, 'PUT', '/api/v1/config', { key: secret, body: { greeting: '' } }));
  const { page } = await openChat('pl');
  expect(await locateChat(page).replies.first().innerText()).toBe('Dzień dobry! W czym mogę pomóc?');
});
