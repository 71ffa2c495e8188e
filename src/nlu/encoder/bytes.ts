/** Vectors in one byte a number: all have unit length, so none is above one. */
export const WIDTH = 384;
const STEPS = 127;

export const toBytes = (vector: Float32Array): Int8Array =>
  Int8Array.from(vector, (value) => Math.round(value * STEPS));

export const fromBytes = (bytes: Int8Array): Float32Array => Float32Array.from(bytes, (value) => value / STEPS);

/** What a product with bytes is of a product with the vector itself. */
export const ofBytes = (product: number): number => product / STEPS;
