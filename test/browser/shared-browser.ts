import type { Browser, Page } from 'playwright-core';
import { addCleanup } from '../harness.ts';
import { openBrowser } from './browser.ts';

let browserPromise: Promise<Browser> | undefined;

/** The browser that all test files of a worker use. A file's pages are closed when it ends. */
export async function connectSharedBrowser(): Promise<Browser> {
  browserPromise ??= openBrowser();
  const browser = await browserPromise;
  addCleanup(async () => {
    for (const context of browser.contexts()) await context.close();
  });
  return browser;
}

let isInTest = false;
const openedInTest: Page[] = [];

/** A page that a test has opened is closed with it: an open dashboard goes on asking the service. */
export const closeAfterTest = (page: Page) => void (isInTest && openedInTest.push(page));
export function startTest(): void {
  isInTest = true;
}
export async function endTest(): Promise<void> {
  isInTest = false;
  await Promise.all(openedInTest.splice(0).map((page) => page.close()));
}
