const cleanups: (() => Promise<unknown>)[] = [];

/**
 * Runs when the test file ends, last added first. Vitest ignores hooks that are added inside a hook or a test, so
 * setup.ts registers a single one for all steps.
 */
export const addCleanup = (cleanup: () => Promise<unknown>) => cleanups.unshift(cleanup);
export async function runCleanups(): Promise<void> {
  for (let cleanup = cleanups.shift(); cleanup; cleanup = cleanups.shift()) await cleanup();
}
