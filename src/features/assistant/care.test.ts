import { expect, it } from 'vitest';
import { traitsOf } from '../../../test/traits.ts';
import { findSafetyIssue } from '../../guardrails/input-guard.ts';
import { renderCare } from './care.ts';
import type { BusinessContext } from './general.ts';
import type { Nlu } from './predict-intent.ts';

const WRITTEN = {
  concussion: 'After a knock to the head nobody trains until they bring a note from a doctor.',
  pregnancy: 'You are welcome until week 30 of a pregnancy.',
  parts: 'The marble run has small parts and is not for children under 3.',
  parking: 'There is parking in the yard.',
};

/** Everything that is written is equally near. */
const nearby = (score: number, ...texts: string[]) => {
  const hits = texts.map((text, id) => ({
    score,
    passage: { text, source: { kind: 'faq', id: String(id), title: 'What about it?' }, prompts: [] },
  }));
  return {
    search: async () => hits,
  } as unknown as Nlu;
};
const ask = async (industry: string, message: string, score = 0.6) => {
  const businessContext = { industry: { name: industry, traits: traitsOf(industry) } } as BusinessContext;
  const danger = findSafetyIssue(message, { traits: traitsOf(industry) });
  return (await renderCare(nearby(score, WRITTEN.parking, ...Object.values(WRITTEN)), businessContext, message, danger))
    ?.text;
};

it.each([
  ['fitness', 'got a knock to the head on sunday, is it ok if i spar tonight?', WRITTEN.concussion],
  ['fitness', 'is the barre class alright when pregnant?', WRITTEN.pregnancy],
  ['retail', 'would the marble run be ok for a 10 month old?', WRITTEN.parts],
])('%s: %s', async (industry, message, written) => {
  expect(await ask(industry, message)).toContain(written);
});

it.each([
  ['fitness', 'is it ok to bring a friend?', 0.6],
  ['fitness', 'is there parking', 0.6],
  ['fitness', 'is the barre class alright when pregnant?', 0.2],
  ['retail', 'what do you have for a 4 year old', 0.6],
])('nothing of it for %s: %s', async (industry, message, score) => {
  expect(await ask(industry, message, score)).toBeUndefined();
});
