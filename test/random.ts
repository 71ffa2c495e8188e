import { createHash } from 'node:crypto';
import { onTestFailed } from 'vitest';

/** Random choices that come out the same for the same seed; `SEED=…` runs another, and a failure names the one it ran. */
export function seeded(fallback: number) {
  const seed = Number(process.env.SEED ?? fallback);
  onTestFailed(() => console.error(`seed: SEED=${seed}`));
  let state = seed >>> 0;
  /** mulberry32 */
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    seed,
    below,
    chance: (probability: number): boolean => next() < probability,
    pick: <T>(from: readonly T[]): T => from[below(from.length)]!,
  };
}

/** Choices of one of several that run side by side: the same for the same seed, in whatever order they get their turns. */
export function choicesOf(seed: number, name: string): Random {
  let drawn = 0;
  let digest = Buffer.alloc(0);
  const next = () => {
    const at = (drawn++ * 4) % 32;
    if (at === 0) digest = createHash('sha256').update(`${seed} ${name} ${drawn}`).digest();
    return digest.readUInt32BE(at) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    seed,
    below,
    chance: (probability) => next() < probability,
    pick: (from) => from[below(from.length)]!,
  };
}

/** How many random cases a law is tried on: one in so many of them in every run, all of them in `npm run test:full`. */
export const casesOf = (all: number, oneIn = 10): number => (process.env.FULL ? all : all / oneIn);

/** All of them in `npm run test:full`. Otherwise one in so many, others every day: `DAY=2026-11-16` takes those of that day. */
export function someOf<T>(all: readonly T[], oneIn: number): T[] {
  if (process.env.FULL) return [...all];
  const today = process.env.DAY ? Date.parse(process.env.DAY) : Date.now();
  const turn = Math.floor(today / 86_400_000);
  return all.filter((_, at) => (at + turn) % oneIn === 0);
}

export type Random = ReturnType<typeof seeded>;

/** Works through a list with so many at a time; the answers come in the list's order. */
export async function inParallel<T, R>(
  items: readonly T[],
  most: number,
  work: (item: T, index: number) => Promise<R>,
) {
  const results: R[] = new Array(items.length);
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) results[index] = await work(items[index]!, index);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
  return results;
}
