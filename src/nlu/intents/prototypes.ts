// biome-ignore-all lint/style/noNonNullAssertion: indices run within the lengths of the arrays
// Prototype vectors for the ways to express each intent, and a message's similarity to them.
import { createDotProducts } from '../encoder/dot-products.ts';
import { dot, indexOfMax, type QuantizedRows } from './vector-math.ts';

const MAX_PROTOTYPES = 1024;
const MAX_PROTOTYPES_PER_INTENT = 16;
const KMEANS_ITERATIONS = 15;
/** How fast the similarity falls with the angle between vectors. */
const SIMILARITY_DECAY = 2;

export const kernelSimilarity = (cosine: number) => Math.exp(SIMILARITY_DECAY * (cosine - 1));

/** Returns a function that computes a vector's cosine with every prototype. */
export function createCosines({ values, scales }: QuantizedRows): (vector: Float32Array) => Float32Array {
  const dots = createDotProducts(values, values.length / scales.length);
  return (vector) => dots(vector).map((product, row) => product * scales[row]!);
}

export function computePrototypes(vectorsByIntent: readonly (readonly Float32Array[])[]): Float32Array[] {
  const prototypesPerIntent = Math.max(
    1,
    Math.min(MAX_PROTOTYPES_PER_INTENT, Math.floor(MAX_PROTOTYPES / vectorsByIntent.length)),
  );
  return vectorsByIntent.flatMap((vectors) => clusterCentroids(vectors, prototypesPerIntent));
}

/** Spherical k-means. */
function clusterCentroids(vectors: readonly Float32Array[], count: number): Float32Array[] {
  if (vectors.length <= count) return [...vectors];
  let centroids = Array.from({ length: count }, (_, index) => vectors[Math.floor((index * vectors.length) / count)]!);
  for (let round = 0; round < KMEANS_ITERATIONS; round++) {
    const sums = centroids.map((centroid) => new Float32Array(centroid.length));
    for (const vector of vectors) {
      const clusterSum = sums[nearestCentroid(vector, centroids)]!;
      for (let index = 0; index < clusterSum.length; index++) clusterSum[index] = clusterSum[index]! + vector[index]!;
    }
    // A centroid without any vectors stays where it is.
    centroids = sums.map((clusterSum, index) => normalize(clusterSum) ?? centroids[index]!);
  }
  return centroids;
}

const nearestCentroid = (vector: Float32Array, centroids: readonly Float32Array[]) =>
  indexOfMax(centroids.map((centroid) => dot(vector, centroid)));

function normalize(vector: Float32Array): Float32Array | undefined {
  const length = Math.sqrt(dot(vector, vector));
  return length > 0 ? vector.map((number) => number / length) : undefined;
}
