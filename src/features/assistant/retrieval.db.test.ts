// Fifty FAQs of five kinds of business in one document, each with two paraphrases.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSharedEncoder } from '../../../test/shared-resources.ts';
import { type Business, EMPTY_DOCUMENT } from '../../capability/document.ts';
import { extractContentWords } from './content-words.ts';
import { createPassageIndex } from './passage-index.ts';

type FaqEntry = { question: string; answer: string; asked: string[] };

const file = join(import.meta.dirname, '../../../test/fixtures/paraphrases.json');
const faqEntries: FaqEntry[] = JSON.parse(readFileSync(file, 'utf8'));
const encoder = openSharedEncoder();

it('has fifty questions and a hundred paraphrases that share few words with them', () => {
  expect(faqEntries).toHaveLength(50);
  const sharedWordCounts = faqEntries.flatMap(({ question, asked: paraphrases }) => {
    const questionWords = extractContentWords(question);
    return paraphrases.map((text) => [...extractContentWords(text)].filter((word) => questionWords.has(word)).length);
  });
  expect(sharedWordCounts).toHaveLength(100);
  expect(sharedWordCounts.reduce((sum, count) => sum + count, 0)).toBeLessThan(25);
});

it('finds the right answer first in at least 75 of 100, and among the first three in at least 92', async () => {
  const faqs = faqEntries.map(({ question, answer }) => ({ question, answer }));
  const business = { ...EMPTY_DOCUMENT, name: 'Everything', faqs } as Business;
  const index = createPassageIndex(encoder);
  let foundFirst = 0;
  let foundInTopThree = 0;
  for (const { question, asked: paraphrases } of faqEntries) {
    for (const text of paraphrases) {
      const [vector] = await encoder.encode([text]);
      const hits = await index.search({ business, industry: undefined }, text, vector!, true);
      const rank = hits.findIndex(({ passage }) => passage.source.title === question);
      if (rank === 0) foundFirst++;
      if (rank >= 0 && rank < 3) foundInTopThree++;
    }
  }
  process.stdout.write(`right answer first: ${foundFirst} of 100; among the first three: ${foundInTopThree}\n`);
  expect(foundFirst).toBeGreaterThanOrEqual(75);
  expect(foundInTopThree).toBeGreaterThanOrEqual(92);
});
