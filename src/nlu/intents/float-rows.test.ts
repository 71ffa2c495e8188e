import { expect, it } from 'vitest';
import { createFloatRows } from './float-rows.ts';

it.each([0, 1, 7, 8, 9, 384])('multiplies and adds rows of %d like plain arithmetic', (width) => {
  const floats = createFloatRows(3, width);
  const [a, b] = [0, 1].map((row) => floats.row(row).map((_, index) => Math.sin(index * 3 + row)));
  floats.row(0).set(a!);
  floats.row(1).set(b!);
  const product = a!.reduce((sum, number, index) => sum + number * b![index]!, 0);
  expect(floats.dot(0, 1)).toBeCloseTo(product, 3);
  floats.addScaledRow(1, -2.5, 0);
  expect([...floats.row(1)]).toEqual([...b!].map((number, index) => expect.closeTo(number - 2.5 * a![index]!, 4)));
  expect([...floats.row(0)]).toEqual([...a!]);
  expect([...floats.row(2)]).toEqual([...a!].map(() => 0));
});
