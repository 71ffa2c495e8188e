// biome-ignore-all lint/style/noNonNullAssertion: indices run within the lengths of the arrays
// Vectors that stand for the ways in which each intent is said, and how near a message is to each of them.
import { dotsWith } from '../encoder/dots.ts';
import { dot, indexOfMost, type Rough } from './numbers.ts';

const MOST = 1024;
const MOST_OF_ONE = 16;
const ROUNDS = 15;
/** How fast nearness falls as meanings part. */
const FALL = 2;

export const nearnessOf = (cosine: number) => Math.exp(FALL * (cosine - 1));

/** Takes a vector to its cosines with all prototypes. */
export function cosinesWith({ whole, steps }: Rough): (vector: Float32Array) => Float32Array {
  const dots = dotsWith(whole, whole.length / steps.length);
  return (vector) => dots(vector).map((inSteps, at) => inSteps * steps[at]!);
}

export function prototypesOf(vectorsByIntent: readonly (readonly Float32Array[])[]): Float32Array[] {
  const each = Math.max(1, Math.min(MOST_OF_ONE, Math.floor(MOST / vectorsByIntent.length)));
  return vectorsByIntent.flatMap((vectors) => middlesOf(vectors, each));
}

/** The middles of clusters: k-means on the sphere. */
function middlesOf(vectors: readonly Float32Array[], count: number): Float32Array[] {
  if (vectors.length <= count) return [...vectors];
  let middles = Array.from({ length: count }, (_, at) => vectors[Math.floor((at * vectors.length) / count)]!);
  for (let round = 0; round < ROUNDS; round++) {
    const sums = middles.map((middle) => new Float32Array(middle.length));
    for (const vector of vectors) {
      const sum = sums[nearest(vector, middles)]!;
      for (let at = 0; at < sum.length; at++) sum[at] = sum[at]! + vector[at]!;
    }
    // A middle that is nobody's nearest stays where it is.
    middles = sums.map((sum, at) => unit(sum) ?? middles[at]!);
  }
  return middles;
}

const nearest = (vector: Float32Array, middles: readonly Float32Array[]) =>
  indexOfMost(middles.map((middle) => dot(vector, middle)));

function unit(vector: Float32Array): Float32Array | undefined {
  const length = Math.sqrt(dot(vector, vector));
  return length > 0 ? vector.map((number) => number / length) : undefined;
}
