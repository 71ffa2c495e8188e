import { expect, it } from 'vitest';
import { createLruCache, identifyObject, memoize } from './memoize.ts';

it('evicts the least recently used entry', () => {
  const cache = createLruCache<string, number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  expect(cache.get('a')).toBe(1);
  cache.set('c', 3);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
});

it('replaces and deletes entries', () => {
  const cache = createLruCache<string, number>(2);
  cache.set('a', 1);
  cache.set('a', 2);
  cache.set('b', 3);
  expect(cache.get('a')).toBe(2);
  cache.delete('a');
  expect(cache.get('a')).toBeUndefined();
});

it('limits the total size', () => {
  const cache = createLruCache<string, number>(5, (key) => key.length);
  cache.set('abc', 1);
  cache.set('de', 2);
  cache.set('abc', 3);
  cache.set('f', 4);
  expect([cache.get('abc'), cache.get('de'), cache.get('f')]).toEqual([3, undefined, 4]);
  cache.set('far too long', 5);
  expect(cache.get('far too long')).toBeUndefined();
});

it('memoizes a result, even undefined', () => {
  const computedKeys: string[] = [];
  const findText = memoize(
    (text: string) => text,
    (text) => void computedKeys.push(text),
  );
  expect([findText('a'), findText('b'), findText('a')]).toEqual([undefined, undefined, undefined]);
  expect(computedKeys).toEqual(['a', 'b']);
});

it('freezes memoized results', () => {
  const splitWords = memoize(
    (text: string) => text,
    (text) => ({ tokens: text.split(' ').map((word) => ({ word })) }),
  );
  const { tokens } = splitWords('a b');
  expect(() => tokens.push({ word: 'c' })).toThrow(TypeError);
  expect(() => Object.assign(tokens[0]!, { word: 'c' })).toThrow(TypeError);
  expect(splitWords('a b')).toEqual({ tokens: [{ word: 'a' }, { word: 'b' }] });
});

it('gives equal objects different IDs', () => {
  const [first, second] = [{}, {}];
  expect(identifyObject(first)).toBe(identifyObject(first));
  expect(identifyObject(first)).not.toBe(identifyObject(second));
});
