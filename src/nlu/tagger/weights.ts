// biome-ignore-all lint/style/noNonNullAssertion: indexes stay within what was counted or written before
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { FamiliarityLookup } from './features.ts';
import { hashOf } from './features.ts';
import { LABEL_COUNT } from './labels.ts';

/** A trained model: the weight of each feature for each label, as multiples of `step`. */
export type Weights = {
  readonly step: number;
  readonly transitions: Float32Array;
  /** how common each word was in training other than as a name, from 1 to 3, by the word's hash */
  readonly wordFamiliarity: ReadonlyMap<number, number>;
  /** the row of each feature; its entries range from rowStarts[row] to rowStarts[row + 1] */
  readonly rowByFeature: ReadonlyMap<number, number>;
  readonly rowStarts: Uint32Array;
  readonly labelIndexes: Uint8Array;
  readonly quantizedWeights: Int8Array;
};

const FORMAT_VERSION = 1;
const INT8_MAX = 127;

/** Smaller weights are dropped: they are most of the size and change no result. */
const MIN_ABSOLUTE_WEIGHT = 0.04;

export const createFamiliarityLookup =
  ({ wordFamiliarity }: Pick<Weights, 'wordFamiliarity'>): FamiliarityLookup =>
  (word) =>
    wordFamiliarity.get(hashOf(word)) ?? 0;

/** Compresses a trained matrix (a row per feature, a column per label) to one byte per relevant weight. */
export function quantizeWeights(
  features: readonly number[],
  matrix: Float32Array,
  transitions: Float32Array,
  wordFamiliarity: ReadonlyMap<number, number>,
): Weights {
  const largestWeight = matrix.reduce((largest, weight) => Math.max(largest, Math.abs(weight)), 0);
  const step = Math.fround(largestWeight / INT8_MAX) || 1;
  const rowByFeature = new Map<number, number>();
  const rowStarts = [0];
  const labelIndexes: number[] = [];
  const quantizedWeights: number[] = [];
  for (const [row, feature] of features.entries()) {
    for (let label = 0; label < LABEL_COUNT; label++) {
      const weight = matrix[row * LABEL_COUNT + label]!;
      const value = Math.round(weight / step);
      if (Math.abs(weight) < MIN_ABSOLUTE_WEIGHT || value === 0) continue;
      labelIndexes.push(label);
      quantizedWeights.push(value);
    }
    if (labelIndexes.length === rowStarts.at(-1)) continue;
    rowByFeature.set(feature, rowByFeature.size);
    rowStarts.push(labelIndexes.length);
  }
  return {
    step,
    transitions,
    wordFamiliarity,
    rowByFeature,
    rowStarts: Uint32Array.from(rowStarts),
    labelIndexes: Uint8Array.from(labelIndexes),
    quantizedWeights: Int8Array.from(quantizedWeights),
  };
}

/** The score of each label at each token, as one matrix. */
export function scoresOf(
  { rowByFeature, rowStarts, labelIndexes, quantizedWeights, step }: Weights,
  features: readonly Int32Array[],
): Float64Array {
  const scores = new Float64Array(features.length * LABEL_COUNT);
  for (const [token, tokenFeatures] of features.entries()) {
    for (const feature of tokenFeatures) {
      const row = rowByFeature.get(feature);
      if (row === undefined) continue;
      for (let i = rowStarts[row]!; i < rowStarts[row + 1]!; i++)
        scores[token * LABEL_COUNT + labelIndexes[i]!]! += step * quantizedWeights[i]!;
    }
  }
  return scores;
}

/** Sorted by hash, so that each hash is stored as a small difference from the previous one. */
const sortedByHash = <T>(map: ReadonlyMap<number, T>): (readonly [number, T])[] =>
  [...map].map(([hash, value]) => [hash >>> 0, value] as const).sort(([a], [b]) => a - b);

export function serializeWeights({
  step,
  transitions,
  wordFamiliarity,
  rowByFeature,
  rowStarts,
  labelIndexes,
  quantizedWeights,
}: Weights): Uint8Array {
  const bytes: number[] = [FORMAT_VERSION];
  const writeVarint = (value: number) => {
    for (let remaining = value; ; remaining = Math.floor(remaining / 128)) {
      bytes.push(remaining < 128 ? remaining : 128 + (remaining % 128));
      if (remaining < 128) return;
    }
  };
  const writeMap = <T>(map: ReadonlyMap<number, T>, writeValue: (value: T) => void) => {
    writeVarint(map.size);
    let previousHash = 0;
    for (const [hash, value] of sortedByHash(map)) {
      writeVarint(hash - previousHash);
      writeValue(value);
      previousHash = hash;
    }
  };
  bytes.push(...new Uint8Array(Float32Array.of(step, ...transitions).buffer));
  writeMap(wordFamiliarity, writeVarint);
  writeMap(rowByFeature, (row) => {
    writeVarint(rowStarts[row + 1]! - rowStarts[row]!);
    for (let i = rowStarts[row]!; i < rowStarts[row + 1]!; i++)
      bytes.push(labelIndexes[i]!, quantizedWeights[i]! & 0xff);
  });
  return brotliCompressSync(Uint8Array.from(bytes));
}

export function deserializeWeights(serialized: Uint8Array): Weights {
  const bytes = brotliDecompressSync(serialized);
  if (bytes[0] !== FORMAT_VERSION) throw new Error('These weights are of another version; train them again.');
  const floats = new Float32Array(
    bytes.buffer.slice(bytes.byteOffset + 1, bytes.byteOffset + 1 + 4 * (1 + LABEL_COUNT ** 2)),
  );
  let position = 1 + floats.byteLength;
  const readVarint = (): number => {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = bytes[position++]!;
      value += (byte % 128) * unit;
      if (byte < 128) return value;
    }
  };
  const readMap = (readValue: () => number): Map<number, number> => {
    const map = new Map<number, number>();
    for (let count = readVarint(), hash = 0; count > 0; count--) {
      hash += readVarint();
      map.set(hash | 0, readValue());
    }
    return map;
  };
  const wordFamiliarity = readMap(readVarint);
  const rowStarts = [0];
  const labelsAndWeights: number[] = [];
  const rowByFeature = readMap(() => {
    for (let count = readVarint(); count > 0; count--) labelsAndWeights.push(bytes[position++]!, bytes[position++]!);
    return rowStarts.push(labelsAndWeights.length / 2) - 2;
  });
  return {
    step: floats[0]!,
    transitions: floats.slice(1),
    wordFamiliarity,
    rowByFeature,
    rowStarts: Uint32Array.from(rowStarts),
    labelIndexes: Uint8Array.from(labelsAndWeights.filter((_, i) => i % 2 === 0)),
    quantizedWeights: Int8Array.from(labelsAndWeights.filter((_, i) => i % 2 === 1)),
  };
}
