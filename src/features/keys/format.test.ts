import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseCaseCount } from '../../../test/rotation.ts';
import { computeChecksum, generateKey, isWellFormedKey, KEY_KINDS, MODES } from './format.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** An independent bitwise implementation of the standard. */
function crc32(text: string): bigint {
  let remainder = 0xffffffffn;
  for (const byte of Buffer.from(text)) {
    remainder ^= BigInt(byte);
    for (let bit = 0; bit < 8; bit++) remainder = remainder & 1n ? (remainder >> 1n) ^ 0xedb88320n : remainder >> 1n;
  }
  return remainder ^ 0xffffffffn;
}

function base62(number: bigint): string {
  return number < 62n ? DIGITS[Number(number)]! : base62(number / 62n) + DIGITS[Number(number % 62n)];
}

const digitArbitrary = fc.constantFrom(...DIGITS);
const bodyArbitrary = fc.string({ unit: digitArbitrary, minLength: 30, maxLength: 30 });
const keyArbitrary = fc
  .tuple(fc.constantFrom('sk', 'pk'), fc.constantFrom(...MODES), bodyArbitrary)
  .map(([kind, mode, body]) => `fd_${kind}_${mode}_${body}${base62(crc32(body)).padStart(6, '0')}`);
const PREFIX_LENGTH = 'fd_sk_live_'.length;

describe('the checksum', () => {
  it('is the standard CRC32', () => {
    expect(crc32('123456789')).toBe(0xcbf43926n);
  });

  it('is the CRC32 of the 30 characters in base62, padded to 6', () => {
    fc.assert(fc.property(bodyArbitrary, (body) => computeChecksum(body) === base62(crc32(body)).padStart(6, '0')));
  });

  it('is padded with zeros on the left', () => {
    const shortHashBody = fc.sample(bodyArbitrary, 500).find((body) => crc32(body) < 62n ** 5n)!;
    expect(computeChecksum(shortHashBody)).toMatch(/^0[0-9A-Za-z]{5}$/);
  });
});

describe('a key', () => {
  it.each([
    ['secret', 'live', /^fd_sk_live_[0-9A-Za-z]{36}$/],
    ['secret', 'test', /^fd_sk_test_[0-9A-Za-z]{36}$/],
    ['publishable', 'live', /^fd_pk_live_[0-9A-Za-z]{36}$/],
    ['publishable', 'test', /^fd_pk_test_[0-9A-Za-z]{36}$/],
  ] as const)('%s %s has its format', (kind, mode, pattern) => {
    const generatedKey = generateKey(kind, mode);
    expect(generatedKey).toMatch(pattern);
    expect(isWellFormedKey(generatedKey)).toBe(true);
  });

  it('is random and uses the whole alphabet', () => {
    const generatedKeys = Array.from({ length: 500 }, () => generateKey(KEY_KINDS[0], MODES[0]));
    expect(new Set(generatedKeys).size).toBe(500);
    expect(new Set(generatedKeys.map((key) => key.slice(PREFIX_LENGTH, PREFIX_LENGTH + 30)).join('')).size).toBe(62);
  });

  it('is recognized if its checksum was computed independently', () => {
    fc.assert(fc.property(keyArbitrary, isWellFormedKey));
  });

  it('is not recognized with one wrong character', () => {
    const typoArbitrary = fc.tuple(
      keyArbitrary,
      fc.integer({ min: PREFIX_LENGTH, max: PREFIX_LENGTH + 35 }),
      digitArbitrary,
    );
    fc.assert(
      fc.property(typoArbitrary, ([key, position, wrongCharacter]) => {
        fc.pre(key[position] !== wrongCharacter);
        return !isWellFormedKey(key.slice(0, position) + wrongCharacter + key.slice(position + 1));
      }),
      { numRuns: chooseCaseCount(2_000) },
    );
  });

  it('is not recognized with two adjacent characters swapped', () => {
    const swapArbitrary = fc.tuple(keyArbitrary, fc.integer({ min: PREFIX_LENGTH, max: PREFIX_LENGTH + 28 }));
    fc.assert(
      fc.property(swapArbitrary, ([key, position]) => {
        fc.pre(key[position] !== key[position + 1]);
        return !isWellFormedKey(key.slice(0, position) + key[position + 1] + key[position] + key.slice(position + 2));
      }),
      { numRuns: chooseCaseCount(500) },
    );
  });

  it('is not recognized with a character missing or added', () => {
    const editArbitrary = fc.tuple(keyArbitrary, fc.nat(46), digitArbitrary);
    fc.assert(
      fc.property(editArbitrary, ([key, position, extraCharacter]) => {
        const shortenedKey = key.slice(0, position) + key.slice(position + 1);
        const lengthenedKey = key.slice(0, position) + extraCharacter + key.slice(position);
        return !isWellFormedKey(shortenedKey) && !isWellFormedKey(lengthenedKey);
      }),
    );
  });

  const validKey = generateKey('secret', 'live');
  it.each([
    ['nothing', ''],
    ['a prefix alone', 'fd_sk_live_'],
    ['a key of another service', 'sk_live_4eC39HqLyjWDarjtT1zdp7dc'],
    ['another kind', validKey.replace('_sk_', '_xk_')],
    ['another mode', validKey.replace('live', 'prod')],
    ['capitals alone', validKey.toUpperCase()],
    ['a blank after it', `${validKey} `],
    ['a line break after it', `${validKey}\n`],
  ])('is not %s', (_what, text) => {
    expect(isWellFormedKey(text)).toBe(false);
  });
});
