// biome-ignore-all lint/style/noNonNullAssertion: indices run within the lengths of the arrays
// Arithmetic on lists of numbers.

/** The sum of products. */
export function dot(a: Float32Array, b: Float32Array): number {
  let p = 0;
  let q = 0;
  let r = 0;
  let s = 0;
  const fours = a.length - (a.length % 4);
  // Four sums at a time: an addition need not wait for the one before.
  for (let at = 0; at < fours; at += 4) {
    p += a[at]! * b[at]!;
    q += a[at + 1]! * b[at + 1]!;
    r += a[at + 2]! * b[at + 2]!;
    s += a[at + 3]! * b[at + 3]!;
  }
  for (let at = fours; at < a.length; at++) p += a[at]! * b[at]!;
  return p + q + r + s;
}

/** A long list as rows of equal width, which share its memory. */
export const rowsOf = (numbers: Float32Array, width: number): Float32Array[] =>
  Array.from({ length: numbers.length / width }, (_, row) => numbers.subarray(row * width, (row + 1) * width));

export const indexOfMost = (numbers: ArrayLike<number>) => {
  let most = 0;
  for (let at = 1; at < numbers.length; at++) if (numbers[at]! > numbers[most]!) most = at;
  return most;
};

/** Rows of numbers in a byte each: as whole steps between -127 and 127, of a size that fits the row. */
export type Rough = { readonly whole: Int8Array; readonly steps: Float32Array };

export function roughened(rows: readonly Float32Array[]): Rough {
  const width = rows[0]?.length ?? 0;
  const whole = new Int8Array(rows.length * width);
  const steps = Float32Array.from(
    rows,
    (row) => row.reduce((most, number) => Math.max(most, Math.abs(number)), 0) / 127,
  );
  rows.forEach((row, at) => {
    const step = steps[at]! || 1;
    for (let i = 0; i < width; i++) whole[at * width + i] = Math.round(row[i]! / step);
  });
  return { whole, steps };
}

export function smoothed({ whole, steps }: Rough): Float32Array[] {
  const width = whole.length / steps.length;
  const numbers = new Float32Array(whole.length);
  for (let at = 0; at < numbers.length; at++) numbers[at] = whole[at]! * steps[Math.floor(at / width)]!;
  return rowsOf(numbers, width);
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
