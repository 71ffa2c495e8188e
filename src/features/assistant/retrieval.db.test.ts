// Fifty questions of five kinds of business in one document, each asked twice in other words.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sharedEncoder } from '../../../test/shared.ts';
import { BARE, type Business } from '../../capability/document.ts';
import { contentWords } from './content-words.ts';
import { createPassageIndex } from './passage-index.ts';

type Entry = { question: string; answer: string; asked: string[] };

const file = join(import.meta.dirname, '../../../test/fixtures/paraphrases.json');
const entries: Entry[] = JSON.parse(readFileSync(file, 'utf8'));
const encoder = sharedEncoder();

it('has fifty questions and a hundred paraphrases that share few words with them', () => {
  expect(entries).toHaveLength(50);
  const shared = entries.flatMap(({ question, asked }) => {
    const own = contentWords(question);
    return asked.map((text) => [...contentWords(text)].filter((word) => own.has(word)).length);
  });
  expect(shared).toHaveLength(100);
  expect(shared.reduce((sum, count) => sum + count, 0)).toBeLessThan(25);
});

it('finds the right answer first in at least 75 of 100, and among the first three in at least 92', async () => {
  const faqs = entries.map(({ question, answer }) => ({ question, answer }));
  const business = { ...BARE, name: 'Everything', faqs } as Business;
  const index = createPassageIndex(encoder);
  let first = 0;
  let three = 0;
  for (const { question, asked } of entries) {
    for (const text of asked) {
      const [vector] = await encoder.encode([text]);
      const hits = await index.search({ business, industry: undefined }, text, vector!, true);
      const place = hits.findIndex(({ passage }) => passage.source.title === question);
      if (place === 0) first++;
      if (place < 3) three++;
    }
  }
  process.stdout.write(`right answer first: ${first} of 100; among the first three: ${three}\n`);
  expect(first).toBeGreaterThanOrEqual(75);
  expect(three).toBeGreaterThanOrEqual(92);
});
