// How work grows with what it is given. A limit in milliseconds tells of the machine; that twice as much takes twice as
// long holds on any.

const TIMES = 8;
const ROUNDS = 9;
/** Enough where it is plain: what is square would have to look a fifth of itself in each of them. */
const PLAIN_ROUNDS = 3;
const TRIES = 4;
/** What is measured at once: enough for the clock, and short enough to be left alone by what else runs. */
const ENOUGH_MS = 0.5;
const WARM_UP_MS = 20;

/** Eight times the input is about eight times the work where it grows in step, and sixty-four times where it is square. */
export const IN_STEP = 24;
const PLAINLY_IN_STEP = 12;

/**
 * How many times the work it is for eight times the size, by the least of several runs that take turns. The small is
 * done eight times as often, so that an interruption is as likely in both. What grows out of step does so each time;
 * a machine with other things to do gets more tries. Each run has a number, for what is remembered from one to the next.
 */
export function growth(work: (size: number, run: number) => unknown, size: number): number {
  let runs = 0;
  const cost = (of: number, repeats: number): number => {
    const began = performance.now();
    for (let n = 0; n < repeats; n++) work(of, runs++);
    return performance.now() - began;
  };
  // What has just been loaded is slow for a while.
  for (const ends = performance.now() + WARM_UP_MS; performance.now() < ends; ) cost(size, 1);
  let repeats = 1;
  while (cost(TIMES * size, repeats) < ENOUGH_MS) repeats *= 2;
  let least = Infinity;
  for (let tries = 0; tries < TRIES && least >= IN_STEP; tries++) {
    const [small, large]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      small.push(cost(size, TIMES * repeats));
      large.push(cost(TIMES * size, repeats));
      const ratio = (TIMES * Math.min(...large)) / Math.min(...small);
      if (round + 1 >= PLAIN_ROUNDS && ratio < PLAINLY_IN_STEP) return ratio;
    }
    least = Math.min(least, (TIMES * Math.min(...large)) / Math.min(...small));
  }
  return least;
}
