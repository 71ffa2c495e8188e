import { expect, it } from 'vitest';
import { createEntityCatalog } from '../../nlu/entities/entity-catalog.ts';
import { withChildren } from './children.ts';

const WORDS = [
  { slot: 'service', id: 'cut', name: 'Classic Cut' },
  { slot: 'service', id: 'kids', name: 'Kids Cut' },
  { slot: 'staff', id: 'maria', name: 'Maria' },
];
const meant = (text: string, words = WORDS) =>
  withChildren(createEntityCatalog(words), words, ['service'])
    .find(text)
    .filter(({ slot }) => slot === 'service')
    .map(({ id }) => id);

it.each([
  "my lad's 7. what's the damage",
  'got anything for my 8 yr old?',
  'my little girl',
  'do you do kids?',
  "the young lad's hair",
  'she is 6.',
])('"%s" is about a child', (text) => {
  expect(meant(text)).toEqual(['kids']);
});

it('is the one for children, where a word could mean several', () => {
  expect(meant("could Maria cut my son's hair? he's 7")).toEqual(['kids']);
  expect(meant('could Maria cut my hair?')).toEqual(['cut', 'kids']);
});

it('is what was named, where something was', () => {
  expect(meant('a classic cut for my son')).toEqual(['cut']);
});

it.each([
  'with Maria tomorrow',
  'my 45 year old husband',
  'my daughter is 34',
  "he's 6 foot",
  'the girl at the desk',
  'are you open?',
])('"%s" is not', (text) => {
  expect(meant(text)).toEqual([]);
});

it('finds nothing where there is nothing for children', () => {
  expect(meant('for my son', WORDS.slice(0, 1))).toEqual([]);
});

it('only chooses among what was named, where that is asked for', () => {
  const { find } = withChildren(createEntityCatalog(WORDS), WORDS, ['service'], true);
  const ids = (text: string) => find(text).map(({ id }) => id);
  expect(ids('a cut for my daughter, shes 6')).toEqual(['kids']);
  expect(ids('my daughter is ill')).toEqual([]);
});
