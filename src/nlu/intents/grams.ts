// What a text is made of, for a linear model: words, pairs of words and pieces of words, each as a hash.

/** Counts by hash, in two families that are weighted apart. */
export type Grams = { readonly words: ReadonlyMap<number, number>; readonly pieces: ReadonlyMap<number, number> };

/** As much as the encoder reads of a text. */
const READ = 1024;
const SHORTEST = 3;
const LONGEST = 4;

/** British spellings written the American way; what else they touch, they touch in every text alike. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/(..)is(e|ed|es|ing|ation|ations)$/, '$1iz$2'],
  [/(..)ys(e|ed|es|ing)$/, '$1yz$2'],
  [/(...)our(s|ed|ing|ite|ites|able|ful)?$/, '$1or$2'],
  [/(..)(t|b)re(s)?$/, '$1$2er$3'],
  [/(...)ll(ed|ing|er|ers)$/, '$1l$2'],
  [/(...)ogue(s)?$/, '$1og$2'],
  [/(...)mme(s)?$/, '$1m$2'],
];

/** Lower case, no accents, no punctuation, "sooooo" as "soo", one spelling, any number as 0. */
function wordsOf(text: string): string[] {
  const plain = text
    .slice(0, READ)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f'’`]/g, '')
    .replace(/([a-z])\1{2,}/g, '$1$1');
  return (plain.match(/\p{L}+|\p{N}+|[?$£€%]/gu) ?? []).map(respell);
}

function respell(word: string): string {
  if (/^\p{N}/u.test(word)) return '0';
  if (word.length < 5) return word;
  for (const [pattern, american] of SPELLINGS) if (pattern.test(word)) return word.replace(pattern, american);
  return word;
}

export function gramsOf(text: string): Grams {
  const words = wordsOf(text);
  const counted = { words: new Map<number, number>(), pieces: new Map<number, number>() };
  let last = hashOf('^', 0);
  let beforeLast = 0;
  for (const word of words) {
    const hash = hashOf(word, 0);
    count(counted.words, hash);
    count(counted.words, mix(last, hash, 1));
    if (beforeLast !== 0) count(counted.words, mix(beforeLast, hash, 2));
    beforeLast = last;
    last = hash;
    countPieces(counted.pieces, ` ${word} `);
  }
  count(counted.words, mix(last, hashOf('$', 0), 1));
  return counted;
}

function countPieces(pieces: Map<number, number>, word: string) {
  for (let start = 0; start < word.length; start++) {
    let hash = START;
    for (let end = start; end < Math.min(word.length, start + LONGEST); end++) {
      hash = Math.imul(hash ^ word.charCodeAt(end), PRIME);
      if (end - start + 1 >= SHORTEST) count(pieces, scatter(hash));
    }
  }
}

function count(counts: Map<number, number>, gram: number) {
  counts.set(gram, (counts.get(gram) ?? 0) + 1);
}

const START = 0x811c9dc5;
const PRIME = 0x01000193;

/** FNV-1a. */
function hashOf(word: string, seed: number): number {
  let hash = START ^ seed;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), PRIME);
  return scatter(hash);
}

const mix = (first: number, second: number, kind: number) =>
  scatter(Math.imul(first, 31) ^ (second + kind * 0x9e3779b9));

function scatter(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (once ^ (once >>> 13)) >>> 0;
}
