import { expect, it } from 'vitest';
import { createLruCache, memoize, objectId } from './memoize.ts';

it('evicts the least recently used entry', () => {
  const values = createLruCache<string, number>(2);
  values.set('a', 1);
  values.set('b', 2);
  expect(values.get('a')).toBe(1);
  values.set('c', 3);
  expect([values.get('a'), values.get('b'), values.get('c')]).toEqual([1, undefined, 3]);
});

it('replaces and deletes entries', () => {
  const values = createLruCache<string, number>(2);
  values.set('a', 1);
  values.set('a', 2);
  values.set('b', 3);
  expect(values.get('a')).toBe(2);
  values.delete('a');
  expect(values.get('a')).toBeUndefined();
});

it('limits the total size', () => {
  const values = createLruCache<string, number>(5, (key) => key.length);
  values.set('abc', 1);
  values.set('de', 2);
  values.set('abc', 3);
  values.set('f', 4);
  expect([values.get('abc'), values.get('de'), values.get('f')]).toEqual([3, undefined, 4]);
  values.set('far too long', 5);
  expect(values.get('far too long')).toBeUndefined();
});

it('memoizes a result, even undefined', () => {
  const computedKeys: string[] = [];
  const find = memoize(
    (text: string) => text,
    (text) => void computedKeys.push(text),
  );
  expect([find('a'), find('b'), find('a')]).toEqual([undefined, undefined, undefined]);
  expect(computedKeys).toEqual(['a', 'b']);
});

it('freezes memoized results', () => {
  const words = memoize(
    (text: string) => text,
    (text) => ({ said: text.split(' ').map((word) => ({ word })) }),
  );
  const { said } = words('a b');
  expect(() => said.push({ word: 'c' })).toThrow(TypeError);
  expect(() => Object.assign(said[0]!, { word: 'c' })).toThrow(TypeError);
  expect(words('a b')).toEqual({ said: [{ word: 'a' }, { word: 'b' }] });
});

it('gives equal objects different IDs', () => {
  const [first, second] = [{}, {}];
  expect(objectId(first)).toBe(objectId(first));
  expect(objectId(first)).not.toBe(objectId(second));
});
