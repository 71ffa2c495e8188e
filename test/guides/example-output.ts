// Compares the output that a guide shows with what its command printed.
import { expect } from 'vitest';

/** Replaces placeholders by the reader's values, and ids (`bkg_…`) by the last ones that were printed. */
export function fillPlaceholders(text: string, output: string, values: Record<string, string>): string {
  let filledText = text;
  for (const [placeholder, value] of Object.entries(values)) filledText = filledText.replaceAll(placeholder, value);
  return filledText.replaceAll(/\b([a-z]+)_…(?=['"/ ]|$)/gm, (placeholder, prefix: string) => {
    const ids = [...new Set(output.match(new RegExp(`\\b${prefix}_[0-9a-z]{26}`, 'g')))];
    return ids.at(-1) ?? placeholder;
  });
}

/** Expects the last printed JSON value to contain the example. `…` stands for any text. */
export function expectOutput(example: unknown, output: string): void {
  const outputJson = JSON.parse(output.split('\n').findLast((line) => line.trim()) ?? '');
  expect(outputJson).toMatchObject(toMatcher(example) as object);
}

function toMatcher(example: unknown): unknown {
  if (typeof example === 'string' && example.includes('…')) return expect.stringMatching(createPattern(example));
  if (Array.isArray(example)) return example.length ? expect.arrayContaining(example.map(toElementMatcher)) : [];
  if (typeof example === 'object' && example !== null)
    return Object.fromEntries(Object.entries(example).map(([field, value]) => [field, toMatcher(value)]));
  return example;
}

/** Inside an array, objects at any depth may have more fields than the example. */
const toElementMatcher = (example: unknown): unknown =>
  typeof example === 'object' && example !== null && !Array.isArray(example)
    ? expect.objectContaining(
        Object.fromEntries(Object.entries(example).map(([field, value]) => [field, toElementMatcher(value)])),
      )
    : toMatcher(example);

const createPattern = (example: string) =>
  new RegExp(
    `^${example
      .split('…')
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.+')}$`,
  );
