import { createHash } from 'node:crypto';
import { onTestFailed } from 'vitest';

export { chooseCaseCount, pickTodaysShare, runsToday } from './rotation.ts';

/** Reproducible random choices. `SEED=…` overrides the seed, and a failing test prints the seed it used. */
export function createSeededRandom(defaultSeed: number) {
  const seed = Number(process.env.SEED ?? defaultSeed);
  onTestFailed(() => console.error(`seed: SEED=${seed}`));
  let state = seed >>> 0;
  /** mulberry32 */
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integerBelow = (limit: number): number => Math.floor(next() * limit);
  return {
    seed,
    integerBelow,
    chance: (probability: number): boolean => next() < probability,
    pick: <T>(items: readonly T[]): T => items[integerBelow(items.length)]!,
  };
}

/** Reproducible random choices for one of several concurrent tasks, independent of how the tasks interleave. */
export function createTaskRandom(seed: number, name: string): Random {
  let drawCount = 0;
  let digest = Buffer.alloc(0);
  const next = () => {
    const offset = (drawCount++ * 4) % 32;
    if (offset === 0) digest = createHash('sha256').update(`${seed} ${name} ${drawCount}`).digest();
    return digest.readUInt32BE(offset) / 2 ** 32;
  };
  const integerBelow = (limit: number) => Math.floor(next() * limit);
  return {
    seed,
    integerBelow,
    chance: (probability) => next() < probability,
    pick: (items) => items[integerBelow(items.length)]!,
  };
}

export type Random = ReturnType<typeof createSeededRandom>;

/** Runs `work` for all items with limited concurrency and returns the results in the order of the items. */
export async function inParallel<T, R>(
  items: readonly T[],
  maxConcurrent: number,
  work: (item: T, index: number) => Promise<R>,
) {
  const results: R[] = new Array(items.length);
  let nextIndex = 0;
  const worker = async () => {
    for (let index = nextIndex++; index < items.length; index = nextIndex++)
      results[index] = await work(items[index]!, index);
  };
  await Promise.all(Array.from({ length: Math.min(maxConcurrent, items.length) }, worker));
  return results;
}
