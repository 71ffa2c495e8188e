// Rows of numbers and arithmetic between them, four at a time: what training spends its time on.
import { assembled } from '../assembly.ts';

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
const PROGRAM =
  'AGFzbQEAAAABDwJgA39/fwF9YAR/fX9/AAIIAQFtAW0CAAADAwIAAQcSAgNkb3QAAAhhZGRUaW1lcwABCqEBAmQBAnsDQCADIAD9AAQAIAH9' +
  'AAQA/eYB/eQBIQMgBCAA/QAEECAB/QAEEP3mAf3kASEEIAFBIGohASAAQSBqIgAgAkkNAAsgAyAE/eQBIgP9HwAgA/0fAZIgA/0fApIgA/0f' +
  'A5ILOgEBeyAB/RMhBANAIAAgAP0ABAAgAv0ABAAgBP3mAf3kAf0LBAAgAEEQaiEAIAJBEGoiAiADSQ0ACws=';

const start = assembled<{
  dot(a: number, b: number, end: number): number;
  addTimes(sum: number, factor: number, a: number, end: number): void;
}>(PROGRAM);

/** Rows by their numbers; all noughts at first. */
export type Floats = {
  row(at: number): Float32Array;
  dot(a: number, b: number): number;
  /** Adds one row, times a factor, to another. */
  addTimes(sum: number, factor: number, row: number): void;
};

export function openFloats(count: number, width: number): Floats {
  // Noughts fill each row up to whole eights.
  const bytes = Math.ceil(width / 8) * 32;
  const { buffer, run } = start(count * bytes);
  return {
    row: (at) => new Float32Array(buffer, at * bytes, width),
    dot: (a, b) => (width === 0 ? 0 : run.dot(a * bytes, b * bytes, (a + 1) * bytes)),
    addTimes: (sum, factor, row) => {
      if (width > 0) run.addTimes(sum * bytes, factor, row * bytes, (row + 1) * bytes);
    },
  };
}
