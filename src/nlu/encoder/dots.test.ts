import { expect, it } from 'vitest';
import { randomOf } from '../intents/numbers.ts';
import { dotsWith } from './dots.ts';

it.each([
  { width: 16, count: 1 },
  { width: 5, count: 3 },
  { width: 48, count: 7 },
  { width: 384, count: 300 },
])('multiplies $count rows of $width as plain arithmetic does', ({ width, count }) => {
  const random = randomOf(count);
  const rows = Int8Array.from({ length: width * count }, () => Math.round((random() * 2 - 1) * 127));
  const dots = dotsWith(rows, width);
  for (let n = 0; n < 3; n++) {
    const vector = unit(Float32Array.from({ length: width }, () => random() - 0.5));
    const plain = Array.from({ length: count }, (_, row) =>
      vector.reduce((sum, number, at) => sum + number * rows[row * width + at]!, 0),
    );
    dots(vector).forEach((product, row) => {
      expect(Math.abs(product - plain[row]!) / 127).toBeLessThan(0.001);
    });
  }
});

it('holds the largest numbers that there are', () => {
  const vector = new Float32Array(384);
  vector[5] = -1;
  expect(dotsWith(new Int8Array(384).fill(-128), 384)(vector)[0]).toBeCloseTo(128, 2);
});

it.each([
  { rows: 40, width: 16 },
  { rows: 0, width: 16 },
])('refuses $rows numbers in rows of $width', ({ rows, width }) => {
  expect(() => dotsWith(new Int8Array(rows), width)).toThrow('width');
});

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((number) => number / length);
}
