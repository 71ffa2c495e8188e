import { expect, it } from 'vitest';
import { recent } from './recent.ts';

it('forgets what was used longest ago', () => {
  const values = recent<string, number>(2);
  values.set('a', 1);
  values.set('b', 2);
  expect(values.get('a')).toBe(1);
  values.set('c', 3);
  expect([values.get('a'), values.get('b'), values.get('c')]).toEqual([1, undefined, 3]);
});

it('replaces and deletes', () => {
  const values = recent<string, number>(2);
  values.set('a', 1);
  values.set('a', 2);
  values.set('b', 3);
  expect(values.get('a')).toBe(2);
  values.delete('a');
  expect(values.get('a')).toBeUndefined();
});
