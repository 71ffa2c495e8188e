import { describe, expect, it } from 'vitest';
import { mergeIntervals } from './intervals.ts';

describe('mergeIntervals', () => {
  it.each([
    [[], []],
    [[[1, 2]], [[1, 2]]],
    [
      [
        [1, 2],
        [2, 3],
      ],
      [[1, 3]],
    ],
    [
      [
        [2, 3],
        [1, 2],
      ],
      [[1, 3]],
    ],
    [
      [
        [1, 2],
        [3, 4],
      ],
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [
      [
        [5, 9],
        [1, 6],
      ],
      [[1, 9]],
    ],
    [
      [
        [1, 9],
        [2, 3],
      ],
      [[1, 9]],
    ],
    [
      [
        [1, 9],
        [2, 3],
        [9, 10],
      ],
      [[1, 10]],
    ],
    [
      [
        [4, 4],
        [3, 1],
      ],
      [],
    ],
  ])('merges %j into %j', (pairs, mergedPairs) => {
    const toIntervals = (numberPairs: number[][]) => numberPairs.map(([start, end]) => ({ start: start!, end: end! }));
    expect(mergeIntervals(toIntervals(pairs))).toEqual(toIntervals(mergedPairs));
  });
});
