import type { Browser } from 'playwright-core';
import { addCleanup } from '../harness.ts';
import { openBrowser } from './browser.ts';

let shared: Promise<Browser> | undefined;

/** The browser that all test files of a worker use. A file's pages are closed when it ends. */
export async function sharedBrowser(): Promise<Browser> {
  shared ??= openBrowser();
  const browser = await shared;
  addCleanup(async () => {
    for (const context of browser.contexts()) await context.close();
  });
  return browser;
}
