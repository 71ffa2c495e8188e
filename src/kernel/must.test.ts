import { describe, expect, it } from 'vitest';
import { must } from './must.ts';

describe('must', () => {
  it.each([0, '', false, Number.NaN])('returns the value: %j', (value) => {
    expect(must(value, 'anything')).toBe(value);
  });

  it.each([undefined, null])('throws an error that names the missing value: %j', (value) => {
    expect(() => must(value, 'a row for each entry')).toThrow('Expected a row for each entry.');
  });
});
