// Uses the real encoder, because the results depend on semantic similarity.
import { beforeAll, describe, expect, it } from 'vitest';
import { findIndustry, readFixtureDocument } from '../../../test/document.ts';
import { openSharedEncoder } from '../../../test/shared-resources.ts';
import { createPassageIndex, type PassageIndex, type SearchHit } from './passage-index.ts';
import { computeTopicOverlap, loadTopics } from './topics.ts';

const encoder = openSharedEncoder();
let index: PassageIndex;
beforeAll(() => {
  index = createPassageIndex(encoder);
});

const restaurant = readFixtureDocument('restaurant', {
  services: [{ name: 'Catering', description: 'We cater for parties at your home.', price: 50_000 }],
});
const shop = readFixtureDocument('retail');

async function search(business: typeof restaurant, text: string, useTopics = true): Promise<SearchHit[]> {
  const [vector] = await encoder.encode([text]);
  const industry = findIndustry(business.industry!);
  return index.search({ business, industry }, text, vector!, useTopics);
}

describe('what the business has written', () => {
  it.each([
    ['restaurant', 'where can I leave my car', 'Is there parking nearby?'],
    ['restaurant', 'can i bring my puppy', 'Do you allow dogs?'],
    ['restaurant', 'is BYO ok, and what do you charge to open a bottle', 'Can we bring our own wine?'],
    ['restaurant', 'what if we show up ten minutes late', 'Late arrival'],
    ['restaurant', 'is there a fee if I cancel my table', 'Cancellation'],
    ['retail', 'do you ship to dublin', 'Do you deliver to Ireland?'],
    ['retail', 'can I send it back if it does not fit', 'Returns'],
    ['restaurant', 'do you cater events at home', 'Catering'],
  ])('%s: %j is answered by %j', async (industry, text, title) => {
    const [bestHit] = await search(industry === 'retail' ? shop : restaurant, text);
    expect(bestHit!.passage.source.title).toBe(title);
    expect(bestHit!.score).toBeGreaterThan(0.6);
  });

  it('scores high for its own question, and low for anything else', async () => {
    const [sameQuestionHit] = await search(restaurant, 'Do you allow dogs?');
    expect(sameQuestionHit!.passage.text).toBe('Dogs are welcome on the patio only.');
    expect(sameQuestionHit!.score).toBeGreaterThan(1.1);
    const [unrelatedHit] = await search(restaurant, 'who won the football match last night');
    expect(unrelatedHit!.score).toBeLessThan(0.6);
  });

  it('is listed best first, with prices', async () => {
    const hits = await search(restaurant, 'do you cater');
    const scores = hits.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    const titles = hits.map(({ passage }) => passage.source.title);
    expect(hits[titles.indexOf('Catering')]!.passage.text).toBe('Catering is $500. We cater for parties at your home.');
  });

  it('is indexed again when the document changes', async () => {
    const faqs = [{ question: 'Do you have a kids menu?', answer: 'Yes, for under tens.' }];
    const [bestHit] = await search({ ...restaurant, faqs }, 'is there a children menu');
    expect(bestHit!.passage.text).toBe('Yes, for under tens.');
  });
});

describe('topics', () => {
  it.each([
    ['is there somewhere to park', 'a paid garage is around the corner', 'dogs are welcome on the patio'],
    ['are dogs allowed', 'can I come with my puppy', 'we hold tables for 15 minutes'],
  ])('%j shares more with %j than with %j', async (text, relatedText, unrelatedText) => {
    const { computeProfile } = await loadTopics(encoder);
    const [questionProfile, relatedProfile, unrelatedProfile] = (
      await encoder.encode([text, relatedText, unrelatedText])
    ).map(computeProfile) as [Float32Array, Float32Array, Float32Array];
    expect(computeTopicOverlap(questionProfile, relatedProfile)).toBeGreaterThan(
      computeTopicOverlap(questionProfile, unrelatedProfile),
    );
  });

  it('overlap by the smaller of two similarities', () => {
    expect(computeTopicOverlap(Float32Array.of(0.9, 0.25, -1), Float32Array.of(0.5, 1, -1))).toBe(0.5);
    expect(computeTopicOverlap(Float32Array.of(-1), Float32Array.of(-1))).toBe(0);
  });
});
