// Linear support vector machines, one class against the rest, by dual coordinate descent with shrinking
// (Hsieh et al. 2008, "A Dual Coordinate Descent Method for Large-scale Linear SVM", squared hinge loss).
import { addTimes, dot, randomOf, shuffle } from './numbers.ts';

/** Numbers by column, where most columns have none. */
export type Sparse = { readonly columns: Int32Array; readonly values: Float32Array };

export type Row = { readonly dense: Float32Array; readonly sparse: Sparse };

/** What divides one class from the rest: positive on the class's side. */
export type Plane = { readonly dense: Float32Array; readonly sparse: Float32Array; bias: number };

export type Effort = { readonly cost: number; readonly rounds: number; readonly tolerance: number };

export function planeOf(
  rows: readonly Row[],
  columnCount: number,
  isInside: (row: number) => boolean,
  { cost, rounds, tolerance }: Effort,
  seed: number,
): Plane {
  const plane = { dense: new Float32Array(rows[0]!.dense.length), sparse: new Float32Array(columnCount), bias: 0 };
  const slack = 1 / (2 * cost);
  const signs = rows.map((_, at) => (isInside(at) ? 1 : -1));
  const norms = Float64Array.from(rows, (row) => squaredLength(row) + slack);
  const alphas = new Float64Array(rows.length);
  const order = Int32Array.from(rows.keys());
  const random = randomOf(seed);
  let active = rows.length;
  let bound = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    let highest = Number.NEGATIVE_INFINITY;
    let lowest = Number.POSITIVE_INFINITY;
    shuffle(order, active, random);
    for (let at = 0; at < active; at++) {
      const row = order[at]!;
      const alpha = alphas[row]!;
      const gradient = signs[row]! * marginOf(plane, rows[row]!) - 1 + alpha * slack;
      if (alpha === 0 && gradient > bound) {
        // So far on the right side that it will hardly matter: out of sight until all others are settled.
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
      alphas[row] = Math.max(alpha - gradient / norms[row]!, 0);
      move(plane, rows[row]!, (alphas[row]! - alpha) * signs[row]!);
    }
    if (highest - lowest > tolerance) bound = highest > 0 ? highest : Number.POSITIVE_INFINITY;
    else if (active === rows.length) break;
    else {
      active = rows.length;
      bound = Number.POSITIVE_INFINITY;
    }
  }
  return plane;
}

function marginOf(plane: Plane, { dense, sparse: { columns, values } }: Row): number {
  let sum = plane.bias + dot(dense, plane.dense);
  for (let at = 0; at < columns.length; at++) sum += plane.sparse[columns[at]!]! * values[at]!;
  return sum;
}

function move(plane: Plane, { dense, sparse: { columns, values } }: Row, factor: number) {
  addTimes(plane.dense, factor, dense);
  for (let at = 0; at < columns.length; at++) {
    const column = columns[at]!;
    plane.sparse[column] = plane.sparse[column]! + factor * values[at]!;
  }
  plane.bias += factor;
}

const squaredLength = ({ dense, sparse }: Row) => 1 + dot(dense, dense) + dot(sparse.values, sparse.values);
