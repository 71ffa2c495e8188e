// The dashboard's pictures: every page in light, in dark and on a phone.
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { visit } from './browser.ts';
import { asOwner, OPEN_PAGES, OWNER_PAGES, openPageOf, signUpAsOwner } from './owner.ts';

export const LOOKS: Record<string, BrowserContextOptions> = {
  light: { viewport: { width: 1280, height: 860 }, colorScheme: 'light' },
  dark: { viewport: { width: 1280, height: 860 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
};

/** Something to look at on every page. */
async function furnish(browser: Browser, url: string) {
  const { context, page } = await visit(browser, `${url}/login`);
  await signUpAsOwner(page, url);
  await asOwner(page, 'POST', '/api/v1/setup', { industry: 'restaurant' });
  await asOwner(page, 'PUT', '/api/v1/config', { description: 'Trattoria by the harbour, fresh pasta every day.' });
  await asOwner(page, 'POST', '/api/keys', { name: 'Booking page', mode: 'live', kind: 'secret' });
  const widget = { name: 'bella-vista.example', mode: 'live', kind: 'publishable' };
  await asOwner(page, 'POST', '/api/keys', { ...widget, origins: ['https://bella-vista.example'] });
  await asOwner(page, 'POST', '/api/webhooks', { url: 'https://hooks.example.com/frontdesk', events: ['booking.*'] });
  await asOwner(page, 'POST', '/api/invitations', { email: 'luca@example.com', role: 'agent' });
  await asOwner(page, 'POST', '/api/v1/knowledge', { title: 'House rules', text: 'Prams are parked in the hall.' });
  const state = await context.storageState();
  await context.close();
  return state;
}

export async function takeDashboard(browser: Browser, url: string, folder: string, wanted: string[]) {
  const is = (name: string) => !wanted.length || wanted.includes(name) || wanted.includes('dashboard');
  const open = Object.entries(OPEN_PAGES).filter(([name]) => is(name));
  const own = Object.entries({ home: ['/', 'Bella Vista'] as [string, string], ...OWNER_PAGES }).filter(([name]) =>
    is(name),
  );
  if (!open.length && !own.length) return;
  const storageState = own.length ? await furnish(browser, url) : undefined;
  for (const [look, options] of Object.entries(LOOKS)) {
    const guest = await visit(browser, `${url}/login`, options);
    const owner = await visit(browser, `${url}/login`, { ...options, storageState });
    for (const [pages, { page }] of [
      [open, guest],
      [own, owner],
    ] as const) {
      for (const [name, where] of pages) {
        await openPageOf(page, url, where);
        if (name === 'assistant') {
          await page.getByLabel('Say something as a customer would').fill('A table for 4 on Friday at 7:30 pm');
          await page.getByRole('button', { name: 'Send' }).click();
          await page.getByText('Why this answer?').waitFor();
        }
        if (name === 'setup-website') await page.frameLocator('iframe').locator('.panel').waitFor();
        await page.screenshot({ path: join(folder, `dashboard-${name}-${look}.png`), fullPage: name !== 'assistant' });
        console.log(`dashboard-${name}-${look}.png`);
      }
    }
    await guest.context.close();
    await owner.context.close();
  }
}
