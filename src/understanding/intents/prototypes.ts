// Vectors that stand for the ways in which each intent is said, and how near a message is to each of them.
import { addTimes, dot, indexOfMost, quantise } from './numbers.ts';

/** Prototypes of all intents one after the other, in steps of their own size. */
export type Prototypes = { readonly prototypes: Int8Array; readonly prototypeSteps: Float32Array };

const MOST = 512;
const MOST_OF_ONE = 16;
const ROUNDS = 15;
/** How fast nearness falls as meanings part. */
const FALL = 2;

export const nearnessOf = (cosine: number) => Math.exp(FALL * (cosine - 1));

export function prototypesOf(vectorsByIntent: readonly (readonly Float32Array[])[]): Prototypes {
  const each = Math.max(1, Math.min(MOST_OF_ONE, Math.floor(MOST / vectorsByIntent.length)));
  const all = vectorsByIntent.flatMap((vectors) => middlesOf(vectors, each));
  const width = all[0]!.length;
  const prototypes = new Int8Array(all.length * width);
  const prototypeSteps = Float32Array.from(all, (vector, row) => quantise(vector, prototypes, row * width));
  return { prototypes, prototypeSteps };
}

/** Takes a vector to its cosines with all prototypes. */
export function cosinesWith({ prototypes, prototypeSteps }: Prototypes): (vector: Float32Array) => Float32Array {
  const width = prototypes.length / prototypeSteps.length;
  const rows = Float32Array.from(prototypes, (steps, at) => steps * prototypeSteps[Math.floor(at / width)]!);
  return (vector) => prototypeSteps.map((_, row) => dot(vector, rows, row * width));
}

/** The middles of clusters: k-means on the sphere. */
function middlesOf(vectors: readonly Float32Array[], count: number): Float32Array[] {
  if (vectors.length <= count) return [...vectors];
  let middles = Array.from({ length: count }, (_, at) => vectors[Math.floor((at * vectors.length) / count)]!);
  for (let round = 0; round < ROUNDS; round++) {
    const sums = middles.map((middle) => new Float32Array(middle.length));
    for (const vector of vectors) {
      addTimes(sums[indexOfMost(middles.map((middle) => dot(vector, middle)))]!, 1, vector);
    }
    // A middle that is nobody's nearest stays where it is.
    middles = sums.map((sum, at) => unit(sum) ?? middles[at]!);
  }
  return middles;
}

function unit(vector: Float32Array): Float32Array | undefined {
  const length = Math.sqrt(dot(vector, vector));
  return length > 0 ? vector.map((number) => number / length) : undefined;
}
