import { describe, expect, it } from 'vitest';
import { must } from './must.ts';

describe('what must be there', () => {
  it.each([0, '', false, Number.NaN])('is given back as it is: %j', (value) => {
    expect(must(value, 'anything')).toBe(value);
  });

  it.each([undefined, null])('is named where it is %j', (value) => {
    expect(() => must(value, 'a row for each entry')).toThrow('Expected a row for each entry.');
  });
});
