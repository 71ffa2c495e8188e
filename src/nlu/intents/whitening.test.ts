import { expect, it } from 'vitest';
import { createRandom } from '../random.ts';
import { createCosines, kernelSimilarity } from './prototypes.ts';
import { dequantizeRows, dot, quantizeRows } from './vector-math.ts';
import { createWhitening } from './whitening.ts';

const random = createRandom(3);
const randomUnitVector = (width: number) => {
  const numbers = Float32Array.from({ length: width }, () => random() - 0.5);
  const length = Math.sqrt(dot(numbers, numbers));
  return numbers.map((number) => number / length);
};

it.each([
  { count: 1, width: 16 },
  { count: 7, width: 32 },
  { count: 60, width: 384 },
])('gives features whose dot products are the similarities, for $count prototypes', ({ count, width }) => {
  const prototypes = quantizeRows(Array.from({ length: count }, () => randomUnitVector(width)));
  const { featuresOf } = createWhitening(prototypes);
  const rows = dequantizeRows(prototypes);
  const [firstRow, lastRow] = [rows[0]!, rows.at(-1)!];
  expect(dot(featuresOf(firstRow), featuresOf(lastRow))).toBeCloseTo(kernelSimilarity(dot(firstRow, lastRow)), 1);
});

it('converts weights of features to weights of similarities', () => {
  // Two identical prototypes make the matrix singular.
  const twin = randomUnitVector(48);
  const prototypes = quantizeRows([twin, twin, ...Array.from({ length: 20 }, () => randomUnitVector(48))]);
  const whitening = createWhitening(prototypes);
  const weights = Float32Array.from({ length: 22 }, () => random() - 0.5);
  const message = randomUnitVector(48);
  const similarities = createCosines(prototypes)(message).map(kernelSimilarity);
  expect(dot(whitening.weightsOf(weights), similarities)).toBeCloseTo(dot(weights, whitening.featuresOf(message)), 3);
});
