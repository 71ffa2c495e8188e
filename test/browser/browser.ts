// A real browser, and the parts of the chat as a customer sees them.
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { chromiumPath } from './chromium.ts';

/** The arguments that come with the npm package turn the web's security off, which half of these tests are about. */
export async function openBrowser(env?: Record<string, string>): Promise<Browser> {
  return chromium.launch({
    executablePath: await chromiumPath(),
    args: ['--no-sandbox', '--no-zygote', '--font-render-hinting=none', '--disable-gpu'],
    headless: true,
    // Vitest ends its workers by a signal, and the browser ends with the worker.
    handleSIGTERM: false,
    env,
  });
}

/** For what is to appear: what does not would be waited for in vain for as long. */
export const PATIENCE_MS = 60_000;

/** A visitor: nothing is shared with another one. Without motion, so that what is measured stands still. */
export async function visit(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1100, height: 820 },
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  return { context, ...(await openPage(context, address)) };
}
type Visit = { context: BrowserContext; page: Page; said: string[] };

/** One more tab. `said` is what the page's console says, errors of the page included. */
export async function openPage(context: BrowserContext, address: string) {
  const page = await context.newPage();
  const said: string[] = [];
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => said.push(`pageerror: ${error.message}`));
  await page.goto(address);
  return { page, said };
}

/** A function for the page, as text: the types here are Node's. */
export const inPage = <T>(source: string) => new Function('it', `return (${source})(it)`) as (it: unknown) => T;

/** The parts of the chat, by what a customer sees of them. */
export const chatOf = (page: Page) => {
  const panel = page.locator('.panel');
  return {
    launcher: page.locator('.launcher'),
    panel,
    field: panel.getByRole('textbox'),
    messages: panel.locator('.bubble'),
    replies: panel.locator('.assistant .bubble'),
    last: panel.locator('.bubble').last(),
    button: (name: string | RegExp) => panel.getByRole('button', { name }),
    async open() {
      await page.locator('.launcher').click();
      await panel.getByRole('textbox').waitFor();
    },
    /** Says it, and waits for the answer to stand there. */
    async say(text: string) {
      const answers = panel.locator('.turn:not(.customer) .bubble');
      const before = await answers.count();
      await panel.getByRole('textbox').fill(text);
      await page.keyboard.press('Enter');
      await answers.nth(before).waitFor();
      await panel.locator('.log[aria-busy="false"]').waitFor();
      return (await answers.last().innerText()).trim();
    },
  };
};
