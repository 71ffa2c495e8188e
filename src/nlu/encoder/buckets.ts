// Pieces of words as numbers of buckets, for a detector that reads every language: what an English encoder makes of another
// one is little. Training counts by the same function.
const BUCKETS = 1 << 16;

const READ = 600;
const LONGEST_PIECE = 5;
const MOST = 512;

/** Words, pairs of words, and all pieces of words of up to five letters; marks above letters do not count. */
export function bucketsOf(text: string): number[] {
  const plain = text
    .slice(0, READ)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f'’`]/g, '')
    .replace(/(.)\1{2,}/gu, '$1$1');
  const words = (plain.match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? []).map((word) => (/^\p{N}/u.test(word) ? '0' : word));
  const found = new Set<number>();
  let last = '^';
  for (const word of words) {
    found.add(hashOf(`${last} ${word}`));
    last = word;
    addPieces(found, ` ${word} `);
  }
  return [...found].slice(0, MOST);
}

function addPieces(found: Set<number>, word: string): void {
  for (let start = 0; start < word.length; start++) {
    let hash = START;
    for (let end = start; end < Math.min(word.length, start + LONGEST_PIECE); end++) {
      hash = Math.imul(hash ^ word.charCodeAt(end), PRIME);
      found.add(bucketOf(hash));
    }
  }
  if (word.length > LONGEST_PIECE) found.add(hashOf(word));
}

/** FNV-1a. */
const START = 0x811c9dc5;
const PRIME = 0x01000193;

function hashOf(text: string): number {
  let hash = START ^ 1;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
  return bucketOf(hash);
}

function bucketOf(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return ((once ^ (once >>> 13)) >>> 0) & (BUCKETS - 1);
}
