// `npm test` runs a share of the longest tests each day, and `npm run test:full` all of them.
import { globSync } from 'node:fs';

/** How many random cases a property test runs: all in `npm run test:full`, otherwise `all / oneIn`. */
export const chooseCaseCount = (all: number, oneIn = 10): number => (process.env.FULL ? all : all / oneIn);

/**
 * All items in `npm run test:full`. Otherwise one in `oneIn`, others every day: `DAY=2026-11-16` repeats the items of
 * that day.
 */
export const pickTodaysShare = <T>(all: readonly T[], oneIn: number): T[] =>
  all.filter((_, index) => runsToday(index, oneIn));

/** Whether `pickTodaysShare` picks the item with this index. */
export function runsToday(index: number, oneIn: number): boolean {
  if (process.env.FULL) return true;
  const today = process.env.DAY ? Date.parse(process.env.DAY) : Date.now();
  return (index + Math.floor(today / 86_400_000)) % oneIn === 0;
}

/**
 * The test files that do not run today: of those that match, one in `oneIn` runs each day, the others on the next days.
 * All of them run in `npm run test:full`, and where the command names test files.
 */
export function listFilesToSkipToday(globs: readonly string[], oneIn: number): string[] {
  const namesTestFiles = process.argv.slice(3).some((argument) => /^[^-].*[/.]/.test(argument));
  if (namesTestFiles) return [];
  const files = globSync([...globs]).sort();
  const filesToRun = new Set(pickTodaysShare(files, oneIn));
  return files.filter((file) => !filesToRun.has(file));
}
