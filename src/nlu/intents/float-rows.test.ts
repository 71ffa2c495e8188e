import { expect, it } from 'vitest';
import { createFloatRows } from './float-rows.ts';

it.each([0, 1, 7, 8, 9, 384])('multiplies and adds rows of %d like plain arithmetic', (width) => {
  const floats = createFloatRows(3, width);
  const [firstRow, secondRow] = [0, 1].map((row) => floats.row(row).map((_, index) => Math.sin(index * 3 + row)));
  floats.row(0).set(firstRow!);
  floats.row(1).set(secondRow!);
  const product = firstRow!.reduce((sum, number, index) => sum + number * secondRow![index]!, 0);
  expect(floats.dot(0, 1)).toBeCloseTo(product, 3);
  floats.addScaledRow(1, -2.5, 0);
  expect([...floats.row(1)]).toEqual(
    [...secondRow!].map((number, index) => expect.closeTo(number - 2.5 * firstRow![index]!, 4)),
  );
  expect([...floats.row(0)]).toEqual([...firstRow!]);
  expect([...floats.row(2)]).toEqual([...firstRow!].map(() => 0));
});
