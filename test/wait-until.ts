import { setTimeout as sleep } from 'node:timers/promises';

/** Polls until the check returns true. */
export async function waitUntil(check: () => Promise<boolean> | boolean, timeoutMs = 60_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error(`not within ${timeoutMs} ms: ${check}`);
    await sleep(20);
  }
}
