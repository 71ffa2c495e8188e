// Unit vectors stored as one byte per number: no number is above 1, so one scale fits all.

export const VECTOR_SIZE = 384;
const INT8_SCALE = 127;

export const quantize = (vector: Float32Array): Int8Array =>
  Int8Array.from(vector, (value) => Math.round(value * INT8_SCALE));

export const dequantize = (bytes: Int8Array): Float32Array => Float32Array.from(bytes, (value) => value / INT8_SCALE);

/** Converts a dot product with a quantized vector to one with the original vector. */
export const dequantizeProduct = (product: number): number => product / INT8_SCALE;
