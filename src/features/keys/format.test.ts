import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleSize } from '../../../test/rotation.ts';
import { checksum, KEY_KINDS, looksLikeKey, MODES, makeKey } from './format.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** An independent bitwise implementation of the standard. */
function crc32(text: string): bigint {
  let rest = 0xffffffffn;
  for (const byte of Buffer.from(text)) {
    rest ^= BigInt(byte);
    for (let bit = 0; bit < 8; bit++) rest = rest & 1n ? (rest >> 1n) ^ 0xedb88320n : rest >> 1n;
  }
  return rest ^ 0xffffffffn;
}

function base62(number: bigint): string {
  return number < 62n ? DIGITS[Number(number)]! : base62(number / 62n) + DIGITS[Number(number % 62n)];
}

const digit = fc.constantFrom(...DIGITS);
const body = fc.string({ unit: digit, minLength: 30, maxLength: 30 });
const key = fc
  .tuple(fc.constantFrom('sk', 'pk'), fc.constantFrom(...MODES), body)
  .map(([kind, mode, text]) => `fd_${kind}_${mode}_${text}${base62(crc32(text)).padStart(6, '0')}`);
const PREFIX = 'fd_sk_live_'.length;

describe('the checksum', () => {
  it('is the standard CRC32', () => {
    expect(crc32('123456789')).toBe(0xcbf43926n);
  });

  it('is the CRC32 of the 30 characters in base62, padded to 6', () => {
    fc.assert(fc.property(body, (text) => checksum(text) === base62(crc32(text)).padStart(6, '0')));
  });

  it('is padded with zeros on the left', () => {
    const short = fc.sample(body, 500).find((text) => crc32(text) < 62n ** 5n)!;
    expect(checksum(short)).toMatch(/^0[0-9A-Za-z]{5}$/);
  });
});

describe('a key', () => {
  it.each([
    ['secret', 'live', /^fd_sk_live_[0-9A-Za-z]{36}$/],
    ['secret', 'test', /^fd_sk_test_[0-9A-Za-z]{36}$/],
    ['publishable', 'live', /^fd_pk_live_[0-9A-Za-z]{36}$/],
    ['publishable', 'test', /^fd_pk_test_[0-9A-Za-z]{36}$/],
  ] as const)('%s %s has its form', (kind, mode, form) => {
    const generatedKey = makeKey(kind, mode);
    expect(generatedKey).toMatch(form);
    expect(looksLikeKey(generatedKey)).toBe(true);
  });

  it('is random and uses the whole alphabet', () => {
    const generatedKeys = Array.from({ length: 500 }, () => makeKey(KEY_KINDS[0], MODES[0]));
    expect(new Set(generatedKeys).size).toBe(500);
    expect(new Set(generatedKeys.map((text) => text.slice(PREFIX, PREFIX + 30)).join('')).size).toBe(62);
  });

  it('is recognised if computed independently', () => {
    fc.assert(fc.property(key, looksLikeKey));
  });

  it('is not recognised with one wrong character', () => {
    const typo = fc.tuple(key, fc.integer({ min: PREFIX, max: PREFIX + 35 }), digit);
    fc.assert(
      fc.property(typo, ([text, at, wrong]) => {
        fc.pre(text[at] !== wrong);
        return !looksLikeKey(text.slice(0, at) + wrong + text.slice(at + 1));
      }),
      { numRuns: sampleSize(2_000) },
    );
  });

  it('is not recognised with two adjacent characters swapped', () => {
    const swap = fc.tuple(key, fc.integer({ min: PREFIX, max: PREFIX + 28 }));
    fc.assert(
      fc.property(swap, ([text, at]) => {
        fc.pre(text[at] !== text[at + 1]);
        return !looksLikeKey(text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2));
      }),
      { numRuns: sampleSize(500) },
    );
  });

  it('is not recognised with a character missing or added', () => {
    const replacement = fc.tuple(key, fc.nat(46), digit);
    fc.assert(
      fc.property(replacement, ([text, at, extra]) => {
        const shorter = text.slice(0, at) + text.slice(at + 1);
        const longer = text.slice(0, at) + extra + text.slice(at);
        return !looksLikeKey(shorter) && !looksLikeKey(longer);
      }),
    );
  });

  const good = makeKey('secret', 'live');
  it.each([
    ['nothing', ''],
    ['a prefix alone', 'fd_sk_live_'],
    ['a key of another service', 'sk_live_4eC39HqLyjWDarjtT1zdp7dc'],
    ['another kind', good.replace('_sk_', '_xk_')],
    ['another mode', good.replace('live', 'prod')],
    ['capitals alone', good.toUpperCase()],
    ['a blank after it', `${good} `],
    ['a line break after it', `${good}\n`],
  ])('is not %s', (_what, text) => {
    expect(looksLikeKey(text)).toBe(false);
  });
});
