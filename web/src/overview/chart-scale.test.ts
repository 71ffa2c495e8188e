import { describe, expect, it } from 'vitest';
import { chooseEvenlySpacedIndexes, computeAxisScale, getComparedRanges } from './chart-scale.ts';

describe('an axis', () => {
  it.each([
    [0, 1, [0, 1]],
    [1, 1, [0, 1]],
    [3, 3, [0, 1, 2, 3]],
    [18, 20, [0, 5, 10, 15, 20]],
    [41, 50, [0, 10, 20, 30, 40, 50]],
    [1234, 1500, [0, 500, 1000, 1500]],
  ])('for values up to %i ends at %i', (maxValue, highestTick, ticks) => {
    expect(computeAxisScale(maxValue)).toEqual({ highestTick, ticks });
  });

  it('always includes the maximum, in a few round steps', () => {
    for (let maxValue = 0; maxValue < 3_000; maxValue++) {
      const { highestTick, ticks } = computeAxisScale(maxValue);
      expect(highestTick).toBeGreaterThanOrEqual(maxValue);
      expect(ticks.length).toBeLessThanOrEqual(6);
      expect(ticks.every(Number.isInteger)).toBe(true);
    }
  });
});

describe('evenly spaced indexes', () => {
  it.each([
    [0, []],
    [1, [0]],
    [2, [0, 1]],
    [7, [0, 1, 2, 4, 5, 6]],
    [30, [0, 6, 12, 17, 23, 29]],
  ])('of %i days are %j', (length, indexes) => {
    expect(chooseEvenlySpacedIndexes(length, 6)).toEqual(indexes);
  });
});

it('compares the last days with as many before them', () => {
  expect(getComparedRanges('2026-11-20', 7)).toEqual({
    current: { from: '2026-11-14', to: '2026-11-21' },
    previous: { from: '2026-11-07', to: '2026-11-14' },
  });
});
