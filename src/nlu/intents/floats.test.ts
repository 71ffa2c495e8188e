import { expect, it } from 'vitest';
import { openFloats } from './floats.ts';

it.each([0, 1, 7, 8, 9, 384])('rows of %d are multiplied and added as plain arithmetic does', (width) => {
  const floats = openFloats(3, width);
  const [a, b] = [0, 1].map((row) => floats.row(row).map((_, at) => Math.sin(at * 3 + row)));
  floats.row(0).set(a!);
  floats.row(1).set(b!);
  const product = a!.reduce((sum, number, at) => sum + number * b![at]!, 0);
  expect(floats.dot(0, 1)).toBeCloseTo(product, 3);
  floats.addTimes(1, -2.5, 0);
  expect([...floats.row(1)]).toEqual([...b!].map((number, at) => expect.closeTo(number - 2.5 * a![at]!, 4)));
  expect([...floats.row(0)]).toEqual([...a!]);
  expect([...floats.row(2)]).toEqual([...a!].map(() => 0));
});
