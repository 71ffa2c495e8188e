// biome-ignore-all lint/style/noNonNullAssertion: indices stay within the arrays
// Turns similarities to prototypes into independent features; prototypes close to each other would otherwise count twice
// (Nyström approximation of a kernel, with a Cholesky factor).
import { createFloatRows } from './float-rows.ts';
import { createCosines, kernelSimilarity } from './prototypes.ts';
import { dequantizeRows, type QuantizedRows } from './vector-math.ts';

export type Whitening = {
  /** A vector's similarities to the prototypes, decorrelated. */
  featuresOf(vector: Float32Array): Float32Array;
  /** Converts weights of those features to weights of the similarities themselves. */
  weightsOf(weights: Float32Array): Float32Array;
};

/** Keeps the Cholesky factor stable when prototypes are identical. */
const RIDGE = 0.01;

export function createWhitening(prototypes: QuantizedRows): Whitening {
  const cosinesOf = createCosines(prototypes);
  const similaritiesTo = (vector: Float32Array) => cosinesOf(vector).map(kernelSimilarity);
  const size = prototypes.scales.length;
  // The lower-triangular Cholesky factor of the prototypes' similarities to each other. Its diagonal is stored separately;
  // the extra last row is scratch space.
  const factor = createFloatRows(size + 1, size);
  const diagonal = new Float32Array(size);
  const solve = (numbers: Float32Array, row: number, count: number) => {
    const solved = factor.row(row);
    for (let index = 0; index < count; index++)
      solved[index] = (numbers[index]! - factor.dot(index, row)) / diagonal[index]!;
    return solved;
  };
  dequantizeRows(prototypes).forEach((prototype, index) => {
    const similarities = similaritiesTo(prototype);
    solve(similarities, index, index);
    diagonal[index] = Math.sqrt(Math.max(similarities[index]! + RIDGE - factor.dot(index, index), RIDGE / 10));
  });
  return {
    featuresOf: (vector) => {
      factor.row(size).fill(0);
      return solve(similaritiesTo(vector), size, size).slice();
    },
    weightsOf: (weights) => {
      const remaining = factor.row(size);
      remaining.set(weights);
      for (let index = size - 1; index >= 0; index--) {
        remaining[index] = remaining[index]! / diagonal[index]!;
        factor.addScaledRow(size, -remaining[index]!, index);
      }
      return remaining.slice();
    },
  };
}
