// A trained model as numbers, and those as bytes: small enough to ship, quick to read back.
import { must } from '../../kernel/must.ts';
import type { Rough } from './numbers.ts';
import type { Vocabulary } from './vocabulary.ts';

export type Weights = {
  readonly intents: readonly string[];
  readonly bias: Float32Array;
  /** Vectors that stand for the intents. */
  readonly prototypes: Rough;
  /** For each intent, how much nearness to each prototype speaks for it. */
  readonly pull: Float32Array;
  readonly vocabulary: Vocabulary;
  /** For each gram, how much it speaks for each intent. */
  readonly push: Rough;
  readonly calibration: Calibration;
};

export type Uncalibrated = Omit<Weights, 'calibration'>;

export type Calibration = {
  /** Margins times this, as exponents, are as probable as they look. */
  readonly sharpness: number;
  /** The scope score that lies on the border, and how fast certainty grows from there. */
  readonly border: number;
  readonly slope: number;
};

const VERSION = 1;
const ARRAYS = { u32: Uint32Array, f32: Float32Array, i8: Int8Array } as const;
type Kind = keyof typeof ARRAYS;
type Head = Pick<Weights, 'intents' | 'calibration'> & {
  readonly version: number;
  readonly words: number;
  readonly lengths: readonly number[];
};

const fourfold = (bytes: number) => Math.ceil(bytes / 4) * 4;

/** A number of bytes, the head as JSON of so many, and then the arrays, each from a multiple of four. */
export function pack({ intents, calibration, bias, prototypes, pull, vocabulary, push }: Weights): Uint8Array {
  const arrays = [
    bias,
    prototypes.whole,
    prototypes.steps,
    pull,
    vocabulary.grams,
    vocabulary.rarity,
    push.whole,
    push.steps,
  ];
  const head: Head = {
    version: VERSION,
    intents,
    calibration,
    words: vocabulary.words,
    lengths: arrays.map((array) => array.length),
  };
  const written = new TextEncoder().encode(JSON.stringify(head));
  const bodies = arrays.map((array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
  const bytes = new Uint8Array([written, ...bodies].reduce((sum, body) => sum + fourfold(body.length), 4));
  new DataView(bytes.buffer).setUint32(0, written.length, true);
  let at = 4;
  for (const body of [written, ...bodies]) {
    bytes.set(body, at);
    at += fourfold(body.length);
  }
  return bytes;
}

export function unpack(given: Uint8Array): Weights {
  // Views of 32-bit numbers begin at a multiple of four, which a buffer from a pool does not promise.
  const bytes = given.byteOffset % 4 === 0 ? given : new Uint8Array(given);
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length))) as Head;
  if (head.version !== VERSION) throw new Error(`These weights are of version ${head.version}; ${VERSION} is read.`);
  let at = bytes.byteOffset + 4 + fourfold(length);
  let part = 0;
  const next = <K extends Kind>(kind: K) => {
    const array = new ARRAYS[kind](
      bytes.buffer as ArrayBuffer,
      at,
      must(head.lengths[part++], 'the length of each part'),
    );
    at += fourfold(array.byteLength);
    return array as InstanceType<(typeof ARRAYS)[K]>;
  };
  return {
    intents: head.intents,
    bias: next('f32'),
    prototypes: { whole: next('i8'), steps: next('f32') },
    pull: next('f32'),
    vocabulary: { grams: next('u32'), rarity: next('f32'), words: head.words },
    push: { whole: next('i8'), steps: next('f32') },
    calibration: head.calibration,
  };
}
