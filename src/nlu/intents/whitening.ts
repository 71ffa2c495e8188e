// biome-ignore-all lint/style/noNonNullAssertion: indices run within the lengths of the arrays
// Nearness to prototypes as independent features: prototypes that lie close together would otherwise count twice
// (the Nyström approximation of a kernel, by Cholesky's factor).
import { openFloats } from './floats.ts';
import { type Rough, smoothed } from './numbers.ts';
import { cosinesWith, nearnessOf } from './prototypes.ts';

export type Whitening = {
  /** A vector's nearness to each prototype, made independent. */
  featuresOf(vector: Float32Array): Float32Array;
  /** Weights of those features as weights of the nearness itself. */
  weightsOf(weights: Float32Array): Float32Array;
};

/** Keeps the factor well away from zero where prototypes are the same. */
const RIDGE = 0.01;

export function whiteningOf(prototypes: Rough): Whitening {
  const cosinesOf = cosinesWith(prototypes);
  const nearness = (vector: Float32Array) => cosinesOf(vector).map(nearnessOf);
  const size = prototypes.steps.length;
  // A lower triangle that times its own transpose gives the nearness of prototypes to each other. What stands on its
  // diagonal is kept apart; the row after the last is to work in.
  const factor = openFloats(size + 1, size);
  const diagonal = new Float32Array(size);
  const solve = (numbers: Float32Array, row: number, count: number) => {
    const solved = factor.row(row);
    for (let at = 0; at < count; at++) solved[at] = (numbers[at]! - factor.dot(at, row)) / diagonal[at]!;
    return solved;
  };
  smoothed(prototypes).forEach((prototype, at) => {
    const near = nearness(prototype);
    solve(near, at, at);
    diagonal[at] = Math.sqrt(Math.max(near[at]! + RIDGE - factor.dot(at, at), RIDGE / 10));
  });
  return {
    featuresOf: (vector) => {
      factor.row(size).fill(0);
      return solve(nearness(vector), size, size).slice();
    },
    weightsOf: (weights) => {
      const left = factor.row(size);
      left.set(weights);
      for (let at = size - 1; at >= 0; at--) {
        left[at] = left[at]! / diagonal[at]!;
        factor.addTimes(size, -left[at]!, at);
      }
      return left.slice();
    },
  };
}
