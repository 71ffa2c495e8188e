// Measures how running time grows with input size. A limit in milliseconds depends on the machine; a growth factor
// does not.

/** The large input is this many times the size of the small one. */
const SIZE_FACTOR = 8;
const ROUNDS = 9;
/** Enough rounds if the result is clear: quadratic work would have to appear five times too fast in all of them. */
const MIN_ROUNDS = 3;
const MAX_ATTEMPTS = 4;
/** Duration of one measurement: long enough for the clock, short enough to rarely be interrupted by other processes. */
const MIN_MEASUREMENT_MS = 0.5;
const WARM_UP_MS = 20;

/** For eight times the input, linear work takes about 8 times as long and quadratic work 64 times: this lies between. */
export const MAX_LINEAR_GROWTH = 24;
const CLEARLY_LINEAR_GROWTH = 12;

/**
 * Returns how many times longer the work takes for eight times the size, based on the fastest of several alternating
 * runs. The small input runs eight times as often, so that both are equally likely to be interrupted. A busy machine
 * gets more attempts; work that is not linear fails all of them. `runNumber` is unique per call, so that caches cannot help.
 */
export function measureGrowth(work: (size: number, runNumber: number) => unknown, size: number): number {
  let runCount = 0;
  const measureMs = (inputSize: number, repeats: number): number => {
    const startedAt = performance.now();
    for (let n = 0; n < repeats; n++) work(inputSize, runCount++);
    return performance.now() - startedAt;
  };
  // Freshly loaded code is slow until it is compiled.
  for (const warmUpEnd = performance.now() + WARM_UP_MS; performance.now() < warmUpEnd; ) measureMs(size, 1);
  let repeats = 1;
  while (measureMs(SIZE_FACTOR * size, repeats) < MIN_MEASUREMENT_MS) repeats *= 2;
  let smallestRatio = Infinity;
  for (let attempt = 0; attempt < MAX_ATTEMPTS && smallestRatio >= MAX_LINEAR_GROWTH; attempt++) {
    const [smallTimes, largeTimes]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      smallTimes.push(measureMs(size, SIZE_FACTOR * repeats));
      largeTimes.push(measureMs(SIZE_FACTOR * size, repeats));
      const ratio = (SIZE_FACTOR * Math.min(...largeTimes)) / Math.min(...smallTimes);
      if (round + 1 >= MIN_ROUNDS && ratio < CLEARLY_LINEAR_GROWTH) return ratio;
    }
    smallestRatio = Math.min(smallestRatio, (SIZE_FACTOR * Math.min(...largeTimes)) / Math.min(...smallTimes));
  }
  return smallestRatio;
}
