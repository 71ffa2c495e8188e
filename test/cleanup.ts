const cleanups: (() => Promise<unknown>)[] = [];

/**
 * Runs when the test file ends, last added first. Vitest ignores hooks that are added inside a hook or a test, so
 * setup.ts registers a single one for all steps.
 */
export const addCleanup = (step: () => Promise<unknown>) => cleanups.unshift(step);
export async function runCleanups(): Promise<void> {
  for (let step = cleanups.shift(); step; step = cleanups.shift()) await step();
}
