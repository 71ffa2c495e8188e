// Hashes words and character n-grams into buckets, for a risk model that must handle every language: the English encoder
// makes little of other languages. Training uses the same function.
const BUCKET_COUNT = 1 << 16;

const MAX_TEXT_LENGTH = 600;
const MAX_NGRAM_LENGTH = 5;
const MAX_BUCKETS_PER_TEXT = 512;

/** The buckets of words, word pairs and character n-grams of up to five letters, without diacritics. */
export function ngramBucketsOf(text: string): number[] {
  const normalized = text
    .slice(0, MAX_TEXT_LENGTH)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f'’`]/g, '')
    .replace(/(.)\1{2,}/gu, '$1$1');
  const words = (normalized.match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? []).map((word) => (/^\p{N}/u.test(word) ? '0' : word));
  const buckets = new Set<number>();
  let previousWord = '^';
  for (const word of words) {
    buckets.add(hashOf(`${previousWord} ${word}`));
    previousWord = word;
    addCharacterNgrams(buckets, ` ${word} `);
  }
  return [...buckets].slice(0, MAX_BUCKETS_PER_TEXT);
}

function addCharacterNgrams(buckets: Set<number>, word: string): void {
  for (let start = 0; start < word.length; start++) {
    let hash = FNV_OFFSET_BASIS;
    for (let end = start; end < Math.min(word.length, start + MAX_NGRAM_LENGTH); end++) {
      hash = Math.imul(hash ^ word.charCodeAt(end), FNV_PRIME);
      buckets.add(bucketOf(hash));
    }
  }
  if (word.length > MAX_NGRAM_LENGTH) buckets.add(hashOf(word));
}

/** Constants of the FNV-1a hash. */
const FNV_OFFSET_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

function hashOf(text: string): number {
  let hash = FNV_OFFSET_BASIS ^ 1;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME);
  return bucketOf(hash);
}

function bucketOf(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return ((mixed ^ (mixed >>> 13)) >>> 0) & (BUCKET_COUNT - 1);
}
