import { describe, expect, it } from 'vitest';
import { findOrdinal, findQuantity } from './offered-choice.ts';

describe('findOrdinal', () => {
  it.each([
    ['the first one', 1],
    ['2nd', 2],
    ['option 3', 3],
    ['option two', 2],
    ['#2 please', 2],
    ['the second one please', 2],
    ["I'll take the third", 3],
    ['the first of those', 1],
    ['the last one', 'last'],
    ['the earlier one', 'earlier'],
    ['earliest', 'earlier'],
    ['the earliest you have', 'earlier'],
    ['the later one', 'later'],
    ['later please', 'later'],
    ['either is fine', 'any'],
    ['either', 'any'],
    ['whichever', 'any'],
    ['ok whenever you can then', 'any'],
    ['whatever you have', 'any'],
    ['first thing please', 'earlier'],
    ['any of those works', 'any'],
    ['the cheaper one', 'cheapest'],
  ] as const)('reads %j as %s', (text, choice) => {
    expect(findOrdinal(text)).toBe(choice);
  });

  it.each([
    'see you later',
    "I'll do that later",
    "it's my first time",
    'the 3rd of may',
    'the 25th',
    'my number is 212 555 0142',
    'no one answers the phone',
    'I called earlier today for a table inside',
    'my first name is Dana',
    'when was the last time I came',
  ])('finds no choice in %j', (text) => {
    expect(findOrdinal(text)).toBeUndefined();
  });
});

describe('findQuantity', () => {
  it.each([
    ['two of them', 2],
    ['3 x', 3],
    ['x2', 2],
    ['just one', 1],
    ['both', 2],
    ['a pair of those', 2],
    ['I want 2 please', 2],
    ['qty: 4', 4],
    ['six pairs', 6],
  ])('finds the quantity in %j', (text, quantity) => {
    expect(findQuantity(text)).toBe(quantity);
  });

  it.each(['the blue mug', 'at 3', 'I want 2 tents at 5', 'both vegan and vegetarian options'])(
    'finds no quantity in %j',
    (text) => {
      expect(findQuantity(text)).toBeUndefined();
    },
  );
});
