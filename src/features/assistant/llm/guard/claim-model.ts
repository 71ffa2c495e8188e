// What kinds of statement a sentence makes, by a linear model over its pieces, words and kinds of words, and its meaning.
import { readFileSync } from 'node:fs';
import { WIDTH } from '../../../../nlu/encoder/bytes.ts';
import { dot } from '../../../../nlu/intents/numbers.ts';
import { COLUMNS, type Columns, columnsOf } from './claim-grams.ts';

/** Something done for this customer, advice about a body, what is in a dish, and money or a favour that is promised. */
export const CLAIMS = ['deed', 'health', 'food', 'promise'] as const;
export type Claim = (typeof CLAIMS)[number];
/** How far a sentence lies on the side of each kind: about 1 where it surely is one, -1 where surely none. */
export type Margins = Readonly<Record<Claim, number>>;

/** What divides one kind from the rest: a byte for each column, the size of a step, and what the encoder's vector weighs. */
export type ClaimPlane = {
  readonly bias: number;
  readonly step: number;
  readonly dense: Float32Array;
  readonly weights: Int8Array;
};

/** These are heard better with the meaning of a sentence, in English; a deed is heard as well by its words. */
export const MEANT = ['health', 'food', 'promise'] as const satisfies readonly Claim[];
/** By words alone, and for those of MEANT by words and meaning. */
export type ClaimPlanes = {
  words: Readonly<Record<Claim, ClaimPlane>>;
  meaning: Readonly<Record<(typeof MEANT)[number], ClaimPlane>>;
};

const HEAD = 8 + 4 * WIDTH;
const PLANE = HEAD + COLUMNS;

/** The bias, the step and the dense weights of each plane, and then a byte for each column. */
export function packClaims({ words, meaning }: ClaimPlanes): Uint8Array {
  const planes = [...CLAIMS.map((claim) => words[claim]), ...MEANT.map((claim) => meaning[claim])];
  const bytes = new Uint8Array(planes.length * PLANE);
  const view = new DataView(bytes.buffer);
  for (const [at, { bias, step, dense, weights }] of planes.entries()) {
    const start = at * PLANE;
    for (const [place, value] of [bias, step, ...dense].entries()) view.setFloat32(start + 4 * place, value, true);
    bytes.set(new Uint8Array(weights.buffer, weights.byteOffset, weights.length), start + HEAD);
  }
  return bytes;
}

function unpackClaims(bytes: Uint8Array): ClaimPlanes {
  const wanted = (CLAIMS.length + MEANT.length) * PLANE;
  if (bytes.length !== wanted) throw new Error(`These weights have ${bytes.length} bytes; ${wanted} are read.`);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const planeAt = (at: number): ClaimPlane => {
    const start = at * PLANE;
    const floatAt = (place: number) => view.getFloat32(start + 4 * place, true);
    return {
      bias: floatAt(0),
      step: floatAt(1),
      dense: Float32Array.from({ length: WIDTH }, (_, place) => floatAt(2 + place)),
      weights: new Int8Array(bytes.buffer, bytes.byteOffset + start + HEAD, COLUMNS),
    };
  };
  return {
    words: Object.fromEntries(CLAIMS.map((claim, at) => [claim, planeAt(at)])) as ClaimPlanes['words'],
    meaning: Object.fromEntries(
      MEANT.map((claim, at) => [claim, planeAt(CLAIMS.length + at)]),
    ) as ClaimPlanes['meaning'],
  };
}

/** `vector`: of an English sentence, for a plane that weighs it. */
export function marginOf({ bias, step, dense, weights }: ClaimPlane, read: Columns, vector?: Float32Array): number {
  const { columns, values } = read;
  let sum = 0;
  for (let at = 0; at < columns.length; at++) sum += weights[columns[at]!]! * values[at]!;
  return bias + step * sum + (vector ? dot(dense, vector) : 0);
}

let planes: ClaimPlanes | undefined;

/** Without a vector by the words alone. */
export function marginsOf(sentence: string, vector?: Float32Array): Margins {
  planes ??= unpackClaims(readFileSync(new URL('../../../../../models/claims/claims.bin', import.meta.url)));
  const { words, meaning } = planes;
  const read = columnsOf(sentence);
  const entries = CLAIMS.map((claim) => [claim, marginOf(words[claim], read)] as const);
  const seen = vector ? MEANT.map((claim) => [claim, marginOf(meaning[claim], read, vector)] as const) : [];
  return Object.fromEntries([...entries, ...seen]) as Margins;
}
