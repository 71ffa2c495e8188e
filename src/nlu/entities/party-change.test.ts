import { expect, it } from 'vitest';
import { findPartyChange } from './party-change.ts';

it.each([
  ['can we push it to 7:30 and add one more person', 1],
  ['2 more people are joining us', 2],
  ['could you add an extra seat', 1],
  ['another guest is coming', 1],
  ['add one more please', 1],
  ["two of us can't make it", -2],
  ['one person dropped out', -1],
  ['we are one less', -1],
  ['one more question', undefined],
  ['a table for 4', undefined],
  ['one more time please', undefined],
  ['the 3 of us', undefined],
])('"%s" changes the party by %s', (text, change) => {
  expect(findPartyChange(text)).toBe(change);
});
