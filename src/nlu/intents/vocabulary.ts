// The n-grams that a model knows, weighted by rarity, and texts as sparse vectors over them.
import type { NgramCounts } from './ngrams.ts';
import type { SparseVector } from './svm.ts';
import { dot } from './vector-math.ts';

export type Vocabulary = {
  /** The hash of each column's n-gram: word n-grams first, then character n-grams. */
  readonly ngramHashes: Uint32Array;
  readonly wordNgramCount: number;
  /** The inverse document frequency of each n-gram. */
  readonly idf: Float32Array;
};

/** An n-gram of only one example does not generalise. */
const MIN_TEXTS_PER_NGRAM = 2;
/** The norm of each family of n-grams in a text's vector; prototype similarities have norm 1. */
const FAMILY_NORM = { wordNgrams: 0.63, charNgrams: 0.5 };

export function buildVocabulary(texts: readonly NgramCounts[]): Vocabulary {
  const wordNgrams = frequentNgrams(texts.map((text) => text.wordNgrams));
  const charNgrams = frequentNgrams(texts.map((text) => text.charNgrams));
  const ngrams = [...wordNgrams, ...charNgrams];
  return {
    ngramHashes: Uint32Array.from(ngrams, ([ngram]) => ngram),
    wordNgramCount: wordNgrams.length,
    idf: Float32Array.from(ngrams, ([, count]) => Math.log(1 + texts.length / count)),
  };
}

function frequentNgrams(texts: readonly ReadonlyMap<number, number>[]): [ngram: number, texts: number][] {
  const textCounts = new Map<number, number>();
  for (const text of texts) for (const ngram of text.keys()) textCounts.set(ngram, (textCounts.get(ngram) ?? 0) + 1);
  return [...textCounts].filter(([, count]) => count >= MIN_TEXTS_PER_NGRAM);
}

/** Returns a function that turns the n-gram counts of a text into a sparse vector. */
export function createVectorizer({
  ngramHashes,
  wordNgramCount,
  idf,
}: Vocabulary): (text: NgramCounts) => SparseVector {
  const columnByWord = new Map<number, number>();
  const columnByCharNgram = new Map<number, number>();
  ngramHashes.forEach((hash, column) => {
    (column < wordNgramCount ? columnByWord : columnByCharNgram).set(hash, column);
  });
  return (text) => {
    const columns = new Int32Array(text.wordNgrams.size + text.charNgrams.size);
    const values = new Float32Array(columns.length);
    let end = 0;
    const addFamily = (
      counts: ReadonlyMap<number, number>,
      columnByNgram: ReadonlyMap<number, number>,
      norm: number,
    ) => {
      const familyStart = end;
      for (const [ngram, count] of counts) {
        const column = columnByNgram.get(ngram);
        if (column === undefined) continue;
        columns[end] = column;
        values[end++] = (1 + Math.log(count)) * (idf[column] ?? 0);
      }
      const family = values.subarray(familyStart, end);
      const scale = norm / Math.sqrt(dot(family, family) || 1);
      // biome-ignore lint/style/noNonNullAssertion: i stays below end
      for (let i = familyStart; i < end; i++) values[i] = values[i]! * scale;
    };
    addFamily(text.wordNgrams, columnByWord, FAMILY_NORM.wordNgrams);
    addFamily(text.charNgrams, columnByCharNgram, FAMILY_NORM.charNgrams);
    return { columns: columns.slice(0, end), values: values.slice(0, end) };
  };
}
