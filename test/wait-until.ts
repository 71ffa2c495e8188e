import { setTimeout as sleep } from 'node:timers/promises';

/** Polls until the check returns true. */
export async function waitUntil(check: () => Promise<boolean> | boolean, withinMs = 60_000): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error(`not within ${withinMs} ms: ${check}`);
    await sleep(20);
  }
}
