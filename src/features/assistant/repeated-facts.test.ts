import { expect, it } from 'vitest';
import { withoutRepeatedFacts } from './repeated-facts.ts';
import { composeParts } from './reply.ts';

it.each([
  [
    'a field and an FAQ that say the same',
    ['High chairs are available.', 'Yes, we have high chairs available on request.'],
    ['', 'Yes, we have high chairs available on request.'],
  ],
  ['the same in the same words', ['We have free parking.', 'Free parking.'], ['We have free parking.', '']],
  [
    'only the repeated sentence',
    ['Parking is free. We open at 9.', 'Parking is free behind the building.'],
    ['We open at 9.', 'Parking is free behind the building.'],
  ],
])('leaves out %s', (_, texts, expected) => {
  expect(withoutRepeatedFacts(texts)).toEqual(expected);
});

it.each([
  ['a denial', ['We have parking on site.', 'There is no parking on site.']],
  ['another number', ['A trim takes 30 minutes.', 'A trim takes 45 minutes.']],
  ['a short answer', ['Yes.', 'Yes, until 9.']],
  ['a question', ['We have pasta and pizza.', 'Pasta or pizza?']],
  ['one text', ['We have parking. Parking: yes, we have.']],
])('keeps %s', (_, texts) => {
  expect(withoutRepeatedFacts(texts)).toEqual(texts);
});

it('keeps the source of what is left out', () => {
  const source = (id: string) => ({ kind: 'faq', id, title: id });
  const part = composeParts([
    { text: 'We have high chairs.', sources: [source('1')] },
    { text: 'Yes, we have two high chairs.', sources: [source('2')] },
  ]);
  expect(part.text).toBe('Yes, we have two high chairs.');
  expect(part.sources).toHaveLength(2);
});
