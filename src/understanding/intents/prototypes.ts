// Vectors that stand for the ways in which each intent is said, and how near a message is to each of them.
import { addTimes, dot, indexOfMost } from './numbers.ts';

const MOST = 512;
const MOST_OF_ONE = 8;
const ROUNDS = 15;
/** How fast nearness falls as meanings part. */
const FALL = 2;

export const nearnessOf = (cosine: number) => Math.exp(FALL * (cosine - 1));

export const cosinesOf = (vector: Float32Array, prototypes: readonly Float32Array[]) => {
  const cosines = new Float32Array(prototypes.length);
  for (let at = 0; at < cosines.length; at++) cosines[at] = dot(vector, prototypes[at]!);
  return cosines;
};

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
    for (const vector of vectors) addTimes(sums[indexOfMost(cosinesOf(vector, middles))]!, 1, vector);
    // A middle that is nobody's nearest stays where it is.
    middles = sums.map((sum, at) => unit(sum) ?? middles[at]!);
  }
  return middles;
}

function unit(vector: Float32Array): Float32Array | undefined {
  const length = Math.sqrt(dot(vector, vector));
  return length > 0 ? vector.map((number) => number / length) : undefined;
}
