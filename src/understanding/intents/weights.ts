// A trained model as numbers, and those as bytes: small enough to ship, read back without copying.
import type { Prototypes } from './prototypes.ts';
import type { Vocabulary } from './vocabulary.ts';

export type Weights = Prototypes & {
  readonly intents: readonly string[];
  readonly vocabulary: Vocabulary;
  readonly bias: Float32Array;
  /** For each intent, how much nearness to each prototype speaks for it. */
  readonly pull: Float32Array;
  /** For each gram a weight per intent, in steps of the gram's own size. */
  readonly sparse: Int8Array;
  readonly steps: Float32Array;
  readonly calibration: Calibration;
};

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
  readonly parts: readonly (readonly [Kind, length: number])[];
};

const fourfold = (bytes: number) => Math.ceil(bytes / 4) * 4;

export function pack(weights: Weights): Uint8Array {
  const { intents, calibration, vocabulary } = weights;
  const arrays: readonly (readonly [Kind, Uint32Array | Float32Array | Int8Array])[] = [
    ['u32', vocabulary.grams],
    ['f32', vocabulary.rarity],
    ['f32', weights.bias],
    ['f32', weights.pull],
    ['i8', weights.sparse],
    ['f32', weights.steps],
    ['i8', weights.prototypes],
    ['f32', weights.prototypeSteps],
  ];
  const parts = arrays.map(([kind, array]) => [kind, array.length] as const);
  const head: Head = { version: VERSION, intents, calibration, words: vocabulary.words, parts };
  const written = new TextEncoder().encode(JSON.stringify(head));
  const bodies = arrays.map(([, array]) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
  const size = bodies.reduce((sum, body) => sum + fourfold(body.length), 4 + fourfold(written.length));
  const bytes = new Uint8Array(size);
  new DataView(bytes.buffer).setUint32(0, written.length, true);
  let at = 4;
  for (const body of [written, ...bodies]) {
    bytes.set(body, at);
    at += fourfold(body.length);
  }
  return bytes;
}

export function unpack(given: Uint8Array): Weights {
  // Views of 32-bit numbers must begin at a multiple of four, which a buffer from a pool does not promise.
  const bytes = given.byteOffset % 4 === 0 ? given : given.slice();
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length))) as Head;
  if (head.version !== VERSION) throw new Error(`Weights of version ${head.version}, where ${VERSION} is read.`);
  let at = bytes.byteOffset + 4 + fourfold(length);
  const arrays = head.parts.map(([kind, count]) => {
    const array = new ARRAYS[kind](bytes.buffer as ArrayBuffer, at, count);
    at += fourfold(array.byteLength);
    return array;
  });
  const [grams, rarity, bias, pull, sparse, steps, prototypes, prototypeSteps] = arrays as [
    Uint32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Int8Array,
    Float32Array,
    Int8Array,
    Float32Array,
  ];
  const { intents, calibration, words } = head;
  const vocabulary = { grams, words, rarity };
  return { intents, vocabulary, bias, pull, sparse, steps, prototypes, prototypeSteps, calibration };
}
