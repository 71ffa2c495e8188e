import { expect, it } from 'vitest';
import { createFeatureTable, trainHyperplane } from './svm.ts';

type Row = { dense?: number[]; columns?: number[]; values?: number[] };
const createTable = (rows: readonly Row[], columnCount = 0) =>
  createFeatureTable(
    rows.map(({ dense = [] }) => Float32Array.from(dense)),
    rows.map(({ columns = [], values = [] }) => ({
      columns: Int32Array.from(columns),
      values: Float32Array.from(values),
    })),
    columnCount,
  );
const trainingOptions = (cost: number) => ({ cost, maxRounds: 1_000, tolerance: 1e-6 });

// Two points at 1 and -1: ½w² + 2c(1-w)² is least at w = 4c / (1 + 4c), and the bias is zero.
it.each([0.25, 1, 2, 10])('finds the best hyperplane between two points at cost %d', (cost) => {
  const plane = trainHyperplane(
    createTable([{ dense: [1] }, { dense: [-1] }]),
    (index) => index === 0,
    trainingOptions(cost),
    1,
  );
  expect(plane.dense[0]).toBeCloseTo((4 * cost) / (1 + 4 * cost), 4);
  expect(plane.bias).toBeCloseTo(0, 4);
});

it('finds the same hyperplane with sparse columns', () => {
  const rows = [1, -1].map((value) => ({ columns: [1], values: [value] }));
  const plane = trainHyperplane(createTable(rows, 3), (index) => index === 0, trainingOptions(2), 1);
  expect([...plane.sparse]).toEqual([0, expect.closeTo(8 / 9, 4), 0]);
});

it('separates separable classes, whatever the order', () => {
  const isPositive = (index: number) => index % 3 === 0;
  const rows = Array.from({ length: 60 }, (_, index) => ({
    dense: [Math.cos(index), isPositive(index) ? 1 : -1, Math.sin(index)],
    columns: [index % 5],
    values: [0.5],
  }));
  const examples = createTable(rows, 5);
  for (const seed of [1, 2, 3]) {
    const plane = trainHyperplane(examples, isPositive, { cost: 2, maxRounds: 15, tolerance: 0.1 }, seed);
    rows.forEach(({ dense, columns }, index) => {
      const margin = plane.bias + dense.reduce((sum, number, i) => sum + number * plane.dense[i]!, 0);
      expect(margin + plane.sparse[columns[0]!]! * 0.5 > 0).toBe(isPositive(index));
    });
  }
});
