// The weights of a trained model, and their binary format: small enough to ship, and quick to load.
import { must } from '../../kernel/must.ts';
import type { QuantizedRows } from './vector-math.ts';
import type { Vocabulary } from './vocabulary.ts';

export type Weights = {
  readonly intents: readonly string[];
  readonly bias: Float32Array;
  /** Prototype vectors of the intents. */
  readonly prototypes: QuantizedRows;
  /** For each intent, the weight of the similarity to each prototype. */
  readonly prototypeWeights: Float32Array;
  readonly vocabulary: Vocabulary;
  /** For each n-gram, its weight for each intent. */
  readonly ngramWeights: QuantizedRows;
  readonly calibration: Calibration;
};

export type UncalibratedWeights = Omit<Weights, 'calibration'>;

export type Calibration = {
  /** Margins are multiplied by this before the softmax, so that confidences match observed accuracy. */
  readonly sharpness: number;
  /** The scope score with an in-scope probability of one half, and the slope of the sigmoid there. */
  readonly border: number;
  readonly slope: number;
};

const FORMAT_VERSION = 1;
const ARRAYS = { u32: Uint32Array, f32: Float32Array, i8: Int8Array } as const;
type ArrayKind = keyof typeof ARRAYS;
type Header = Pick<Weights, 'intents' | 'calibration'> & {
  readonly version: number;
  readonly words: number;
  readonly lengths: readonly number[];
};

const padToFour = (bytes: number) => Math.ceil(bytes / 4) * 4;

/** Writes the header's length, the header as JSON, and the arrays, each aligned to four bytes. */
export function serializeWeights({
  intents,
  calibration,
  bias,
  prototypes,
  prototypeWeights,
  vocabulary,
  ngramWeights,
}: Weights): Uint8Array {
  const arrays = [
    bias,
    prototypes.values,
    prototypes.scales,
    prototypeWeights,
    vocabulary.ngramHashes,
    vocabulary.idf,
    ngramWeights.values,
    ngramWeights.scales,
  ];
  const header: Header = {
    version: FORMAT_VERSION,
    intents,
    calibration,
    words: vocabulary.wordNgramCount,
    lengths: arrays.map((array) => array.length),
  };
  const headerBytes = new TextEncoder().encode(JSON.stringify(header));
  const bodies = arrays.map((array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
  const bytes = new Uint8Array([headerBytes, ...bodies].reduce((sum, body) => sum + padToFour(body.length), 4));
  new DataView(bytes.buffer).setUint32(0, headerBytes.length, true);
  let offset = 4;
  for (const body of [headerBytes, ...bodies]) {
    bytes.set(body, offset);
    offset += padToFour(body.length);
  }
  return bytes;
}

export function deserializeWeights(serialized: Uint8Array): Weights {
  // 32-bit arrays must start at a multiple of four, which pooled buffers do not guarantee.
  const bytes = serialized.byteOffset % 4 === 0 ? serialized : new Uint8Array(serialized);
  const headerLength = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + headerLength))) as Header;
  if (header.version !== FORMAT_VERSION)
    throw new Error(`These weights are of version ${header.version}; ${FORMAT_VERSION} is read.`);
  let offset = bytes.byteOffset + 4 + padToFour(headerLength);
  let arrayIndex = 0;
  const nextArray = <K extends ArrayKind>(kind: K) => {
    const array = new ARRAYS[kind](
      bytes.buffer as ArrayBuffer,
      offset,
      must(header.lengths[arrayIndex++], 'the length of each array'),
    );
    offset += padToFour(array.byteLength);
    return array as InstanceType<(typeof ARRAYS)[K]>;
  };
  return {
    intents: header.intents,
    bias: nextArray('f32'),
    prototypes: { values: nextArray('i8'), scales: nextArray('f32') },
    prototypeWeights: nextArray('f32'),
    vocabulary: { ngramHashes: nextArray('u32'), idf: nextArray('f32'), wordNgramCount: header.words },
    ngramWeights: { values: nextArray('i8'), scales: nextArray('f32') },
    calibration: header.calibration,
  };
}
