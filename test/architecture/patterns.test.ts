import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { countInCode, countInFolder, type PatternCount } from './count-patterns.ts';

const LIMITS: Record<string, PatternCount> = JSON.parse(
  readFileSync(new URL('patterns.json', import.meta.url), 'utf8'),
);

describe('handwritten patterns and constants', () => {
  // Fix a misunderstood message with training data, conversation state or a general mechanism instead of another pattern.
  // If a count gets smaller, lower the limit in patterns.json.
  it.each(Object.entries(LIMITS))('do not grow in %s', (folder, limit) => {
    const currentCount = countInFolder(folder, Object.keys(LIMITS));
    expect(currentCount.alternatives).toBeGreaterThan(0);
    expect(currentCount.alternatives).toBeLessThanOrEqual(limit.alternatives);
    expect(currentCount.constants).toBeLessThanOrEqual(limit.constants);
  });

  it.each([
    ['const a = /x|y|z/', { alternatives: 2, constants: 0 }],
    ['const a = /[x|y]|z/', { alternatives: 1, constants: 0 }],
    ['const a = new RegExp(`x|y`)', { alternatives: 1, constants: 0 }],
    ['type A = 1 | 2; const a = b || c', { alternatives: 0, constants: 0 }],
    ['const a: number = 0.5 + 2 // 0.5|1', { alternatives: 0, constants: 1 }],
  ])('are counted in %j', (code, expected) => {
    expect(countInCode(code)).toEqual(expected);
  });
});
