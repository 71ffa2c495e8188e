// Counts the word n-grams and character n-grams of a text, as hashes, for a linear model.

/** Counts by hash; words and character n-grams are weighted separately. */
export type NgramCounts = {
  readonly wordNgrams: ReadonlyMap<number, number>;
  readonly charNgrams: ReadonlyMap<number, number>;
};

/** In characters; the encoder reads no more of a text either. */
const MAX_TEXT_LENGTH = 1024;
const MIN_CHAR_NGRAM_LENGTH = 3;
const MAX_CHAR_NGRAM_LENGTH = 4;

/** Rewrites British spellings as American ones. Other words may change too, but in the same way in every text. */
const AMERICAN_SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/(..)is(e|ed|es|ing|ation|ations)$/, '$1iz$2'],
  [/(..)ys(e|ed|es|ing)$/, '$1yz$2'],
  [/(...)our(s|ed|ing|ite|ites|able|ful)?$/, '$1or$2'],
  [/(..)(t|b)re(s)?$/, '$1$2er$3'],
  [/(...)ll(ed|ing|er|ers)$/, '$1l$2'],
  [/(...)ogue(s)?$/, '$1og$2'],
  [/(...)mme(s)?$/, '$1m$2'],
];

/** Lower-case words without accents or punctuation, "sooooo" as "soo", in one spelling, and numbers as 0. */
function wordsOf(text: string): string[] {
  const normalized = text
    .slice(0, MAX_TEXT_LENGTH)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f'’`]/g, '')
    .replace(/([a-z])\1{2,}/g, '$1$1');
  return (normalized.match(/\p{L}+|\p{N}+|[?$£€%]/gu) ?? []).map(toAmericanSpelling);
}

function toAmericanSpelling(word: string): string {
  if (/^\p{N}/u.test(word)) return '0';
  if (word.length < 5) return word;
  for (const [pattern, american] of AMERICAN_SPELLINGS) if (pattern.test(word)) return word.replace(pattern, american);
  return word;
}

export function countNgrams(text: string): NgramCounts {
  const words = wordsOf(text);
  const counts = { wordNgrams: new Map<number, number>(), charNgrams: new Map<number, number>() };
  let previousHash = hashOf('^', 0);
  let hashBeforePrevious = 0;
  for (const word of words) {
    const hash = hashOf(word, 0);
    increment(counts.wordNgrams, hash);
    increment(counts.wordNgrams, combineHashes(previousHash, hash, 1));
    if (hashBeforePrevious !== 0) increment(counts.wordNgrams, combineHashes(hashBeforePrevious, hash, 2));
    hashBeforePrevious = previousHash;
    previousHash = hash;
    countCharNgrams(counts.charNgrams, ` ${word} `);
  }
  increment(counts.wordNgrams, combineHashes(previousHash, hashOf('$', 0), 1));
  return counts;
}

function countCharNgrams(counts: Map<number, number>, word: string) {
  for (let start = 0; start < word.length; start++) {
    let hash = FNV_OFFSET_BASIS;
    for (let end = start; end < Math.min(word.length, start + MAX_CHAR_NGRAM_LENGTH); end++) {
      hash = Math.imul(hash ^ word.charCodeAt(end), FNV_PRIME);
      if (end - start + 1 >= MIN_CHAR_NGRAM_LENGTH) increment(counts, finalizeHash(hash));
    }
  }
}

function increment(counts: Map<number, number>, gram: number) {
  counts.set(gram, (counts.get(gram) ?? 0) + 1);
}

const FNV_OFFSET_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** FNV-1a, with a finalizer. */
function hashOf(word: string, seed: number): number {
  let hash = FNV_OFFSET_BASIS ^ seed;
  for (let index = 0; index < word.length; index++) hash = Math.imul(hash ^ word.charCodeAt(index), FNV_PRIME);
  return finalizeHash(hash);
}

const combineHashes = (first: number, second: number, wordDistance: number) =>
  finalizeHash(Math.imul(first, 31) ^ (second + wordDistance * 0x9e3779b9));

function finalizeHash(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}
