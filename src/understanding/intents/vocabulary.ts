// The grams that a model knows, with a weight that falls with how common they are; a text as numbers over them.
import type { Grams } from './grams.ts';

export type Vocabulary = {
  /** Hashes of grams; a gram's place in the list is its column. Words first, then pieces. */
  readonly grams: Uint32Array;
  readonly words: number;
  /** How rare each gram is among the examples. */
  readonly rarity: Float32Array;
};

/** A text over a vocabulary: each family of unit length times its share. */
export type Sparse = { readonly columns: readonly number[]; readonly values: readonly number[] };

/** A gram that only one example has says nothing of the next. */
const OFTEN = 2;
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
  grams.forEach((gram, column) => {
    (column < words ? wordAt : pieceAt).set(gram, column);
  });
  return (text) => {
    const columns: number[] = [];
    const values: number[] = [];
    const read = (counts: ReadonlyMap<number, number>, at: ReadonlyMap<number, number>, share: number) => {
      const first = values.length;
      let squares = 0;
      for (const [gram, count] of counts) {
        const column = at.get(gram);
        if (column === undefined) continue;
        const value = (1 + Math.log(count)) * rarity[column]!;
        columns.push(column);
        values.push(value);
        squares += value * value;
      }
      const scale = share / Math.sqrt(squares || 1);
      for (let i = first; i < values.length; i++) values[i] = values[i]! * scale;
    };
    read(text.words, wordAt, SHARE.words);
    read(text.pieces, pieceAt, SHARE.pieces);
    return { columns, values };
  };
}
