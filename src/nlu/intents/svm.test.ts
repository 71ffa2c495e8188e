import { expect, it } from 'vitest';
import { planeOf, tableOf } from './svm.ts';

type Row = { dense?: number[]; columns?: number[]; values?: number[] };
const table = (rows: readonly Row[], columnCount = 0) =>
  tableOf(
    rows.map(({ dense = [] }) => Float32Array.from(dense)),
    rows.map(({ columns = [], values = [] }) => ({
      columns: Int32Array.from(columns),
      values: Float32Array.from(values),
    })),
    columnCount,
  );
const effort = (cost: number) => ({ cost, rounds: 1_000, tolerance: 1e-6 });

// Two points at 1 and -1: ½w² + 2c(1-w)² is least at w = 4c / (1 + 4c), and the bias is nought.
it.each([0.25, 1, 2, 10])('finds the best plane between two points at cost %d', (cost) => {
  const plane = planeOf(table([{ dense: [1] }, { dense: [-1] }]), (at) => at === 0, effort(cost), 1);
  expect(plane.dense[0]).toBeCloseTo((4 * cost) / (1 + 4 * cost), 4);
  expect(plane.bias).toBeCloseTo(0, 4);
});

it('finds the same by sparse columns', () => {
  const rows = [1, -1].map((value) => ({ columns: [1], values: [value] }));
  const plane = planeOf(table(rows, 3), (at) => at === 0, effort(2), 1);
  expect([...plane.sparse]).toEqual([0, expect.closeTo(8 / 9, 4), 0]);
});

it('tells classes apart that can be told apart, whatever the order', () => {
  const inside = (at: number) => at % 3 === 0;
  const rows = Array.from({ length: 60 }, (_, at) => ({
    dense: [Math.cos(at), inside(at) ? 1 : -1, Math.sin(at)],
    columns: [at % 5],
    values: [0.5],
  }));
  const examples = table(rows, 5);
  for (const seed of [1, 2, 3]) {
    const plane = planeOf(examples, inside, { cost: 2, rounds: 15, tolerance: 0.1 }, seed);
    rows.forEach(({ dense, columns }, at) => {
      const margin = plane.bias + dense.reduce((sum, number, i) => sum + number * plane.dense[i]!, 0);
      expect(margin + plane.sparse[columns[0]!]! * 0.5 > 0).toBe(inside(at));
    });
  }
});
