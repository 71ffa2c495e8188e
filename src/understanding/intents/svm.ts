// Linear support vector machines, one against the rest for each class, by dual coordinate descent with shrinking
// (Hsieh et al. 2008, "A Dual Coordinate Descent Method for Large-scale Linear SVM", squared hinge loss).
import { randomOf, shuffle } from './numbers.ts';

/** Rows of numbers: a dense part of equal width, and a sparse part by position. */
export type Table = {
  readonly rows: number;
  readonly width: number;
  readonly dense: Float32Array;
  /** Where each row's sparse part begins; one more at the end. */
  readonly starts: Int32Array;
  readonly columns: Int32Array;
  readonly values: Float32Array;
  readonly columnCount: number;
};

/** One class against the rest: dense weights, then sparse ones, then the bias. */
export type Plane = Float32Array;

export type Effort = { readonly cost: number; readonly rounds: number; readonly tolerance: number };

export function planeOf(table: Table, isPositive: (row: number) => boolean, effort: Effort, seed: number): Plane {
  const { rows, width, columnCount } = table;
  const plane = new Float32Array(width + columnCount + 1);
  const diagonal = 1 / (2 * effort.cost);
  const alpha = new Float64Array(rows);
  const label = new Int8Array(rows);
  const norm = new Float64Array(rows);
  const order = new Int32Array(rows);
  for (let row = 0; row < rows; row++) {
    label[row] = isPositive(row) ? 1 : -1;
    norm[row] = squared(table, row) + diagonal;
    order[row] = row;
  }
  const random = randomOf(seed);
  let active = rows;
  let bound = Number.POSITIVE_INFINITY;
  for (let round = 0; round < effort.rounds; round++) {
    let highest = Number.NEGATIVE_INFINITY;
    let lowest = Number.POSITIVE_INFINITY;
    shuffle(order, active, random);
    for (let at = 0; at < active; at++) {
      const row = order[at]!;
      const sign = label[row]!;
      const before = alpha[row]!;
      const gradient = sign * margin(table, plane, row) - 1 + before * diagonal;
      if (before === 0 && gradient > bound) {
        active--;
        order[at] = order[active]!;
        order[active] = row;
        at--;
        continue;
      }
      const projected = before === 0 ? Math.min(gradient, 0) : gradient;
      highest = Math.max(highest, projected);
      lowest = Math.min(lowest, projected);
      if (Math.abs(projected) < 1e-9) continue;
      const after = Math.max(before - gradient / norm[row]!, 0);
      alpha[row] = after;
      add(table, plane, row, (after - before) * sign);
    }
    if (highest - lowest <= effort.tolerance) {
      if (active === rows) break;
      active = rows;
      bound = Number.POSITIVE_INFINITY;
    } else bound = highest <= 0 ? Number.POSITIVE_INFINITY : highest;
  }
  return plane;
}

function margin({ width, dense, starts, columns, values }: Table, plane: Plane, row: number): number {
  const offset = row * width;
  let a = plane[plane.length - 1]!;
  let b = 0;
  let c = 0;
  let d = 0;
  const fours = width - (width % 4);
  for (let at = 0; at < fours; at += 4) {
    a += plane[at]! * dense[offset + at]!;
    b += plane[at + 1]! * dense[offset + at + 1]!;
    c += plane[at + 2]! * dense[offset + at + 2]!;
    d += plane[at + 3]! * dense[offset + at + 3]!;
  }
  for (let at = fours; at < width; at++) a += plane[at]! * dense[offset + at]!;
  for (let at = starts[row]!, end = starts[row + 1]!; at < end; at++) a += plane[width + columns[at]!]! * values[at]!;
  return a + b + c + d;
}

function add({ width, dense, starts, columns, values }: Table, plane: Plane, row: number, factor: number) {
  const offset = row * width;
  for (let at = 0; at < width; at++) plane[at] = plane[at]! + factor * dense[offset + at]!;
  for (let at = starts[row]!, end = starts[row + 1]!; at < end; at++) {
    const column = width + columns[at]!;
    plane[column] = plane[column]! + factor * values[at]!;
  }
  plane[plane.length - 1] = plane[plane.length - 1]! + factor;
}

function squared(table: Table, row: number): number {
  let sum = 1;
  for (let at = row * table.width; at < (row + 1) * table.width; at++) sum += table.dense[at]! ** 2;
  for (let at = table.starts[row]!; at < table.starts[row + 1]!; at++) sum += table.values[at]! ** 2;
  return sum;
}
