import { describe, expect, it } from 'vitest';
import { chooseCaseCount } from '../../test/random.ts';
import { newId } from './ids.ts';

const ID_COUNT = chooseCaseCount(100_000, 5);
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const timeOfId = (id: string): number =>
  [...id.slice(id.indexOf('_') + 1).slice(0, 10)].reduce((time, digit) => time * 32 + ALPHABET.indexOf(digit), 0);

describe('an ID', () => {
  it.for(['conv', 'msg', 'bkg', 'whk', 'evt', 'dlv', 'key', 'rx', 'mbr', 'kn', 'ret', 'ws'])(
    'starts with %s_',
    (prefix) => {
      expect(newId(prefix)).toMatch(new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`));
    },
  );

  it('contains its creation time', () => {
    const timeBefore = Date.now();
    const idTime = timeOfId(newId('conv'));
    // Within a millisecond, an ID may keep the time of the previous one.
    expect(idTime).toBeGreaterThanOrEqual(timeBefore - 1_000);
    expect(idTime).toBeLessThanOrEqual(Date.now());
  });

  it(`is unique and sorts after all earlier IDs, ${ID_COUNT} times`, () => {
    const ids = Array.from({ length: ID_COUNT }, () => newId('evt'));
    expect(new Set(ids).size).toBe(ID_COUNT);
    expect(ids.findIndex((id, index) => index > 0 && id <= ids[index - 1]!)).toBe(-1);
    expect([...ids].sort()).toEqual(ids);
  });

  it('cannot be guessed from an ID of another millisecond', async () => {
    const randomPart = (id: string) => id.slice(-16);
    const seenRandomParts = new Set<string>();
    for (let n = 0; n < 50; n++) {
      const now = Date.now();
      while (Date.now() === now);
      seenRandomParts.add(randomPart(newId('key')).slice(0, 8));
    }
    expect(seenRandomParts.size).toBe(50);
  });
});
