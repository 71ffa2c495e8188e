import { expect, it } from 'vitest';
import { findTraits } from '../../../test/traits.ts';
import { findSafetyIssue } from '../../guardrails/input-guard.ts';
import type { BusinessContext } from './general.ts';
import { answerSuitability } from './health-suitability.ts';
import type { Nlu } from './predict-intent.ts';

const FAQ_ANSWERS = {
  concussion: 'After a knock to the head nobody trains until they bring a note from a doctor.',
  pregnancy: 'You are welcome until week 30 of a pregnancy.',
  parts: 'The marble run has small parts and is not for children under 3.',
  parking: 'There is parking in the yard.',
};

/** Finds all texts with the same score. */
const nluThatFinds = (score: number, ...texts: string[]) => {
  const hits = texts.map((text, id) => ({
    score,
    passage: { text, source: { kind: 'faq', id: String(id), title: 'What about it?' }, prompts: [] },
  }));
  return {
    search: async () => hits,
  } as unknown as Nlu;
};
const ask = async (industry: string, message: string, score = 0.6) => {
  const businessContext = { industry: { name: industry, traits: findTraits(industry) } } as BusinessContext;
  const safetyIssue = findSafetyIssue(message, { traits: findTraits(industry) });
  return (
    await answerSuitability(
      nluThatFinds(score, FAQ_ANSWERS.parking, ...Object.values(FAQ_ANSWERS)),
      businessContext,
      message,
      safetyIssue,
    )
  )?.text;
};

it.each([
  ['fitness', 'got a knock to the head on sunday, is it ok if i spar tonight?', FAQ_ANSWERS.concussion],
  ['fitness', 'is the barre class alright when pregnant?', FAQ_ANSWERS.pregnancy],
  ['retail', 'would the marble run be ok for a 10 month old?', FAQ_ANSWERS.parts],
])('answers for %s: %s', async (industry, message, expectedAnswer) => {
  expect(await ask(industry, message)).toContain(expectedAnswer);
});

it.each([
  ['fitness', 'is it ok to bring a friend?', 0.6],
  ['fitness', 'is there parking', 0.6],
  ['fitness', 'is the barre class alright when pregnant?', 0.2],
  ['retail', 'what do you have for a 4 year old', 0.6],
])('does not answer for %s: %s', async (industry, message, score) => {
  expect(await ask(industry, message, score)).toBeUndefined();
});
