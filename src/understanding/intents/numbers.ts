// Arithmetic on lists of numbers.

export function dot(a: Float32Array, b: Float32Array, from = 0): number {
  let p = 0;
  let q = 0;
  let r = 0;
  let s = 0;
  const fours = a.length - (a.length % 4);
  // Four sums at a time: an addition need not wait for the one before.
  for (let at = 0; at < fours; at += 4) {
    p += a[at]! * b[from + at]!;
    q += a[at + 1]! * b[from + at + 1]!;
    r += a[at + 2]! * b[from + at + 2]!;
    s += a[at + 3]! * b[from + at + 3]!;
  }
  for (let at = fours; at < a.length; at++) p += a[at]! * b[from + at]!;
  return p + q + r + s;
}

export function addTimes(sum: Float32Array, factor: number, numbers: Float32Array | Int8Array, from = 0) {
  for (let at = 0; at < sum.length; at++) sum[at] = sum[at]! + factor * numbers[from + at]!;
}

export const indexOfMost = (numbers: ArrayLike<number>) => {
  let most = 0;
  for (let at = 1; at < numbers.length; at++) if (numbers[at]! > numbers[most]!) most = at;
  return most;
};

/** Writes numbers as whole steps between -127 and 127, and returns the size of a step. */
export function quantise(numbers: Float32Array, into: Int8Array, from: number): number {
  const step = numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0) / 127;
  if (step === 0) return 0;
  for (let at = 0; at < numbers.length; at++) into[from + at] = Math.round(numbers[at]! / step);
  return step;
}

/** Mulberry32: the same numbers for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Shuffles the first so many numbers. */
export function shuffle(order: Int32Array, count: number, random: () => number) {
  for (let at = count - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    const moved = order[at]!;
    order[at] = order[other]!;
    order[other] = moved;
  }
}
