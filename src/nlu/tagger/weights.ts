// biome-ignore-all lint/style/noNonNullAssertion: starts, labels and values run within what was counted or written before
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { Familiarity } from './features.ts';
import { hashOf } from './features.ts';
import { LABELS } from './labels.ts';

/** A trained model: for each feature the labels it speaks for or against, in whole steps of `step`. */
export type Weights = {
  readonly step: number;
  readonly moves: Float32Array;
  /** ordinary words by their hash, with how familiar they are */
  readonly familiar: ReadonlyMap<number, number>;
  /** where a feature's entries begin; they end where the next feature's begin */
  readonly rows: ReadonlyMap<number, number>;
  readonly starts: Uint32Array;
  readonly labels: Uint8Array;
  readonly values: Int8Array;
};

const FORMAT = 1;

/** Weights under this are left out: they are most of the size and change nothing. */
const SMALLEST = 0.04;

export const familiarityIn =
  ({ familiar }: Pick<Weights, 'familiar'>): Familiarity =>
  (word) =>
    familiar.get(hashOf(word)) ?? 0;

/** Keeps what matters of a trained matrix (one row a feature, one column a label), in one byte a weight. */
export function quantise(
  features: readonly number[],
  matrix: Float32Array,
  moves: Float32Array,
  familiar: ReadonlyMap<number, number>,
): Weights {
  const largest = matrix.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0);
  const step = Math.fround(largest / 127) || 1;
  const rows = new Map<number, number>();
  const starts = [0];
  const labels: number[] = [];
  const values: number[] = [];
  for (const [row, feature] of features.entries()) {
    for (let label = 0; label < LABELS; label++) {
      const weight = matrix[row * LABELS + label]!;
      const value = Math.round(weight / step);
      if (Math.abs(weight) < SMALLEST || value === 0) continue;
      labels.push(label);
      values.push(value);
    }
    if (labels.length === starts.at(-1)) continue;
    rows.set(feature, rows.size);
    starts.push(labels.length);
  }
  return {
    step,
    moves,
    familiar,
    rows,
    starts: Uint32Array.from(starts),
    labels: Uint8Array.from(labels),
    values: Int8Array.from(values),
  };
}

/** The score of each label at each token, added into one matrix. */
export function scoresOf(
  { rows, starts, labels, values, step }: Weights,
  features: readonly Int32Array[],
): Float64Array {
  const scores = new Float64Array(features.length * LABELS);
  for (const [token, found] of features.entries()) {
    for (const feature of found) {
      const row = rows.get(feature);
      if (row === undefined) continue;
      for (let i = starts[row]!; i < starts[row + 1]!; i++) scores[token * LABELS + labels[i]!]! += step * values[i]!;
    }
  }
  return scores;
}

/** Sorted, so that each is written as the small distance from the one before. */
const byHash = <T>(map: ReadonlyMap<number, T>): (readonly [number, T])[] =>
  [...map].map(([hash, value]) => [hash >>> 0, value] as const).sort(([a], [b]) => a - b);

export function pack({ step, moves, familiar, rows, starts, labels, values }: Weights): Uint8Array {
  const bytes: number[] = [FORMAT];
  const number = (value: number) => {
    for (let rest = value; ; rest = Math.floor(rest / 128)) {
      bytes.push(rest < 128 ? rest : 128 + (rest % 128));
      if (rest < 128) return;
    }
  };
  const hashed = <T>(map: ReadonlyMap<number, T>, write: (value: T) => void) => {
    number(map.size);
    let last = 0;
    for (const [hash, value] of byHash(map)) {
      number(hash - last);
      write(value);
      last = hash;
    }
  };
  bytes.push(...new Uint8Array(Float32Array.of(step, ...moves).buffer));
  hashed(familiar, number);
  hashed(rows, (row) => {
    number(starts[row + 1]! - starts[row]!);
    for (let i = starts[row]!; i < starts[row + 1]!; i++) bytes.push(labels[i]!, values[i]! & 0xff);
  });
  return brotliCompressSync(Uint8Array.from(bytes));
}

export function unpack(packed: Uint8Array): Weights {
  const bytes = brotliDecompressSync(packed);
  if (bytes[0] !== FORMAT) throw new Error('These are no weights that this version can read; train them again.');
  const floats = new Float32Array(
    bytes.buffer.slice(bytes.byteOffset + 1, bytes.byteOffset + 1 + 4 * (1 + LABELS ** 2)),
  );
  let at = 1 + floats.byteLength;
  const number = (): number => {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = bytes[at++]!;
      value += (byte % 128) * unit;
      if (byte < 128) return value;
    }
  };
  const hashed = (read: () => number): Map<number, number> => {
    const map = new Map<number, number>();
    for (let count = number(), hash = 0; count > 0; count--) {
      hash += number();
      map.set(hash | 0, read());
    }
    return map;
  };
  const familiar = hashed(number);
  const starts = [0];
  const entries: number[] = [];
  const rows = hashed(() => {
    for (let count = number(); count > 0; count--) entries.push(bytes[at++]!, bytes[at++]!);
    return starts.push(entries.length / 2) - 2;
  });
  return {
    step: floats[0]!,
    moves: floats.slice(1),
    familiar,
    rows,
    starts: Uint32Array.from(starts),
    labels: Uint8Array.from(entries.filter((_, i) => i % 2 === 0)),
    values: Int8Array.from(entries.filter((_, i) => i % 2 === 1)),
  };
}
