import { expect, it } from 'vitest';
import { dot, randomOf, roughened, smoothed } from './numbers.ts';
import { cosinesWith, nearnessOf } from './prototypes.ts';
import { whiteningOf } from './whitening.ts';

const random = randomOf(3);
const vector = (width: number) => {
  const numbers = Float32Array.from({ length: width }, () => random() - 0.5);
  const length = Math.sqrt(dot(numbers, numbers));
  return numbers.map((number) => number / length);
};

it.each([
  { count: 1, width: 16 },
  { count: 7, width: 32 },
  { count: 60, width: 384 },
])('features of $count prototypes multiply to their nearness', ({ count, width }) => {
  const prototypes = roughened(Array.from({ length: count }, () => vector(width)));
  const { featuresOf } = whiteningOf(prototypes);
  const rows = smoothed(prototypes);
  const [a, b] = [rows[0]!, rows.at(-1)!];
  expect(dot(featuresOf(a), featuresOf(b))).toBeCloseTo(nearnessOf(dot(a, b)), 1);
});

it('weights of features and of nearness say the same', () => {
  // The first two prototypes are one and the same, which leaves a plain factor without an answer.
  const twin = vector(48);
  const prototypes = roughened([twin, twin, ...Array.from({ length: 20 }, () => vector(48))]);
  const whitening = whiteningOf(prototypes);
  const weights = Float32Array.from({ length: 22 }, () => random() - 0.5);
  const asked = vector(48);
  const nearness = cosinesWith(prototypes)(asked).map(nearnessOf);
  expect(dot(whitening.weightsOf(weights), nearness)).toBeCloseTo(dot(weights, whitening.featuresOf(asked)), 3);
});
