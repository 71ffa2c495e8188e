// biome-ignore-all lint/style/noNonNullAssertion: indices run within the lengths of the arrays
// The grams that a model knows, with a weight that falls with how common they are; a text as numbers over them.
import type { Grams } from './grams.ts';
import { dot } from './numbers.ts';
import type { Sparse } from './svm.ts';

export type Vocabulary = {
  /** Hashes of grams; a gram's place in the list is its column. Words first, then pieces. */
  readonly grams: Uint32Array;
  readonly words: number;
  /** How rare each gram is among the examples. */
  readonly rarity: Float32Array;
};

/** A gram that only one example has says nothing of the next. */
const OFTEN = 2;
/** The length that each family has in the end, beside nearness, which has one. */
const SHARE = { words: 0.63, pieces: 0.5 };

export function vocabularyOf(texts: readonly Grams[]): Vocabulary {
  const words = oftenSeen(texts.map((text) => text.words));
  const pieces = oftenSeen(texts.map((text) => text.pieces));
  const both = [...words, ...pieces];
  return {
    grams: Uint32Array.from(both, ([gram]) => gram),
    words: words.length,
    rarity: Float32Array.from(both, ([, count]) => Math.log(1 + texts.length / count)),
  };
}

function oftenSeen(texts: readonly ReadonlyMap<number, number>[]): [gram: number, texts: number][] {
  const seen = new Map<number, number>();
  for (const text of texts) for (const gram of text.keys()) seen.set(gram, (seen.get(gram) ?? 0) + 1);
  return [...seen].filter(([, count]) => count >= OFTEN);
}

/** Takes the grams of a text to their columns and values. */
export function readerOf({ grams, words, rarity }: Vocabulary): (text: Grams) => Sparse {
  const wordAt = new Map<number, number>();
  const pieceAt = new Map<number, number>();
  for (let column = 0; column < grams.length; column++) {
    (column < words ? wordAt : pieceAt).set(grams[column]!, column);
  }
  return (text) => {
    const columns = new Int32Array(text.words.size + text.pieces.size);
    const values = new Float32Array(columns.length);
    let end = 0;
    const read = (counts: ReadonlyMap<number, number>, at: ReadonlyMap<number, number>, share: number) => {
      const first = end;
      for (const [gram, count] of counts) {
        const column = at.get(gram);
        if (column === undefined) continue;
        columns[end] = column;
        values[end++] = (1 + Math.log(count)) * rarity[column]!;
      }
      const family = values.subarray(first, end);
      const scale = share / Math.sqrt(dot(family, family) || 1);
      for (let i = first; i < end; i++) values[i] = values[i]! * scale;
    };
    read(text.words, wordAt, SHARE.words);
    read(text.pieces, pieceAt, SHARE.pieces);
    return { columns: columns.slice(0, end), values: values.slice(0, end) };
  };
}
