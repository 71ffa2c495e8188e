// biome-ignore-all lint/style/noNonNullAssertion: indices stay within the arrays
// Vector arithmetic, quantization and seeded random numbers.

export function dot(a: Float32Array, b: Float32Array): number {
  let sum0 = 0;
  let sum1 = 0;
  let sum2 = 0;
  let sum3 = 0;
  const vectorizedLength = a.length - (a.length % 4);
  // Four independent sums, so that an addition does not wait for the one before.
  for (let index = 0; index < vectorizedLength; index += 4) {
    sum0 += a[index]! * b[index]!;
    sum1 += a[index + 1]! * b[index + 1]!;
    sum2 += a[index + 2]! * b[index + 2]!;
    sum3 += a[index + 3]! * b[index + 3]!;
  }
  for (let index = vectorizedLength; index < a.length; index++) sum0 += a[index]! * b[index]!;
  return sum0 + sum1 + sum2 + sum3;
}

/** Splits numbers into rows of equal width, as views on the same memory. */
export const rowsOf = (numbers: Float32Array, width: number): Float32Array[] =>
  Array.from({ length: numbers.length / width }, (_, row) => numbers.subarray(row * width, (row + 1) * width));

export const indexOfMax = (numbers: ArrayLike<number>) => {
  let indexOfHighest = 0;
  for (let index = 1; index < numbers.length; index++)
    if (numbers[index]! > numbers[indexOfHighest]!) indexOfHighest = index;
  return indexOfHighest;
};

/** Rows of 8-bit values from -127 to 127, and the scale of each row. */
export type QuantizedRows = { readonly values: Int8Array; readonly scales: Float32Array };

const INT8_MAX = 127;

export function quantizeRows(rows: readonly Float32Array[]): QuantizedRows {
  const width = rows[0]?.length ?? 0;
  const values = new Int8Array(rows.length * width);
  const scales = Float32Array.from(
    rows,
    (row) => row.reduce((highest, number) => Math.max(highest, Math.abs(number)), 0) / INT8_MAX,
  );
  rows.forEach((row, rowIndex) => {
    const scale = scales[rowIndex]! || 1;
    for (let i = 0; i < width; i++) values[rowIndex * width + i] = Math.round(row[i]! / scale);
  });
  return { values, scales };
}

export function dequantizeRows({ values, scales }: QuantizedRows): Float32Array[] {
  const width = values.length / scales.length;
  const numbers = new Float32Array(values.length);
  for (let index = 0; index < numbers.length; index++)
    numbers[index] = values[index]! * scales[Math.floor(index / width)]!;
  return rowsOf(numbers, width);
}

/** Shuffles the first `count` numbers in place. */
export function shuffle(order: Int32Array, count: number, random: () => number) {
  for (let index = count - 1; index > 0; index--) {
    const otherIndex = Math.floor(random() * (index + 1));
    const swapped = order[index]!;
    order[index] = order[otherIndex]!;
    order[otherIndex] = swapped;
  }
}
