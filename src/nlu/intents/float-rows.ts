// Rows of floats and arithmetic between them, four numbers at a time: training spends most of its time here.
import { compileWasm } from '../wasm.ts';

/*
(module
  (import "m" "m" (memory 0))
  (func (export "dot") (param $a i32) (param $b i32) (param $end i32) (result f32)
    (local $p v128) (local $q v128)
    (loop $eight
      (local.set $p (f32x4.add (local.get $p) (f32x4.mul (v128.load (local.get $a)) (v128.load (local.get $b)))))
      (local.set $q (f32x4.add (local.get $q)
        (f32x4.mul (v128.load offset=16 (local.get $a)) (v128.load offset=16 (local.get $b)))))
      (local.set $b (i32.add (local.get $b) (i32.const 32)))
      (br_if $eight (i32.lt_u (local.tee $a (i32.add (local.get $a) (i32.const 32))) (local.get $end))))
    (local.set $p (f32x4.add (local.get $p) (local.get $q)))
    (f32.add (f32.add (f32.add (f32x4.extract_lane 0 (local.get $p)) (f32x4.extract_lane 1 (local.get $p)))
      (f32x4.extract_lane 2 (local.get $p))) (f32x4.extract_lane 3 (local.get $p))))
  (func (export "addTimes") (param $sum i32) (param $factor f32) (param $a i32) (param $end i32)
    (local $four v128)
    (local.set $four (f32x4.splat (local.get $factor)))
    (loop $next
      (v128.store (local.get $sum)
        (f32x4.add (v128.load (local.get $sum)) (f32x4.mul (v128.load (local.get $a)) (local.get $four))))
      (local.set $sum (i32.add (local.get $sum) (i32.const 16)))
      (br_if $next (i32.lt_u (local.tee $a (i32.add (local.get $a) (i32.const 16))) (local.get $end))))))
*/
const WASM_BASE64 =
  'AGFzbQEAAAABDwJgA39/fwF9YAR/fX9/AAIIAQFtAW0CAAADAwIAAQcSAgNkb3QAAAhhZGRUaW1lcwABCqEBAmQBAnsDQCADIAD9AAQAIAH9' +
  'AAQA/eYB/eQBIQMgBCAA/QAEECAB/QAEEP3mAf3kASEEIAFBIGohASAAQSBqIgAgAkkNAAsgAyAE/eQBIgP9HwAgA/0fAZIgA/0fApIgA/0f' +
  'A5ILOgEBeyAB/RMhBANAIAAgAP0ABAAgAv0ABAAgBP3mAf3kAf0LBAAgAEEQaiEAIAJBEGoiAiADSQ0ACws=';

/** Floats that the program multiplies per loop iteration. */
const FLOATS_PER_STEP = 8;

const startProgram = compileWasm<{
  dot(a: number, b: number, end: number): number;
  addTimes(sum: number, factor: number, a: number, end: number): void;
}>(WASM_BASE64);

/** Rows of numbers, addressed by index and initially all zero. */
export type FloatRows = {
  row(index: number): Float32Array;
  dot(a: number, b: number): number;
  /** Adds `row`, multiplied by `factor`, to the row `target`. */
  addScaledRow(target: number, factor: number, row: number): void;
};

export function createFloatRows(count: number, width: number): FloatRows {
  // Rows are padded with zeros to a multiple of eight floats.
  const rowBytes = Math.ceil(width / FLOATS_PER_STEP) * FLOATS_PER_STEP * Float32Array.BYTES_PER_ELEMENT;
  const { buffer, run } = startProgram(count * rowBytes);
  return {
    row: (index) => new Float32Array(buffer, index * rowBytes, width),
    dot: (a, b) => (width === 0 ? 0 : run.dot(a * rowBytes, b * rowBytes, (a + 1) * rowBytes)),
    addScaledRow: (target, factor, row) => {
      if (width > 0) run.addTimes(target * rowBytes, factor, row * rowBytes, (row + 1) * rowBytes);
    },
  };
}
