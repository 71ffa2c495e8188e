import { describe, expect, it } from 'vitest';
import { findIndustry } from '../../../test/document.ts';
import { arePolicyVectorsCurrent } from './policy-questions.ts';
import { areTopicsCurrent } from './topics.ts';
import { areWeightsCurrent, DECISION_CLASSIFIER_NAMES, listTrainingExamples } from './training-data.ts';

const MIN_EXAMPLES_PER_INTENT = 50;
const INDUSTRIES = ['restaurant', 'salon', 'medical', 'fitness', 'retail'];

it.each(DECISION_CLASSIFIER_NAMES)('the weights of the classifier %s match its phrases', (name) => {
  expect(areWeightsCurrent(name), 'phrases have changed since the weights were made: npm run train').toBe(true);
});

it('the shipped vectors match the topics and the questions about policies', () => {
  expect([areTopicsCurrent(), arePolicyVectorsCurrent()], 'phrases have changed since: npm run train').toEqual([
    true,
    true,
  ]);
});

describe.each(['no industry', ...INDUSTRIES])('the training data of %s', (name) => {
  const industry = name === 'no industry' ? undefined : findIndustry(name);

  it('matches the shipped weights', () => {
    expect(areWeightsCurrent(industry), 'phrases have changed since the weights were made: npm run train').toBe(true);
  });

  it('has enough phrases for every intent', () => {
    const examplesByIntent = Map.groupBy(listTrainingExamples(industry), ({ intent }) => intent);
    const sparseIntents = [...examplesByIntent]
      .filter(([, examples]) => examples.length < MIN_EXAMPLES_PER_INTENT)
      .map(([intent]) => intent);
    expect(sparseIntents).toEqual([]);
    for (const { name: capability } of industry?.capabilities ?? [])
      expect(examplesByIntent.has(capability)).toBe(true);
  });

  it('has no phrase under two intents', () => {
    const examplesByText = Map.groupBy(listTrainingExamples(industry), ({ text }) =>
      text.toLowerCase().replace(/[^\p{L}\p{N} ]/gu, ''),
    );
    const ambiguousTexts = [...examplesByText].filter(
      ([, examples]) => new Set(examples.map(({ intent }) => intent)).size > 1,
    );
    expect(
      ambiguousTexts.map(([text, examples]) => `${text}: ${examples.map(({ intent }) => intent).join(', ')}`),
    ).toEqual([]);
  });
});
