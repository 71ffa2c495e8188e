// biome-ignore-all lint/style/noNonNullAssertion: indices run within the lengths of the arrays
// Linear support vector machines, one class against the rest, by dual coordinate descent with shrinking
// (Hsieh et al. 2008, "A Dual Coordinate Descent Method for Large-scale Linear SVM", squared hinge loss).
import { type Floats, openFloats } from './floats.ts';
import { dot, randomOf, shuffle } from './numbers.ts';

/** Numbers by column, where most columns have none. */
export type Sparse = { readonly columns: Int32Array; readonly values: Float32Array };

/** Examples as numbers, dense and sparse. */
export type Table = {
  readonly sparse: readonly Sparse[];
  readonly columnCount: number;
  /** A row for each example, and one more for the plane. */
  readonly dense: Floats;
  readonly norms: Float64Array;
};

/** What divides one class from the rest: positive on the class's side. */
export type Plane = { readonly dense: Float32Array; readonly sparse: Float32Array; readonly bias: number };

export type Effort = { readonly cost: number; readonly rounds: number; readonly tolerance: number };

/** Examples that are farther on their right side than this are left out of sight until the others are settled. */
const FAR = 0.2;

export function tableOf(dense: readonly Float32Array[], sparse: readonly Sparse[], columnCount: number): Table {
  const floats = openFloats(dense.length + 1, dense[0]!.length);
  dense.forEach((numbers, at) => {
    floats.row(at).set(numbers);
  });
  const norms = Float64Array.from(sparse, ({ values }, at) => 1 + floats.dot(at, at) + dot(values, values));
  return { sparse, columnCount, dense: floats, norms };
}

export function planeOf(
  { sparse, columnCount, dense, norms }: Table,
  isInside: (row: number) => boolean,
  { cost, rounds, tolerance }: Effort,
  seed: number,
): Plane {
  const count = sparse.length;
  const weights = new Float32Array(columnCount);
  let bias = 0;
  dense.row(count).fill(0);
  const marginOf = (row: number) => {
    const { columns, values } = sparse[row]!;
    let sum = bias + dense.dot(row, count);
    for (let at = 0; at < columns.length; at++) sum += weights[columns[at]!]! * values[at]!;
    return sum;
  };
  const move = (row: number, factor: number) => {
    const { columns, values } = sparse[row]!;
    for (let at = 0; at < columns.length; at++) weights[columns[at]!] = weights[columns[at]!]! + factor * values[at]!;
    dense.addTimes(count, factor, row);
    bias += factor;
  };
  const slack = 1 / (2 * cost);
  const signs = Int8Array.from({ length: count }, (_, row) => (isInside(row) ? 1 : -1));
  const alphas = new Float64Array(count);
  const order = Int32Array.from(sparse.keys());
  const random = randomOf(seed);
  let active = count;
  let bound = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    let highest = Number.NEGATIVE_INFINITY;
    let lowest = Number.POSITIVE_INFINITY;
    shuffle(order, active, random);
    for (let at = 0; at < active; at++) {
      const row = order[at]!;
      const alpha = alphas[row]!;
      const gradient = signs[row]! * marginOf(row) - 1 + alpha * slack;
      if (alpha === 0 && gradient > bound) {
        active--;
        order[at] = order[active]!;
        order[active] = row;
        at--;
        continue;
      }
      const projected = alpha === 0 ? Math.min(gradient, 0) : gradient;
      highest = Math.max(highest, projected);
      lowest = Math.min(lowest, projected);
      if (projected === 0) continue;
      alphas[row] = Math.max(alpha - gradient / (norms[row]! + slack), 0);
      move(row, (alphas[row]! - alpha) * signs[row]!);
    }
    const isSettled = highest - lowest <= tolerance;
    if (isSettled && active === count) break;
    if (isSettled) active = count;
    bound = isSettled || highest <= 0 ? Number.POSITIVE_INFINITY : Math.min(highest, FAR);
  }
  return { dense: dense.row(count).slice(), sparse: weights, bias };
}
