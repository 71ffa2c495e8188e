import { expect, it } from 'vitest';
import { matchesPagePattern } from './proactive.ts';

it.each([
  ['/menu', '/menu', true],
  ['/menu/pasta', '/menu', false],
  ['/menu/pasta', '/menu/*', true],
  ['/a/b/contact', '*/contact', true],
  ['/menuX', '/menu.', false],
  ['/', '*', true],
])('whether the path %s matches the pattern %s: %s', (path, pattern, expected) => {
  expect(matchesPagePattern(path, pattern)).toBe(expected);
});
