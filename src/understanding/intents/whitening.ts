// Nearness to prototypes as independent features: prototypes that lie close together would otherwise count twice
// (the Nyström approximation of a kernel, by Cholesky's factor).
import { dot } from './numbers.ts';
import { cosinesWith, nearnessOf, type Prototypes } from './prototypes.ts';

export type Whitening = {
  readonly width: number;
  /** A vector's nearness to each prototype, made independent. */
  featuresOf(vector: Float32Array): Float32Array;
  /** Weights of those features as weights of the nearness itself. */
  weightsOf(weights: Float32Array): Float32Array;
};

/** Keeps the factor well away from zero where prototypes are the same. */
const RIDGE = 0.01;

export function whiteningOf(prototypes: Prototypes): Whitening {
  const cosines = cosinesWith(prototypes);
  const { prototypes: steps, prototypeSteps } = prototypes;
  const size = prototypeSteps.length;
  const long = steps.length / size;
  const rows = Array.from({ length: size }, (_, row) => {
    const vector = Float32Array.from(steps.subarray(row * long, (row + 1) * long), (n) => n * prototypeSteps[row]!);
    return cosines(vector).map(nearnessOf);
  });
  const factor = factorOf(rows);
  return {
    width: size,
    featuresOf: (vector) => {
      const features = cosines(vector).map(nearnessOf);
      factor.forEach((row, at) => {
        features[at] = (features[at]! - dot(row.subarray(0, at), features)) / row[at]!;
      });
      return features;
    },
    weightsOf: (weights) => {
      const left = weights.slice();
      for (let at = size - 1; at >= 0; at--) {
        const row = factor[at]!;
        left[at] = left[at]! / row[at]!;
        for (let before = 0; before < at; before++) left[before] = left[before]! - left[at]! * row[before]!;
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
      const other = factor[column]!;
      row[column] = (given[column]! - dot(other.subarray(0, column), row)) / other[column]!;
    }
    row[at] = Math.sqrt(Math.max(given[at]! + RIDGE - dot(row.subarray(0, at), row), RIDGE / 10));
    factor.push(row);
  });
  return factor;
}
