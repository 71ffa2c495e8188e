// Opens a real browser and finds the parts of the chat.
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findChromiumPath } from './chromium.ts';

/**
 * Does not use the arguments of the npm package, because they switch off the security that many tests check. All pages of a
 * site share a process: starting one per page takes a fifth of the tests' time.
 */
export async function openBrowser(env?: Record<string, string>): Promise<Browser> {
  return chromium.launch({
    executablePath: await findChromiumPath(),
    args: ['--no-sandbox', '--no-zygote', '--renderer-process-limit=1', '--font-render-hinting=none', '--disable-gpu'],
    headless: true,
    // Vitest ends its workers by a signal, and the browser ends with the worker.
    handleSIGTERM: false,
    env,
  });
}

/** How long to wait for something to appear. */
export const TIMEOUT_MS = 60_000;

/** Opens a page as a new visitor, who shares nothing with others. Without motion, so that measured elements stand still. */
export async function visit(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1100, height: 820 },
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  return { context, ...(await openPage(context, url)) };
}
type Visit = { context: BrowserContext; page: Page; consoleLines: string[] };

/** Opens one more tab. `consoleLines` collects the console's output and uncaught errors. */
export async function openPage(context: BrowserContext, url: string) {
  const page = await context.newPage();
  const consoleLines: string[] = [];
  page.on('console', (message) => consoleLines.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => consoleLines.push(`pageerror: ${error.message}`));
  await page.goto(url);
  return { page, consoleLines };
}

/** A function that runs in the page. It is text, because this code is type-checked with Node's types. */
export const toPageFunction = <T>(source: string) => new Function('it', `return (${source})(it)`) as (it: unknown) => T;

/** The parts of the chat as the customer sees them. */
export const locateChat = (page: Page) => {
  const panel = page.locator('.panel');
  return {
    launcher: page.locator('.launcher'),
    panel,
    field: panel.getByRole('textbox'),
    messages: panel.locator('.bubble'),
    replies: panel.locator('.assistant .bubble'),
    lastBubble: panel.locator('.bubble').last(),
    button: (name: string | RegExp) => panel.getByRole('button', { name }),
    async open() {
      await page.locator('.launcher').click();
      await panel.getByRole('textbox').waitFor();
    },
    /** Sends a message and returns the reply. */
    async say(text: string) {
      const otherBubbles = panel.locator('.turn:not(.customer) .bubble');
      const countBefore = await otherBubbles.count();
      await panel.getByRole('textbox').fill(text);
      await page.keyboard.press('Enter');
      await otherBubbles.nth(countBefore).waitFor();
      await panel.locator('.log[aria-busy="false"]').waitFor();
      return (await otherBubbles.last().innerText()).trim();
    },
  };
};
