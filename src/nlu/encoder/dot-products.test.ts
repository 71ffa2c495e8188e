import { expect, it } from 'vitest';
import { createRandom } from '../random.ts';
import { createDotProducts } from './dot-products.ts';

it.each([
  { width: 16, count: 1 },
  { width: 5, count: 3 },
  { width: 48, count: 7 },
  { width: 384, count: 300 },
])('multiplies $count rows of $width numbers like plain arithmetic', ({ width, count }) => {
  const random = createRandom(count);
  const rows = Int8Array.from({ length: width * count }, () => Math.round((random() * 2 - 1) * 127));
  const computeDotProducts = createDotProducts(rows, width);
  for (let n = 0; n < 3; n++) {
    const vector = normalize(Float32Array.from({ length: width }, () => random() - 0.5));
    const expectedProducts = Array.from({ length: count }, (_, row) =>
      vector.reduce((sum, number, index) => sum + number * rows[row * width + index]!, 0),
    );
    computeDotProducts(vector).forEach((product, row) => {
      expect(Math.abs(product - expectedProducts[row]!) / 127).toBeLessThan(0.001);
    });
  }
});

it('does not overflow with the largest numbers', () => {
  const vector = new Float32Array(384);
  vector[5] = -1;
  expect(createDotProducts(new Int8Array(384).fill(-128), 384)(vector)[0]).toBeCloseTo(128, 2);
});

it.each([
  { length: 40, width: 16 },
  { length: 0, width: 16 },
])('rejects $length numbers in rows of $width', ({ length, width }) => {
  expect(() => createDotProducts(new Int8Array(length), width)).toThrow('width');
});

function normalize(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((number) => number / length);
}
