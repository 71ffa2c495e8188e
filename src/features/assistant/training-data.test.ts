import { describe, expect, it } from 'vitest';
import { industryOf } from '../../../test/document.ts';
import { areWeightsCurrent, trainingExamplesFor } from './training-data.ts';

const INDUSTRIES = ['restaurant', 'salon', 'medical', 'fitness', 'retail'];

describe.each([undefined, ...INDUSTRIES])('the lessons of %s', (name) => {
  const industry = name === undefined ? undefined : industryOf(name);

  it('are those that the shipped weights were trained on', () => {
    expect(areWeightsCurrent(industry), 'phrases have changed since the weights were made: npm run train').toBe(true);
  });

  it('teach every intent with enough phrases', () => {
    const counts = Map.groupBy(trainingExamplesFor(industry), ({ intent }) => intent);
    const few = [...counts].filter(([, examples]) => examples.length < 50).map(([intent]) => intent);
    expect(few).toEqual([]);
    for (const { name: capability } of industry?.capabilities ?? []) expect(counts.has(capability)).toBe(true);
  });

  it('teach no phrase for two intents', () => {
    const byText = Map.groupBy(trainingExamplesFor(industry), ({ text }) =>
      text.toLowerCase().replace(/[^\p{L}\p{N} ]/gu, ''),
    );
    const torn = [...byText].filter(([, examples]) => new Set(examples.map(({ intent }) => intent)).size > 1);
    expect(torn.map(([text, examples]) => `${text}: ${examples.map(({ intent }) => intent).join(', ')}`)).toEqual([]);
  });
});
