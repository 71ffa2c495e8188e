// Compares what a guide shows with what a command printed.
import { expect } from 'vitest';

/** Fills in what the reader has: the values given, and ids (`bkg_…`) from what was printed last. */
export function fillPlaceholders(text: string, printed: string, values: Record<string, string>): string {
  let filled = text;
  for (const [placeholder, value] of Object.entries(values)) filled = filled.replaceAll(placeholder, value);
  return filled.replaceAll(/\b([a-z]+)_…(?=['"/ ]|$)/gm, (placeholder, prefix: string) => {
    const ids = [...new Set(printed.match(new RegExp(`\\b${prefix}_[0-9a-z]{26}`, 'g')))];
    return ids.at(-1) ?? placeholder;
  });
}

/** The last JSON value that was printed has at least what is shown. `…` stands for anything. */
export function expectShown(shown: unknown, printed: string): void {
  const printedJson = JSON.parse(printed.split('\n').findLast((line) => line.trim()) ?? '');
  expect(printedJson).toMatchObject(toMatcher(shown) as object);
}

function toMatcher(shown: unknown): unknown {
  if (typeof shown === 'string' && shown.includes('…')) return expect.stringMatching(patternOf(shown));
  if (Array.isArray(shown)) return shown.length ? expect.arrayContaining(shown.map(toElementMatcher)) : [];
  if (typeof shown === 'object' && shown !== null)
    return Object.fromEntries(Object.entries(shown).map(([field, value]) => [field, toMatcher(value)]));
  return shown;
}

/** Inside an array, objects at any depth may have more than is shown. */
const toElementMatcher = (shown: unknown): unknown =>
  typeof shown === 'object' && shown !== null && !Array.isArray(shown)
    ? expect.objectContaining(
        Object.fromEntries(Object.entries(shown).map(([field, value]) => [field, toElementMatcher(value)])),
      )
    : toMatcher(shown);

const patternOf = (shown: string) =>
  new RegExp(
    `^${shown
      .split('…')
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.+')}$`,
  );
