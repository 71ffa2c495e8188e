// The examples that stand for an intent: as different from each other as can be.

/** More than this for an intent cost more bytes and time than they tell. */
const MOST = 32;

export function prototypesOf(vectorsOf: readonly (readonly Float32Array[])[]) {
  const chosen = vectorsOf.map((vectors) => spread(vectors, MOST));
  const all = chosen.flat();
  const width = all[0]!.length;
  const prototypes = new Int8Array(all.length * width);
  const prototypeSteps = Float32Array.from(all, (vector, row) => quantised(vector, prototypes, row * width));
  return { prototypes, prototypeSteps, prototypesOf: chosen.map((vectors) => vectors.length) };
}

/** Writes numbers as whole steps between -127 and 127, and returns the size of a step. */
export function quantised(numbers: Float32Array, into: Int8Array, at: number): number {
  const step = numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0) / 127;
  if (step > 0)
    numbers.forEach((number, i) => {
      into[at + i] = Math.round(number / step);
    });
  return step;
}

/** The most typical vector, and then each time the one that is farthest from all that were taken. */
function spread(vectors: readonly Float32Array[], most: number): Float32Array[] {
  if (vectors.length <= most) return [...vectors];
  const middle = new Float32Array(vectors[0]!.length);
  for (const vector of vectors)
    vector.forEach((number, at) => {
      middle[at] = middle[at]! + number;
    });
  const near = vectors.map(() => -1);
  let next = indexOfMost(vectors.map((vector) => dot(vector, middle)));
  const taken: Float32Array[] = [];
  while (taken.length < most) {
    const latest = vectors[next]!;
    taken.push(latest);
    vectors.forEach((vector, at) => {
      near[at] = Math.max(near[at]!, dot(vector, latest));
    });
    next = indexOfMost(near.map((cosine) => -cosine));
  }
  return taken;
}

const indexOfMost = (numbers: readonly number[]) => numbers.reduce((at, n, i) => (n > numbers[at]! ? i : at), 0);

export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}
