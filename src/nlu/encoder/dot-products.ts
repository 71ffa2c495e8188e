// biome-ignore-all lint/style/noNonNullAssertion: indices stay within the width and the row count
// Dot products of a vector with many 8-bit rows, 16 numbers at a time. In plain JavaScript this would take longer than
// everything else a message needs.
import { compileWasm } from '../wasm.ts';

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
const WASM_BASE64 =
  'AGFzbQEAAAABCQFgBX9/f39/AAIIAQFtAW0CAAADAgEABwgBBGRvdHMAAAqHAQGEAQICfwF7A0AgAiEFQQD9ESEHIAAgA2ohBgNAIAcgAP0B' +
  'AAAgBf0AAAD9ugH9rgEgAP0BAAggBf0AABD9ugH9rgEhByAFQSBqIQUgAEEQaiIAIAZJDQALIAQgB/0bACAH/RsBaiAH/RsCaiAH/RsDajYC' +
  'ACAEQQRqIQQgAUEBayIBDQALCw==';

/** Numbers the program multiplies at a time. */
const LANES = 16;
/** The numbers of a unit vector are at most 1, so that scaled by this they fit 16 bits. */
const INT16_SCALE = 32_767;

const startProgram = compileWasm<{
  dots(rows: number, count: number, vector: number, width: number, out: number): void;
}>(WASM_BASE64);

/** Returns a function that multiplies a unit vector with each row. Its result is overwritten by the next call. */
export function createDotProducts(rows: Int8Array, width: number): (vector: Float32Array) => Float32Array {
  const count = rows.length / width;
  if (count < 1 || !Number.isInteger(count)) throw new Error('Rows of another width.');
  // Rows are padded with zeros.
  const paddedWidth = Math.ceil(width / LANES) * LANES;
  const vectorOffset = count * paddedWidth;
  const sumsOffset = vectorOffset + 2 * paddedWidth;
  const { buffer, run } = startProgram(sumsOffset + 4 * count);
  const table = new Int8Array(buffer);
  for (let row = 0; row < count; row++) table.set(rows.subarray(row * width, (row + 1) * width), row * paddedWidth);
  const scaledVector = new Int16Array(buffer, vectorOffset, paddedWidth);
  const sums = new Int32Array(buffer, sumsOffset, count);
  const products = new Float32Array(count);
  return (vector) => {
    for (let column = 0; column < width; column++) scaledVector[column] = Math.round(vector[column]! * INT16_SCALE);
    run.dots(0, count, vectorOffset, paddedWidth, sumsOffset);
    for (let row = 0; row < count; row++) products[row] = sums[row]! / INT16_SCALE;
    return products;
  };
}
