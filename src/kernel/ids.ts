import { randomFillSync } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_LENGTH = 10;
const RANDOM_LENGTH = 16;

let lastTime = 0;
let lastRandom = new Uint8Array(RANDOM_LENGTH);
// Asking the system for many at once costs hardly more than for a few.
const pool = new Uint8Array(256 * RANDOM_LENGTH);
let used = pool.length;

/**
 * A prefixed id that sorts by time (a lower-case ULID): `conv_01jcq3…`.
 * Within one millisecond the random part counts up, so ids made by one process never sort backwards.
 */
export function newId(prefix: string): string {
  const now = Date.now();
  if (now > lastTime) {
    lastTime = now;
    lastRandom = takeRandom();
  } else {
    countUp();
  }
  let random = '';
  for (const number of lastRandom) random += ALPHABET[number];
  return `${prefix}_${encodeTime(lastTime)}${random}`;
}

function takeRandom(): Uint8Array<ArrayBuffer> {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += RANDOM_LENGTH;
  return pool.slice(used - RANDOM_LENGTH, used).map((byte) => byte & 31);
}

function encodeTime(time: number): string {
  let text = '';
  for (let i = 0, rest = time; i < TIME_LENGTH; i++, rest = Math.floor(rest / 32)) text = ALPHABET[rest % 32] + text;
  return text;
}

function countUp(): void {
  for (let i = RANDOM_LENGTH - 1; i >= 0; i--) {
    // biome-ignore lint/style/noNonNullAssertion: i runs within its length
    const next = lastRandom[i]! + 1;
    lastRandom[i] = next % 32;
    if (next < 32) return;
  }
}
