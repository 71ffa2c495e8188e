// Nearness to prototypes as independent features: prototypes that lie close together would otherwise count twice
// (the Nyström approximation of a kernel, by Cholesky's factor).
import { addTimes, dot, type Rough, smoothed } from './numbers.ts';
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
  const factor = factorOf(smoothed(prototypes).map(nearness));
  return {
    featuresOf: (vector) => {
      const features = nearness(vector);
      factor.forEach((row, at) => {
        features[at] = (features[at]! - dot(row, features, at)) / row[at]!;
      });
      return features;
    },
    weightsOf: (weights) => {
      const left = weights.slice();
      for (let at = left.length - 1; at >= 0; at--) {
        left[at] = left[at]! / factor[at]![at]!;
        addTimes(left, -left[at]!, factor[at]!, at);
      }
      return left;
    },
  };
}

/** The lower triangle that times its own transpose gives the matrix. */
function factorOf(matrix: readonly Float32Array[]): Float32Array[] {
  const factor: Float32Array[] = [];
  matrix.forEach((given, at) => {
    const row = new Float32Array(at + 1);
    for (let column = 0; column < at; column++) {
      row[column] = (given[column]! - dot(factor[column]!, row, column)) / factor[column]![column]!;
    }
    row[at] = Math.sqrt(Math.max(given[at]! + RIDGE - dot(row, row, at), RIDGE / 10));
    factor.push(row);
  });
  return factor;
}
