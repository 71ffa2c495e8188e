// biome-ignore-all lint/style/noNonNullAssertion: indices run within the width and the count that the arrays have
// A vector times many rows of bytes, sixteen numbers at a time: in plain JavaScript it would take longer than all else
// that a message needs.
import { assembled } from '../assembly.ts';

/*
(module
  (import "m" "m" (memory 0))
  (func (export "dots") (param $rows i32) (param $count i32) (param $vector i32) (param $width i32) (param $out i32)
    (local $at i32) (local $end i32) (local $sum v128)
    (loop $row
      (local.set $at (local.get $vector))
      (local.set $sum (i32x4.splat (i32.const 0)))
      (local.set $end (i32.add (local.get $rows) (local.get $width)))
      (loop $sixteen
        (local.set $sum
          (i32x4.add
            (i32x4.add (local.get $sum)
              (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $rows)) (v128.load (local.get $at))))
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $rows)) (v128.load offset=16 (local.get $at)))))
        (local.set $at (i32.add (local.get $at) (i32.const 32)))
        (br_if $sixteen
          (i32.lt_u (local.tee $rows (i32.add (local.get $rows) (i32.const 16))) (local.get $end))))
      (i32.store (local.get $out)
        (i32.add (i32.add (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
          (i32x4.extract_lane 2 (local.get $sum))) (i32x4.extract_lane 3 (local.get $sum))))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (br_if $row (local.tee $count (i32.sub (local.get $count) (i32.const 1)))))))
*/
const PROGRAM =
  'AGFzbQEAAAABCQFgBX9/f39/AAIIAQFtAW0CAAADAgEABwgBBGRvdHMAAAqHAQGEAQICfwF7A0AgAiEFQQD9ESEHIAAgA2ohBgNAIAcgAP0B' +
  'AAAgBf0AAAD9ugH9rgEgAP0BAAggBf0AABD9ugH9rgEhByAFQSBqIQUgAEEQaiIAIAZJDQALIAQgB/0bACAH/RsBaiAH/RsCaiAH/RsDajYC' +
  'ACAEQQRqIQQgAUEBayIBDQALCw==';

const SIXTEEN = 16;
/** No number of a vector of unit length is above one, so that two bytes hold it. */
const FINE = 32_767;

const start = assembled<{ dots(rows: number, count: number, vector: number, width: number, out: number): void }>(
  PROGRAM,
);

/** Takes a vector of unit length to its product with each row. The answer is good until the next one is asked for. */
export function dotsWith(rows: Int8Array, width: number): (vector: Float32Array) => Float32Array {
  const count = rows.length / width;
  if (count < 1 || !Number.isInteger(count)) throw new Error('Rows of another width.');
  // Zeros fill each row up.
  const padded = Math.ceil(width / SIXTEEN) * SIXTEEN;
  const vectorAt = count * padded;
  const sumsAt = vectorAt + 2 * padded;
  const { buffer, run } = start(sumsAt + 4 * count);
  const table = new Int8Array(buffer);
  for (let row = 0; row < count; row++) table.set(rows.subarray(row * width, (row + 1) * width), row * padded);
  const steps = new Int16Array(buffer, vectorAt, padded);
  const sums = new Int32Array(buffer, sumsAt, count);
  const products = new Float32Array(count);
  return (vector) => {
    for (let at = 0; at < width; at++) steps[at] = Math.round(vector[at]! * FINE);
    run.dots(0, count, vectorAt, padded, sumsAt);
    for (let row = 0; row < count; row++) products[row] = sums[row]! / FINE;
    return products;
  };
}
