// The guides for integrators, and the code for websites on them.
import { expect, it } from 'vitest';
import { findCodeBlocks } from '../guides/blocks.ts';
import { findViolationsInBothThemes } from './accessibility.ts';
import { locateChat, visit } from './browser.ts';
import { createPageHtml, openWidgetWebsite } from './website.ts';

const { browser, site, service, restaurant } = await openWidgetWebsite();

it('the guides put the widget on a website', async () => {
  const blocks = (await findCodeBlocks('websites.md')).filter(({ language }) => language === 'html');
  expect(blocks).toHaveLength(2);
  const snippets = blocks.map(({ code }) =>
    code.replaceAll('http://127.0.0.1:3000', service.url).replaceAll('fd_pk_test_…', restaurant.key),
  );
  const lineVisit = await visit(browser, site.addPage('/line', createPageHtml(snippets[0] ?? '')));
  await locateChat(lineVisit.page).open();
  const buttonVisit = await visit(browser, site.addPage('/button', createPageHtml(snippets[1] ?? '')));
  await locateChat(buttonVisit.page).launcher.waitFor();
  await buttonVisit.page.getByRole('button', { name: 'Book a table' }).click();
  await locateChat(buttonVisit.page).panel.waitFor();
  expect((await locateChat(buttonVisit.page).panel.boundingBox())?.x).toBeLessThan(100);
});

it('the guides are accessible pages with links to each other, also on a phone', async () => {
  const { page, consoleLines } = await visit(browser, `${service.url}/docs/guides`);
  expect(await findViolationsInBothThemes(page)).toEqual([]);
  await page.getByRole('navigation', { name: 'Guides' }).getByRole('link', { name: 'Safe retries' }).click();
  await page.waitForURL('**/docs/guides/idempotency');
  await page.getByRole('heading', { name: 'Safe retries', level: 1 }).waitFor();
  expect(await page.getByRole('link', { name: 'Safe retries' }).getAttribute('aria-current')).toBe('page');
  expect(await page.locator('pre').first().textContent()).toContain(`FRONTDESK_URL=${service.config.publicUrl}`);
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  expect(await findViolationsInBothThemes(page)).toEqual([]);
  expect(consoleLines).toEqual([]);
});
