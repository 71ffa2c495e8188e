// biome-ignore-all lint/style/noNonNullAssertion: indices stay within the arrays
// Linear support vector machines, one class against the rest, by dual coordinate descent with shrinking
// (Hsieh et al. 2008, "A Dual Coordinate Descent Method for Large-scale Linear SVM", squared hinge loss).

import { createRandom } from '../random.ts';
import { createFloatRows, type FloatRows } from './float-rows.ts';
import { dot, shuffle } from './vector-math.ts';

/** The non-zero columns and their values. */
export type SparseVector = { readonly columns: Int32Array; readonly values: Float32Array };

/** The dense and sparse features of all examples. */
export type FeatureTable = {
  readonly sparse: readonly SparseVector[];
  readonly columnCount: number;
  /** A row per example, and one more for the hyperplane's weights. */
  readonly dense: FloatRows;
  readonly norms: Float64Array;
};

/** Separates one class from the rest; margins are positive on the side of the class. */
export type Hyperplane = { readonly dense: Float32Array; readonly sparse: Float32Array; readonly bias: number };

export type SvmOptions = { readonly cost: number; readonly maxRounds: number; readonly tolerance: number };

/** Examples whose gradient exceeds this are set aside until the others have converged. */
const MAX_SHRINKING_BOUND = 0.2;

export function createFeatureTable(
  dense: readonly Float32Array[],
  sparse: readonly SparseVector[],
  columnCount: number,
): FeatureTable {
  const floats = createFloatRows(dense.length + 1, dense[0]!.length);
  dense.forEach((numbers, index) => {
    floats.row(index).set(numbers);
  });
  const norms = Float64Array.from(sparse, ({ values }, index) => 1 + floats.dot(index, index) + dot(values, values));
  return { sparse, columnCount, dense: floats, norms };
}

export function trainHyperplane(
  { sparse, columnCount, dense, norms }: FeatureTable,
  isPositive: (row: number) => boolean,
  { cost, maxRounds, tolerance }: SvmOptions,
  seed: number,
): Hyperplane {
  const count = sparse.length;
  const weights = new Float32Array(columnCount);
  let bias = 0;
  dense.row(count).fill(0);
  const marginOf = (row: number) => {
    const { columns, values } = sparse[row]!;
    let sum = bias + dense.dot(row, count);
    for (let index = 0; index < columns.length; index++) sum += weights[columns[index]!]! * values[index]!;
    return sum;
  };
  const updateWeights = (row: number, factor: number) => {
    const { columns, values } = sparse[row]!;
    for (let index = 0; index < columns.length; index++)
      weights[columns[index]!] = weights[columns[index]!]! + factor * values[index]!;
    dense.addScaledRow(count, factor, row);
    bias += factor;
  };
  const slack = 1 / (2 * cost);
  const signs = Int8Array.from({ length: count }, (_, row) => (isPositive(row) ? 1 : -1));
  const alphas = new Float64Array(count);
  const order = Int32Array.from(sparse.keys());
  const random = createRandom(seed);
  let activeCount = count;
  let shrinkingBound = Number.POSITIVE_INFINITY;
  for (let round = 0; round < maxRounds; round++) {
    let highest = Number.NEGATIVE_INFINITY;
    let lowest = Number.POSITIVE_INFINITY;
    shuffle(order, activeCount, random);
    for (let index = 0; index < activeCount; index++) {
      const row = order[index]!;
      const alpha = alphas[row]!;
      const gradient = signs[row]! * marginOf(row) - 1 + alpha * slack;
      if (alpha === 0 && gradient > shrinkingBound) {
        activeCount--;
        order[index] = order[activeCount]!;
        order[activeCount] = row;
        index--;
        continue;
      }
      const projected = alpha === 0 ? Math.min(gradient, 0) : gradient;
      highest = Math.max(highest, projected);
      lowest = Math.min(lowest, projected);
      if (projected === 0) continue;
      alphas[row] = Math.max(alpha - gradient / (norms[row]! + slack), 0);
      updateWeights(row, (alphas[row]! - alpha) * signs[row]!);
    }
    const hasConverged = highest - lowest <= tolerance;
    if (hasConverged && activeCount === count) break;
    if (hasConverged) activeCount = count;
    shrinkingBound = hasConverged || highest <= 0 ? Number.POSITIVE_INFINITY : Math.min(highest, MAX_SHRINKING_BOUND);
  }
  return { dense: dense.row(count).slice(), sparse: weights, bias };
}
