import { randomFillSync } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_CHARACTERS = 10;
const RANDOM_CHARACTERS = 16;

let lastTime = 0;
let lastRandom = new Uint8Array(RANDOM_CHARACTERS);
// Random bytes are fetched in bulk, which costs hardly more than fetching a few.
const randomPool = new Uint8Array(256 * RANDOM_CHARACTERS);
let usedBytes = randomPool.length;

/**
 * A prefixed ID that sorts by time (a lower-case ULID): `conv_01jcq3…`.
 * Within one millisecond the random part is incremented, so IDs of one process always sort in creation order.
 */
export function newId(prefix: string): string {
  const now = Date.now();
  if (now > lastTime) {
    lastTime = now;
    lastRandom = takeRandom();
  } else {
    incrementRandom();
  }
  let random = '';
  for (const index of lastRandom) random += ALPHABET[index];
  return `${prefix}_${encodeTime(lastTime)}${random}`;
}

function takeRandom(): Uint8Array<ArrayBuffer> {
  if (usedBytes === randomPool.length) {
    randomFillSync(randomPool);
    usedBytes = 0;
  }
  usedBytes += RANDOM_CHARACTERS;
  return randomPool.slice(usedBytes - RANDOM_CHARACTERS, usedBytes).map((byte) => byte & 31);
}

function encodeTime(time: number): string {
  let text = '';
  for (let i = 0, remaining = time; i < TIME_CHARACTERS; i++, remaining = Math.floor(remaining / 32))
    text = ALPHABET[remaining % 32] + text;
  return text;
}

function incrementRandom(): void {
  for (let i = RANDOM_CHARACTERS - 1; i >= 0; i--) {
    // biome-ignore lint/style/noNonNullAssertion: i runs within its length
    const next = lastRandom[i]! + 1;
    lastRandom[i] = next % 32;
    if (next < 32) return;
  }
}
